"""The coefficients of agreement of raters, and how far two labels are apart."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from informed.core.errors import InputError, arg
from informed.core.estimate import Estimate
from informed.core.keyed import Units
from informed.core.labels import Label
from informed.core.ratings import Ratings
from informed.core.registry import get
from informed.core.table import actuals, ratio, total
from informed.core.validate import Numbers
from informed.questions.agree.pooled import Pooled, bare, every_pair, limited, scattered
from informed.questions.multilabel.inference import ROUNDING

Distance = Callable[[Numbers], Numbers]
"""From how often each label is used ``(..., K)`` to squared distances ``(..., K, K)``."""


def krippendorff(coincidences: Numbers, distance: Distance) -> Numbers:
    """1 - observed over expected disagreement, from tables of coincidences ``(..., K, K)``."""
    used = actuals(coincidences)
    apart = distance(used)
    seen = total(coincidences * apart)
    by_chance = total(used[..., :, None] * used[..., None, :] * apart)
    return np.asarray(1 - ratio((used.sum(-1) - 1) * seen, by_chance))


def _nominal(labels: Sequence[Label]) -> Distance:
    return lambda used: 1.0 - np.eye(len(labels))


def _ordinal(labels: Sequence[Label]) -> Distance:
    """Labels are as far apart as there are ratings between them, the ends counting half."""

    def apart(used: Numbers) -> Numbers:
        middle = np.cumsum(used, -1) - used / 2
        return (middle[..., :, None] - middle[..., None, :]) ** 2

    return apart


def _numbers(labels: Sequence[Label], metric: str) -> Numbers:
    for label in labels:
        if isinstance(label, str):
            raise InputError(
                f"{arg('metric', metric)} needs labels that are numbers; {label!r} is a text, use 'ordinal'"
            )
    return np.asarray(labels, np.float64)


def _interval(labels: Sequence[Label]) -> Distance:
    values = _numbers(labels, "interval")
    return lambda used: (values[:, None] - values) ** 2


def _ratio(labels: Sequence[Label]) -> Distance:
    values = _numbers(labels, "ratio")
    if (values < 0).any():
        raise InputError(f"{arg('metric', 'ratio')} needs labels >= 0; {values.min():g} is negative, use 'interval'")
    apart = np.nan_to_num(ratio(values[:, None] - values, values[:, None] + values)) ** 2
    return lambda used: apart


METRICS: dict[str, Callable[[Sequence[Label]], Distance]] = {
    "nominal": _nominal,
    "ordinal": _ordinal,
    "interval": _interval,
    "ratio": _ratio,
}
NUMERIC = ("interval", "ratio")  # the metrics of labels that are numbers


Coefficient = Callable[[Numbers], Numbers]


def closeness(metric: str, labels: Sequence[Label]) -> Numbers:
    """How far two labels count as agreement, 1 for the same and 0 for the farthest apart (Gwet 2014)."""
    size = len(labels)
    if metric == "ordinal":
        steps = abs(np.subtract.outer(np.arange(size), np.arange(size)))
        apart = np.where(steps > 0, (steps + 1) * steps / 2, 0.0)
    else:
        apart = np.asarray(METRICS[metric](labels)(np.ones(size)), float)
    return np.asarray(1 - apart / max(float(apart.max()), 1e-300))


def gwet(near: Numbers, used: Numbers) -> Coefficient:
    """Chance agreement of raters who guess only what is hard: AC1, and AC2 where near misses count (Gwet 2008)."""
    size, close = len(near), near[np.ix_(used, used)]

    def coefficient(tables: Numbers) -> Numbers:
        share = actuals(tables) / total(tables)[..., None]
        chance = near.sum() / (size * (size - 1)) * (share * (1 - share)).sum(-1)
        return np.asarray(ratio(total(close * tables) / total(tables) - chance, 1 - chance))

    return _among(used, coefficient)


def brennan_prediger(size: int, used: Numbers) -> Coefficient:
    """Agreement beyond that of raters who guess every label alike (Brennan & Prediger 1981; Bennett's S for two)."""
    return _among(used, lambda tables: np.asarray((size * get("accuracy").raw(tables) - 1) / (size - 1)))


def _among(used: Numbers, coefficient: Coefficient) -> Coefficient:
    """The coefficient of the labels that are used: those that are declared alone move its chance, and no interval."""
    return lambda tables: coefficient(tables[..., used, :][..., used])


def further(ratings: Ratings, pooled: Pooled, metric: str, level: float) -> dict[str, Estimate]:
    """The coefficients that are no kappa, and Conger's, for three raters and more."""
    if len(ratings.labels) < 2:
        return {}
    used = actuals(pooled.whole) > 0  # raters may guess any label that is declared (Gwet 2014): all of them count
    if used.sum() < 2:
        return {}
    name = "gwet_ac1" if metric == "nominal" else "gwet_ac2"
    found = {
        name: pooled.estimate(gwet(closeness(metric, ratings.labels), used), every_pair, level)[0],
        "brennan_prediger": pooled.estimate(brennan_prediger(len(used), used), every_pair, level)[0],
    }
    return found | ({"conger_kappa": _conger(ratings, pooled, level)} if len(ratings.raters) > 2 else {})


def _conger(ratings: Ratings, pooled: Pooled, level: float) -> Estimate:
    """Agreement beyond that of raters with habits of their own, which is Cohen's kappa for two (Conger 1980)."""
    size, sizes = len(ratings.labels), ratings.sizes
    said = (ratings.codes[..., None] == np.arange(size)).astype(float)  # (rows, raters, labels)
    pairs = pooled.given > 1
    agreed = np.where(pairs, ((pooled.said**2).sum(-1) - pooled.given) / np.maximum(every_pair(pooled.given), 1), 0.0)
    sums = (sizes[pairs] @ agreed[pairs], sizes[pairs].sum(), np.tensordot(sizes, said, 1))
    value = float(_beyond(*sums))
    if pooled.items < 2 or np.isnan(value):
        return bare(value)
    left = _beyond(sums[0] - agreed, sums[1] - pairs, sums[2] - said)
    moves = np.clip(np.nan_to_num(value - left), -2.0, 2.0)  # from one end of its range to the other, at most
    none: Any = (np.zeros(1), np.zeros(1))
    own = limited(value, value, lambda: scattered(Units.of(ratings), moves), none, level)
    fleiss = pooled.estimate(get("kappa").raw, every_pair, level)[0]
    if own.low is None or own.high is None or fleiss.low is None or fleiss.high is None:
        return own
    # Fleiss' kappa differs by the chance alone, and its limits know how little rare labels tell.
    low, high = value - (fleiss.value - fleiss.low), value + (fleiss.high - fleiss.value)
    return replace(own, low=max(min(own.low, low), -1.0), high=min(max(own.high, high), 1.0))


def _beyond(agreed: Numbers, items: Numbers, said: Numbers) -> Numbers:
    """Conger's kappa from the sum of agreement, the number of items and how often each rater gave each label."""
    given = said.sum(-1, keepdims=True)
    shares = np.where(given > 0, said / np.where(given > 0, given, 1.0), 0.0)
    raters = (given[..., 0] > 0).sum(-1)
    both = shares.sum(-2) ** 2 - (shares**2).sum(-2)  # over all ordered pairs of raters
    chance = ratio(both.sum(-1), np.asarray(raters * (raters - 1), float))
    room = np.where(1 - chance > ROUNDING, 1 - chance, np.nan)  # one label alone leaves none
    return np.asarray((ratio(agreed, items) - chance) / room)
