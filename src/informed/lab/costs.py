"""Costs as one number, and training targets that balance uneven classes: what the papers made of costs."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from informed.asking.declared import Given, Number, Parameter, Question, Several, flat
from informed.asking.reading import counted as read
from informed.asking.reading import label_of
from informed.asking.vocabulary import LEVEL, POSITIVE, READING
from informed.core.basis import counted, signature
from informed.core.counts import Counts
from informed.core.errors import InputError, arg
from informed.core.estimate import Estimate
from informed.core.labels import Label
from informed.core.registry import get
from informed.core.result import Grid, Result
from informed.core.words import Finding, coefficient, interval, number, within
from informed.inference.estimates import measured
from informed.questions.bookmaker.odds import payoffs

FORMS = ("cost_accuracy", "cost_precision", "cost_f", "cost_wracc")


# --- costs as one number ---------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class CostForms(Result):
    """Accuracy, precision, F and WRAcc with costs and skew as one number c, and free of both (c = 1).

    ``cost_ratio`` c_v = c_n / c_p, ``skew`` c_s = negatives / positives, ``c`` = c_v c_s (Powers 2007 section 2.2).
    """

    kind = "cost_forms"
    json_keys = ("positive", "cost_ratio", "skew", "c", "at_c", "at_one")

    positive: Label
    cost_ratio: float
    skew: float
    at_c: dict[str, Estimate]
    at_one: dict[str, Estimate]
    signature: str

    def head(self) -> tuple[str, str]:
        return f"Costs and skew, {self.positive!r} positive", ""

    def words(self) -> Iterator[Finding]:
        """What costs and skew make of accuracy."""
        name, at_c = next(iter(self.at_c.items()))
        of = f"{name} is {coefficient(at_c.value)}{within(at_c)}; without both (c = 1)"
        told = f"With costs and skew as one number, c = {number(self.c)}, {of} {coefficient(self.at_one[name].value)}."
        yield Finding("costs", told)

    def grids(self, every: bool = False) -> Iterator[Grid | str]:
        """The forms at the given costs and at none."""
        ratio = f"cost ratio c_v = {number(self.cost_ratio)}, skew c_s = {number(self.skew)}"
        yield f"  {ratio}, c = c_v c_s = {number(self.c)}"
        rows = [["measure", f"c = {number(self.c)}", "", "c = 1", ""]]
        for name, each in self.at_c.items():
            free = self.at_one[name]
            rows.append([name, number(each.value), interval(each), number(free.value), interval(free)])
        yield Grid("The forms", rows)

    @property
    def c(self) -> float:
        """Skew and costs together."""
        return self.cost_ratio * self.skew

    def rows(self) -> list[dict[str, Any]]:
        """One row a measure, at the given costs and at none."""
        forms = {self.c: self.at_c, 1.0: self.at_one}
        return [{"measure": name, "c": c, **each.to_dict()} for c, of in forms.items() for name, each in of.items()]


def cost_forms(
    data: Any, *, cost_positive: float = 1.0, cost_negative: float = 1.0, positive: Any = None, level: float = 0.95
) -> CostForms:
    """Compute the cost-sensitive forms of accuracy, precision, F and WRAcc.

    Powers 2007, section 2.2 and equations 10 to 13.

    Parameters
    ----------
    data
        The counts of two classes.
    cost_positive, cost_negative
        The cost of an item of each class (c_p and c_n).
    positive
        The positive label.
    level
        The confidence level.

    Returns
    -------
    CostForms
        Each measure at the given costs, and free of cost and skew.

    Examples
    --------
    >>> counts = informed.Counts([[30, 10], [20, 40]], ["ill", "well"])
    >>> forms = cost_forms(counts, positive="ill")
    >>> forms.cost_ratio
    1.0
    """
    counts = data if isinstance(data, Counts) else Counts(data)
    counts = counts if positive is None else counts.positive_first(positive)
    for name, cost in (("cost_positive", cost_positive), ("cost_negative", cost_negative)):
        if not (np.isfinite(cost) and cost > 0):
            raise InputError(f"{name}={cost} must be a positive number: the cost of one item of this class")
    ratio_of_costs, skew = cost_negative / cost_positive, float(get("skew")(counts.table))

    def at(c: float) -> dict[str, Estimate]:
        return {name: measured(get(name).with_(c=c), counts, level=level) for name in FORMS}

    recipe = {**counted(counts), "cost_positive": cost_positive, "cost_negative": cost_negative, "level": level}
    return CostForms(
        counts.labels[0], ratio_of_costs, skew, at(ratio_of_costs * skew), at(1.0), signature=signature(recipe)
    )


# --- targets that balance the classes --------------------------------------------------------------------------------


@dataclass(frozen=True)
class Targets(Result):
    """For each case (row) what the output of each label (column) should aim at, instead of 1 and -1."""

    kind = "training_targets"
    asks = "Training targets that balance the classes"
    json_keys = ("prevalence", "targets", "warnings")

    prevalence: tuple[float, ...]
    targets: tuple[tuple[float, ...], ...]

    @cached_property
    def signature(self) -> str:
        """The recipe: the shares of the classes."""
        return signature({"prevalence": self.prevalence})

    def words(self) -> Iterator[Finding]:
        """Always: the warning."""
        told = "Balanced targets push a learner towards predicting all classes alike; a bias equal to the natural"
        yield Finding("balanced", f"{told} prevalence is in general better (Powers 2003; 2007 section 2.5).")

    def grids(self, every: bool = False) -> Iterator[Grid]:
        """The target of each output, for items of each class."""
        classes = [str(place) for place in range(len(self.prevalence))]
        rows = [["item of class", "occurs", *(f"output {place}" for place in classes)]]
        for place, share, row in zip(classes, self.prevalence, self.targets, strict=True):
            rows.append([place, number(share), *map(number, row)])
        yield Grid("The targets", rows)

    @property
    def warnings(self) -> tuple[str, ...]:
        """Why one should think twice."""
        return self.verdict

    def rows(self) -> list[dict[str, Any]]:
        """One row a class: its share, and the target of each output."""
        return [
            {"class": place, "prevalence": share} | {f"output {output}": target for output, target in enumerate(row)}
            for place, (share, row) in enumerate(zip(self.prevalence, self.targets, strict=True))
        ]


def training_targets(prevalence: Any) -> Targets:
    """Compute training targets that balance the classes.

    They are the fair payoffs: 1/7, 1/3, -1/3 and -1/7 with 7:3 items. A right answer on a rare class is worth more, and
    a wrong answer of a common label costs more.

    Parameters
    ----------
    prevalence
        A positive number for each class.

    Returns
    -------
    Targets
        The target of each class and label.

    Examples
    --------
    >>> [round(1 / each) for row in training_targets([7, 3]).targets for each in row]  # 1/7, -1/7, -1/3, 1/3
    [7, -7, -3, 3]
    """
    odds = np.asarray(prevalence, dtype=np.float64)
    if odds.ndim != 1 or len(odds) < 2 or not (odds > 0).all() or not np.isfinite(odds).all():
        raise InputError(f"{arg('prevalence', prevalence)} must hold a positive number for each of two or more classes")
    targets = payoffs(odds / odds.sum()) / odds.sum()
    return Targets(tuple(odds.tolist()), tuple(tuple(row) for row in targets.tolist()))


# --- the questions ---------------------------------------------------------------------------------------------------


def _formed(given: Given) -> Result:
    counts = read(given)
    how = {name: given[name] for name in ("cost_positive", "cost_negative", "level")}
    return cost_forms(counts, positive=label_of(given["positive"], counts), **how)


COST_FORMS = Question(
    "lab cost-forms",
    "Give accuracy, precision, F and WRAcc with costs and skew as one number c, and free of both (Powers 2007).",
    flat(
        READING,
        POSITIVE.but(required=True),
        Parameter("cost_positive", "Cost of an item of the positive class.", Number(above=0), default=1.0, usual=True),
        Parameter("cost_negative", "Cost of an item of the other class.", Number(above=0), default=1.0, usual=True),
        LEVEL,
    ),
    examples=("informed lab cost-forms preds.csv --actual y --predicted yhat --positive rain --cost-positive 5",),
    ask=_formed,
)
PREVALENCE = Parameter(
    "prevalence", "How often each class occurs: 7,3.", Several(float, "7,3"), required=True, positional="one"
)
TARGETS = Question(
    "lab training-targets",
    "Give training targets that balance classes of this PREVALENCE, and why one should think twice (Powers 2007).",
    (PREVALENCE,),
    examples=("informed lab training-targets 7,3",),
    ask=lambda given: training_targets(PREVALENCE.read(given["prevalence"])),
)
