"""Do the scores tell the classes apart at all? Tests of the whole sweep."""

import math

import numpy as np

from informed.core.scores import Scores
from informed.inference.significance.named import Test, two_sided
from informed.questions.sweep.area import area

EXACT = 10_000  # beyond so many items of a class the limiting distribution is as good as the exact one
RANKED = "the area is 1/2: the scores do not rank the classes"
CHOSEN = "both classes have the same scores; the p of the best threshold that allows for having chosen it"


def separation(scores: Scores) -> dict[str, Test]:
    """Mann and Whitney's test of the area, and Kolmogorov and Smirnov's of the highest informedness (either sign).

    Both need items counted one by one; of weighted and of dependent ones the interval of the area must do.
    """
    scores = scores.plain()
    return (
        {}
        if scores.weighted or scores.dependent
        else {"mann_whitney": _mann_whitney(scores), "kolmogorov_smirnov": _smirnov(scores)}
    )


def _mann_whitney(scores: Scores) -> Test:
    """The normal approximation with its variance reduced for ties."""
    positives, others = (float(each) for each in scores.totals)
    n = positives + others
    tied = scores.counts.sum(axis=0, dtype=np.float64)
    ties = float((tied**3 - tied).sum()) / (n * (n - 1))
    variance = (n + 1 - ties) / (12 * positives * others)
    if variance <= 0:
        return Test(None, None, 1.0, f"{RANKED}; every score is the same")
    z = (area(scores).value - 0.5) / math.sqrt(variance)
    return Test(z, None, two_sided(z), RANKED)


def _smirnov(scores: Scores) -> Test:
    """The largest gap between the two distributions is the highest informedness of any threshold."""
    from scipy.stats import ks_2samp, kstwo

    totals = scores.totals.astype(np.float64)
    hits, alarms = np.cumsum(scores.counts, axis=1, dtype=np.float64) / totals[:, None]
    gap = float(abs(hits - alarms).max())
    if totals.max() <= EXACT:
        places = np.arange(len(scores.values))
        p = ks_2samp(*(np.repeat(places, row) for row in scores.counts)).pvalue
    else:
        p = kstwo.sf(gap, round(totals.prod() / totals.sum()))
    return Test(gap, None, float(p), CHOSEN)
