"""Net benefit: what acting on a score is worth in true positives per item, against acting on all items and on none.

Vickers & Elkin 2006. Acting from a threshold probability t on says that a false alarm costs t / (1 - t) of a miss.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np

from informed.core.door import arg
from informed.core.errors import InputError
from informed.core.estimate import Estimate
from informed.core.keyed import Units
from informed.core.record import Record, Row, written
from informed.core.scores import Scores
from informed.core.validate import Numbers
from informed.inference.dependence import SingleUnitError, deviations, effective, freedom, variants, weight_factor
from informed.inference.proportions import Pair, jeffreys_wilson, mover, quantile
from informed.questions.sweep.area import rows_moved
from informed.questions.sweep.calibration import check_probabilities

STEP, FEWEST = 0.01, 11  # between two thresholds of a range, and how many it has at least
WALKS = 4_000  # of the band: the level that it keeps is right to a third of a percent
RELATION = (
    "a threshold probability t says that a false alarm costs t / (1 - t) of a miss; net benefit over prevalence is "
    "recall - c fallout with c = t / (1 - t) x others per positive (Powers 2007); at t = prevalence it is informedness"
)
METHOD = "mover, simultaneous"


@dataclass(frozen=True)
class Benefit(Record):
    """At each threshold the net benefit (acting on none has 0), that of acting on all, and the gain over the latter.

    The intervals of ``values`` and of ``gains`` hold together, at all thresholds.
    """

    json_keys = ("prevalence", "helps", "harms", "rows")
    json_types = written(rows=list[Row])

    thresholds: tuple[float, ...]
    values: tuple[Estimate, ...]
    gains: tuple[Estimate, ...]
    act_on_all: tuple[float, ...]
    prevalence: float
    note: str | None = None

    @property
    def standardised(self) -> tuple[float, ...]:
        """Of the most that there can be, the prevalence: recall - c fallout, c = t / (1 - t) others per positive."""
        return tuple(each.value / self.prevalence for each in self.values)

    @property
    def helps(self) -> tuple[tuple[float, float], ...]:
        """The stretches of thresholds where it is shown to be better than acting on all and than acting on none."""
        return self._stretches([(a.low or 0) > 0 and (b.low or 0) > 0 for a, b in self._both])

    @property
    def harms(self) -> tuple[tuple[float, float], ...]:
        """The stretches where it is shown to be worse than one of them."""
        return self._stretches([(a.high or 0) < 0 or (b.high or 0) < 0 for a, b in self._both])

    @property
    def _both(self) -> list[tuple[Estimate, Estimate]]:
        return list(zip(self.values, self.gains, strict=True))

    def _stretches(self, inside: list[bool]) -> tuple[tuple[float, float], ...]:
        edges = np.flatnonzero(np.diff(np.array([False, *inside, False])))
        return tuple((self.thresholds[a], self.thresholds[b - 1]) for a, b in edges.reshape(-1, 2).tolist())

    @property
    def rows(self) -> list[Row]:
        """A row a threshold."""
        listed = zip(self.thresholds, self.values, self.gains, self.act_on_all, self.standardised, strict=True)
        return [
            {"threshold": t, "net_benefit": value.value, "low": value.low, "high": value.high, "act_on_all": treated}
            | {"gain": gain.value, "gain_low": gain.low, "gain_high": gain.high, "standardised": share}
            for t, value, gain, treated, share in listed
        ]


def thresholds_of(given: Any) -> tuple[float, ...] | None:
    """One threshold probability, or those from the first to the second, a hundredth apart or less."""
    if given is None:
        return None
    ends: tuple[Any, ...] = tuple(given) if isinstance(given, Sequence | np.ndarray) else (given,)
    real = all(isinstance(each, int | float | np.number) and 0 <= each < 1 for each in ends)
    if not real or len(ends) not in (1, 2) or ends[0] >= (*ends, 1)[1]:
        remedy = "must be one threshold probability or two, the lower one first, >= 0 and < 1"
        raise InputError(remedy, argument="benefit", value=given)
    if len(ends) == 1:
        return (float(ends[0]),)
    many = max(FEWEST, round((ends[1] - ends[0]) / STEP) + 1)
    return tuple(np.round(np.linspace(ends[0], ends[1], many), 12).tolist())


def benefit(
    scores: Scores, thresholds: tuple[float, ...], prevalence: float | None, level: float, seed: int
) -> Benefit:
    """The net benefit at these thresholds, with simultaneous intervals.

    The shares of true and of false positives have their limits at the deviate that all thresholds together need, and
    their weighted difference those of Zou & Donner 2008. With a ``prevalence`` the rates are those of the items, and
    the shares of the classes those given.
    """
    check_probabilities(scores, "net benefit")
    if scores.width:
        raise InputError(f"net benefit needs the scores as they are; leave out {arg('width')}")
    at = np.array(thresholds)
    odds = at / (1 - at)
    # a score matters only by the thresholds that it reaches
    reached = replace(scores, values=np.searchsorted(at, scores.values, side="right").astype(np.float64))
    acted = reached.values[:, None] > np.arange(len(at))
    totals = scores.totals.astype(np.float64)
    rates = reached.counts.astype(np.float64) @ acted / totals[:, None]
    shares = totals / totals.sum() if prevalence is None else np.array([prevalence, 1 - prevalence])
    # what an item of each class adds where it is acted on; the gain over acting on all loses it where it is not
    worth = np.stack([np.ones_like(odds), -odds]) * (shares / totals)[:, None]
    along = np.stack([rates, rates - 1])  # curve, class, threshold
    sums = (along * worth * totals[:, None]).sum(axis=1)
    apart = sums[:, None] / totals.sum() if prevalence is None else along * worth
    effects = np.stack([acted, acted - 1.0])[:, None] * worth[:, None] - apart[:, :, None]  # and row before threshold
    rows, flat, classes = rows_moved(reached, np.moveaxis(effects, 0, 2).reshape(2, len(acted), -1))
    try:
        deviate, variance = _joint(rows, flat / weight_factor(rows), classes, level, seed)
    except SingleUnitError as reason:
        values, gains = (tuple(map(Estimate, each.tolist())) for each in sums)
        return Benefit(thresholds, values, gains, _all(shares, odds), float(shares[0]), f"no interval: {reason}")
    sizes = effective(rows) * totals / totals.sum()
    units = None if rows.cluster is None else len(np.unique(rows.cluster))
    found = [
        _limits(left, right, prevalence is None, spread, deviate, units)
        for left, right, spread in (
            (Part(rates[0], shares[0], 1.0, sizes[0]), Part(rates[1], shares[1], odds, sizes[1]), variance[0]),
            (Part(1 - rates[1], shares[1], odds, sizes[1]), Part(1 - rates[0], shares[0], 1.0, sizes[0]), variance[1]),
        )
    ]
    values, gains = (
        tuple(
            Estimate(float(value), 0.0, float(low), float(high), level, METHOD)
            for value, low, high in zip(each, *within, strict=True)
        )
        for each, within in zip(sums, found, strict=True)
    )
    return Benefit(thresholds, values, gains, _all(shares, odds), float(shares[0]))


def _all(shares: Numbers, odds: Numbers) -> tuple[float, ...]:
    """The net benefit of acting on every item."""
    return tuple((shares[0] - odds * shares[1]).tolist())


class Part(NamedTuple):
    """One term of a benefit: a rate of a class, the share of that class, what an item is worth, and its items."""

    rate: Numbers
    share: float
    worth: Any
    size: float


def _joint(rows: Units, effects: Numbers, classes: Numbers, level: float, seed: int) -> tuple[float, Numbers]:
    """The deviate that holds at all thresholds for both curves, and the variance of each curve at each threshold.

    The deviate is that of the largest of normal variables that vary together as the sums do.
    """
    from scipy.special import ndtr, stdtrit

    units = deviations(rows, effects)
    variance = np.max([(each**2).sum(axis=0) for each in variants(rows, effects, classes)], axis=0)
    reach = np.sqrt((units**2).sum(axis=0))
    units = units[:, reach > 0] / reach[reach > 0]
    deviate = float(quantile((1 - level) / 2))
    if units.shape[1] > 1:
        values, vectors = np.linalg.eigh(units.T @ units)
        walks = np.random.default_rng(seed).standard_normal((WALKS, len(values))) * np.sqrt(values.clip(0))
        deviate = max(deviate, float(np.quantile(abs(walks @ vectors.T).max(axis=1), level)))
    known = freedom(rows, effects, classes)
    if known is not None:
        deviate = -float(stdtrit(np.min(known), ndtr(-deviate)))
    return deviate, variance.reshape(2, -1)


def _limits(left: Part, right: Part, joint: bool, variance: Numbers, deviate: float, units: int | None) -> Pair:
    """The ends of a weighted difference of two rates from Wilson's limits of both.

    ``joint``: the shares of the classes are those of the items, so the two terms are shares of one whole. Items that
    are not independent are as many as would vary as much.
    """
    from scipy.special import ndtr

    whole = left.size + right.size
    sizes = (whole, whole) if joint else (left.size, right.size)
    p, q = (each.rate * each.share if joint else each.rate for each in (left, right))
    a, b = (each.worth if joint else each.worth * each.share for each in (left, right))
    if joint:
        plain = (a * a * p + b * b * q - (a * p - b * q) ** 2) / whole
        with np.errstate(invalid="ignore", divide="ignore"):
            together = -np.nan_to_num(np.sqrt(p * q / ((1 - p) * (1 - q))), posinf=1.0)
    else:
        plain = a * a * p * (1 - p) / sizes[0] + b * b * q * (1 - q) / sizes[1]
        together = np.zeros_like(p)
    told = np.full(len(p), 1.0 if units is None else min(units / whole, 1.0))
    np.divide(plain, variance, out=told, where=(variance > 0) & (plain > 0))
    told = told.clip(max=1.0)
    (p_ends, q_ends) = (
        jeffreys_wilson(each * size * told, size * told, ndtr(-deviate))
        for each, size in zip((p, q), sizes, strict=True)
    )
    return mover((a * p, (a * p_ends[0], a * p_ends[1])), (b * q, (b * q_ends[0], b * q_ends[1])), together)
