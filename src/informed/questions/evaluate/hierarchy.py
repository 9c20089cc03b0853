"""Labels that are paths, such as ``Living\\Travel``: each level by itself, and credit for the steps that are right.

A label stands for its path: itself and everything above it. The steps that two labels share are those of the longest
common beginning. Credit of an item is Dice's, twice the shared steps over all steps of both (Kiritchenko et al. 2006
pool the same steps over all items).
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from informed.core.basis import answers, counted, signature
from informed.core.counts import Counts
from informed.core.errors import InputError, arg
from informed.core.estimate import Estimate, Record
from informed.core.labels import Label
from informed.core.metrics import Figure
from informed.core.result import Grid, Result
from informed.core.table import as_table, diagonal, expected, ratio, total
from informed.core.validate import Numbers
from informed.core.words import Finding, ci, coefficient, count, interval, number, percent, rate, within
from informed.inference.estimates import estimate

MARKS = ("\\", "/", ">", "|")  # between steps, where none is named
AUTO = "auto"  # the first of them that occurs
SINGLE = ("informedness", "accuracy", "proficiency")
APART = (  # what is said of labels as they are
    *("by", "cluster", "stratum", "positive", "undefined", "reference", "reference_quality", "method", "draws"),
    *("seed", "measures", "value", "cost", "view", "verified"),
)

Path = tuple[str, ...]


@dataclass(frozen=True)
class Level(Record):
    """The labels cut off after so many steps. ``given_parent``: the share right of the items right one level up."""

    depth: int
    labels: int
    measures: Mapping[str, Estimate]
    given_parent: float | None = None


@dataclass(frozen=True)
class Hierarchy(Result):
    """Every level, and what the whole labels are worth when steps count.

    ``credit``: the mean credit of an item, with what guessing gets; ``corrected``: the same beyond chance, Cohen's
    weighted kappa. ``precision``, ``recall``, ``f_measure``: of steps, over all items. ``errors``: wrong labels;
    ``near``: the share of them whose parent is right, ``near_by_chance`` that of guessing. Chance of sets is None.
    """

    kind = "hierarchy"

    n: float | None
    separator: str
    levels: tuple[Level, ...]
    credit: Estimate
    corrected: float | None
    precision: float
    recall: float
    f_measure: float
    errors: float
    near: float | None
    near_by_chance: float | None
    signature: str

    def key_figures(self) -> Iterator[Figure]:
        """Credit and the rates of steps, then every measure at each depth."""
        yield Figure("credit", self.credit)
        yield from (Figure(name, Estimate(getattr(self, name))) for name in ("precision", "recall", "f_measure"))
        for level in self.levels:
            yield from (Figure(f"{name}_at_depth_{level.depth}", each) for name, each in level.measures.items())

    def head(self) -> tuple[str, str]:
        size = "shares" if self.n is None else f"{count(self.n)} items"
        return "Which level is right?", f"{size}, {len(self.levels)} levels, steps separated by {self.separator}"

    def words(self) -> Iterator[Finding]:
        """From the top to the whole labels, partial credit, and near misses."""
        first, last = self.levels[0].measures, self.levels[-1].measures
        name = next(iter(first))
        top, leaf = (f"{coefficient(each.value)}{within(each)}" for each in (first[name], last[name]))
        yield Finding("levels", f"Level 1: {name} {top}; whole labels: {leaf}.")
        beyond = "" if self.credit.chance is None else f"; guessing gets {number(self.credit.chance)}"
        score = f"an item scores {number(self.credit.value)} on average{beyond}"
        yield Finding("credit", f"With credit for shared steps {score}.")
        if self.near is None:
            yield Finding("no_errors", "There are no errors.")
            return
        usual = "" if self.near_by_chance is None else f"; guessing gives {rate(self.near_by_chance)}"
        near = f"of {count(self.errors)} wrong labels {rate(self.near)} have the right parent{usual}"
        yield Finding("near_misses", f"Near misses: {near}.")

    def grids(self, every: bool = False) -> Iterator[Grid]:
        """One line per level, and what steps are worth."""
        lead, *rest = self.levels[0].measures
        sure = next((found for level in self.levels if (found := level.measures[lead].level)), None)
        given = any(level.given_parent is not None for level in self.levels)
        rows = [["level", "labels", lead, ci(sure), *rest, *(["given parent"] if given else [])]]
        for level in self.levels:
            first, *others = level.measures.values()
            inside = ["-" if level.given_parent is None else percent(level.given_parent)] if given else []
            numbers = [number(first.value), interval(first), *(number(each.value) for each in others)]
            rows.append([str(level.depth), count(level.labels), *numbers, *inside])
        yield Grid("Levels", rows)
        steps = {"credit": self.credit.value, "by chance": self.credit.chance, "beyond chance": self.corrected}
        steps |= {"precision of steps": self.precision, "recall of steps": self.recall, "F of steps": self.f_measure}
        known = [[name, number(value)] for name, value in steps.items() if value is not None]
        yield Grid("Steps", [["steps", "value"], *known])

    def remarks(self, every: bool = False) -> list[str]:
        return sorted({each.note for level in self.levels for each in level.measures.values() if each.note})

    def rows(self) -> list[dict[str, Any]]:
        """One row a level and measure, then credit."""
        found = [
            {"depth": level.depth, "labels": level.labels, "measure": name, **each.to_dict()}
            for level in self.levels
            for name, each in level.measures.items()
        ]
        return [*found, {"depth": None, "labels": None, "measure": "credit", **self.credit.to_dict()}]


def paths(labels: Sequence[Label], separator: str | None) -> tuple[list[Path], str]:
    """The steps of each label, and what separates them."""
    texts = [str(label) for label in labels]
    mark = separator or next((each for each in MARKS if any(each in text for text in texts)), None)
    if separator and not any(separator in text for text in texts):
        raise InputError("occurs in no label; name what separates their steps", argument="steps", value=separator)
    if mark is None:
        known = " ".join(MARKS)
        raise InputError(
            f"no label has a step: none of {known} occurs in them; give {arg('steps')}, the separator of steps"
        )
    return [tuple(step.strip() for step in text.split(mark) if step.strip()) for text in texts], mark


@answers
def of_counts(counts: Counts, separator: str | None, level: float) -> Hierarchy:
    """The hierarchy of single labels."""
    counts = counts.pooled()
    counts = counts if counts.square else counts.aligned(_union(counts))
    steps, mark = paths(counts.labels, separator)
    table = as_table(counts.table)
    shared, size = overlaps(steps), np.array([len(each) for each in steps], float)
    credit = ratio(2 * shared, size[:, None] + size)
    wrong = 1.0 - np.eye(len(steps))
    near = wrong * (shared >= np.maximum(size - 1, 1))
    by_chance = expected(table)
    value, chance = (float(ratio(total(each * credit), total(each))) for each in (table, by_chance))
    precision, recall = (
        float(ratio(total(table * shared), total(table * each))) for each in (size[None, :], size[:, None])
    )
    return Hierarchy(
        n=counts.n,
        separator=mark,
        levels=tuple(_levels(counts, steps, mark, level)),
        credit=Estimate(value, chance=chance),
        corrected=float(ratio(value - chance, 1 - chance)) if chance < 1 else None,
        precision=precision,
        recall=recall,
        f_measure=f_of(precision, recall),
        errors=float(total(table * wrong)),
        near=_share(table * near, table * wrong),
        near_by_chance=_share(by_chance * near, by_chance * wrong),
        signature=signature({**counted(counts), "steps": mark, "level": level}),
    )


def _union(counts: Counts) -> tuple[Label, ...]:
    return tuple(dict.fromkeys((*counts.labels, *counts.labels_predicted)))


def _share(part: Numbers, whole: Numbers) -> float | None:
    return float(total(part) / total(whole)) if total(whole) else None


def f_of(precision: float, recall: float) -> float:
    """The harmonic mean of both."""
    return 2 * precision * recall / (precision + recall) if precision + recall > 0 else 0.0


def overlaps(steps: Sequence[Path]) -> Numbers:
    """How many steps each two labels share, from the top."""
    found = np.zeros((len(steps), len(steps)))
    for depth in range(1, max(map(len, steps), default=0) + 1):
        heads: list[Path | None] = [each[:depth] if len(each) >= depth else None for each in steps]
        codes = {head: code for code, head in enumerate(dict.fromkeys(heads))}
        own = np.array([codes[head] for head in heads])
        there = np.array([head is not None for head in heads])
        found += (own[:, None] == own) & there[:, None] & there
    return found


def _levels(counts: Counts, steps: Sequence[Path], mark: str, level: float) -> list[Level]:
    found, right = [], None
    for depth in range(1, max(map(len, steps)) + 1):
        names = {label: mark.join(path[:depth]) for label, path in zip(counts.labels, steps, strict=True)}
        cut = counts.relabel(names)
        hits = float(diagonal(as_table(cut.table)).sum())
        measures = {name: estimate(cut, name, level=level) for name in SINGLE}
        found.append(Level(depth, len(cut.labels), measures, hits / right if right else None))
        right = hits
    return found
