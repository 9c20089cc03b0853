"""Could it be chance? Every test of the papers under its own name, with what it tests and when not to trust it.

Three questions must not be mixed up. *Informed*: are the labels right more often than guessing would make them
(``informedness``, ``z_informedness``, ``permutation``)? *Associated*: does the prediction tell anything at all about
the class, whatever it is called (``pearson``, ``g2``, ``fisher``; they go with proficiency)? And Powers' chi2_KB, KM
and KBM: as they are printed, which reject far too rarely, and over their scale under chance (``_calibrated``).
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from informed.core.errors import InputError
from informed.core.registry import get
from informed.core.table import Array, actuals, as_table, expected, nearly_whole, predictions, ratio, total
from informed.inference.draws import generator
from informed.inference.draws.resampling import LARGEST
from informed.inference.interval import p_value
from informed.inference.significance.exact import fisher
from informed.inference.significance.statistics import (
    Statistic,
    association,
    binary_parts,
    calibrated,
    permutation_p,
    powers,
    two_sided_p,
    z_informedness,
)

ASSOCIATED = "association, whatever the labels are called"
INFORMED = "informedness is 0"
SMALL = "a cell expects fewer than {least} items: the chi-squared distribution is a rough guide"
EXACT = 10**9  # beyond so many items the exact tests equal the chi-squared test to all digits that matter
CONSERVATIVE = "not calibrated: rejects far too rarely; kept because the papers use it"
BETA = "K - 1 degrees of freedom, suggested for beta"
OF_ANY, OWN, CALIBRATED = ("pearson", "pearson_n1", "g2"), "chi2_k", "_calibrated"  # names of statistics


@dataclass(frozen=True)
class Test:
    """A statistic, its degrees of freedom where it has any, its p, and what a reader must know."""

    __test__ = False  # pytest collects classes of this name

    statistic: float | None
    df: float | None
    p: float | None
    note: str | None = None


def significance(
    counts: Any,
    *,
    draws: int = 2000,
    seed: Any = 0,
    p: float | None = None,
    known: Mapping[str, Statistic] | None = None,
) -> dict[str, Test]:
    """Every test that applies to one table, by name; the p to quote for informedness is ``informedness``.

    ``counts`` is a `Counts` or a bare table of counts. Shares of an unknown number of items have no p; weights have
    only that of informedness, from its sandwich variance. ``p``: that of informedness, where it is known already;
    ``known``: the `statistics` of the table.
    """
    table = as_table(counts)
    weighted = getattr(counts, "squares", None) is not None
    whole = bool(nearly_whole(table).all())
    table = np.rint(table) if whole and not weighted else table
    if not weighted and not whole and getattr(counts, "n", None) is None:
        return {}
    square = table.shape[-1] == table.shape[-2]
    known = statistics(table) if known is None and not weighted else known or {}
    found = _informed(counts, table, draws, seed, p, known) if square else {}
    if weighted:
        return {name: test for name, test in found.items() if name in ("informedness", "sellke", "sellke_beta")}
    note = _with_warning(ASSOCIATED, table)
    found |= {name: _test(each, note) for name, each in known.items() if name in OF_ANY}
    if square and table.shape[-1] == 2:
        found |= _two_by_two_tests(table, whole, known)
    if square:
        found |= _powers(known)
    return found


def statistics(table: Array) -> dict[str, Statistic]:
    """The statistics of the tests, for every table of a batch."""
    found = association(table)
    if table.shape[-1] != table.shape[-2]:
        return found
    z = z_informedness(table)
    found["z_informedness"] = Statistic(z, np.full(np.shape(z), np.nan), two_sided_p(z))
    return found | (binary_parts(table) if table.shape[-1] == 2 else {}) | powers(table) | calibrated(table)


def _test(found: Statistic, note: str) -> Test:
    """A statistic of one table, with what must be known about it."""
    df = float(found.df)
    return Test(float(found.value), None if math.isnan(df) else df, float(found.p), note)


# --- is it informed? -------------------------------------------------------------------------------------------------


def _informed(
    counts: Any, table: Array, draws: int, seed: Any, p: float | None, known: Mapping[str, Statistic]
) -> dict[str, Test]:
    value, p = float(get("informedness")(table)), float(p_value("informedness", counts)) if p is None else p
    found = {
        "informedness": Test(value, None, p, f"{INFORMED}; agrees with the interval: the p to quote"),
        **_sellke_tests(p),
    }
    if getattr(counts, "squares", None) is None:
        found["z_informedness"] = _test(known["z_informedness"], f"{INFORMED}; exact variance with both margins fixed")
        if _sparse(table):
            p = float(permutation_p(table, draws=draws, rng=generator(seed)))
            found["permutation"] = Test(value, None, p, f"{INFORMED}; {draws} permutations, for sparse tables")
    return found


def _sparse(table: Array) -> bool:
    occupied = actuals(table)[..., :, None] * predictions(table)[..., None, :] > 0
    whole = bool((table == np.floor(table)).all()) and float(total(table)) < LARGEST
    return whole and table.shape[-1] > 2 and bool((expected(table)[occupied] < 5).any())


def two_sided(z: float) -> float:
    """The probability of a normal deviate at least this far from 0."""
    return float(two_sided_p(z))


class Sellke(NamedTuple):
    """What a p-value is worth at most: the bound L, and alpha = L / (1 + L) and beta = 1 / (1 + L) from it.

    Examples
    --------
    >>> round(sellke(0.01).alpha, 4)
    0.1113
    """

    bound: float
    alpha: float
    beta: float


def sellke(p: float) -> Sellke:
    """Bound what a p-value says about chance (Sellke, Bayarri & Berger 2001; Powers 2007, equations 36 to 38).

    Parameters
    ----------
    p
        A p-value. The bound holds for p < 1/e; beyond that the result is NaN.

    Returns
    -------
    Sellke
        ``bound`` = -e p ln p, the least likelihood ratio of chance to any alternative. From even odds chance keeps at
        least the probability ``alpha``, and any alternative gets at most ``beta`` = 1 - alpha. Beta is a posterior
        probability, not a type II error.

    Raises
    ------
    InputError
        If p is not between 0 and 1.

    Examples
    --------
    >>> [round(each, 4) for each in sellke(0.05)]
    [0.4072, 0.2893, 0.7107]
    """
    if not (0 <= p <= 1 or math.isnan(p)):
        raise InputError(f"p={p} is not a p-value; give a number between 0 and 1")
    if not p < 1 / math.e:
        return Sellke(math.nan, math.nan, math.nan)
    bound = 0.0 if p == 0 else -math.e * p * math.log(p)
    return Sellke(bound, bound / (1 + bound), 1 / (1 + bound))


def _sellke_tests(p: float) -> dict[str, Test]:
    """The bound with alpha, the least probability of chance; and with beta, the most of any alternative."""
    bound, alpha, beta = sellke(p)
    if math.isnan(bound):
        return {"sellke": Test(None, None, None, "no bound: it holds for p < 1/e only")}
    return {
        "sellke": Test(bound, None, alpha, "p is alpha: from even odds, chance keeps at least this probability"),
        "sellke_beta": Test(
            bound, None, beta, "p is beta: from even odds, any alternative has at most this probability"
        ),
    }


# --- is it associated? -----------------------------------------------------------------------------------------------


def _with_warning(note: str, table: Array) -> str:
    by_chance = expected(table)
    least = by_chance[by_chance > 0].min()
    return f"{note}; {SMALL.format(least=1 if least < 1 else 5)}" if least < 5 else note


def _two_by_two_tests(table: Array, whole: bool, known: Mapping[str, Statistic]) -> dict[str, Test]:
    """The tests of a 2x2 table: the parts of chi-squared and G2 by row and column, Yates, Fisher."""
    notes = {"chi2": "one part of pearson", "g2": "one part of g2", "yates": f"{ASSOCIATED}; corrected for continuity"}
    parts = {name: each for name, each in known.items() if name == "yates" or name.endswith(("_actual", "_predicted"))}
    found = {name: _test(each, notes[name.split("_")[0]]) for name, each in parts.items()}
    if whole and total(table) <= EXACT:
        found |= {name: Test(None, None, p, f"{ASSOCIATED}; exact, margins fixed") for name, p in fisher(table).items()}
    return found


# --- Powers' own -----------------------------------------------------------------------------------------------------


def _powers(known: Mapping[str, Statistic]) -> dict[str, Test]:
    """His own statistics; K - 1 degrees of freedom, which he suggests for beta, where it is another number."""
    notes = {True: f"{BETA}; {CONSERVATIVE}", False: CONSERVATIVE}
    plain = {name: each for name, each in known.items() if name.startswith(OWN) and not name.endswith(CALIBRATED)}
    found = {name: _test(each, notes[name.endswith("_beta")]) for name, each in plain.items()}
    printed = {
        name: each
        for name, each in found.items()
        if each.df != found[name.removesuffix("_beta")].df or not name.endswith("_beta")
    }
    return printed | _over_their_scale(known)


def calibrated_tests(table: Array) -> dict[str, Test]:
    """Powers' statistics over their scale under chance, with that scale."""
    return _over_their_scale(powers(table) | calibrated(table))


def _over_their_scale(known: Mapping[str, Statistic]) -> dict[str, Test]:
    tests = {}
    for name, found in ((name, each) for name, each in known.items() if name.endswith(CALIBRATED)):
        printed = name.removesuffix(CALIBRATED)
        scale = float(ratio(np.asarray(known[printed].value), found.value))
        note = f"{printed} over its scale under chance, {scale:.3g}" if found.value else "nothing beyond chance"
        tests[name] = _test(found, note)
    return tests
