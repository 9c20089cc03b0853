"""Are three raters informed at all, and are the errors of raters independent given the truth?"""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.random import Generator

from informed.core.table import Array
from informed.questions.consensus.model import Fit, Model, Patterns, climbed, expectation
from informed.questions.consensus.result import Independence
from informed.questions.consensus.search import ROOM, Found, parameters

DRAWS, STEPS, CLOSE = 99, 60, 1e-3
TESTED = 4000  # ratings that the test looks at; of more, those of items drawn at random
SHARED = 10  # ratings that a pair needs in common
MOST_PAIRS = 500


class Ratings(NamedTuple):
    """Ratings one by one, and which of them are two raters' of the same item."""

    item: Array
    rater: Array
    label: Array
    group: Array  # of each item
    one: Array  # the first rating of each couple ...
    other: Array  # ... and the second
    pair: Array  # which pair of raters that is
    pairs: Array  # (pairs, 2)


Named = Callable[[Sequence[str]], Independence]


def informed_raters(data: Patterns, wanted: int) -> float:
    """The p of "fewer than so many raters are informed": one that guesses has nothing in common with the others.

    Each rater's labels against the votes of the others, exchanged among its items within each population (mean and
    variance in closed form); of the raters the least clear of those that are wanted counts (Benjamini & Heller 2008).
    """
    from scipy.special import ndtr

    cells, size = data.said.tocoo(), data.raters * data.groups
    met, at = np.unique(cells.row.astype(np.int64) * data.raters + cells.col // data.classes, return_inverse=True)
    pattern, rater = np.divmod(met, data.raters)
    own, times, key = np.zeros((len(met), data.classes)), data.times[pattern], rater * data.groups + data.group[pattern]
    np.add.at(own, (at, cells.col % data.classes), cells.data)

    def sums(each: Array) -> Array:
        """Over the items of each rater in each population."""
        return np.stack([np.bincount(key, times * column, size) for column in each.T], -1)

    n = np.bincount(key, times, size)[:, None]
    mine, others = (each - (sums(each) / np.maximum(n, 1))[key] for each in (own, data.votes[pattern] - own))
    inner, outer = (sums((each[:, :, None] * each[:, None]).reshape(len(met), -1)) for each in (mine, others))
    beyond, spread = sums((mine * others).sum(-1, keepdims=True)), (inner * outer / np.maximum(n - 1, 1)).sum(-1)
    beyond, spread = (each.reshape(data.raters, -1).sum(-1) for each in (beyond, spread))
    p = np.where(spread > 1e-9, ndtr(-beyond / np.sqrt(np.maximum(spread, 1e-9))), 1.0)
    clear = np.arange(1, data.raters - wanted + 2)
    return float((np.sort(p)[wanted - 1 :] * (data.raters - wanted + 1) / clear).min())


def independence(data: Patterns, best: Found, prior: float, rng: Generator) -> tuple[Named | None, str | None]:
    """The pair that agrees too much with its p (parametric bootstrap), or why that cannot be tested."""
    if data.groups * (float(data.classes) ** min(data.raters, 40) - 1) <= parameters(data, best.name):
        return None, f"{data.raters} raters and {data.classes} labels leave nothing to test the model by"
    seen = _ratings(data, rng)
    if not len(seen.pairs):
        return None, f"among {len(seen.item):,} ratings no two raters have {SHARED} items in common"
    shape = (data.raters, data.classes, data.groups)
    apart, agreed, fitted = _excess(seen, seen.label[None], best.fit, best.model, prior, shape)
    drawn = []
    at_once = int(np.clip(ROOM // (len(seen.item) * data.classes), 1, DRAWS))
    for start in range(0, DRAWS, at_once):
        labels = _simulated(seen, best.fit, min(at_once, DRAWS - start), rng)
        drawn.append(_excess(seen, labels, best.fit, best.model, prior, shape)[0].max(-1))
    worst = int(apart[0].argmax())
    p = (1 + int((np.concatenate(drawn) >= apart[0, worst] - 1e-9).sum())) / (DRAWS + 1)
    first, second = seen.pairs[worst]
    return lambda raters: Independence(
        raters[first],
        raters[second],
        float(agreed[0, worst]),
        float(fitted[0, worst]),
        p,
        None if len(seen.item) == int(data.times @ data.said.sum(-1)) else len(seen.item),
    ), None


def _ratings(data: Patterns, rng: Generator) -> Ratings:
    """The ratings of all items, or of a random part of many, one by one."""
    items = np.repeat(np.arange(len(data.times)), data.times.astype(int))
    each = data.said.sum() / len(data.times) if len(data.times) else 1.0
    if len(items) * each > TESTED:
        items = rng.permutation(items)[: max(int(TESTED / each), 1)]
    cells = data.said[items].tocoo()
    times = cells.data.astype(int)
    order = np.argsort(np.repeat(cells.row, times), kind="stable")
    item, cell = (np.repeat(each, times)[order] for each in (cells.row, cells.col))
    rater = cell // data.classes
    one, other = _couples(item)
    low, high = np.minimum(rater[one], rater[other]), np.maximum(rater[one], rater[other])
    apart = low != high
    one, other, key = one[apart], other[apart], (low * data.raters + high)[apart]
    found, pair, shared = np.unique(key, return_inverse=True, return_counts=True)
    enough = np.flatnonzero(shared >= SHARED)
    enough = enough[np.argsort(-shared[enough], kind="stable")][:MOST_PAIRS]
    place = np.full(len(found), -1)
    place[enough] = np.arange(len(enough))
    kept = place[pair] >= 0 if len(pair) else np.zeros(0, bool)
    pairs = np.stack(np.divmod(found[enough], data.raters), -1)
    return Ratings(
        item, rater, cell % data.classes, data.group[items], one[kept], other[kept], place[pair[kept]], pairs
    )


def _couples(item: Array) -> tuple[Array, Array]:
    """Every two ratings of one item, from ratings sorted by item."""
    size = np.bincount(item)
    after = np.cumsum(size)[item] - np.arange(len(item)) - 1  # ratings of the same item that follow
    one = np.repeat(np.arange(len(item)), after)
    step = np.arange(len(one)) - np.repeat(np.cumsum(after) - after, after)
    return one, one + 1 + step


def _simulated(seen: Ratings, fit: Fit, count: int, rng: Generator) -> Array:
    """Labels of the same ratings, drawn from the model ``(count, ratings)``."""
    shares = np.cumsum(fit.prevalence, -1)[seen.group]
    truth = (rng.random((count, len(seen.group), 1)) > shares[..., :-1]).sum(-1)
    said = np.cumsum(fit.matrices, -1)[seen.rater, truth[:, seen.item]]
    return np.asarray((rng.random((count, len(seen.item), 1)) > said[..., :-1]).sum(-1))


def _excess(
    seen: Ratings, labels: Array, fit: Fit, model: Model, prior: float, shape: tuple[int, int, int]
) -> tuple[Array, Array, Array]:
    """By how many standard errors each pair agrees more often than fitted; and both shares, ``(draws, pairs)``."""
    count, (raters, classes, groups) = len(labels), shape
    data = _copied(seen, labels, shape)
    start, _ = expectation(data, np.tile(fit.prevalence, (count, 1)), np.tile(fit.matrices, (count, 1, 1)))
    again = climbed(data, start, model, prior, steps=STEPS, close=CLOSE)
    matrices = again.matrices.reshape(count, raters, classes, classes)
    prevalence = again.prevalence.reshape(count, groups, classes)
    one, other = seen.pairs.T
    alike = np.einsum("dpkl,dpkl->dpk", matrices[:, one], matrices[:, other])
    chance = np.einsum("dgk,dpk->dgp", prevalence, alike)
    size = len(one)
    within = np.bincount(seen.group[seen.item[seen.one]] * size + seen.pair, minlength=groups * size)
    within = within.reshape(groups, size)
    fitted, spread = (np.einsum("gp,dgp->dp", within, each) for each in (chance, chance * (1 - chance)))
    same = labels[:, seen.one] == labels[:, seen.other]
    agreed = np.stack([np.bincount(seen.pair, each, size) for each in same])
    shared = within.sum(0)
    return (agreed - fitted) / np.sqrt(np.maximum(spread, 1e-9)), agreed / shared, fitted / shared


def _copied(seen: Ratings, labels: Array, shape: tuple[int, int, int]) -> Patterns:
    """Data sets side by side, each with raters and populations of its own."""
    from scipy.sparse import coo_array

    count, (raters, classes, groups) = len(labels), shape
    copy = np.arange(count)[:, None]
    items = len(seen.group)
    rows, cells = copy * items + seen.item, (copy * raters + seen.rater) * classes + labels
    ones: Any = np.ones(rows.size)
    said = coo_array((ones, (rows.ravel(), cells.ravel())), shape=(count * items, count * raters * classes)).tocsr()
    group = (copy * groups + seen.group).ravel()
    return Patterns(said, np.ones(count * items), group, count * raters, classes, count * groups, count)
