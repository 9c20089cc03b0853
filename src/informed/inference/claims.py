"""What a verdict may claim about one table: every claim has a test of its own, whose size was measured.

That an interval leaves out 0 is not enough where the interval is short of items, where the labels are many, or where
two measures of the same table are held against each other.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from informed.core.registry import get
from informed.core.table import cells, ratio, total
from informed.inference.adjustment import adjust
from informed.inference.design import Design, Independent
from informed.inference.gradient import influence
from informed.inference.interval import p_value
from informed.inference.smoothing import pseudo_counts
from informed.inference.tests.exact import mcnemar
from informed.inference.tests.independence import conditional_p
from informed.inference.tests.statistics import two_sided_p, z_informedness


@dataclass(frozen=True, eq=False)
class Claims:
    """The p of every claim about one table, found when it is asked for; None where there is no such test.

    ``guessing``: informedness is 0, with both margins fixed. ``independent``: class and prediction are independent.
    """

    design: Design | None

    @cached_property
    def guessing(self) -> float | None:
        """The p of informedness 0."""
        return guessing(self.design)

    @cached_property
    def independent(self) -> float | None:
        """The p of independence."""
        return independent(self.design)

    def gap(self, first: str, second: str) -> float:
        """The p of the hypothesis that two measures of the table are equal; 1 where nothing is known."""
        return 1.0 if self.design is None else equal(first, second, self.design)


def guessing(design: Design | None) -> float | None:
    """The p of informedness 0 with both margins fixed, for items drawn one by one."""
    if not isinstance(design, Independent) or design.table.shape[-1] < 2:
        return None
    p = float(two_sided_p(z_informedness(design.table)))
    return None if np.isnan(p) else p


def independent(design: Design | None) -> float | None:
    """The p of Pearson's statistic with both margins fixed, for items drawn one by one."""
    return float(conditional_p(design.table)) if isinstance(design, Independent) else None


def equal(first: str, second: str, design: Design) -> float:
    """The p of the hypothesis that two measures of the same table are equal: the delta method on their difference.

    Of two classes informedness and markedness are equal when both are 0, or when a label is predicted as often as it,
    or the other one, occurs: all three must be rejected.
    """
    pair = {first, second}
    if pair == {"informedness", "markedness"} and isinstance(design, Independent) and design.table.shape == (2, 2):
        hit, miss, false, reject = (round(float(each)) for each in cells(design.table))
        at_chance = guessing(design)
        by_margins = [mcnemar(*each)["mcnemar_mid_p"] for each in ((miss, false), (hit, reject))]
        return max(1.0 if at_chance is None else at_chance, *by_margins)
    added = pseudo_counts(design.table)
    table = design.table + added
    effect = influence(get(first), table) - influence(get(second), table)
    error = np.sqrt(design.scatter(effect) + total(added * effect**2)) / total(table)
    z = ratio(get(first).raw(table) - get(second).raw(table), error)
    return 1.0 if np.isnan(z) else _tails(float(z), design.freedom)


def _tails(z: float, freedom: Any) -> float:
    from scipy.special import stdtr

    return float(two_sided_p(z)) if freedom is None else float(2 * stdtr(freedom, -abs(z)))


def over_labels(design: Design) -> Any:
    """The p of informedness 0 for every label of a design that splits them, adjusted for their number."""
    return adjust(np.atleast_1d(p_value("informedness", design)))
