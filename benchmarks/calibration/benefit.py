"""How often bands of net benefit hold the whole curve, and how often a model is said to help where it does not.

``python benchmarks/calibration/benefit.py [--tables N]`` writes ``docs/coverage/benefit.md``.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
from frame import failing, grid, write
from scipy.special import expit, logit, ndtr

from informed import Scores
from informed.questions.sweep.benefit import benefit, thresholds_of

PAGE = Path(__file__).parents[2] / "docs" / "coverage" / "benefit.md"
SEED, GOAL = 20263, 0.05
# What the world is, prevalence, distance of the classes in standard deviations, how far the log odds are off, items,
# range of thresholds.
WORLDS = [
    ("informed", 0.3, 1.5, 0.0, 100, (0.05, 0.6)),
    ("informed", 0.3, 1.5, 0.0, 400, (0.05, 0.6)),
    ("informed", 0.3, 1.5, 0.0, 2000, (0.05, 0.6)),
    ("informed", 0.1, 1.0, 0.0, 200, (0.02, 0.4)),
    ("informed", 0.1, 1.0, 0.0, 1000, (0.02, 0.4)),
    ("rare", 0.02, 2.0, 0.0, 1000, (0.005, 0.2)),
    ("sure", 0.5, 3.0, 0.0, 200, (0.05, 0.95)),
    ("guesses", 0.3, 0.0, 0.0, 100, (0.05, 0.6)),
    ("guesses", 0.3, 0.0, 0.0, 1000, (0.05, 0.6)),
    ("guesses", 0.1, 0.0, 0.0, 300, (0.02, 0.4)),
    ("says too much", 0.1, 0.7, 2.0, 300, (0.05, 0.6)),
    ("says too little", 0.5, 0.7, -2.0, 300, (0.05, 0.6)),
]


def cells(tables: int) -> Iterator[str]:
    """A line for each world."""
    for place, (name, share, apart, off, n, ends) in enumerate(WORLDS):
        rng = np.random.default_rng([SEED, place])
        thresholds = thresholds_of(ends)
        at = np.array(thresholds)
        odds = at / (1 - at)
        slope, middle = max(apart, 1.0), apart / 2
        cut = (logit(at) - logit(share) - off) / slope + middle  # of the latent normal variable
        value = share * ndtr(apart - cut) - odds * (1 - share) * ndtr(-cut)
        gain = value - (share - odds * (1 - share))
        unhelpful = np.minimum(value, gain) <= 0
        held, pointwise, false, helped, wide = 0, 0.0, 0, 0.0, 0.0
        done = 0
        for _ in range(tables):
            positive = rng.random(n) < share
            if not 0 < positive.sum() < n:
                continue
            done += 1
            latent = rng.normal(size=n) + apart * positive
            said = expit(logit(share) + off + slope * (latent - middle))
            found = benefit(Scores.of(positive, said), thresholds, None, 0.95, 0)
            low, high = (
                np.array([[getattr(e, end) for e in c] for c in (found.values, found.gains)]) for end in ("low", "high")
            )
            inside = (low <= [value, gain]) & (high >= [value, gain])
            held += inside.all()
            pointwise += inside.mean()
            claimed = (low > 0).all(axis=0)
            false += (claimed & unhelpful).any()
            helped += claimed[~unhelpful].mean() if (~unhelpful).any() else 0
            wide += (high - low)[0].mean()
        miss = 1 - held / done
        mistaken = failing(false / done, done, GOAL / 2)
        power = f"{helped / done:.3f}" if (~unhelpful).any() else ""
        yield (
            f"| {name} | {share:g} | {ndtr(apart / 2**0.5):.2f} | {n:,} | {ends[0]:g} to {ends[1]:g} | {done:,} "
            f"| {held / done:.3f}{failing(miss, done, GOAL)} | {pointwise / done:.3f} | {false / done:.3f}{mistaken} "
            f"| {power} | {wide / done:.3f} |"
        )


def page(tables: int) -> Iterator[str]:
    """The page: what was done, then a line a world."""
    yield f"""# Coverage: net benefit

How often the 95% band of net benefit, and of its gain over acting on all items, holds both true curves at every
threshold of the range (`band`; the goal is 0.95), how often a single threshold is held (`single`), how often a stretch
where the model is said to help has a threshold where it does not (`false`; the goal is 0.025, since only one side of
the band can claim), and the share of the thresholds where it helps that are claimed (`power`). The scores are logistic
in a normal variable, with the true curve in closed form; "guesses" has no knowledge; in the last two the log odds are
off by two. Written by `benchmarks/calibration/benefit.py`, seed {SEED}. Where even the lower 99% limit of an error rate
is above its goal, it is given in bold.
"""
    yield from grid(
        "world | prevalence | auc | items | thresholds | tables | band | single | false | power | width",
        cells(tables),
    )


if __name__ == "__main__":
    write(PAGE, page, __doc__)
