"""How many items show an informedness, in closed form."""

from __future__ import annotations

import math

import numpy as np

from informed.core.errors import InputError
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
