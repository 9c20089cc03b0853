"""How often the default intervals of one plain table hold the truth, in the corners where they are hardest.

    python benchmarks/calibration/tables.py [--tables 4000]

Writes docs/coverage/tables.md. A cell fails when the upper 99% limit of its coverage lies below the goal.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from frame import grid, write

from informed.core.registry import get
from informed.core.table import Array
from informed.inference.draws import generator, simulate
from informed.inference.interval import interval
from informed.inference.proportions import exact

OUT = Path(__file__).parents[2] / "docs" / "coverage" / "tables.md"
GOAL = 0.92
SEED = 70_000
AGAIN, ELSEWHERE = 10, 10_000  # so many times more tables of the lowest settings, from other seeds
BEYOND_CHANCE = ("informedness", "edge", "markedness", "correlation", "mcc", "kappa")
RATES = ("accuracy", "balanced_accuracy", "recall", "precision")
OTHERS = ("proficiency", "cramers_v", "average_f", "average_g")
SEEN = ("width", "usable", "flagged")
SLOW = ("proficiency", "cramers_v")  # they draw, or leave out every item in turn

HEAD = """# Intervals of one plain table

Written by `benchmarks/calibration/tables.py`: {tables} tables per setting, level 95%, seeds {seed} and up, {cells}
settings per measure (of {slow}: {few} tables, a third of the settings) with at least one item of each class expected.
Goal: {goal:.0%}. A setting fails when the upper 99% limit of its coverage is below the goal. *Usable*: the share of
tables with an interval at all; *flagged*: the share of those whose note says to treat it as rough. Recall and
precision are of the first label.

Settings: {kinds}.

## Each measure over all its settings

"""
WORST = """
## The settings that fail, and the lowest three of each measure

*Again*: of ten times as many tables drawn anew, for the least of many is low by luck.

"""


@dataclass(frozen=True)
class World:
    """A truth that tables are drawn from."""

    setting: str
    n: int
    truth: Array


@dataclass(frozen=True)
class Cell:
    """What an interval did in one world."""

    world: World
    method: str
    coverage: float
    width: float
    usable: float
    flagged: float
    tables: int

    @property
    def upper(self) -> float:
        """The upper end of the 99% interval of the coverage."""
        if np.isnan(self.coverage):
            return 1.0
        tried = max(round(self.tables * self.usable), 1)
        return float(exact(np.asarray(round(self.coverage * tried)), np.asarray(tried), 0.005)[1])


def shares(kind: str, size: int) -> Array:
    """Prevalences of a kind."""
    rank = np.arange(1.0, size + 1)
    found = {"even": 0 * rank + 1, "skewed": np.where(rank == 1, 1.5 * (size - 1), 1.0), "zipf": 1 / rank}[kind]
    return found / found.sum()


def shifted(prevalence: Array, guessed: float) -> Array:
    """Every label said one place on, save for a share that is guessed."""
    return (1 - guessed) * np.roll(np.diag(prevalence), 1, axis=1) + guessed * np.outer(prevalence, prevalence)


def informed(prevalence: Array, habit: Array, share: float) -> Array:
    """Informed with this probability, otherwise guessing by habit."""
    return share * np.diag(prevalence) + (1 - share) * np.outer(prevalence, habit)


def worlds() -> list[World]:
    """All settings: the corners that were bad, and further ones."""
    found = []
    for size, sizes in (
        (2, (20, 50, 400)),
        (3, (20, 100, 2000)),
        (4, (30, 200)),
        (7, (20, 60, 300)),
        (12, (40, 250)),
        (20, (20, 30, 120, 600)),
    ):
        for place, kind in enumerate(("even", "skewed", "zipf")):
            prevalence = shares(kind, size)
            other = prevalence[::-1] if kind != "even" else shares("zipf", size)
            truths = {
                "guessing by prevalence": np.outer(prevalence, prevalence),
                "guessing, other habits": np.outer(prevalence, other),
                "shifted by one": shifted(prevalence, 0.0),
                "shifted, 30% guessed": shifted(prevalence, 0.3),
                "shifted, 5% guessed": shifted(prevalence, 0.05),
                "informed .1": informed(prevalence, prevalence, 0.1),
                "informed .4, other habits": informed(prevalence, other, 0.4),
                "informed .6": informed(prevalence, prevalence, 0.6),
                "informed .9": informed(prevalence, prevalence, 0.9),
                "informed .97, other habits": informed(prevalence, other, 0.97),
            }
            for turn, n in enumerate(sizes):
                if n * prevalence.min() < 1:
                    continue
                kept = list(truths.items())[(place + turn) % 2 :: 2]
                found += [World(f"{kind}, {name}", n, truth) for name, truth in kept]
    return found


def tried(measure: str, world: World, tables: int, seed: int) -> Cell | None:
    """The default interval of a measure on tables drawn from a world."""
    found, drawn = get(measure), simulate(world.truth, draws=tables, rng=generator(seed), n=world.n)
    aim = world.truth
    if found.kind == "binary":
        drawn, aim = _first_label(drawn), _first_label(aim)
    value = float(found(aim, undefined="nan"))
    if np.isnan(value):
        return None
    within = interval(found, drawn, draws=500)
    usable = ~np.isnan(within.low)
    if not usable.any():
        return Cell(world, within.method, np.nan, np.nan, 0.0, np.nan, tables)
    low, high = within.low[usable], within.high[usable]
    held = (low <= value + 1e-12) & (value - 1e-12 <= high)
    flagged = np.mean([note is not None for note in within.note[usable]])
    return Cell(world, within.method, held.mean(), (high - low).mean(), usable.mean(), float(flagged), tables)


def _first_label(table: Array) -> Array:
    """The first label against the rest."""
    hits, row, column = table[..., 0, 0], table[..., 0, :].sum(-1), table[..., :, 0].sum(-1)
    rest = table.sum((-2, -1)) - row - column + hits
    return np.stack([np.stack([hits, row - hits], -1), np.stack([column - hits, rest], -1)], -2)


def summary(name: str, cells: list[Cell]) -> tuple[object, ...]:
    """One measure in one line."""
    coverage = [each.coverage for each in cells]
    methods = ", ".join(dict.fromkeys(each.method for each in cells))
    failing = sum(each.upper < GOAL for each in cells)
    width, usable, flagged = (np.nanmean([getattr(each, part) for each in cells]) for part in SEEN)
    shares = f"{np.nanmin(coverage):.1%}", f"{np.nanmean(coverage):.1%}"
    return name, methods, len(cells), *shares, failing, f"{width:.3g}", f"{usable:.0%}", f"{flagged:.0%}"


def line(name: str, cell: Cell, again: Cell | None) -> tuple[object, ...]:
    """One setting in one line, with its coverage on other tables."""
    world, size = cell.world, len(cell.world.truth)
    upper = f"**{cell.upper:.1%}**" if cell.upper < GOAL else f"{cell.upper:.1%}"
    anew = "" if again is None else f"{again.coverage:.1%}"
    figures = f"{cell.coverage:.1%}", anew, upper, f"{cell.width:.3g}", f"{cell.usable:.0%}", f"{cell.flagged:.0%}"
    return name, size, world.n, world.setting, *figures


def page(tables: int) -> Iterator[str]:
    """Every measure in every world, line by line."""
    every, few = worlds(), min(1000, tables)
    kinds = ", ".join(dict.fromkeys(each.setting.split(", ", 1)[1] for each in every))
    found: dict[str, list[Cell]] = {}
    for name in (*BEYOND_CHANCE, *RATES, *OTHERS):
        slow = name in SLOW
        cells = (
            tried(name, world, few if slow else tables, SEED + place)
            for place, world in enumerate(every[:: 3 if slow else 1])
        )
        found[name] = sorted(filter(None, cells), key=lambda each: (np.isnan(each.coverage), each.coverage))
        print(name, flush=True)
    yield HEAD.format(
        tables=tables, few=few, slow=" and ".join(SLOW), seed=SEED, cells=len(every), goal=GOAL, kinds=kinds
    )
    yield from grid(
        "measure | method | settings | least coverage | mean coverage | failing | mean width | usable | flagged",
        (summary(name, cells) for name, cells in found.items()),
        2,
    )
    yield WORST
    yield from grid(
        "measure | classes | items | setting | coverage | again | upper 99% limit | mean width | usable | flagged",
        (
            line(name, each, tried(name, each.world, AGAIN * (few if name in SLOW else tables), SEED + ELSEWHERE))
            for name, cells in found.items()
            for place, each in enumerate(cells)
            if place < 3 or each.upper < GOAL
        ),
        4,
    )


if __name__ == "__main__":
    write(OUT, page, __doc__)
