"""How many items show an effect: in closed form, or by an interval that shrinks with their root."""

import math

import numpy as np

from informed.core.errors import InputError
from informed.core.estimate import Estimate
from informed.core.mixtures import informed_table
from informed.core.registry import get
from informed.core.table import Array, expected
from informed.inference.gradient import influence
from informed.inference.proportions import quantile

USUAL_POWER = 0.8


def variance(table: Array) -> float:
    """The variance of informedness times the number of items."""
    effect = influence(get("informedness"), table)
    return float((table * effect**2).sum() / table.sum())


def needed(effect: float, at_null: float, at_truth: float, power: float, z: float) -> int:
    """How many items show an effect with this power, from the variances times n where there is none and where it is."""
    if effect == 0:
        raise InputError("no number of items tells 0 from 0; expect an informedness or a difference other than 0")
    return int(np.ceil(((z * math.sqrt(at_null) - quantile(power) * math.sqrt(at_truth)) / effect) ** 2))


def items_for(informed: float, shares: Array, level: float, power: float = USUAL_POWER) -> int:
    """How many items show a predictor of this informedness, whose predictions have the shares of the classes."""
    table = informed_table(informed, shares, shares)
    z = float(quantile((1 - level) / 2))
    return needed(informed, variance(expected(table)), variance(table), power, z)


def for_width(found: Estimate, n: int, width: float) -> int | None:
    """How many items give an interval so wide, if it shrinks with their root, to two digits; None where it has none."""
    if found.low is None or found.high is None or not found.high > found.low:
        return None
    return rounded(n * ((found.high - found.low) / width) ** 2)


def for_effect(found: Estimate, n: int, effect: float, power: float = USUAL_POWER) -> int | None:
    """How many items show such an effect with this power, by the same."""
    z = float(quantile((1 - (found.level or 0.95)) / 2))
    return for_width(found, n, 2 * z / (z - float(quantile(power))) * effect)


def rounded(items: float) -> int:
    """To two digits, upwards."""
    unit = int(10 ** max(len(str(int(items))) - 2, 0))
    return max(math.ceil(items / unit) * unit, 1)
