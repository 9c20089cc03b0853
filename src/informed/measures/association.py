"""Association of class and prediction, whether or not the labels correspond."""

from __future__ import annotations

import numpy as np

from informed.registry import measure
from informed.table import (
    Array,
    actuals,
    cells,
    expected,
    label_cells,
    namespace,
    others,
    predictions,
    ratio,
    total,
)


@measure(
    family="association",
    formula="cov(actual, predicted) / sqrt(cov(actual, actual) cov(predicted, predicted))",
    range=(-1.0, 1.0),
    fixed_chance=0.0,
    limit=0.0,
    symmetric=True,
    square=True,
    discrimination="weak",
    aliases=("matthews", "matthews_corrcoef", "matthews_correlation", "phi", "phi_coefficient", "r_k", "pearson"),
    source="Matthews 1975; Gorodkin 2004; Powers 2007 eq. 22",
    headline=True,
)
def mcc(table: Array) -> Array:
    """The correlation of class and prediction as indicator vectors (R_K); Matthews' and Pearson's for two classes.

    For more than two classes it is not the geometric mean of informedness and markedness.
    """
    tp, fn, fp, tn = label_cells(table)
    shared = (tp * tn - fn * fp).sum(-1)  # = n sum_l n_ll - sum_l r_l c_l, without the difference of large products
    spread = (actuals(table) * others(actuals(table))).sum(-1) * (predictions(table) * others(predictions(table))).sum(
        -1
    )
    return ratio(shared, spread**0.5)


def _smaller(rows: int, columns: int) -> float:
    return float(min(rows, columns) - 1)


@measure(
    family="association",
    formula="sum (n - e)^2 / e / n",
    range=(0.0, _smaller),
    fixed_chance=0.0,
    perfect=None,
    symmetric=True,
    relabel=True,
    interval="gated",
    aliases=("mean_square_contingency",),
    source="Pearson; Steingold & Laclavik (range: erratum E33)",
)
def phi_squared(table: Array) -> Array:
    """Pearson's chi-squared per item: 0 at independence, one less than the number of classes when perfect."""
    by_chance = expected(table)
    parts = namespace(table).where(by_chance > 0, ratio((table - by_chance) ** 2, by_chance), 0.0)
    return ratio(parts.sum((-2, -1)), total(table))


@measure(
    family="association",
    formula="sqrt(phi_squared / (min(A, P) - 1))",
    fixed_chance=0.0,
    limit=0.0,
    symmetric=True,
    relabel=True,
    interval="gated",
    aliases=("cramer_v", "cramers_phi"),
    source="Cramer 1946",
)
def cramers_v(table: Array) -> Array:
    """The strength of association whatever the labels are called, from 0 to 1; only classes that occur count."""
    xp = namespace(table)
    classes = xp.minimum((actuals(table) > 0).sum(-1), (predictions(table) > 0).sum(-1))
    return ratio(phi_squared.raw(table), classes - 1) ** 0.5


def _midranks(margin: Array) -> Array:
    """The mean rank of the items of each ordered class, about the overall mean rank."""
    below = namespace(margin).cumulative_sum(margin, axis=-1) - margin
    return below + margin / 2 - margin.sum(-1)[..., None] / 2


@measure(
    family="association",
    formula="correlation of the mid-ranks",
    range=(-1.0, 1.0),
    fixed_chance=0.0,
    limit=0.0,
    symmetric=True,
    square=True,
    ordered=True,
    aliases=("spearman_rho",),
    source="Spearman 1904; Powers 2007 section 5",
)
def spearman(table: Array) -> Array:
    """The rank correlation of class and prediction, for ordered labels."""
    rows, columns = actuals(table), predictions(table)
    left, right = _midranks(rows), _midranks(columns)
    shared = ((table @ right[..., None])[..., 0] * left).sum(-1)
    return ratio(shared, ((rows * left**2).sum(-1) * (columns * right**2).sum(-1)) ** 0.5)


@measure(
    family="association",
    kind="binary",
    formula="r such that the quadrants of a bivariate normal match the table",
    range=(-1.0, 1.0),
    fixed_chance=0.0,
    limit=0.0,
    symmetric=True,
    labelwise=True,
    backend="numpy",
    source="Pearson 1900; named in Powers 2007 section 2.4",
)
def tetrachoric(table: Array) -> Array:
    """The correlation of two normal variables that, cut at thresholds, would give this table."""
    tp, fn, fp, tn = cells(np.asarray(table, dtype=np.float64))
    whole = tp + fn + fp + tn
    return _quadrant_correlation(
        ratio(tp + fn, whole),
        ratio(tp + fp, whole),
        ratio(tp, whole),
        (tp * tn == 0),
        (fn * fp == 0),
        np.sign(tp * tn - fn * fp),
    )


def _quadrant_correlation(
    row: Array, column: Array, both: Array, no_agreement: Array, no_disagreement: Array, sign: Array
) -> Array:
    """Solve Phi2(h, k; r) = both for r by Newton steps inside a shrinking bracket; the slope is the normal density."""
    from scipy.special import ndtri

    h, k = ndtri(np.asarray(row)), ndtri(np.asarray(column))
    usable = np.isfinite(h) & np.isfinite(k)
    h, k = np.where(usable, h, 0.0), np.where(usable, k, 0.0)
    low, high = np.full(h.shape, -1.0), np.full(h.shape, 1.0)
    r = np.clip(np.sin(np.pi / 2 * sign * 0.5), -0.9, 0.9) * np.ones(h.shape)
    for _ in range(60):
        gap = _quadrant(h, k, r) - both
        low, high = np.where(gap < 0, r, low), np.where(gap < 0, high, r)
        rest = 1 - r * r
        slope = np.exp(-(h * h - 2 * r * h * k + k * k) / (2 * rest)) / (2 * np.pi * np.sqrt(rest))
        step = r - ratio(gap, slope)
        inside = (step > low) & (step < high)
        new = np.where(inside, step, (low + high) / 2)
        if np.max(np.abs(new - r), where=usable, initial=0.0) < 1e-13:
            r = new
            break
        r = new
    r = np.where(no_disagreement, 1.0, np.where(no_agreement, -1.0, r))
    r = np.where(sign == 0, 0.0, r)
    return np.where(usable, r, np.nan)[()]


def _quadrant(h: Array, k: Array, r: Array) -> Array:
    """P(X < h, Y < k) of the standard bivariate normal with correlation r, through Owen's T."""
    from scipy.special import ndtr, owens_t

    root = np.sqrt(1 - r * r)
    first = np.where(h == 0, np.sign(k) / 4, owens_t(h, ratio(k - r * h, h * root)))
    second = np.where(k == 0, np.sign(h) / 4, owens_t(k, ratio(h - r * k, k * root)))
    opposite = (h * k < 0) | ((h * k == 0) & (h + k < 0))
    value = (ndtr(h) + ndtr(k)) / 2 - first - second - np.where(opposite, 0.5, 0.0)
    return np.where((h == 0) & (k == 0), 0.25 + np.arcsin(r) / (2 * np.pi), value)
