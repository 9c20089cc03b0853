"""What a small sample takes off an entropy, put back: measures of information from better entropies."""

import numpy as np

from informed.core.registry import Measure, get
from informed.core.table import Array, ratio, total
from informed.inference.significance.independence import freedom


def miller_madow(measure: Measure, table: Array) -> Array:
    """A measure of information with (A - 1)(P - 1) / 2n nats, over classes that occur, off the mutual information."""
    assert measure.entropies is not None
    actual, predicted, joint = (get(f"entropy_{side}").raw(table) for side in ("actual", "predicted", "joint"))
    excess = freedom(table) / (2 * total(table) * np.log(2))
    return np.asarray(measure.entropies(actual, predicted, joint + excess))


def chao_shen(measure: Measure, table: Array) -> Array:
    """A measure of information with the joint entropy of Chao & Shen (2003).

    The items that were seen once tell how many kinds were not seen at all (Good & Turing); each cell counts for those
    of its like that were missed.
    """
    assert measure.entropies is not None
    n = total(table)[..., None, None]
    once = np.minimum(total((table == 1).astype(float))[..., None, None], n - 1)
    share = (1 - once / n) * table / n
    surprise = -share * np.log2(np.where(share > 0, share, 1.0))
    missed = -np.expm1(n * np.log1p(-np.minimum(share, 1 - 1e-12)))
    joint = total(np.where(share > 0, ratio(surprise, missed), 0.0))
    actual, predicted = (get(f"entropy_{side}").raw(table) for side in ("actual", "predicted"))
    return np.asarray(measure.entropies(actual, predicted, joint))
