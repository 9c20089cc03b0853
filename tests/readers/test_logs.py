"""Sample logs of lm-evaluation-harness and Inspect, in the shape that those programs write.

The law of this reader: the harness graded the answers, and no number may contradict those grades. The shapes are those
of inspect_ai 0.3 (``EvalLog``) and lm_eval 0.4 (``EvaluationTracker.save_results_samples``).
"""

from __future__ import annotations

import json
import math
import struct
import sys
from contextlib import contextmanager
from zipfile import ZIP_DEFLATED, ZipFile
from zlib import crc32

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from informed import Counts, InputError, evaluate
from informed.cli import main
from informed.core.items import Items
from informed.core.measures.agreement import accuracy
from informed.questions.compare import compare
from informed.questions.evaluate.grades import graded
from informed.readers.kinds import kind_of
from informed.readers.logs import (
    NO_ANSWER,
    Keys,
    NotOptionsError,
    grades_of,
    items_of_runs,
    read_run,
    systems_of_runs,
)


def items_of_logs(paths, kind, *, scorer=None, target=None, **how):
    return items_of_runs(read_run(paths, kind, scorer=scorer, target=target), **how)


def systems_of_logs(paths, kind, **how):
    return systems_of_runs(read_run(paths, kind, **how))


# --- logs as the harnesses write them --------------------------------------------------------------------------------


def harness(folder, name, rows):
    """``samples_*.jsonl`` as lm-evaluation-harness 0.4 writes it: one sample a line."""
    path = folder / name / "samples_task.jsonl"
    path.parent.mkdir(exist_ok=True)
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


def choice(number, target, likelihoods, texts=("red", "green", "blue"), **more):
    """A sample of ``output_type: multiple_choice``; the metrics are among ``more``."""
    return {
        "doc_id": number,
        "doc": {"question": f"Question {number}?"},
        "target": str(target),
        "arguments": {f"gen_args_{at}": {"arg_0": "Question?", "arg_1": f" {text}"} for at, text in enumerate(texts)},
        "resps": [[[str(each), "False"]] for each in likelihoods],
        "filtered_resps": [[str(each), "False"] for each in likelihoods],
        "filter": "none",
        "metrics": list(more),
        **more,
    }


def generated(number, target, answer, filter="none", **more):
    """A sample of ``output_type: generate_until``."""
    return {
        "doc_id": number,
        "target": target,
        "resps": [[f"The answer is {answer}."]],
        "filtered_resps": [answer],
        "filter": filter,
        "metrics": list(more),
        **more,
    }


def sample(number, target, scores, epoch=1, choices=None, **more):
    """A sample of Inspect; ``scores`` are pairs of grade and answer by scorer."""
    scores = {name: {"value": value, "answer": answer, "history": []} for name, (value, answer) in scores.items()}
    return {"id": number, "epoch": epoch, "choices": choices, "target": target, "scores": scores, **more}


def inspected(answers, targets="ABC", **more):
    """Samples as a ``choice`` scorer leaves them."""
    letters = [targets[number % len(targets)] for number in range(len(answers))]
    return [
        sample(at, right, {"choice": ("C" if said == right else "I", said)}, choices=["red", "green", "blue"], **more)
        for at, (said, right) in enumerate(zip(answers, letters, strict=True))
    ]


def log_of(samples, claims=(), model="mockllm/model", status="success", task="task"):
    """An ``EvalLog``; ``claims`` are scorer, metric, value and reducer, as its header has them."""
    scores = [
        {"name": name, "scorer": name, "reducer": reducer, "metrics": {metric: {"name": metric, "value": value}}}
        for name, metric, value, reducer in claims
    ]
    header = {"version": 2, "status": status, "eval": {"task": task, "model": model}}
    return {**header, "results": {"completed_samples": len(samples), "scores": scores}, "samples": samples}


def written(path, log):
    path.write_text(json.dumps(log))
    return path


def packed(path, log):
    """The same log as an archive."""
    with ZipFile(path, "w", ZIP_DEFLATED) as archive:
        for name, text in members_of(log).items():
            archive.writestr(name, text)
    return path


def members_of(log):
    samples = {f"samples/{each['id']}_epoch_{each['epoch']}.json": json.dumps(each) for each in log["samples"]}
    return {**samples, "header.json": json.dumps({name: part for name, part in log.items() if name != "samples"})}


@contextmanager
def read_or_refused(*named):
    """Nothing is raised but an `InputError` that names one of these."""
    said = named[0]
    try:
        yield
    except InputError as error:
        said = str(error)
    assert any(each in said for each in named)


def judged(path, kind, **options):
    """The accuracy that a reader is shown for a log, however it is told."""
    runs = read_run([path], kind, **options)
    try:
        found = items_of_runs(runs)
    except NotOptionsError as reason:
        return graded(grades_of(runs, str(reason))).estimate.value
    return accuracy(found.counts().table)


# --- the grade has the last word -------------------------------------------------------------------------------------

DISAGREEING = {  # what each scorer of Inspect grades right that is not the target, letter by letter
    "match ignores case": [("yes", "Yes", "C"), ("no", "Yes", "I"), ("yes", "yes", "C"), ("no", "no.", "C")],
    "match that does not": [("yes", "Yes", "I"), ("no", "no", "C"), ("yes", "yes", "C"), ("no", "yes", "I")],
    "blanks around the target": [(" Yes", "Yes", "C"), (" No", "Yes", "I"), (" Yes", "No", "I"), (" No", "No", "C")],
    "includes": [("yes", "I say yes", "C"), ("no", "I say yes", "I"), ("yes", "yes!", "C"), ("no", "know", "C")],
    "several right answers": [(["A", "B"], "A, B", "C"), (["C"], "C", "C"), (["A", "B"], "A", "I"), (["A"], "A", "C")],
    "no answer recorded": [("yes", None, "C"), ("no", None, "I"), ("yes", None, "C"), ("no", None, "C")],
    "some answers recorded": [("yes", None, "C"), ("no", "no", "C"), ("yes", "no", "I"), ("no", None, "I")],
    "partly right": [("yes", "yes", "P"), ("no", "no", "C"), ("yes", "no", "I"), ("no", "", "N")],
    "points": [("yes", "yes", 0.25), ("no", "no", 1), ("yes", "no", 0), ("no", "yes", 0.5)],
    "true and false": [("yes", "yes", True), ("no", "no", False), ("yes", "no", True), ("no", "yes", False)],
    "graded against the answers": [("A", "A", "I"), ("B", "B", "C"), ("A", "B", "C"), ("B", "A", "I")],
}
VALUES = {"C": 1, "P": 0.5, "I": 0, "N": 0}


@pytest.mark.parametrize("rows", DISAGREEING.values(), ids=DISAGREEING)
@pytest.mark.parametrize("times", [1, 10])
def test_the_accuracy_is_the_one_that_the_log_gives(tmp_path, rows, times):
    samples = [sample(at, target, {"own": (grade, said)}) for at, (target, said, grade) in enumerate(rows * times)]
    mean = sum(VALUES.get(grade, grade) for *_, grade in rows) / len(rows)
    path = written(tmp_path / "log.json", log_of(samples, [("own", "accuracy", mean, None)]))
    assert judged(path, "inspect") == pytest.approx(mean, abs=1e-12)


@given(
    st.lists(
        st.tuples(st.sampled_from(["A", "b ", "C"]), st.sampled_from(["a", "B", "c.", "", "C"]), st.booleans()),
        min_size=1,
        max_size=30,
    )
)
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_whatever_the_answers_the_accuracy_is_the_mean_grade(tmp_path, rows):
    samples = [
        sample(at, right, {"own": ("C" if grade else "I", said)}) for at, (right, said, grade) in enumerate(rows)
    ]
    path = written(tmp_path / "any.json", log_of(samples))
    assert judged(path, "inspect") == pytest.approx(sum(grade for *_, grade in rows) / len(rows), abs=1e-12)


def test_harness_grades_that_are_not_equality(tmp_path):
    rows = [generated(at, "yes", "Yes" if at % 3 else "No", exact_match=float(bool(at % 3))) for at in range(30)]
    assert judged(harness(tmp_path, "case", rows), "lm-eval") == pytest.approx(20 / 30)  # ignore_case: true
    rows = [generated(at, "yes", f"Well, yes {at}", exact_match=float(at % 2)) for at in range(30)]
    assert judged(harness(tmp_path, "text", rows), "lm-eval") == 0.5
    rows = [generated(at, "['a', 'b']", "ab"[at % 2], exact_match=1.0) for at in range(4)]
    assert judged(harness(tmp_path, "several", rows), "lm-eval") == 1


def test_a_table_says_how_it_was_spelled(tmp_path):
    rows = [("yes", "Yes", "C"), ("no", "Yes", "I"), ("yes", "YES", "C"), ("no", "No.", "C")]
    samples = [sample(at, target, {"match": (grade, said)}) for at, (target, said, grade) in enumerate(rows)]
    counts = items_of_logs([written(tmp_path / "log.json", log_of(samples))], "inspect")
    assert counts.labels == ("no", "yes")
    assert counts.counts().table.tolist() == [[1, 1], [0, 2]]


def test_the_reason_names_the_item(tmp_path):
    samples = [sample("q7", "yes", {"includes": ("C", "I say yes")}), sample("q8", "no", {"includes": ("I", "yes")})]
    with pytest.raises(
        NotOptionsError, match=r"item 'q7': the answer 'I say yes' to the target 'yes' was graded right"
    ):
        items_of_logs([written(tmp_path / "log.json", log_of(samples))], "inspect")


# --- options of lm-evaluation-harness --------------------------------------------------------------------------------


def test_several_right_answers_are_no_class_even_where_the_field_is_named(tmp_path):
    rows = [(["A", "B"], "A", "C"), (["A"], "A", "C"), (["B"], "A", "I")]
    samples = [sample(at, target, {"own": (grade, said)}) for at, (target, said, grade) in enumerate(rows)]
    path = written(tmp_path / "log.json", log_of(samples))
    with pytest.raises(InputError, match=r"item .* has several right answers \(.*A.*B.*\): there is no table"):
        items_of_logs([path], "inspect", keys=Keys(actual="target", predicted="answer"))


def test_the_likeliest_option_is_the_prediction(tmp_path):
    rows = [choice(0, 0, [-1, -2, -3], acc=1.0), choice(1, 1, [-5, -9, -6], acc=0.0), choice(2, 2, [-4, -3, -2], acc=1)]
    older = choice(3, 2, [-1, -2, -0.5], acc=1.0)
    older["arguments"] = [["Question?", " red"], ["Question?", " green"], ["Question?", " blue"]]
    counts = items_of_logs([harness(tmp_path, "model", [*rows, older])], "lm-eval")
    assert counts.labels == ("A", "B", "C")
    assert counts.counts().table.tolist() == [[1, 0, 0], [1, 0, 0], [0, 0, 2]]
    assert any("right 33.3% of the time" in note for note in counts.notes)


@pytest.mark.parametrize("reading", ["index", "text"])
@given(st.permutations(["0", "1", "2", "3"]), st.integers(0, 2**32 - 1))
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_options_that_are_numbers_are_told_by_the_grades(tmp_path, reading, texts, seed):
    """Whatever a target of "3" means, the accuracy is that of the harness, or the reader is asked."""
    draw = np.random.default_rng(seed)
    rows = []
    for at in range(12):
        right, likelihoods = int(draw.integers(4)), -draw.random(4)
        target = right if reading == "index" else texts[right]
        rows.append(choice(at, target, likelihoods, texts, acc=float(likelihoods.argmax() == right)))
    path, mean = harness(tmp_path, "model", rows), np.mean([row["acc"] for row in rows])
    assert judged(path, "lm-eval", target=reading) == pytest.approx(mean)
    with read_or_refused("say target='index' or target='text'"):
        assert judged(path, "lm-eval") == pytest.approx(mean)


def test_a_perfect_model_on_options_that_are_numbers(tmp_path):
    texts = ["3", "2", "7", "4"]
    rows = [choice(at, at % 4, [-9 * (place != at % 4) for place in range(4)], texts, acc=1.0) for at in range(40)]
    assert evaluate(items_of_logs([harness(tmp_path, "model", rows)], "lm-eval")).measures["informedness"].value == 1


def test_where_no_grade_tells_both_readings_are_offered(tmp_path):
    path = harness(tmp_path, "model", [choice(0, 1, [-1, -2, -3], ["1", "2", "3"])])
    with pytest.raises(InputError, match=r"line 1: the target '1' may be the index or the text .* say target='index'"):
        items_of_logs([path], "lm-eval")
    assert items_of_logs([path], "lm-eval", target="text").counts().table.tolist() == [[1]]
    assert items_of_logs([path], "lm-eval", target="index").labels == ("A", "B")


@pytest.mark.parametrize(
    ("row", "message"),
    [
        (choice(0, 0, [-1, math.nan, -3], acc=0.0), "line 1: the log-likelihood of option B is NaN"),
        (choice(0, -1, [-1, -2, -3], acc=0.0), "line 1: the target '-1' names none of the 3 options"),
        (choice(0, -1, [-1, -2, -3]), "line 1: the target '-1' names none of the 3 options"),
        (choice(0, 3, [-1, -2, -3], acc=0.0), "line 1: the target '3' names none of the 3 options"),
        (choice(0, 0, [-1, -2, -3], acc=0.0), "line 1: the target '0' .* contradicts the grade"),
        (choice(0, "red", [-1, -2, -3], acc=0.0), "line 1: the target 'red' .* contradicts the grade"),
    ],
)
def test_options_that_cannot_be_right(tmp_path, row, message):
    with pytest.raises(InputError, match=message):
        items_of_logs([harness(tmp_path, "model", [row])], "lm-eval")


def test_one_continuation_of_several_beginnings(tmp_path):
    """As in Winogrande: the options differ before the blank, so that only the grade tells which is right."""
    texts = ("was too big", "was too big")
    rows = [choice(at, texts[0], [-1, -2] if at % 3 else [-2, -1], texts, acc=float(at % 2)) for at in range(12)]
    chosen = [0 if at % 3 else 1 for at in range(12)]
    right = [said if at % 2 else 1 - said for at, said in enumerate(chosen)]
    expected = [[sum((r, s) == (a, p) for r, s in zip(right, chosen, strict=True)) for p in (0, 1)] for a in (0, 1)]
    assert items_of_logs([harness(tmp_path, "model", rows)], "lm-eval").counts().table.tolist() == expected


def test_every_metric_has_its_own_answers(tmp_path):
    """``acc_norm`` divides by the number of characters, ``acc_mutual_info`` subtracts what the text alone gives."""
    texts = ("no", "a long answer")
    rows = [choice(at, 1, [-4, -13], texts, acc=0.0, acc_norm=1.0) for at in range(3)]
    path = harness(tmp_path, "model", rows)
    assert items_of_logs([path], "lm-eval").counts().table.sum(axis=0).tolist() == [3, 0]
    assert evaluate(items_of_logs([path], "lm-eval", scorer="acc_norm")).measures["accuracy"].value == 1
    rows = [choice(at, 1, [-4, -13, -2, -14], 2 * texts, acc=0.0, acc_mutual_info=1.0) for at in range(3)]
    path = harness(tmp_path, "mutual", rows)
    assert items_of_logs([path], "lm-eval").labels == ("A", "B")
    assert evaluate(items_of_logs([path], "lm-eval", scorer="acc_mutual_info")).measures["accuracy"].value == 1
    with pytest.raises(InputError, match="scorer='exact_match' is not one of acc, acc_mutual_info"):
        items_of_logs([path], "lm-eval", scorer="exact_match")


def test_metrics_that_are_no_grades_tell_the_right_option(tmp_path):
    """``mcc`` is logged as the pair of right and chosen place; ``perplexity`` is no share of anything."""
    rows = [choice(at, "1", [-1, -2], ("1", "0"), mcc=[at % 2, 0]) for at in range(4)]
    assert items_of_logs([harness(tmp_path, "pairs", rows)], "lm-eval").counts().table.tolist() == [[2, 0], [2, 0]]
    rows = [generated(at, "word", ["-7.5", "False"], perplexity=-7.5, acc=float(at < 1)) for at in range(4)]
    assert judged(harness(tmp_path, "lambada", rows), "lm-eval") == 0.25


def test_filters_stand_beside_one_another(tmp_path):
    rows = [("A", "A"), ("B", "[invalid]"), ("B", "B"), ("A", "")]
    strict = [
        generated(at, right, said, "strict", exact_match=float(right == said)) for at, (right, said) in enumerate(rows)
    ]
    loose = [
        generated(at, right, ["A"], "flexible", exact_match=float(right == "A")) for at, (right, _) in enumerate(rows)
    ]
    path = harness(tmp_path, "model", strict + loose)
    counts = items_of_logs([path], "lm-eval")
    assert counts.labels == (NO_ANSWER, "A", "B")
    assert counts.counts().table.tolist() == [[0, 0, 0], [1, 1, 0], [1, 0, 1]]
    assert any(
        "'exact_match,strict'; also in the log, by scorer=: 'exact_match,flexible'" in each for each in counts.notes
    )
    other = items_of_logs([path], "lm-eval", scorer="exact_match,flexible")
    assert other.counts().table.tolist() == [[2, 0], [2, 0]]


def test_no_answer_is_wrong_as_in_the_log_unless_it_is_a_bet_not_placed(tmp_path):
    rows = [
        generated(at, "AB"[at % 2], "AB"[at % 2] if at < 6 else "[invalid]", exact_match=float(at < 6))
        for at in range(10)
    ]
    path = harness(tmp_path, "model", rows)
    assert judged(path, "lm-eval") == 0.6
    counts = items_of_logs([path], "lm-eval", abstain=[NO_ANSWER])
    assert (counts.counts().table.tolist(), counts.counts().abstained.tolist()) == ([[3, 0], [0, 3]], [2, 2])


def test_the_results_beside_the_samples_are_reproduced(tmp_path):
    rows = [generated(at, "A", "A" if at < 6 else "B", exact_match=float(at < 6)) for at in range(10)]
    path = harness(tmp_path, "model", rows)
    path = path.rename(path.with_name("samples_letters_2026-01-02T03-04-05.678.jsonl"))
    results = {
        "results": {"letters": {"alias": "letters", "exact_match,none": 0.6, "exact_match_stderr,none": 0.1}},
        "configs": {"letters": {"metric_list": [{"metric": "exact_match", "aggregation": "mean"}]}},
        "n-samples": {"letters": {"original": 10, "effective": 10}},
    }
    beside = written(path.with_name("results_2026-01-02T03-04-05.678.json"), results)
    assert judged(path, "lm-eval") == 0.6
    results["results"]["letters"]["exact_match,none"] = 0.61
    written(beside, results)
    with pytest.raises(InputError, match=r"exact_match 0\.61 .* its samples give 0\.6"):
        items_of_logs([path], "lm-eval")
    with pytest.raises(InputError, match="totals only, not the answers; name the file of samples instead"):
        items_of_logs([beside], "auto")


def test_a_log_without_grades_says_so(tmp_path):
    counts = items_of_logs([harness(tmp_path, "model", [generated(0, "A", "A"), generated(1, "B", "A")])], "lm-eval")
    assert counts.counts().table.tolist() == [[1, 0], [1, 0]]
    assert any("the log holds no grades" in note for note in counts.notes)


# --- Inspect ---------------------------------------------------------------------------------------------------------


def test_inspect_as_json_and_as_archive(tmp_path):
    log = log_of(inspected(["A", "B", "C", "B", "", None, "A"]))
    first = items_of_logs([written(tmp_path / "log.json", log)], "inspect")
    assert first == items_of_logs([packed(tmp_path / "log.eval", log)], "inspect")
    assert first.labels == (NO_ANSWER, "A", "B", "C")
    assert first.counts().table.tolist() == [[0, 0, 0, 0], [0, 2, 1, 0], [1, 0, 1, 0], [1, 0, 0, 1]]


def test_samples_without_a_score_are_counted(tmp_path):
    failed = {"scores": {}, "error": {"message": "timeout"}}
    unscored = sample(98, "A", {"choice": (math.nan, None)})
    log = log_of([*inspected("ABC"), {**inspected("A")[0], "id": 99, **failed}, unscored])
    counts = items_of_logs([written(tmp_path / "log.json", log)], "inspect")
    assert counts.n == 3
    assert any("2 of 5 samples have no score and were left out, 1 of them ended in an error" in n for n in counts.notes)
    log["samples"] = log["samples"][3:]
    with pytest.raises(InputError, match=r"none of its 2 samples is scored; .* inspect score log\.json"):
        items_of_logs([written(tmp_path / "log.json", log)], "inspect")


def test_a_header_without_samples_is_told(tmp_path):
    path = written(tmp_path / "log.json", log_of([], [("qa", "accuracy", 0.431, None)]))
    with pytest.raises(InputError, match=r"no samples in this log, only its header \(accuracy 0\.431 by 'qa'\)"):
        items_of_logs([path], "inspect")


def test_an_unfinished_log_is_read_as_far_as_it_goes(tmp_path):
    log = log_of(inspected("ABCC"), status="started")
    members = members_of(log)
    members["_journal/start.json"] = members.pop("header.json")
    with ZipFile(tmp_path / "log.eval", "w") as archive:
        for name, text in members.items():
            archive.writestr(name, text)
    counts = items_of_logs([tmp_path / "log.eval"], "inspect")
    assert counts.n == 4
    assert any("did not finish (status 'started')" in note for note in counts.notes)


def test_scorers_by_name(tmp_path):
    rows = [sample(at, "AB"[at % 2], {"strict": ("I", "B"), "loose": ("C", "A, I think")}) for at in range(4)]
    rows = [{**each, "scores": {**each["scores"], "parts": {"value": {"tone": 1, "facts": 0.5}}}} for each in rows]
    claims = [("loose", "accuracy", 1.0, None), ("strict", "accuracy", 0.0, None), ("facts", "mean", 0.5, None)]
    log = log_of(rows, claims)
    log["results"]["scores"][2]["scorer"] = "parts"
    path = written(tmp_path / "log.json", log)
    assert judged(path, "inspect") == 1  # the first of the header, which is the one Inspect shows
    assert judged(path, "inspect", scorer="parts/facts") == 0.5
    with pytest.raises(InputError, match="did you mean 'strict'"):
        judged(path, "inspect", scorer="strickt")


EPOCHS = [(1, 1, 0), (1, 0, 0), (0, 0, 0), (1, 1, 1)]  # grades of four items, asked three times
REDUCED = {  # by hand, item by item, from the definitions in inspect_ai/scorer/_reducer/reducer.py
    "mean": (2 / 3, 1 / 3, 0, 1),
    "median": (1, 0, 0, 1),
    "mode": (1, 0, 0, 1),
    "max": (1, 1, 0, 1),
    "at_least_2": (1, 0, 0, 1),
    "pass_at_2": (1, 2 / 3, 0, 1),
    "pass_k_2": (1 / 3, 0, 0, 1),
}


def epochs(claims=()):
    samples = [
        sample(at, "AB"[at % 2], {"choice": ("C" if grade else "I", "AB"[at % 2 if grade else 1 - at % 2])}, epoch)
        for epoch in (1, 2, 3)
        for at, grade in enumerate(each[epoch - 1] for each in EPOCHS)
    ]
    return log_of(samples, claims)


@pytest.mark.parametrize("reducer", REDUCED)
def test_the_header_is_reproduced_over_epochs(tmp_path, reducer):
    value = sum(REDUCED[reducer]) / 4
    log = epochs([("choice", "accuracy", value, reducer)])
    assert judged(written(tmp_path / "log.json", log), "inspect") == pytest.approx(0.5)
    log["results"]["scores"][0]["metrics"]["accuracy"]["value"] = value + 1e-6
    with pytest.raises(InputError, match=rf"says accuracy {value + 1e-6:.10g} .* its samples give {value:.10g}"):
        judged(written(tmp_path / "log.json", log), "inspect")


def test_what_the_header_says_of_other_samples_is_a_note(tmp_path):
    log = epochs([("choice", "accuracy", 0.75, None)])
    log["results"]["completed_samples"] = 100
    found = items_of_logs([written(tmp_path / "log.json", log)], "inspect")
    assert any("does not hold all of the samples" in note for note in found.notes)


def test_the_answers_to_one_item_are_a_cluster(tmp_path):
    """Asked thrice and always answered alike, items are no more than asked once: Miller 2024, arXiv:2411.00640."""
    answers = "ABCABCBBCCAA" * 4
    thrice = [each for epoch in (1, 2, 3) for each in inspected(answers, epoch=epoch)]
    once = evaluate(items_of_logs([written(tmp_path / "once.json", log_of(inspected(answers)))], "inspect"))
    data = items_of_logs([written(tmp_path / "thrice.json", log_of(thrice))], "inspect")
    assert isinstance(data, Items)
    assert (data.n, len(data.clusters)) == (144, 48)
    found = evaluate(data).measures["informedness"]
    alone = once.measures["informedness"]
    assert found.value == pytest.approx(alone.value)
    assert found.high - found.low > 0.8 * (alone.high - alone.low)  # not divided by the square root of three


def test_items_answered_more_often_weigh_more_and_that_is_said(tmp_path):
    """Inspect averages the epochs of an item first: (1 + 0.5 + 0 + 1) / 4 with the third epoch of two items lost."""
    log = epochs([("choice", "accuracy", (1 + 0.5 + 0 + 1) / 4, "mean")])
    log["samples"] = [each for each in log["samples"] if each["epoch"] < 3 or each["id"] > 1]
    found = items_of_logs([written(tmp_path / "log.json", log)], "inspect")
    assert (found.n, np.trace(found.table("predicted"))) == (10, 6)
    assert any("with every item counting alike the accuracy is 0.625" in note for note in found.notes)


def test_several_models_are_not_one(tmp_path):
    paths = [written(tmp_path / f"{name}.json", log_of(inspected("ABC"), model=name)) for name in ("one", "two")]
    with pytest.raises(InputError, match=r"several models \('one', 'two'\); use informed compare"):
        items_of_logs(paths, "inspect")
    assert (
        items_of_logs(
            [paths[0], written(tmp_path / "b.json", log_of(inspected("AB"), model="one", task="b"))], "inspect"
        ).n
        == 5
    )


# --- archives, broken files ------------------------------------------------------------------------------------------


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


def test_inspect_packed_with_zstandard(tmp_path, monkeypatch):
    log, path = log_of(inspected(["A", "B", "C", "B", "", None, "A"])), tmp_path / "log.eval"
    path.write_bytes(zipped_with_zstandard(members_of(log)))
    assert items_of_logs([path], "inspect") == items_of_logs([written(tmp_path / "log.json", log)], "inspect")
    for name in ("zstandard", "pyarrow"):
        monkeypatch.setitem(sys.modules, name, None)
    with pytest.raises(InputError, match=r"packed with Zstandard, .* pip install zstandard"):
        items_of_logs([path], "inspect")


def whole_logs(folder):
    log = epochs([("choice", "accuracy", 0.5, "mean")])
    (folder / "zstandard.eval").write_bytes(zipped_with_zstandard(members_of(log)))
    rows = [choice(at, at % 3, [-1, -2, -3], acc=float(at % 3 == 0)) for at in range(4)]
    return {
        written(folder / "log.json", log): "inspect",
        packed(folder / "log.eval", log): "inspect",
        folder / "zstandard.eval": "inspect",
        harness(folder, "harness", [*rows, generated(9, "[1, 'a']", "b", exact_match=0.0)]): "lm-eval",
    }


@given(st.integers(0, 3), st.floats(0, 1), st.one_of(st.none(), st.binary(max_size=6)))
@settings(max_examples=250, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_a_log_that_is_cut_or_changed_is_read_or_refused(tmp_path, which, where, bytes_put):
    """Cut short, or with bytes put in the place of others: an `InputError`, never another one."""
    path, kind = list(whole_logs(tmp_path).items())[which]
    raw = path.read_bytes()
    at = int(where * len(raw))
    path.write_bytes(raw[:at] if bytes_put is None else raw[:at] + bytes_put + raw[at + len(bytes_put) :])
    with read_or_refused(path.name, "item"):
        judged(path, kind)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 5) | st.floats() | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=5,
)


@given(st.sampled_from(["id", "epoch", "choices", "target", "scores", "metadata", "score"]), JSON)
@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_field_of_inspect_may_be_anything(tmp_path, field, value):
    log = log_of(inspected("ABCA"))
    log["samples"][2][field] = value
    with read_or_refused("log.json", "item"):
        judged(written(tmp_path / "log.json", log), "inspect")


@given(st.sampled_from(["doc_id", "target", "arguments", "filtered_resps", "filter", "metrics", "acc", "doc"]), JSON)
@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_field_of_the_harness_may_be_anything(tmp_path, field, value):
    rows = [choice(at, at % 3, [-1, -2, -3], acc=float(at % 3 == 0)) for at in range(4)]
    rows[2][field] = value
    with read_or_refused("line", "item", "samples_task"):
        judged(harness(tmp_path, "model", rows), "lm-eval")


@given(st.sampled_from(["status", "eval", "results", "samples", "version"]), JSON)
@settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_part_of_the_header_may_be_anything(tmp_path, field, value):
    log = log_of(inspected("ABCA"), [("choice", "accuracy", 1.0, None)])
    log[field] = value
    with read_or_refused("log.json"):
        judged(written(tmp_path / "log.json", log), "inspect")


def test_the_place_of_what_is_broken(tmp_path):
    path = harness(tmp_path, "model", [generated(0, "A", "A", acc=1.0)] * 3)
    path.write_text(path.read_text()[:-20])
    with pytest.raises(InputError, match=r"samples_task.jsonl, line 3: not a sample .* may be truncated"):
        items_of_logs([path], "lm-eval")
    log = log_of(inspected("ABC"))
    log["samples"][1]["scores"]["choice"]["value"] = "good"
    with pytest.raises(InputError, match=r"log.eval, samples/1_epoch_1.json: the grade 'good' of scorer 'choice'"):
        items_of_logs([packed(tmp_path / "log.eval", log)], "inspect")
    with pytest.raises(InputError, match="there is no such file"):
        items_of_logs([tmp_path / "none.eval"], "inspect")


# --- several logs ----------------------------------------------------------------------------------------------------


def test_two_models_on_the_same_questions(tmp_path):
    small = harness(tmp_path, "small", [choice(at, at % 3, [-1, -2, -3], acc=float(at % 3 == 0)) for at in range(30)])
    rows = [choice(at, at % 3, [-1 - 9 * (at % 3 != each) for each in range(3)], acc=1.0) for at in range(31)]
    large = harness(tmp_path, "large", rows)
    items = systems_of_logs([small, large], "lm-eval")
    assert (items.systems, items.n, items.missing) == (("small", "large"), 30, 1)
    assert any("1 questions are not in all logs and were left out: '30'" in note for note in items.notes)
    comparison = compare(items)
    assert comparison.values["small"]["informedness"].value == 0
    assert comparison.values["large"]["informedness"].value == 1
    assert comparison.difference("informedness").p < 0.001


def test_repeats_are_compared_by_item(tmp_path):
    logs = [
        log_of([each for e in (1, 2) for each in inspected(said * 5, epoch=e)], model=said) for said in ("ABC", "ABA")
    ]
    paths = [written(tmp_path / f"{place}.json", log) for place, log in enumerate(logs)]
    items = systems_of_logs(paths, "inspect")
    assert items.systems == ("ABC", "ABA")  # named by their models
    assert (items.n, len(items.clusters)) == (30, 15)


def test_no_answer_is_wrong_when_models_are_compared(tmp_path):
    first = harness(tmp_path, "first", [generated(at, "AB"[at % 2], "AB"[at % 2], em=1.0) for at in range(10)])
    second = harness(tmp_path, "second", [generated(at, "AB"[at % 2], "[invalid]", em=0.0) for at in range(10)])
    items = systems_of_logs([first, second], "lm-eval")
    assert NO_ANSWER in items.labels
    assert compare(items).values["second"]["accuracy"].value == 0


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([], "no samples"),
        ([{"doc_id": 1}], "line 1: not a sample"),
        ([generated(at, f"text {at}", f"text {at}", em=1.0) for at in range(20)], "free text, not options"),
    ],
)
def test_what_is_no_log_of_options(tmp_path, rows, message):
    with pytest.raises(InputError, match=message):
        items_of_logs([harness(tmp_path, "model", rows)], "lm-eval")


def test_logs_that_do_not_go_together(tmp_path):
    one = harness(tmp_path, "one", [generated(0, "A", "A", em=1.0), generated(1, "B", "B", em=1.0)])
    with pytest.raises(InputError, match="only one log"):
        systems_of_logs([one], "lm-eval")
    with pytest.raises(InputError, match="given twice"):
        systems_of_logs([one, one], "lm-eval")
    with pytest.raises(InputError, match="another right answer in two"):
        systems_of_logs([one, harness(tmp_path, "two", [generated(0, "B", "A", em=0.0)])], "lm-eval")
    with pytest.raises(InputError, match="no question in common"):
        systems_of_logs([one, harness(tmp_path, "three", [generated(7, "B", "A", em=0.0)])], "lm-eval")
    with pytest.raises(InputError, match=r"no scorer in common .*'em'.*'acc'"):
        systems_of_logs([one, harness(tmp_path, "four", [generated(0, "A", "A", acc=1.0)])], "lm-eval")
    with pytest.raises(InputError, match="not a log of Inspect"):
        items_of_logs([one], "inspect")
    text = harness(tmp_path, "text", [generated(at, "AB"[at], f"A {at}", em=float(at)) for at in range(2)])
    with pytest.raises(NotOptionsError, match="there is no table"):
        systems_of_logs([one, text], "lm-eval")


def test_the_name_of_a_file_without_a_date_is_no_task(tmp_path):
    """The harness writes ``samples_TASK_DATE.jsonl``; a file named after a model is joined by ``doc_id``."""

    def named(name, right):
        rows = [generated(at, target, "A", em=float(target == "A")) for at, target in enumerate(right)]
        path = tmp_path / f"samples_{name}.jsonl"
        path.write_text("".join(json.dumps(row) + "\n" for row in rows))
        return path

    one, two, other = named("one", "AB"), named("two", "ABA"), named("other", "AA")
    read = systems_of_logs([one, two], "lm-eval")
    assert (read.n, read.missing) == (2, 1)  # doc_id 2 is in one of them only
    with pytest.raises(InputError, match=r"question '1' has another right answer in \w+other \('A'\) .* \('B'\)"):
        systems_of_logs([one, other], "lm-eval")
    dated = [named(f"{task}_2024-05-01T10-00-00.0", "AB") for task in ("arc", "gsm8k")]
    with pytest.raises(InputError, match="no question in common"):
        systems_of_logs(dated, "lm-eval")


# --- commands --------------------------------------------------------------------------------------------------------


def test_logs_are_told_by_their_shape(tmp_path):
    log = log_of(inspected("ABC"))
    assert (
        kind_of(written(tmp_path / "log.json", log)).log == kind_of(packed(tmp_path / "log.eval", log)).log == "inspect"
    )
    assert kind_of(harness(tmp_path, "one", [generated(0, "A", "A", em=1.0)])).log == "lm-eval"
    rows = tmp_path / "rows.jsonl"
    rows.write_text('{"actual": "A", "predicted": "B"}\n')
    saved = tmp_path / "saved.json"
    saved.write_text(Counts([[1, 2], [3, 4]], labels=("a", "b")).to_json())
    assert {kind_of(each).log for each in (rows, saved, tmp_path / "none.jsonl", "-")} == {None}


def run(capsys, *arguments):
    with pytest.raises(SystemExit) as stopped:
        main([str(each) for each in arguments])
    return stopped.value.code, capsys.readouterr()


def test_commands(tmp_path, capsys):
    one = harness(tmp_path, "one", [choice(at, at % 3, [-1, -2, -3], acc=float(at % 3 == 0)) for at in range(30)])
    two = harness(tmp_path, "two", [choice(at, at % 3, [-3, -2, -1], acc=float(at % 3 == 2)) for at in range(30)])
    code, said = run(capsys, "evaluate", one, "--format", "json")
    assert code == 0
    assert json.loads(said.out)["measures"] == evaluate(items_of_logs([one], "lm-eval")).to_dict()["measures"]
    code, said = run(capsys, "compare", one, two)
    assert (code, "two" in said.out) == (0, True)
    code, said = run(capsys, "evaluate", one, "--input", "lm-eval", "--actual", "y")
    assert code == 2
    assert "--actual: the log has no field 'y'; its fields are 'id', 'epoch'" in said.err
    code, said = run(capsys, "evaluate", tmp_path / "x.csv", "--actual", "y", "--predicted", "p", "--scorer", "s")
    assert code == 2
    assert "--scorer cannot be used with rows" in said.err


def test_commands_on_graded_logs(tmp_path, capsys):
    rows = [sample(at, "yes", {"includes": ("C" if at % 4 else "I", f"{at} yes")}) for at in range(40)]
    path = packed(tmp_path / "log.eval", log_of(rows, [("includes", "accuracy", 0.75, None)]))
    code, said = run(capsys, "evaluate", path, "--format", "json")
    found = json.loads(said.out)
    assert (code, found["kind"], found["measure"], found["value"]) == (0, "grading", "accuracy", 0.75)
    assert "informedness" not in found
    code, said = run(capsys, "evaluate", path)
    assert code == 0
    assert "Accuracy 75% by the grades of 'includes'" in said.out
    code, said = run(capsys, "evaluate", path, "--measure", "f_measure(beta=2)")
    assert code == 2
    assert "--measure cannot be used where only grades are known" in said.err
    for command in ("count", "check"):
        code, said = run(capsys, command, path, *(("--require", "accuracy >= 0.5") if command == "check" else ()))
        assert code == 2
        assert "informed evaluate gives the accuracy" in said.err


def test_commands_on_repeats(tmp_path, capsys):
    path = packed(tmp_path / "log.eval", epochs())
    code, said = run(capsys, "evaluate", path)
    assert code == 0
    assert "12 answers to 4 items" in said.out
    code, said = run(capsys, "evaluate", path, "--actual", "y")
    assert code == 2
    assert "--actual: the log has no field 'y'" in said.err
    code, said = run(capsys, "count", path)
    assert code == 2
    assert "several answers per item" in said.err
