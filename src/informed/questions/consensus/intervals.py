"""Limits of what raters reveal: by resampling items, and never narrower than if the truth were known.

Few raters tell little about each other, so that the prior matters and a rater may look perfect by chance. The limits
therefore reach from the fit with the prior, without it and with a firm one; a rater strays no less than the middle one
of them does; and the deviate is Student's. ``docs/coverage/consensus.md`` shows what each of these is for.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.random import Generator

from informed.core.registry import get
from informed.core.table import Array
from informed.inference.effective import deviate
from informed.inference.estimates import estimates
from informed.inference.proportions import jeffreys
from informed.questions.consensus.model import Patterns, climbed, expectation, maximised, tables_of
from informed.questions.consensus.search import ROOM, Found, shown

DRAWS, FEWEST = 200, 24
STEPS, CLOSE = 100, 3e-4  # of EM in a draw, which starts from the fit
MEASURES = {"informedness": -1.0, "accuracy": 0.0}  # and the least they can be
PRIORS = (0.0, 6.0)  # ratings that the prior could count for as well
FREEDOM = 20
THREE, FEW = 0.05, 20  # the share of items with three raters that limits need, and the items below which they are rough


class Limits(NamedTuple):
    """Values and limits of each measure of each rater, and of the shares: ``(value, low, high) x labels``.

    ``jointly``: both limits of informedness that hold for all raters together. ``probability``: of each label for each
    pattern, the mean over the draws. ``refusal`` says why there are no limits, ``rough`` why they are not to be relied
    on.
    """

    values: dict[str, Array]
    low: dict[str, Array]
    high: dict[str, Array]
    jointly: Array
    probability: Array
    overall: Array
    groups: Array
    draws: int
    refusal: str | None = None
    rough: str | None = None


def limits(data: Patterns, best: Found, prior: float, level: float, rng: Generator) -> Limits:
    """The limits of all that is shown, from items drawn again."""
    tail = (1 - level) / 2
    size = np.bincount(data.group, data.times, data.groups)
    weight = size / size.sum()
    shares, matrices, probability = resampled(data, best, prior, rng)
    others = [climbed(data, best.fit.probability, best.model, each, steps=STEPS, close=CLOSE) for each in PRIORS]
    fits = [(best.fit.prevalence, best.shown), *((each.prevalence, shown(data, each, best.name)) for each in others)]
    values, *alike = (_measured(weight @ each, own) for each, own in fits)
    again = _measured(weight @ shares, matrices)
    known = np.rint(tables_of(data, best.fit.probability))
    given = known.sum((-1, -2))

    def ends(name: str, tail: float) -> Array:
        """Both limits of every rater."""
        reached = reach(values[name], [each[name] for each in alike], Spread.of(again[name], tail), tail, given)
        truth = estimates(name, known, level=1 - 2 * tail)
        low, high = np.fmin(reached[0], truth.low), np.fmax(reached[1], truth.high)
        return np.stack([np.maximum(low, MEASURES[name]), np.minimum(high, 1.0)])

    low, high = ({name: ends(name, tail)[side] for name in MEASURES} for side in (0, 1))
    groups = [
        _share([each[place] for each, _ in fits], shares[:, place], size[place], tail) for place in range(data.groups)
    ]
    overall = _share([weight @ each for each, _ in fits], weight @ shares, size.sum(), tail)
    jointly = ends("informedness", tail / data.raters)  # Bonferroni
    found = Limits(values, low, high, jointly, probability, overall, np.stack(groups), len(shares))
    return _judged(found, rated_by_three(data), float(size.sum())) if data.groups == 1 else found


def _judged(found: Limits, three: float, n: float) -> Limits:
    """Without limits where too few items have three raters, on which all rests; two tell nothing of each other."""
    said = f"{three:,.0f} of {n:,.0f} items have ratings of three raters"
    if three < THREE * n:
        why = f"only {said}; intervals need {THREE:.0%}"
        none = {name: np.full_like(each, np.nan) for name, each in found.values.items()}
        overall, groups = (
            np.concatenate([each[..., :1, :], np.full_like(each[..., 1:, :], np.nan)], -2)
            for each in (found.overall, found.groups)
        )
        return found._replace(low=none, high=none, overall=overall, groups=groups, refusal=why)
    return found._replace(rough=f"only {said}: treat the intervals as rough") if three < FEW else found


def rated_by_three(data: Patterns) -> float:
    """How many items three raters or more have rated."""
    cells = data.said.tocoo()
    pairs = np.unique(cells.row.astype(np.int64) * data.raters + cells.col // data.classes)
    raters = np.bincount(pairs // data.raters, minlength=len(data.times))
    return float(data.times @ (raters >= 3))


def _measured(prevalence: Array, matrices: Array) -> dict[str, Array]:
    """The measures of each rater, as if it had rated all items ``(..., raters)``."""
    tables = prevalence[..., None, :, None] * matrices
    return {name: np.asarray(get(name)(tables)) for name in MEASURES}


class Spread(NamedTuple):
    """What the draws of a number show: their mean and standard deviation, and the quantiles of both tails."""

    mean: Array
    error: Array
    low: Array
    high: Array

    @classmethod
    def of(cls, drawn: Array, tail: float) -> "Spread":
        """Of draws along the first axis."""
        low, high = np.quantile(drawn, [tail, 1 - tail], axis=0)
        return cls(drawn.mean(0), drawn.std(0, ddof=1), low, high)


def reach(
    value: Array, alike: Sequence[Array], drawn: Spread, tail: float, given: Array | None = None
) -> tuple[Array, Array]:
    """Standard errors either side of the value, of those with other priors and of that without the bias of the draws.

    Never less than the draws themselves reach. ``given``: the ratings of each rater, by which their errors compare.
    """
    error, centres = drawn.error, (value, 2 * value - drawn.mean, *alike)
    if given is not None:
        each = np.sqrt(np.maximum(given, 1))
        error = np.maximum(error, np.median(error * each, axis=-1, keepdims=True) / each)
    far = deviate(tail, np.asarray(FREEDOM)) * error
    low, high = np.minimum.reduce(centres) - far, np.maximum.reduce(centres) + far
    return np.minimum(low, drawn.low), np.maximum(high, drawn.high)


def _share(values: Sequence[Array], drawn: Array, n: float, tail: float) -> Array:
    value, *alike = values
    low, high = reach(value, alike, Spread.of(drawn, tail), tail)
    least, most = jeffreys(value * n, np.full(value.shape, n), tail)
    return np.stack([value, np.clip(np.minimum(low, least), 0, value), np.clip(np.maximum(high, most), value, 1)])


def resampled(data: Patterns, best: Found, prior: float, rng: Generator) -> tuple[Array, Array, Array]:
    """Prevalences and matrices of items drawn again within each population, ``(draws, ...)``; fewer of large data.

    And the probability of each label for each pattern, the mean over the draws: a fit knows raters from the very items
    that it labels, and is too sure of them where they are few. Without a prior it is that of the fit.
    """
    cost = max(int(data.said.nnz) * data.classes, 1)
    draws = int(np.clip(40 * ROOM // cost, FEWEST, DRAWS))
    at_once = int(np.clip(ROOM // cost, 1, draws))
    parts = [_drawn(data, best, prior, min(at_once, draws - start), rng) for start in range(0, draws, at_once)]
    shares, matrices, probability = (np.concatenate(each) for each in zip(*parts, strict=True))
    return shares, matrices, probability.mean(0) if prior else best.fit.probability


def _drawn(data: Patterns, best: Found, prior: float, count: int, rng: Generator) -> tuple[Array, Array, Array]:
    times = np.zeros((count, len(data.times)))
    for group in range(data.groups):
        here = data.group == group
        items = data.times[here]
        times[:, here] = rng.multinomial(int(items.sum()), items / items.sum(), size=count)
    copies = data.copies(count, times)
    fit = climbed(copies, np.tile(best.fit.probability, (count, 1)), best.model, prior, steps=STEPS, close=CLOSE)
    matrices = shown(copies, fit, best.name)
    firm = maximised(copies, fit.probability, fit.matrices, best.model, max(prior, *PRIORS))
    return (
        fit.prevalence.reshape(count, data.groups, -1),
        matrices.reshape(count, data.raters, *matrices.shape[1:]),
        expectation(copies, *firm)[0].reshape(count, -1, data.classes),
    )
