"""Association of class and prediction, whether or not the labels correspond."""

from informed.core.measures.informedness import beyond_chance
from informed.core.measures.quadrant import quadrant_correlation
from informed.core.registry import measure
from informed.core.table import (
    Array,
    actuals,
    apart,
    cells,
    excess,
    expected,
    fewest_classes,
    namespace,
    others,
    over_labels,
    predictions,
    ratio,
    root,
    total,
    where,
)


@measure(
    family="association",
    formula="cov(actual, predicted) / sqrt(cov(actual, actual) cov(predicted, predicted))",
    range=(-1.0, 1.0),
    fixed_chance=0.0,
    limit=0.0,
    symmetric=True,
    square=True,
    interval="path",
    hit=lambda table: 1.0 + 0.0 * actuals(table),
    aliases=("matthews", "matthews_corrcoef", "matthews_correlation", "phi_coefficient", "r_k", "pearson"),
    discrimination=("strong", "weak"),
    source="Matthews 1975; Gorodkin 2004; Powers 2007 eq. 22",
    headline=True,
)
def mcc(table: Array) -> Array:
    """The correlation of class and prediction as indicator vectors (R_K); Matthews' and Pearson's for two classes.

    For more than two classes it is not the geometric mean of informedness and markedness.
    """
    rows, columns = actuals(table), predictions(table)
    shared = over_labels(beyond_chance(table))  # = n sum_l n_ll - sum_l r_l c_l, without a difference of large products
    return ratio(shared, root(over_labels(rows * others(rows)) * over_labels(columns * others(columns))))


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
    discrimination=("strong", None),
    source="Pearson; Steingold & Laclavik (range: erratum E33)",
)
def phi_squared(table: Array) -> Array:
    """Pearson's chi-squared per item: 0 at independence, one less than the number of classes when perfect."""
    beyond = excess(table)
    return ratio(total(expected(table) * beyond * beyond), total(table))


@measure(
    family="association",
    formula="sqrt(phi_squared) = sqrt(chi2 / n)",
    range=(0.0, lambda rows, columns: _smaller(rows, columns) ** 0.5),
    fixed_chance=0.0,
    perfect=None,
    symmetric=True,
    relabel=True,
    through=("phi_squared", lambda squared: squared**0.5),
    discrimination=("strong", None),
    source="Steingold & Laclavik 2015 (phi; range: erratum E33)",
)
def phi_contingency(table: Array) -> Array:
    """The phi of the slides: the root of chi-squared per item, without a sign; |mcc| for two classes only."""
    return root(phi_squared.raw(table))


@measure(
    family="association",
    formula="sqrt(phi_squared / (min(A, P) - 1))",
    fixed_chance=0.0,
    limit=0.0,
    symmetric=True,
    relabel=True,
    interval="gated",
    aliases=("cramer_v", "cramers_phi"),
    discrimination=("strong", None),
    source="Cramer 1946",
)
def cramers_v(table: Array) -> Array:
    """The strength of association whatever the labels are called, from 0 to 1; only classes that occur count."""
    return root(ratio(phi_squared.raw(table), fewest_classes(table) - 1))


def _midranks(margin: Array, order: Array) -> Array:
    """Twice the mean rank of the items of each ordered class, about the overall mean: the items below less those above.

    Whole numbers for whole counts.
    """
    return over_labels(margin[..., None, :] * order)


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
    discrimination=("strong", "weak"),
    source="Spearman 1904; Powers 2007 section 5",
)
def spearman(table: Array) -> Array:
    """The rank correlation of class and prediction, for ordered labels."""
    rows, columns = actuals(table), predictions(table)
    order = namespace(table).sign(apart(table))
    left, right = _midranks(rows, order), _midranks(columns, order)
    shared = total(table * left[..., :, None] * right[..., None, :])
    return ratio(shared, root(over_labels(rows * left**2) * over_labels(columns * right**2)))


@measure(
    family="association",
    kind="binary",
    formula="r such that the quadrants of a bivariate normal match the table",
    range=(-1.0, 1.0),
    fixed_chance=0.0,
    limit=0.0,
    symmetric=True,
    labelwise=True,
    interval="margins",
    backend="numpy",
    source="Pearson 1900; named in Powers 2007 section 2.4",
)
def tetrachoric(table: Array) -> Array:
    """The correlation of two normal variables that, cut at thresholds, would give this table.

    Solved in the quadrant where the rarer class of each axis meets, so that rare classes lose no digits.
    """
    tp, fn, fp, tn = cells(table)
    positive, negative = tp + fn, fp + tn
    accepted, rejected = tp + fp, fn + tn
    # A tie is broken so that the inverse problem turns the other way, and meets the same quadrant.
    tie = tp > tn
    row_turned = (positive > negative) | ((positive == negative) & tie)
    column_turned = (accepted > rejected) | ((accepted == rejected) & tie)
    both = where(row_turned, where(column_turned, tn, fp), where(column_turned, fn, tp))
    rows, columns = where(positive < negative, positive, negative), where(accepted < rejected, accepted, rejected)
    value = quadrant_correlation(rows, columns, both, positive + negative)
    value = where(row_turned == column_turned, value, -value)
    right, wrong = tp * tn, fn * fp
    value = where(right == wrong, 0.0, where(wrong == 0, 1.0, where(right == 0, -1.0, value)))
    return where(rows * columns > 0, value, float("nan"))
