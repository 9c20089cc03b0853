"""How often the intervals of ratios, of information, with abstention and of label sets hold the truth.

``python benchmarks/calibration/ratios.py [--tables N]`` writes ``docs/coverage/ratios.md``.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from frame import grid, write
from scipy.special import betaincinv

from informed.core.measures.information import entropy_actual, mutual_information
from informed.core.registry import get
from informed.core.table import two_by_two
from informed.inference.abstention import DISCOUNTED, product_limits
from informed.inference.interval import interval
from informed.inference.proportions import jeffreys
from informed.questions.multilabel.inference import jackknife, limits
from informed.questions.multilabel.measures import MEASURES
from informed.readers.sets import read_sets

PAGE = Path(__file__).parents[2] / "docs" / "coverage" / "ratios.md"
LEVEL, GOAL, SEED = 0.95, 0.92, 20261
FEW = 5  # items of the smaller class below which the report says "under-supported"

# Prevalence, recall, fallout, items: few positives, sure and unsure predictors, guessing.
BINARY = [
    (0.02, 0.95, 0.02, 150),
    (0.02, 0.4, 0.1, 300),
    (0.04, 0.8, 0.01, 80),
    (0.05, 0.5, 0.5, 100),
    (0.08, 0.9, 0.05, 40),
    (0.1, 0.7, 0.2, 80),
    (0.15, 0.98, 0.01, 50),
    (0.3, 0.6, 0.3, 25),
    (0.5, 0.9, 0.1, 40),
    (0.5, 0.98, 0.02, 100),
    (0.7, 0.8, 0.4, 60),
    (0.9, 0.95, 0.5, 60),
    (0.01, 0.8, 0.03, 1000),
]
# Prevalences, accuracy, abstention by class, items.
ABSTAINING = [
    ((0.5, 0.5), 1.0, (0.3, 0.3), 15),
    ((0.5, 0.5), 0.5, (0.4, 0.4), 25),
    ((0.5, 0.5), 0.9, (0.1, 0.7), 40),
    ((0.15, 0.85), 0.5, (0.2, 0.2), 50),
    ((0.15, 0.85), 0.9, (0.6, 0.2), 50),
    ((0.1, 0.9), 1.0, (0.3, 0.3), 80),
    ((0.05, 0.95), 0.5, (0.2, 0.2), 120),
    ((0.4, 0.4, 0.2), 0.9, (0.3, 0.3, 0.3), 40),
    ((0.4, 0.4, 0.2), 1 / 3, (0.2, 0.2, 0.5), 40),
    ((0.2,) * 5, 0.7, (0.3,) * 5, 80),
]
# Categories, items, share of items in each (None: from 2 to 30%), missed and false labels.
LABELLING = [
    (10, 60, 0.25, 0.01, 0.003),
    (10, 250, 0.25, 0.01, 0.003),
    (30, 80, None, 0.02, 0.001),
    (50, 120, 0.06, 0.02, 0.002),
    (6, 40, 0.3, 0.02, 0.01),
    (4, 150, 0.4, 0.005, 0.005),
    (15, 60, 0.2, 0.0, 0.0),
    (10, 100, 0.25, 0.2, 0.05),
]
FURTHER = ("g_measure", "inverse_g", "tetrachoric")


@dataclass(frozen=True)
class Cell:
    """One setting of one measure: which tables have an interval, which of those hold the truth, and their widths."""

    measure: str
    setting: str
    held: Any
    width: float
    usable: float
    flagged: float
    tables: int

    @property
    def highest(self) -> float:
        """The upper 99% limit of the coverage."""
        hits, n = float(np.sum(self.held)), len(self.held)
        return 1.0 if hits == n else float(betaincinv(hits + 1, n - hits, 0.99))

    def row(self) -> tuple[str, ...]:
        """A line of the page."""
        coverage = float(np.mean(self.held))
        fails = f"{self.highest:.3f}" if self.highest < GOAL else ""
        shown = [f"{coverage:.3f}", f"{self.width:.3f}", f"{self.usable:.2f}", f"{self.flagged:.2f}", fails]
        return self.measure, self.setting, f"{self.tables:,}", *shown


def cell(measure: str, setting: str, truth: float, low: Any, high: Any, thin: Any, ratio: bool = False) -> Cell:
    """A cell from the ends of all intervals; of a ratio the width is the median of its logarithm."""
    usable = ~np.isnan(low)
    held = ((low <= truth * (1 + 1e-9) + 1e-12) & (high >= truth * (1 - 1e-9) - 1e-12))[usable]
    with np.errstate(all="ignore"):
        width = np.median(np.log(high / low)[usable]) if ratio else np.mean((high - low)[usable])
    return Cell(measure, setting, held, float(width), float(usable.mean()), float(np.mean(thin[usable])), len(low))


def draw(shares: Any, n: int, tables: int, seed: int) -> Any:
    """Tables of n items each."""
    rng = np.random.default_rng([SEED, seed])
    return rng.multinomial(n, np.ravel(shares), size=tables).reshape(tables, *np.shape(shares)).astype(float)


def ratios(tables: int) -> Iterator[Cell]:
    """Likelihood ratios, odds ratio, lift and odds, and other measures of one label."""
    for place, (prevalence, recall, fallout, n) in enumerate(BINARY):
        rates = prevalence * recall, prevalence * (1 - recall), (1 - prevalence) * fallout
        truth = two_by_two(*map(np.asarray, (*rates, 1 - sum(rates))))
        drawn = draw(truth, n, tables, place)
        thin = drawn.sum(-1).min(-1) < FEW
        setting = f"prevalence {prevalence}, recall {recall}, fallout {fallout}, n {n}"
        for name in ("likelihood_ratio_positive", "likelihood_ratio_negative", "odds_ratio", "lift", "odds", *FURTHER):
            within = interval(name, drawn)
            yield cell(
                name, setting, float(get(name).raw(truth)), within.low, within.high, thin, ratio=name not in FURTHER
            )


def information(tables: int) -> Iterator[Cell]:
    """Mutual information and what is left to know, of sure predictors of even and uneven classes."""
    for place, (classes, right, even, n) in enumerate(
        (classes, right, even, n)
        for classes in (2, 3, 5, 10)
        for right in (1.0, 0.97)
        for even in (True, False)
        for n in (20, 150)
        if n >= 4 * classes
    ):
        shares = np.ones(classes) if even else np.arange(1.0, classes + 1)
        hit = (right - (1 - right) / (classes - 1)) * np.eye(classes) + (1 - right) / (classes - 1)
        truth = (shares / shares.sum())[:, None] * hit
        many = min(tables, 1000) if classes == 2 else tables
        drawn = draw(truth, n, many, 100 + place)
        setting = f"K {classes}, accuracy {right}, {'even' if even else 'uneven'}, n {n}"
        for name in ("mutual_information", "conditional_entropy"):
            within = interval(name, drawn)
            thin = np.array([note is not None for note in within.note])
            yield cell(name, setting, float(get(name).raw(truth)), within.low, within.high, thin)


def abstaining(tables: int) -> Iterator[Cell]:
    """Informedness of the answers times the share answered."""
    for place, (prevalences, right, silent, n) in enumerate(ABSTAINING):
        classes, shares, silence = len(prevalences), np.array(prevalences), np.array(silent)
        hit = (right - (1 - right) / (classes - 1)) * np.eye(classes) + (1 - right) / (classes - 1)
        answered = (shares * (1 - silence))[:, None] * hit
        truth = np.concatenate([answered, (shares * silence)[:, None]], axis=1)
        drawn = draw(truth, n, tables, 300 + place)
        answers = drawn[..., :-1]
        within, value = interval("informedness", answers), get("informedness").raw(answers)
        said = answers.sum((-1, -2))
        share = said / n, *jeffreys(said, np.full(tables, float(n)), (1 - LEVEL) / 2)
        low, high = product_limits((value, within.low, within.high), share)
        setting = f"prevalences {prevalences}, accuracy {right:.2f}, abstains {silent}, n {n}"
        thin = answers.sum(-1).min(-1) < FEW
        yield cell("discounted informedness", setting, float(DISCOUNTED["informedness"].raw(truth)), low, high, thin)


def labelling(tables: int) -> Iterator[Cell]:
    """Proficiency of label sets with hardly a wrong label."""
    measure = MEASURES["proficiency"]
    for place, (categories, n, share, missed, false) in enumerate(LABELLING):
        shares = np.linspace(0.02, 0.3, categories) if share is None else np.full(categories, share)
        truth = two_by_two(shares * (1 - missed), shares * missed, (1 - shares) * false, (1 - shares) * (1 - false))
        value = float(mutual_information.raw(truth).sum() / entropy_actual.raw(truth).sum())
        rng, many = np.random.default_rng([SEED, 500 + place]), min(tables, 1000)
        ends = np.empty((2, many))
        for turn in range(many):
            actual = rng.random((n, categories)) < shares
            said = np.where(actual, rng.random(actual.shape) >= missed, rng.random(actual.shape) < false)
            sets = read_sets(actual.astype(int), said.astype(int))
            ends[:, turn] = limits(measure, jackknife(measure, sets), sets, LEVEL)
        setting = f"{categories} categories in {share or '2 to 30%'}, missed {missed}, false {false}, n {n}"
        yield cell("multi-label proficiency", setting, value, *ends, np.zeros(many, bool))


def page(tables: int) -> Iterator[str]:
    """The page, line by line; it says first how many cells are below the goal."""
    cells = [each for part in (ratios, information, abstaining, labelling) for each in part(tables)]
    yield f"""# Coverage: ratios, information, abstention and label sets

How often the default 95% interval holds the truth, in settings with few positives, sure predictors, abstentions and
label sets with hardly a wrong label. Written by `benchmarks/calibration/ratios.py`, seed {SEED}. The column `tables`
says how many were drawn per cell; 1,000 where the method itself draws or every item is left out in turn. `usable`: the
share of tables with an interval (the value of the others is 0/0); coverage is over these. `flagged`: the share that is
reported with a caution. The width of a ratio is the median of log(high / low), infinite where most have no upper bound.
The last column gives the upper 99% limit of the coverage where it is below {GOAL}.

{len(cells)} cells; lowest coverage {min(float(np.mean(each.held)) for each in cells):.3f}; \
{sum(each.highest < GOAL for each in cells)} below the goal.
"""
    heads = "measure | setting | tables | coverage | width | usable | flagged | upper 99% limit"
    yield from grid(heads, (each.row() for each in cells), 2)


if __name__ == "__main__":
    write(PAGE, page, __doc__)
