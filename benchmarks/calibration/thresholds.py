"""A threshold chosen by significance or by informedness (Powers 2007, section 2.7): what it is worth on other items.

``python benchmarks/calibration/thresholds.py [--tables N]`` writes ``docs/coverage/thresholds.md``.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from pathlib import Path

import numpy as np
from frame import grid, write
from scipy.special import ndtr, ndtri

PAGE = Path(__file__).parents[2] / "docs" / "coverage" / "thresholds.md"
SEED = 20415
RULES = ("informedness", "chi2", "g2", "f", "accuracy")


def entropy(*parts: np.ndarray) -> np.ndarray:
    """-sum p log p in nats."""
    return -sum(np.where(each > 0, each * np.log(np.where(each > 0, each, 1)), 0) for each in parts)


def values(recall: np.ndarray, fallout: np.ndarray, prevalence: float) -> dict[str, np.ndarray]:
    """What each rule makes greatest: per item, so that chi2 is informedness times markedness."""
    tp, fp = prevalence * recall, (1 - prevalence) * fallout
    bias = tp + fp
    spread = bias * (1 - bias)
    beyond = tp - prevalence * bias
    chi2 = beyond * np.abs(beyond) / np.where(spread > 0, spread * prevalence * (1 - prevalence), 1)
    g2 = entropy(bias, 1 - bias) + entropy(np.array(prevalence), np.array(1 - prevalence))
    g2 = (g2 - entropy(tp, fp, prevalence - tp, 1 - prevalence - fp)) * np.sign(beyond)
    f = 2 * tp / (prevalence + bias)
    return dict(zip(RULES, (recall - fallout, chi2, g2, f, tp + 1 - prevalence - fp), strict=True))


def chosen(positive: np.ndarray, scores: np.ndarray) -> dict[str, float]:
    """The threshold that each rule takes: midway between two scores, a score or more is positive."""
    order = np.argsort(-scores, kind="stable")
    hits, cuts = positive[order], scores[order]
    ends = np.flatnonzero(np.diff(cuts, append=-np.inf))[:-1]
    recall, fallout = (np.cumsum(each)[ends] / each.sum() for each in (hits, ~hits))
    places = {name: ends[int(np.argmax(each))] for name, each in values(recall, fallout, float(hits.mean())).items()}
    return {name: float(cuts[place] + cuts[place + 1]) / 2 for name, place in places.items()}


def line(worth: dict[str, list[tuple[float, float]]]) -> str:
    """Of each rule the mean informedness and correlation on other items."""
    cells = (
        f"{np.mean([b for b, _ in worth[name]]):.3f} | {np.mean([m for _, m in worth[name]]):.3f}" for name in RULES
    )
    return " | ".join(cells)


def normal(tables: int) -> Iterator[str]:
    """Scores that are normal in both classes; what a threshold is worth is known exactly."""
    for place, (area, prevalence, items) in enumerate(product((0.65, 0.85), (0.5, 0.2, 0.05), (100, 1000))):
        rng, shift = np.random.default_rng([SEED, place]), 2**0.5 * float(ndtri(area))
        worth: dict[str, list[tuple[float, float]]] = {name: [] for name in RULES}
        for _ in range(tables):
            positive = np.arange(items) < max(int(prevalence * items), 2)
            cuts = chosen(positive, rng.standard_normal(items) + shift * positive)
            for name, cut in cuts.items():
                here = values(ndtr(shift - cut), ndtr(-cut), prevalence)
                worth[name].append((float(here["informedness"]), float(np.sqrt(np.maximum(here["chi2"], 0)))))
        yield f"| {area} | {prevalence} | {items:,} | {line(worth)} |"


def real(tables: int) -> Iterator[str]:
    """Scores of a logistic regression for held-out items of scikit-learn's data; halves choose, halves judge."""
    from sklearn.datasets import load_breast_cancer, load_digits, load_wine
    from sklearn.linear_model import LogisticRegression
    from sklearn.model_selection import cross_val_predict
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import StandardScaler

    for name, load, label in (
        ("breast cancer", load_breast_cancer, 0),
        ("digit 8", load_digits, 8),
        ("wine 2", load_wine, 2),
    ):
        data, target = load(return_X_y=True)
        positive, rng = target == label, np.random.default_rng([SEED, label])
        data = data + 3 * data.std(0) * rng.standard_normal(data.shape)  # as they are, they are told apart too well
        model = make_pipeline(StandardScaler(), LogisticRegression(max_iter=500))
        scores = cross_val_predict(model, data, positive, cv=5, method="decision_function")
        worth: dict[str, list[tuple[float, float]]] = {each: [] for each in RULES}
        for _ in range(tables):
            half = rng.permutation(len(scores)) < len(scores) // 2
            for rule, cut in chosen(positive[half], scores[half]).items():
                said, truth = scores[~half] >= cut, positive[~half]
                here = values(said[truth].mean(), said[~truth].mean(), float(truth.mean()))
                worth[rule].append((float(here["informedness"]), float(np.sqrt(np.maximum(here["chi2"], 0)))))
        yield f"| {name} | {positive.mean():.2f} | {len(scores) // 2:,} | {line(worth)} |"


def page(tables: int) -> Iterator[str]:
    """The page."""
    yield f"""# Thresholds by significance or by informedness

A threshold is chosen on some items by what it makes greatest there: informedness (and so KB), chi-squared (Pearson's, N
times the squared correlation), G2 (N times mutual information), F or accuracy. Then its informedness (`B`) and its
correlation (`r`; the power of a test on n new items follows from n r^2) on other items. What follows from it:
[thresholds](../methods/thresholds.md). Written by `benchmarks/calibration/thresholds.py`, {tables:,} samples a setting,
seed {SEED}.

## Normal scores

Both classes are normal with the same spread; informedness and correlation of a threshold are exact.
"""
    heads = " | ".join(f"{name}: B | r" for name in RULES)
    yield from grid(f"area | prevalence | items | {heads}", normal(tables), 0)
    yield """
## Data of scikit-learn

Scores of a logistic regression, out of fold, of columns with noise added (three of their standard deviations). One
half of the items chooses the threshold, the other judges it.
"""
    yield from grid(f"data | prevalence | items | {heads}", real(tables))


if __name__ == "__main__":
    write(PAGE, page, __doc__)
