"""How often the intervals of precision, recall and F1 of spans hold the truth, with texts as clusters.

Run: ``python benchmarks/calibration/spans.py [--tables N] [--write PATH]``. It writes ``docs/coverage/spans.md``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from frame import failing, grid, write

from informed.inference.estimates import positive_first
from informed.questions.spans.compute import CELLS, entity_items
from informed.questions.spans.matching import OUTCOMES
from informed.questions.spans.result import RATES

GOAL, SEED = 0.93, 20261
PAGE = Path(__file__).parents[2] / "docs" / "coverage" / "spans.md"


@dataclass(frozen=True)
class World:
    """Texts with about ``size`` spans each, found with a skill that varies from text to text (beta distributed).

    ``half``: the share of the spans found that are partial; ``extra``: spurious spans per actual one.
    """

    texts: int
    size: float
    skill: float
    spread: float  # the larger, the less texts differ; a beta distribution of (skill, 1 - skill) times this
    half: float = 0.0
    extra: float = 0.1

    def drawn(self, rng: np.random.Generator) -> list[Counter[str]]:
        """What became of the spans of every text."""
        skill = rng.beta(self.skill * self.spread, (1 - self.skill) * self.spread, self.texts)
        spans = rng.poisson(self.size, self.texts)
        found = rng.binomial(spans, skill)
        partial = rng.binomial(found, self.half)
        wrong = rng.binomial(spans - found, 0.5)
        spurious = rng.poisson(self.extra * self.size * (1 - skill) / (1 - self.skill))
        columns = (found - partial, wrong, partial, spans - found - wrong, spurious)
        return [Counter(dict(zip(OUTCOMES, map(int, row), strict=True))) for row in zip(*columns, strict=True)]

    def truths(self) -> dict[str, float]:
        """The rates of ever more texts."""
        lost = (1 - self.skill) / 2
        share = np.array([self.skill * (1 - self.half), lost, self.skill * self.half, lost, self.extra])
        hit, missed, alarm = share @ np.array([CELLS[name] for name in OUTCOMES])
        return {
            "precision": hit / (hit + alarm),
            "recall": hit / (hit + missed),
            "f_measure": 2 * hit / (2 * hit + missed + alarm),
        }


WORLDS = [
    World(20, 3, 0.8, 4),
    World(20, 10, 0.8, 4),
    World(50, 3, 0.9, 4),
    World(50, 3, 0.5, 2),
    World(100, 2, 0.95, 4),
    World(100, 10, 0.8, 1),
    World(50, 3, 0.8, 4, half=0.2),
    World(20, 5, 0.6, 2, half=0.3),
]


def coverage(world: World, tables: int, rng: np.random.Generator) -> dict[str, float]:
    """How often each interval holds the truth; an interval that is undefined does not."""
    truths, held = world.truths(), Counter[str]()
    for _ in range(tables):
        table = entity_items(enumerate(world.drawn(rng)))
        for name in RATES if table is not None else ():
            found = positive_first(table, name)
            held[name] += found.low is not None and found.low <= truths[name] <= (found.high or 1.0)
    return {name: held[name] / tables for name in RATES}


def rows(tables: int) -> Iterator[tuple[object, ...]]:
    """Coverage of each rate in each world."""
    for place, world in enumerate(WORLDS):
        found = coverage(world, tables, np.random.default_rng([SEED, place]))
        cells = (f"{found[name]:.3f}{failing(1 - found[name], tables, 1 - GOAL)}" for name in RATES)
        half = f"{world.half:.0%}" if world.half else "none"
        yield world.texts, f"{world.size:g}", world.skill, f"{world.spread:g}", half, *cells


def page(tables: int) -> Iterator[str]:
    """The page, line by line."""
    yield f"""<!-- made by benchmarks/calibration/spans.py -->

# Coverage: spans

How often the 95% intervals of precision, recall and F1 of spans hold the truth, in {tables:,} samples of each world.
Every text has a skill of its own, drawn from a beta distribution: `skill` is its mean, and texts differ the more the
smaller `spread` is. The text is the cluster. Partial spans count half. The goal is {GOAL}; a setting fails, and shows
how far, where even the 99% limit of its coverage is below that.
"""
    yield from grid("texts | spans per text | skill | spread | partial | precision | recall | F1", rows(tables), 0)


if __name__ == "__main__":
    write(PAGE, page, __doc__)
