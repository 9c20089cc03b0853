"""Sample logs of lm-evaluation-harness and Inspect, in the shape that those programs write."""

from __future__ import annotations

import json
import struct
from zipfile import ZIP_DEFLATED, ZipFile
from zlib import crc32

import pytest

from informed import InputError, evaluate
from informed.cli import main
from informed.inference.comparison import compare
from informed.readers.logs import NO_ANSWER, count_logs, patterns_of_logs


def harness(folder, name, rows):
    """``samples_*.jsonl`` as lm-evaluation-harness 0.4 writes it: one sample a line."""
    path = folder / name / "samples_task.jsonl"
    path.parent.mkdir(exist_ok=True)
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


def choice(number, target, likelihoods, texts=("red", "green", "blue"), **more):
    return {
        "doc_id": number,
        "doc": {"question": f"Question {number}?"},
        "target": target,
        "arguments": {f"gen_args_{at}": {"arg_0": "Question?", "arg_1": f" {text}"} for at, text in enumerate(texts)},
        "resps": [[[str(each), "False"]] for each in likelihoods],
        "filtered_resps": [[str(each), "False"] for each in likelihoods],
        "filter": "none",
        "metrics": ["acc"],
        **more,
    }


def generated(number, target, answer, **more):
    return {
        "doc_id": number,
        "target": target,
        "resps": [[f"The answer is {answer}."]],
        "filtered_resps": [answer],
        **more,
    }


def inspected(answers, targets="ABC", **more):
    """The samples of an Inspect 0.3 log, with the fields that a ``choice`` scorer fills."""
    return [
        {
            "id": number,
            "epoch": 1,
            "input": f"Question {number}?",
            "choices": ["red", "green", "blue"],
            "target": targets[number % len(targets)],
            "output": {"completion": f"ANSWER: {answer}"},
            "scores": {"choice": {"value": "C", "answer": answer, "explanation": "", "history": []}},
            **more,
        }
        for number, answer in enumerate(answers)
    ]


def test_the_likeliest_option_is_the_prediction(tmp_path):
    rows = [choice(0, "0", [-1, -2, -3]), choice(1, 1, [-5, -9, -6]), choice(2, "blue", [-3.5, -3.25, -2])]
    older = choice(3, "2", [-1, -2, -0.5])
    older["arguments"] = [["Question?", " red"], ["Question?", " green"], ["Question?", " blue"]]
    counts = count_logs([harness(tmp_path, "model", [*rows, older])], "lm-eval")
    assert counts.labels == ("A", "B", "C")
    assert counts.table.tolist() == [[1, 0, 0], [1, 0, 0], [0, 0, 2]]
    assert any("right 33.3 % of the time" in note for note in counts.notes)


def test_generated_letters_and_refusals(tmp_path):
    rows = [generated(0, "A", "A"), generated(1, "B", "[invalid]"), generated(2, "B", ["B"]), generated(3, "A", "")]
    strict = [{**row, "filter": "strict"} for row in rows]
    loose = [{**generated(row["doc_id"], row["target"], "A"), "filter": "flexible"} for row in rows]
    counts = count_logs([harness(tmp_path, "model", strict + loose)], "lm-eval")
    assert counts.table.tolist() == [[1, 0], [0, 1]]
    assert counts.abstained.tolist() == [1, 1]
    assert counts.rows_read == 4
    assert any("4 further answers" in note for note in counts.notes)


def test_inspect_as_json_and_as_archive(tmp_path):
    samples = inspected(["A", "B", "C", "B", "", None, "A"])
    broken = {**samples[0], "id": 99, "scores": {}, "error": {"message": "timeout"}}
    plain, packed = tmp_path / "log.json", tmp_path / "log.eval"
    plain.write_text(json.dumps({"version": 2, "status": "success", "samples": [*samples, broken]}))
    with ZipFile(packed, "w", ZIP_DEFLATED) as archive:
        archive.writestr("header.json", "{}")
        for sample in samples:
            archive.writestr(f"samples/{sample['id']}_epoch_1.json", json.dumps(sample))
    first, second = (count_logs([path], "inspect") for path in (plain, packed))
    assert first == second
    assert first.table.tolist() == [[2, 1, 0], [0, 1, 0], [0, 0, 1]]
    assert first.abstained.tolist() == [0, 1, 1]
    again = [*samples, *inspected("CCC", epoch=2)]
    plain.write_text(json.dumps({"samples": again}))
    assert count_logs([plain], "inspect").table.tolist() == first.table.tolist()


def zipped_with_zstandard(members):
    """An archive as APPNOTE.TXT of the zip format lays it out, its members packed by method 93."""
    codec, body, directory = pytest.importorskip("pyarrow").Codec("zstd"), b"", b""
    for name, text in members.items():
        raw, title = text.encode(), name.encode()
        packed = codec.compress(raw, asbytes=True)
        facts = struct.pack("<HHHHHIIIHH", 63, 0, 93, 0, 33, crc32(raw), len(packed), len(raw), len(title), 0)
        central = struct.pack("<HHHII", 0, 0, 0, 0, len(body))
        directory += b"PK\x01\x02" + struct.pack("<H", 63) + facts + central + title
        body += b"PK\x03\x04" + facts + title + packed
    end = struct.pack("<HHHHIIH", 0, 0, len(members), len(members), len(directory), len(body), 0)
    return body + directory + b"PK\x05\x06" + end


def test_inspect_packed_with_zstandard(tmp_path):
    samples = inspected(["A", "B", "C", "B", "", None, "A"])
    plain, packed = tmp_path / "log.json", tmp_path / "log.eval"
    plain.write_text(json.dumps({"samples": samples}))
    members = {f"samples/{sample['id']}_epoch_1.json": json.dumps(sample) for sample in samples}
    packed.write_bytes(zipped_with_zstandard({"header.json": "{}", **members}))
    assert ZipFile(packed).namelist()[0] == "header.json"
    assert count_logs([packed], "inspect") == count_logs([plain], "inspect")


def test_two_models_on_the_same_questions(tmp_path):
    small = harness(tmp_path, "small", [choice(at, at % 3, [-1, -2, -3]) for at in range(30)])
    large = harness(
        tmp_path, "large", [choice(at, at % 3, [-1 - 9 * (at % 3 != each) for each in range(3)]) for at in range(31)]
    )
    patterns = patterns_of_logs([small, large], "lm-eval")
    assert (patterns.systems, patterns.n, patterns.missing) == (("small", "large"), 30, 1)
    comparison = compare(patterns)
    assert comparison.values["small"]["informedness"].value == 0
    assert comparison.values["large"]["informedness"].value == 1
    assert comparison.difference("informedness").p < 0.001


def test_no_answer_is_wrong_when_models_are_compared(tmp_path):
    first = harness(tmp_path, "first", [generated(at, "AB"[at % 2], "AB"[at % 2]) for at in range(10)])
    second = harness(tmp_path, "second", [generated(at, "AB"[at % 2], "[invalid]") for at in range(10)])
    patterns = patterns_of_logs([first, second], "lm-eval")
    assert NO_ANSWER in patterns.labels
    assert compare(patterns).values["second"]["accuracy"].value == 0


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([], "no samples"),
        ([{"doc_id": 1}], "line 1: not a sample"),
        ([generated(at, f"text {at}", "x") for at in range(20)], "free text, not options"),
    ],
)
def test_what_is_no_log_of_options(tmp_path, rows, message):
    with pytest.raises(InputError, match=message):
        count_logs([harness(tmp_path, "model", rows)], "lm-eval")


def test_logs_that_do_not_go_together(tmp_path):
    one = harness(tmp_path, "one", [generated(0, "A", "A"), generated(1, "B", "B")])
    with pytest.raises(InputError, match="only one log"):
        patterns_of_logs([one], "lm-eval")
    with pytest.raises(InputError, match="given twice"):
        patterns_of_logs([one, one], "lm-eval")
    with pytest.raises(InputError, match="another right answer in two"):
        patterns_of_logs([one, harness(tmp_path, "two", [generated(0, "B", "A")])], "lm-eval")
    with pytest.raises(InputError, match="no question in common"):
        patterns_of_logs([one, harness(tmp_path, "three", [generated(7, "B", "A")])], "lm-eval")
    with pytest.raises(InputError, match="not an Inspect log"):
        count_logs([one], "inspect")


def test_commands(tmp_path, capsys):
    one = harness(tmp_path, "one", [choice(at, at % 3, [-1, -2, -3]) for at in range(30)])
    two = harness(tmp_path, "two", [choice(at, at % 3, [-3, -2, -1]) for at in range(30)])
    with pytest.raises(SystemExit) as stopped:
        main(["evaluate", str(one), "--input", "lm-eval", "--format", "json"])
    assert stopped.value.code == 0
    assert (
        json.loads(capsys.readouterr().out)["measures"] == evaluate(count_logs([one], "lm-eval")).to_dict()["measures"]
    )
    with pytest.raises(SystemExit) as stopped:
        main(["compare", str(one), str(two), "--input", "lm-eval"])
    assert stopped.value.code == 0
    assert "two" in capsys.readouterr().out
    with pytest.raises(SystemExit) as stopped:
        main(["evaluate", str(one), "--input", "lm-eval", "--actual", "y"])
    assert stopped.value.code == 2
    assert "--actual has no meaning with --input lm-eval" in capsys.readouterr().err
