"""Informedness and markedness of numbers: the slopes of the two regressions (Powers 2007, sections 2.5 and 5)."""

from typing import Any, NamedTuple

import numpy as np

from informed.core.errors import InputError


class Slopes(NamedTuple):
    """The slope of predicted on actual, of actual on predicted, and their geometric mean with its sign."""

    informedness: float
    markedness: float
    correlation: float


def slopes(actual: Any, predicted: Any, /) -> Slopes:
    """Find the informedness and markedness of a predictor of numbers.

    Parameters
    ----------
    actual, predicted
        Numbers, item by item. Of 0 and 1 the slopes are those of the table.

    Returns
    -------
    Slopes
        cov/var(actual), cov/var(predicted) and Pearson's correlation.

    Raises
    ------
    InputError
        If the two differ in length, or if all numbers of one are the same.

    Examples
    --------
    >>> slopes([1, 2, 3, 4], [1, 1, 2, 2])
    Slopes(informedness=0.4, markedness=2.0, correlation=0.8944271909999159)
    """
    x, y = (np.asarray(each, dtype=np.float64) for each in (actual, predicted))
    if x.ndim != 1 or x.shape != y.shape:
        raise InputError(f"actual and predicted must be two columns of one length, not of {x.shape} and {y.shape}")
    x, y = x - x.mean(), y - y.mean()
    for name, each in (("actual", x), ("predicted", y)):
        if not (each @ each > 0):
            raise InputError(f"{name} has one value only, or values that are not numbers; a slope needs two")
    both = float(x @ y)
    return Slopes(both / float(x @ x), both / float(y @ y), both / float(np.sqrt((x @ x) * (y @ y))))
