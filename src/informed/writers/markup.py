"""What every page is made of: templates with all text escaped, the style, and the words for numbers."""

import base64
import hashlib
import math
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import Any

import jinja2

from informed.core import table as tables
from informed.core import words
from informed.core.accounting import accounting
from informed.core.counts import Counts
from informed.core.errors import InputError
from informed.core.estimate import Estimate
from informed.core.registry import Measure, get
from informed.writers.charts.svg import DARK, LIGHT, marks, variables
from informed.writers.grids import grids
from informed.writers.layout import seen

SHADES = 9  # steps of the tint of a cell, from nothing to all of its actual class
PARTS = {  # of an evaluation
    "reference_correction": "Against the truth",
    "abstention": "What abstaining is worth",
    "pricing": "What it is worth",
    "gaps": "How far the groups lie apart",
}
CONFUSED = 20  # pairs that are listed of a larger table
LETTERED = 12  # a table with more labels is drawn as a heat map alone


def policy(look: str, scripts: list[str]) -> str:
    """Only what is in the file may run, and nothing may be fetched."""
    allowed = " ".join(map(_hash, scripts)) or "'none'"
    return (
        f"default-src 'none'; script-src {allowed}; style-src {_hash(look)}; img-src data:; "
        "base-uri 'none'; form-action 'none'"
    )


def _hash(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


@cache
def environment() -> jinja2.Environment:
    """The templates, with all text escaped, and the words they use for numbers."""
    rooms = [jinja2.PackageLoader("informed.writers"), jinja2.PackageLoader("informed", "questions")]
    loader = jinja2.ChoiceLoader(rooms)
    made = jinja2.Environment(loader=loader, autoescape=True, trim_blocks=True, lstrip_blocks=True)
    made.undefined = jinja2.StrictUndefined
    made.filters |= FILTERS
    made.tests |= {
        "on_common_scale": lambda name: (found := _measure(name)) is not None and found.on_common_scale,
        "finite": _known,
        "lettered": lettered,
    }
    return made


@cache
def asset(name: str) -> str:
    """A style sheet or script of this package."""
    return files("informed.writers").joinpath("templates", name).read_text(encoding="utf-8")


@cache
def style() -> str:
    """The style sheet, with the colours of the charts."""
    light, dark = map(variables, (LIGHT, DARK))
    palette = f".informed {{ {light} }}\n@media screen and (prefers-color-scheme: dark) {{ .informed {{ {dark} }} }}\n"
    return palette + asset("style.css") + marks().replace(".drawn", ".informed .drawn")


# --- filters ---------------------------------------------------------------------------------------------------------


def _measure(name: str) -> Measure | None:
    """A measure of the registry; raters and label sets have measures of their own."""
    try:
        return get(name)
    except InputError:
        return None


def _says(name: str) -> str:
    found = _measure(name)
    return found.says if found else ""


def _known(value: float | None) -> bool:
    return value is not None and math.isfinite(value)


def lettered(table: Any) -> bool:
    """Whether a table has few enough labels to show every number."""
    return max(len(table.labels), len(getattr(table, "labels_predicted", ()))) <= LETTERED


def _scale(named: Mapping[str, Estimate]) -> str:
    """The view box of the strips of a table: from 0 to 1, and as far below as the values go."""
    ends = (end for each in named.values() for end in (each.value, each.low) if end is not None and math.isfinite(end))
    least = min(ends, default=0.0)
    return "-.02 0 1.04 1" if least >= 0 else "-.25 0 1.27 1" if least >= -0.25 else "-1.02 0 2.04 1"


def shaded(counts: Counts) -> Iterator[dict[str, Any]]:
    """The rows of a table, each cell tinted by its share of the actual class."""
    shares = tables.given_actual(tables.as_table(counts.table))
    for label, row, part in zip(counts.labels, counts.table, shares, strict=True):
        tints = [0 if math.isnan(share) else round(SHADES * share) for share in part]
        cells = [{"count": cell, "shade": tint} for cell, tint in zip(row, tints, strict=True)]
        yield {"label": label, "cells": cells, "sum": row.sum()}


def confused(counts: Counts) -> list[dict[str, Any]]:
    """The pairs of labels that are most often taken for one another, with their share of the actual class."""
    shares = tables.given_actual(tables.as_table(counts.table))
    pairs = [
        {"actual": actual, "predicted": predicted, "count": counts.table[row, column], "share": shares[row, column]}
        for row, actual in enumerate(counts.labels)
        for column, predicted in enumerate(counts.labels_predicted)
        if actual != predicted and counts.table[row, column]
    ]
    return sorted(pairs, key=lambda pair: -pair["count"])[:CONFUSED]


FILTERS: dict[str, Any] = {
    "number": words.number,
    "count": lambda value: "-" if value is None else words.count(value),
    "signed": words.signed,
    "interval": words.interval,
    "p": words.p_cell,
    "p_is": words.p_is,
    "seen": seen,
    "grids": lambda part: grids(part, PARTS[part.kind]),
    "percent": words.percent,
    "says": _says,
    "words": lambda name: name.replace("_", " "),
    "scale": _scale,
    "confused": confused,
    "shaded": lambda counts: list(shaded(counts)),
    "accounting": lambda evaluation: accounting(evaluation.counts),
}
