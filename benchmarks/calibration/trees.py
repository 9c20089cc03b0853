"""How near the proficiency of label sets comes to that of whole sets: categories alone, by a tree, as single classes.

``python benchmarks/calibration/trees.py [--tables N]`` writes ``docs/coverage/trees.md``.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from pathlib import Path

import numpy as np
from frame import failing, grid, write

from informed.core.labelsets import LabelSets
from informed.core.registry import get
from informed.core.sets import Sets
from informed.inference.chance import chance_mean
from informed.questions.multilabel.measures import MEASURES
from informed.questions.multilabel.tree import tree_of

PAGE = Path(__file__).parents[2] / "docs" / "coverage" / "trees.md"
SEED, GOAL, TRUE = 20413, 0.07, 400_000
WORLDS = ("apart", "chain", "loops")


def drawn(rng: np.random.Generator, world: str, known: float, size: int, items: int) -> tuple[np.ndarray, np.ndarray]:
    """Actual and predicted sets as flags: categories apart, each as the one before, or as either of two before."""
    actual = rng.random((items, size)) < 0.3
    for place in range(1, size):
        before = actual[:, place - 1]
        if world == "loops" and place > 1:
            before = before ^ actual[:, place - 2]
        follow = (rng.random(items) < 0.7) & (world != "apart")
        actual[:, place] = np.where(follow, before, actual[:, place])
    return actual, np.where(rng.random(actual.shape) < known, actual, rng.random(actual.shape) < 0.3)


def sets_of(*sides: np.ndarray) -> LabelSets:
    """Flags as label sets."""
    parts = [Sets(np.r_[0, np.cumsum(each.sum(1))], np.nonzero(each)[1]) for each in sides]
    return LabelSets.of(range(sides[0].shape[1]), parts)


def whole(*sides: np.ndarray) -> np.ndarray:
    """The table of whole sets as classes."""
    codes = [each @ (1 << np.arange(each.shape[1])) for each in sides]
    table = np.zeros((1 << sides[0].shape[1],) * 2)
    np.add.at(table, tuple(codes), 1)
    return table


def settings(tables: int) -> Iterator[str]:
    """A line for each setting."""
    proficiency = get("proficiency")
    for place, (world, known, size) in enumerate(product(WORLDS, (0.0, 0.5), (3, 6))):
        many = drawn(np.random.default_rng([SEED, place]), world, known, size, TRUE)
        table = whole(*many)
        truth = (float(proficiency(table)) - chance_mean("proficiency", table)) if known else 0.0
        for items in (100, 1000):
            rng = np.random.default_rng([SEED, place, items])
            rows = []
            for _ in range(tables):
                flags = drawn(rng, world, known, size, items)
                sets, table = sets_of(*flags), whole(*flags)
                tree = tree_of(sets, 0.95).proficiency
                rows.append((float(MEASURES["proficiency"](sets)), tree.value, proficiency(table), tree.low, tree.high))
            found = np.array(rows, float)
            held = float(np.mean((found[:, 3] <= truth) & (truth <= found[:, 4])))
            cells = [f"{each:+.3f}" for each in found[:, :3].mean(0) - truth]
            cells += [f"{each:.3f}" for each in found[:, :3].std(0)]
            halves = f"{held:.3f}{failing(1 - held, tables, GOAL)}"
            yield f"| {world} | {known} | {size} | {items:,} | {truth:.3f} | {' | '.join(cells)} | {halves} |"


def page(tables: int) -> Iterator[str]:
    """The page."""
    yield f"""# Proficiency of label sets beyond independence

Three estimates of the proficiency of whole sets, I(sets; predicted sets) / H(sets): the sum over categories
(`proficiency`, which assumes that they are independent), the tree of categories less what chance shows
(`.tree`), and the plug-in value of whole sets as classes (`.product`). Worlds: categories `apart`; a `chain`, each like
the one before with probability .7; and `loops`, each like the parity of the two before, so that no pair tells. Each
category is known with probability `known`, else guessed. What they mean: [sets of labels](../methods/sets.md).
`true`: of whole sets in {TRUE:,} items, less its chance mean. Then each mean less that, each standard deviation from
sample to sample (stability), and how often the 95% interval of the tree holds the true value. {tables:,} samples a
setting. Written by `benchmarks/calibration/trees.py`, seed {SEED}. Where even the lower 99% limit of an error is above
{GOAL}, it is given in bold.
"""
    heads = "world | known | categories | items | true | apart, off | tree, off | whole, off"
    yield from grid(f"{heads} | apart, sd | tree, sd | whole, sd | held", settings(tables))


if __name__ == "__main__":
    write(PAGE, page, __doc__)
