"""Coverage of intervals of repeats, paired runs and suites: ``python benchmarks/calibration/repeats.py [--tables N]``.

Items have their own probability of being answered right, drawn from a beta distribution; ``alike`` is the correlation
of two answers to one item. Of paired runs the second is right with the same probability, shifted where it differs.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
from frame import grid, write
from scipy.special import beta as beta_function
from scipy.stats import beta

from informed.inference.grades import of_gaps, of_strata, of_strata_gaps
from informed.questions.evaluate.grades import estimated
from informed.questions.repeats import _drawn

PAGE = Path(__file__).parents[2] / "docs" / "coverage" / "repeats.md"
LEVEL, GOAL = 0.95, 0.93
CELLS = [(n, r, p, a) for n in (10, 30, 100) for r in (3, 8) for p in (0.5, 0.9) for a in (0.1, 0.5)]
PAIRED = [(n, r, p, d) for n in (20, 50, 150) for r in (1, 4) for p in (0.6, 0.9) for d in (0.0, 0.08)]
SUITES = [(t, n, r, p) for t in (3, 8) for n in (20, 60) for r in (1, 3) for p in (0.6, 0.85)]


def chances(draw, size, p, alike):
    """The probability of a right answer to each item."""
    total = (1 - alike) / alike
    return draw.beta(p * total, (1 - p) * total, size)


def answered(draw, chance, r):
    """Right and wrong answers, one axis more than the chances."""
    return (draw.random((*chance.shape, r)) < chance[..., None]).astype(float)


def truths(p, alike, k):
    """pass@k, pass^k and majority of k over new items: moments of the beta distribution."""
    a, b = p * (1 - alike) / alike, (1 - p) * (1 - alike) / alike

    def moment(right, wrong):
        return beta_function(a + right, b + wrong) / beta_function(a, b)

    from math import comb

    half = sum(comb(k, c) * moment(c, k - c) * (1 if 2 * c > k else 0.5) for c in range((k + 1) // 2, k + 1))
    return 1 - moment(0, k), moment(k, 0), half


def line(name, pairs, truth):
    """A row of the page: how often the truth lies inside."""
    inside = [low - 1e-12 <= truth <= high + 1e-12 for low, high in pairs]
    hits, tables = sum(inside), len(inside)
    upper = beta.ppf(0.99, hits + 1, max(tables - hits, 1e-9))
    fails = f"{upper:.3f}" if upper < GOAL else ""
    width = float(np.mean([high - low for low, high in pairs]))
    return name, f"{hits / tables:.3f}", f"{width:.3f}", fails


def repeats(tables):
    """The mean, and what k answers bring."""
    for place, (n, r, p, alike) in enumerate(CELLS):
        draw = np.random.default_rng([31, place])
        runs = answered(draw, chances(draw, (tables, n), p, alike), r).tolist()
        about = f"{n} items x {r}, accuracy {p}, alike {alike}"
        found = [estimated(each, True, LEVEL) for each in runs]
        yield line(f"mean: {about}", [(each.low, each.high) for each in found], p)
        k = 3
        found = [_drawn(each, k, LEVEL) for each in runs]
        for name, truth in zip(("pass_at", "pass_all", "majority"), truths(p, alike, k), strict=True):
            limits = [(getattr(each, name).low, getattr(each, name).high) for each in found]
            yield line(f"{name}, k = {k}: {about}", limits, truth)


def paired(tables):
    """The difference of two runs on the same items."""
    for place, (n, r, p, gap) in enumerate(PAIRED):
        draw = np.random.default_rng([32, place])
        first = chances(draw, (tables, n), p, 0.4)
        second = first + (1 - first) * gap / (1 - p)
        means = [answered(draw, each, r).mean(-1) for each in (second, first)]
        found = [of_gaps(one - two, r, LEVEL) for one, two in zip(*means, strict=True)]
        yield line(f"difference {gap}: {n} items x {r}, accuracy {p}", [limits[:2] for limits, _ in found], gap)
        if gap == 0:
            size = np.mean([p_value < 0.05 for _, p_value in found])
            yield "... p < 0.05 where there is no difference", f"{size:.3f}", "", ""


def suites(tables):
    """The mean over tasks of different difficulty, and a difference of 0.05 over them."""
    for place, (t, n, r, p) in enumerate(SUITES):
        draw = np.random.default_rng([33, place])
        levels = np.linspace(p - 0.08, p + 0.08, t)
        first = [chances(draw, (tables, n), level, 0.4) for level in levels]
        second = [each + (1 - each) * 0.05 / (1 - level) for each, level in zip(first, levels, strict=True)]
        means = [[answered(draw, each, r).mean(-1) for each in run] for run in (second, first)]
        share, about = np.full(t, 1 / t), f"{t} tasks x {n} items x {r}, accuracy {p}"
        runs = [[each[row] for each in means[1]] for row in range(tables)]
        limits = [of_strata(each, share, t * n * r, LEVEL, binary=True)[:2] for each in runs]
        yield line(f"mean over tasks: {about}", limits, p)
        gaps = [[one[row] - two[row] for one, two in zip(*means, strict=True)] for row in range(tables)]
        found = [of_strata_gaps(each, share, LEVEL)[0] for each in gaps]
        yield line(f"difference over tasks: {about}", [each[:2] for each in found if each], 0.05)


def page(tables: int) -> Iterator[str]:
    """The page of so many runs per cell, line by line; it says first how many lines fail."""
    cells = [*repeats(tables), *paired(tables), *suites(tables)]
    yield f"""# Repeats, paired runs and suites

How often the {LEVEL:.0%} intervals of `informed repeats`, of graded runs in `informed compare` and of `informed suite`
hold the truth: {tables:,} runs per cell, seeds [31, cell], [32, cell] and [33, cell]. A cell fails when the upper 99%
limit of its coverage is below {GOAL}. {sum(bool(row[-1]) for row in cells)} of {len(cells)} lines fail. Written by
`benchmarks/calibration/repeats.py`.
"""
    yield from grid("setting | coverage | mean width | 99% upper limit where it fails", cells)


if __name__ == "__main__":
    write(PAGE, page, __doc__)
