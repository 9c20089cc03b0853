"""The measures in print, read from their traits."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable

from informed.registry import ByShape, Measure
from informed.writers.layout import columns

WIDTH = 100


def listed(measures: Iterable[Measure]) -> str:
    """One line a measure, family by family."""
    lines: list[str] = []
    family = None
    rows = [(each, [each.name, _short(each.says)]) for each in measures]
    table = columns([row for _, row in rows], left=2).split("\n")
    for (each, _), line in zip(rows, table, strict=True):
        if each.family != family:
            family = each.family
            lines += ["", family]
        lines.append(line)
    return "\n".join(lines).lstrip("\n") + "\n\n`informed measures NAME` explains one."


def _short(sentence: str) -> str:
    return textwrap.shorten(sentence, 72, placeholder=" ...")


def explained(measure: Measure) -> str:
    """Everything the registry knows about one measure."""
    facts = {
        "formula": measure.formula,
        "range": f"{_fact(measure.range[0])} to {_fact(measure.range[1])}",
        "chance": "depends on the margins" if measure.fixed_chance is None else f"{measure.fixed_chance:g}",
        "perfect": "depends on the margins" if measure.perfect is None else _fact(measure.perfect),
        "0/0": "undefined (NaN)" if measure.limit is None else f"{measure.limit:g} by convention",
        "takes": _takes(measure),
        "unit": measure.unit,
        "dual": measure.dual or ("itself" if measure.symmetric else None),
        "parameters": ", ".join(f"{name}={value!r}" for name, value in measure.parameters.items()),
        "aliases": ", ".join(measure.aliases),
        "family": measure.family,
        "source": measure.source,
    }
    rows = [[name, value] for name, value in facts.items() if value]
    told = [textwrap.fill(part, WIDTH) for part in (measure.says, *measure.remarks.split("\n\n")) if part]
    return "\n\n".join([measure.name, *told, columns(rows, left=2)])


def _takes(measure: Measure) -> str:
    if measure.kind == "binary":
        return "a 2 x 2 table, positive class first; each label against the rest otherwise"
    shape = "a square table" if measure.square else "any table"
    order = ", labels in order" if measure.ordered else ""
    return shape + order + ("; also each label against the rest" if measure.labelwise else "")


def _fact(value: ByShape) -> str:
    return "depends on the number of classes" if callable(value) else f"{value:g}"
