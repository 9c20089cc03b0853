"""What a verdict may claim about one table: every claim has a test of its own, whose size was measured."""

from collections.abc import Callable
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
from informed.inference.estimates import Estimates, own
from informed.inference.interval import Interval, limits_of, p_value
from informed.inference.significance.exact import mcnemar
from informed.inference.significance.independence import conditional_p


@dataclass(frozen=True, eq=False)
class Claims:
    """The p of every claim about one table, found when it is asked for; None where there is no such test.

    ``guessing``: informedness is 0. ``independent``: class and prediction are independent.
    ``uneven``: each of two labels is predicted as often as it occurs. ``known``: what a batch of tables finds of this
    one, None where it has not: the p of ``guessing``, and ``over_constant``.
    """

    design: Design | None
    known: Callable[[str], Any] = lambda name: None

    @cached_property
    def guessing(self) -> float | None:
        """The p of informedness 0."""
        p: float | None = self.known("guessing")
        return guessing(self.design) if p is None else p

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
        found: Estimate | None = None if self.design is None else self.known("over_constant")
        if found is None and self.design is not None:
            return over_constant(self.design, np.eye(self.design.table.shape[-1]), level)  # type: ignore[no-any-return]
        return found


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


def over_constant(sample: Any, worth: Numbers, level: float) -> Any:
    """By how much an item is worth more than under the best constant answer; ``worth``: that of each outcome.

    Both are judged on the same items, so the difference has an interval of its own. The constant was chosen as the best
    of all on these items: the high end, below which it is shown to be better, allows for their number (Bonferroni).
    An estimate; of a batch of plain tables an array of them.
    """
    table = as_table(sample)
    best = np.asarray((prevalences(table) @ worth).argmax(-1))
    found = np.empty(best.shape, dtype=object)
    for each in np.unique(best).tolist():  # what has the same best constant is judged together
        here = best == each
        found[here] = _gains(sample if here.all() else Independent(table[here]), worth - worth[:, [each]], level)
    return found[()]


def _gains(sample: Any, apart: Numbers, level: float) -> list[Estimate]:
    gain = own("gain over a constant", partial(get("expected_value").body, value=apart), like="expected_value")
    method, limits, note = limits_of(gain, sample)
    low, high = limits((1 - level) / 2)[0], limits((1 - level) / 2 / apart.shape[-1])[1]
    return Estimates.around(Interval(low, high, level, method.name, note), gain.raw(as_table(sample)), np.nan).each()
