"""Estimates: values with their chance, their interval and their notes."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from informed.counts import Counts
from informed.errors import InputError
from informed.inference.chance import chance_mean
from informed.inference.dependence import grouped
from informed.inference.estimate import Estimate
from informed.inference.interval import interval
from informed.patterns import Patterns
from informed.readers.device import is_array, to_numpy
from informed.registry import Measure, get
from informed.table import as_table


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
    are then allowed for. ``label`` takes that label against the rest, for measures of two classes. ``method``: see
    `informed.inference.interval.METHODS`; those that draw use ``draws`` and ``seed``; a table that lies in PyTorch has
    them made on its device.
    """
    found = get(measure)
    if label is not None:
        counts = (counts if isinstance(counts, (Counts, Patterns)) else Counts(counts)).one_vs_rest(label)
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
