"""How often intervals of partial areas hold the truth, and how often two equal scores are said to differ.

``python benchmarks/calibration/partial.py [--tables N]`` writes ``docs/coverage/partial.md``.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from pathlib import Path

import numpy as np
from frame import failing, grid, write
from scipy.integrate import quad
from scipy.special import ndtr, ndtri

from informed import Scores
from informed.questions.sweep.partial import Range, compare_parts, partial_auc

PAGE = Path(__file__).parents[2] / "docs" / "coverage" / "partial.md"
SEED, GOAL, TOGETHER = 20264, 0.07, 0.5
SIZES = [(20, 200), (50, 50), (200, 200), (200, 50)]
RANGES = [Range("fallout", 0, 0.1), Range("fallout", 0, 0.3), Range("fallout", 0.2, 0.6), Range("recall", 0.8, 1)]


def cells(tables: int) -> Iterator[str]:
    """A line for each setting: one score, then two of the same items with the same area."""
    for place, (apart, sizes, within) in enumerate(product((0.0, 1.0, 2.0, 3.0), SIZES, RANGES)):
        rng, ends = np.random.default_rng([SEED, place]), within.ends
        truth = within.corrected(quad(lambda f: ndtr(apart + ndtri(f)), *ends)[0] / (ends[1] - ends[0]))  # noqa: B023
        positive = np.repeat([True, False], sizes)
        held = wide = differ = met = away = 0.0
        for turn in range(tables):
            first, second, shared = rng.normal(size=(3, len(positive)))
            first, second = (
                TOGETHER**0.5 * shared + (1 - TOGETHER) ** 0.5 * each + apart * positive for each in (first, second)
            )
            found = partial_auc(Scores.of(positive, first), within, 0.95)
            held += found.low <= truth <= found.high
            wide += found.high - found.low
            if turn % 4 == 0:  # a comparison takes four times as long
                pair = compare_parts(positive, first, second, 0.95, None, within)
                met, differ = met + 1, differ + (pair.p < 0.05)
                low, high = pair.difference.low or 0.0, pair.difference.high or 0.0  # both alike: no interval, p = 1
                away += (pair.p < 0.05) != (low > 0 or high < 0)
        missed = failing(1 - held / tables, tables, GOAL)
        yield (
            f"| {within} | {truth:.3f} | {sizes[0]} + {sizes[1]:,} | {held / tables:.3f}{missed} | {wide / tables:.3f} "
            f"| {differ / met:.3f}{failing(differ / met, int(met), GOAL)} | {away / met:.3f} |"
        )


def page(tables: int) -> Iterator[str]:
    """The page: what was done, then a line a setting."""
    yield f"""# Coverage: partial areas

How often the 95% interval of a partial area holds the truth (`held`; goal 0.93), how often two scores of the same
items with the same true area are said to differ at p < 0.05 (`differ`), and how often p and the interval of the
difference disagree (`apart`). The scores are normal, equally spread, and those of two systems correlated by {TOGETHER}
within a class. {tables:,} tables a setting, every fourth of them compared. Written by
`benchmarks/calibration/partial.py`, seed {SEED}. Where even the lower 99% limit of an error rate is above {GOAL}, it is
given in bold.
"""
    yield from grid("range | corrected area | items | held | width | differ | apart", cells(tables))


if __name__ == "__main__":
    write(PAGE, page, __doc__)
