"""How often intervals of the informedness of order, and of slopes, hold the truth.

``python benchmarks/calibration/ordered.py [--tables N]`` writes ``docs/coverage/ordered.md``.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from pathlib import Path

import numpy as np
from frame import failing, grid, write
from scipy.special import ndtri

from informed.core.ratings import Ratings
from informed.inference.concordance import concordance
from informed.questions.evaluate.ordered import Ordered, in_order

PAGE = Path(__file__).parents[2] / "docs" / "coverage" / "ordered.md"
SEED, GOAL = 20412, 0.065
LIKERT = ndtri(np.array([0.1, 0.3, 0.6, 0.85]))
RARE = ndtri(np.array([0.8]))
CUTS = {  # where truth and prediction are cut: nowhere, into five steps, or into two classes
    "numbers": (None, None),
    "steps x numbers": (LIKERT, None),
    "steps x steps": (LIKERT, LIKERT),
    "numbers x steps": (None, LIKERT),
    "one in five x numbers": (RARE, None),
}


def pairs(rng: np.random.Generator, cuts: tuple, known: float, items: int) -> list[np.ndarray]:
    """Truth and prediction: the prediction is the truth with this probability, else drawn anew."""
    truth = rng.standard_normal(items)
    said = np.where(rng.random(items) < known, truth, rng.standard_normal(items))
    return [each if cut is None else np.searchsorted(cut, each) for each, cut in zip((truth, said), cuts, strict=True)]


def asked(columns: list[np.ndarray]) -> Ordered:
    """The answer to both columns."""
    codes = [np.unique(each, return_inverse=True) for each in columns]
    labels = np.unique(np.concatenate([levels for levels, _ in codes]))
    places = [np.searchsorted(labels, each) for each in columns]
    found = dict(zip(("truth", "said"), places, strict=True))
    return in_order(Ratings.of(np.full(len(columns[0]), -1), found, [float(each) for each in labels]))


def truths(cuts: tuple, known: float) -> tuple[float, float]:
    """Informedness of order and of numbers, in 100,000 items."""
    x, y = pairs(np.random.default_rng(SEED), cuts, known, 100_000)
    ranks = [np.unique(each, return_inverse=True)[1] for each in (x, y)]
    share = np.bincount(ranks[0]) / len(x)
    order = concordance(*ranks, np.ones(len(x))).sum() / len(x) ** 2 / (1 - (share**2).sum())
    return float(order), float(np.cov(x, y)[0, 1] / np.var(x))


def settings(tables: int) -> Iterator[str]:
    """A line for each setting."""
    for place, (name, known, items) in enumerate(product(CUTS, (0.0, 0.5, 0.9), (20, 100))):
        cuts = CUTS[name]
        truth = truths(cuts, known) if known else (0.0, 0.0)
        rng = np.random.default_rng([SEED, place])
        found = [
            asked(columns) for _ in range(tables) if len(np.unique((columns := pairs(rng, cuts, known, items))[0])) > 1
        ]
        cells = []
        for reading, value in zip(("order", "slopes"), truth, strict=True):
            ends = [one for each in found if (one := getattr(each, reading).informedness).low is not None]
            held = float(np.mean([each.low <= value <= each.high for each in ends]))
            width = float(np.median([each.high - each.low for each in ends]))
            cells += [f"{value:.3f}", f"{held:.3f}{failing(1 - held, len(ends), GOAL)}", f"{width:.2f}"]
            p = [getattr(each, reading).p for each in found]
            cells.append(f"{np.mean([each < 0.05 for each in p]):.3f}")
        cells.append(f"{1 - len(ends) / tables:.3f}")
        yield f"| {name} | {known} | {items} | " + " | ".join(cells) + " |"


def page(tables: int) -> Iterator[str]:
    """The page."""
    yield f"""# Informedness of order and of numbers

`informed evaluate --ordered`: 95% intervals of informedness of order (Somers' D of the prediction given the truth) and
of numbers (the slope of the prediction on the truth). The prediction is the truth with the probability `known`, else
drawn anew; then both are cut into five steps of unequal size, into two classes, or not at all. What is meant by the
two, and where they fail: [ordered values](../methods/ordered.md). `true`: the value in 100,000 items. `p < .05`: how
often p is; where `known` is 0 that is the size of the test, else its power. `silent`: the share of samples without an
interval. {tables:,} samples a setting. Written by `benchmarks/calibration/ordered.py`, seed {SEED}. Where even the
lower 99% limit of an error is above {GOAL}, it is given in bold.
"""
    heads = "values | known | items | order, true | held | width | p < .05 | numbers, true"
    yield from grid(f"{heads} | held | width | p < .05 | silent", settings(tables))


if __name__ == "__main__":
    write(PAGE, page, __doc__)
