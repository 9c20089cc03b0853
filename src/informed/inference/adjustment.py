"""Many hypotheses at once: p adjusted so that the whole family is judged, not each alone."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from informed.cells import Numbers
from informed.errors import InputError


def holm(p: Numbers) -> Numbers:
    """Holm 1979: no false finding in the whole family, whatever the dependence."""
    return _stepwise(p, lambda ordered, ranks, m: np.maximum.accumulate((m - ranks) * ordered))


def bh(p: Numbers) -> Numbers:
    """Benjamini & Hochberg 1995: the expected share of false findings; for exploring."""

    def step(ordered: Numbers, ranks: Numbers, m: int) -> Numbers:
        lowest: Numbers = np.minimum.accumulate((m / (ranks + 1) * ordered)[::-1])[::-1]
        return lowest

    return _stepwise(p, step)


def none(p: Numbers) -> Numbers:
    """Each p by itself."""
    return np.asarray(p, float)


ADJUSTMENTS: dict[str, Callable[[Numbers], Numbers]] = {"holm": holm, "bh": bh, "none": none}


def _stepwise(p: Numbers, step: Callable[[Numbers, Numbers, int], Numbers]) -> Numbers:
    values = np.asarray(p, float)
    wrong = (values < 0) | (values > 1)
    if wrong.any():
        raise InputError(f"p[{int(wrong.argmax())}] is {values[wrong][0]}; a p lies between 0 and 1")
    known = ~np.isnan(values)
    order = np.argsort(values[known], kind="stable")
    ranks = np.arange(len(order))
    adjusted = np.full(values.shape, np.nan)
    inner = np.empty(len(order))
    inner[order] = np.minimum(step(values[known][order], ranks, len(order)), 1.0)
    adjusted[known] = inner
    return adjusted


def max_t(z: Numbers, pairs: Numbers, covariance: Numbers, *, draws: int, rng: np.random.Generator) -> Numbers:
    """The p that the largest of all differences would reach this z by chance, the systems correlated as they are.

    ``covariance``: of the estimates of all systems; those that judged the same items err alike, and the largest of
    their differences is then smaller than Holm assumes (Westfall & Young).
    """
    values, vectors = np.linalg.eigh(covariance)
    errors = rng.standard_normal((draws, len(values))) * np.sqrt(np.maximum(values, 0.0)) @ vectors.T
    apart = errors[:, pairs[:, 0]] - errors[:, pairs[:, 1]]
    spread = np.sqrt(np.maximum(_spread(covariance, pairs), 1e-300))
    largest = np.abs(apart / spread).max(axis=1)
    reached: Numbers = (largest[:, None] >= np.abs(z)[None, :]).sum(0)
    return np.asarray((1 + reached) / (1 + draws))


def _spread(covariance: Numbers, pairs: Numbers) -> Numbers:
    first, second = pairs.T
    both: Numbers = covariance[first, first] + covariance[second, second] - 2 * covariance[first, second]
    return both
