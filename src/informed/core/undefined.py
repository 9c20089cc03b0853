"""Why a value is undefined, and which convention stands in for it, in words."""

import math

from informed.core.counts import Counts
from informed.core.labels import Label, in_words
from informed.core.registry import Measure
from informed.core.validate import Numbers
from informed.core.words import Finding


def explain(measure: Measure, counts: Counts, raw: float, value: float, label: Label | None) -> Finding | None:
    """What a reader must know about this value, or None when it is an ordinary number."""
    if not math.isnan(raw) and not math.isinf(value):
        return _order(measure, counts)
    why = _cause(counts, label)
    if math.isinf(value):
        return Finding("infinite", f"infinite{_bracketed(why)}", why=why)
    if not math.isnan(value):
        shown = f"shown as {value:g}"
        return Finding("undefined", f"undefined{_bracketed(why)}, {shown}", why=why, shown=shown)
    why = why or measure.unless or ""
    return Finding("undefined", f"undefined{_bracketed(why) or ' on this table'}", why=why, shown="")


def _order(measure: Measure, counts: Counts) -> Finding | None:
    if not measure.ordered or len(counts.labels) < 3:
        return None
    return Finding("order", in_words(counts.labels))


def _bracketed(why: str | None) -> str:
    return f" ({why})" if why else ""


def _cause(counts: Counts, label: Label | None) -> str:
    """The empty margin behind a 0/0."""
    causes = [
        _odd(counts.labels, counts.table.sum(-1), label, "only {} occurs", "{} never occurs"),
        _odd(counts.labels_predicted, counts.table.sum(-2), label, "only {} is predicted", "{} is never predicted"),
    ]
    return " and ".join(filter(None, causes))


def _odd(labels: tuple[Label, ...], margin: Numbers, label: Label | None, alone: str, never: str) -> str | None:
    """Who is alone in a margin, or missing from it."""
    used = [each for each, size in zip(labels, margin, strict=True) if size]
    if len(used) == 1 and len(labels) == 2 and label is None:
        return never.format(repr(next(each for each in labels if each != used[0])))
    if len(used) == 1 and label in (None, used[0]):
        return alone.format(repr(used[0]))
    return never.format(repr(label)) if label is not None and label not in used else None
