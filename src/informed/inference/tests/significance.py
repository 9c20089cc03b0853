"""Could it be chance? Every test of the papers under its own name, with what it tests and when not to trust it.

Three questions must not be mixed up. *Informed*: are the labels right more often than guessing would make them
(``informedness``, ``z_informedness``, ``permutation``)? *Associated*: does the prediction tell anything at all about
the class, whatever it is called (``pearson``, ``g2``, ``fisher``; they go with proficiency)? And Powers' chi2_KB, KM
and KBM, kept for fidelity: they are not calibrated and reject far too rarely.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from informed.core.registry import get
from informed.core.table import Array, actuals, as_table, expected, nearly_whole, predictions, total
from informed.inference.draws import generator
from informed.inference.draws.resampling import LARGEST
from informed.inference.interval import p_value
from informed.inference.tests.exact import fisher
from informed.inference.tests.statistics import (
    Statistic,
    association,
    binary_parts,
    permutation_p,
    powers,
    two_sided_p,
    z_informedness,
)

ASSOCIATED = "association, whatever the labels are called"
INFORMED = "informedness is 0"
SMALL = "a cell expects fewer than {least} items: the chi-squared distribution is a rough guide"
EXACT = 10**9  # beyond so many items the exact tests equal the chi-squared test to all digits that matter
CONSERVATIVE = "not calibrated: very conservative, its size is far below the level; kept for fidelity"


@dataclass(frozen=True)
class Test:
    """A statistic, its degrees of freedom where it has any, its p, and what a reader must know."""

    __test__ = False  # pytest collects classes of this name

    statistic: float | None
    df: float | None
    p: float | None
    note: str | None = None


def significance(counts: Any, *, draws: int = 2000, seed: Any = 0) -> dict[str, Test]:
    """Every test that applies to one table, by name; the p to quote for informedness is ``informedness``.

    ``counts`` is a `Counts` or a bare table of counts. Shares of an unknown number of items have no p; weights have
    only that of informedness, from its sandwich variance.
    """
    table = as_table(counts)
    weighted = getattr(counts, "squares", None) is not None
    whole = bool(nearly_whole(table).all())
    table = np.rint(table) if whole and not weighted else table
    if not weighted and not whole and getattr(counts, "n", None) is None:
        return {}
    square = table.shape[-1] == table.shape[-2]
    found = _informed(counts, table, draws, seed) if square else {}
    if weighted:
        return {name: test for name, test in found.items() if name in ("informedness", "sellke")}
    note = _with_warning(ASSOCIATED, table)
    found |= {name: _test(each, note) for name, each in association(table).items()}
    if square and table.shape[-1] == 2:
        found |= _two_by_two_tests(table, whole)
    if square:
        found |= _powers(table)
    return found


def _test(found: Statistic, note: str) -> Test:
    """A statistic of one table, with what must be known about it."""
    return Test(float(found.value), float(found.df), float(found.p), note)


# --- is it informed? -------------------------------------------------------------------------------------------------


def _informed(counts: Any, table: Array, draws: int, seed: Any) -> dict[str, Test]:
    value, p = float(get("informedness")(table)), float(p_value("informedness", counts))
    found = {
        "informedness": Test(value, None, p, f"{INFORMED}; agrees with the interval: the p to quote"),
        "sellke": _sellke_test(p),
    }
    if getattr(counts, "squares", None) is None:
        z = float(z_informedness(table))
        note = f"{INFORMED}; exact variance with both margins fixed"
        found["z_informedness"] = Test(z, None, two_sided(z), note)
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


def _with_warning(note: str, table: Array) -> str:
    by_chance = expected(table)
    least = by_chance[by_chance > 0].min()
    return f"{note}; {SMALL.format(least=1 if least < 1 else 5)}" if least < 5 else note


def _two_by_two_tests(table: Array, whole: bool) -> dict[str, Test]:
    """The tests of a 2x2 table: the parts of chi-squared and G2 by row and column, Yates, Fisher."""
    notes = {"chi2": "one part of pearson", "g2": "one part of g2", "yates": f"{ASSOCIATED}; corrected for continuity"}
    found = {name: _test(each, notes[name.split("_")[0]]) for name, each in binary_parts(table).items()}
    if whole and total(table) <= EXACT:
        found |= {name: Test(None, None, p, f"{ASSOCIATED}; exact, margins fixed") for name, p in fisher(table).items()}
    return found


# --- Powers' own -----------------------------------------------------------------------------------------------------


def _powers(table: Array) -> dict[str, Test]:
    """His own statistics; a smaller number of degrees of freedom is given where it is another number."""
    found = {name: _test(each, CONSERVATIVE) for name, each in powers(table).items()}
    return {
        name: each
        for name, each in found.items()
        if each.df != found[name.removesuffix("_low_df")].df or not name.endswith("_low_df")
    }
