"""Many tests at once: p-values adjusted so that the whole family keeps its promise."""

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

from informed.core.errors import InputError, choice
from informed.core.table import Array
from informed.inference.proportions import quantile


def holm(p: Array) -> Array:
    """The chance of even one false alarm stays below alpha, whatever the tests depend on (Holm 1979)."""
    order = np.argsort(p)
    stepped = np.maximum.accumulate(p[order] * np.arange(len(p), 0, -1))
    return _back(np.minimum(stepped, 1.0), order)


def benjamini_hochberg(p: Array) -> Array:
    """The expected share of false alarms among the alarms stays below alpha: for exploring (1995)."""
    order = np.argsort(p)[::-1]
    stepped = np.minimum.accumulate(p[order] * len(p) / np.arange(len(p), 0, -1))
    return _back(np.minimum(stepped, 1.0), order)


def unadjusted(p: Array) -> Array:
    """As they are."""
    return np.asarray(p, dtype=np.float64)


def _back(values: Array, order: Array) -> Array:
    found = np.empty(len(values))
    found[order] = values
    return found


ADJUSTMENTS: dict[str, Callable[[Array], Array]] = {"holm": holm, "bh": benjamini_hochberg, "none": unadjusted}


def adjust(p: Any, method: str = "holm") -> Array:
    """Adjusted p-values, in the order given; those that are NaN are no part of the family and stay so."""
    found = np.asarray(p, dtype=np.float64)
    wrong = (found < 0) | (found > 1)
    if wrong.any():
        raise InputError(f"p[{int(wrong.argmax())}] is {found[wrong][0]}; a p-value lies between 0 and 1")
    there = ~np.isnan(found)
    adjusted = found.copy()
    adjusted[there] = ADJUSTMENTS[choice("adjust", method, ADJUSTMENTS)](found[there])
    return adjusted


def shown_at(p: Any, adjusted: Any, alpha: float, method: str = "holm") -> Array:
    """For each test the size of the interval that agrees with its adjusted p: it leaves out the null when that does.

    Holm: Bonferroni's intervals, which hold together; those that only Holm's later steps reject stand at their step.
    BH: the share of the tests that it rejects (Benjamini & Yekutieli 2005). None: as they are.
    """
    found, changed = np.asarray(p, dtype=np.float64), np.asarray(adjusted, dtype=np.float64)
    family, rejected = max(int((~np.isnan(found)).sum()), 1), changed < alpha
    if method == "none":
        return np.full(found.shape, alpha)
    if method == "bh":
        return np.full(found.shape, alpha * max(int(rejected.sum()), 1) / family)
    least = np.full(found.shape, alpha / family)
    step = family - (found[..., None] > found).sum(-1)  # how many tests are left when this one is reached
    return np.where(rejected & (found >= least), alpha / step, least)


@dataclass(frozen=True)
class MaxT:
    """The largest of all differences at once, knowing how systems judged on the same items move together.

    ``largest``, in order, are those of normal draws with the covariance of the systems' values (Westfall & Young 1993).
    """

    largest: Array

    @classmethod
    def of(cls, pairs: Array, covariances: Iterable[Array], rng: "np.random.Generator", draws: int = 20_000) -> "MaxT":
        """Drawn for these pairs of systems, in several groups of items each with a covariance of its own.

        Groups are drawn apart. Where they share clusters that is on the safe side (Royen 2014).
        """
        largest = np.zeros(draws)
        for covariance in covariances:
            size = len(covariance)
            scale = max(float(np.trace(covariance)) / size, 1e-300)
            values = rng.multivariate_normal(np.zeros(size), covariance / scale, size=draws, method="eigh")
            for second, first in pairs:
                spread = covariance[first, first] + covariance[second, second] - 2 * covariance[first, second]
                if spread > 0:
                    apart = abs(values[:, second] - values[:, first]) / np.sqrt(spread / scale)
                    np.maximum(largest, apart, out=largest)
        return cls(np.sort(largest))

    def adjust(self, p: Array) -> Array:
        """How often the largest is as far out as each."""
        draws = len(self.largest)
        beyond = draws - np.searchsorted(self.largest, quantile(np.maximum(p, 1e-300) / 2) - 1e-12)
        return np.maximum(p, (1 + beyond) / (1 + draws))

    def shown_at(self, alpha: float) -> float:
        """The p of a single test whose adjusted p is just not below alpha: the size of intervals that hold together."""
        from scipy.special import ndtr

        draws = len(self.largest)
        few = math.ceil(alpha * (1 + draws)) - 1  # so many beyond it are too many: (1 + few) / (1 + draws) >= alpha
        return float(min(alpha, 2 * ndtr(-self.largest[draws - max(few, 1)])))
