"""Labels that are paths, such as ``Living\\Travel``: each level by itself, and credit for the steps that are right.

A label stands for its path: itself and everything above it. The steps that two labels share are those of the longest
common beginning. Credit of an item is Dice's, twice the shared steps over all steps of both (Kiritchenko et al. 2006
pool the same steps over all items).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from informed.core.basis import answers
from informed.core.counts import Counts
from informed.core.door import arg
from informed.core.errors import InputError
from informed.core.estimate import Estimate
from informed.core.labels import Label
from informed.core.labelsets import LabelSets
from informed.core.metrics import Figure
from informed.core.record import Record
from informed.core.result import Result
from informed.core.sets import Sets
from informed.core.signature import counted, signature
from informed.core.table import as_table, diagonal, expected, ratio, total
from informed.core.validate import Numbers
from informed.inference.estimates import estimate
from informed.questions.multilabel.plan import Plan

MARKS = ("\\", "/", ">", "|")  # between steps, where none is named
SINGLE = ("informedness", "accuracy", "proficiency")
OF_SETS = ("proficiency", "precision", "recall", "f_measure")

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
        f_measure=_f(precision, recall),
        errors=float(total(table * wrong)),
        near=_share(table * near, table * wrong),
        near_by_chance=_share(by_chance * near, by_chance * wrong),
        signature=signature({**counted(counts), "steps": mark, "level": level}),
    )


def _union(counts: Counts) -> tuple[Label, ...]:
    return tuple(dict.fromkeys((*counts.labels, *counts.labels_predicted)))


def _share(part: Numbers, whole: Numbers) -> float | None:
    return float(total(part) / total(whole)) if total(whole) else None


def _f(precision: float, recall: float) -> float:
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


# --- label sets ------------------------------------------------------------------------------------------------------


@answers
def of_sets(sets: LabelSets, separator: str | None, level: float) -> Hierarchy:
    """The hierarchy of label sets, of their first system."""
    sets = sets.system(sets.systems[0])
    steps, mark = paths(sets.labels, separator)
    whole = closed(sets, steps, mark)
    sizes = [side.sizes for side in whole.sides]
    shared = np.bincount(whole.predicted.rows, weights=whole.agreed, minlength=len(whole.counts))
    both = sizes[0] + sizes[1]
    credit = np.where(both > 0, ratio(2.0 * shared, both), 1.0)  # nothing to say and nothing said is right
    precision, recall = (float(ratio(shared @ whole.counts, each @ whole.counts)) for each in (sizes[1], sizes[0]))
    errors, near = _set_errors(sets, steps, mark)
    return Hierarchy(
        n=sets.n,
        separator=mark,
        levels=tuple(_set_levels(sets, steps, mark, level)),
        credit=Estimate(float(credit @ whole.counts / sets.n)),
        corrected=None,
        precision=precision,
        recall=recall,
        f_measure=_f(precision, recall),
        errors=errors,
        near=near / errors if errors else None,
        near_by_chance=None,
        signature=signature({"n": sets.n, "labels": len(sets.labels), "steps": mark, "level": level}),
    )


def closed(sets: LabelSets, steps: Sequence[Path], mark: str) -> LabelSets:
    """The sets with everything above each label in them; equal rows stay apart."""
    every = {head: None for path in steps for head in _heads(path)}
    code = {head: place for place, head in enumerate(every)}
    above = [np.array([code[head] for head in _heads(path)], np.int64) for path in steps]

    def upward(side: Sets) -> Sets:
        sizes = np.array([len(above[each]) for each in side.codes], np.int64)
        codes = np.concatenate([above[each] for each in side.codes]) if len(side.codes) else np.zeros(0, np.int64)
        return Sets.of_entries(np.repeat(side.rows, sizes), codes, len(side))

    return replace(sets, labels=tuple(mark.join(head) for head in every), sides=tuple(map(upward, sets.sides)))


def _heads(path: Path) -> list[Path]:
    return [path[:depth] for depth in range(1, len(path) + 1)]


def _set_levels(sets: LabelSets, steps: Sequence[Path], mark: str, level: float) -> list[Level]:
    found = []
    for depth in range(1, max(map(len, steps)) + 1):
        names = [mark.join(path[:depth]) for path in steps]
        labels = list(dict.fromkeys(names))
        new = np.array([labels.index(name) for name in names])
        cut = replace(sets, labels=tuple(labels), sides=tuple(side.relabelled(new) for side in sets.sides))
        measures = Plan.of(OF_SETS, level, 0, 0, None).evaluation(cut).measures
        found.append(Level(depth, len(labels), measures))
    return found


def _set_errors(sets: LabelSets, steps: Sequence[Path], mark: str) -> tuple[float, float]:
    """How many predicted labels are wrong, and of how many of them the parent is right."""
    errors = near = 0.0
    for actual, predicted, items in zip(sets.actual.lists(), sets.predicted.lists(), sets.counts, strict=True):
        known = {head for label in actual for head in _heads(steps[label])}
        for label in set(predicted) - set(actual):
            path = steps[label]
            errors += items
            near += items * (path in known or (len(path) > 1 and path[:-1] in known))
    return errors, near
