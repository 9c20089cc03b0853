"""Limits of one proportion: how many out of how many, at a given probability in each tail."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from informed.core.registry import Measure
from informed.core.table import Array, total
from informed.inference.design import Design
from informed.inference.gradient import influence
from informed.inference.smoothing import pseudo_counts

Pair = tuple[Array, Array]
Tail = Any
"""The probability left out on each side: a number, or one for each table."""

ProportionLimits = Callable[[Array, Array, Tail], Pair]

MANY = 2000  # from here on a batch is searched for repeats before anything is inverted


def quantile(tail: Tail) -> Any:
    """The normal deviate with this probability above it."""
    from scipy.special import ndtri

    return -ndtri(tail)


def jeffreys(part: Array, whole: Array, tail: Tail) -> Pair:
    """Quantiles of Beta(x + 1/2, n - x + 1/2); 0 when nothing was found, 1 when everything was.

    Brown, Cai & DasGupta 2001. For x out of n the upper limit is one minus the lower limit of n - x out of n.
    """
    low = _distinct(_jeffreys_low, np.stack([part, whole - part]), np.stack([whole, whole]), tail)
    return low[0], 1 - low[1]


def _jeffreys_low(part: Array, whole: Array, tail: Tail) -> Array:
    return _beta_quantile(part, part + 0.5, whole - part + 0.5, tail)


def _beta_quantile(part: Array, a: Array, b: Array, tail: Tail) -> Array:
    """The quantile of a beta distribution; 0 when nothing was found, and in tails so small that SciPy gives up."""
    from scipy.special import betaincinv

    found = betaincinv(a, b, tail)
    return np.where((part <= 0) | (np.isnan(found) & ~np.isnan(b)), 0.0, found)


def exact(part: Array, whole: Array, tail: Tail) -> Pair:
    """Clopper & Pearson 1934: never covers less than promised, and usually more."""
    low = _distinct(_exact_low, np.stack([part, whole - part]), np.stack([whole, whole]), tail)
    return low[0], 1 - low[1]


def _exact_low(part: Array, whole: Array, tail: Tail) -> Array:
    return _beta_quantile(part, np.maximum(part, 0.5), whole - part + 1, tail)


def wilson(part: Array, whole: Array, tail: Tail) -> Pair:
    """Wilson's score limits, 1927."""
    z = quantile(tail)
    middle = part + z**2 / 2
    reach = z * np.sqrt(part * (whole - part) / whole + z**2 / 4)
    return (middle - reach) / (whole + z**2), (middle + reach) / (whole + z**2)


def jeffreys_wilson(part: Array, whole: Array, tail: Tail) -> Pair:
    """The wider of Jeffreys' and Wilson's limits: each falls short where the other holds.

    Where one item was found, or missed, both do; that limit then leaves out only shares at which finding none is
    as probable as the level (Brown, Cai & DasGupta 2001).
    """
    with np.errstate(divide="ignore"):  # at level 0 there is nothing to leave out
        none = -np.expm1(np.log1p(-2 * np.asarray(tail)) / whole)
    lows, highs = zip(jeffreys(part, whole, tail), wilson(part, whole, tail), strict=True)
    low, high = np.fmin(*lows), np.fmax(*highs)
    found, missed = (abs(each - 1) < 1e-9 for each in (part, whole - part))  # effective items are 1 but for rounding
    return np.where(found, np.fmin(low, none), low), np.where(missed, np.fmax(high, 1 - none), high)


def _distinct(low: Callable[..., Array], part: Array, whole: Array, tail: Tail) -> Array:
    """``low`` worked out once for each distinct pair of counts: in a large batch most tables share them."""
    if part.size < MANY or np.ndim(tail):
        return low(part, whole, tail)
    _, first, place = np.unique(part + 1j * whole, return_index=True, return_inverse=True)
    return low(part.ravel()[first], whole.ravel()[first], tail)[place].reshape(part.shape)


def mover(left: tuple[Array, Pair], right: tuple[Array, Pair], together: Array | float = 0.0) -> Pair:
    """Limits of a difference from the limits of its two terms: the method of variance estimates recovery.

    Zou & Donner 2008; with Wilson's limits it is Newcombe 1998, method 10. ``together``: the correlation of the terms
    (Zou 2007).
    """
    (a, (a_low, a_high)), (b, (b_low, b_high)) = left, right
    return (a - b - _joined(a - a_low, b_high - b, together), a - b + _joined(a_high - a, b - b_low, together))


def _joined(first: Array, second: Array, together: Array | float) -> Array:
    """The reach of a difference of two terms that are correlated."""
    apart = np.hypot(first, second)
    if not np.any(together):
        return np.asarray(apart)
    with np.errstate(invalid="ignore"):  # a reach may be infinite
        found = np.sqrt(np.maximum(apart**2 - 2 * np.asarray(together) * first * second, 0.0))
    return np.where(np.isfinite(apart), found, apart)


def tango(first: Array, second: Array, whole: Array, tail: Tail) -> Pair:
    """Score limits of the difference of two proportions found on the same items (Tango 1998).

    Of ``whole`` items, ``first`` have the property by the one account alone and ``second`` by the other alone.
    """
    z = np.multiply.outer([1.0, -1.0], np.broadcast_to(quantile(np.asarray(tail)), np.shape(first)))
    low, high = np.full(z.shape, -1.0), np.full(z.shape, 1.0)
    for _ in range(54):  # the score falls as the difference rises: halve to the last digit
        middle = (low + high) / 2
        above = _tango_score(first, second, whole, middle) > z
        low, high = np.where(above, middle, low), np.where(above, high, middle)
    lower, upper = np.where(np.asarray(whole) > 0, (low + high) / 2, np.nan)
    return np.where(second >= whole, -1.0, lower), np.where(first >= whole, 1.0, upper)


def _tango_score(first: Array, second: Array, whole: Array, gap: Array) -> Array:
    a, c = 2 * whole, -second * gap * (1 - gap)
    b = -first - second + (2 * whole - first + second) * gap
    with np.errstate(divide="ignore", invalid="ignore"):
        q = (np.sqrt(np.maximum(b * b - 4 * a * c, 0.0)) - b) / (2 * a)
        apart = first - second - whole * gap
        # At the difference observed the score is 0, even where nothing differs and the variance is 0 too.
        return np.where(apart == 0, 0.0, apart / np.sqrt(whole * (2 * q + gap * (1 - gap))))


Limits = Callable[[Tail], Pair]
"""From the probability in each tail to the low and the high end."""


@dataclass(frozen=True, eq=False)
class Tested:
    """Limits that are the inversion of a test, and its two-sided p of the value at chance."""

    limits: Limits
    p: Array

    def __call__(self, tail: Tail) -> Pair:
        return self.limits(tail)


@dataclass(frozen=True)
class Sample:
    """What a method works on: tables with their design, and how to draw more where the method draws."""

    design: Design
    draws: int = 4000
    seed: Any = 0
    home: Any = None  # the tables on the device where draws are made, if not on the host

    @property
    def table(self) -> Array:
        """The tables ``(..., A, P)``."""
        return self.design.table

    @property
    def shape(self) -> tuple[int, int]:
        """The number of actual and of predicted classes."""
        return self.table.shape[-2], self.table.shape[-1]


def linear(measure: Measure, sample: Sample, added: Array | None = None) -> tuple[Array, Array]:
    """Value and standard error on the table with its pseudo-items, spread evenly unless others are given."""
    added = pseudo_counts(sample.table) if added is None else added
    table = sample.table + added
    effect = influence(measure, table)
    scatter = sample.design.scatter(effect) + total(added * effect**2)
    return np.asarray(measure.raw(table)), np.sqrt(scatter) / total(table)
