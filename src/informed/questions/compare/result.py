"""What a comparison finds: differences between systems, who is right where the other is wrong, and the ranking."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NotRequired

import numpy as np

from informed.core.counts import Counts
from informed.core.errors import InputError, choice
from informed.core.estimate import SPREAD, Estimate, Row, finite, written
from informed.core.labels import Label
from informed.core.metrics import Figure
from informed.core.registry import Measure, get
from informed.core.result import Result
from informed.core.validate import Group
from informed.core.words import many
from informed.inference.significance.named import Test
from informed.questions.evaluate.reference import ReferenceCorrection
from informed.questions.evaluate.result import TWICE

if TYPE_CHECKING:
    from informed.questions.compare.gaps import GapChanges

RARE = ("correction", "folds", "unfolded")  # what JSON has only where it is known


@dataclass(frozen=True)
class Difference:
    """First minus second, for one measure."""

    first: str
    second: str
    measure: str
    estimate: Estimate
    p: float | None
    p_adjusted: float | None
    equivalence: Mapping[str, float] | None = None

    json_types = written("estimate", equivalence=NotRequired[Mapping[str, float]], **SPREAD)

    def to_dict(self) -> dict[str, Any]:
        """Plain data."""
        told = {"first": self.first, "second": self.second, "measure": self.measure, **self.estimate.to_dict()}
        sure = {"p": finite(self.p), "p_adjusted": finite(self.p_adjusted)}
        return told | sure | ({} if self.equivalence is None else {"equivalence": dict(self.equivalence)})

    def row(self) -> dict[str, Any]:
        """The same without anything nested."""
        flat = {name: value for name, value in self.to_dict().items() if name != "equivalence"}
        return flat | {f"p_{name}": p for name, p in (self.equivalence or {}).items()}


@dataclass(frozen=True)
class Flips:
    """The items that one system gets right and the other wrong, by actual class."""

    first: str
    second: str
    first_right: Mapping[Label, int]
    second_right: Mapping[Label, int]
    tests: Mapping[str, Test]


@dataclass(frozen=True)
class Silence:
    """How many items a system abstained from, their share, and its leading measure on the items that all answered."""

    abstained: int
    share: Estimate
    answers: Estimate
    answered: int


@dataclass(frozen=True)
class Comparison(Result):
    """All pairs of systems compared; the first system is the baseline, and of very many the only one compared with.

    ``values``: system to measure to estimate. ``ranking``: for each measure the systems from best to worst with their
    rank, one more than the number of systems that are significantly better: equal ranks are ties. ``reversals``: pairs
    that other measures are shown to order the other way than informedness does. ``abstention``: what each system left
    alone, where systems may abstain; an abstention is never right. ``groups``: the comparison in each group, ``by``
    which they were told apart; its p and intervals allow for all groups and pairs of a measure. ``favourites``: the
    label that each system predicts most beyond its share, how often it does, and how often the label occurs.
    ``recalls``: how much of each class each system finds; ``sizes``: the items of each class, where they are the same.
    ``folds``: over how many folds systems were compared, fitted anew for each; ``unfolded``: a column that looks
    like one of folds and was not used.
    """

    kind = "comparison"
    quoted = True
    json_types = written(
        reversals=list[Row],
        folds=NotRequired[int],
        unfolded=NotRequired[str],
        correction=NotRequired[ReferenceCorrection],
    )

    systems: tuple[str, ...]
    labels: tuple[Label, ...]
    n: int | Mapping[str, int | None]
    paired: bool
    level: float
    adjust: str
    values: Mapping[str, Mapping[str, Estimate]]
    differences: tuple[Difference, ...]
    ranking: Mapping[str, tuple[tuple[str, int], ...]]
    signature: str
    flips: tuple[Flips, ...] = ()
    reversals: tuple[tuple[str, str, tuple[str, ...]], ...] = ()
    margin: float | None = None
    notes: tuple[str, ...] = ()
    abstention: Mapping[str, Silence] = field(default_factory=dict)
    by: tuple[str, ...] = ()
    group: Group | None = None
    groups: "tuple[Comparison, ...]" = ()
    favourites: Mapping[str, tuple[Label, float, float]] = field(default_factory=dict)
    correction: ReferenceCorrection | None = None
    folds: int | None = None
    unfolded: str | None = None
    recalls: Mapping[str, Mapping[Label, float]] = field(default_factory=dict)
    sizes: Mapping[Label, float] = field(default_factory=dict)

    @property
    def leading(self) -> str:
        """The measure that decides: informedness, unless it was not compared."""
        names = [each.measure for each in self.differences]
        return "informedness" if "informedness" in names else names[0]

    @property
    def telling(self) -> tuple[str, ...]:
        """The measures compared, the leading one first, without those that of two labels repeat another one."""
        names = [self.leading, *(name for name in next(iter(self.values.values())) if name != self.leading)]
        repeated = [name for name, other in TWICE.items() if len(self.labels) == 2 and other in names]
        return tuple(name for name in names if name not in repeated)

    @property
    def gaps(self) -> "GapChanges":
        """How far the gaps between groups change from system to system, with ``by``."""
        from informed.questions.compare.gaps import gap_changes

        return gap_changes(self)

    def difference(self, measure: str | Measure = "informedness", first: Any = None, second: Any = None) -> Difference:
        """The difference of one pair; by default the last system against the baseline."""
        second = self.systems[0] if second is None else second
        first = self.systems[-1] if first is None else first
        kept = list(dict.fromkeys(each.measure for each in self.differences))
        name = measure if measure in kept else str(get(measure))
        of_labels = [each for each in kept if each.startswith(f"{name}[")]
        name = of_labels[0] if name not in kept and len(of_labels) == 1 else name
        choice("measure", name, kept)
        for each in self.differences:
            if each.measure == name and (each.first, each.second) == (first, second):
                return each
        raise InputError(f"there is no difference {first!r} - {second!r}; it is later minus earlier of {self.systems}")

    def key_figures(self) -> Iterator[Figure]:
        """What every system reaches by every measure, and every difference, of the whole and in each group."""
        for part in (self, *self.groups):
            for system, row in part.values.items():
                yield from (Figure(name, each, system, part.group) for name, each in row.items())
            for pair in part.differences:
                yield Figure(pair.measure, pair.estimate, pair.first, part.group, minus=pair.second)

    def head(self) -> tuple[str, str]:
        how = "the same items" if self.paired else "independent samples"
        how = f"{self.folds} folds" if self.folds else how
        size = many(self.n, "item") if isinstance(self.n, int) else f"{len(self.systems)} samples"
        return "Which is better informed?", f"{size}, {len(self.systems)} systems, {how}"

    def remarks(self, every: bool = False) -> Iterator[str]:
        """What a reader should bear in mind; where all is shown, how p are adjusted."""
        yield from self.notes
        yield from sorted(
            {
                f"{', '.join(map(str, part.group or ()))}: {each.estimate.note}"
                for part in self.groups
                for each in part.differences
                if each.p is None or each.p != each.p
            }
        )
        if every:
            groups = ", groups" if self.groups else ""
            yield f"p-values and intervals are adjusted across pairs{groups} ({self.adjust})"

    def rows(self) -> list[dict[str, Any]]:
        """One row a pair of systems and measure: the difference; with groups of all items first, their group None."""
        nowhere = (None,) * len(self.by)
        return [
            dict(zip(self.by, part.group or nowhere, strict=True)) | each.row()
            for part in (self, *self.groups)
            for each in part.differences
        ]

    def facts(self) -> dict[str, Any]:
        """Every value and difference, the rankings, and who is right where the other is wrong."""
        reversals = [{"first": a, "second": b, "measures": names} for a, b, names in self.reversals]
        found = {**super().facts(), "reversals": reversals}
        return {name: each for name, each in found.items() if each is not None or name not in RARE}


def ranked(
    names: Sequence[str], values: Mapping[str, Mapping[str, Estimate]], differences: Sequence[Difference], level: float
) -> dict[str, tuple[tuple[str, int], ...]]:
    """Best first; the rank is one more than the number of systems that are significantly better.

    Where all were compared with the first system alone, those that beat it beat the systems that it beats.
    """
    ranking = {}
    for name in dict.fromkeys(each.measure for each in differences):
        better, losers = dict.fromkeys(names, 0), []
        up = get(name).higher_is_better is not False
        for each in differences:
            if each.measure == name and each.p_adjusted is not None and each.p_adjusted < 1 - level:
                loser = each.second if (each.estimate.value > 0) == up else each.first
                better[loser] += 1
                losers += [loser] * (loser != names[0])
        if all(each.second == names[0] for each in differences):  # whoever beats the first system beats its losers
            better |= dict.fromkeys(losers, 1 + better[names[0]])
        points = {each: values[each][name].value * (1 if up else -1) for each in names}
        order = sorted(names, key=lambda each, of=better, at=points: (of[each], -at[each]))  # type: ignore[misc]
        ranking[name] = tuple((each, better[each] + 1) for each in order)
    return ranking


def favourite(counts: Counts) -> tuple[Label, float, float]:
    """The label that is predicted most beyond its share, how often it is predicted, and how often it occurs."""
    table = np.asarray(counts.pooled().table, dtype=float)
    occurs = table.sum(-1) / max(table.sum(), 1.0)
    said = table.sum(-2)[: len(occurs)] / max(table.sum(), 1.0)
    at = int(np.argmax(said - occurs))
    return counts.labels[at], float(said[at]), float(occurs[at])


def by_class(counts: Mapping[str, Counts]) -> dict[str, Any]:
    """What a comparison says of the labels of each system beside the measures."""
    tables = {name: np.asarray(each.pooled().table, dtype=float) for name, each in counts.items()}
    sizes = {name: table.sum(-1) for name, table in tables.items()}
    labels = next(iter(counts.values())).labels
    return {
        "favourites": {name: favourite(each) for name, each in counts.items()},
        "recalls": {
            name: {label: float(table[at, at] / of[at]) for at, label in enumerate(labels[: len(of)]) if of[at]}
            for (name, table), of in zip(tables.items(), sizes.values(), strict=True)
        },
        "sizes": {label: float(size) for label, size in zip(labels, next(iter(sizes.values())), strict=False) if size},
    }


def reversals_of(differences: Sequence[Difference], level: float) -> tuple[tuple[str, str, tuple[str, ...]], ...]:
    """Pairs that some measure orders the other way than informedness does, both shown."""
    shown = [each for each in differences if each.p_adjusted is not None and each.p_adjusted < 1 - level]
    informed = {(each.first, each.second): _better(each) for each in shown if each.measure == "informedness"}
    found: dict[tuple[str, str], list[str]] = {}
    for each in shown:
        pair = each.first, each.second
        if _better(each) * informed.get(pair, 0.0) < 0:
            found.setdefault(pair, []).append(each.measure)
    return tuple((*pair, tuple(names)) for pair, names in found.items())


def _better(each: Difference) -> float:
    """The difference, positive where the first system is better; 0 where neither way is better."""
    up = get(each.measure).higher_is_better
    return 0.0 if up is None else each.estimate.value * (1 if up else -1)
