"""How often two equal scores are told apart, bands hold the whole curve, and the best threshold is in its range.

``python benchmarks/calibration/several.py [--tables N]`` writes ``docs/coverage/several.md``.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
from frame import failing, grid, write
from scipy.special import expit, logit, ndtr

from informed import sweep
from informed.questions.sweep.band import may_be_best, roc_band

PAGE = Path(__file__).parents[2] / "docs" / "coverage" / "several.md"
SEED, GOAL = 20264, 0.05
# The share of positives, distance of the classes, further noise of both scores and of the second alone, items.
WORLDS = [
    (0.5, 1.0, 0.5, 0.0, 60),
    (0.3, 1.5, 0.5, 0.0, 200),
    (0.1, 1.5, 0.5, 0.0, 400),
    (0.3, 2.5, 0.5, 0.0, 150),
    (0.3, 0.0, 0.5, 0.0, 200),
    (0.3, 1.5, 0.5, 1.0, 200),
    (0.3, 1.5, 0.5, 1.0, 800),
]
AT = (0.1, 0.5)


def cells(tables: int) -> Iterator[str]:
    """A line for each world."""
    for place, (share, apart, noise, more, n) in enumerate(WORLDS):
        rng = np.random.default_rng([SEED, place])
        auc = precision = gained = held = best = done = 0
        spread = np.sqrt(1 + noise**2)
        at = np.linspace(-5, 8, 300) * spread
        true = ndtr(-at / spread), ndtr((apart - at) / spread)
        wide = 0.0
        for _ in range(tables):
            positive = rng.random(n) < share
            if not 1 < positive.sum() < n - 1:
                continue
            done += 1
            latent = rng.normal(size=n) + apart * positive
            one = latent + noise * rng.normal(size=n)
            two = latent + noise * rng.normal(size=n) + more * rng.normal(size=n)
            said = {name: expit(logit(share) + each - apart / 2) for name, each in (("one", one), ("two", two))}
            found = sweep(positive, said, benefit=AT, draws=0, positive=True)
            first, second = found.differences
            auc += first.p_adjusted < GOAL
            precision += second.p_adjusted < GOAL
            (gap,) = found.net_benefit
            gained += bool(gap.wins or gap.loses)
            scores = found.sweeps["one"].sample
            upper, lower = (np.array(edge).T for edge in roc_band(scores, 0.95, 0).corners)
            held += all(
                recall <= upper[1][upper[0] <= fallout + 1e-9].max() + 1e-9
                and recall >= lower[1][lower[0] >= fallout - 1e-9].min() - 1e-9
                for fallout, recall in zip(*true, strict=True)
            )
            low, high = may_be_best(scores, 1.0, 0.95, 0)
            ideal = float(expit(logit(share)))  # the middle between the classes, where recall - fallout is greatest
            best += low <= ideal <= high
            wide += high - low
        equal = not more
        rates = [
            f"{each / done:.3f}{failing(each / done, done, GOAL) if equal else ''}" for each in (auc, precision, gained)
        ]
        there = f"{best / done:.3f}{failing(1 - best / done, done, GOAL)}" if apart else ""
        yield (
            f"| {'equal' if equal else 'first better'} | {share:g} | {ndtr(apart / spread / 2**0.5):.2f} | {n:,} "
            f"| {done:,} "
            f"| {' | '.join(rates)} | {held / done:.3f}{failing(1 - held / done, done, GOAL)} | {there} "
            f"| {wide / done:.2f} |"
        )


def page(tables: int) -> Iterator[str]:
    """The page: what was done, then a line a world."""
    yield f"""# Coverage: several scores

How often two scores of the same items are said to differ, by the area under the ROC curve (`auc`), by average
precision (`precision`) and by net benefit at any threshold probability from 0.1 to 0.5 (`benefit`, the simultaneous
band). Where both scores are equal such a claim is false, and the goal is at most 0.05; where the first is better it is
the power. `band`: how often the band of the ROC curve holds the whole true curve, `best`: how often the range of
thresholds that may be best holds the one of highest informedness, and `width` that range; the goal of both is at least
0.95. Each score is a shared normal variable with noise of its own. Written by `benchmarks/calibration/several.py`, seed
{SEED}. Where even the lower 99% limit of an error rate is above its goal, it is given in bold.
"""
    yield from grid(
        "scores | prevalence | auc | items | tables | auc differs | precision differs "
        "| benefit differs | band | best | width",
        cells(tables),
    )


if __name__ == "__main__":
    write(PAGE, page, __doc__)
