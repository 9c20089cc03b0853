"""How often KB, KM and KBM over their scale reject a guesser and a predictor, also near complete association.

``python benchmarks/calibration/kb.py [--tables N]`` writes ``docs/coverage/kb.md``.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from pathlib import Path

import numpy as np
from frame import even, failing, grid, rare, write, zipf
from scipy.special import ndtr, ndtri
from scipy.stats import chi2, ncx2

from informed.core.registry import get
from informed.inference.significance.exact import fisher_each
from informed.inference.significance.statistics import association, calibrated, powers

PAGE = Path(__file__).parents[2] / "docs" / "coverage" / "kb.md"
SEED, GOAL, LEVEL = 20268, 0.065, 0.05
MARGINS = {
    "even": lambda k: (even(k), even(k)),
    "uneven alike": lambda k: (zipf(k), zipf(k)),
    "uneven reversed": lambda k: (zipf(k), zipf(k)[::-1]),
    "one in twenty": lambda k: (rare(0.05), rare(0.05)),
}
TESTS = ("KB", "KM", "KBM", "Pearson", "G2", "Fisher", "KB as printed")


def drawn(
    margins: tuple[np.ndarray, np.ndarray], informed: float, items: int, tables: int, seed: list[int]
) -> np.ndarray:
    """Tables of a predictor that knows the class with this probability and guesses otherwise."""
    shares = (1 - informed) * np.outer(*margins) + informed * np.diag(margins[0])
    rng = np.random.default_rng(seed)
    return rng.multinomial(items, shares.ravel(), size=tables).reshape(tables, *shares.shape).astype(float)


def rates(found: np.ndarray) -> list[float | None]:
    """How often each test rejects."""
    scaled, whole = calibrated(found), association(found)
    p = [*(each.p for each in scaled.values()), whole["pearson"].p, whole["g2"].p]
    p += [fisher_each(found)["fisher"] if found.shape[-1] == 2 else None, powers(found)["chi2_kb"].p]
    return [None if each is None else float((np.asarray(each) < LEVEL).mean()) for each in p]


def sizes(tables: int) -> Iterator[str]:
    """A line for each setting: how often each test rejects a guesser, and one that knows every fourth answer."""
    for place, (k, name, items) in enumerate(product((2, 3, 5, 10), MARGINS, (20, 50, 200, 1000))):
        if name == "one in twenty" and k > 2:
            continue
        cells = []
        for informed in (0.0, 0.25):
            for rate in rates(drawn(MARGINS[name](k), informed, items, tables, [SEED, place, int(100 * informed)])):
                mark = "" if rate is None or informed else failing(rate, tables, GOAL)
                cells.append("" if rate is None else f"{rate:.3f}{mark}")
        yield f"| {k} | {name} | {items:,} | " + " | ".join(cells) + " |"


def near(tables: int) -> Iterator[str]:
    """Near complete association: the distribution of informedness, and the type II error as four rules predict it."""
    for place, (k, informed) in enumerate(product((2, 3, 5, 10), (0.3, 0.6, 0.9))):
        margins = (even(k), even(k))
        before, after = 1 / (k - 1), (1 - informed) * (1 / (k - 1) + informed)
        # as many items as these two variances ask for, for a power of 80%
        items = max(int(np.ceil(((1.96 * before**0.5 + 0.84 * after**0.5) / informed) ** 2)) + 1, 6)
        found = drawn(margins, informed, items, tables, [SEED, 7, place])
        missed = float((calibrated(found)["chi2_kb_calibrated"].p >= LEVEL).mean())
        shift = informed * (items * (k - 1)) ** 0.5  # of the deviate
        foretold = [ndtr((-ndtri(LEVEL / 2) - shift) / (after / before) ** 0.5)]
        foretold += [ncx2.cdf(chi2.isf(LEVEL, df), df, shift**2) for df in (1, k - 1, (k - 1) ** 2)]
        large = drawn(margins, informed, 4000, min(tables, 4000), [SEED, 8, place])
        off = (get("informedness")(large) - informed) ** 2 * 4000 / after
        yield (
            f"| {k} | {informed} | {items} | {off.mean():.2f} | {2 * off.mean() ** 2 / off.var():.2f} "
            f"| {after / before:.3f} | {missed:.3f} | {' | '.join(f'{each:.3f}' for each in foretold)} |"
        )


def page(tables: int) -> Iterator[str]:
    """The page: sizes and power, then what happens near complete association."""
    names = " | ".join((*(f"{name}, size" for name in TESTS), *(f"{name}, power" for name in TESTS)))
    yield f"""# Size and power of KB, KM and KBM over their scale

How often each test rejects at level {LEVEL:g} where the predictor guesses (`size`), and where it knows every fourth
answer (`power`). KB, KM and KBM are `chi2_kb_calibrated` and its kin; how they are found, and why: [the scale of
KB](../methods/kb.md). `KB as printed` takes (K - 1)^2 degrees of freedom. Margins: `even`; `uneven alike`, the second
class half as common as the first and so on, in both; `uneven reversed`, the commonest class guessed most rarely.
{tables:,} tables a setting, those that lack a class included. Written by `benchmarks/calibration/kb.py`, seed {SEED}.
Where even the lower 99% limit of a size is above {GOAL}, it is given in bold.
"""
    yield from grid(f"K | margins | items | {names}", sizes(tables), 2)
    yield """
## Near complete association

Even classes, guesses at random. `mean` and `df`: of (B - its truth)^2 over its variance, in tables of 4,000 items,
where chi-squared with one degree of freedom has 1 and 1 (df is 2 mean^2 / variance). `variance`: that of B under this
predictor over that under chance, as derived. Then the share of tables in which calibrated KB does not reject (the type
II error), and what predicts it: the two variances; and noncentral chi-squared with 1, K - 1 and (K - 1)^2 degrees of
freedom.
"""
    yield from grid(
        "K | informed | items | mean | df | variance | type II error | two variances | 1 df | K - 1 df | (K - 1)^2 df",
        near(tables),
        0,
    )


if __name__ == "__main__":
    write(PAGE, page, __doc__)
