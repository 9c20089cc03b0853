"""What a verdict may claim about one table: every claim has a test of its own, whose size was measured.

That an interval leaves out 0 is not enough where the interval is short of items, where the labels are many, or where
two measures of the same table are held against each other.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from informed.core.registry import get
from informed.core.table import cells, ratio, total
from informed.inference.adjustment import adjust
from informed.inference.design import Design, Items
from informed.inference.gradient import influence
from informed.inference.interval import p_value
from informed.inference.pooling import Pooling
from informed.inference.smoothing import pseudo_counts
from informed.inference.tests.exact import mcnemar
from informed.inference.tests.independence import conditional_p
from informed.inference.tests.statistics import two_sided_p, z_informedness

GAPS = (("markedness", "informedness"), ("edge", "informedness"))
"""Measures that a verdict holds against each other."""


@dataclass(frozen=True)
class Claims:
    """The p of every claim, None where there is no such test; and what the groups add, where there are any.

    ``guessing``: informedness is 0, with both margins fixed. ``independent``: class and prediction are independent.
    ``gaps``: two measures of the table are equal. ``labels``: informedness of each label is 0, over all labels (Holm).
    """

    guessing: float | None = None
    independent: float | None = None
    gaps: Mapping[tuple[str, str], float] = field(default_factory=dict)
    labels: Mapping[str, float] = field(default_factory=dict)
    pooling: Pooling | None = None


def guessing(design: Design | None) -> float | None:
    """The p of informedness 0 with both margins fixed, for items drawn one by one."""
    if not isinstance(design, Items) or design.table.shape[-1] < 2:
        return None
    p = float(two_sided_p(z_informedness(design.table)))
    return None if np.isnan(p) else p


def independent(design: Design | None) -> float | None:
    """The p of Pearson's statistic with both margins fixed, for items drawn one by one."""
    return float(conditional_p(design.table)) if isinstance(design, Items) else None


def equal(first: str, second: str, design: Design) -> float:
    """The p of the hypothesis that two measures of the same table are equal: the delta method on their difference.

    Of two classes informedness and markedness are equal when both are 0, or when a label is predicted as often as it,
    or the other one, occurs: all three must be rejected.
    """
    pair = {first, second}
    if pair == {"informedness", "markedness"} and isinstance(design, Items) and design.table.shape == (2, 2):
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
