"""How often the limits over all labellings hold the truth, and how often a guesser is called informed.

``python benchmarks/calibration/unjudged.py [--tables N]`` writes ``docs/coverage/unjudged.md``.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from pathlib import Path

import numpy as np
from frame import even, failing, grid, write, zipf

from informed.inference.interval import interval
from informed.inference.unjudged import reach

PAGE = Path(__file__).parents[2] / "docs" / "coverage" / "unjudged.md"
SEED, GOAL = 20269, 0.05
REASONS = ("at random", "mostly errors", "mostly hits")


def lost(table: np.ndarray, share: float, why: str, rng: np.random.Generator) -> np.ndarray:
    """How many items of each cell have no actual label; errors or hits are five times as likely to lack one."""
    right = np.eye(len(table), dtype=bool)
    odds = np.where(right == (why == "mostly hits"), 5.0, 1.0) if why != "at random" else np.ones_like(table)
    chance = np.minimum(odds * share * table.sum() / (odds * table).sum(), 1.0)
    return rng.binomial(table.astype(int), chance)


def cells(tables: int) -> Iterator[str]:
    """A line for each setting."""
    settings = product((2, 3, 5), (50, 400), (0.0, 0.4), (0.05, 0.2), REASONS)
    for place, (k, items, informed, share, why) in enumerate(settings):
        rng = np.random.default_rng([SEED, place])
        rows, columns = zipf(k), even(k)
        shares = (1 - informed) * np.outer(rows, columns) + informed * np.diag(rows)
        ends, alone, wide = [], [], 0.0
        for table in rng.multinomial(items, shares.ravel(), size=tables).reshape(-1, k, k).astype(float):
            gone = lost(table, share, why, rng)
            found = reach("informedness", table - gone, gone.sum(0))
            if found is None or (table.sum(1) > 0).sum() < 2:
                continue
            ends.append((found.least, found.most))
            alone.append(table - gone)
            wide += found.high - found.low
        pairs = interval("informedness", np.array(ends))
        low, high = pairs.low[:, 0], pairs.high[:, 1]
        dropped = interval("informedness", np.array(alone))
        held, kept = (low <= informed) & (informed <= high), (dropped.low <= informed) & (informed <= dropped.high)
        claims = ((low > 0) | (high < 0)).mean()
        wrong = f"{claims:.3f}{failing(float(claims), len(ends), GOAL)}" if not informed else ""
        power = f"{(low > 0).mean():.3f}" if informed else ""
        yield (
            f"| {k} | {items} | {informed} | {share} | {why} | {held.mean():.3f}"
            f"{failing(1 - float(held.mean()), len(ends), GOAL)} | {np.mean(kept):.3f} | {wide / len(ends):.3f} "
            f"| {(high - low).mean():.3f} | {wrong} | {power} |"
        )


def page(tables: int) -> Iterator[str]:
    """The page: what was done, then a line a setting."""
    yield f"""# Limits over all labellings of unjudged items

A share of the items has no actual label (`unjudged`): at random, or errors (hits) five times as often as hits (errors).
`held`: how often the 95% limits over all labellings hold the informedness of the population; `dropped`: how often the
95% interval of the judged items alone does. `bounds`: from the least to the greatest informedness, on average;
`limits`: the same with sampling error. `claims`: how often a guesser is called better or worse than guessing,
whatever the labels are. `better`: how often that is said of a predictor that knows four answers of ten.
{tables:,} tables a setting, classes uneven, guesses even. Written by `benchmarks/calibration/unjudged.py`, seed
{SEED}. Where even the lower 99% limit of an error rate is above {GOAL}, it is given in bold. How the bounds are found:
[unjudged items](../methods/unjudged.md).
"""
    yield from grid(
        "K | items | informed | unjudged | which | held | dropped | bounds | limits | claims | better",
        cells(tables),
    )


if __name__ == "__main__":
    write(PAGE, page, __doc__)
