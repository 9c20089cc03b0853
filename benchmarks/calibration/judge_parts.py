"""Shares corrected for a judge: items labelled at random, so many of each of its labels, elsewhere, in clusters."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import numpy as np
from judge_cells import SEED, TAIL, Cell, cell, judges, numbered

from informed.core.items import Items
from informed.inference.proportions import Pair, jeffreys, mover
from informed.questions.judge import rates
from informed.questions.judge.compute import Corrected, _apart, _corrected
from informed.questions.judge.reading import Panel

PREVALENCES = (0.02, 0.1, 0.3, 0.5, 0.7, 0.9, 0.98)
INFORMED = (0.1, 0.3, 0.5, 0.8, 0.95)
TILTS = (0.2, 0.5, 0.8)  # how a judge that does not know guesses "positive"
LABELLED = (30, 100, 300, 1000)


def pooled(
    drawn: str, cells: np.ndarray, m: int, n: int, tables: int, rng: np.random.Generator
) -> tuple[np.ndarray, np.ndarray]:
    """Tables human x judge of m items, and pools of n, the labelled ones among them."""
    size = len(cells)
    if drawn == "random":
        table = rng.multinomial(m, cells.ravel(), size=tables).reshape(-1, size, size)
        rest = rng.multinomial(n - m, cells.ravel(), size=tables).reshape(-1, size, size)
        return table.astype(float), (table + rest).sum(1).astype(float)
    whole = rng.multinomial(n, cells.ravel(), size=tables).reshape(-1, size, size)
    pool = whole.sum(1)
    looked = np.minimum(pool, m // size)
    table, left, still = np.empty_like(whole), pool.copy(), looked.copy()
    for human in range(size):
        left -= whole[:, human]
        table[:, human] = rng.hypergeometric(whole[:, human], left, still) if human < size - 1 else still
        still -= table[:, human]
    return table.astype(float), pool.astype(float)


def from_the_pool(drawn: str, tables: int) -> Iterator[Cell]:
    """Items labelled at random, or as many of each of the judge's labels."""
    grid = product(PREVALENCES, INFORMED, TILTS, LABELLED, (5, 50))
    for seed, (prevalence, informed, tilt, m, times) in numbered(grid):
        rng = np.random.default_rng([SEED, len(drawn), seed])
        shares = np.array([prevalence, 1 - prevalence])
        setting = {"prevalence": prevalence, "B": informed, "tilt": tilt, "m": m, "N": m * times}
        table, pool = pooled(drawn, shares[:, None] * judges(informed, tilt), m, m * times, tables, rng)
        both = (table.sum(-1) > 0).all(-1)
        ends = rates.post_stratified_limits(table, pool, TAIL)
        found = cell(setting, shares, ends, np.ones(tables, bool))
        yield found._replace(usable=1.0 if both.mean() >= 0.5 else 0.0)


def from_elsewhere(tables: int) -> Iterator[Cell]:
    """Items labelled in other data, where the classes have other shares."""
    grid = product(PREVALENCES, INFORMED, TILTS, LABELLED, (0.05, 0.2, 0.5), (200, 5000))
    for seed, (prevalence, informed, tilt, m, there, n) in numbered(grid):
        rng = np.random.default_rng([SEED, 3, seed])
        shares, matrix = np.array([prevalence, 1 - prevalence]), judges(informed, tilt)
        setting = {"prevalence": prevalence, "B": informed, "tilt": tilt, "m": m, "N": n, "calibration": there}
        table = rng.multinomial(m, (np.array([there, 1 - there])[:, None] * matrix).ravel(), size=tables)
        yield _elsewhere(setting, table.reshape(-1, 2, 2), rng.multinomial(n, shares @ matrix, size=tables), shares)


def of_several_classes(tables: int) -> Iterator[Cell]:
    """Three and five classes from elsewhere, even and uneven."""
    grid = product((3, 5), (0.3, 0.6, 0.9), ("even", "uneven"), (60, 200, 1000), ("even", "uneven"), (300, 3000))
    for seed, (classes, informed, guessing, m, shape, n) in numbered(grid):
        rng = np.random.default_rng([SEED, 5, seed])
        bias = np.ones(classes) if guessing == "even" else np.arange(classes, 0.0, -1)
        matrix = informed * np.eye(classes) + (1 - informed) * bias / bias.sum()
        rare = np.array([0.85, *[0.12 / (classes - 2)] * (classes - 2), 0.03])
        shares = np.full(classes, 1 / classes) if shape == "even" else rare
        setting = {"K": classes, "B": informed, "guessing": guessing, "m": m, "shares": shape, "N": n}
        table = rng.multinomial(m, (matrix / classes).ravel(), size=tables).reshape(-1, classes, classes)
        yield _elsewhere(setting, table, rng.multinomial(n, shares @ matrix, size=tables), shares)


def _elsewhere(setting: dict, table: np.ndarray, pool: np.ndarray, shares: np.ndarray) -> Cell:
    """The cell under the rule of refusal."""
    found, usable = inverted(table.astype(float), pool.astype(float))
    return cell(setting, shares, (found.low, found.high), usable)


def inverted(table: np.ndarray, pool: np.ndarray) -> tuple[Corrected, np.ndarray]:
    """The shares of every table, and whether they are not refused: every class labelled, and the judge informed."""
    found = rates.Inversion(table, pool, TAIL)
    with np.errstate(all="ignore"):
        usable = informative(table, found)
        low, high = found.limits()
        value = rates.on_the_simplex(np.nan_to_num(found.value))
    return Corrected(value, np.fmin(low, value), np.fmax(high, value), np.zeros_like(value)), usable


def informative(table: np.ndarray, found: rates.Inversion) -> np.ndarray:
    """Whether a calibration is not refused: every class labelled, informedness above 0, labels told apart."""
    usable = (table.sum(-1) > 0).all(-1) & found.told_apart().all(-1) & found.possible().all(-1)
    if table.shape[-1] > 2:
        return np.asarray(usable)
    part, whole = table[..., 0], table.sum(-1)
    low, high = jeffreys(part, whole, TAIL)
    rows = [(part[:, row] / whole[:, row], (low[:, row], high[:, row])) for row in range(2)]
    return np.asarray(usable & (mover(*rows)[0] > 0))


def of_three_from_the_pool(tables: int) -> Iterator[Cell]:
    """Three classes, labelled at random or as many of each of the judge's labels."""
    kinds = (("random", "by_judge"), (0.3, 0.6, 0.9), ("even", "uneven"), (60, 200, 1000), (5, 50))
    for seed, (drawn, informed, shape, m, times) in numbered(product(*kinds)):
        rng = np.random.default_rng([SEED, 13, seed])
        shares = np.full(3, 1 / 3) if shape == "even" else np.array([0.85, 0.12, 0.03])
        matrix = informed * np.eye(3) + (1 - informed) * np.array([0.5, 0.3, 0.2])
        table, pool = pooled(drawn, shares[:, None] * matrix, m, m * times, tables, rng)
        setting = {"drawn": drawn, "B": informed, "shares": shape, "m": m, "N": m * times}
        found = cell(setting, shares, rates.post_stratified_limits(table, pool, TAIL), np.ones(tables, bool))
        yield found._replace(usable=1.0 if (table.sum(-1) > 0).all(-1).mean() >= 0.5 else 0.0)


def of_two_systems(tables: int) -> Iterator[Cell]:
    """The difference of two systems, each with human labels of its own, or both with one calibration from elsewhere."""
    kinds = (("random", "by_judge", "elsewhere", "shared"), ((0.3, 0.3), (0.5, 0.7), (0.02, 0.1)), (0.3, 0.6, 0.9))
    for seed, (drawn, both, informed, m) in numbered(product(*kinds, (60, 200, 1000))):
        rng = np.random.default_rng([SEED, 15, seed])
        pairs, matrix = [np.array([each, 1 - each]) for each in both], judges(informed, 0.4)
        setting = {"drawn": drawn, "prevalences": f"{both[0]} and {both[1]}", "B": informed, "m": m, "N": 2000}
        ends, usable = _difference(drawn, pairs, matrix, m, tables, rng)
        yield cell(setting, pairs[0] - pairs[1], ends, usable)


def _difference(
    drawn: str, pairs: list[np.ndarray], matrix: np.ndarray, m: int, tables: int, rng: np.random.Generator
) -> tuple[Pair, np.ndarray]:
    if drawn in ("random", "by_judge"):
        found = [pooled(drawn, each[:, None] * matrix, m, 2000, tables, rng) for each in pairs]
        known = np.all([(table.sum(-1) > 0).all(-1) for table, _ in found], axis=0)
        each = [
            Corrected(rates.post_stratified(*one), *rates.post_stratified_limits(*one, TAIL), np.zeros(2))
            for one in found
        ]
        return _apart(*each)[1], known if known.mean() < 0.5 else np.ones(tables, bool)
    pools = [rng.multinomial(2000, each @ matrix, size=tables).astype(float) for each in pairs]
    seen = rng.multinomial(m, (matrix / 2).ravel(), size=(2, tables)).reshape(2, -1, 2, 2).astype(float)
    if drawn == "elsewhere":
        (one, first), (other, second) = (inverted(table, pool) for table, pool in zip(seen, pools, strict=True))
        return _apart(one, other)[1], first & second
    with np.errstate(all="ignore"):
        one, other = (rates.Inversion(seen[0], pool, TAIL) for pool in pools)
        usable = informative(seen[0], one) & informative(seen[0], other)
        return one.difference(other)[1], usable


def in_clusters(tables: int) -> Iterator[Cell]:
    """Clusters of items whose truth and whose judge are alike within them; 40 or 15 of them have human labels."""
    for seed, (drawn, clusters, size, alike) in numbered(
        product(("random", "elsewhere"), (15, 40), (4, 10), (0.2, 0.5))
    ):
        rng = np.random.default_rng([SEED, 7, seed])
        everything, shares = clusters * 8, np.array([0.3, 0.7])
        lows, highs = [], []
        for _ in range(tables):
            hard = rng.random((everything, 1)) < alike
            truth = np.where(hard, rng.random((everything, 1)) < 0.3, rng.random((everything, size)) < 0.3)
            slip = np.where(hard, rng.random((everything, 1)) < 0.2, rng.random((everything, size)) < 0.2)
            human, judged = np.where(truth, 0, 1), np.where(truth != slip, 0, 1)
            known = np.arange(everything)[:, None] < clusters
            rows = Items.of(
                np.where(known, human, -1).ravel(),
                {"judged": judged.ravel()},
                (0, 1),
                cluster=np.repeat(np.arange(everything), size),
                clusters=tuple(range(everything)),
            )
            pool = np.bincount(judged.ravel(), minlength=2)
            found = _corrected(Panel(rows.judged(), pool, rows), drawn, TAIL)
            lows.append(found.low if found.refusal is None else np.full(2, np.nan))
            highs.append(found.high if found.refusal is None else np.full(2, np.nan))
        setting = {"drawn": drawn, "clusters": clusters, "items": size, "alike": alike}
        usable = ~np.isnan(np.array(lows)).any(-1)
        yield cell(setting, shares, (np.array(lows), np.array(highs)), usable)
