"""What bets win, what silence is worth, and what it all earns, in sentences."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from informed.inference.estimate import Estimate
from informed.verdicts.words import count, interval, number, percent, value_of, within

if TYPE_CHECKING:
    from informed.analyses.abstention import Abstention
    from informed.analyses.balancing import Targets
    from informed.analyses.betting import Book
    from informed.analyses.deployment import Deployment
    from informed.analyses.pricing import CostForms, Pricing
    from informed.analyses.selection import Selective

ON_THIS_TABLE = "chosen on this table, so expect less on new items"
TELLING = ("expected_value", "precision", "accuracy")  # what a new prevalence is felt in
TARGETS = (
    "Balanced targets push a learner towards predicting all classes alike; a bias equal to the natural prevalence is "
    "in general better (Powers 2003; 2007 section 2.5)."
)


def book(found: Book) -> Iterator[str]:
    """What the bets win."""
    if not found.coverage:
        yield "No bet was placed: nothing won, nothing lost."
        return
    if sum(bet.prevalence > 0 for bet in found.bets) < 2:
        yield "Only one class occurs: there is nothing to bet on."
        return
    yield (
        f"Per unit staked at fair odds {_wins(found.unit_stakes)} on average; guessing wins 0, perfect play "
        f"{short(found.unit_stakes_perfect)}."
    )
    edge = found.edge
    sure = f" ({percent(edge.level or 0)} interval {interval(edge)})" if edge.low is not None else ""
    yield f"Edge {number(edge.value)}{sure}: {_edge_in_words(edge, found.coverage)}."
    if len(found.labels) > 2:
        ends = interval(found.informedness)
        whole = number(found.informedness.value) + (f" ({ends})" if ends else "")
        yield f"Weighing labels by prevalence instead of by bets: informedness {whole}."
    if not found.fairness.fair:
        yield f"The payoffs used below are not the fair ones. {found.fairness}"


def _wins(value: float) -> str:
    return f"it loses {number(-value)}" if value < 0 else f"it wins {number(value)}"


def short(value: float) -> str:
    """A number without digits it does not need."""
    return count(value) if value.is_integer() else number(value)


def _edge_in_words(edge: Estimate, coverage: float) -> str:
    low, high = (edge.low, edge.high) if edge.low is not None else (edge.value, edge.value)
    share = percent(abs(edge.value))
    if (low or 0) > 0 and coverage < 1:
        return f"worth perfect play on {share} of all items, and guesswork or silence on the rest"
    if (low or 0) > 0:
        return f"{share} of the bets are as good as perfect play, the rest is guesswork"
    if (high or 0) < 0:
        return f"it uses what it knows to bet wrongly, {share} of the time"
    return "not to be told from guessing"


def abstention(found: Abstention) -> Iterator[str]:
    """How much is answered, and what that is worth with silence as bets not placed."""
    staked = found.zero_stake["informedness"]
    yield (
        f"It answers {percent(found.answered / found.n)} of the items; with the others as bets not placed, "
        f"informedness is {percent(staked.value)}{within(staked)}."
    )


def selective(curve: Selective) -> Iterator[str]:
    """From which confidence on to answer."""
    best = curve.best
    yield (
        f"Informedness is highest, {percent(float(curve.informedness[best]))}, when it answers from confidence "
        f"{number(float(curve.thresholds[best]))} on, which is {percent(float(curve.coverage[best]))} of the items; "
        f"{ON_THIS_TABLE}."
    )


def pricing(found: Pricing) -> Iterator[str]:
    """What it adds to chance, and whether one constant answer would do as well."""
    yield from found.findings


def cost_forms(found: CostForms) -> Iterator[str]:
    """What costs and skew make of accuracy."""
    name, at_c = next(iter(found.at_c.items()))
    free = found.at_one[name]
    yield (
        f"With costs and skew as one number, c = {number(found.c)}, {name} is {percent(at_c.value)}{within(at_c)}; "
        f"free of both (c = 1) {percent(free.value)}."
    )


def deployment(found: Deployment) -> Iterator[str]:
    """What changes where the classes occur otherwise."""
    label = max(found.prevalence, key=lambda each: abs(found.prevalence[each] - found.tested_prevalence[each]))
    where = (
        f"Where {str(label)!r} is {percent(found.prevalence[label])} of the items instead of "
        f"{percent(found.tested_prevalence[label])}"
    )
    name = next((each for each in (*TELLING, *found.measures) if each in found.measures), None)
    if name is None:
        yield f"{where}, no measure was asked for."
        return
    there, tested = value_of(name, found.measures[name].value), value_of(name, found.tested[name])
    yield f"{where}, {name} is {there} instead of {tested}."


def targets(_: Targets) -> Iterator[str]:
    """Always: the warning."""
    yield TARGETS
