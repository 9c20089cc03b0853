"""How often the checks of `evaluate_cv` say what is not so, and how often they say what is.

``python benchmarks/calibration/checks.py [--tables N]`` writes ``docs/coverage/checks.md``.
"""

from __future__ import annotations

import warnings
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from frame import failing, grid, write
from scipy.stats import norm
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.linear_model import LogisticRegression
from sklearn.tree import DecisionTreeClassifier

from informed.core.words import code_of
from informed.integrations.out_of_fold import evaluate_cv

PAGE = Path(__file__).parents[2] / "docs" / "coverage" / "checks.md"
SEED, GOAL = 20266, 0.05
CODES = ("overfitted", "leak", "worse_than_simple")
# Items, columns, the area of each of the first three columns and of the best one, the estimator, and what is so of it.
WORLDS = [
    ("logistic regression", LogisticRegression(), 200, 5, 0.70, 0.70, ()),
    ("logistic regression, few items", LogisticRegression(), 60, 3, 0.70, 0.70, ()),
    ("discriminant analysis", LinearDiscriminantAnalysis(), 200, 5, 0.75, 0.75, ()),
    ("discriminant analysis, guessing", LinearDiscriminantAnalysis(), 200, 5, 0.50, 0.50, ("overfitted",)),
    ("one column of area .97", LinearDiscriminantAnalysis(), 200, 5, 0.70, 0.97, ()),
    ("one column of area .97, few items", LinearDiscriminantAnalysis(), 60, 5, 0.70, 0.97, ()),
    ("small tree", DecisionTreeClassifier(max_depth=1), 200, 5, 0.50, 0.90, ()),
    ("full tree", DecisionTreeClassifier(), 200, 5, 0.75, 0.75, ("overfitted", "worse_than_simple")),
    ("one column of area .9995", LinearDiscriminantAnalysis(), 200, 5, 0.70, 0.9995, ("leak",)),
]


def drawn(n: int, columns: int, usual: float, best: float, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """Labels and normal columns: the first of the best area, two of the usual one, the others of none."""
    y = np.arange(n) % 2
    area = np.array([best, usual, usual] + [0.5] * (columns - 3))
    return rng.normal(size=(n, columns)) + np.outer(y, np.sqrt(2) * norm.ppf(area)), y


def cells(tables: int) -> Iterator[str]:
    """A line for each world."""
    warnings.simplefilter("ignore")
    for name, estimator, n, columns, usual, best, so in WORLDS:
        rng = np.random.default_rng([SEED, *name.encode()])
        said: Counter[str] = Counter()
        for _ in range(tables):
            X, y = drawn(n, columns, usual, best, rng)
            order = rng.permutation(n)
            said.update(code_of(note) for note in evaluate_cv(estimator, X[order], y[order], cv=5).counts.notes)
        rates = []
        for code in CODES:
            rate = said[code] / tables
            rates.append(f"said {rate:.3f}" if code in so else f"{rate:.3f}{failing(rate, tables, GOAL)}")
        yield f"| {name} | {n:,} | {tables:,} | {' | '.join(rates)} |"


def page(tables: int) -> Iterator[str]:
    """The page: what was done, then a line a world."""
    yield f"""# Coverage: checks of an estimator

How often the notes of `evaluate_cv` say that an estimator is overfitted, that one column gives the label away, or that
logistic regression does better, where that is not so (the goal is at most 0.05 for each), and after `said` how often
where it is. Half of the items are positive, all columns are normal, five folds. Overfitted means more than 0.1 above
the interval of new items; a column gives the label away when it is shown to rank more than 97% of the pairs right.
Written by `benchmarks/calibration/checks.py`, seed {SEED}. Where even the lower 99% limit of a false rate is above its
goal, it is given in bold.
"""
    yield from grid("estimator | items | data sets | overfitted | leak | worse than simple", cells(tables))


if __name__ == "__main__":
    write(PAGE, page, __doc__)
