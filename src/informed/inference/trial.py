"""A method put to the test: tables drawn from a known truth, and how often its interval holds that truth."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from informed.core.registry import Measure, get
from informed.core.table import Array, as_table
from informed.inference.draws import generator, simulate
from informed.inference.interval import interval


@dataclass(frozen=True)
class Trial:
    """How an interval did: the share of tables it covered the truth on, among those that had one at all.

    ``usable`` is the share of tables with an interval, ``width`` its mean width, ``rejected`` the share that left out
    the value at chance (the power of the test, or its size when the truth is chance).
    """

    truth: float
    coverage: float
    usable: float
    width: float
    rejected: float | None


def trial(
    measure: str | Measure,
    truth: Any,
    *,
    n: int,
    tables: int = 2000,
    seed: Any = 0,
    level: float = 0.95,
    method: str | None = None,
    draws: int = 1000,
) -> Trial:
    """Draw tables of ``n`` items from the truth (a table of probabilities) and count how the interval does.

    ``draws``: for methods that draw themselves, how often for each table.
    """
    found, truth = get(measure), as_table(truth)
    drawn = simulate(truth, draws=tables, rng=generator(seed), n=n)
    within = interval(found, drawn, level=level, method=method, draws=draws)
    aim = float(found(truth))
    usable = ~np.isnan(within.low)
    low, high = within.low[usable], within.high[usable]
    held = (low <= aim + 1e-12) & (aim - 1e-12 <= high)
    null = found.fixed_chance

    def mean(each: Array) -> float:
        return float(each.mean()) if usable.any() else float("nan")

    rejected = None if null is None else mean((null < low) | (high < null))
    width, share = mean(high - low), float(usable.mean())
    return Trial(truth=aim, coverage=mean(held), usable=share, width=width, rejected=rejected)
