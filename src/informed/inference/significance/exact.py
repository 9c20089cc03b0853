"""Exact tests of small tables: Fisher's with both margins fixed, McNemar's for pairs, each with its mid-P."""

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from informed.core.table import cells

WIDE = 10**7  # more tables than this between the mode and the one observed: the probability is 0 to any digit
TIE = 1 + 1e-9  # equal probabilities differ by rounding


def fisher(table: Any) -> dict[str, float]:
    """Fisher's exact test of a 2x2 table: two-sided, one-sided (positive association), and their mid-P forms.

    Two-sided: every table with these margins that is no more probable than the one observed (Irwin's rule). Mid-P
    counts the observed table by half (Lancaster 1961).
    """
    tp, fn, fp, tn = (int(each) for each in cells(np.asarray(table)))
    places, weight = hypergeometric(tp, fn, fp, tn)
    here = weight[places == tp].sum()
    both, above = weight[weight <= here * TIE].sum(), weight[places >= tp].sum()
    return {name: float(each) for name, each in _forms(both, above, here).items()}


def _forms(both: Any, above: Any, here: Any) -> dict[str, Any]:
    """The four forms of Fisher's p from both tails, the upper tail and the probability of the table itself."""
    return {
        "fisher": np.minimum(both, 1.0),
        "fisher_one_sided": np.minimum(above, 1.0),
        "fisher_mid_p": both - here / 2,
        "fisher_mid_p_one_sided": above - here / 2,
    }


def hypergeometric(tp: int, fn: int, fp: int, tn: int) -> tuple[NDArray[Any], NDArray[Any]]:
    """Possible numbers of true positives and their probabilities, as far from the mode as they or we matter.

    From the mode outward each probability is the last one times a ratio of counts: exact to rounding at any size.
    """
    row, column, n = tp + fn, tp + fp, tp + fn + fp + tn
    least, most = max(0, tp - tn), tp + min(fn, fp)
    mode = min(max((row + 1) * (column + 1) // (n + 2), least), most)
    reach = 40 + int(14 * math.sqrt(row * column / n * ((n - row) / n) * ((n - column) / max(n - 1, 1))))
    reach = min(max(reach, abs(tp - mode)), WIDE)
    places = np.arange(max(least, mode - reach), min(most, mode + reach) + 1, dtype=np.float64)
    up = np.log((row - places[:-1]) / places[1:] * ((column - places[:-1]) / (n - row - column + places[1:])))
    heights = np.concatenate([[0.0], np.cumsum(up)])
    weight = np.exp(heights - heights.max())
    return places, weight / weight.sum()


def mcnemar(first: int, second: int) -> dict[str, float]:
    """Of the items on which two systems differ, are both as often the better one? Two-sided, and its mid-P.

    Without any such item there is nothing to doubt: p = 1.
    """
    from scipy.special import bdtr, betaln

    discordant, fewer = first + second, min(first, second)
    if discordant == 0:
        return {"mcnemar": 1.0, "mcnemar_mid_p": 1.0}
    here = math.exp(-math.log(discordant + 1) - betaln(discordant - fewer + 1, fewer + 1) - discordant * math.log(2))
    both = 2 * float(bdtr(fewer, discordant, 0.5))
    return {"mcnemar": min(1.0, both), "mcnemar_mid_p": min(1.0, both - here)}


def fisher_each(table: Any) -> dict[str, NDArray[Any]]:
    """`fisher` for a batch of 2x2 tables of moderate size: all its tables with the same margins are written down."""
    tp, fn, fp, tn = (np.ravel(each).astype(np.int64) for each in cells(np.asarray(table)))
    row, column, n = tp + fn, tp + fp, tp + fn + fp + tn
    places = np.arange(int(np.minimum(row, column).max(initial=0)) + 1)[:, None]
    logs = np.concatenate([[0.0], np.cumsum(np.log(np.arange(1, int(n.max(initial=0)) + 1)))])  # of factorials
    rest = n - row - column + places
    possible = (places <= np.minimum(row, column)) & (rest >= 0)
    others = (places, row - places, column - places, rest)
    heights = np.where(possible, -sum(logs[np.where(possible, each, 0)] for each in others), -np.inf)
    weight = np.exp(heights - heights.max(0))
    weight /= weight.sum(0)
    here = np.take_along_axis(weight, tp[None], axis=0)[0]
    both, above = (weight * (weight <= here * TIE)).sum(0), (weight * (places >= tp)).sum(0)
    return {name: each.reshape(np.shape(table)[:-2]) for name, each in _forms(both, above, here).items()}
