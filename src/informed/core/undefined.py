"""Why a value is undefined, and which convention stands in for it, in words."""

from __future__ import annotations

import math

from informed.core.counts import Counts
from informed.core.labels import Label, in_words
from informed.core.registry import Measure
from informed.core.validate import Numbers


def explain(measure: Measure, counts: Counts, raw: float, value: float, label: Label | None) -> str | None:
    """What a reader must know about this value, or None when it is an ordinary number."""
    if math.isinf(value):
        return f"infinite{_cause(counts, label)}"
    if not math.isnan(raw):
        return _order(measure, counts)
    if math.isnan(value) and (cause := _cause(counts, label)):
        return f"undefined{cause}"
    if math.isnan(value):
        return f"undefined{f' ({measure.unless})' if measure.unless else ' on this table'}"
    return f"undefined{_cause(counts, label)}, shown as {value:g}"


def _order(measure: Measure, counts: Counts) -> str | None:
    if not measure.ordered or len(counts.labels) < 3:
        return None
    return in_words(counts.labels)


def _cause(counts: Counts, label: Label | None) -> str:
    """The empty margin behind a 0/0, in brackets."""
    causes = [
        _odd(counts.labels, counts.table.sum(-1), label, "only {} occurs", "{} never occurs"),
        _odd(counts.labels_predicted, counts.table.sum(-2), label, "only {} is predicted", "{} is never predicted"),
    ]
    found = [cause for cause in causes if cause]
    return f" ({' and '.join(found)})" if found else ""


def _odd(labels: tuple[Label, ...], margin: Numbers, label: Label | None, alone: str, never: str) -> str | None:
    """Who is alone in a margin, or missing from it."""
    used = [each for each, size in zip(labels, margin, strict=True) if size]
    if len(used) == 1 and len(labels) == 2 and label is None:
        return never.format(repr(next(each for each in labels if each != used[0])))
    if len(used) == 1 and label in (None, used[0]):
        return alone.format(repr(used[0]))
    return never.format(repr(label)) if label is not None and label not in used else None
