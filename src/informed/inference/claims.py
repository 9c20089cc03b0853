"""What a verdict may claim about one table: every claim has a test of its own, whose size was measured.

That an interval leaves out 0 is not enough where the interval is short of items, or where the labels are many.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from informed.inference.adjustment import adjust
from informed.inference.design import Design, Independent
from informed.inference.interval import p_value
from informed.inference.tests.exact import fisher
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


def guessing(design: Design | None) -> float | None:
    """The p of informedness 0 with both margins fixed, for items drawn one by one.

    Of two classes the exact p (Fisher, mid-P) where it is larger: on a handful of items the normal one is too small.
    """
    if not isinstance(design, Independent) or design.table.shape[-1] < 2:
        return None
    p = float(two_sided_p(z_informedness(design.table)))
    if design.table.shape == (2, 2) and not np.isnan(p):
        p = max(p, fisher(np.rint(design.table))["fisher_mid_p"])
    return None if np.isnan(p) else p


def independent(design: Design | None) -> float | None:
    """The p of Pearson's statistic with both margins fixed, for items drawn one by one."""
    return float(conditional_p(design.table)) if isinstance(design, Independent) else None


def over_labels(design: Design) -> Any:
    """The p of informedness 0 for every label of a design that splits them, adjusted for their number."""
    return adjust(np.atleast_1d(p_value("informedness", design)))
