"""How often a difference of systems is said to depend on the prompt, and its interval for new prompts holds.

``python benchmarks/calibration/prompts.py [--tables N]`` writes ``docs/coverage/prompts.md``.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
from frame import failing, grid, write

from informed.questions.compare.crossing import crossed
from informed.readers.logs import CrossedGrades

PAGE = Path(__file__).parents[2] / "docs" / "coverage" / "prompts.md"
SEED, ERROR, GOAL = 20271, 0.05, 0.93
# Systems, prompts, items, runs; the advantage of the last system in logits, and how far that varies over prompts.
WORLDS = [
    *((2, prompts, items, runs, 0.0, 0.0) for prompts, items, runs in ((2, 20, 1), (3, 40, 3), (5, 100, 1))),
    (3, 4, 60, 2, 0.0, 0.0),
    (2, 3, 40, 3, 1.0, 0.0),
    *((2, prompts, items, runs, 0.0, 0.6) for prompts, items, runs in ((2, 40, 1), (3, 40, 3), (10, 60, 1))),
    *((2, prompts, 60, 1, 1.0, 0.6) for prompts in (3, 5, 10)),
    (3, 5, 60, 2, 0.5, 1.0),
    (2, 10, 200, 1, 0.5, 1.0),
]
SPREAD = (1.2, 0.5, 0.4)  # of items, of a system on an item, of an item under a prompt; in logits


def shares(rng: np.random.Generator, size: tuple[int, int, int], shift: float, wide: float) -> np.ndarray:
    """The probability of a right answer ``(systems, prompts, items)``."""
    systems, prompts, items = size
    logit = SPREAD[0] * rng.standard_normal(items) + SPREAD[1] * rng.standard_normal((systems, 1, items))
    logit = logit + SPREAD[2] * rng.standard_normal((prompts, items))
    if wide or not shift:  # where one system is ahead, harder prompts alone would change the difference in accuracy
        logit = logit + 0.5 * rng.standard_normal((prompts, 1))
    logit = logit + wide * rng.standard_normal((systems, prompts, 1))
    logit[-1] += shift
    return 1 / (1 + np.exp(-logit))


def cells(tables: int) -> Iterator[str]:
    """A line for each world."""
    for place, (systems, prompts, items, runs, shift, wide) in enumerate(WORLDS):
        far = shares(np.random.default_rng([SEED, place, 1]), (systems, 4_000, 300), shift, wide)
        truth = float(far[-1].mean() - far[0].mean())
        rng = np.random.default_rng([SEED, place])
        depends = held = better = worse = 0
        width = 0.0
        for _ in range(tables):
            share = shares(rng, (systems, prompts, items), shift, wide)
            right = (rng.random((*share.shape, runs)) < share[..., None]).astype(float).tolist()
            of = {f"s{at}": tuple(tuple(map(tuple, cell)) for cell in each) for at, each in enumerate(right)}
            given = CrossedGrades("grade", ("prompt",), tuple(map(str, range(prompts))), of)
            found = crossed(given, draws=399).crossing
            depends += found.p < ERROR
            new = found.anew[f"s{systems - 1} - s0"]
            if new.low is None:
                continue
            held += new.low <= truth <= new.high
            better += new.low > 0
            worse += new.high < 0
            width += (new.high - new.low) / tables
        said = depends / tables
        told = f"said {said:.3f}" if wide else f"{said:.3f}{failing(said, tables, ERROR)}"
        short = f"{held / tables:.3f}"
        known = f"{(better + worse) / tables:.3f}"
        sizes = f"{systems} x {prompts} x {items} x {runs}"
        yield f"| {sizes} | {shift:g} | {wide:g} | {tables:,} | {told} | {short} | {width:.2f} | {known} |"


def page(tables: int) -> Iterator[str]:
    """The page: what was done, then a line a world."""
    yield f"""# Coverage: systems by prompts

How often `informed compare LOG --by prompt` says that the difference between systems depends on the prompt where it
does not (the goal is at most {ERROR:g}) and, after `said`, where it does; how often the interval for new items and new
prompts holds the difference of the last system and the first over all prompts (the goal is {GOAL:g}), how wide it is,
and how often it leaves out 0 (`shown`). Answers are right or wrong; items vary by {SPREAD[0]:g} logits, a system on an
item by {SPREAD[1]:g}, an item under a prompt by {SPREAD[2]:g}; `advantage` is that of the last system in logits,
`varies` how far a system's advantage varies over prompts. Prompts
differ in difficulty by 0.5, save where the advantage is fixed. Permutations: 399. Written by
`benchmarks/calibration/prompts.py`, seed {SEED}. Where even the lower 99% limit of a false rate is above its goal, it
is given in bold.
"""
    heads = "systems x prompts x items x runs | advantage | varies | tables | depends | covers | width | shown"
    yield from grid(heads, cells(tables), 1)


if __name__ == "__main__":
    write(PAGE, page, __doc__)
