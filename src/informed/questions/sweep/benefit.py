"""Net benefit: what acting on a score is worth in true positives per item, against acting on all items and on none.

Vickers & Elkin 2006. Acting from a threshold probability t on says that a false alarm costs t / (1 - t) of a miss.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np

from informed.core.errors import InputError, arg
from informed.core.estimate import Estimate, Record, Row, written
from informed.core.keyed import Units
from informed.core.scores import Scores
from informed.core.validate import Numbers
from informed.inference.dependence import SingleUnitError, deviations, effective, freedom, variants, weight_factor
from informed.inference.proportions import Pair, jeffreys_wilson, mover, quantile
from informed.questions.sweep.area import rows_moved
from informed.questions.sweep.calibration import check_probabilities
from informed.readers.scores import Several

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
        return stretches(self.thresholds, [(a.low or 0) > 0 and (b.low or 0) > 0 for a, b in self._both])

    @property
    def harms(self) -> tuple[tuple[float, float], ...]:
        """The stretches where it is shown to be worse than one of them."""
        return stretches(self.thresholds, [(a.high or 0) < 0 or (b.high or 0) < 0 for a, b in self._both])

    @property
    def _both(self) -> list[tuple[Estimate, Estimate]]:
        return list(zip(self.values, self.gains, strict=True))

    @property
    def rows(self) -> list[Row]:
        """A row a threshold."""
        listed = zip(self.thresholds, self.values, self.gains, self.act_on_all, self.standardised, strict=True)
        return [
            {"threshold": t, "net_benefit": value.value, "low": value.low, "high": value.high, "act_on_all": treated}
            | {"gain": gain.value, "gain_low": gain.low, "gain_high": gain.high, "standardised": share}
            for t, value, gain, treated, share in listed
        ]


@dataclass(frozen=True)
class BenefitGap(Record):
    """The net benefit of one score less that of another of the same items; the intervals hold at all thresholds."""

    json_keys = ("first", "second", "wins", "loses", "rows")
    json_types = written(rows=list[Row])

    first: str
    second: str
    thresholds: tuple[float, ...]
    values: tuple[Estimate, ...]
    note: str | None = None

    @property
    def wins(self) -> tuple[tuple[float, float], ...]:
        """The stretches of thresholds where the first is shown to have more."""
        return stretches(self.thresholds, [(each.low or 0) > 0 for each in self.values])

    @property
    def loses(self) -> tuple[tuple[float, float], ...]:
        """The stretches where it is shown to have less."""
        return stretches(self.thresholds, [(each.high or 0) < 0 for each in self.values])

    @property
    def rows(self) -> list[Row]:
        """A row a threshold."""
        listed = zip(self.thresholds, self.values, strict=True)
        return [{"threshold": t, "gain": each.value, "low": each.low, "high": each.high} for t, each in listed]


def stretches(thresholds: tuple[float, ...], inside: list[bool]) -> tuple[tuple[float, float], ...]:
    """The first and the last of neighbouring thresholds that are inside."""
    edges = np.flatnonzero(np.diff(np.array([False, *inside, False])))
    return tuple((thresholds[a], thresholds[b - 1]) for a, b in edges.reshape(-1, 2).tolist())


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
        deviate, variance = joint(rows, flat / weight_factor(rows), classes, level, seed)
        variance = variance.reshape(2, -1)
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
    return tuple((shares[0] - odds * shares[1]).tolist())


class Part(NamedTuple):
    """One term of a benefit: a rate of a class, the share of that class, what an item is worth, and its items."""

    rate: Numbers
    share: float
    worth: Any
    size: float


def joint(rows: Units, effects: Numbers, classes: Numbers, level: float, seed: int) -> tuple[float, Numbers]:
    """The deviate that holds for all columns of effects together, and the variance of each.

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
    return deviate, variance


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


# --- two scores of the same items -------------------------------------------------------------------------------------


def benefit_gap(
    data: Several,
    pair: tuple[str, str],
    thresholds: tuple[float, ...],
    prevalence: float | None,
    level: float,
    seed: int,
) -> BenefitGap:
    """The gain of acting on the first score and not on the second: what items that only one of them acts on are worth.

    They are of four sorts, each with the limits of a share at the deviate that all thresholds together need; the limits
    of the weighted sum follow from those (Zou & Donner 2008), so that no item is no certainty.
    """
    at, positive, rows = np.array(thresholds), data.positive, data.rows
    odds = at / (1 - at)
    one, two = (data.scores[name][:, None] >= at for name in pair)
    totals = np.array([rows.sizes[positive].sum(), rows.sizes[~positive].sum()])
    whole = totals.sum()
    shares = totals / whole if prevalence is None else np.array([prevalence, 1 - prevalence])
    # gained positives, spared others; lost positives, further false alarms: each a share of all items, or of its class
    only_one, only_two, of_class = one & ~two, two & ~one, positive[:, None]
    sorts = (of_class & only_one, ~of_class & only_two, of_class & only_two, ~of_class & only_one)
    base = np.array([whole] * 4) if prevalence is None else totals[[0, 1, 0, 1]]
    found = np.stack([rows.sizes @ each for each in sorts]) / base[:, None]
    worth = np.stack([np.ones_like(odds), odds] * 2)
    worth = worth if prevalence is None else worth * shares[[0, 1, 0, 1]][:, None]
    signs = np.array([1.0, 1.0, -1.0, -1.0])
    terms = signs[:, None] * worth * found
    value = terms.sum(axis=0)
    effects = sum((w / b) * s * each for s, w, b, each in zip(signs, worth, base, sorts, strict=True))
    own = value / whole if prevalence is None else (terms[[0, 1]] + terms[[2, 3]]) / totals[:, None]
    effects = effects - (own if prevalence is None else own[1 - positive.astype(int)])
    try:
        deviate, variance = joint(rows, effects / weight_factor(rows), 1 - positive.astype(int), level, seed)
    except SingleUnitError as reason:
        values = tuple(Estimate(each, 0.0) for each in value.tolist())
        return BenefitGap(*pair, thresholds, values, f"no interval: {reason}")
    alike = np.ones((4, 4), bool) if prevalence is None else np.equal.outer([0, 1, 0, 1], [0, 1, 0, 1])
    sizes = effective(rows) * base / whole
    units = None if rows.cluster is None else len(np.unique(rows.cluster))
    low, high = _summed(terms, found, worth, signs, sizes, alike, variance, deviate, units)
    values = tuple(
        Estimate(float(each), 0.0, float(a), float(b), level, METHOD)
        for each, a, b in zip(value, low, high, strict=True)
    )
    return BenefitGap(*pair, thresholds, values)


def _summed(
    terms: Numbers,
    found: Numbers,
    worth: Numbers,
    signs: Numbers,
    sizes: Numbers,
    alike: Numbers,
    variance: Numbers,
    deviate: float,
    units: int | None,
) -> Pair:
    """The ends of a weighted sum of shares ``(terms, thresholds)``, those of one whole (``alike``) apart."""
    from scipy.special import ndtr

    with np.errstate(invalid="ignore", divide="ignore"):
        odds = np.nan_to_num(np.sqrt(found / (1 - found)), posinf=1.0)
    together = -odds[:, None] * odds[None] * (alike & ~np.eye(len(found), dtype=bool))[..., None]
    spread = np.sqrt(found * (1 - found) / sizes[:, None])
    reach = signs[:, None] * worth * spread
    plain = (reach**2).sum(axis=0) + (together * reach[:, None] * reach[None]).sum(axis=(0, 1))
    told = np.full(found.shape[1], 1.0 if units is None else min(units / sizes.max(), 1.0))
    np.divide(plain, variance, out=told, where=(variance > 0) & (plain > 0))
    told = told.clip(max=1.0)
    ends = jeffreys_wilson(found * sizes[:, None] * told, sizes[:, None] * told, ndtr(-deviate))
    below, above = worth * (found - ends[0]), worth * (ends[1] - found)
    value = terms.sum(axis=0)
    limits = []
    for up, down in ((below, above), (above, below)):
        far = np.where(signs[:, None] > 0, up, down) * signs[:, None]
        squared = (far**2).sum(axis=0) + (together * far[:, None] * far[None]).sum(axis=(0, 1))
        limits.append(np.sqrt(np.maximum(squared, 0.0)))
    return value - limits[0], value + limits[1]
