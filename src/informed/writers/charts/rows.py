"""The rows behind every chart: plain data picked from results, nothing computed here."""

import math
from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from informed.core import table as tables
from informed.core.counts import Counts
from informed.core.errors import InputError
from informed.core.estimate import Estimate, finite
from informed.core.writing import seen

Rows = list[dict[str, Any]]

CROWDED = 12  # with more labels than this, not every point and cell is lettered
MOST_POINTS, MOST_ROWS = 400, 60


def spread(position: Any, most: int) -> list[int]:
    """Places spread evenly along a curve, its ends among them: a chart shows no more than it has pixels."""
    if len(position) <= most:
        return list(range(len(position)))
    wanted = np.linspace(position[0], position[-1], most)
    return sorted({0, len(position) - 1, *np.searchsorted(position, wanted).clip(0, len(position) - 1).tolist()})


def present(names: Iterable[str], among: Mapping[str, Any]) -> list[str]:
    """The names that are there."""
    return [name for name in names if name in among]


def ends(estimate: Estimate) -> dict[str, Any]:
    """The value and the ends of an estimate, as a row has them."""
    return {name: finite(getattr(estimate, name)) for name in ("value", "low", "high", "chance", "level")}


def cell_rows(counts: Counts, labels: Iterable[Any], predicted: Iterable[Any]) -> Rows:
    """The cells of these labels: count, share of the actual class, what chance would give, and how far it is off."""
    table, columns = tables.as_table(counts.table), list(predicted)
    views: dict[str, Any] = {
        "count": counts.table,
        "share": tables.given_actual(table),
        "expected": tables.expected(table),
        "residual": tables.residuals(table),
    }
    at = [(actual, said) for actual in labels for said in columns]
    places = [(counts.labels.index(actual), counts.labels_predicted.index(said)) for actual, said in at]
    return [
        {"actual": seen(actual), "predicted": seen(said)}
        | {name: finite(view[place].item()) for name, view in views.items()}
        for (actual, said), place in zip(at, places, strict=True)
    ]


def isocost(across: float, up: float, c: float) -> list[tuple[float, float]]:
    """The line ``recall - c fallout = k`` through a point, within the unit square."""
    if not isinstance(c, (int, float)) or not 0 < c < math.inf:
        raise InputError(
            f"c={c!r}: the cost ratio times the skew must be a positive number; 1 gives both classes the same weight"
        )
    k = up - c * across
    meets = [(x, k + c * x) for x in (0.0, 1.0)] + [((y - k) / c, y) for y in (0.0, 1.0)]
    inside = sorted(
        {(round(x, 12), round(y, 12)) for x, y in meets if -1e-9 <= x <= 1 + 1e-9 and -1e-9 <= y <= 1 + 1e-9}
    )
    return [inside[0], inside[-1]]


def chained(table: Any) -> list[int]:
    """The places of labels in an order that puts the most confused next to one another.

    The pairs are taken from the most confused on, each joining the ends of two chains; the longest chain comes first.
    """
    both = np.asarray(table, dtype=np.float64)
    both = both + both.T
    chains = {place: [place] for place in range(len(both))}  # by either end
    pairs = np.argwhere(np.triu(both, 1) > 0)
    for one, two in pairs[np.argsort(-both[tuple(pairs.T)], kind="stable")].tolist():
        left, right = chains.get(one), chains.get(two)
        if left is None or right is None or left is right:
            continue
        for end in (left[0], left[-1], right[0], right[-1]):
            chains.pop(end, None)
        joined = (left if left[-1] == one else left[::-1]) + (right if right[0] == two else right[::-1])
        chains[joined[0]] = chains[joined[-1]] = joined
    alone = {id(each): each for each in chains.values()}.values()
    return [place for each in sorted(alone, key=len, reverse=True) for place in each]
