"""Epochs tell the repeats of an item apart: how they are numbered changes no answer."""

from __future__ import annotations

import csv
import io
import json

import numpy as np
import pytest

from informed import InputError
from informed.cli import main
from informed.readers.logs import read_log

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
