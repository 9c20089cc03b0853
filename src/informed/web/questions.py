"""What can be asked of a file: how informed are its predictions, which of its systems is better, which threshold."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlencode

from starlette.datastructures import FormData

from informed.core.errors import InputError, choice
from informed.questions.compare import compare
from informed.questions.evaluate import Evaluation, evaluate
from informed.questions.evaluate.subject import refuse_ids
from informed.questions.sweep import sweep
from informed.readers.columns import Columns, Scored
from informed.readers.counting import count_files
from informed.readers.distinct import distinct
from informed.web.bench import Bench, Fields

ENCODINGS = ("utf-8", "latin-1", "cp1252", "utf-16")
USUAL = {"missing": "raise", "encoding": ENCODINGS[0]}  # options, and what they are where nothing is said


class Field(NamedTuple):
    """A column to choose, or one of the labels in the column chosen for ``among``; ``otherwise`` stands for nothing."""

    name: str
    label: str
    otherwise: str = "choose a column"
    among: str = ""


@dataclass(frozen=True)
class Question:
    """A page: what it asks for, and how the answer is found."""

    name: str
    asks: str
    fields: tuple[Field, ...]
    answer: Callable[[FormData, Path], Any]

    def chosen(self, given: Fields, columns: Sequence[str], guessed: Mapping[str, str | None]) -> list[str | None]:
        """For each field what the address says, else what the names of the columns leave no doubt about."""
        left = {field.name: list(given.getlist(field.name)) for field in self.fields}
        found: list[str | None] = []
        for field in self.fields:
            said = left[field.name].pop(0) if left[field.name] else None
            found.append(said if field.among or said in columns else guessed.get(field.name))
        return found

    def query(self, form: Fields) -> str:
        """What was chosen as the query of an address; the file is not part of it."""
        names = dict.fromkeys(field.name for field in self.fields)
        pairs = [(name, str(value)) for name in names for value in form.getlist(name) if value]
        options = [(name, str(form[name])) for name, usual in USUAL.items() if form.get(name, usual) != usual]
        return urlencode([*pairs, *options])


def encoding(form: FormData) -> str:
    """How the file is written."""
    return choice("encoding", form.get("encoding", ENCODINGS[0]), ENCODINGS)


def editable(result: Any) -> Bench | None:
    """The table in the workbench, if nothing is lost there: no groups, no weights, not too many labels."""
    if not isinstance(result, Evaluation) or result.counts.by or result.counts.weighted:
        return None
    try:
        return Bench.from_counts(result.counts)
    except InputError:
        return None


def _evaluation(form: FormData, path: Path) -> Any:
    how = _reading(form)
    actual, predicted, weights = (next(iter(_chosen(form, name)), None) for name in ("actual", "predicted", "weight"))
    keys = {"weights": weights, "by": _chosen(form, "by"), "missing": how.pop("missing")}
    columns = Columns.named(actual, predicted, **keys)
    counts = count_files([path], columns, **how)
    refuse_ids(counts, "the columns of actual and predicted labels", "informed evaluate --labels in a shell")
    return evaluate(counts)


def _comparison(form: FormData, path: Path) -> Any:
    how = _reading(form)
    columns = Columns.named(_needed(form, "actual"), _chosen(form, "system"), missing=how.pop("missing"))
    return compare(distinct([path], columns, **how))


def _sweep(form: FormData, path: Path) -> Any:
    actual, score, positive = (_needed(form, name) for name in ("actual", "score", "positive"))
    how = _reading(form)
    columns = Scored.named(actual, score, positive=positive, missing=how.pop("missing"))
    return sweep(distinct([path], columns, **how))


def _reading(form: FormData) -> dict[str, Any]:
    return {"missing": form.get("missing") or "raise", "encoding": encoding(form), "untrusted": True}


def _chosen(form: FormData, name: str) -> list[str]:
    return [str(each) for each in form.getlist(name) if each]


def _needed(form: FormData, name: str) -> str:
    if not (given := form.get(name)):
        raise InputError(f"choose a column or a label for: {name}")
    return str(given)


_ACTUAL = Field("actual", "actual labels")
_ASKED = (
    Question(
        "file",
        "How informed are the predictions in a file?",
        (
            _ACTUAL,
            Field("predicted", "predicted labels"),
            Field("by", "groups", "no groups"),
            Field("weight", "weights", "no weights"),
        ),
        _evaluation,
    ),
    Question(
        "compare",
        "Which of several systems, judged on the same items, is better informed?",
        (
            _ACTUAL,
            Field("system", "baseline"),
            Field("system", "system to compare"),
            Field("system", "another", "no more"),
            Field("system", "and another", "no more"),
        ),
        _comparison,
    ),
    Question(
        "sweep",
        "Do the scores rank, and where to put the threshold?",
        (
            _ACTUAL,
            Field("score", "scores"),
            Field("positive", "high scores indicate", "choose a label", among="actual"),
        ),
        _sweep,
    ),
)
QUESTIONS = {question.name: question for question in _ASKED}
