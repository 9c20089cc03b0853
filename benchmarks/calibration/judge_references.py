"""Measures corrected for an imperfect reference, their differences, and whether a judge errs alike for two systems."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import numpy as np
from frame import even, zipf
from judge_cells import SEED, TAIL, Cell, cell, judges, numbered

from informed.core.counts import Counts
from informed.core.errors import InputError
from informed.core.items import Items
from informed.core.registry import get
from informed.inference.draws import posterior
from informed.inference.reference import Reference, against_truth
from informed.questions.evaluate.reference import MEASURES, _estimate, compared
from informed.questions.judge.compute import _exchanged

DRAWS = 800


def _checked(matrix: np.ndarray, items: int, rng: np.random.Generator) -> Reference:
    """The reference, known from so many checked items of each class; from 0 it is known exactly."""
    classes = tuple(range(len(matrix)))
    if not items:
        return Reference.given(Reference(classes, matrix), classes)
    return Reference.given(Counts(np.stack([rng.multinomial(items, row) for row in matrix]), classes), classes)


def against_references(tables: int) -> Iterator[Cell]:
    """Measures corrected for a reference that is known, or known from so many checked items of each class."""
    grid = product((0.1, 0.5), (0.3, 0.8), (0.6, 0.9), (100, 1000), (50, 0))
    for seed, (prevalence, informed, reference, n, checked) in numbered(grid):
        rng = np.random.default_rng([SEED, 11, seed])
        true = np.array([[prevalence], [1 - prevalence]]) * judges(informed, 0.4)
        setting = {"prevalence": prevalence, "B": informed, "reference B": reference, "n": n, "checked": checked}
        yield from _corrected(rng, true, judges(reference, 0.5), setting, tables)


def against_several(tables: int) -> Iterator[Cell]:
    """The same of three and of five classes, where the reference guesses evenly or mostly the first class."""
    grid = product((3, 5), ("even", "zipf"), (0.3, 0.8), (0.6, 0.9), ((100, 50), (1000, 50), (1000, 200), (1000, 0)))
    for seed, (size, kind, informed, reference, (n, checked)) in numbered(grid):
        rng, shares = np.random.default_rng([SEED, 13, seed]), (even if kind == "even" else zipf)(size)
        true, matrix = (known * np.eye(size) + (1 - known) * shares for known in (informed, reference))
        setting = {"K": size, "classes": kind, "B": informed, "reference B": reference, "n": n, "checked": checked}
        yield from _corrected(rng, shares[:, None] * true, matrix, setting, tables)


def _corrected(
    rng: np.random.Generator, true: np.ndarray, matrix: np.ndarray, setting: dict[str, float | str], tables: int
) -> Iterator[Cell]:
    """Every measure, corrected for the reference: by the matrix of this setting, or by so many checked items."""
    ends = []
    for _ in range(tables):
        table = rng.multinomial(setting["n"], (matrix.T @ true).ravel()).reshape(true.shape).astype(float)
        known = _checked(matrix, setting["checked"], rng)
        drawn = against_truth(posterior(table, draws=DRAWS, rng=rng), known.draws(DRAWS, rng))
        found = against_truth(table, known.matrix)
        values = ((float(get(name)(found)), np.asarray(get(name)(drawn))) for name in MEASURES)
        each = [_estimate(*pair, 1 - 2 * TAIL, known) for pair in values]
        ends.append([[one.low for one in each], [one.high for one in each]])
    for place, name in enumerate(MEASURES):
        low, high = np.array(ends, float)[:, :, place, None].swapaxes(0, 1)
        truth = np.array([float(get(name)(true))])
        yield cell({"measure": name, **setting}, truth, (low, high), ~np.isnan(low[:, 0]))


def between_systems(tables: int) -> Iterator[Cell]:
    """The difference in informedness of two systems on the same items; some items are as hard for both."""
    grid = product(((0.5, 0.5), (0.3, 0.6)), (0.0, 0.5), (0.6, 0.9), (200, 1000), (50, 0))
    measure, shares = get("informedness"), np.array([0.3, 0.7])
    for seed, (both, alike, reference, n, checked) in numbered(grid):
        rng = np.random.default_rng([SEED, 17, seed])
        matrix, ends = judges(reference, 0.5), []
        first, second = (judges(each, 0.4) for each in both)
        second = alike * first + (1 - alike) * second  # it repeats the first so often
        truth = float(measure(shares[:, None] * second)) - float(measure(shares[:, None] * first))
        for _ in range(tables):
            true = (rng.random(n) > shares[0]).astype(int)
            said, own = ((rng.random(n) > each[true, 0]).astype(int) for each in (matrix, first))
            new = (rng.random(n) > judges(both[1], 0.4)[true, 0]).astype(int)
            other = np.where(rng.random(n) < alike, own, new)
            try:
                items = Items.of(said, {"first": own, "second": other}, (0, 1))
                gaps = compared(items, _checked(matrix, checked, rng), draws=DRAWS).differences or {}
                found = gaps["second - first"].corrected
                ends.append((found.low, found.high))
            except InputError:
                ends.append((np.nan, np.nan))
        low, high = np.array(ends, float).T[:, :, None]
        setting = {"B": f"{both[0]} and {both[1]}", "alike": alike, "reference B": reference, "n": n}
        yield cell({**setting, "checked": checked}, np.array([truth]), (low, high), ~np.isnan(low[:, 0]))


def sizes(tables: int) -> Iterator[tuple[object, ...]]:
    """How often a judge that errs alike for two systems is said not to."""
    for seed, (informed, m) in numbered(product((0.3, 0.9), (40, 200))):
        rng = np.random.default_rng([SEED, 9, seed])
        cells = np.array([0.3, 0.7])[:, None] * judges(informed, 0.4)
        found = [
            _exchanged(np.swapaxes(rng.multinomial(m, cells.ravel(), size=2).reshape(2, 2, 2), 0, 1).astype(float))
            for _ in range(tables)
        ]
        yield informed, m, f"{np.mean(np.array(found) < 0.05):.3f}"
