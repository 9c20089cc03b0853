"""Changes of labels, chosen on one half of the items and judged on the other.

*Rename*: a predicted label is another class by a wrong name. *Split*: a class is predicted under two names. *Merge*:
two classes are known from the rest but hardly told apart, so that taking them for one loses little information.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

import numpy as np

from informed.core.basis import answers, signature
from informed.core.counts import Counts
from informed.core.errors import InputError, share
from informed.core.estimate import Estimate, Record
from informed.core.labels import Label
from informed.core.measures.information import mutual_information, proficiency
from informed.core.measures.informedness import informedness
from informed.core.metrics import Figure
from informed.core.result import Grid, Result
from informed.core.table import actuals, others, predictions, ratio
from informed.core.validate import Numbers
from informed.core.words import Finding, coefficient, many, number, p_cell, p_is, rate, signed
from informed.core.writing import seen
from informed.inference.adjustment import holm
from informed.inference.draws import generator
from informed.inference.interval import check_level
from informed.inference.significance.exact import fisher

APART = ("by", "abstain", "maximize", "many_to_one", "keep", "draws")  # what is said of a match
SCREEN = 0.05  # p on the first half up to which a change is tried on the second
MOST = 50  # changes tried
DRAWS = 999  # resampled tables, to see how well two classes may be told apart


@dataclass(frozen=True)
class Change(Record):
    """A change of labels, and what it does on the items it was not chosen on.

    ``action``: "rename" or "split" (predicted ``labels[0]`` is read as class ``labels[1]``), or "merge". ``gain``: of
    informedness. ``p``: adjusted for all changes tried. ``share``: of a rename or split, how many of the items
    predicted ``labels[0]`` are of class ``labels[1]``; of a merge, how much of what tells the two classes apart is
    captured (their proficiency). ``lost``: bits per item that the change loses.
    """

    action: str
    labels: tuple[Label, Label]
    gain: float
    p: float
    share: float
    lost: float

    def told(self) -> Finding:
        """What to do, and why."""
        one, two = map(repr, self.labels)
        if self.action == "merge":
            apart = f"are hardly told apart (proficiency {coefficient(self.share)})"
            said = f"Merge: classes {one} and {two} {apart}; merging loses {number(self.lost)} bits per item"
        elif self.action == "rename":
            said = f"Rename: predicted {one} means class {two}; {rate(self.share)} of its items are {two}"
        else:
            names = f"class {two} is predicted under two names, {two} and {one}"
            said = f"Split: {names}; {rate(self.share)} of the {one} items are {two}"
        return Finding(self.action, f"{said} ({p_is(self.p)}).")


@dataclass(frozen=True)
class Taxonomy(Result):
    """Which labels to rename, merge or split.

    ``changes``: those that the held-out items confirm; ``tried`` how many were tried on them, ``held_out`` how many
    items these are. ``before`` and ``after``: informedness on them, without and with all changes.
    """

    kind = "taxonomy"

    n: int
    held_out: int
    tried: int
    changes: tuple[Change, ...]
    before: float
    after: float
    signature: str

    def key_figures(self) -> Iterator[Figure]:
        """Informedness on the held-out items before and after the changes."""
        yield from (Figure(f"informedness_{when}", Estimate(getattr(self, when))) for when in ("before", "after"))

    def head(self) -> tuple[str, str]:
        return "Which labels to change?", f"{self.n:,} items, half of them held out"

    def words(self) -> Iterator[Finding]:
        """Every change that is confirmed, and what all of them are worth."""
        tried = many(self.tried, "change")
        if not self.changes:
            yield Finding("keep", f"Keep the labels as they are: {tried} tried, none confirmed on held-out items.")
            return
        yield from (change.told() for change in self.changes)
        gain = f"informedness goes from {coefficient(self.before)} to {coefficient(self.after)}"
        yield Finding("gain", f"On {self.held_out:,} held-out items {gain} ({tried} tried).")

    def grids(self, every: bool = False) -> Iterator[Grid]:
        rows = [["change", "label", "how", "label", "gain", "bits lost", "p"]]
        for each in self.changes:
            one, two = map(seen, each.labels)
            numbers = [signed(each.gain), number(each.lost), p_cell(each.p)]
            rows.append([each.action, one, "with" if each.action == "merge" else "read as", two, *numbers])
        legend = "gain: of informedness on held-out items; p: adjusted for all changes tried"
        yield Grid("Changes", rows, left=4, legend=legend)

    def rows(self) -> list[dict[str, Any]]:
        """One row a change."""
        numbers = ("gain", "p", "share", "lost")
        return [
            {"action": each.action, "label": each.labels[0], "into": each.labels[1]}
            | {name: getattr(each, name) for name in numbers}
            for each in self.changes
        ]


@answers
def doctored(counts: Counts, *, level: float = 0.95, loss: float = 0.1, seed: Any = 0) -> Taxonomy:
    """The changes that are confirmed; the arguments are those of `match`."""
    if counts.by or counts.weighted or counts.n is None:
        has = "groups" if counts.by else "weights" if counts.weighted else "proportions of an unknown number of items"
        raise InputError(
            f"data has {has}; a change of labels needs plain counts: take one group, or count without weights"
        )
    alpha, rng = 1 - check_level(level), generator(seed)
    share("loss", loss, "it is the share of what tells two classes apart that merging may lose", inside=True)
    square = _square(counts)
    whole = np.asarray(square.table, np.int64)
    first = rng.binomial(whole, 0.5)
    held = whole - first
    clinic = Clinic(square.labels, loss)
    tried = sorted(clinic.changes(first, rng), key=lambda change: change.p)
    tried = [each for each in tried if each.gain > 0 and each.p <= SCREEN][:MOST]
    judged = [clinic.judged(each, held, rng) for each in tried]
    adjusted = holm(np.array([each.p for each in judged]))
    found = [replace(each, p=float(p)) for each, p in zip(judged, adjusted, strict=True) if p < alpha and each.gain > 0]
    changes = tuple(_one_each(found))
    return Taxonomy(
        n=int(whole.sum()),
        held_out=int(held.sum()),
        tried=len(tried),
        changes=changes,
        before=float(informedness(held)),
        after=float(informedness(clinic.changed(held, changes))),
        signature=signature(
            {"n": counts.n, "labels": counts.labels, "level": level, "loss": loss, "screen": SCREEN, "seed": seed}
        ),
    )


def _square(counts: Counts) -> Counts:
    labels = tuple(dict.fromkeys((*counts.labels, *counts.labels_predicted)))
    return counts if counts.square else counts.aligned(labels)


def _one_each(found: list[Change]) -> Iterator[Change]:
    """The surest changes first, and none of a label that has been changed already."""
    used: set[tuple[str, Label]] = set()
    for change in sorted(found, key=lambda each: (each.p, -each.gain)):
        sides = ("actual",) if change.action == "merge" else ("predicted",)
        names = change.labels if change.action == "merge" else change.labels[:1]
        keys = {(side, name) for side in sides for name in names}
        if not used & keys:
            used |= keys
            yield change


@dataclass(frozen=True)
class Clinic:
    """What is done to tables ``(K, K)`` of the same labels."""

    labels: tuple[Label, ...]
    loss: float

    def changes(self, table: Numbers, rng: np.random.Generator) -> Iterator[Change]:
        """Every change that a table suggests, as it is on that table."""
        worth = readings(table)
        best = worth.argmax(0)
        classes, used = actuals(table) > 0, predictions(table) > 0
        for said in np.flatnonzero(used & (best != np.arange(len(best))) & (worth.max(0) > 0)):
            meant = int(best[said])
            action = "split" if best[meant] == meant and used[meant] else "rename"
            yield self._reading(action, int(said), meant, table)
        if classes.sum() > 2:
            for one, two in combinations(np.flatnonzero(classes).tolist(), 2):
                if self._told_apart(table, one, two) < self.loss:
                    yield self._merge(one, two, table, rng)

    def judged(self, change: Change, table: Numbers, rng: np.random.Generator) -> Change:
        """The same change on another table."""
        one, two = (self.labels.index(label) for label in change.labels)
        if change.action == "merge":
            return self._merge(one, two, table, rng)
        return self._reading(change.action, one, two, table)

    def changed(self, table: Numbers, changes: tuple[Change, ...]) -> Numbers:
        """The table after all changes."""
        place = {label: place for place, label in enumerate(self.labels)}
        meant = {place[each.labels[0]]: place[each.labels[1]] for each in changes if each.action != "merge"}
        columns = [meant.get(said, said) for said in range(len(self.labels))]  # all at once: names may be exchanged
        table = table @ np.eye(len(self.labels), dtype=table.dtype)[columns]
        for change in changes:
            if change.action == "merge":
                table = merged(table, *(place[label] for label in change.labels))
        return table

    def _reading(self, action: str, said: int, meant: int, table: Numbers) -> Change:
        """Reading predictions of one label as another class."""
        after = read_as(table, said, meant)
        rest = said if table[said].any() else None
        lost = float(mutual_information(table) - mutual_information(after))
        own = np.array([table[meant, said], actuals(table)[meant] - table[meant, said]])
        other = np.array([table[said, said], actuals(table)[said] - table[said, said]]) if rest is not None else None
        if other is None:
            other = np.array([predictions(table)[said], predictions(table).sum() - predictions(table)[said]]) - own
        return Change(
            action,
            (self.labels[said], self.labels[meant]),
            gain=float(informedness(after) - informedness(table)),
            p=fisher([own, other])["fisher_one_sided"],
            share=float(ratio(table[meant, said], predictions(table)[said])),
            lost=max(lost, 0.0),
        )

    def _merge(self, one: int, two: int, table: Numbers, rng: np.random.Generator) -> Change:
        """Taking two classes for one: they are known from the rest, and hardly from one another."""
        pair = np.isin(np.arange(len(table)), (one, two))
        rows, rest = table[pair].sum(0), table[~pair].sum(0)
        known = fisher([[each[pair].sum(), each[~pair].sum()] for each in (rows, rest)])["fisher_one_sided"]
        after = merged(table, one, two)
        return Change(
            "merge",
            (self.labels[one], self.labels[two]),
            gain=float(informedness(after) - informedness(table)),
            p=max(known, self._p_apart(table[[one, two]], rng)) if known <= SCREEN else 1.0,
            share=self._told_apart(table, one, two),
            lost=max(float(mutual_information(table) - mutual_information(after)), 0.0),
        )

    def _told_apart(self, table: Numbers, one: int, two: int) -> float:
        return float(proficiency(table[[one, two]].astype(np.float64)))

    def _p_apart(self, rows: Numbers, rng: np.random.Generator) -> float:
        """How often two classes are told apart too well when their items are drawn again."""
        if not rows.sum(1).all():
            return 1.0
        drawn = np.stack([rng.multinomial(row.sum(), row / row.sum(), DRAWS) for row in rows], axis=1)
        return float((1 + (proficiency(drawn.astype(np.float64)) >= self.loss).sum()) / (1 + DRAWS))


def readings(table: Numbers) -> Numbers:
    """What each predicted label (last axis) adds to informedness when it is read as each class; they add up."""
    rows = actuals(table).astype(np.float64)
    running = (rows > 0) & (others(rows) > 0)  # a class that never or always occurs says nothing
    miss = np.where(running, ratio(rows, others(rows)), 0.0)[:, None]
    found: Numbers = (table - miss * (predictions(table) - table)) / max(table.sum(), 1)
    return np.where(running[:, None], found, 0.0)


def read_as(table: Numbers, said: int, meant: int) -> Numbers:
    """The table with predictions of one label read as another."""
    after = np.array(table)
    after[:, meant] += after[:, said]
    after[:, said] = 0
    return after


def merged(table: Numbers, one: int, two: int) -> Numbers:
    """The table with two labels taken for one, on both axes; the second is left empty."""
    after = read_as(table, two, one)
    return read_as(after.T, two, one).T
