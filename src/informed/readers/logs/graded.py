"""Items of your own, one JSON object (or row of a table) per answer, with the fields that every log has.

``id`` and a grade are needed: ``grade``, ``score``, ``correct`` or ``passed``, or ``scores`` with one for each scorer.
Also read are ``epoch``, ``target``, ``answer``, ``options``, ``model`` and ``task``; every other field is metadata.
In a table of Ragas (``result.to_pandas()``) ``user_input`` is the item, and every column of numbers beside it a grade.
"""

import csv
import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from informed.core.errors import InputError
from informed.readers.logs.items import Grade, Item, Log, epoch_of, grade_of, lines, mapping, text_of, texts_of, told

NOT_AN_ITEM = "a graded item"
LABELS = {"C": 1.0, "P": 0.5, "I": 0.0, "N": 0.0}  # as Inspect writes grades
FIELDS = {
    "id": ("id", "item", "item_id", "sample_id", "question_id", "user_input"),
    "epoch": ("epoch", "repeat", "trial", "attempt"),
    "target": ("target", "reference", "expected", "ideal"),
    "answer": ("answer", "output", "response"),
    "options": ("options", "choices"),
    "model": ("model", "system"),
    "task": ("task", "benchmark"),
}
GRADES = ("grade", "correct", "is_correct", "passed")  # in a table of columns
SCORES = (*GRADES, "pass", "score")
RAGAS = {"user_input", "response"}  # the columns of its tables that hold no grade, these in all of them
BESIDE = {"reference", "retrieved_contexts", "reference_contexts", "retrieved_context_ids", "reference_context_ids"}
BESIDE |= {"multi_responses", "rubrics", "rubric", "persona_name", "query_style", "query_length", "synthesizer_name"}
TABLES = {".csv": ",", ".tsv": "\t"}


def fits(found: Any) -> bool:
    """Whether an object is a graded item, and no row of actual and predicted labels."""
    if not isinstance(found, dict) or {"actual", "predicted", "label"} & set(found):
        return False
    graded = any(name in found for name in SCORES) or isinstance(found.get("scores"), dict) or _of_ragas(found)
    return graded and _name(found, "id") is not None


def fits_table(names: list[str]) -> bool:
    """Whether the columns of a table are those of graded items."""
    return fits(dict.fromkeys(names)) and (any(name in names for name in GRADES) or _of_ragas(names))


def _of_ragas(names: Iterable[str]) -> bool:
    """Whether a table is one of Ragas with a column beside those of its samples."""
    return {*names} >= RAGAS and bool({*names} - RAGAS - BESIDE)


def read(path: Path) -> Log:
    """The items in their order; answers to one item are numbered where no epoch is given."""
    return of_rows(list(_rows(path)), path)


def of_rows(rows: list[tuple[str, Mapping[str, Any]]], path: Path) -> Log:
    """The items of rows with their places; ``path`` is what they are called."""
    items, ungraded = [], 0
    met: Counter[tuple[str, str, str]] = Counter()
    for place, row in _scored(rows):
        with told(f"{path}, {place}", NOT_AN_ITEM):
            item = _item(row, place, met)
        if all(grade.value is None for grade in item.grades.values()):
            ungraded += 1
            continue
        items.append(item)
    if not items:
        raise InputError(f"{path}: no graded items in this file")
    scorers = tuple(dict.fromkeys(name for item in items for name in item.grades))
    notes = [f"{ungraded:,} rows have no grade and were left out"] if ungraded else []
    return Log(path, "items", tuple(items), scorers, (), tuple(notes))


def _rows(path: Path) -> Iterator[tuple[str, Mapping[str, Any]]]:
    if path.suffix not in TABLES:
        yield from ((f"line {number}", row) for number, row in lines(path, NOT_AN_ITEM))
        return
    with told(str(path), "a table of graded items"), path.open(encoding="utf-8-sig", newline="") as file:
        rows = csv.DictReader(file, delimiter=TABLES[path.suffix], strict=True)
        for row in rows:
            if None in row or None in row.values():
                raise InputError(f"line {rows.line_num}: more or fewer fields than the first line names")
            yield f"line {rows.line_num}", {name: value or None for name, value in row.items()}


def _scored(rows: list[tuple[str, Mapping[str, Any]]]) -> list[tuple[str, Mapping[str, Any]]]:
    """The rows, those of Ragas with their columns of numbers as ``scores``."""
    if not rows or not _of_ragas(rows[0][1]):
        return rows
    known = {*RAGAS, *BESIDE, *SCORES, *(name for names in FIELDS.values() for name in names)}
    scores = [name for name in rows[0][1] if name not in known and all(_is_number(row.get(name)) for _, row in rows)]
    return [
        (place, {name: value for name, value in row.items() if name not in scores} | {"scores": _of(row, scores)})
        for place, row in rows
    ]


def _of(row: Mapping[str, Any], scores: list[str]) -> dict[str, Any]:
    return {name: row.get(name) for name in scores} | dict(mapping(row.get("scores")))


def _is_number(value: Any) -> bool:
    try:
        return value is None or math.isfinite(float(value))
    except (TypeError, ValueError):
        return False


def _item(row: Mapping[str, Any], place: str, met: Counter[tuple[str, str, str]]) -> Item:
    got = {field: _name(row, field) for field in FIELDS}
    given = {field: None if name is None else row[name] for field, name in got.items()}
    if given["id"] is None:
        raise InputError("no id; every answer needs the id of its item")
    answer = text_of(given["answer"])
    scores = {name: row[name] for name in SCORES if name in row} | dict(mapping(row.get("scores")))
    if not scores:
        raise InputError(f"no grade; name it {', '.join(SCORES)}, or give several as 'scores'")
    grades = {name: Grade(_grade(name, value), answer, value) for name, value in scores.items()}
    used = {*filter(None, got.values()), *SCORES, "scores", "metadata"}
    metadata = {name: value for name, value in row.items() if name not in used} | dict(mapping(row.get("metadata")))
    about = {field: text_of(given[field]) or "" for field in ("model", "task")}
    id = text_of(given["id"]) or ""
    met[about["model"], about["task"], id] += 1
    epoch = met[about["model"], about["task"], id] if given["epoch"] is None else epoch_of(given["epoch"])
    return Item(
        id, epoch, texts_of(given["target"]), grades, texts_of(given["options"]), metadata, place=place, **about
    )


def _grade(scorer: str, value: Any) -> float | None:
    return LABELS[value] if isinstance(value, str) and value in LABELS else grade_of(scorer, value)


def _name(row: Mapping[str, Any], field: str) -> str | None:
    return next((name for name in FIELDS[field] if name in row), None)
