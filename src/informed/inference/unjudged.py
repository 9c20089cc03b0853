"""What informedness, markedness and accuracy can be, whatever the actual labels of unjudged items are.

The predictions of unjudged items are known, so that the share of each predicted label is. Then informedness is
1 less the fallouts of all labels, and markedness is linear in the cells. Both are greatest where every unjudged item
is labelled as it was predicted, and least where none is; which wrong labels are worst follows from the margins alone.
Proofs: docs/methods/unjudged.md.
"""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import numpy as np

from informed.core.registry import get
from informed.core.table import actuals, diagonal, predictions
from informed.core.validate import Numbers


class Reach(NamedTuple):
    """The least and the greatest value, and the tables that have them."""

    low: float
    high: float
    least: Numbers
    most: Numbers


def reach(measure: str, table: Any, unjudged: Any) -> Reach | None:
    """The least and the greatest value of a measure over all labellings of the unjudged items, sharp.

    ``unjudged`` counts them by predicted label. Labellings with items of one class only, where informedness is not
    defined, are left out. None for other measures than those of `WORST`, and where no labelling defines it.
    """
    table, unjudged = np.asarray(table, dtype=np.float64), np.asarray(unjudged, dtype=np.float64)
    if measure not in WORST or table.shape[-1] < 2 or table.sum() + unjudged.sum() < 1 + (measure == "informedness"):
        return None
    least, most = table + WORST[measure](table, unjudged), table + np.diag(unjudged)
    if measure == "informedness":
        most = _two_classes(most, table, unjudged)
    ends = [float(get(measure).raw(each)) for each in (least, most)]
    return None if np.isnan(ends).any() else Reach(ends[0], ends[1], least, most)


def _worst_informed(table: Numbers, unjudged: Numbers) -> Numbers:
    """None is right; all get one label, and those that were predicted so another: the sum of fallouts is convex."""
    size, items = len(unjudged), unjudged.sum()
    rows, false = actuals(table), predictions(table) - diagonal(table) + unjudged
    rest = rows.sum() + items - rows  # that are not of the class, as long as no unjudged item is
    with np.errstate(divide="ignore", invalid="ignore"):
        first = false / (rest - (items - unjudged)) - false / rest
        second = false / (rest - unjudged[:, None]) - false / rest
    gain = first[:, None] + second
    gain[np.eye(size, dtype=bool) | ~np.isfinite(gain)] = -np.inf
    one, other = divmod(int(np.argmax(gain)), size)
    if not np.isfinite(gain[one, other]):  # two labels, one of which no labelled item has: one item must have it
        other = int(np.argmax(unjudged))
        one, given = 1 - other, np.zeros((2, 2))
        given[one, other], given[other, other] = unjudged[other] - 1, 1
        return given
    return _given(unjudged, one, other)


def _worst_marked(table: Numbers, unjudged: Numbers) -> Numbers:
    """None is right; all get the label that is predicted most, and those that were predicted so the next."""
    order = np.argsort(-(predictions(table) + unjudged), kind="stable")
    return _given(unjudged, int(order[0]), int(order[1]))


def _given(unjudged: Numbers, one: int, other: int) -> Numbers:
    """One label for all unjudged items, another for those that were predicted so."""
    found = np.zeros((len(unjudged), len(unjudged)))
    found[one] = unjudged
    found[one, one], found[other, one] = 0, unjudged[one]
    return found


def _two_classes(most: Numbers, table: Numbers, unjudged: Numbers) -> Numbers:
    """The best labelling; where that has a single class, one item is labelled otherwise, as a rarely guessed class."""
    found = np.flatnonzero(actuals(most))
    if len(found) > 1 or unjudged[found[0]] < 1:
        return most
    false = predictions(table) - diagonal(table)
    false[found[0]] = np.inf
    moved = most.copy()
    moved[found[0], found[0]] -= 1
    moved[int(np.argmin(false)), found[0]] += 1
    return moved


WORST: Mapping[str, Callable[[Numbers, Numbers], Numbers]] = {
    "informedness": _worst_informed,
    "markedness": _worst_marked,
    "accuracy": _worst_marked,
}
"""How the unjudged items are labelled where a measure is least."""
