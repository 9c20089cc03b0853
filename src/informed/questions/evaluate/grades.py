"""How often graded answers are right: what an evaluation says of a log that has grades alone.

A grade says whether an answer is right, not what else might have been said: there is no table, no chance level and so
no informedness. The answers to one item are a cluster, and the number of items is what counts.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NotRequired

import numpy as np

from informed.core.basis import answers, signature
from informed.core.errors import call
from informed.core.estimate import SPREAD, Estimate, Row, written
from informed.core.metrics import Figure
from informed.core.result import Grid, Result
from informed.core.validate import Numbers
from informed.core.words import Finding, ci, coefficient, interval, many, number, percent, within
from informed.inference.grades import coded, of_points, of_shares
from informed.inference.interval import check_level
from informed.readers.logs import Grades

ROUGH = 20  # items below which Student's limits miss the mean of skewed grades too often
JUDGES = ("judge", "model_graded", "llm", "rubric", "correctness", "faithfulness", "relevance")


@dataclass(frozen=True)
class Grading(Result):
    """The mean grade of a run; ``right_or_wrong`` says whether it is an accuracy.

    ``guess``: how often a blind guess is right, where the options of every item are known. ``groups``: the items and
    the mean grade of each group, where the items were split ``by`` something.
    """

    kind = "grading"
    json_types = written("estimate", "right_or_wrong", "by", measure=str, groups=NotRequired[list[Row]], **SPREAD)

    estimate: Estimate
    items: int
    answers: int
    scorer: str
    right_or_wrong: bool
    reason: str
    guess: float | None
    notes: tuple[str, ...]
    signature: str
    by: tuple[str, ...] = ()
    groups: Mapping[tuple[Any, ...], tuple[int, Estimate]] | None = None

    def head(self) -> tuple[str, str]:
        return "How often right?", f"{many(self.items, 'item')}, graded"

    def words(self) -> Iterator[Finding]:
        """What the grades say, and what they cannot say."""
        of = many(self.items, "item") + (f", {self.answers:,} answers" if self.answers > self.items else "")
        if self.right_or_wrong:
            told = f"Accuracy {percent(self.estimate.value)} by the grades of {self.scorer!r}{within(self.estimate)}"
        else:
            told = f"Mean grade {coefficient(self.estimate.value)} by {self.scorer!r}{within(self.estimate)}"
        yield Finding("graded", f"{told}; {of}.")
        if self.guess is not None and self.right_or_wrong:
            told = f"Guessing blindly among the options is right {percent(self.guess)} of the time."
            yield Finding("guessing", told)
        told = f"Cannot tell whether it beats guessing: there are only grades ({self.reason})."
        yield Finding("only_grades", told)
        if self.answers > self.items:
            told = "says how steady the answers are, and whether more items or more repeats would help"
            yield Finding("repeated", f"{call('repeats')} {told}.")
        yield from judged(self.scorer)

    def grids(self, every: bool = False) -> Iterator[Grid]:
        """The mean grade, and that of each group."""
        from informed.writers.grids import group_grid

        each = self.estimate
        rows = [["measure", "value", ci(each.level)], [self.measure, number(each.value), interval(each)]]
        yield Grid("The grade", rows)
        yield from group_grid(self.by, self.measure, self.groups or {}, each.level or 0.95)

    def remarks(self, every: bool = False) -> Iterator[str]:
        """What was done to the grades, and whether the interval is rough."""
        yield from (*self.notes, *([self.estimate.note] if self.estimate.note else ()))

    @property
    def measure(self) -> str:
        """What the number is called."""
        return "accuracy" if self.right_or_wrong else "mean_grade"

    def rows(self) -> list[dict[str, Any]]:
        """The whole run in one row, then one for each group."""
        about = {"scorer": self.scorer, "items": self.items, "answers": self.answers}
        whole = {"measure": self.measure, **self.estimate.to_dict(), **about}
        none: dict[str, Any] = dict.fromkeys(self.by)
        return [{**none, **whole}, *self._groups()]

    def key_figures(self) -> Iterator[Figure]:
        """The mean grade of the whole run, and of each group."""
        yield Figure(self.measure, self.estimate)
        yield from (Figure(self.measure, each, group=group) for group, (_, each) in (self.groups or {}).items())

    def _groups(self) -> Iterator[dict[str, Any]]:
        for group, (items, each) in (self.groups or {}).items():
            named = dict(zip(self.by, group, strict=True))
            yield {**named, "measure": self.measure, **each.to_dict(), "scorer": self.scorer, "items": items}

    def facts(self) -> dict[str, Any]:
        """The number, what it is of, and why it is not more."""
        whole = {name: value for name, value in self.rows()[0].items() if name not in self.by}
        facts = {**whole, "guess": self.guess, "reason": self.reason, "notes": list(self.notes)}
        return facts | ({"groups": list(self._groups())} if self.by else {})


def judged(scorer: str) -> Iterator[Finding]:
    """A language model that grades is a judge, and errs."""
    if any(word in scorer.lower() for word in JUDGES):
        told = f"looks like a language model that grades; {call('judge')} corrects the rate for its mistakes"
        yield Finding("judged", f"{scorer!r} {told}.")


@answers
def graded(grades: Grades, *, level: float = 0.95) -> Grading:
    """The accuracy by the grades of a log, or the mean grade where some lie between right and wrong."""
    level = check_level(level)
    every = np.concatenate([np.asarray(each, dtype=float) for each in grades.values])
    binary = bool(np.isin(every, (0.0, 1.0)).all())
    estimate = estimated(grades.values, binary, level, grades.clusters)
    groups = {group: (len(of), estimated(of, binary, level, among)) for group, of, among in _apart(grades)}
    recipe = {"grades": len(every), "items": len(grades.values), "scorer": grades.scorer, "level": level}
    about = (grades.scorer, binary, grades.reason, grades.guess, grades.notes)
    recipe |= {"interval": estimate.method} | ({"by": ", ".join(grades.by)} if grades.by else {})
    return Grading(estimate, len(grades.values), len(every), *about, signature(recipe), grades.by, groups or None)


def _apart(grades: Grades) -> Iterator[tuple[tuple[Any, ...], list[tuple[float, ...]], list[Any] | None]]:
    """The items of each group and their clusters."""
    for group in dict.fromkeys(grades.groups):
        places = [place for place, each in enumerate(grades.groups) if each == group]
        among = None if grades.clusters is None else [grades.clusters[place] for place in places]
        yield group, [grades.values[place] for place in places], among


def estimated(values: Any, binary: bool, level: float, clusters: Any = None) -> Estimate:
    """The mean over items of these grades, with its interval."""
    means = item_means(values)
    every = np.concatenate([np.asarray(each, dtype=float) for each in values])
    among = coded(clusters)
    found = of_shares(means, len(every), level, among) if binary else of_points(means, every, level, among)
    low, high, method = found or (None, None, None)
    note = None if found else "no interval: the grades do not vary, or there is one item only"
    if found and not binary and len(means) < ROUGH:
        note = f"fewer than {ROUGH} items: treat the interval of the mean grade as rough"
    return Estimate(float(means.mean()), low=low, high=high, level=level, method=method, note=note)


def item_means(values: Any) -> Numbers:
    """The mean grade of each item."""
    return np.array([np.mean(each) for each in values])
