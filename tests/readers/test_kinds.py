"""What a file is gets decided once: the shell and the workbench see the same in every file, and so does Python."""

import ast
import json
import shutil
import sqlite3
from pathlib import Path

import pytest

import informed
from informed.asking.declared import Given
from informed.asking.exports import is_export
from informed.asking.logs import kind_read
from informed.asking.reading import counted
from informed.questions import QUESTIONS
from informed.readers import kinds
from informed.readers.annotations import KINDS as EXPORTS
from informed.readers.kinds import ASKED, kind_of, recognised
from informed.readers.logs import KINDS as LOGS
from informed.web.formats import format_of

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "informed"
ENDINGS = (".csv", ".json", ".jsonl", ".conll", ".qrels", ".run", ".db", ".ipynb", ".md")
FILES = [
    each for place in ("examples", "tests") for each in sorted((ROOT / place).rglob("*")) if each.suffix in ENDINGS
]
PRODIGY = {"text": "a b", "id": 1, "score": 1, "answer": "accept", "accept": ["pos"], "_view_id": "choice"}
PRODIGY |= {"_input_hash": 1, "_task_hash": 1, "options": [{"id": "pos"}, {"id": "neg"}], "_annotator_id": "ada"}
ITEM = {"id": "q1", "target": "A", "answer": "B", "grade": 0}
MADE = {  # files that two kinds may be taken for, and what they are
    "prodigy.jsonl": (PRODIGY, ("export", "prodigy")),
    "items.jsonl": (ITEM, ("log", "items")),
    "items-with-text.jsonl": ({**ITEM, "text": "what?"}, ("log", "items")),
    "mlflow.json": ({"columns": ["id", "correctness/score"], "data": [["a", 1]]}, ("log", "mlflow")),
    "tasks.json": ([{"id": 1, "data": {"text": "a"}, "annotations": []}], ("export", "label-studio")),
    "rows.jsonl": ({"id": 1, "actual": "a", "predicted": "b", "score": 0.5}, ("rows", "")),
    "rows.json": ([{"y": 1, "p": 0}], ("rows", "")),
    "cut.json": ('[{"id": 1, "data": {"text": "a"}, "annotations": []}, {"id"', ("export", "label-studio")),
    "broken.json": ('{"id": 1, ', ("rows", "")),
    "empty.csv": ("", ("rows", "")),
    "rows.csv": ("y,p\n0,1\n1,1\n", ("rows", "")),
    "two-by-two.csv": ("y_true,y_pred\n0,1\n", ("rows", "")),
    "graded.csv": ("id,correct\n1,1\n2,0\n", ("log", "items")),
    "bare.txt": ("30 12\n30 28\n", ("matrix", "")),
    "four.txt": ("9 0 1 0\n0 8 1 1\n2 0 7 1\n0 1 1 8\n", ("matrix", "")),
    "named.csv": (",cat,dog\ncat,5,1\ndog,2,6\n", ("matrix", "")),
    "judged.txt": ("301 0 d1 1\n301 0 d2 0\n", ("qrels", "")),
    "found.txt": ("301 Q0 d1 1 4.6 made\n301 Q0 d2 2 3.6 made\n", ("run", "")),
    "tags.bio": ("Vik B-ORG\n", ("tags", "")),
}


@pytest.fixture
def made(tmp_path):
    """The files of `MADE`."""
    for name, (held, _) in MADE.items():
        text = held if isinstance(held, str) else json.dumps(held) + "\n"
        (tmp_path / name).write_text(text)
    return tmp_path


def in_the_shell(path):
    """What the shell takes a file for, by the functions that commands ask."""
    if is_export("auto", [str(path)], named=False):
        return "export"
    return "rows" if kind_read("auto", [str(path)], None, Given({}, ())) == "rows" else "log"


def in_the_workbench(path):
    """What the workbench takes a file for, by the sentence above its tabs."""
    try:
        said = format_of(path).said
    except informed.InputError:
        return "refused"
    return next(
        (what for what, begin in {"log": "A log", "export": "An export"}.items() if said.startswith(begin)), "rows"
    )


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_both_doors_see_the_same_in_a_file(path, tmp_path):
    alone = Path(shutil.copy(path, tmp_path / path.name))  # the workbench looks at what lies beside a file
    what = kind_of(path).what
    assert in_the_shell(path) == (what if what in ("log", "export") else "rows")
    assert in_the_workbench(alone) in (in_the_shell(path), "refused")


@pytest.mark.parametrize("name", MADE)
def test_a_file_that_looks_like_two_kinds_is_one(made, tmp_path, name):
    assert kind_of(made / name) == MADE[name][1]
    assert in_the_shell(made / name) == (MADE[name][1][0] if MADE[name][1][0] in ("log", "export") else "rows")


def test_the_file_that_two_doors_took_for_two_kinds(tmp_path):
    """A Prodigy file whose tasks have an id and a score has the fields of graded items too."""
    path = tmp_path / "tasks.jsonl"
    path.write_text("".join(json.dumps({**PRODIGY, "id": each, "_input_hash": each}) + "\n" for each in range(4)))
    assert in_the_shell(path) == in_the_workbench(path) == "export"


def test_saved_statistics_answers_and_ledgers_are_known(tmp_path):
    counts = informed.Counts([[5, 1], [2, 6]])
    for name, text in {"c.json": counts.to_json(), "e.json": informed.evaluate(counts).to_json()}.items():
        (tmp_path / name).write_text(text)
    assert kind_of(tmp_path / "c.json").statistic == "counts"
    assert kind_of(tmp_path / "e.json").what == "answer"
    assert kind_of(ROOT / "tests" / "ledger" / "fixture" / "ledger.db").what == "ledger"
    with sqlite3.connect(tmp_path / "other.db") as other:
        other.execute("create table run (id text)")
    assert kind_of(tmp_path / "other.db").what == "rows"


@pytest.mark.parametrize("given", ["-", "no-such-file.csv", "*.csv", "book.xlsx#Sheet2", ".", "a\0b"])
def test_what_is_no_file_is_left_to_whoever_reads_rows(given):
    assert kind_of(given) == kinds.ROWS


def test_nobody_else_asks_a_format_whether_a_file_is_its_own():
    """`fits` of logs and exports, and the marks of what we save, are read in one module."""
    asking = set()
    for path in (each for room in ("readers", "asking", "web", "cli") for each in (SOURCE / room).rglob("*.py")):
        tree = ast.parse(path.read_text())
        named = {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
        named |= {node.name for node in ast.walk(tree) if isinstance(node, ast.alias)}
        if named & {"fits", "fits_table", "TAGGED"}:
            asking.add(path.relative_to(SOURCE).as_posix())
    assert asking == {"readers/kinds.py"}


def test_questions_are_named_as_they_are_asked(made):
    every = {name for names in ASKED.values() for name in names}
    for path in [*FILES, *(made / name for name in MADE)]:
        try:
            every |= {*recognised(path).questions}
        except informed.InputError:
            continue
    assert {"evaluate", "compare", "sweep", "agree", "consensus", "spans", "match", "multilabel", "judge"} <= every
    assert every <= set(QUESTIONS)
    assert {kind_of(each).tool for each in FILES} <= {"", "counts", "items", "scores", "label sets", *LOGS, *EXPORTS}


def test_a_frame_and_its_file_are_recognised_alike(tmp_path):
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame({"id": [*"wxyz"], "gold": [*"abab"], "pred_a": [*"abbb"], "p": [0.1, 0.25, 0.5, 0.75]})
    frame.to_csv(tmp_path / "rows.csv", index=False)
    held = recognised(tmp_path / "rows.csv")
    for data in (frame, frame.to_dict("list"), frame.to_dict("records")):
        found = recognised(data)
        assert (found.columns, found.roles, found.questions) == (held.columns, held.roles, held.questions)
    assert [(each.role, each.column) for each in held.roles] == [
        ("id", "id"),
        ("actual", "gold"),
        ("predicted", "pred_a"),
    ]
    assert json.loads(json.dumps(held.to_dict()))["columns"][3]["type"] == "decimal"


def test_a_file_without_rows_says_what_to_do(made):
    for name, (shell, page) in {"found.txt": ("qrels", "judgements"), "bare.txt": ("rows", "first page")}.items():
        said = {"files": (str(made / name),), "kind": "auto", "rows": None}
        with pytest.raises(informed.InputError, match=f"holds no rows.*{shell}"):
            counted(Given(said, ()))
        (made / shell).mkdir()
        alone = Path(shutil.copy(made / name, made / shell / name))
        with pytest.raises(informed.InputError, match=f"holds no rows.*{page}"):
            format_of(alone)
