"""What the bets win, in sentences."""

from collections.abc import Iterator

from informed.core.words import Finding, Next, coefficient, number, p_is, rate, short, within
from informed.inference.strength import STRENGTHS, judged
from informed.questions.bookmaker.compute import Book
from informed.questions.bookmaker.odds import Kelly

SAME = 1e-9  # of two labels, unit stakes win the edge


def book(found: Book) -> Iterator[Finding]:
    """What the bets win."""
    if not found.coverage:
        yield Finding("no_bet", "No bet was placed: nothing won, nothing lost.")
        return
    if sum(bet.prevalence > 0 for bet in found.bets) < 2:
        yield Finding("one_class", "Only one class occurs: there is nothing to bet on.")
        return
    edge = found.edge
    won = f"{_wins(edge.value)} per bet, its edge{within(edge)}"
    yield Finding("edge", f"At fair odds {won}; guessing wins 0, perfect play 1.")
    yield Finding("beats", f"{_edge_in_words(found)}.")
    if not found.fairness.fair:
        yield Finding("unfair_payoffs", f"The payoffs used below are not the fair ones. {found.fairness}")
    if len(found.labels) > 2:
        whole = f"{coefficient(found.informedness.value)}{within(found.informedness)}"
        yield Finding("informedness", f"Weighted by prevalence: informedness {whole}.")
    if len(found.labels) > 2 or abs(found.unit_stakes - edge.value) > SAME:
        share, perfect = found.unit_stakes / found.unit_stakes_perfect, short(found.unit_stakes_perfect)
        part = f" ({coefficient(share)})" if found.coverage == 1 else ""
        against = f" of {perfect}{part}" if share > 0 else f"; perfect play wins {perfect}"
        stakes = f"With one unit on every bet, all classes alike, {_wins(found.unit_stakes)}{against}."
        yield Finding("unit_stakes", stakes)
    yield from _kelly(found.kelly)


def book_next(found: Book) -> Iterator[Next]:
    """What it finds of each label; where it is worse than guessing, notes say which labels to exchange."""
    if (found.edge.high or 0.0) > 0:
        yield Next("evaluate", "see what it finds and misses of each label", "evaluate")


def _kelly(slip: Kelly) -> Iterator[Finding]:
    """By how much wealth grows when stakes are in proportion to belief."""
    growth = slip.growth
    by_chance = f"; guessing shows {number(growth.by_chance)} at this size" if growth.chance_mean else ""
    grows = f"wealth grows by {number(growth.value)} bits per item{by_chance}"
    yield Finding("kelly", f"Staking in proportion to the shares in this table (Kelly), {grows}.")
    whole = f"proficiency {coefficient(slip.proficiency.value)}{within(slip.proficiency)}"
    yield Finding("proficiency", f"Perfect play grows by {number(slip.perfect)} bits: {whole}.")


def _wins(value: float) -> str:
    return f"it loses {number(-value)}" if value < 0 else f"it wins {number(value)}"


def _edge_in_words(found: Book) -> str:
    edge, p = found.edge, found.p
    if edge.low is None or edge.high is None:
        why = "the number of items is unknown; give --n" if found.n is None else edge.note
        return f"Cannot tell whether it beats guessing, because {why}"
    if edge.low <= 0 <= edge.high:
        return "That is not shown to beat guessing"
    if p is not None and p >= 1 - (edge.level or 0.95):
        return f"That is not shown to beat guessing, a guesser often reaches this ({p_is(p)})"
    fewest = min(bet.prevalence for bet in found.bets if bet.prevalence > 0) * (found.n or 0)
    code = judged(edge.low, edge.high, fewest, lambda: p)
    share = rate(abs(edge.value))
    if edge.high < 0:
        return f"That is worse than guessing, like betting on the wrong label {share} of the time"
    rest = "all items and guessing or no bet on the rest" if found.coverage < 1 else "the bets and guessing on the rest"
    few = f"; {found.n:,.0f} bets cannot settle it" if code == "probably" else ""
    return f"That is {STRENGTHS[code].lower()}{few}: like perfect play on {share} of {rest}"
