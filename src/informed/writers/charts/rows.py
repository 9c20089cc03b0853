"""The rows behind every chart: plain data picked from results, nothing computed here."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from informed.core.errors import InputError
from informed.core.estimate import Estimate, finite

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
