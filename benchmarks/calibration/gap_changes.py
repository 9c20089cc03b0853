"""How often another system is said to change a gap between groups where it does not, and where it does.

``python benchmarks/calibration/gap_changes.py [--tables N]`` writes ``docs/coverage/gap_changes.md``.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
from frame import failing, grid, write

from informed import compare
from informed.questions.evaluate.gaps import OF_TWO

PAGE = Path(__file__).parents[2] / "docs" / "coverage" / "gap_changes.md"
SEED, GOAL = 20273, 0.05
# Items of each group, the share of positives, recall of both systems in each group, fallout; how alike both err.
WORLDS = [
    ("same", (300, 300), 0.4, (0.8, 0.8), (0.8, 0.8), 0.1, 0.0),
    ("same, alike", (300, 300), 0.4, (0.8, 0.8), (0.8, 0.8), 0.1, 0.8),
    ("same gap", (200, 200, 200), 0.3, (0.85, 0.7, 0.6), (0.85, 0.7, 0.6), 0.1, 0.5),
    ("same, small", (30, 30, 30), 0.4, (0.75, 0.75, 0.75), (0.75, 0.75, 0.75), 0.2, 0.5),
    ("same, one small", (800, 800, 20), 0.3, (0.8, 0.8, 0.8), (0.8, 0.8, 0.8), 0.1, 0.5),
    ("same, rare", (300, 300), 0.06, (0.7, 0.7), (0.7, 0.7), 0.05, 0.5),
    ("gap closed", (400, 400), 0.4, (0.85, 0.6), (0.85, 0.85), 0.1, 0.5),
    ("gap closed", (1000, 1000), 0.4, (0.85, 0.7), (0.85, 0.85), 0.1, 0.5),
]


def cells(tables: int) -> Iterator[str]:
    """A line for each world."""
    for place, (name, sizes, share, before, after, fallout, alike) in enumerate(WORLDS):
        rng = np.random.default_rng([SEED, place])
        said = recall = 0
        site = np.repeat(np.arange(len(sizes)), sizes)
        for _ in range(tables):
            actual = rng.random(len(site)) < share
            one = rng.random(len(site))
            both = one, np.where(rng.random(len(site)) < alike, one, rng.random(len(site)))
            systems = {
                which: each < np.where(actual, np.array(rates)[site], fallout)
                for which, each, rates in zip(("old", "new"), both, (before, after), strict=True)
            }
            columns = {name: each.astype(int) for name, each in systems.items()}
            found = compare(actual.astype(int), columns, by=site, positive=1, measures=["recall"]).gaps
            shown = {each for each in OF_TWO for one in found.changes[each] if one.shown}
            said += bool(shown)
            recall += "recall" in shown
        equal = name.startswith("same")
        false = f"{said / tables:.3f}{failing(said / tables, tables, GOAL)}" if equal else ""
        power = "" if equal else f"{recall / tables:.3f}"
        yield f"| {name} | {', '.join(map(str, sizes))} | {share:g} | {alike:g} | {tables:,} | {false} | {power} |"


def page(tables: int) -> Iterator[str]:
    """The page: what was done, then a line a world."""
    yield f"""# Coverage: changes of gaps between groups

How often `informed compare --by GROUP --show gaps` says that a gap between groups changes from one system to the
other, in any of recall, fallout, precision, accepted share and informedness, where no gap does (`false`; the goal is at
most {GOAL:g} for all measures and pairs of groups together), and how often it says so of recall where the gap in recall
is closed (`power`). `alike`: the share of items on which both systems draw the same luck. Written by
`benchmarks/calibration/gap_changes.py`, seed {SEED}. Where even the lower 99% limit of a false rate is above its goal,
it is given in bold.
"""
    yield from grid("groups | items | positives | alike | tables | false | power", cells(tables), 2)


if __name__ == "__main__":
    write(PAGE, page, __doc__)
