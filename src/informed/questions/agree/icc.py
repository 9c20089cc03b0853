"""Intraclass correlations of raters who give numbers (Shrout & Fleiss 1979; McGraw & Wong 1996)."""

import numpy as np

from informed.core.estimate import Estimate
from informed.core.ratings import Ratings
from informed.core.validate import Numbers

ENOUGH = 2  # items and raters


def intraclass(ratings: Ratings, level: float) -> dict[str, Estimate]:
    """Of one rating, from the items that all raters rated: whether raters' means may differ, or have to agree.

    ``icc``: raters differ from item to item; ``icc_agreement``: the same raters, and their means have to agree;
    ``icc_consistency``: the same raters, and their means may differ.
    """
    full = (ratings.codes >= 0).all(axis=1)
    items, raters = ratings.items[full].astype(int), ratings.codes.shape[1]
    if ratings.weights is not None or ratings.dependent or items.sum() < ENOUGH or raters < ENOUGH:
        return {}
    values = np.asarray(ratings.labels, float)[np.repeat(ratings.codes[full], items, axis=0)]
    rows, columns, rest, within = _squares(values)
    n, tail = len(values), (1 - level) / 2
    one_way, agreeing, consistent = (
        _ratio(rows - within, rows + (raters - 1) * within),
        _ratio(rows - rest, rows + (raters - 1) * rest + raters * (columns - rest) / n),
        _ratio(rows - rest, rows + (raters - 1) * rest),
    )
    ends = {
        "icc": _single(rows, within, (n - 1, n * (raters - 1)), raters, tail),
        "icc_agreement": _agreement(agreeing, (rows, columns, rest), (n, raters), tail),
        "icc_consistency": _single(rows, rest, (n - 1, (n - 1) * (raters - 1)), raters, tail),
    }
    point = {"icc": one_way, "icc_agreement": agreeing, "icc_consistency": consistent}
    return {
        name: Estimate(value, 0.0, *ends[name], level, "F")
        if np.isfinite(ends[name]).all()
        else Estimate(value, 0.0, note="no interval: the ratings do not vary")
        for name, value in point.items()
    }


def _squares(values: Numbers) -> tuple[float, float, float, float]:
    """Mean squares between items, between raters, of what is left, and within items."""
    n, raters = values.shape
    grand, item, rater = values.mean(), values.mean(1), values.mean(0)
    rows = raters * float(((item - grand) ** 2).sum()) / (n - 1)
    columns = n * float(((rater - grand) ** 2).sum()) / (raters - 1)
    rest = float(((values - item[:, None] - rater + grand) ** 2).sum()) / ((n - 1) * (raters - 1))
    within = float(((values - item[:, None]) ** 2).sum()) / (n * (raters - 1))
    return rows, columns, rest, within


def _ratio(part: float, whole: float) -> float:
    return part / whole if whole else float("nan")


def _single(rows: float, error: float, freedom: tuple[int, int], raters: int, tail: float) -> tuple[float, float]:
    """Limits from the F of the mean squares."""
    from scipy.stats import f

    if not error:
        return (1.0, 1.0) if rows else (float("nan"), float("nan"))
    low = rows / error / f.ppf(1 - tail, *freedom)
    high = rows / error * f.ppf(1 - tail, *freedom[::-1])
    return (low - 1) / (low + raters - 1), (high - 1) / (high + raters - 1)


def _agreement(
    value: float, squares: tuple[float, float, float], size: tuple[int, int], tail: float
) -> tuple[float, float]:
    """Limits with Satterthwaite's degrees of freedom (McGraw & Wong 1996, table 7)."""
    from scipy.stats import f

    (rows, columns, rest), (n, raters) = squares, size
    if not rest or np.isnan(value) or value == 1:
        return (float("nan"), float("nan"))
    a = raters * value / (n * (1 - value))
    b = 1 + raters * value * (n - 1) / (n * (1 - value))
    freedom = (a * columns + b * rest) ** 2 / (
        (a * columns) ** 2 / (raters - 1) + (b * rest) ** 2 / ((n - 1) * (raters - 1))
    )
    low, high = f.ppf(1 - tail, n - 1, freedom), f.ppf(1 - tail, freedom, n - 1)
    spread = raters * columns + (raters * n - raters - n) * rest
    return n * (rows - low * rest) / (low * spread + n * rows), n * (high * rows - rest) / (spread + n * high * rows)
