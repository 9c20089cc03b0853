"""Do probabilities mean what they say? The line that their logits need, and a test whose size needs no large sample.

Cox 1958: the logit of what comes true is intercept + slope x the logit of what is said, 0 and 1 where it means what it
says. Under that everything is known, so the score test is drawn. Derivation: docs/methods/calibration.md.
"""

import math
from typing import NamedTuple

import numpy as np

from informed.core.estimate import Estimate
from informed.core.validate import Numbers
from informed.inference.draws import generator

DRAWS, SEED, AT_ONCE = 2000, 0, 200
DRAWN = 5_000  # distinct scores, beyond which the test statistic is chi-squared
WALKED = 60  # steps of Newton, which needs a handful where there is a solution
FAR = 50.0  # a coefficient beyond which there is none: the scores separate the classes


class Line(NamedTuple):
    """The line that logits need: ``intercept`` with the slope held at 1, and ``slope``; ``p`` of 0 and 1 together.

    ``left``: items whose score is 0 or 1, which no line moves. ``moves``: what an item adds to intercept and slope,
    at each score for items of the positive class and for others, ``(2, R)`` each.
    """

    intercept: Estimate
    slope: Estimate
    p: float
    left: float
    moves: tuple[Numbers, Numbers]


def line(said: Numbers, counts: Numbers, level: float) -> Line:
    """The line of probabilities ``(R,)`` and the counts ``(2, R)`` of positive and other items that have each."""
    inner = (said > 0) & (said < 1)
    size, positive = counts.sum(0), counts[0]
    x = np.zeros_like(said)
    x[inner] = np.log(said[inner] / (1 - said[inner]))
    wrong = positive[said == 0].sum() + counts[1, said == 1].sum()  # of what cannot be
    plain = np.stack([np.ones_like(x), x])[:, inner]
    only = [size[inner], positive[inner]]
    p = 0.0 if wrong else _test(plain, said[inner], *only)
    moves = np.zeros((2, 2, len(said)))
    found = []
    for which, (design, held) in enumerate(((plain[:1], x[inner]), (plain, np.zeros(inner.sum())))):
        fitted = _fitted(design, held, *only)
        if fitted is None:
            found.append(Estimate(math.nan, note="no interval: the scores separate the classes, or are all alike"))
            continue
        coefficients, covariance = fitted
        mean = _expit(coefficients @ design + held)
        moved = (covariance @ design)[-1]
        moves[which][:, inner] = np.stack([1 - mean, -mean]) * moved
        found.append(_wald(float(coefficients[-1]), float(covariance[-1, -1]), float(size.sum()), level, which))
    return Line(found[0], found[1], p, float(size[~inner].sum()), (moves[0], moves[1]))


def largest_by_chance(said: Numbers, size: Numbers, place: Numbers) -> float:
    """The largest distance of any bin between score and share that probabilities at their word show on average."""
    bins = np.bincount(place, size)
    spread = np.sqrt(np.bincount(place, size * said * (1 - said)))[bins > 0] / bins[bins > 0]
    walks = generator(SEED).standard_normal((DRAWS, len(spread)))
    return float(abs(walks * spread).max(1).mean())


def _expit(x: Numbers) -> Numbers:
    return np.asarray(1 / (1 + np.exp(-np.clip(x, -700, 700))))


def _fitted(design: Numbers, held: Numbers, size: Numbers, positive: Numbers) -> tuple[Numbers, Numbers] | None:
    """The coefficients of greatest likelihood and their covariance; None where there are none."""
    found = np.zeros(len(design))
    found[1:] = 1.0
    for _ in range(WALKED):
        mean = _expit(found @ design + held)
        known = (design * (size * mean * (1 - mean))) @ design.T
        if np.linalg.matrix_rank(known) < len(design) or abs(found).max() > FAR:
            return None
        covariance = np.linalg.inv(known)
        step = covariance @ (design @ (positive - size * mean))
        found = found + step
        if abs(step).max() < 1e-10:
            return found, covariance
    return None


def _wald(value: float, variance: float, n: float, level: float, null: float) -> Estimate:
    from scipy.special import stdtrit

    reach = -float(stdtrit(max(n - 2, 1), (1 - level) / 2)) * math.sqrt(variance)
    return Estimate(value, float(null), value - reach, value + reach, level, "wald")


def _test(design: Numbers, said: Numbers, size: Numbers, positive: Numbers) -> float:
    """The p of intercept 0 and slope 1: the score statistic among those of labels drawn from the probabilities."""
    if not len(said):
        return math.nan
    inverse = np.linalg.pinv((design * (size * said * (1 - said))) @ design.T)

    def statistic(found: Numbers) -> Numbers:
        off = (found - size * said) @ design.T
        return np.asarray((off @ inverse * off).sum(-1))

    own = float(statistic(positive))
    if len(said) > DRAWN or not np.all(size == np.rint(size)):
        return math.exp(-own / 2)
    rng, reached = generator(SEED), 1
    for _ in range(0, DRAWS, AT_ONCE):
        drawn = rng.binomial(size.astype(np.int64), said, (AT_ONCE, len(said)))
        reached += int((statistic(drawn) >= own * (1 - 1e-9)).sum())
    return reached / (DRAWS + 1)
