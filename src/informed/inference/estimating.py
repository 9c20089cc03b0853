"""Estimates with intervals of any measure, registered or made for one question, on counts or a view of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from informed.core.counts import Counts
from informed.core.errors import InputError
from informed.core.estimate import Estimate
from informed.core.registry import Measure, get
from informed.core.table import as_table, total
from informed.core.validate import Numbers
from informed.inference.interval import interval

View = Callable[[Any], Any]
"""From a table to another made of sums of its cells: each label against the rest, abstentions as a label."""


def own(name: str, body: Callable[[Any], Any], like: str | Measure | None = None, **traits: Any) -> Measure:
    """A measure for one question, outside the catalogue; traits not given are those of the measure it is like."""
    facts: dict[str, Any] = {"family": "own", "source": "", "formula": name, "interval": "wald"}
    if like is not None:
        model = get(like)
        facts |= {
            "range": model.range,
            "fixed_chance": model.fixed_chance,
            "limit": model.limit,
            "perfect": model.perfect,
        }
    return Measure(name=name, body=body, **{**facts, **traits})


def one_table(data: Any, what: str) -> Counts:
    """Counts of one square table: given as such, or as a table actual x predicted."""
    counts = data if isinstance(data, Counts) else Counts(data)
    if counts.by:
        raise InputError(f"{what} reads one table, these counts are grouped by {', '.join(counts.by)}; take one group")
    if not counts.square:
        raise InputError(
            f"{what} needs the same labels on both axes; match {list(counts.labels_predicted)} to {list(counts.labels)}"
        )
    return counts


def measured_each(
    measure: str | Measure, counts: Counts, *, level: float = 0.95, view: View = as_table, chance: Any = None
) -> list[Estimate]:
    """An estimate for each table of the view (which adds one batch axis, or none)."""
    table = np.asarray(view(as_table(counts.table)))
    table = table if table.ndim > 2 else table[None]
    return measured_tables(
        measure,
        table,
        level=level,
        chance=chance,
        n=None if counts.weighted or counts.n is None else total(table),
        squares=view(np.asarray(counts.squares, float))[...].reshape(table.shape) if counts.weighted else None,
    )


def measured_tables(
    measure: str | Measure,
    table: Numbers,
    *,
    level: float = 0.95,
    chance: Any = None,
    n: Any = None,
    squares: Any = None,
) -> list[Estimate]:
    """An estimate for each table of a batch ``(tables, A, P)``."""
    which = get(measure)
    values = np.atleast_1d(which(table))
    chances = np.atleast_1d(which.at_chance(table)) if chance is None else np.broadcast_to(chance, values.shape)
    return interval(which, table, level=level, n=n, squares=squares).around(values, chances)


def measured(measure: str | Measure, counts: Counts, **options: Any) -> Estimate:
    """The estimate of one table."""
    return measured_each(measure, counts, **options)[0]
