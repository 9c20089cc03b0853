"""How often equal groups are said to lie apart, and the largest gap lies beyond its bound.

``python benchmarks/calibration/gaps.py [--tables N]`` writes ``docs/coverage/gaps.md``.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
from frame import failing, grid, write

from informed import Counts, evaluate

PAGE = Path(__file__).parents[2] / "docs" / "coverage" / "gaps.md"
SEED, GOAL = 20265, 0.05
# Items of each group, the share of positives of each, their recall and their fallout.
WORLDS = [
    ("equal", (170, 170, 160), (0.3,) * 3, (0.8,) * 3, (0.1,) * 3),
    ("equal", (500, 500), (0.5,) * 2, (0.7,) * 2, (0.3,) * 2),
    ("equal, small", (20, 20, 20), (0.4,) * 3, (0.75,) * 3, (0.2,) * 3),
    ("equal, one small", (1000, 1000, 15), (0.3,) * 3, (0.8,) * 3, (0.1,) * 3),
    ("equal, eight", (100,) * 8, (0.3,) * 8, (0.8,) * 8, (0.1,) * 8),
    ("equal, rare", (200,) * 4, (0.05,) * 4, (0.6,) * 4, (0.02,) * 4),
    ("equal, guesses", (150,) * 4, (0.3,) * 4, (0.3,) * 4, (0.3,) * 4),
    ("recall differs", (170, 170, 160), (0.3,) * 3, (0.85, 0.85, 0.55), (0.1,) * 3),
    ("recall differs", (500, 500, 500), (0.3,) * 3, (0.85, 0.85, 0.65), (0.1,) * 3),
]


def cells(tables: int) -> Iterator[str]:
    """A line for each world."""
    for place, (name, sizes, shares, recalls, fallouts) in enumerate(WORLDS):
        rng = np.random.default_rng([SEED, place])
        share, recall, fallout = (np.array(each) for each in (shares, recalls, fallouts))
        bias = share * recall + (1 - share) * fallout
        truth = {"recall": recall, "fallout": fallout, "precision": share * recall / bias, "bias": bias}
        truth["informedness"] = recall - fallout
        wide = {measure: float(np.ptp(each)) for measure, each in truth.items()}
        said = beyond = shown = false = 0
        most = 0.0
        for _ in range(tables):
            positives = rng.binomial(sizes, share)
            hits, alarms = rng.binomial(positives, recall), rng.binomial(np.array(sizes) - positives, fallout)
            table = np.stack([hits, positives - hits, alarms, np.array(sizes) - positives - alarms], axis=1)
            groups = tuple((f"g{each}",) for each in range(len(sizes)))
            counts = Counts(table.reshape(-1, 2, 2), labels=("yes", "no"), by=("group",), groups=groups)
            found = evaluate(counts, positive="yes").gaps
            claims = [gap for pairs in found.gaps.values() for gap in pairs if gap.apart]
            said += bool(claims)
            shown += any(gap.measure == "recall" for gap in claims)
            at = {f"g{each}": each for each in range(len(sizes))}
            false += any(
                gap.estimate.value * (truth[gap.measure][at[gap.first]] - truth[gap.measure][at[gap.second]]) <= 0
                for gap in claims
            )
            known = {measure: each for measure, each in found.largest.items() if each.high is not None}
            beyond += any(not each.low - 1e-9 <= wide[measure] <= each.high + 1e-9 for measure, each in known.items())
            most += known["recall"].high if "recall" in known else 1.0
        power = "" if name.startswith("equal") else f"{shown / tables:.3f}"
        listed = ", ".join(map(str, sizes)) if len(sizes) < 5 else f"{len(sizes)} x {sizes[0]}"
        yield (
            f"| {name} | {listed} | {tables:,} | {false / tables:.3f}{failing(false / tables, tables, GOAL)} "
            f"| {beyond / tables:.3f}{failing(beyond / tables, tables, GOAL)} | {power} | {most / tables:.2f} |"
        )


def page(tables: int) -> Iterator[str]:
    """The page: what was done, then a line a world."""
    yield f"""# Coverage: gaps between groups

How often groups are said to lie apart, in any of recall, fallout, precision, accepted share and informedness, where
they are equal or lie the other way round (`false`), how often the largest gap of any measure lies outside the interval
that is given for it (`beyond`; the goal of both is at most 0.05 for all measures and pairs together), how often recall
is shown to differ where it does (`power`), and the mean bound of the largest gap in recall (`at most`). Written by
`benchmarks/calibration/gaps.py`, seed {SEED}. Where even the lower 99% limit of an error rate is above its goal, it is
given in bold.
"""
    yield from grid("groups | items | tables | false | beyond | power | at most", cells(tables), 2)


if __name__ == "__main__":
    write(PAGE, page, __doc__)
