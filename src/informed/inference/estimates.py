"""Estimates: values with their chance, their interval and their notes."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from informed.core.counts import Counts
from informed.core.errors import InputError
from informed.core.estimate import Estimate
from informed.core.labels import written
from informed.core.patterns import Patterns
from informed.core.registry import Measure, get, labelled
from informed.core.table import as_table
from informed.inference.chance import chance_mean
from informed.inference.dependence import grouped
from informed.inference.interval import interval
from informed.readers.device import is_array, to_numpy

POSITIVE_FIRST = ("+", "-")  # the labels of Counts.binary


def estimate(
    counts: Any,
    measure: str | Measure,
    *,
    label: Any = None,
    level: float = 0.95,
    method: str | None = None,
    draws: int = 4000,
    seed: Any = 0,
) -> Estimate:
    """The value of one measure, what chance gives, and the interval.

    ``counts``: a `Counts`, a bare table (actual x predicted), or `Patterns` of one system, whose clusters and strata
    are then allowed for. ``label`` takes that label against the rest; a measure of one label needs it, or names it as
    "recall[rain]". Of a bare table, and of `Counts.binary`, the positive class is the first. ``method``: see
    `informed.inference.interval.METHODS`; those that draw use ``draws`` and ``seed``; a table that lies in PyTorch has
    them made on its device.
    """
    found, named = labelled(measure)
    label = named if label is None else label
    if label is None and found.kind == "binary" and _unsaid(counts):
        raise InputError(
            f"{found} is of one label and it is not said of which: give label={counts.labels[0]!r} or "
            f"label={counts.labels[-1]!r}, or write '{found}[{counts.labels[0]}]'"
        )
    if label is not None:
        whole = counts if isinstance(counts, (Counts, Patterns)) else Counts(counts)
        counts = whole.one_vs_rest(label if named is None else written(named, whole.labels))
    return positive_first(counts, found, level=level, method=method, draws=draws, seed=seed)


def _unsaid(counts: Any) -> bool:
    """Whether counts have labels of their own, none of which is the positive one by its name."""
    return isinstance(counts, (Counts, Patterns)) and len(counts.labels) == 2 and counts.labels != POSITIVE_FIRST


def positive_first(
    counts: Any,
    measure: str | Measure,
    *,
    level: float = 0.95,
    method: str | None = None,
    draws: int = 4000,
    seed: Any = 0,
) -> Estimate:
    """The same of counts whose first label is known to be the positive one."""
    found = get(measure)
    if isinstance(counts, Patterns):
        counts = grouped(counts)
    table = to_numpy(as_table(counts))
    if table.ndim > 2:
        raise InputError(f"estimate takes one table, this one has batch axes {table.shape[:-2]}; take one group first")
    within = interval(found, counts, level=level, method=method, draws=draws, seed=seed)
    value, limited = float(found(table, undefined="nan")), float(found(table))
    settled = np.isnan(value) and not np.isnan(limited)
    note = f"{limited:g} by convention: a margin is empty" if settled else None
    (around,) = within.around(limited, found.at_chance(table), [note])
    return replace(around, chance_mean=chance_mean(found, table if is_array(counts) else counts))
