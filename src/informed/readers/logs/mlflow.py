"""The evaluation table of MLflow: ``eval_results_table.json``, with ``columns`` and ``data``, one row per item.

https://mlflow.org/docs. Columns that end in ``/score`` (or ``/value``) are grades; a ``/justification`` beside one
means that a language model gave it.
"""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from informed.core.errors import InputError, call
from informed.readers.logs.items import Grade, Item, Log, grade_of, mapping, parsed, text_of, texts_of, told

NOT_A_TABLE = "an evaluation table of MLflow"
GRADE = re.compile(r"(?P<name>.+?)(?:/v\d+)?/(?:score|value)")
IDS = ("id", "trace_id", "request_id", "item_id", "sample_id")
TARGETS = ("targets", "target", "ground_truth", "expected_response", "expected_answer", "expectations", "label")
ANSWERS = ("outputs", "output", "predictions", "prediction", "response", "answer")


def fits(found: Any) -> bool:
    """Whether a document is a table with a column of grades."""
    return isinstance(found, dict) and isinstance(found.get("columns"), list) and isinstance(found.get("data"), list)


def read(path: Path) -> Log:
    """The table; rows without an id are known by their place."""
    table = parsed(str(path), NOT_A_TABLE, path.read_bytes)
    columns = table.get("columns")
    if not isinstance(columns, list) or not isinstance(table.get("data"), list):
        raise InputError(f"{path}: not {NOT_A_TABLE} (it has no 'columns' and 'data')")
    scorers = {name: found["name"] for name in map(str, columns) if (found := GRADE.fullmatch(name))}
    if not scorers:
        raise InputError(f"{path}: none of its columns is a grade, such as 'answer_correctness/v1/score'")
    items = []
    for place, row in enumerate(table["data"]):
        with told(f"{path}, data[{place}]", NOT_A_TABLE):
            items.append(_item(dict(zip(map(str, columns), row, strict=True)), place, scorers))
    graded = tuple(each for each in items if any(grade.value is not None for grade in each.grades.values()))
    if not graded:
        raise InputError(f"{path}: none of its {len(items):,} rows is graded")
    lost = len(items) - len(graded)
    notes = [f"{lost:,} of {len(items):,} rows have no grade and were left out"] if lost else []
    names = tuple(dict.fromkeys(scorers.values()))
    judged = [name for column, name in scorers.items() if column.rsplit("/", 1)[0] + "/justification" in columns]
    return Log(path, "mlflow", graded, names, (), (*notes, *_judges(judged)))


def _judges(names: list[str]) -> list[str]:
    told = ", ".join(map(repr, names))
    return [f"graded by a language model ({told}): {call('judge')} corrects its mistakes"] if names else []


def _item(row: Mapping[str, Any], place: int, scorers: Mapping[str, str]) -> Item:
    def first(names: tuple[str, ...]) -> Any:
        return next((row[name] for name in names if row.get(name) is not None), None)

    answer = text_of(first(ANSWERS))
    grades = {name: Grade(grade_of(name, row[column]), answer, row[column]) for column, name in scorers.items()}
    inputs = row.get("inputs") if isinstance(row.get("inputs"), dict) else {}
    used = (*scorers, *IDS, *TARGETS, *ANSWERS)
    rest = {name: value for name, value in row.items() if name not in used and not isinstance(value, (dict, list))}
    id = first(IDS)
    about, target = {**mapping(inputs), **rest}, texts_of(first(TARGETS))
    model = str(row.get("model") or "")
    return Item(str(place if id is None else id), 1, target, grades, (), about, model, "", f"data[{place}]")
