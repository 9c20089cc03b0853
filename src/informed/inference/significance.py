"""Could it be chance? Every test of the papers under its own name, with what it tests and when not to trust it.

Three questions must not be mixed up. *Informed*: are the labels right more often than guessing would make them
(``informedness``, ``z_informedness``, ``permutation``)? *Associated*: does the prediction tell anything at all about
the class, whatever it is called (``pearson``, ``g2``, ``fisher``; they go with proficiency)? And Powers' chi2_KB, KM
and KBM, kept for fidelity: they are not calibrated and reject far too rarely.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from informed.inference.draws import generator, permutation
from informed.inference.estimate import finite
from informed.inference.exact_tests import fisher
from informed.inference.independence import freedom, g2, g2_parts, pearson, pearson_parts, upper_tail
from informed.inference.interval import p_value
from informed.registry import get
from informed.table import Array, actuals, as_table, expected, others, predictions, ratio, total

ASSOCIATED = "association, whatever the labels are called"
INFORMED = "informedness is 0"
SMALL = "a cell expects fewer than {least} items: the chi-squared distribution is a rough guide"
EXACT = 10**10  # beyond so many items the exact tests equal the chi-squared test to all digits that matter
CONSERVATIVE = "not calibrated: very conservative, its size is far below the level; kept for fidelity"


@dataclass(frozen=True)
class Test:
    """A statistic, its degrees of freedom where it has any, its p, and what a reader must know."""

    __test__ = False  # pytest collects classes of this name

    statistic: float | None
    df: float | None
    p: float | None
    note: str | None = None

    def to_dict(self) -> dict[str, Any]:
        """Plain data as JSON has it."""
        return {"statistic": finite(self.statistic), "df": self.df, "p": finite(self.p), "note": self.note}


def significance(counts: Any, *, draws: int = 2000, seed: Any = 0) -> dict[str, Test]:
    """Every test that applies to one table, by name; the p to quote for informedness is ``informedness``.

    ``counts`` is a `Counts` or a bare table of counts. Shares of an unknown number of items have no p; weights have
    only that of informedness, from its sandwich variance.
    """
    table = as_table(counts)
    weighted = getattr(counts, "squares", None) is not None
    whole = bool((table == np.floor(table)).all())
    if not weighted and not whole and getattr(counts, "n", None) is None:
        return {}
    square = table.shape[-1] == table.shape[-2]
    found = _informed(counts, table, draws, seed) if square else {}
    if weighted:
        return {name: test for name, test in found.items() if name in ("informedness", "sellke")}
    found |= _associated(table)
    if square and table.shape[-1] == 2:
        found |= two_by_two_tests(table, whole)
    if square:
        found |= _powers(table)
    return found


def per_label(counts: Any) -> dict[Any, dict[str, Test]]:
    """The parts of chi-squared and G2 for each label against the rest, with the exact tests."""
    labels = counts.labels
    return {label: two_by_two_tests(as_table(counts.one_vs_rest(label)), True) for label in labels}


def _chi2(statistic: Any, df: Any, note: str) -> Test:
    """A statistic with its upper tail of chi-squared."""
    return Test(float(statistic), float(df), float(upper_tail(statistic, df)), note)


# --- is it informed? -------------------------------------------------------------------------------------------------


def _informed(counts: Any, table: Array, draws: int, seed: Any) -> dict[str, Test]:
    value, p = float(get("informedness")(table)), float(p_value("informedness", counts))
    found = {
        "informedness": Test(value, None, p, f"{INFORMED}; agrees with the interval: the p to quote"),
        "sellke": _sellke_test(p),
    }
    if getattr(counts, "squares", None) is None:
        z = z_informedness(table)
        found["z_informedness"] = Test(z, None, two_sided(z), f"{INFORMED}; exact variance with both margins fixed")
        if _sparse(table):
            p = permutation_p(table, draws=draws, rng=generator(seed))
            found["permutation"] = Test(value, None, p, f"{INFORMED}; {draws} permutations, for sparse tables")
    return found


def _sparse(table: Array) -> bool:
    occupied = actuals(table)[..., :, None] * predictions(table)[..., None, :] > 0
    whole = bool((table == np.floor(table)).all())
    return whole and table.shape[-1] > 2 and bool((expected(table)[occupied] < 5).any())


def z_informedness(table: Any) -> float:
    """Informedness over its standard deviation when both margins are fixed and labels are dealt at random.

    The number of hits of each class is hypergeometric, and their covariances are known exactly.
    """
    table = as_table(table)
    n, rows, columns = total(table), actuals(table), predictions(table)
    used = (rows > 0) & (rows < n)
    weight = np.where(used, ratio(1.0, others(rows)), 0.0)
    product = rows * columns
    alone = (
        weight**2 * product * (others(rows) * others(columns) - product)
    )  # the square below counts it once too often
    variance = ratio(alone.sum(-1) + (weight * product).sum(-1) ** 2, n**2 * (n - 1))
    return float(
        ratio(get("informedness").raw(table), np.sqrt(np.maximum(variance, 0.0)))
    )  # rounding alone takes a variance of 0 below 0


def permutation_p(table: Any, *, draws: int, rng: np.random.Generator) -> float:
    """The share of tables with the same margins, the one observed among them, that are at least as far from 0."""
    measure = get("informedness")
    far = abs(float(measure(as_table(table)))) - 1e-12
    values = permutation.values(measure, table, draws=draws, rng=rng)
    return float((1 + (abs(values) >= far).sum()) / (1 + draws))


def two_sided(z: float) -> float:
    """The probability of a normal deviate at least this far from 0."""
    from scipy.special import ndtr

    return float(2 * ndtr(-abs(z)))


def sellke(p: float) -> tuple[float, float, float]:
    """What a p is worth at most, after Sellke, Bayarri & Berger 2001: bound, alpha, beta.

    ``bound`` = -e p ln p is the least likelihood ratio of chance to any alternative; from even odds chance keeps at
    least the probability ``alpha`` = bound / (1 + bound), and any alternative gets at most ``beta`` = 1 - alpha (a
    posterior probability, not a type II error). Valid for p < 1/e; NaN beyond.
    """
    if not 0 <= p < 1 / math.e:
        return math.nan, math.nan, math.nan
    bound = 0.0 if p == 0 else -math.e * p * math.log(p)
    return bound, bound / (1 + bound), 1 / (1 + bound)


def _sellke_test(p: float) -> Test:
    bound, alpha, _ = sellke(p)
    if math.isnan(bound):
        return Test(None, None, None, "no bound: it holds for p < 1/e only")
    return Test(bound, None, alpha, "the least probability of chance given the p of informedness, from even odds")


# --- is it associated? -----------------------------------------------------------------------------------------------


def _associated(table: Array) -> dict[str, Test]:
    """The chi-squared tests of independence."""
    statistic, df, _ = pearson(table)
    n = total(table)
    note = _with_warning(ASSOCIATED, table)
    likelihood = g2(table)[0]
    return {
        "pearson": _chi2(statistic, df, note),
        "pearson_n1": _chi2(statistic * (n - 1) / n, df, note),
        "g2": _chi2(likelihood, df, note),
    }


def _with_warning(note: str, table: Array) -> str:
    by_chance = expected(table)
    least = by_chance[by_chance > 0].min()
    return f"{note}; {SMALL.format(least=1 if least < 1 else 5)}" if least < 5 else note


def two_by_two_tests(table: Array, whole: bool) -> dict[str, Test]:
    """The tests of a 2x2 table: the parts of chi-squared and G2 by row and column, Yates, Fisher."""
    found = {}
    pearsons, likelihoods = pearson_parts(table), g2_parts(table)
    # Powers 2007 eq. 30-33: chi2_+P is the part of the column predicted positive, chi2_+R that of the positive row.
    for name, place in _PLACES.items():
        found[f"chi2_{name}"] = _chi2(pearsons[place].sum(), 1, "one part of pearson")
        found[f"g2_{name}"] = _chi2(likelihoods[place].sum(), 1, "one part of g2")
    found["yates"] = _chi2(_yates(table), freedom(table), f"{ASSOCIATED}; corrected for continuity")
    if whole and total(table) <= EXACT:
        found |= {name: Test(None, None, p, f"{ASSOCIATED}; exact, margins fixed") for name, p in fisher(table).items()}
    return found


_PLACES: Mapping[str, Any] = {
    "positive_predicted": (slice(None), 0),
    "negative_predicted": (slice(None), 1),
    "positive_actual": (0,),
    "negative_actual": (1,),
}


def _yates(table: Array) -> float:
    """Pearson with every difference shortened by a half."""
    by_chance = expected(table)
    gap = np.maximum(abs(table - by_chance) - 0.5, 0.0)
    return float(np.where(by_chance > 0, ratio(gap**2, by_chance), 0.0).sum())


# --- Powers' own -----------------------------------------------------------------------------------------------------


def _powers(table: Array) -> dict[str, Test]:
    """chi2_KB = K N B^2 evenness, its dual KM and their mean KBM; eq. 32-35 (errata E13), section 5 for K > 2.

    B is weighed by prevalence (eq. 42) and M by bias (eq. 43). K counts the classes that occur. Both choices of
    degrees of freedom are given where they differ: (K - 1)^2, and K - 1 under ``_low_df``.
    """
    n = float(total(table))
    b, m = float(get("informedness")(table)), float(get("markedness")(table))
    even_b, even_m = float(get("evenness_actual")(table)), float(get("evenness_predicted")(table))
    k_b, k_m = (float((margin(table) > 0).sum()) for margin in (actuals, predictions))
    k = math.sqrt(k_b * k_m)
    statistics = {
        "chi2_kb": (k_b * n * b**2 * even_b, k_b),
        "chi2_km": (k_m * n * m**2 * even_m, k_m),
        "chi2_kbm": (k * n * b * m * math.sqrt(even_b * even_m), max(k_b, k_m)),
    }
    found = {}
    for name, (statistic, classes) in statistics.items():
        found[name] = _chi2(statistic, (classes - 1) ** 2, CONSERVATIVE)
        if classes > 2:
            found[f"{name}_low_df"] = _chi2(statistic, classes - 1, CONSERVATIVE)
    return found
