"""Limits for weighted or clustered items, from those of plain items.

A sample that scatters as much as so many plain items is judged as if it were those (Korn & Graubard 1998 for one
proportion; Rao & Scott 1981 for tests): the method that serves a measure on plain items serves it here too, on a table
of that size. Where that method is Wald's, the standard error of the design itself takes its place.
"""

from functools import lru_cache
from typing import Any

import numpy as np

from informed.core.registry import Measure
from informed.core.table import Array, total
from informed.inference.design import SIDES, Design, Independent, Side, along, over
from informed.inference.gradient import influence
from informed.inference.proportions import Limits, Pair, Sample, Tail, Tested, quantile
from informed.inference.smoothing import pseudo_counts


@lru_cache(maxsize=256)
def side_of(measure: Measure, shape: tuple[int, int]) -> Side:
    """The margin whose classes may be weighted anew without changing the measure; None where there is none.

    Recall is unchanged when a row counts twice, precision when a column does: tried on a table without any pattern.
    """
    probe = np.random.default_rng(0).uniform(1.0, 9.0, shape)
    rows, columns = np.arange(2.0, 2 + shape[0])[:, None], np.arange(2.0, 2 + shape[1])
    value = measure.raw(probe)
    for side, factor in zip(SIDES, (rows, columns), strict=True):
        if np.isclose(measure.raw(probe * factor), value, rtol=1e-9, atol=0):
            return side
    return None


def smoothed(measure: Measure, sample: Sample) -> Limits:
    """Wald with the scatter of the design, about a table with a few pseudo-items of the usual weight."""
    table, variance, freedom = _scattered(measure, sample.design, side_of(measure, sample.shape))
    centre, error = np.asarray(measure.raw(table)), np.sqrt(variance)
    return lambda tail: about(centre, error * deviate(tail, freedom))


def _scattered(measure: Measure, design: Design, side: Side) -> tuple[Array, Array, Array | None]:
    """The table with its pseudo-items, the variance of the value and its degrees of freedom."""
    items, weight = pseudo_counts(design.table), design.unseen(side)
    table = design.table + items * weight
    effect = influence(measure, table)
    scatter, freedom = design.spread(effect, side)
    pseudo = design.clump * total(items * (weight * effect) ** 2)
    return table, (scatter + pseudo) / total(table) ** 2, freedom


def about(centre: Array, reach: Array) -> Pair:
    """As far below as above."""
    return centre - reach, centre + reach


def deviate(tail: Tail, freedom: Array | None) -> Any:
    """Student's t where little is known of the variance, the normal deviate otherwise."""
    from scipy.special import stdtrit

    return quantile(tail) if freedom is None else -stdtrit(freedom, tail)


def as_plain(measure: Measure, sample: Sample, plain: Any) -> Limits:
    """What ``plain`` makes of as many plain items as would scatter as much."""
    design, side = sample.design, side_of(measure, sample.shape)
    table, variance, freedom = _scattered(measure, design, side)
    alike = design.table / design.weight(side)
    expected = table * over(along(side, alike + pseudo_counts(design.table)), along(side, table))
    alone = total(expected * influence(measure, expected) ** 2) / total(expected) ** 2
    share = np.where((variance > 0) & (alone > 0), over(alone, variance), 1.0)
    items = Sample(Independent(alike * share[..., None, None]), sample.draws, sample.seed)
    return student(plain(measure, items), freedom)


def student(limits: Limits, freedom: Array | None) -> Limits:
    """The limits at the tail of the normal that lies as far out as Student's t does."""
    from scipy.special import ndtr, ndtri, stdtr

    if freedom is None:
        return limits

    def at(tail: Tail) -> Pair:
        return limits(ndtr(-deviate(tail, freedom)))

    return Tested(at, 2 * stdtr(freedom, ndtri(limits.p / 2))) if isinstance(limits, Tested) else at
