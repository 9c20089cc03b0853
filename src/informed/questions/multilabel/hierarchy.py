"""Sets of labels that are paths: each level by itself, and credit for the steps that are right."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from informed.core.basis import answers, signature
from informed.core.estimate import Estimate
from informed.core.labelsets import LabelSets
from informed.core.sets import Sets
from informed.core.table import ratio
from informed.questions.evaluate.hierarchy import Hierarchy, Level, Path, f_of, paths
from informed.questions.multilabel.plan import Plan

OF_SETS = ("proficiency", "precision", "recall", "f_measure")
APART = (  # what is said of labels as they are
    *("weights", "by", "cluster", "stratum", "abstain", "value", "cost", "measures", "draws", "seed"),
)


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
        f_measure=f_of(precision, recall),
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
