"""The textbook formula of every measure that has a closed form, in as many digits as one likes.

Shares and their complements, as the papers print them; with 80 digits nothing is lost by that.
"""

from collections.abc import Callable
from typing import Any

from mpmath import log, mp, mpf, sqrt

mp.dps = 80

Number = Any
Joint = list[list[Number]]


def joint_of(table) -> Joint:
    """Counts as exact shares."""
    whole = mpf(int(table.sum()))
    return [[int(cell) / whole for cell in row] for row in table]


def margins(p: Joint) -> tuple[list[Number], list[Number]]:
    """Prevalences and biases."""
    return [sum(row) for row in p], [sum(column) for column in zip(*p, strict=True)]


def entropy(shares) -> Number:
    return -sum(each * log(each, 2) for each in shares if each)


def gain(p: Joint, label: int) -> Number:
    """B(l) = dtp / (prevalence (1 - prevalence))."""
    r, c = margins(p)
    return (p[label][label] - r[label] * c[label]) / (r[label] * (1 - r[label]))


def turned(p: Joint) -> Joint:
    return [list(column) for column in zip(*p, strict=True)]


def mean(weights, values) -> Number:
    return sum(w * v for w, v in zip(weights, values, strict=True))


def gains(p: Joint) -> list[Number]:
    return [gain(p, label) for label in range(len(p))]


def recalls(p: Joint) -> list[Number]:
    return [p[i][i] / r for i, r in enumerate(margins(p)[0])]


def f_of(p: Joint, i: int) -> Number:
    r, c = margins(p)
    return 2 * p[i][i] / (r[i] + c[i])


def g_of(p: Joint, i: int) -> Number:
    r, c = margins(p)
    return p[i][i] / sqrt(r[i] * c[i])


def accuracy(p: Joint) -> Number:
    return sum(p[i][i] for i in range(len(p)))


def weighted_kappa(p: Joint, power: int) -> Number:
    r, c = margins(p)
    places = range(len(p))
    seen = sum(abs(i - j) ** power * p[i][j] for i in places for j in places)
    return 1 - seen / sum(abs(i - j) ** power * r[i] * c[j] for i in places for j in places)


def mcc(p: Joint) -> Number:
    r, c = margins(p)
    beyond = accuracy(p) - mean(r, c)
    return beyond / sqrt((1 - mean(r, r)) * (1 - mean(c, c)))


def phi_squared(p: Joint) -> Number:
    r, c = margins(p)
    return sum((p[i][j] - r[i] * c[j]) ** 2 / (r[i] * c[j]) for i in range(len(p)) for j in range(len(p)))


def midranks(shares) -> list[Number]:
    return [sum(shares[:i]) + shares[i] / 2 - mpf(1) / 2 for i in range(len(shares))]


def spearman(p: Joint) -> Number:
    r, c = margins(p)
    a, b = midranks(r), midranks(c)
    shared = sum(p[i][j] * a[i] * b[j] for i in range(len(p)) for j in range(len(p)))
    return shared / sqrt(mean(r, [x * x for x in a]) * mean(c, [x * x for x in b]))


def joint_entropy(p: Joint) -> Number:
    return entropy(cell for row in p for cell in row)


def information(p: Joint) -> Number:
    r, c = margins(p)
    return entropy(r) + entropy(c) - joint_entropy(p)


def even(shares) -> Number:
    return len(shares) / sum(1 / (each * (1 - each)) for each in shares)


def correlation(p: Joint) -> Number:
    b, k = mean(margins(p)[0], gains(p)), mean(margins(p)[1], gains(turned(p)))
    return (1 if b > 0 else -1) * sqrt(b * k) if b * k > 0 else mpf("nan")


OVERALL: dict[str, Callable[[Joint], Number]] = {
    "accuracy": accuracy,
    "error_rate": lambda p: 1 - accuracy(p),
    "balanced_accuracy": lambda p: sum(recalls(p)) / len(p),
    "adjusted_balanced_accuracy": lambda p: (sum(recalls(p)) - 1) / (len(p) - 1),
    "average_f": lambda p: 1 / sum(c / f_of(p, i) for i, c in enumerate(margins(p)[1])),
    "average_g": lambda p: mp.fprod(g_of(p, i) ** c for i, c in enumerate(margins(p)[1])),
    "macro_f1": lambda p: sum(f_of(p, i) for i in range(len(p))) / len(p),
    "macro_precision": lambda p: sum(recalls(turned(p))) / len(p),
    "determinant": lambda p: (accuracy(p) - mean(*margins(p))) / 2,
    "kappa": lambda p: (accuracy(p) - mean(*margins(p))) / (1 - mean(*margins(p))),
    "kappa_linear": lambda p: weighted_kappa(p, 1),
    "kappa_quadratic": lambda p: weighted_kappa(p, 2),
    "mcc": mcc,
    "phi_squared": phi_squared,
    "phi_contingency": lambda p: sqrt(phi_squared(p)),
    "cramers_v": lambda p: sqrt(phi_squared(p) / (len(p) - 1)),
    "spearman": spearman,
    "entropy_actual": lambda p: entropy(margins(p)[0]),
    "entropy_predicted": lambda p: entropy(margins(p)[1]),
    "entropy_joint": joint_entropy,
    "conditional_entropy": lambda p: joint_entropy(p) - entropy(margins(p)[1]),
    "perplexity": lambda p: 2 ** (joint_entropy(p) - entropy(margins(p)[1])),
    "mutual_information": information,
    "proficiency": lambda p: information(p) / entropy(margins(p)[0]),
    "information_gain_ratio": lambda p: information(p) / entropy(margins(p)[1]),
    "dependency": lambda p: information(p) / joint_entropy(p),
    "symmetric_uncertainty": lambda p: 2 * information(p) / (entropy(margins(p)[0]) + entropy(margins(p)[1])),
    "informedness": lambda p: mean(margins(p)[0], gains(p)),
    "edge": lambda p: mean(margins(p)[1], gains(p)),
    "markedness": lambda p: mean(margins(p)[1], gains(turned(p))),
    "edge_markedness": lambda p: mean(margins(p)[0], gains(turned(p))),
    "correlation": correlation,
    "determination": lambda p: correlation(p) ** 2,
    "evenness_actual": lambda p: even(margins(p)[0]),
    "evenness_predicted": lambda p: even(margins(p)[1]),
    "evenness": lambda p: sqrt(even(margins(p)[0]) * even(margins(p)[1])),
    "prevalence_g": lambda p: sqrt(even(margins(p)[0])),
    "bias_g": lambda p: sqrt(even(margins(p)[1])),
    "prevalence_h": lambda p: 2 * even(margins(p)[0]),
    "bias_h": lambda p: 2 * even(margins(p)[1]),
}


def cells(p: Joint) -> tuple[Number, Number, Number, Number, Number, Number]:
    (tp, fn), (fp, tn) = p
    return tp, fn, fp, tn, tp + fn, tp + fp


def _binary(formula: Callable[..., Number]) -> Callable[[Joint], Number]:
    """A formula in tp, fn, fp, tn, prevalence and bias."""
    return lambda p: formula(*cells(p))


BINARY: dict[str, Callable[[Joint], Number]] = {
    name: _binary(formula)
    for name, formula in {
        "jaccard": lambda tp, fn, fp, tn, r, c: tp / (1 - tn),
        "f_measure": lambda tp, fn, fp, tn, r, c: 2 / (r / tp + c / tp),
        "inverse_f": lambda tp, fn, fp, tn, r, c: 2 / ((1 - r) / tn + (1 - c) / tn),
        "a_measure": lambda tp, fn, fp, tn, r, c: (tp / r + tp / c) / 2,
        "g_measure": lambda tp, fn, fp, tn, r, c: sqrt(tp / r * tp / c),
        "inverse_g": lambda tp, fn, fp, tn, r, c: sqrt(tn / (1 - r) * tn / (1 - c)),
        "guesswork": lambda tp, fn, fp, tn, r, c: 1 - abs((tp - r * c) / (r * (1 - r))),
        "auc": lambda tp, fn, fp, tn, r, c: (tp / r - fp / (1 - r) + 1) / 2,
        "wracc": lambda tp, fn, fp, tn, r, c: 4 * (tp / r - c) * r,
        "distance": lambda tp, fn, fp, tn, r, c: sqrt((fp / (1 - r)) ** 2 + (1 - tp / r) ** 2),
        "recall": lambda tp, fn, fp, tn, r, c: tp / r,
        "precision": lambda tp, fn, fp, tn, r, c: tp / c,
        "inverse_recall": lambda tp, fn, fp, tn, r, c: tn / (1 - r),
        "inverse_precision": lambda tp, fn, fp, tn, r, c: tn / (1 - c),
        "fallout": lambda tp, fn, fp, tn, r, c: fp / (1 - r),
        "miss_rate": lambda tp, fn, fp, tn, r, c: 1 - tp / r,
        "false_discovery_rate": lambda tp, fn, fp, tn, r, c: 1 - tp / c,
        "false_omission_rate": lambda tp, fn, fp, tn, r, c: fn / (1 - c),
        "prevalence": lambda tp, fn, fp, tn, r, c: r,
        "bias": lambda tp, fn, fp, tn, r, c: c,
        "odds": lambda tp, fn, fp, tn, r, c: r / (1 - r),
        "skew": lambda tp, fn, fp, tn, r, c: (1 - r) / r,
        "likelihood_ratio_positive": lambda tp, fn, fp, tn, r, c: (tp / r) / (fp / (1 - r)),
        "likelihood_ratio_negative": lambda tp, fn, fp, tn, r, c: (1 - tp / r) / (tn / (1 - r)),
        "odds_ratio": lambda tp, fn, fp, tn, r, c: (tp / fp) / (fn / tn),
        "lift": lambda tp, fn, fp, tn, r, c: tp / c / r,
        "cost_accuracy": lambda tp, fn, fp, tn, r, c: (tp / r + tn / (1 - r)) / 2,
        "cost_precision": lambda tp, fn, fp, tn, r, c: (tp / r) / (tp / r + fp / (1 - r)),
        "cost_f": lambda tp, fn, fp, tn, r, c: 2 * (tp / r) / (tp / r + fp / (1 - r) + 1),
        "cost_wracc": lambda tp, fn, fp, tn, r, c: tp / r - fp / (1 - r),
    }.items()
}
