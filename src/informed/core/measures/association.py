"""Association of class and prediction, whether or not the labels correspond; the normal behind a 2x2 table."""

from math import inf, pi

import numpy as np

from informed.core.measures.informedness import beyond_chance
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

FARTHEST = 18.7  # where tanh is 1 to the last digit
SETTLED = 3e-5  # a step this small is followed by an error of its cube
ROUNDING = 1e-17  # what is left of a quadrant beyond this is noise
STEPS = 30


def quadrant_correlation(row: Array, column: Array, both: Array, whole: Array) -> Array:
    """Solve ``P(X < h, Y < k; r) = both / whole`` for r; row and column are at most half of the whole.

    In ``z = atanh r`` the log odds of the quadrant are nearly a straight line, so that a few of Halley's steps suffice,
    the first of them from independence; a bracket keeps them safe.
    """
    # The smaller margin first: turning the table then gives the same digits, rounding included.
    parts = (np.minimum(row, column), np.maximum(row, column), both, whole)
    state = _begun(*(np.ravel(part) for part in parts))
    found = state[0].copy()
    places = np.flatnonzero(np.isfinite(found))
    state = _kept(state, places)
    for _ in range(STEPS):
        if not places.size:
            break
        *state[:3], settled = _advanced(*state)
        found[places] = state[0]
        if settled.any():
            places, state = places[~settled], _kept(state, ~settled)
    return np.tanh(found).reshape(np.shape(both))


def _kept(state: list[Array], places: Array) -> list[Array]:
    return [each[places] for each in state]


def _begun(few: Array, many: Array, both: Array, whole: Array) -> list[Array]:
    """Where the search starts, its bracket, and what `_advanced` needs to know of the problem.

    That is: the smaller margin, the mean of both, the cuts h and k, their product, half the sum of their squares, and
    the log odds to reach.
    """
    from scipy.special import ndtri

    goal = np.log(both / (few - both))
    few, many = few / whole, many / whole
    # A cut at 0 is moved by next to nothing, since Owen's T has no value there.
    h, k = np.minimum(ndtri(few), -1e-300), np.minimum(ndtri(many), -1e-300)
    product, squares = h * k, (h * h + k * k) / 2
    above, step, _ = _halley(few * many, 0.0, 1.0, few, product, squares, goal)
    low, high = np.where(above, -FARTHEST, 0.0), np.where(above, 0.0, FARTHEST)
    # An empty quadrant, or one that holds all of the margin, is met at infinity alone: there is nothing to search.
    start = np.where(abs(goal) < inf, 0.0 - np.minimum(np.maximum(step, -3.0), 3.0), goal)
    return [start, low, high, few, (few + many) / 2, h, k, product, squares, goal]


def _advanced(
    z: Array,
    low: Array,
    high: Array,
    few: Array,
    mean: Array,
    h: Array,
    k: Array,
    product: Array,
    squares: Array,
    goal: Array,
) -> tuple[Array, Array, Array, Array]:
    """The next z, its bracket, and whether it has settled."""
    r, spread = np.tanh(z), 1 / np.cosh(z)
    above, step, told = _halley(_quadrant(r, spread, mean, h, k), r, spread * spread, few, product, squares, goal)
    low, high = np.where(above, low, z), np.where(above, z, high)
    new, settled = z - step, (abs(step) < SETTLED) & told
    inside_bracket = (new > low) & (new < high) & told
    return np.where(settled | inside_bracket, new, (low + high) / 2), low, high, settled


def _halley(
    inside: Array, r: Array, rest: Array, few: Array, product: Array, squares: Array, goal: Array
) -> tuple[Array, Array, Array]:
    """Whether the log odds are above the goal, how far to step back, and whether rounding leaves anything to tell.

    ``rest`` is 1 - r^2, ``product`` is h k, ``squares`` half the sum of the squares of h and k.
    """
    outside = few - inside
    told = np.minimum(inside, outside) > ROUNDING
    slope = np.exp((r * product - squares) / rest) * np.sqrt(rest) / (2 * pi)  # of the quadrant, by z
    bend = (product * (1 + r * r) - 2 * r * squares) / rest - r - slope * (1 / inside - 1 / outside)
    gap = np.log(inside / outside) - goal
    newton = gap * inside * outside / (slope * few)
    step = newton / np.minimum(np.maximum(1 - newton * bend / 2, 0.5), 1.5)
    return np.where(told, gap, inside - outside) > 0, step, told


def _quadrant(r: Array, spread: Array, mean: Array, h: Array, k: Array) -> Array:
    """P(X < h, Y < k) of the standard bivariate normal, by Owen's T.

    h and k are negative, ``mean`` is that of P(X < h) and P(Y < k), ``spread`` is sqrt(1 - r^2).
    """
    from scipy.special import owens_t

    beyond = owens_t(h, (k / h - r) / spread) + owens_t(k, (h / k - r) / spread)
    return mean - beyond


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
