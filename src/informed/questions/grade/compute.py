"""Graded runs: how often answers were graded right, or their mean grade, with an interval over the items.

A grade says whether an answer is right, not what else might have been said: there is no table, no chance level and so
no informedness. The answers to one item are a cluster, and the number of items is what counts.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from informed.core.basis import answers
from informed.core.estimate import Estimate
from informed.core.result import Result
from informed.core.signature import signature
from informed.inference.interval import check_level
from informed.inference.proportions import exact, quantile
from informed.readers.logs import Grades

ROUGH = 20  # items below which Student's limits miss the mean of skewed grades too often
TELLING = 5  # items that must not be always right, nor always wrong, for repeats to count
Limits = tuple[float, float, str] | None


@dataclass(frozen=True)
class Grading(Result):
    """The mean grade of a run; ``right_or_wrong`` says whether it is an accuracy.

    ``guess``: how often a blind guess is right, where the options of every item are known.
    """

    kind = "grading"

    estimate: Estimate
    items: int
    answers: int
    scorer: str
    right_or_wrong: bool
    reason: str
    guess: float | None
    notes: tuple[str, ...]
    signature: str

    @property
    def measure(self) -> str:
        """What the number is called."""
        return "accuracy" if self.right_or_wrong else "mean_grade"

    def rows(self) -> list[dict[str, Any]]:
        """The one number in one row."""
        about = {"scorer": self.scorer, "items": self.items, "answers": self.answers}
        return [{"measure": self.measure, **self.estimate.to_dict(), **about}]

    def facts(self) -> dict[str, Any]:
        """The number, what it is of, and why it is not more."""
        return {**self.rows()[0], "guess": self.guess, "reason": self.reason, "notes": list(self.notes)}


@answers
def graded(grades: Grades, *, level: float = 0.95) -> Grading:
    """The accuracy by the grades of a log, or the mean grade where some lie between right and wrong."""
    level = check_level(level)
    every = np.concatenate([np.asarray(each, dtype=float) for each in grades.values])
    binary = bool(np.isin(every, (0.0, 1.0)).all())
    means = np.array([np.mean(each) for each in grades.values])
    found = _proportion(means, len(every), level) if binary else _mean(means, every, level)
    low, high, method = found or (None, None, None)
    note = None if found else "no interval: the grades do not vary, or there is one item only"
    if found and not binary and len(means) < ROUGH:
        note = f"fewer than {ROUGH} items: treat the interval of the mean grade as rough"
    estimate = Estimate(float(means.mean()), low=low, high=high, level=level, method=method, note=note)
    recipe = {"grades": len(every), "items": len(means), "scorer": grades.scorer, "level": level, "interval": method}
    about = (grades.scorer, binary, grades.reason, grades.guess, grades.notes)
    return Grading(estimate, len(means), len(every), *about, signature(recipe))


def _proportion(means: Any, answers: int, level: float) -> Limits:
    """Clopper and Pearson's limits of as many right or wrong answers as vary like the items do.

    Without repeats that is the number of items. With repeats the variance of the item means says how many (Korn &
    Graubard 1998), never fewer than the items and never more than the answers. Where nearly all items are always right,
    or nearly all always wrong, the few others do not tell that variance, and the items alone count.
    """
    n, value, tail = len(means), means.mean(), (1 - level) / 2
    effective = float(n)
    if answers > n and min((means > 0).sum(), (means < 1).sum()) >= TELLING:
        spread = means.var(ddof=1)
        wide = _student(n - 1, tail) / quantile(tail)
        effective = float(answers) if spread == 0 else min(n * value * (1 - value) / (spread * wide**2), answers)
        effective = max(effective, n)
    low, high = exact(np.array([value * effective]), np.array([effective]), tail)
    return float(low[0]), float(high[0]), "exact" if answers == n else "korn_graubard"


def _mean(means: Any, every: Any, level: float) -> Limits:
    """Student's limits of the mean of the items, cut off where grades cannot lie."""
    n, tail = len(means), (1 - level) / 2
    if n < 2 or means.var() == 0:
        return None
    reach = _student(n - 1, tail) * means.std(ddof=1) / np.sqrt(n)
    ends = (0.0, 1.0) if every.min() >= 0 and every.max() <= 1 else (-np.inf, np.inf)
    return float(max(means.mean() - reach, ends[0])), float(min(means.mean() + reach, ends[1])), "student"


def _student(freedom: int, tail: float) -> float:
    from scipy.special import stdtrit

    return float(-stdtrit(freedom, tail))
