"""Stakes in proportion to belief (Kelly 1956): the bettor whose wealth grows by the mutual information.

After a prediction the whole wealth is staked, on each class the share that it has among the items so predicted, and a
class pays one over its prevalence. Each item then multiplies the wealth by P(class | prediction) / P(class). The mean
logarithm of that factor is the growth; in bits it counts doublings. Perfect play grows by the entropy of the classes,
so growth over perfect growth is the proficiency.
"""

from dataclasses import dataclass

import numpy as np

from informed.core.estimate import Estimate, Record
from informed.core.measures.information import entropy_actual
from informed.core.table import Array, predictions, prevalences, ratio, total
from informed.core.validate import Numbers
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
