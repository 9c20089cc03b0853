"""What all results have in common: the head of their JSON, every format, and a verdict that needs no writer."""

import csv
import html
import io
import json
import re
import subprocess
import sys
from functools import cache
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from tempfile import TemporaryDirectory

import jsonschema
import numpy as np
import pytest

import informed
from informed import InputError
from informed import lab as study
from informed.asking.schema import Defs, referred
from informed.core.result import Result
from informed.core.words import code_of, count, number
from informed.lab.costs import cost_forms, training_targets
from informed.questions.compare.crossing import crossed
from informed.questions.compare.grades import GradeComparison, compared
from informed.questions.evaluate.abstention import abstaining
from informed.questions.evaluate.grades import graded
from informed.questions.evaluate.readings import regression
from informed.questions.suite import Task, Tasks, suited
from informed.questions.sweep.selection import selective_risk
from informed.readers.logs import CrossedGrades, Grades, PairedGrades

HEAD = ["informed", "kind", "signature", "verdict"]
EXAMPLES = Path(__file__).parents[2] / "examples"
COUNTS = informed.Counts([[8, 2], [3, 7]], labels=("yes", "no"))
ACTUAL, PREDICTED = ["a", "b", "c"] * 8, ["a", "b", "c", "a", "c", "c"] * 4
PARTLY = [1, 0, 1, 0, None, None] * 9
SCORES = np.linspace(0.05, 0.95, 24)
SETS = [["x"], ["x", "y"], ["z"], ["y"]] * 5
SAID = [["x"], ["y"], ["z"], ["y", "z"]] * 5


def silent():
    return informed.count(ACTUAL, [*PREDICTED[:-2], "?", "?"], abstain="?")


def recorded(question):
    """Asked of a ledger with two nights of one system."""
    with TemporaryDirectory() as folder, informed.Ledger(f"{folder}/ledger.db") as ledger:
        for night in ("first", "second"):
            ledger.record(COUNTS, task="t", system="a", fingerprint=night)
        return getattr(informed.more, question)(ledger, "t")


MAKE = {
    "gap_changes": lambda: (
        informed.compare(ACTUAL, {"first": PREDICTED, "second": ACTUAL}, by=["s", "t"] * 12, draws=100).gaps
    ),
    "gaps": lambda: informed.evaluate(ACTUAL, PREDICTED, by=["s", "t"] * 12).gaps,
    "abstention": lambda: abstaining(silent()),
    "agreement": lambda: informed.agree({"ann": ACTUAL, "bob": PREDICTED}),
    "area_comparison": lambda: informed.more.compare_auc([1, 0] * 12, SCORES, SCORES[::-1] ** 2),
    "book": lambda: informed.bookmaker(COUNTS),
    "calibration": lambda: informed.sweep([1, 0] * 12, SCORES).calibration(),
    "corrections": lambda: informed.evaluate(COUNTS).corrections(),
    "pairs": lambda: informed.evaluate(COUNTS).pairs(),
    "significance": lambda: informed.evaluate(COUNTS).significance,
    "check": lambda: informed.check(COUNTS, require=["informedness > 0", "recall[yes].low > 0.9"]),
    "span_evaluation": lambda: informed.spans([["B-A", "O"], ["B-B", "O"]], [["B-A", "B-A"], ["O", "B-B"]]),
    "span_agreement": lambda: informed.spans(EXAMPLES / "prodigy-names.jsonl"),
    "comparison": lambda: informed.compare(ACTUAL, {"first": PREDICTED, "second": ACTUAL}, margin=0.1, draws=100),
    "consensus": lambda: informed.consensus({"ann": ACTUAL, "bob": PREDICTED, "cid": ACTUAL}),
    "conditions": lambda: informed.compare(
        ACTUAL * 2, PREDICTED + ACTUAL, subject=["s", "t", "t", "s"] * 12, condition=["x"] * 24 + ["y"] * 24
    ),
    "cues": lambda: informed.compare(ACTUAL, {"first": PREDICTED, "second": ACTUAL}, cues=True),
    "crossed_comparison": lambda: crossed(
        CrossedGrades("s", ("prompt",), ("p", "q"), {"a": (((1.0,), (0.0,)),) * 2, "b": (((1.0,), (1.0,)),) * 2})
    ),
    "cost_forms": lambda: cost_forms(COUNTS, cost_positive=2),
    "deployment": lambda: informed.deploy(COUNTS, prevalence=0.1, positive="yes"),
    "evaluation": lambda: informed.evaluate(COUNTS),
    "grade_comparison": lambda: compared(PairedGrades("s", {"a": ((1.0,), (0.0,)), "b": ((1.0,), (1.0,))})),
    "repeats": lambda: informed.more.repeats([[1, 0, 1], [1, 1, 1], [0, 0, 1]]),
    "suite": lambda: suited(Tasks((Task("t", "s", {"a": ((1.0,), (0.0,)), "b": ((1.0,), (1.0,))}, None),), ())),
    "grading": lambda: graded(Grades("includes", ((1.0, 0.0), (1.0, 1.0), (0.0, 0.0)), "free text")),
    "held_out": lambda: informed.sweep([1, 0] * 12, SCORES).held_out(informed.sweep([0, 1] * 12, SCORES)),
    "hierarchy": lambda: informed.evaluate(["a/x", "a/y"] * 9, ["a/x"] * 18, steps="/"),
    "judgement": lambda: informed.judge(COUNTS, pool={"yes": 120, "no": 80}, drawn="random"),
    "leaning": lambda: informed.judge(
        {"a": ["x", "y"], "b": ["y", "x"], "w": ["x", "tie"], "q": [1, 1]}, judged="w", first="a", second="b", id="q"
    ),
    "label_recovery": lambda: informed.more.recover_labels(
        recall=[0.8, 0.7], precision=[0.73, 0.78], support=[10, 10], digits=2
    ),
    "matching": lambda: informed.match(ACTUAL, PREDICTED, draws=20),
    "monitor": lambda: informed.watch([COUNTS, COUNTS]),
    "history": lambda: recorded("history"),
    "leaderboard": lambda: recorded("leaderboard"),
    "drift": lambda: recorded("drift"),
    "ordered": lambda: informed.evaluate([1, 2, 3, 4] * 6, SCORES, ordered=True),
    "calibrations": lambda: informed.sweep([1, 0] * 12, {"a": SCORES, "b": SCORES**2}).calibrations,
    "verified_comparison": lambda: informed.compare(
        PARTLY, {"a": [1, 0, 0, 0, 1, 0] * 9, "b": [1, 0, 1, 1, 1, 0] * 9}, verified=[1, 1, 1, 1, 0, 0] * 9
    ),
    "verification": lambda: informed.evaluate(PARTLY, [1, 0, 0, 0, 1, 0] * 9, verified=[1, 1, 1, 1, 0, 0] * 9),
    "plan": lambda: informed.plan(prevalence=0.2, informedness=0.5, width=0.2),
    "pricing": lambda: informed.price(COUNTS, cost=[[0, 5], [1, 0]]),
    "recovery": lambda: informed.recover(recall=0.8, fallout=0.3, prevalence=0.5, n=20),
    "reference_correction": lambda: informed.evaluate(COUNTS, reference_quality=(0.9, 0.1)).correction,
    "regression": lambda: regression(COUNTS),
    "reproduction": informed.lab.reproduce,
    "selective": lambda: selective_risk(ACTUAL, PREDICTED, SCORES),
    "set_comparison": lambda: informed.more.compare_multilabel(SETS, {"one": SAID, "two": SETS}, draws=0),
    "set_evaluation": lambda: informed.multilabel(SETS, SAID, draws=5),
    "stability": lambda: informed.multilabel(SETS, SAID, draws=0).stability(draws=20),
    "score_comparison": lambda: informed.sweep([1, 0] * 12, {"a": SCORES, "b": SCORES[::-1] ** 2}, benefit=(0.2, 0.6)),
    "stard": lambda: informed.evaluate(COUNTS, positive="yes").stard(),
    "sweep": lambda: informed.sweep([1, 0] * 12, SCORES),
    "sweeps": lambda: informed.more.sweep_classes(ACTUAL, np.eye(3)[[0, 1, 2, 0, 2, 2] * 4]),
    "taxonomy": lambda: informed.match(ACTUAL * 20, ["b", "a", "c"] * 160, changes=True),
    "training_targets": lambda: training_targets([7, 3]),
    "study measures": lambda: study.measures(["informedness", "accuracy"], studies=2),
    "study significance": lambda: study.significance(["pearson"], classes=2, items=20, tables=40),
    "study intervals": lambda: study.intervals(["accuracy"], items=20, prevalence="even", informed=0.5, tables=20),
    "study disagreement": lambda: study.disagreement(items=8, positives=3),
    "study bias": lambda: study.bias(["informedness", "accuracy"], grid=3),
    "study requirements": lambda: study.requirements(["informedness"], tables=20),
}


@cache
def made(name):
    return MAKE[name]()


@pytest.fixture(params=MAKE)
def result(request):
    return made(request.param)


def every_class():
    """Every kind of result in the package, found by importing all of it that gives results."""
    for room in ("questions", "inference", "lab"):
        package = import_module(f"informed.{room}")
        for module in walk_packages(package.__path__, f"informed.{room}."):
            import_module(module.name)
    seen = [Result]
    for each in seen:
        seen += each.__subclasses__()
    return {each for each in seen if each.__subclasses__() == [] or each is GradeComparison}  # which is both


def test_every_kind_of_result_is_tried_here():
    assert {type(made(name)) for name in MAKE} == every_class()
    for name in MAKE:
        assert name.split()[0] == made(name).kind


def test_json_begins_with_the_same_head(result):
    data = json.loads(result.to_json())
    assert list(data)[:4] == HEAD
    assert data["informed"] == informed.__version__
    assert data["signature"].startswith(f"informed:{informed.__version__}|")
    assert data["verdict"] == list(result.verdict)


@pytest.mark.parametrize("name", [name for name in MAKE if not name.startswith(("study", "reproduction"))])
def test_json_holds_what_the_schema_of_its_kind_says(name):
    """Which is derived from the types of its fields: every key is there, none beside them, each of its type."""
    defs = Defs()
    jsonschema.validate(json.loads(made(name).to_json()), {**referred(type(made(name)), defs), "$defs": defs})


def test_the_verdict_speaks_in_sentences_and_stands_in_the_text(result):
    text = " ".join(str(result).split())
    assert result.verdict
    for sentence in result.verdict:
        assert sentence.endswith(".")
        assert " ".join(sentence.split()) in text


CODED = ("abstention", "agreement", "book", "check", "consensus", "judgement", "label_recovery", "matching", "plan")
CODED += ("recovery", "span_agreement", "span_evaluation")


@pytest.mark.parametrize("name", CODED)
def test_every_sentence_has_a_code_and_every_answer_a_question(name):
    found = made(name)
    assert found.findings
    assert all(re.fullmatch(r"[a-z]+(_[a-z]+)*", code_of(each)) for each in found.findings)
    question, about = found.head()
    assert str(found).startswith(question)
    assert f"{question}   {about}".strip() == found.report(every=True).splitlines()[0]
    shown = html.unescape(found.report("html"))
    assert all(note in shown for note in found.remarks(True))


def test_rows_are_flat_and_leave_as_csv(result):
    rows = result.rows()
    read = list(csv.DictReader(io.StringIO(result.report("csv"))))
    assert len(read) == len(rows)
    assert set(read[0]) == set().union(*rows)
    assert not any(isinstance(value, dict) for row in rows for value in row.values())
    json.dumps(rows, allow_nan=False)


def test_every_format_is_written(result):
    assert result.signature in result.report("html")
    assert result.report("markdown").endswith("\n")
    assert result._repr_html_()
    with pytest.raises(InputError, match=r"style='cvs'.*did you mean 'csv'"):
        result.report("cvs")


def test_every_page_has_the_question_the_verdict_a_table_and_the_recipe(result):
    text, page = result.report("text"), result.report("html").partition("</main>")[0]
    (title,) = re.findall(r"<h1>(.*?)</h1>", page)
    first = text.partition("\n")[0].partition("  ")[0]
    assert html.unescape(title) == first or (first == "" and title.endswith("?"))
    shown = " ".join(html.unescape(page).split())
    assert all(" ".join(sentence.split()) in shown for sentence in result.verdict)
    assert f'<code class="signature">{html.escape(result.signature, quote=False)}</code>' in page.replace("&#39;", "'")
    assert "<table" in page or len(result.rows()) == 1
    assert "<pre>" not in re.sub(r"<details.*?</details>", "", page, flags=re.DOTALL)  # text is folded away


@pytest.mark.parametrize("name", ["monitor", "deployment", "training_targets", "stability", "corrections"])
def test_tables_of_pages_hold_the_rows(name):
    """Every number of every row stands in the page, as it is told in words."""
    page = html.unescape(made(name).report("html"))
    for row in made(name).rows():
        for key, value in row.items():
            if isinstance(value, float) and key not in ("level", "chance_mean"):
                assert {number(value), number(value, 4), count(value)} & set(re.findall(r"[^<>()\s]+", page)), key


def test_rows_become_frames(result):
    assert len(result.to_pandas()) == len(result.to_polars()) == len(result.rows())


@pytest.mark.parametrize("library", ["pandas", "polars"])
def test_a_frame_without_its_library_says_what_to_install(library, monkeypatch):
    monkeypatch.setitem(sys.modules, library, None)
    with pytest.raises(InputError, match=rf"to_{library}\(\) needs {library}.*informed\[dataframe\]"):
        getattr(made("evaluation"), f"to_{library}")()


def test_json_needs_no_writer():
    script = """
import sys, informed
counts = informed.Counts([[8, 2], [3, 7]])
for each in (informed.evaluate(counts), informed.compare(counts, counts), informed.match(counts, draws=9),
             informed.agree({"a": [1, 2, 1, 2], "b": [1, 2, 2, 2]}), informed.bookmaker(counts),
             informed.multilabel([["a"], ["b"]], [["a"], ["a"]], draws=0), informed.watch(counts)):
    each.to_json()
assert not any(name.startswith("informed.writers") for name in sys.modules)
"""
    subprocess.run([sys.executable, "-c", script], check=True)


def test_what_is_drawn_is_in_the_signature():
    for name in ("comparison", "matching", "set_evaluation", "stability", "study measures"):
        assert "|seed:0" in made(name).signature
    options = [informed.compare(COUNTS, COUNTS, seed=seed, draws=100).signature for seed in (0, 1)]
    assert options[0] != options[1]


def test_a_result_is_one_line_in_the_shell(result):
    """Kind, size and headline; the report is for print."""
    line = repr(result)
    assert line.startswith(type(result).__name__ + "(")
    assert "\n" not in line
    assert len(line) <= 300
    if isinstance(getattr(result, "n", None), int):
        assert f"{result.n:,} items" in line
    assert str(result) != line


def test_statistics_of_many_labels_are_one_short_line():
    labels = [f"label number {place}" for place in range(1000)]
    counts = informed.count(labels, labels)
    assert len(repr(counts)) < 400
    assert "1,000 in all" in repr(counts)
    assert len(repr(informed.evaluate(counts, only=["informedness"], per_label=[]))) < 200


@pytest.mark.parametrize(("ending", "begins"), [(".json", b'{\n  "informed"'), (".xlsx", b"PK"), (".svg", b"<svg")])
def test_a_file_is_what_its_ending_says(ending, begins, tmp_path):
    place = informed.evaluate(COUNTS).save(tmp_path / f"answer{ending}")
    assert place.read_bytes().startswith(begins)


@pytest.mark.parametrize(
    ("value", "said"), [(3986.5, "3,986.5"), (123456.5, "123,456.5"), (0.1 * 30003 - 0.3, "3,000")]
)
def test_a_sum_of_weights_is_told_with_its_decimal_however_large_it_is(value, said):
    assert count(value) == said
