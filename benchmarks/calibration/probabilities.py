"""How often slope and intercept of probabilities hold the truth, and how often calibrated ones are said to be off.

``python benchmarks/calibration/probabilities.py [--tables N]`` writes ``docs/coverage/probabilities.md``.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
from frame import failing, grid, write
from scipy.special import expit

from informed.core.keyed import Units
from informed.core.scores import Scores
from informed.questions.sweep.calibration import apart, calibration
from informed.readers.scores import Several

PAGE = Path(__file__).parents[2] / "docs" / "coverage" / "probabilities.md"
SEED, GOAL = 61958, 0.065
SETTINGS = [  # items, mean and spread of the logits, slope and intercept of the truth
    (50, 0.0, 1.3, 1.0, 0.0),
    (50, -1.5, 1.3, 1.0, 0.0),
    (200, -1.0, 1.3, 1.0, 0.0),
    (200, -3.0, 1.0, 1.0, 0.0),
    (1000, -3.0, 1.0, 1.0, 0.0),
    (1000, 0.0, 2.5, 1.0, 0.0),
    (200, -1.0, 1.3, 0.6, 0.0),
    (200, -1.0, 1.3, 1.5, 0.0),
    (200, -1.0, 1.3, 1.0, 0.5),
    (1000, -2.0, 1.3, 0.8, 0.0),
]


def settings(tables: int) -> Iterator[list[str]]:
    """A row for each setting."""
    for place, (items, mean, spread, slope, intercept) in enumerate(SETTINGS):
        rng = np.random.default_rng([SEED, place])
        held, off, bins, used, nearer, widths = np.zeros(2), 0, 0, np.zeros(2), 0, []
        for _ in range(tables):
            logits = rng.normal(mean, spread, items)
            actual = rng.random(items) < expit(intercept + slope * logits)
            if not 0 < actual.sum() < items:
                continue
            found = calibration(Scores.of(actual, expit(logits)))
            truths = (slope, intercept if slope == 1 else np.nan)
            for at, (each, truth) in enumerate(zip((found.slope, found.intercept), truths, strict=True)):
                known = each.low is not None and truth == truth
                used[at] += known
                held[at] += known and each.low <= truth <= each.high
            widths += [found.slope.high - found.slope.low] if found.slope.low is not None else []
            off += found.p < 0.05
            bins += any(each.off for each in found.bins)
            two = {name: expit(logits + rng.normal(0, 0.5, items)) for name in "ab"}
            twins = Several(actual, two, Units(np.ones(items)), (1, 0))
            nearer += apart(twins, 0.95)[0].p_adjusted < 0.05
        rates = [
            f"{1 - miss:.3f}{failing(miss, int(n), GOAL)}" if n else ""
            for miss, n in zip(1 - held / np.maximum(used, 1), used, strict=True)
        ]
        exact = (slope, intercept) == (1, 0)
        said = [f"{rate:.3f}{failing(rate, tables, 0.05) if exact else ''}" for rate in (off / tables, bins / tables)]
        said.append(f"{nearer / tables:.3f}{failing(nearer / tables, tables, 0.05)}")
        yield [items, mean, spread, slope, intercept, *rates, f"{np.median(widths):.2f}", *said]


def page(tables: int) -> Iterator[str]:
    """The page."""
    yield f"""# Probabilities that mean what they say, and others

`informed sweep --show calibration`: 95% limits of slope and intercept of the line of logits, the test of both together
(`off`: how often p < .05), and the band of the reliability table (`bin off`: how often the mean score of any bin lies
outside). Logits of the scores are normal with `mean` and `spread`; what comes true has the logit `intercept` + `slope`
x that of the score. Where these are 0 and 1, `off` and `bin off` are false claims, elsewhere power. `nearer`: two
scores with equal, independent errors, and how often one is said to be nearer to what came true: always a false claim.
{tables:,} samples a setting. The method: [probabilities](../methods/probabilities.md). Written by
`benchmarks/calibration/probabilities.py`, seed {SEED}. Where even the lower 99% limit of an error is above {GOAL} (of a
false claim: above 0.05), it is given in bold.
"""
    heads = "items | mean | spread | slope | intercept | slope held | intercept held | width of slope | off | bin off"
    yield from grid(f"{heads} | nearer", settings(tables), 5)


if __name__ == "__main__":
    write(PAGE, page, __doc__)
