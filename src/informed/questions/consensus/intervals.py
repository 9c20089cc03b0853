"""Limits of what raters reveal: by resampling items, and never narrower than if the truth were known."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.random import Generator

from informed.core.registry import get
from informed.core.table import Array
from informed.inference.estimates import estimates
from informed.inference.proportions import jeffreys, quantile
from informed.questions.consensus.model import Patterns, climbed, tables_of
from informed.questions.consensus.search import ROOM, Found, shown

DRAWS, FEWEST = 200, 24
STEPS, CLOSE = 100, 3e-4  # of EM in a draw, which starts from the fit
MEASURES = {"informedness": -1.0, "accuracy": 0.0}  # and the least they can be


class Limits(NamedTuple):
    """Values and limits of each measure of each rater, and of the shares: ``(value, low, high) x labels``."""

    values: dict[str, Array]
    low: dict[str, Array]
    high: dict[str, Array]
    overall: Array
    groups: Array
    draws: int


def limits(data: Patterns, best: Found, prior: float, level: float, rng: Generator) -> Limits:
    """The limits of all that is shown, from items drawn again."""
    tail = (1 - level) / 2
    z = float(quantile(tail))
    shares, matrices = resampled(data, best, prior, rng)
    size = np.bincount(data.group, data.times, data.groups)
    weight = size / size.sum()
    values, again = (
        _measured(weight @ each, own) for each, own in ((best.fit.prevalence, best.shown), (shares, matrices))
    )
    known = np.rint(tables_of(data, best.fit.probability))
    low, high = {}, {}
    for name, least in MEASURES.items():
        ends, truth = _reach(values[name], again[name], z), estimates(name, known, level=level)
        low[name] = np.maximum(np.fmin(ends[0], truth.low), least)
        high[name] = np.minimum(np.fmax(ends[1], truth.high), 1.0)
    groups = [
        _share(best.fit.prevalence[place], shares[:, place], size[place], z, tail) for place in range(data.groups)
    ]
    overall = _share(weight @ best.fit.prevalence, weight @ shares, size.sum(), z, tail)
    return Limits(values, low, high, overall, np.stack(groups), len(shares))


def _measured(prevalence: Array, matrices: Array) -> dict[str, Array]:
    """The measures of each rater, as if it had rated all items ``(..., raters)``."""
    tables = prevalence[..., None, :, None] * matrices
    return {name: np.asarray(get(name)(tables)) for name in MEASURES}


def _reach(value: Array, drawn: Array, z: float) -> tuple[Array, Array]:
    """Standard errors either side of the value and of the value without the bias that the draws show."""
    error, bias = drawn.std(0, ddof=1), drawn.mean(0) - value
    return np.minimum(value, value - bias) - z * error, np.maximum(value, value - bias) + z * error


def _share(value: Array, drawn: Array, n: float, z: float, tail: float) -> Array:
    low, high = _reach(value, drawn, z)
    least, most = jeffreys(value * n, np.full(value.shape, n), tail)
    return np.stack([value, np.clip(np.minimum(low, least), 0, value), np.clip(np.maximum(high, most), value, 1)])


def resampled(data: Patterns, best: Found, prior: float, rng: Generator) -> tuple[Array, Array]:
    """Prevalences and matrices of items drawn again within each population, ``(draws, ...)``; fewer of large data."""
    cost = max(int(data.said.nnz) * data.classes, 1)
    draws = int(np.clip(40 * ROOM // cost, FEWEST, DRAWS))
    at_once = int(np.clip(ROOM // cost, 1, draws))
    parts = [_drawn(data, best, prior, min(at_once, draws - start), rng) for start in range(0, draws, at_once)]
    shares, matrices = (np.concatenate(each) for each in zip(*parts, strict=True))
    return shares, matrices


def _drawn(data: Patterns, best: Found, prior: float, count: int, rng: Generator) -> tuple[Array, Array]:
    times = np.zeros((count, len(data.times)))
    for group in range(data.groups):
        here = data.group == group
        items = data.times[here]
        times[:, here] = rng.multinomial(int(items.sum()), items / items.sum(), size=count)
    copies = data.copies(count, times)
    fit = climbed(copies, np.tile(best.fit.probability, (count, 1)), best.model, prior, steps=STEPS, close=CLOSE)
    matrices = shown(copies, fit, best.name)
    return fit.prevalence.reshape(count, data.groups, -1), matrices.reshape(count, data.raters, *matrices.shape[1:])
