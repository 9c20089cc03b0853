"""The area under the ROC curve: the probability that a positive item outranks another, ties counting half.

Its interval is DeLong's on the logit scale. DeLong, DeLong & Clarke-Pearson 1988; Sun & Xu 2014 for the order of work.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from informed.cells import Numbers
from informed.errors import InputError
from informed.inference.estimate import Estimate
from informed.inference.interval import FEW, check_level
from informed.inference.proportions import quantile
from informed.inference.significance import two_sided
from informed.scores import Scores, finite_or_infinite

CHUNK = 2**15  # scores worked on at a time, so that what is made on the way stays in the cache
METHOD = "logit-delong"


class Area(NamedTuple):
    """An area and the variance of its estimate."""

    value: float
    variance: float


def area(scores: Scores) -> Area:
    """The trapezoid area, equal to Mann and Whitney's U over the number of pairs, and DeLong's variance."""
    totals, sizes = scores.totals.astype(np.float64), _sizes(scores)
    won = sum(float(rank[0] @ here[1]) for _, here, rank in _ranks(scores.counts))
    value = won / float(totals.prod())
    if min(sizes) < 2:
        return Area(value, math.nan)
    squares = scores.counts if scores.squares is None else scores.squares
    middle = np.array([[value], [1 - value]])  # of the positives above an item, and of the others above one
    spread = np.zeros(2)
    for chunk, _, rank in _ranks(scores.counts):
        placements = rank / totals[:, None] - middle
        spread += (squares[::-1, chunk] * placements**2).sum(axis=1)
    return Area(value, float((spread / totals[::-1] ** 2) @ [n / (n - 1) for n in sizes[::-1]]))


def _ranks(counts: Numbers) -> Iterator[tuple[slice, Numbers, Numbers]]:
    """Chunk by chunk, the counts of both classes and how many of each stand above every score, ties half."""
    above = np.zeros((2, 1))
    for start in range(0, counts.shape[1], CHUNK):
        chunk = slice(start, start + CHUNK)
        here = counts[:, chunk].astype(np.float64)
        rank = np.cumsum(here, axis=1)
        rank += above
        above = rank[:, -1:].copy()
        rank -= here / 2
        yield chunk, here, rank


def _sizes(scores: Scores) -> tuple[int, int]:
    positives, others = (scores.counts if scores.items is None else scores.items).sum(axis=1, dtype=np.int64)
    return int(positives), int(others)


def auc(scores: Scores, level: float = 0.95) -> Estimate:
    """The area with its logit-DeLong interval; at 1 or 0, where that has no width, an exact bound takes its place.

    On the raw scale the interval covers 74 % of 95 at 10 + 10 items and area .95, on the logit scale 97 %.
    """
    level = check_level(level)
    if not scores.totals.all():
        missing = scores.labels[int(scores.totals[0] != 0)]
        raise InputError(f"no item is {missing!r}: a curve needs items of both classes")
    found, sizes = area(scores), _sizes(scores)
    if len(scores.values) == 1:
        return Estimate(0.5, 0.5, note="every score is the same, so nothing is ranked")
    limits = _limits(found, min(sizes), (1 - level) / 2)
    if limits is None:
        return Estimate(found.value, 0.5, note="no interval: a class has a single item")
    low, high = max(0.0, limits[0] - scores.auc_error), min(1.0, limits[1] + scores.auc_error)
    return Estimate(found.value, 0.5, low, high, level, METHOD, _note(scores, min(sizes)))


def _limits(found: Area, fewest: int, tail: float) -> tuple[float, float] | None:
    if found.value in (0.0, 1.0):
        # So many items all on the right side: what chance of that leaves the tail (inference after Clopper & Pearson).
        bound = tail ** (1 / fewest)
        return (bound, 1.0) if found.value else (0.0, 1 - bound)
    if math.isnan(found.variance):
        return None
    reach = quantile(tail) * math.sqrt(found.variance) / (found.value * (1 - found.value))
    middle = math.log(found.value / (1 - found.value))
    return _expit(middle - reach), _expit(middle + reach)


def _expit(value: float) -> float:
    return 1 / (1 + math.exp(-value)) if value > 0 else math.exp(value) / (1 + math.exp(value))


def _note(scores: Scores, fewest: int) -> str | None:
    few = f"under-supported: a class has only {fewest} items" if fewest < FEW else None
    bins = f"scores are binned: the area is right to within {scores.auc_error:.2g}, the interval is wider by that"
    return "; ".join(filter(None, [few, bins if scores.width else None])) or None


# --- two scores of the same items ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class AreaComparison:
    """The areas of two scores of the same items and their difference, with the p of there being none."""

    first: Estimate
    second: Estimate
    difference: Estimate
    p: float

    def to_dict(self) -> dict[str, Any]:
        """Plain data as JSON has it."""
        parts = {name: getattr(self, name).to_dict() for name in ("first", "second", "difference")}
        return {**parts, "p": None if math.isnan(self.p) else self.p}

    def __str__(self) -> str:
        return f"AUC {self.first} against {self.second}: difference {self.difference}, p = {self.p:.3g}"


def compare_areas(positive: Any, first: Any, second: Any, level: float = 0.95) -> AreaComparison:
    """DeLong's test of two scores of the same items; ``positive`` says which items are of the positive class.

    The covariance is taken over items, so that scores that are right on the same items differ more surely.
    """
    positive = np.asarray(positive, dtype=bool)
    columns = [finite_or_infinite(each, name) for each, name in ((first, "first"), (second, "second"))]
    estimates = [auc(Scores.of(positive, each), level) for each in columns]
    sizes = np.array([positive.sum(), (~positive).sum()])
    gap = estimates[0].value - estimates[1].value
    variance = math.nan
    if sizes.min() > 1:
        differences = [a - b for a, b in zip(*(_placements(positive, each) for each in columns), strict=True)]
        variance = float(sum(each.var(ddof=1) / size for each, size in zip(differences, sizes, strict=True)))
    return AreaComparison(*estimates, *_difference(gap, variance, level))


def _placements(positive: Numbers, scores: Numbers) -> tuple[Numbers, Numbers]:
    """Of each positive item the share of others below it, of each other item the share of positives above it."""
    ups, downs = scores[positive], scores[~positive]
    return _share_below(downs, ups), 1 - _share_below(ups, downs)


def _share_below(among: Numbers, scores: Numbers) -> Numbers:
    """The share of ``among`` below each score, those equal to it counting half."""
    ordered = np.sort(among)
    left, right = (np.searchsorted(ordered, scores, side=side) for side in ("left", "right"))
    return np.asarray((left + right) / (2 * len(among)))


def _difference(gap: float, variance: float, level: float) -> tuple[Estimate, float]:
    if variance > 0:
        reach = quantile((1 - level) / 2) * math.sqrt(variance)
        low, high = max(-1.0, gap - reach), min(1.0, gap + reach)
        return Estimate(gap, 0.0, low, high, level, "delong"), two_sided(gap / math.sqrt(variance))
    if variance == 0 and gap == 0:
        return Estimate(gap, 0.0, note="both scores rank every pair alike"), 1.0
    return Estimate(gap, 0.0, note="no interval: the placements do not vary, or a class has a single item"), math.nan
