"""Fair odds: what a bookmaker who knows the prevalences would offer, and whether a set of prices can be beaten.

Odds of X:Y mean: win X if the label is right, lose Y if not. They are fair when the label has probability Y/(X + Y),
for then guessing gains nothing, whatever the guess.
"""

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from informed.core.errors import InputError, arg, share
from informed.core.estimate import Estimate, Record
from informed.core.measures.information import entropy_actual
from informed.core.table import Array, namespace, others, predictions, prevalences, ratio, total
from informed.core.validate import Numbers
from informed.core.words import number
from informed.inference.abstention import Bets, bet_on
from informed.inference.estimates import estimate


@dataclass(frozen=True)
class Kelly(Record):
    """The slip of a bettor who stakes in proportion to belief.

    ``growth``: bits per item, the mutual information where every item is bet on. ``perfect``: the growth of perfect
    play, the entropy of the classes. ``proficiency``: growth over perfect growth. ``stakes[l][c]``: the share of the
    wealth put on class c after label l was predicted. ``by_label``: bits per bet after each label. The stakes are taken
    from the items they are judged on; ``growth.chance_mean`` is what guessing shows in a sample of this size.
    """

    json_keys = ("growth", "perfect", "proficiency", "factor", "stakes", "by_label")

    growth: Estimate
    perfect: float
    proficiency: Estimate
    stakes: tuple[tuple[float, ...], ...]
    by_label: tuple[float, ...]

    @property
    def factor(self) -> float:
        """By how much each item multiplies the wealth, in the geometric mean."""
        return float(2**self.growth.value)


def stakes(staked: Array) -> Numbers:
    """The share of each class (last axis) among the items of each label that was bet on; NaN where there are none."""
    made = bet_on(staked)
    found: Numbers = ratio(made, predictions(made)[..., None, :]).swapaxes(-1, -2)
    return found


def growths(staked: Array) -> Numbers:
    """The bits that a bet on each label gains on average; 0 where none was made."""
    held = np.nan_to_num(stakes(staked))
    factor = np.nan_to_num(ratio(held, prevalences(staked)[..., None, :]))
    found: Numbers = (held * np.log2(np.where(held > 0, factor, 1.0))).sum(-1)
    return np.maximum(found, 0.0)  # a divergence; rounding alone can take it below zero


def kelly(placed: Bets) -> Kelly:
    """The slip of all bets; with an interval where every item was bet on."""
    table = placed.table
    by_label = growths(table)
    made = ratio(predictions(bet_on(table)), total(table))
    perfect, growth = float(entropy_actual(table)), float((made * by_label).sum())
    values = {"mutual_information": growth, "proficiency": growth / perfect if perfect else 0.0}
    found = {name: Estimate(value, chance=0.0) for name, value in values.items()}
    if not placed.abstains and placed.counts.table.any():
        sample = placed.counts if placed.items is None else placed.items
        found = {name: estimate(sample, name, level=placed.level) for name in values}
    held = tuple(tuple(map(float, row)) for row in stakes(table))
    return Kelly(found["mutual_information"], perfect, found["proficiency"], held, tuple(by_label.tolist()))


EXACT = 1e-9  # how far from zero an expectation may be by rounding alone
SMALL = 100  # reduced odds add up to no more than this, as on the track


@dataclass(frozen=True)
class Odds:
    """Odds of ``win:lose`` for one label.

    Parameters
    ----------
    win, lose
        What a right bet wins and what a wrong one loses.

    Examples
    --------
    >>> Odds.parse("3:1").probability
    0.25
    """

    win: float
    lose: float

    def __post_init__(self) -> None:
        if not (self.win >= 0 and self.lose >= 0 and 0 < self.win + self.lose < math.inf):
            raise InputError(f"odds {self.win}:{self.lose} are not two finite numbers >= 0, one of them positive")

    @classmethod
    def fair(cls, probability: float) -> "Odds":
        """The fair odds for a label of this probability."""
        share("probability", probability, "Odds.parse reads odds written win:lose")
        return cls(1 - probability, probability)

    @classmethod
    def parse(cls, text: str) -> "Odds":
        """Odds written ``2:1`` or ``2/1``."""
        win, _, lose = text.replace("/", ":").partition(":")
        try:
            return cls(float(win), float(lose))
        except ValueError:
            raise InputError(f"odds {text!r} are not of the form win:lose, for example 2:1") from None

    @property
    def probability(self) -> float:
        """How likely the label is if these odds are fair."""
        return self.lose / (self.win + self.lose)

    @property
    def returned(self) -> float:
        """What a winning unit stake pays back, the stake included (decimal odds)."""
        return self.profit + 1

    @property
    def profit(self) -> float:
        """What a winning unit stake gains, the stake left out (fractional odds)."""
        return self.win / self.lose if self.lose else math.inf

    @property
    def percent(self) -> tuple[float, float]:
        """The odds as two numbers that add up to 100."""
        return 100 * (1 - self.probability), 100 * self.probability

    @property
    def reduced(self) -> tuple[int, int]:
        """The odds in small whole numbers: exact if such there are, otherwise as near as they come."""
        near = Fraction(self.probability).limit_denominator(SMALL)
        small = near.denominator - near.numerator, near.numerator
        if not self.running:
            return small
        to_one = (round(self.profit), 1) if self.profit >= 1 else (1, round(1 / self.profit))
        return min((each for each in (small, to_one) if all(each)), key=self._distance)

    def _distance(self, odds: tuple[int, int]) -> float:
        """How many times too long or too short these odds are, on a logarithmic scale."""
        return abs(math.log(odds[0] / odds[1] / self.profit))

    @property
    def running(self) -> bool:
        """Whether there is anything to bet on: a label that never or always occurs has no odds."""
        return self.win > 0 and self.lose > 0

    def __str__(self) -> str:
        """In the smallest whole numbers, win:lose: 3:7, 121:1; a dash where there is nothing to bet on."""
        return f"{self.reduced[0]:,}:{self.reduced[1]:,}" if self.running else "-"


def payoffs(prevalence: Array) -> Array:
    """Compute what a bet on each label wins at fair odds.

    A right bet wins ``1/p(l)``; a wrong one loses ``1/(1 - p(l))``. Guessing then gains 0 and perfect play 1 on each
    label. A class that never or always occurs pays nothing. The binary text of 2003 prints ``-1/p(c)`` for a loss,
    which is the same for two classes only (erratum E23).

    Parameters
    ----------
    prevalence
        The share of each class, along the last axis.

    Returns
    -------
    array
        Winnings ``(..., K, K)``: the class along axis -2, the label that was bet on along axis -1.

    Examples
    --------
    >>> payoffs(numpy.array([0.5, 0.5])).tolist()
    [[2.0, -2.0], [-2.0, 2.0]]
    """
    xp = namespace(prevalence)
    prevalence = xp.asarray(prevalence, dtype=xp.float64)
    rest = others(prevalence)
    running = (prevalence > 0) & (rest > 0)
    win = xp.where(running, ratio(1.0, prevalence), 0.0)[..., None, :]
    lose = xp.where(running, ratio(-1.0, rest), 0.0)[..., None, :]
    return xp.where(xp.eye(prevalence.shape[-1], dtype=xp.bool), win, lose)


@dataclass(frozen=True)
class Fairness(Record):
    """Whether a weighting is zero-sum: what a guess on each label is expected to win, and what can be won for sure.

    ``sure`` is what the best mixture of bets wins whichever class turns out (0: not to bet); above 0, a Dutch book.
    ``stakes``: that mixture, the share of each unit to put on each label (dutching); empty where there is none.

    Examples
    --------
    >>> dutch_book(payoffs(numpy.array([0.5, 0.5])), [0.5, 0.5]).fair
    True
    """

    json_keys = ("expected", "sure", "fair", "dutch_book", "stakes")

    expected: tuple[float, ...]
    sure: float
    stakes: tuple[float, ...] = ()

    @property
    def fair(self) -> bool:
        """Whether no guess gains or loses."""
        return all(abs(gain) <= EXACT for gain in self.expected)

    @property
    def dutch_book(self) -> bool:
        """Whether a bettor without any information can win whatever happens."""
        return self.sure > EXACT

    def __str__(self) -> str:
        if self.fair:
            return "Fair: no guess gains or loses."
        if self.dutch_book:
            stakes = ", ".join(number(stake) for stake in self.stakes)
            return (
                f"Not fair: a Dutch book, which wins at least {self.sure:.4g} a bet without any information. "
                f"Stakes that do so, one for each label: {stakes}."
            )
        best = max(range(len(self.expected)), key=lambda label: abs(self.expected[label]))
        return f"Not fair: guessing label {best} has an expected gain of {self.expected[best]:+.4g} a bet."


def dutch_book(weights: Any, prevalence: Any) -> Fairness:
    """Check whether a set of prices can be beaten without knowledge.

    Parameters
    ----------
    weights
        ``weights[c][l]`` is what a bet on label l wins when the class is c.
    prevalence
        The share of each class.

    Returns
    -------
    Fairness
        The expected win of a guess on each label, and what can be won for certain.

    Raises
    ------
    InputError
        If the weights do not fit the prevalence.

    Examples
    --------
    >>> dutch_book([[2, -1], [-1, 1]], [0.4, 0.6]).sure > 0  # prices that no mixture of bets loses
    True
    """
    prices = np.asarray(weights, dtype=np.float64)
    shares = np.asarray(prevalence, dtype=np.float64)
    if prices.ndim != 2 or shares.shape != (prices.shape[0],):
        raise InputError(
            f"weights are {' x '.join(map(str, prices.shape))} for {shares.size} prevalences; "
            "give one row per class and one column per label"
        )
    if not np.isfinite(prices).all():
        raise InputError("weights hold NaN or infinity; a bet that cannot be made has weight 0")
    if (shares < 0).any() or not shares.sum() > 0:
        raise InputError(f"{arg('prevalence', prevalence)} must be shares >= 0, one of them positive")
    found = Fairness(tuple((shares / shares.sum() @ prices).tolist()), 0.0)
    return found if found.fair else Fairness(found.expected, *_sure(prices[shares > 0]))


def _sure(prices: Numbers) -> tuple[float, tuple[float, ...]]:
    """The most that some mixture of bets wins in the worst case, and that mixture where it wins anything."""
    from scipy.optimize import linprog

    classes, labels = prices.shape
    best = linprog(
        c=[*[0.0] * labels, -1.0],
        A_ub=np.vstack([np.column_stack([-prices, np.ones(classes)]), [*[1.0] * labels, 0.0]]),
        b_ub=[*[0.0] * classes, 1.0],
        bounds=[*[(0, None)] * labels, (None, None)],
    )
    sure = float(-best.fun) + 0.0
    return sure, tuple(best.x[:-1].tolist()) if sure > EXACT else ()
