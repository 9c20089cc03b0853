"""Epochs tell the repeats of an item apart: how they are numbered changes no answer."""

from __future__ import annotations

import csv
import io
import json

import numpy as np
import pytest
from numpy.testing import assert_allclose

from informed import InputError
from informed.cli import main
from informed.readers.logs import read_log, runs_of

NUMBERS = {"from 0": (0, 1, 2), "from 1": (1, 2, 3), "any": (40, -3, 7)}
ITEMS, OPTIONS = 12, "AB"


def answers(model):
    """Item, repeat, right option and chosen option; each model errs in its own places."""
    draw = np.random.default_rng(len(model))
    for at in range(ITEMS):
        for time in range(3):
            right = OPTIONS[at % 2]
            yield at, time, right, right if draw.random() < 0.6 else OPTIONS[1 - at % 2]


def graded(model, numbers):
    """Grades alone: there is no table of options."""
    rows = (
        {"id": at, "epoch": numbers[time], "grade": int(said == right), "model": model, "task": "t"}
        for at, time, right, said in answers(model)
    )
    return "jsonl", "".join(json.dumps(row) + "\n" for row in rows)


def table(model, numbers):
    text = io.StringIO()
    rows = csv.writer(text)
    rows.writerow(["id", "epoch", "target", "answer", "correct", "model", "task"])
    rows.writerows(
        [at, numbers[time], right, said, int(said == right), model, "t"] for at, time, right, said in answers(model)
    )
    return "csv", text.getvalue()


def inspected(model, numbers):
    samples = [
        {"id": at, "epoch": numbers[time], "target": right, "scores": {"choice": {"value": grade, "answer": said}}}
        for at, time, right, said in answers(model)
        for grade in ("C" if said == right else "I",)
    ]
    return "json", json.dumps({"status": "success", "eval": {"task": "t", "model": model}, "samples": samples})


def recorded(model, numbers):
    """Records of Every Eval Ever."""
    rows = (
        {"schema_version": "0.3.0", "evaluation_id": "e", "model_id": model, "evaluation_name": "t"}
        | {"sample_id": str(at), "input": {"reference": right}, "evaluation": {"score": float(said == right)}}
        | {"answer_attribution": [{"extracted_value": said}], "metadata": {"epoch": str(numbers[time])}}
        for at, time, right, said in answers(model)
    )
    return "jsonl", "".join(json.dumps(row) + "\n" for row in rows)


def asked(capsys, *arguments):
    with pytest.raises(SystemExit) as stopped:
        main([*map(str, arguments), "--format", "json"])
    said = capsys.readouterr()
    assert stopped.value.code == 0, said.err
    return json.loads(said.out)


@pytest.mark.parametrize("form", [graded, table, inspected, recorded])
def test_numbering_epochs_otherwise_changes_no_answer(tmp_path, capsys, monkeypatch, form):
    monkeypatch.chdir(tmp_path)
    numbered = [(each, each) for each in NUMBERS.values()] + [(NUMBERS["from 0"], NUMBERS["from 1"])]
    found = []
    for own, others in numbered:
        logs = []
        for model, numbers in (("small", own), ("larger", others)):
            ending, text = form(model, sorted(numbers))
            logs.append(f"{model}.{ending}")
            (tmp_path / logs[-1]).write_text(text)
        alone = [asked(capsys, command, logs[0]) for command in ("evaluate", "repeats")]
        found.append([*alone, *(asked(capsys, command, *logs) for command in ("compare", "suite"))])
    assert all(each == found[0] for each in found[1:])


def test_epochs_are_read_as_they_are_written(tmp_path):
    for form in (graded, table, inspected, recorded):
        for numbers in NUMBERS.values():
            ending, text = form("small", numbers)
            path = tmp_path / f"log.{ending}"
            path.write_text(text)
            assert [each.epoch for each in read_log(path).items] == [*numbers] * ITEMS


def test_answers_of_one_epoch_all_count(tmp_path, capsys):
    """Two answers to an item under one number are two answers, in one log and in a comparison of logs."""
    paths = []
    for model in ("small", "larger"):
        ending, text = graded(model, (1, 1, 1))
        paths.append(tmp_path / f"{model}.{ending}")
        paths[-1].write_text(text)
    alone = [asked(capsys, "evaluate", path)["value"] for path in paths]
    assert [each["value"] for each in asked(capsys, "compare", *paths)["systems"].values()] == alone


@pytest.mark.parametrize("epoch", [0.5, "first", [1]])
def test_an_epoch_is_a_whole_number(tmp_path, epoch):
    path = tmp_path / "log.jsonl"
    path.write_text(json.dumps({"id": 1, "epoch": epoch, "grade": 1}) + "\n")
    with pytest.raises(InputError, match=r"line 1: the epoch .* is not a whole number"):
        read_log(path)


def test_two_grades_of_one_answer_are_refused(tmp_path):
    ending, text = recorded("small", (1, 1, 1))
    path = tmp_path / f"log.{ending}"
    path.write_text(text)
    with pytest.raises(InputError, match="line 2: a second grade by 'score' of item '0' in epoch 1"):
        read_log(path)


def test_a_model_or_task_of_0_is_named(tmp_path):
    path = tmp_path / "log.jsonl"
    path.write_text(json.dumps({"id": 0, "grade": 1, "model": 0, "task": 0}) + "\n")
    (item,) = read_log(path).items
    assert (item.id, item.model, item.task) == ("0", "0", "0")


@pytest.mark.parametrize("form", [graded, table, inspected, recorded])
@pytest.mark.parametrize(("one", "other"), [(1, 3), (3, 2), (2, 2)])
def test_each_log_keeps_its_own_accuracy_beside_logs_of_other_epochs(tmp_path, capsys, form, one, other):
    """The mean over questions of the mean over their answers, as the log alone has it; nothing is dropped."""
    paths = []
    for model, epochs in (("small", one), ("larger", other)):
        kept = [*range(1, epochs + 1)]
        whole = [each for each in answers(model) if each[1] < epochs]
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(f"{__name__}.answers", lambda _, whole=whole: iter(whole))
            ending, text = form(model, [*kept, *kept])
        paths.append(tmp_path / f"{model}.{ending}")
        paths[-1].write_text(text)
    alone = [runs_of([read_log(path)])[0].mean for path in paths]
    found = asked(capsys, "compare", *paths)
    systems = found.get("systems")
    values = [each["value"] for each in systems.values()] if isinstance(systems, dict) else []
    values = values or [each["accuracy"]["value"] for each in found["values"].values()]
    assert_allclose(values, alone)
    said = f"({one} of each system)" if one == other else f"({one} of 'small', {other} of 'larger')"
    assert any(f"12 questions, each counted once: its answers are averaged {said}" == note for note in found["notes"])


def test_a_question_that_one_log_lacks_is_one_question(tmp_path, capsys):
    ending, text = inspected("small", NUMBERS["from 1"])
    less = json.loads(text)
    less["samples"] = [each | {"scores": each["scores"]} for each in less["samples"] if each["id"] > 1]
    less["eval"]["model"] = "other"
    for name, log in (("small", text), ("other", json.dumps(less))):
        (tmp_path / f"{name}.{ending}").write_text(log)
    notes = asked(capsys, "compare", tmp_path / "small.json", tmp_path / "other.json")["notes"]
    assert any("2 questions are not in all logs and were left out: '0', '1'" in note for note in notes)


def rows_of(path, rows):
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


def test_what_is_pooled_is_said(tmp_path, capsys):
    """What tells the answers to an item apart beside their epoch, as a prompt does; not what they brought about."""
    rng = np.random.default_rng(1)
    rows = [
        {"id": at, "epoch": time, "model": model, "prompt": prompt, "grade": 1, "seconds": float(rng.random())}
        for model in ("a", "b")
        for at in range(5)
        for prompt in ("short", "long")
        for time in range(3)
    ]
    path = rows_of(tmp_path / "log.jsonl", rows)
    notes = asked(capsys, "compare", path)["notes"]
    assert [note for note in notes if "pooled" in note] == [
        "answers of 2 values of 'prompt' are pooled: 'short', 'long'"
    ]
    assert not any("in one epoch" in note for note in notes)
    told = asked(capsys, "compare", path, "--by", "prompt")  # told apart instead
    assert not any("pooled" in note for note in told["notes"])
    assert set(told["crossing"]["conditions"]) == {"short", "long"}


def test_an_id_that_comes_again_in_one_epoch_is_named(tmp_path, capsys):
    rows = [{"id": at, "epoch": 0, "model": model, "grade": 1} for model in "ab" for at in (1, 2, 3, 1, 3)]
    found = asked(capsys, "compare", rows_of(tmp_path / "log.jsonl", rows))
    assert "2 items answered several times in one epoch, each time counted: '1', '3'" in found["notes"]
    assert not any("left out" in note for note in found["notes"])
    once = [{"id": at, "model": "a", "grade": 1} for at in (1, 2, 1)]  # without epochs the answers are numbered
    notes = asked(capsys, "evaluate", rows_of(tmp_path / "once.jsonl", once))["notes"]
    assert not any("in one epoch" in note for note in notes)


def test_a_log_that_is_given_twice_is_said_to_be(tmp_path, capsys):
    """As of any file: it counts twice, and a note says so; as two systems it is refused, however it is spelled."""
    path = rows_of(tmp_path / "log.jsonl", [{"id": at, "model": "a", "grade": at % 2} for at in range(6)])
    for command in ("evaluate", "repeats"):
        assert f"{path} is given 2 times and counted 2 times" in asked(capsys, command, path, path)["notes"]
    with pytest.raises(SystemExit):
        main(["compare", str(path), str(tmp_path / ".." / tmp_path.name / path.name)])
    assert "the same log is given twice" in capsys.readouterr().err
