"""Systems in the order of a measure, tied where no test tells them apart."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import Any

import numpy as np

from informed.core.counts import Counts
from informed.core.errors import InputError
from informed.core.estimate import Estimate
from informed.core.items import Items
from informed.core.metrics import Figure
from informed.core.record import Record
from informed.core.registry import get
from informed.core.result import Result
from informed.core.signature import signature
from informed.inference.adjustment import adjust
from informed.inference.estimates import estimate

MOST = 60  # systems: every pair of them is tested

Pair = tuple[str, ...]
Sample = Counts | Items
"""What a system is measured by: counts, or items with clusters or strata."""


@dataclass(frozen=True)
class Standing(Record):
    """A system: its rank is one more than the number of systems that a test shows to be better."""

    rank: int
    system: str
    runs: int
    n: int | None
    estimate: Estimate
    p: float | None
    """The adjusted p of the difference from the first; None for the first."""
    paired: bool
    """Whether it was compared with the first on the same items."""
    apart: str = ""
    """Why not, where both kept their items."""
    part: str = ""
    """How many items were paired, where not all are in both."""


@dataclass(frozen=True)
class Reversal(Record):
    """Two systems whose order in one group is the opposite of that over all, both by test."""

    group: str
    better: str
    worse: str
    p: float


@dataclass(frozen=True)
class Leaderboard(Result):
    """The systems of a task; ``groups`` has the same numbers for each value of a tag."""

    kind = "leaderboard"

    task: str
    measure: str
    level: float
    standings: tuple[Standing, ...]
    by: str | None
    groups: Mapping[str, Mapping[str, Estimate]]
    reversals: tuple[Reversal, ...]

    @cached_property
    def signature(self) -> str:
        """The recipe in one line."""
        facts = {"task": self.task, "measure": self.measure, "systems": len(self.standings), "by": self.by or ""}
        return signature({**facts, "level": self.level, "adjust": "holm over all pairs"})

    def key_figures(self) -> Iterator[Figure]:
        """The number of each system."""
        return (Figure(self.measure, each.estimate, each.system) for each in self.standings)

    def rows(self) -> list[dict[str, Any]]:
        """One row a system, and one for each of its groups."""
        whole = [
            {"rank": each.rank, "system": each.system, "group": None, "runs": each.runs, "n": each.n,
             **each.estimate.to_dict(), "p": each.p, "paired": each.paired}
            for each in self.standings
        ]  # fmt: skip
        parts = [
            {"rank": None, "system": system, "group": group, "runs": None, "n": None, **found.to_dict(), "p": None,
             "paired": None}
            for group, row in self.groups.items() for system, found in row.items()
        ]  # fmt: skip
        return whole + parts


def ranked(
    task: str,
    counts: Mapping[str, Sample],
    runs: Mapping[str, int],
    measure: str,
    level: float,
    *,
    paired: Callable[[str, str], Items | str],
    by: str | None = None,
    groups: Mapping[str, Mapping[str, Sample]] | None = None,
) -> Leaderboard:
    """The standings, by tests of every pair: on the same items where they were kept, else as independent samples."""
    if len(counts) > MOST:
        raise InputError(f"{len(counts):,} systems are too many to test every pair; choose some by --since or --tag")
    found = {name: estimate(each, measure, level=level) for name, each in counts.items()}
    sign = -1 if get(measure).higher_is_better is False else 1
    order = sorted(found, key=lambda name: -sign * found[name].value)
    both = {pair: paired(*pair) for pair in combinations(order, 2)}
    same = {pair: _paired_p(items, measure, level) for pair, items in both.items() if isinstance(items, Items)}
    p = adjusted({pair: same.get(pair, _apart(found, pair)) for pair in combinations(order, 2)})
    better = {name: sum(p[pair] <= 1 - level for pair in p if pair[1] == name) for name in order}
    standings = tuple(
        Standing(
            1 + better[name], name, runs[name], counts[name].n, found[name], p.get((order[0], name)),
            *_how(both.get((order[0], name), "")),
        )
        for name in order
    )  # fmt: skip
    inside = {
        group: {name: estimate(each, measure, level=level) for name, each in row.items()}
        for group, row in (groups or {}).items()
    }
    told = tuple(reversals(p, inside, sign, 1 - level))
    return Leaderboard(task, measure, level, standings, by, inside, told)


def _how(both: Items | str) -> tuple[bool, str, str]:
    """Whether a pair was compared on the same items, why not, and on how many where they are a part."""
    return (False, both, "") if isinstance(both, str) else (True, "", "; ".join(both.notes))


def adjusted(p: Mapping[Pair, float]) -> dict[Pair, float]:
    """Holm's adjustment over all pairs."""
    return dict(zip(p, adjust(list(p.values())).tolist(), strict=True)) if p else {}


def _paired_p(items: Items, measure: str, level: float) -> float:
    from informed.questions.compare import compare

    (difference,) = compare(items, measures=[measure], level=level).differences
    return float(difference.p if difference.p is not None else 1.0)


def _apart(found: Mapping[str, Estimate], pair: Sequence[str]) -> float:
    """The p of two samples that have nothing to do with each other, from the halves of their intervals that face."""
    from scipy.special import ndtr, ndtri

    first, second = (found[name] for name in pair)
    high, low = (first, second) if first.value >= second.value else (second, first)
    if high.low is None or low.high is None:
        return 1.0
    width = np.hypot(high.value - high.low, low.high - low.value)
    z = ndtri((1 + (high.level or 0.95)) / 2)
    return float(2 * ndtr(-(high.value - low.value) / width * z)) if width > 0 else 1.0


def reversals(
    p: Mapping[Pair, float], groups: Mapping[str, Mapping[str, Estimate]], sign: int, alpha: float
) -> Iterator[Reversal]:
    """Pairs that differ over all by test and the other way round in a group, by a test that allows for their number."""
    shown = [pair for pair, each in p.items() if each <= alpha]
    inside = {
        (group, *pair): _apart(row, pair) for group, row in groups.items() for pair in shown if set(pair) <= set(row)
    }
    for (group, better, worse), each in adjusted(inside).items():
        if each <= alpha and sign * (groups[group][better].value - groups[group][worse].value) < 0:
            yield Reversal(group, better, worse, each)
