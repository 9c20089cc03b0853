"""What a verdict may claim about one table: every claim has a test of its own, whose size was measured."""

from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any

import numpy as np

from informed.core.estimate import Estimate, finite
from informed.core.registry import get
from informed.core.table import as_table, prevalences
from informed.core.validate import Numbers
from informed.inference.adjustment import adjust
from informed.inference.design import Design, Independent
from informed.inference.estimates import own
from informed.inference.interval import limits_of, p_value
from informed.inference.significance.exact import mcnemar
from informed.inference.significance.independence import conditional_p


@dataclass(frozen=True, eq=False)
class Claims:
    """The p of every claim about one table, found when it is asked for; None where there is no such test.

    ``guessing``: informedness is 0. ``independent``: class and prediction are independent.
    ``uneven``: each of two labels is predicted as often as it occurs.
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

    @cached_property
    def uneven(self) -> float | None:
        """The p of bias and prevalence of two labels being equal, for items drawn one by one (McNemar, exact)."""
        if not isinstance(self.design, Independent) or self.design.table.shape != (2, 2):
            return None
        table = np.rint(self.design.table)
        return mcnemar(int(table[0, 1]), int(table[1, 0]))["mcnemar"]

    def over_constant(self, level: float) -> Estimate | None:
        """By how much accuracy is higher than that of always giving the most common label."""
        return None if self.design is None else over_constant(self.design, np.eye(self.design.table.shape[-1]), level)


def guessing(design: Design | None) -> float | None:
    """The p of informedness 0: below 1 - level exactly where its interval leaves out 0."""
    square = design is not None and design.table.shape[-1] == design.table.shape[-2] > 1
    return finite(float(p_value("informedness", design))) if square else None


def independent(design: Design | None) -> float | None:
    """The p of Pearson's statistic with both margins fixed, for items drawn one by one."""
    return float(conditional_p(design.table)) if isinstance(design, Independent) else None


def over_labels(design: Design) -> Any:
    """The p of informedness 0 for every label of a design that splits them, adjusted for their number."""
    return adjust(np.atleast_1d(p_value("informedness", design)))


def over_constant(sample: Any, worth: Numbers, level: float) -> Estimate:
    """By how much an item is worth more than under the best constant answer; ``worth``: that of each outcome.

    Both are judged on the same items, so the difference has an interval of its own. The constant was chosen as the best
    of all on these items: the high end, below which it is shown to be better, allows for their number (Bonferroni).
    """
    table = as_table(sample)
    best = int((prevalences(table) @ worth).argmax())
    body = partial(get("expected_value").body, value=worth - worth[:, [best]])
    gain = own("gain over a constant", body, like="expected_value")
    method, limits, note = limits_of(gain, sample)
    tails = (1 - level) / 2, (1 - level) / 2 / worth.shape[-1]
    low, high = (finite(float(limits(tail)[side])) for side, tail in enumerate(tails))
    known = low is not None and high is not None
    about = (level, method.name, np.ravel(note)[0]) if known else (None, None, np.ravel(note)[0])
    return Estimate(float(gain.raw(table)), None, low, high, *about)
