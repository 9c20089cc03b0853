"""Two systems on items of which only some were verified: which is better informed, had all been?"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from informed.core.basis import answers, signature
from informed.core.errors import InputError, arg
from informed.core.estimate import Estimate
from informed.core.items import Items
from informed.core.labels import Label
from informed.core.metrics import Figure
from informed.core.registry import get
from informed.core.result import Grid, Result
from informed.core.table import actuals
from informed.core.validate import Numbers
from informed.core.words import Finding, Next, apart, ci, count, interval, many, number, p_cell, p_is, rate, signed
from informed.inference.interval import check_level
from informed.inference.verified import Verified
from informed.questions.evaluate.verified import said_yes, share

APART = (  # what is said of items that are all verified
    *("weights", "weight_kind", "by", "cluster", "stratum", "fold", "abstain", "reference_quality", "positive"),
    *("missing", "measures", "adjust", "margin", "subject", "condition", "rate", "cues"),
)


@dataclass(frozen=True, eq=False)
class VerifiedComparison(Result):
    """Two systems, had all items been verified, where both predictions alone decide who is.

    ``measures``: of each system; ``differences``: the later less the earlier system, with the ``p`` of each. Both are
    empty where there are others with two predictions of which no item is verified; ``silent`` is such a pair.
    """

    kind = "verified_comparison"
    json_keys = ("systems", "labels", "n", "verified", "measures", "differences", "p", "silent", "level", "missing")

    systems: tuple[str, str]
    labels: tuple[Label, ...]
    n: int
    verified: int
    measures: Mapping[str, Mapping[str, Estimate]]
    differences: Mapping[str, Estimate]
    p: Mapping[str, float]
    silent: tuple[Label, Label] | None
    column: str
    level: float
    missing: int
    signature: str

    def head(self) -> tuple[str, str]:
        """The question, and how many are verified."""
        return "Which is better informed?", f"{many(self.n, 'item')}, {count(self.verified)} verified, 2 systems"

    def key_figures(self) -> Iterator[Figure]:
        """Every measure of both, and the differences."""
        for name, found in self.measures.items():
            yield from (Figure(measure, each, name) for measure, each in found.items())
        yield from (
            Figure(name, each, self.systems[1], minus=self.systems[0]) for name, each in self.differences.items()
        )

    def words(self) -> Iterator[Finding]:
        """Which is better informed, and what that rests on."""
        if self.silent is not None:
            one, two = (f"{name!r} calls {str(label)!r}" for name, label in zip(self.systems, self.silent, strict=True))
            yield Finding("unknown", f"Cannot tell: of the items that {one} and {two} none was verified.")
            return
        gap, p = self.differences["informedness"], self.p["informedness"]
        ahead = gap if gap.value > 0 else gap.turned()
        better, worse = self.systems[::-1] if gap.value > 0 else self.systems
        known = [rate(self.measures[name]["informedness"].value) for name in (better, worse)]
        if p < 1 - self.level:
            said = (
                f"{better!r} is better informed than {worse!r}, had all been verified: {known[0]} of the answers known "
            )
            said += f"against {known[1]}"
        else:
            said = (
                f"No significant difference, had all been verified: {better!r} {known[0]}, {worse!r} {known[1]} of the "
            )
            said += "answers known"
        told = f"{said} ({apart(ahead)}, {p_is(p)}), if who is verified depends on both predictions alone."
        yield Finding("better" if p < 1 - self.level else "open", told)

    def steps(self) -> Iterator[Next]:
        """See how far the assumption may fail."""
        said = {"predicted": self.systems[0], "verified": self.column}
        yield Next("odds", "see of each how far that may fail", "evaluate", said)

    def remarks(self, every: bool = False) -> Iterator[str]:
        """Items that were left out."""
        if self.missing:
            yield f"{many(self.missing, 'item')} without a prediction left out"

    def grids(self, every: bool = False) -> Iterator[Grid]:
        """Both systems by measure, and the differences."""
        if not self.measures:
            return
        heads = [cell for name in self.systems for cell in (name, ci(self.level))]
        rows = [["had all been verified", *heads]]
        for name in self.differences:
            found = (self.measures[system][name] for system in self.systems)
            rows.append([name, *(cell for each in found for cell in (number(each.value), interval(each)))])
        yield Grid("Had all been verified", rows)
        gaps = [[f"{self.systems[1]} - {self.systems[0]}", "difference", ci(self.level), "p"]]
        for name, each in self.differences.items():
            gaps.append([name, signed(each.value), interval(each), p_cell(self.p[name])])
        yield Grid("Differences", gaps)

    def rows(self) -> list[dict[str, Any]]:
        """One row for each measure of each system, then one a difference."""
        found = [
            {"system": name, "measure": measure, **each.to_dict(), "p": None}
            for name, of in self.measures.items()
            for measure, each in of.items()
        ]
        gap = f"{self.systems[1]} - {self.systems[0]}"
        told = self.differences.items()
        return found + [{"system": gap, "measure": name, **each.to_dict(), "p": self.p[name]} for name, each in told]


@answers
def compared_verified(items: Items, *, level: float = 0.95, draws: int = 4000, seed: int = 0) -> VerifiedComparison:
    """Two systems on items in groups that say whether they were verified."""
    check_level(level)
    if len(items.systems) != 2 or items.group is None:
        raise InputError(f"{arg('verified')} compares two systems; name two, each with {arg('predicted')}")
    seen = np.array([said_yes(told) for (told,) in items.groups])[items.group] & (items.rows[:, 0] >= 0)
    pairs, place = np.unique(items.rows[:, 1:], axis=0, return_inverse=True)
    place, size = place.ravel(), len(items.labels)
    table, rest = np.zeros((size, len(pairs))), np.bincount(place[~seen], items.items[~seen], len(pairs))
    np.add.at(table, (items.rows[seen, 0], place[seen]), items.items[seen])
    if not table.any():
        raise InputError(f"{arg('verified')}: no item is verified, or none of these has an actual label")
    dark = np.flatnonzero((table.sum(0) == 0) & (rest > 0))
    found = Verified(table, rest, pairs[:, 0], draws, seed)
    sides = [np.eye(size)[pairs[:, which]] for which in (0, 1)]
    names = {"informedness": get("informedness").raw} | {
        f"recall[{label}]": partial(share, at, actuals) for at, label in enumerate(items.labels)
    }
    asked = {} if len(dark) else names
    measures, gaps, p = {}, {}, {}
    for system, side in zip(items.systems, sides, strict=True):
        measures[system] = {name: found.estimate(partial(_own, each, side), level) for name, each in asked.items()}
    for name, each in asked.items():
        gap = partial(_gap, each, sides)
        gaps[name] = found.estimate(gap, level)
        p[name] = found.chance(gap)
    one, two = items.systems
    n, known = int(items.items.sum()), int(table.sum())
    recipe = {"n": n, "verified": known, "systems": items.systems, "level": level, "draws": draws, "seed": seed}
    silent = (items.labels[pairs[dark[0], 0]], items.labels[pairs[dark[0], 1]]) if len(dark) else None
    about = (items.by[0], level, items.missing, signature(recipe))
    return VerifiedComparison((one, two), items.labels, n, known, measures if asked else {}, gaps, p, silent, *about)


def _own(measure: Any, side: Numbers, whole: Any) -> Any:
    """The measure of one system, whose predictions ``side`` says of each pair."""
    return measure(whole @ side)


def _gap(measure: Any, sides: list[Numbers], whole: Any) -> Any:
    """The measure of the later system less that of the earlier one."""
    return measure(whole @ sides[1]) - measure(whole @ sides[0])
