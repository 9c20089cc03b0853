"""Many tests at once: p-values adjusted so that the whole family keeps its promise."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from informed.errors import InputError, choice
from informed.inference.proportions import quantile
from informed.table import Array


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


def max_t(p: Array, pairs: Array, covariance: Array, rng: np.random.Generator, draws: int = 20_000) -> Array:
    """Adjusted for the largest of all differences at once, knowing how systems judged on the same items move together.

    ``covariance`` is that of the systems' values; differences are taken from normal draws with it (Westfall & Young).
    """
    size = len(covariance)
    scale = max(float(np.trace(covariance)) / size, 1e-300)
    values = rng.multivariate_normal(np.zeros(size), covariance / scale, size=draws, method="eigh")
    largest = np.zeros(draws)
    for second, first in pairs:
        spread = covariance[first, first] + covariance[second, second] - 2 * covariance[first, second]
        if spread > 0:
            np.maximum(largest, abs(values[:, second] - values[:, first]) / np.sqrt(spread / scale), out=largest)
    ordered = np.sort(largest)
    beyond = draws - np.searchsorted(ordered, quantile(np.maximum(p, 1e-300) / 2) - 1e-12)
    return np.maximum(p, (1 + beyond) / (1 + draws))
