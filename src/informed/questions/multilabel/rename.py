"""Which predicted category stands for which actual one: the renaming under which they share most information."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.random import Generator

from informed.core.assignment import Assignment, Reals, assign, best_columns
from informed.core.labels import Label
from informed.core.labelsets import LabelSets
from informed.core.measures.information import entropy_actual
from informed.core.record import Record, written
from informed.core.table import ratio, two_by_two
from informed.core.validate import Numbers
from informed.questions.multilabel.assignment import Report, assign_sparse
from informed.questions.multilabel.inference import meeting, shuffled
from informed.questions.multilabel.pairs import PairInformation, information

DENSE = 6000  # categories up to which all pairs are written down (about 300 MB)


@dataclass(frozen=True)
class Reassignment:
    """An actual category and the predicted category of another name that stands for it.

    ``proficiency`` is the share of the actual category's information that the predicted one captures. ``tied``: an
    equally good renaming would treat this category differently.
    """

    actual: Label
    n_actual: int
    predicted: Label
    n_predicted: int
    proficiency: float
    bits: float
    tied: bool


@dataclass(frozen=True)
class Relabelling(Record):
    """For every predicted category the actual one it stands for, and what had to be renamed.

    As few categories as possible are reassigned; ``most`` is how many equally good renamings may reassign (None where
    there are too many pairs to tell). ``gap``: bits by which a better renaming, if there is one, could exceed this.
    """

    json_keys = ("bits", "gap", "certified", "reassignments")
    json_types = written(reassigned=int, reassigned_most=int | None)

    new: Numbers
    bits: float
    gap: float
    certified: bool
    reassignments: tuple[Reassignment, ...]
    most: int | None

    @property
    def reassigned(self) -> int:
        """The least number of categories that must be renamed."""
        return len(self.reassignments)

    def facts(self) -> dict[str, Any]:
        """How many categories are renamed, at the least and at the most, and which."""
        return {"reassigned": self.reassigned, "reassigned_most": self.most, **super().facts()}


def relabelling(sets: LabelSets, *, report: Report | None = None) -> Relabelling:
    """The best renaming of the predicted categories, proved to be the best; ``report`` is told the share done."""
    found, new, gains = _assigned(sets, report)
    most = None
    if gains is not None:
        most = len(assign(gains, stay=-1.0).moved) if found.tied.any() else len(found.moved)
    return Relabelling(new, found.total, found.gap, found.certified, _reassignments(sets, found, new), most)


def at_random(sets: LabelSets, *, draws: int, rng: Generator) -> Iterator[float]:
    """Bits shared after the best renaming of predicted sets that are shuffled among the items."""
    if len(sets.labels) > DENSE:
        yield from (_assigned(each)[0].total for each in shuffled(sets, draws=draws, rng=rng))
        return
    actual, rows = sets.margin(0)[:, None], np.arange(len(sets.labels))
    for hits, predicted in meeting(sets, draws=draws, rng=rng):
        bits = information(hits, actual, predicted, sets.total)
        yield float(bits[rows, best_columns(bits.copy())].sum())


def _assigned(sets: LabelSets, report: Report | None = None) -> tuple[Assignment, Numbers, Reals | None]:
    """The best renaming, and what all pairs share where that is written down."""
    pairs = PairInformation(sets, _part(report, 0.0, 0.5))
    gains = None if pairs.size > DENSE else pairs.matrix()
    found = assign_sparse(pairs, report=_part(report, 0.5, 1.0)) if gains is None else assign(gains)
    new = np.empty(pairs.size, np.int64)
    new[found.columns] = np.arange(pairs.size)
    return found, new, gains


def _part(report: Report | None, start: float, end: float) -> Report | None:
    """A report on one part of the work."""
    return None if report is None else lambda share: report(start + (end - start) * share)


def _reassignments(sets: LabelSets, found: Assignment, new: Numbers) -> tuple[Reassignment, ...]:
    """The categories that do not stand for themselves, the most telling first."""
    moved = found.moved
    columns = found.columns[moved]
    if not len(moved):
        return ()
    hits = sets.relabelled(new).tables()[moved, 0, 0]
    actual, predicted = sets.margin(0)[moved], sets.margin(1)[columns]
    bits = information(hits, actual, predicted, sets.total)
    whole = entropy_actual.raw(two_by_two(actual, 0 * actual, 0 * actual, sets.total - actual))
    share = np.nan_to_num(ratio(bits, whole))
    return tuple(
        Reassignment(
            sets.labels[moved[place]],
            round(float(actual[place])),
            sets.labels[columns[place]],
            round(float(predicted[place])),
            float(share[place]),
            float(bits[place]),
            bool(found.tied[moved[place]]),
        )
        for place in np.lexsort((moved, -share))
    )
