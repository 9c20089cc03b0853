"""How often the default intervals hold the truth, over the whole grid; writes docs/coverage.md.

    python benchmarks/coverage.py [--tables 4000] [--measure NAME ...]

Every cell of the grid is in the table, however bad it looks; tables on which a measure has no interval (no item of a
class was drawn) are set aside and their share is reported.
"""

import argparse
from pathlib import Path

import numpy as np

from informed.core.registry import get
from informed.inference.methods import METHODS
from informed.inference.trial import Trial, trial

RATES = ((0.5, 0.5), (0.3, 0.3), (0.75, 0.25), (0.95, 0.05), (0.9, 0.4))
OVERALL = (
    *("informedness", "edge", "markedness", "correlation", "mcc", "kappa", "accuracy", "balanced_accuracy"),
    *("proficiency", "mutual_information", "dependency", "cramers_v", "phi_squared", "determination"),
    *("average_f", "average_g", "entropy_actual", "entropy_joint", "conditional_entropy", "evenness_actual"),
)
BINARY = ("recall", "precision", "f_measure", "g_measure", "guesswork", "tetrachoric", "odds_ratio", "lift")
OUT = Path(__file__).parents[1] / "docs" / "coverage.md"

HEAD = """# How often the intervals hold the truth

Written by `benchmarks/coverage.py`: {tables} tables per setting ({drawn} for methods that draw), level 95%, fixed seed.
Settings for two classes: {binary}: n = 20, 50, 100, 1000; prevalence .5, .1, .01; recall and fallout {rates}. For more
classes: {several}: K = 3 and 5, even and skewed (.6 and the rest alike), informed with probability 0, .5, .9, .97 and
guessing otherwise, n = 50, 100, 1000. Many classes, sparse: {many}: K = 10 and 30, even and falling as 1/rank,
informed with probability .2, .5, .9, with 1/3, 1 and 3 items per cell ({few} tables per setting).

One standard error of a single coverage is {error:.1%} or less for few classes and {more:.1%} for many; the least of
many settings is pulled down by chance as well. Coverage is among the tables on which there is an interval at all: at
prevalence .01 and 20 items four of five tables have no positive item. There the result carries a note
("only 1 item: treat as rough"), and for ratios such as lift no method holds.

The corners where intervals fail first have pages of their own, each written by `benchmarks/calibration/`:
[one table](coverage/tables.md), [informedness and its kin](coverage/informedness.md),
[KB, KM and KBM](coverage/kb.md), [unjudged items](coverage/unjudged.md),
[ratios and information](coverage/ratios.md), [weights and
clusters](coverage/designs.md), [comparisons](coverage/comparisons.md), [sentences](coverage/sentences.md), [further
sentences](coverage/claims.md), [scores and
thresholds](coverage/scores.md), [net benefit](coverage/benefit.md), [several scores](coverage/several.md),
[gaps between groups](coverage/gaps.md),
[raters](coverage/raters.md), [plans, matches and monitors](coverage/plans.md), [graded
runs](coverage/grading.md), [judges](coverage/judge.md), [raters without a
truth](coverage/consensus.md) and [how sure they may be](coverage/consensus_sure.md).

| measure | classes | method | least | mean | settings below 93% | mean width | least share usable |
|---|---|---|---|---|---|---|---|
"""


def binary_worlds():
    for n in (20, 50, 100, 1000):
        for prevalence in (0.5, 0.1, 0.01):
            for recall, fallout in RATES:
                hits, false = prevalence * recall, (1 - prevalence) * fallout
                yield n, np.array([[hits, prevalence - hits], [false, 1 - prevalence - false]])


def several_worlds():
    for n in (50, 100, 1000):
        for size in (3, 5):
            for prevalence in ([1 / size] * size, [0.6, *[0.4 / (size - 1)] * (size - 1)]):
                shares = np.array(prevalence)
                for informed in (0, 0.5, 0.9, 0.97):
                    yield n, informed * np.diag(shares) + (1 - informed) * np.outer(shares, shares)


def thin_worlds():
    for size in (10, 30):
        for items_a_cell in (1 / 3, 1, 3):
            for skew in (0, 1):
                shares = 1 / np.arange(1, size + 1) ** skew
                shares /= shares.sum()
                for informed in (0.2, 0.5, 0.9):
                    truth = informed * np.diag(shares) + (1 - informed) * np.outer(shares, shares)
                    yield round(size**2 * items_a_cell), truth


def row(name: str, classes: str, method: str, found: list[Trial]) -> str:
    coverage = np.array([each.coverage for each in found])
    # Where no table of a setting has an interval there is nothing to cover.
    short, width = int((coverage < 0.93).sum()), np.nanmean([each.width for each in found])
    figures = f"{np.nanmin(coverage):.1%} | {np.nanmean(coverage):.1%} | {short} of {len(found)} | {width:.3g}"
    return f"| {name} | {classes} | {method} | {figures} | {min(each.usable for each in found):.0%} |\n"


def used(name: str, size: int) -> str:
    """The method a measure really has for so many classes."""
    from informed.inference.interval import interval

    return interval(name, np.eye(size) * 20 + 5).method


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=4000)
    parser.add_argument("--measure", nargs="*", default=[*OVERALL, *BINARY])
    options = parser.parse_args()
    drawn = max(500, options.tables // 8)
    few = max(200, options.tables // 16)
    worlds = {"2": list(binary_worlds()), "3, 5": list(several_worlds()), "10, 30": list(thin_worlds())}
    text = HEAD.format(
        tables=options.tables,
        drawn=drawn,
        binary=len(worlds["2"]),
        several=len(worlds["3, 5"]),
        many=len(worlds["10, 30"]),
        few=few,
        rates=", ".join(f"{a:g}/{b:g}" for a, b in RATES),
        error=np.sqrt(0.07 * 0.93 / options.tables),
        more=np.sqrt(0.07 * 0.93 / few),
    )
    for name in options.measure:
        for classes, grid in worlds.items():
            size = 2 if classes == "2" else 3
            if not get(name).applies(size, size):
                continue
            method = used(name, size)
            draws = METHODS[method].name == "gated" and size == 2
            tables = few if classes == "10, 30" else drawn if draws else options.tables
            found = [
                trial(name, truth, n=n, tables=tables, seed=place, draws=500) for place, (n, truth) in enumerate(grid)
            ]
            text += row(name, classes, method, found)
            print(row(name, classes, method, found), end="", flush=True)
    OUT.write_text(text)


if __name__ == "__main__":
    main()
