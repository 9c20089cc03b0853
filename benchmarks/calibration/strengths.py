"""How often a strength of the verdict of `evaluate` is said falsely: writes docs/coverage/strengths.md.

Run: python benchmarks/calibration/strengths.py [--tables 2000]
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
from frame import even, failing, grid, rare, write, zipf

import informed
from informed.core.counts import Counts
from informed.inference.interval import interval, p_value
from informed.inference.strength import ENOUGH, NEAR, SURE

PAGE = Path(__file__).parents[2] / "docs" / "coverage" / "strengths.md"
SEED = 77_000
GOAL, ALL = 0.05, 0.10
COLUMNS = ("better, hardly, probably", "better alone", "turned", "hardly", "no better", "at most", "any")
SHARES = (0.0, 0.03, 0.06, 0.1, 0.5)  # of the answers that are known
SETTINGS = [  # name, prevalence, bias, sizes
    ("K = 2, even", even(2), even(2), (12, 40, 200, 4000)),
    ("K = 2, 5% rare", rare(0.05), rare(0.05), (60, 400, 4000)),
    ("K = 2, 10% rare, half are called so", rare(0.1), even(2), (100, 1000)),
    ("K = 3, even", even(3), even(3), (20, 200, 4000)),
    ("K = 7, Zipf", zipf(7), zipf(7), (50, 500, 4000)),
    ("K = 20, Zipf", zipf(20), zipf(20), (100, 2000)),
]
DEPENDENT = [  # name, items of a cluster, spread of the weights, items
    ("K = 2, clusters of 5", 5, 0.0, (100, 400)),
    ("K = 2, weights", 1, 0.7, (60, 400)),
]


def knowing(prior, bias, share):
    """The joint distribution of a predictor that knows a share of the items and guesses the others with a bias."""
    return prior[:, None] * (share * np.eye(len(prior)) + (1 - share) * bias)


def false(low, high, sure, truth):
    """Which of the columns are false, for intervals at a true informedness."""
    above, near = low > 0, high < NEAR
    hardly, better = above & near, above & ~near & sure
    none = (low <= 0) & (high >= 0) & (low >= -NEAR) & (high <= NEAR)
    limited = (hardly | ((low <= 0) & (high >= 0))) & (truth > np.ceil(100 * high) / 100)
    found = [above & (truth <= 0), better & (truth <= 0), (high < 0) & (truth >= 0)]
    found += [hardly & ((truth >= NEAR) | (truth <= 0)), none & (abs(truth) > NEAR), limited]
    return [*found, np.logical_or.reduce(found)]


def plain(rng, prior, bias, share, n, size):
    """Items drawn one by one."""
    joint, k = knowing(prior, bias, share), len(prior)
    drawn = rng.multinomial(n, joint.ravel() / joint.sum(), size=size).reshape(size, k, k).astype(float)
    spoken = ((drawn.sum(-1) > 0).sum(-1) > 1) & ((drawn.sum(-2) > 0).sum(-1) > 1)
    low, high, sure = np.full(size, -1.0), np.ones(size), np.zeros(size, bool)
    for place in np.flatnonzero(spoken) if k > 2 else ():
        # labels that never occur are left out, as of every table that is judged
        counts = Counts(drawn[place])
        found = interval("informedness", counts)
        low[place], high[place] = float(found.low), float(found.high)
        if low[place] > 0:
            sizes = drawn[place].sum(-1)
            sure[place] = sizes[sizes > 0].min() >= ENOUGH or float(p_value("informedness", counts)) < SURE
    if k == 2:
        found = interval("informedness", drawn[spoken])
        low[spoken], high[spoken] = found.low, found.high
        sure[spoken] = (drawn[spoken].sum(-1).min(-1) >= ENOUGH) | (p_value("informedness", drawn[spoken]) < SURE)
    return false(low, high, sure, share)


def dependent(rng, cluster, spread, share, n, size):
    """Half the items of a cluster fare as its first one; weights are log-normal."""
    ends = []
    cells = knowing(even(2), even(2), share).ravel()
    for _ in range(size):
        first = rng.choice(4, (n // cluster, 1), p=cells)
        each = rng.choice(4, (n // cluster, cluster), p=cells)
        cell = np.where(rng.random(each.shape) < 0.5, first, each) if cluster > 1 else each
        how = {"cluster": np.repeat(np.arange(n // cluster), cluster)} if cluster > 1 else {}
        how |= {"weights": rng.lognormal(0, spread, n)} if spread else {}
        found = informed.evaluate(
            (cell // 2).ravel(), (cell % 2).ravel(), labels=[0, 1], only=["informedness"], per_label=(), **how
        )
        lead = found.measures["informedness"]
        known = lead.low is not None and found.strength != "constant"
        ends.append((lead.low, lead.high, found.strength == "better") if known else (-1.0, 1.0, False))
    low, high, sure = (np.array(each) for each in zip(*ends, strict=True))
    return false(low, high, sure, share)


def rows(size):
    """Each setting and share of known answers: how often each strength is said falsely."""
    parts = max(size // 4, 1), max(size // 8, 1)
    asked = [
        (name, share, n, plain, (prior, bias, share, n), size if len(prior) == 2 else parts[0])
        for name, prior, bias, sizes in SETTINGS
        for n in sizes
        for share in SHARES
    ]
    asked += [
        (name, share, n, dependent, (cluster, spread, share, n), parts[1])
        for name, cluster, spread, sizes in DEPENDENT
        for n in sizes
        for share in SHARES[:1] + SHARES[2:3]
    ]
    for seed, (name, share, n, simulated, given, sets) in enumerate(asked, SEED + 1):
        rates = [float(each.mean()) for each in simulated(np.random.default_rng(seed), *given, sets)]
        goals = [GOAL] * (len(rates) - 1) + [ALL]
        told = (f"{rate:.3f}{failing(rate, sets, goal)}" for rate, goal in zip(rates, goals, strict=True))
        yield name, f"{share:.0%}", f"{n:,}", *told


def page(size):
    """The page, line by line."""
    yield f"""# How often a strength is said falsely

Written by `benchmarks/calibration/strengths.py`, {size:,} data sets a row ({size // 4:,} of more than two classes,
{size // 8:,} with clusters or weights), seeds from {SEED}, level 95%. A predictor knows a share of the answers and
guesses the rest. Each column is the share of data sets on which these words were said although they are not true of the
population: better (three strengths) or turned round of one that guesses; hardly of one that knows 5% or more, or
nothing; no better of one that knows more than 5%; at most of one that knows more than that. Goal: at most 5% each and
10% together; a rate whose lower 99% limit is above the goal is marked with it.
"""
    yield from grid(" | ".join(["setting", "knows", "n", *COLUMNS]), rows(size))


if __name__ == "__main__":
    write(PAGE, page, __doc__)
