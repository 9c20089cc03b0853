"""The predictor as a bettor: each prediction is a bet on its label at fair odds, and guessing wins nothing.

Powers' explanation of informedness (2003). A bet on label l costs 1/(1 - p(l)) if it is wrong and wins 1/p(l) if it is
right, p being the prevalence. What the bets on l win over all items is the gain G(l), its informedness; averaged over
the bets made it is the edge.
"""

from dataclasses import dataclass, replace
from typing import Any, Literal

import numpy as np

from informed.core.basis import answers, clustered, counted, signature
from informed.core.errors import InputError, arg
from informed.core.estimate import Estimate, Record, finite, written
from informed.core.labels import Label
from informed.core.result import Result
from informed.core.table import (
    actuals,
    average,
    diagonal,
    normalized,
    others,
    predictions,
    prevalences,
    ratio,
    shares,
    total,
)
from informed.core.validate import Group, Numbers
from informed.core.words import ON_THIS_TABLE, count, number, percent
from informed.core.writing import seen
from informed.inference.abstention import Bets, bet_on, stake_gains
from informed.inference.estimates import estimates, one_table
from informed.inference.subject import Subject
from informed.questions.bookmaker.odds import Fairness, Kelly, Odds, dutch_book, kelly
from informed.questions.bookmaker.odds import payoffs as fair_payoffs

NUMBERS = ("prevalence", "bias", "bets", "right", "won", "weighted", "returned", "guesswork")  # of a bet
ZERO = 1e-12  # a gain nearer to 0 than this is rounding


@dataclass(frozen=True)
class Bet(Record):
    """All bets on one label.

    ``won``: what they win over all items, in units of the pool; ``weighted``: the same times the share of bets that are
    on this label. ``returned``: what a unit staked on it gains on average. ``edge``: the normalised gain G(l), with
    ``guesswork`` 1 - |G(l)| beside it.
    """

    json_types = written(odds=dict[str, Any])

    label: Label
    odds: Odds
    prevalence: float
    bias: float
    bets: float
    right: float
    won: float
    weighted: float
    returned: float
    edge: Estimate
    guesswork: float
    advice: str | None = None

    @property
    def pays(self) -> str:
        """What a winning unit pays back; a label that never or always occurs pays nothing that could be won."""
        return number(self.odds.returned, 2) if self.odds.running else "-"

    def facts(self) -> dict[str, Any]:
        """Odds as win and lose in percent, reduced to whole numbers, and as payouts."""
        odds: dict[str, Any] = {"percent": self.odds.percent, "reduced": self.odds.reduced}
        odds |= {"pays_with_stake": self.odds.returned, "pays_without_stake": self.odds.profit}
        return {**super().facts(), "odds": odds}


@dataclass(frozen=True)
class Remedy:
    """What the edge would be if some labels were not bet on, or two were exchanged. Chosen and judged on one table."""

    action: str
    labels: tuple[Label, ...]
    edge: float
    coverage: float = 1.0

    def __str__(self) -> str:
        names = (" and " if len(self.labels) < 3 else ", ").join(map(seen, self.labels))
        if self.action == "swap":
            return f"With {names} exchanged the edge would be {number(self.edge)} ({ON_THIS_TABLE})."
        if not self.coverage:
            return f"Without bets on {names} nothing would be bet: edge 0."
        left = f"betting on {percent(self.coverage)} of the items ({ON_THIS_TABLE})"
        return f"Without bets on {names} the edge would be {number(self.edge)}, {left}."


@dataclass(frozen=True)
class Book(Result):
    """The betting book of a predictor.

    ``cells``: what each cell of the table wins (actual x label bet on), ``by_class`` what all bets win when that class
    turns out, ``per_bet`` the sum of both; perfect play wins ``pool`` on each label. ``unit_stakes``: what a unit
    staked on each prediction wins on average, K balanced_accuracy - 1 where nothing was abstained from; perfect play on
    the same items wins ``unit_stakes_perfect``, then K - 1. ``p``: that of guessing. ``kelly``: the slip
    of stakes in proportion to belief. ``groups``: the book of each group, ``by`` which they were told apart.
    """

    kind = "book"
    json_keys = (
        *("labels", "n", "coverage", "pool", "cells", "by_class", "per_bet", "total", "bets"),
        *("edge", "informedness", "p", "kelly", "fairness", "remedies", "by", "group", "groups"),
    )
    json_types = written(rows=Literal["actual"], unit_stakes=dict[str, float])

    labels: tuple[Label, ...]
    n: float | None
    coverage: float
    pool: float
    bets: tuple[Bet, ...]
    cells: tuple[tuple[float, ...], ...]
    by_class: tuple[float, ...]
    edge: Estimate
    informedness: Estimate
    p: float | None
    unit_stakes: float
    unit_stakes_perfect: float
    kelly: Kelly
    fairness: Fairness
    signature: str
    remedies: tuple[Remedy, ...] = ()
    by: tuple[str, ...] = ()
    group: Group | None = None
    groups: "tuple[Book, ...]" = ()

    @property
    def per_bet(self) -> float:
        """What all cells win together; perfect play wins the pool once for each class that occurs."""
        return sum(self.by_class)

    @property
    def total(self) -> float:
        """The winnings per label, weighted by how often it was bet on: the pool times the edge at fair odds."""
        return sum(bet.weighted for bet in self.bets)

    def head(self) -> tuple[str, str]:
        size = "shares (number of bets unknown)"
        if self.n is not None:
            size = f"{count(sum(bet.bets for bet in self.bets))} bets"
        idle = "" if self.coverage == 1 else f" on {percent(self.coverage)} of {count(self.n or 1)} items"
        return "Betting slip", f"{size}{idle}, {len(self.labels)} labels, fair odds"

    def advised(self) -> list[str]:
        """What to do about labels that lose."""
        return [f"{seen(bet.label)}: {bet.advice}." for bet in self.bets if bet.advice] + list(map(str, self.remedies))

    def remarks(self, every: bool = False) -> list[str]:
        """What to do about labels that lose, and what the intervals lack."""
        told = self.advised() if every else map(str, self.remedies)
        return [*told, *(edge.note for edge in (self.edge, *(bet.edge for bet in self.bets)) if edge.note)]

    def lowest(self, most: int) -> list[Bet]:
        """The bets on the labels of the lowest edge, in their order."""
        kept = {bet.label for bet in sorted(self.bets, key=lambda bet: finite(bet.edge.value) or 0.0)[:most]}
        return [bet for bet in self.bets if bet.label in kept]

    def rows(self) -> list[dict[str, Any]]:
        """One row a label: its odds, its bets and what they won; with groups of all items first, their group None."""
        nowhere = (None,) * len(self.by)
        return [
            dict(zip(self.by, part.group or nowhere, strict=True))
            | {
                "label": bet.label,
                "odds": str(bet.odds),
                "pays": finite(bet.odds.returned) if bet.odds.running else None,
            }
            | {name: finite(getattr(bet, name)) for name in NUMBERS}
            | {"edge": finite(bet.edge.value), "low": bet.edge.low, "high": bet.edge.high, "advice": bet.advice}
            for part in (self, *self.groups)
            for bet in part.bets
        ]

    def facts(self) -> dict[str, Any]:
        """Odds, bets and winnings; ``cells`` are actual x label bet on."""
        stakes = {"won": self.unit_stakes, "perfect": self.unit_stakes_perfect}
        return {**super().facts(), "rows": "actual", "unit_stakes": stakes}


@answers
def booked(judged: Subject, *, pool: float = 1.0, payoffs: Any = None, level: float = 0.95) -> Book:
    """The betting book of a predictor, and of each group; the arguments are those of `informed.bookmaker`."""
    if not np.isfinite(pool) or pool <= 0:
        raise InputError(f"{arg('pool', pool)} is what perfect play wins on each label; it must be positive")
    how = {"pool": pool, "payoffs": payoffs, "level": level}
    by, named = judged.counts.by, zip(judged.counts.groups, judged.groups() if judged.counts.by else (), strict=True)
    groups = tuple(replace(_book(part, **how), group=group) for group, part in named)
    recipe = signature({**counted(judged.counts), **clustered(judged.items), **how})
    return replace(_book(judged.pooled(), **how), by=by, groups=groups, signature=recipe)


def _book(judged: Subject, pool: float, payoffs: Any, level: float) -> Book:
    counts = one_table(judged.counts, "the bookmaker")
    placed = Bets(counts, judged.items, level)
    table = placed.table
    prevalence, made = prevalences(table), float(ratio(total(bet_on(table)), total(table)))
    prices = _prices(payoffs, prevalence)
    cells = pool * bet_on(normalized(table)) * prices + 0.0  # no minus zero
    remedies = _remedies(counts.labels, table)
    return Book(
        labels=counts.labels,
        n=None if counts.n is None else float(total(table)),
        coverage=made,
        pool=float(pool),
        bets=tuple(replace(bet, advice=_advice(bet, remedies)) for bet in _bets(placed, cells)),
        cells=tuple(tuple(row) for row in cells.tolist()),
        by_class=tuple(cells.sum(-1).tolist()),
        edge=placed.zero_stake["edge"],
        informedness=placed.zero_stake["informedness"],
        p=placed.guessing,
        unit_stakes=_unit_stakes(table, diagonal(bet_on(table))),
        unit_stakes_perfect=_unit_stakes(table, actuals(bet_on(table))),
        kelly=kelly(placed),
        fairness=dutch_book(prices, prevalence),
        signature=signature(
            {**counted(counts), **clustered(judged.items), "level": level, "pool": pool, "payoffs": payoffs}
        ),
        remedies=remedies,
    )


def _prices(payoffs: Any, prevalence: Numbers) -> Numbers:
    if payoffs is None:
        fair: Numbers = fair_payoffs(prevalence)
        return fair
    given = np.asarray(payoffs, dtype=np.float64)
    if given.shape != (len(prevalence), len(prevalence)):
        raise InputError(
            f"payoffs are {' x '.join(map(str, given.shape))}; give one row per class and one column per label, "
            f"{len(prevalence)} x {len(prevalence)}"
        )
    return given


def _unit_stakes(table: Numbers, right: Numbers) -> float:
    """What a unit stake wins on average when so many bets on each label are right: each returns 1/prevalence."""
    returned = np.nansum(ratio(right * total(table), actuals(table)))
    return float(ratio(returned, total(bet_on(table))) - 1)


def _bets(placed: Bets, cells: Numbers) -> list[Bet]:
    table = placed.table
    prevalence, bias = prevalences(table), shares(predictions(bet_on(table)))
    bets, right = predictions(bet_on(table)), diagonal(bet_on(table))
    edges = estimates("informedness", placed.by_label, level=placed.level).each()
    return [
        Bet(
            label=label,
            odds=Odds.fair(float(prevalence[place])),
            prevalence=float(prevalence[place]),
            bias=float(bias[place]),
            bets=float(bets[place]),
            right=float(right[place]),
            won=float(cells[:, place].sum()),
            weighted=float(np.nan_to_num(bias[place]) * cells[:, place].sum()),
            returned=float(ratio(ratio(right[place], bets[place]), prevalence[place]) - 1),
            edge=edges[place],
            guesswork=1 - abs(edges[place].value),
        )
        for place, label in enumerate(placed.counts.labels)
    ]


# --- what to do about labels that lose -------------------------------------------------------------------------------


def _remedies(labels: tuple[Label, ...], table: Numbers) -> tuple[Remedy, ...]:
    """Not betting on the labels that lose, and for each of them the best exchange with another label."""
    gain, bets = stake_gains(table), predictions(bet_on(table))
    losing = np.flatnonzero((gain < -ZERO) & (bets > 0))
    if not len(losing):
        return ()
    kept = np.where(np.isin(np.arange(len(labels)), losing), 0.0, bets)
    after = float(average(gain, shares(kept))) if kept.any() else 0.0
    found = [Remedy("discard", tuple(labels[place] for place in losing), after, float(kept.sum() / table.sum()))]
    edge, made = float(average(gain, shares(bets))), float(bets.sum() / table.sum())
    for one, two in dict.fromkeys(_best_swap(table, int(place)) for place in losing):
        value = edge + float(_swap_gains(table, one)[two])
        if value > edge + ZERO:
            found.append(Remedy("swap", (labels[one], labels[two]), value, made))
    return tuple(found)


def _best_swap(table: Numbers, place: int) -> tuple[int, int]:
    """The label with the one it is best exchanged with, in the order of the table."""
    partner = int(_swap_gains(table, place).argmax())
    return min(place, partner), max(place, partner)


def _swap_gains(table: Numbers, place: int) -> Numbers:
    """By how much the edge rises when this label is exchanged with each other one (never with itself)."""
    made, rows, rest = bet_on(table), actuals(table), others(actuals(table))
    bets, hits = predictions(made), diagonal(made)

    def worth(right: Any, made: Any, row: Any, remaining: Any) -> Any:
        return made * np.nan_to_num(ratio(right, row) - ratio(made - right, remaining))

    before = worth(hits, bets, rows, rest) + worth(hits[place], bets[place], rows[place], rest[place])
    after = worth(made[place], bets, rows[place], rest[place]) + worth(made[:, place], bets[place], rows, rest)
    gained: Numbers = (after - before) / bets.sum()
    gained[place] = -np.inf
    return gained


def _advice(bet: Bet, remedies: tuple[Remedy, ...]) -> str | None:
    """What to do about a label that loses."""
    if not remedies or bet.label not in remedies[0].labels:
        return None
    sure = bet.edge.high is not None and bet.edge.high < 0
    swap = next((each for each in remedies[1:] if bet.label in each.labels), None)
    partner = next((label for label in swap.labels if label != bet.label), None) if swap else None
    what = "worse than guessing; do not" if sure else "below guessing, though perhaps by chance; consider not to"
    return f"{what} bet on it" + (f", or exchange it with {partner}" if swap else "")
