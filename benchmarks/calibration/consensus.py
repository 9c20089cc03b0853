"""How often the intervals of `consensus` hold the truth.

``python benchmarks/calibration/consensus.py [--tables N]`` writes ``docs/coverage/consensus.md``.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np
from frame import write
from scipy.special import betaincinv

from informed.core.registry import get
from informed.questions.consensus.compute import patterns
from informed.questions.consensus.intervals import limits
from informed.questions.consensus.model import climbed, dawid_skene, knows_or_guesses
from informed.questions.consensus.search import Found, aligned, shown
from informed.readers.votes import Votes

PAGE = Path(__file__).parents[2] / "docs" / "coverage" / "consensus.md"
GOAL, SEED = 0.93, 51219


class World(NamedTuple):
    """Raters from the least to the most informed, who know or answer by habit, or err in ways of their own."""

    raters: int
    classes: int
    items: int
    missing: float
    errors: str = "any"
    least: float = 0.5
    most: float = 0.9


WORLDS = (
    World(3, 2, 200, 0.2),
    World(3, 2, 500, 0.5),
    World(5, 2, 100, 0.2),
    World(10, 2, 100, 0.7),
    World(3, 3, 200, 0.2),
    World(5, 3, 200, 0.5, "habit"),
    World(10, 3, 150, 0.7),
    World(5, 5, 200, 0.2, "habit"),
    World(10, 5, 200, 0.5),
)


class Cell(NamedTuple):
    """One setting: the least coverage over raters and over labels, their means, and the mean width."""

    world: World
    raters: np.ndarray
    shares: np.ndarray
    width: float
    tables: int

    def fails(self, coverage: float) -> bool:
        """Whether the upper 99 % limit of a coverage is below the goal."""
        hits = round(coverage * self.tables)
        return hits < self.tables and float(betaincinv(hits + 1, self.tables - hits, 0.99)) < GOAL


def measured(world: World, tables: int, seed: int) -> Cell:
    """Draw, fit and count how often the truth lies between the limits."""
    rng = np.random.default_rng([SEED, seed])
    prevalence = np.arange(world.classes + 1, 1, -1.0)
    prevalence /= prevalence.sum()
    knows = np.linspace(world.least, world.most, world.raters)[:, None, None]
    rows = 1 if world.errors == "habit" else world.classes
    guess = rng.dirichlet(np.full(world.classes, 3.0), (world.raters, rows))
    matrices = knows * np.eye(world.classes) + (1 - knows) * guess
    truth = np.asarray(get("informedness")(prevalence[:, None] * matrices))
    held, shares, width = [], [], []
    for _ in range(tables):
        read = _drawn(world, prevalence, matrices, rng)
        data, _ = patterns(read, np.unique(read.item))
        name = "knows_or_guesses" if world.errors == "habit" else "dawid_skene"
        model = knows_or_guesses if world.errors == "habit" else dawid_skene
        votes = data.votes / data.votes.sum(-1, keepdims=True)
        fit = aligned(data, climbed(data, votes, model, 1.0, steps=500, close=1e-5))
        ends = limits(data, Found(name, fit, shown(data, fit, name), {}, 0, 1, None), 1.0, 0.95, rng)
        low, high = ends.low["informedness"], ends.high["informedness"]
        held.append((low <= truth) & (truth <= high))
        shares.append((ends.overall[1] <= prevalence) & (prevalence <= ends.overall[2]))
        width.append(high - low)
    return Cell(world, np.mean(held, 0), np.mean(shares, 0), float(np.mean(width)), tables)


def _drawn(world: World, prevalence: np.ndarray, matrices: np.ndarray, rng: np.random.Generator) -> Votes:
    truth = rng.choice(world.classes, world.items, p=prevalence)
    item, rater = np.nonzero(rng.random((world.items, world.raters)) >= world.missing)
    said = np.cumsum(matrices, -1)[rater, truth[item]]
    label = (rng.random((len(item), 1)) > said[:, :-1]).sum(-1)
    names = tuple(map(str, range(world.raters)))
    return Votes(tuple(range(world.items)), names, tuple(range(world.classes)), item, rater, label, 0 * truth)


def lines(cells: list[Cell]) -> Iterator[str]:
    """A row per setting."""
    head = ("raters", "labels", "items", "missing", "errors", "least, raters", "mean", "least, shares", "width", "")
    yield f"| {' | '.join(head)} |"
    yield "|" + "--:|" * 4 + "---|" + "--:|" * 4 + "---|"
    for each in cells:
        low, share = float(each.raters.min()), float(each.shares.min())
        bad = [
            f"{what}{' (fails)' * each.fails(one)}" for what, one in (("raters", low), ("shares", share)) if one < GOAL
        ]
        told = (*each.world[:3], f"{each.world.missing:.0%}", each.world.errors)
        numbers = (f"{low:.3f}", f"{each.raters.mean():.3f}", f"{share:.3f}", f"{each.width:.2f}")
        yield f"| {' | '.join(map(str, (*told, *numbers)))} | {', '.join(bad) and 'below: ' + ', '.join(bad)} |"


def told(cells: list[Cell]) -> str:
    """The evidence as a page."""
    tables = min(each.tables for each in cells)
    below = sum(any(each.fails(float(one.min())) for one in (each.raters, each.shares)) for each in cells)
    low = sum(min(each.raters.min(), each.shares.min()) < GOAL for each in cells)
    mean = np.mean([each.raters.mean() for each in cells])
    return "\n".join(
        [
            "# Raters without a truth\n",
            f"{len(cells)} settings, {tables:,} data sets each, seeds from {SEED}, nominal level 95 %, prior 1. Raters "
            "know the label with a probability from 0.5 (the least informed) to 0.9 (the most), else they answer by "
            "habit, or err in ways of their own (*any*); each model is fitted to the data that it describes. Labels "
            "have the shares K + 1, K, ..., 2. *Least* is the coverage of the rater, or of the label's share, that is "
            "covered least.\n",
            f"Settings whose least coverage is below {GOAL} are marked ({low}); they fail where even its upper 99 % "
            f"limit is ({below}). The mean coverage of informedness is {mean:.3f}. A coverage of so few data sets "
            f"has a standard error of about {np.sqrt(0.05 * 0.95 / tables):.3f}, and the least of several raters is "
            "pulled down by chance as well.\n",
            *lines(cells),
            "",
        ]
    )


def page(tables: int) -> str:
    """All settings, measured anew."""
    return told([measured(world, tables, seed) for seed, world in enumerate(WORLDS)])


if __name__ == "__main__":
    write(PAGE, page, __doc__)
