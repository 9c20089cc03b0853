"""Systems in the order of a measure, tied where no test tells them apart."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations
from typing import Any

import numpy as np

from informed.core.counts import Counts
from informed.core.door import arg
from informed.core.errors import InputError
from informed.core.estimate import Estimate
from informed.core.items import Items
from informed.core.labels import written
from informed.core.metrics import Figure
from informed.core.record import Record
from informed.core.registry import get
from informed.core.result import Result
from informed.core.signature import signature
from informed.inference.adjustment import adjust
from informed.inference.dependence import grouped
from informed.inference.estimates import estimate
from informed.inference.interval import limits_of
from informed.inference.pairing import correlations
from informed.inference.proportions import mover

MOST = 60  # systems: every pair of them is tested
DEVIATES = np.linspace(0, 8, 81)  # where limits are looked at, to find the p between

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
    """How many items are in both, where these are not all."""
    distinct: int | None = None
    """How many items there are, each counted once; None where ids were not kept and items may repeat."""


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
    paired: Callable[[str, str], Items | dict[str, Items] | str],
    by: str | None = None,
    groups: Mapping[str, Mapping[str, Sample]] | None = None,
    distinct: Mapping[str, int | None] | None = None,
) -> Leaderboard:
    """The standings, by tests of every pair: on the same items, on samples that share some, or on independent ones.

    ``distinct``: how many items each system has, an item that came again counted once; None where that is not known.
    """
    if len(counts) > MOST:
        raise InputError(
            f"{len(counts):,} systems are too many to test every pair; choose some by {arg('since')} or {arg('tags')}"
        )
    found = {name: estimate(each, measure, level=level) for name, each in counts.items()}
    sign = -1 if get(measure).higher_is_better is False else 1
    order = sorted(found, key=lambda name: -sign * found[name].value)
    both = {pair: paired(*pair) for pair in combinations(order, 2)}
    same = {pair: _paired_p(items, measure, level) for pair, items in both.items() if isinstance(items, Items)}
    partly = [pair for pair, items in both.items() if isinstance(items, dict)]
    apart = _apart(found, counts, measure, [pair for pair in both if pair not in same], partly)
    p = adjusted({pair: (same | apart)[pair] for pair in both})
    better = {name: sum(p[pair] <= 1 - level for pair in p if pair[1] == name) for name in order}
    standings = tuple(
        Standing(
            1 + better[name], name, runs[name], counts[name].n, found[name], p.get((order[0], name)),
            *_how(both.get((order[0], name), "")), (distinct or {}).get(name, counts[name].n),
        )
        for name in order
    )  # fmt: skip
    inside = {
        group: {name: estimate(each, measure, level=level) for name, each in row.items()}
        for group, row in (groups or {}).items()
    }
    shown = [pair for pair, each in p.items() if each <= 1 - level]
    turned = {
        (group, *pair): each
        for group, row in (groups or {}).items()
        for pair, each in _apart(inside[group], row, measure, [pair for pair in shown if set(pair) <= set(row)]).items()
    }
    told = tuple(reversals(adjusted(turned), inside, sign, 1 - level))
    return Leaderboard(task, measure, level, standings, by, inside, told)


def _how(both: Items | dict[str, Items] | str) -> tuple[bool, str, str]:
    """Whether a pair was compared on the same items, why not, and how many are in both where these are a part."""
    if isinstance(both, dict):
        return False, "", "; ".join(next(iter(both.values())).notes)
    return (False, both, "") if isinstance(both, str) else (True, "", "")


def adjusted(p: Mapping[Pair, float]) -> dict[Pair, float]:
    """Holm's adjustment over all pairs."""
    return dict(zip(p, adjust(list(p.values())).tolist(), strict=True)) if p else {}


def _paired_p(items: Items, measure: str, level: float) -> float:
    from informed.questions.compare import compare

    (difference,) = compare(items, measures=[measure], level=level).differences
    return float(difference.p if difference.p is not None else 1.0)


def _apart(
    found: Mapping[str, Estimate],
    samples: Mapping[str, Sample],
    measure: str,
    pairs: Iterable[Pair],
    partly: Sequence[Pair] = (),
) -> dict[Pair, float]:
    """The p of pairs of samples, from the limits of both values at many levels; ``partly``: those that share items."""
    from scipy.special import ndtr

    tested = list(pairs)
    used = [name for name in samples if any(name in pair for pair in tested)]
    asked, label = replace(get(measure), label=None), get(measure).label
    seen = [
        each if label is None else each.one_vs_rest(written(label, each.labels))
        for each in (samples[name] for name in used)
    ]
    together = correlations(asked, seen)
    ends: dict[str, Any] = {}
    for name, each in zip(used, seen, strict=True):
        limits = limits_of(asked, grouped(each) if isinstance(each, Items) else each)[1]
        ends[name] = found[name].value, tuple(np.array([limits(tail) for tail in ndtr(-DEVIATES)], dtype=float).T)
    p = {}
    for pair in tested:
        high, low = sorted(pair, key=lambda name: -found[name].value)
        common = together[used.index(high), used.index(low)] if pair in partly else 0.0
        lower = mover(ends[high], ends[low], common)[0]
        z = np.interp(0.0, lower[::-1], DEVIATES[::-1])  # the deviate at which the interval of the difference reaches 0
        p[pair] = 1.0 if np.isnan(lower).any() else float(2 * ndtr(-z))
    return p


def reversals(
    p: Mapping[Pair, float], groups: Mapping[str, Mapping[str, Estimate]], sign: int, alpha: float
) -> Iterator[Reversal]:
    """Pairs that differ over all by test and the other way round in a group, by a test that allows for their number."""
    for (group, better, worse), each in p.items():
        if each <= alpha and sign * (groups[group][better].value - groups[group][worse].value) < 0:
            yield Reversal(group, better, worse, each)
