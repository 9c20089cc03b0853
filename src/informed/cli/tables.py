"""Options of commands about a bare table, and the counts that they describe."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

import rich_click as click

from informed.cli.kinds import WHOLE, WORDS, Named
from informed.cli.options import refuse, stacked
from informed.core.counts import Counts
from informed.core.errors import InputError

F = TypeVar("F", bound=Callable[..., Any])

rowed = stacked(
    click.option(
        "--rows",
        type=Named(["actual", "predicted"]),
        help="What the rows are: predicted (Powers, R) or actual (scikit-learn). Required, except for saved counts.",
    ),
    click.option("--n", type=WHOLE, default=None, help="The number of items, when the table holds proportions."),
)
TABLED = ("source", "rows", "labels", "n")
_tabling = stacked(
    click.argument("source"),
    click.option("--labels", type=WORDS, default=None, help="The labels, in the order of the table."),
    rowed,
)


def tabling(function: F) -> Callable[..., Any]:
    """A command about a bare table, which it gets as ``counts``."""

    @_tabling
    @wraps(function)
    def counted(**options: Any) -> Any:
        return function(counts=tabled(**{name: options.pop(name) for name in TABLED}), **options)

    return counted


def tabled(source: str, rows: Any, labels: Any, n: int | None) -> Counts:
    """The counts of a bare table: the text itself, a file, saved counts, or - for standard input."""
    from informed.readers.matrix import read_matrix, read_matrix_file
    from informed.readers.saved import read_counts

    if not source.strip():
        raise InputError("the table is empty; write it as '30 12; 30 28', name a file, or - for standard input")
    if source.endswith(".json"):
        refuse({"rows": rows, "labels": labels, "n": n is not None}, ("rows", "labels", "n"), "with saved counts")
        return read_counts(source)
    if rows is None:
        raise InputError("missing --rows: give --rows actual (scikit-learn) or --rows predicted (R)")
    options = {"rows": rows, "labels": labels or (), "n": n}
    written = any(mark in source for mark in ";\n") or source.replace(" ", "").replace(".", "").isdigit()
    return read_matrix(source, **options) if written else read_matrix_file(source, **options)
