"""Coverage and size of comparisons of systems on the same items: writes docs/coverage/comparisons.md.

Run: python benchmarks/calibration/comparisons.py [--tables 4000]
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
from frame import even, failing, grid, rare, write, zipf

from informed.core.items import Items
from informed.core.registry import get
from informed.inference.adjustment import MaxT, adjust, shown_at
from informed.inference.interval import inversion
from informed.inference.pairing import Paired

PAGE = Path(__file__).parents[2] / "docs" / "coverage" / "comparisons.md"
MEASURES = ("informedness", "mcc", "kappa", "accuracy", "proficiency")
ALPHA, GOAL, ELSE, SEED = 0.05, 0.06, 0.08, 31_000
PAIR = np.array([[1, 0]])


def rates(prior, bias, share):
    """How each class is predicted by a system that knows a share of the items and guesses the others."""
    return share * np.eye(len(prior)) + (1 - share) * np.asarray(bias)


# name, prior, first system, second system, share of items on which the second copies the first, items
CELLS = [
    ("K = 2, even, both guess", even(2), (even(2), 0), (even(2), 0), 0, (30, 300)),
    ("K = 2, 10% rare, both guess", rare(0.1), (rare(0.1), 0), (even(2), 0), 0.5, (60,)),
    ("K = 2, even, both know 60%", even(2), (even(2), 0.6), (even(2), 0.6), 0.5, (40, 1000)),
    ("K = 2, even, guess against 90%", even(2), (even(2), 0), (even(2), 0.9), 0, (30,)),
    ("K = 2, 20% rare, 30% against 80%", rare(0.2), (rare(0.2), 0.3), (rare(0.2), 0.8), 0, (60,)),
    ("K = 2, one constant, the other guesses", even(2), ([1, 0], 0), (even(2), 0), 0, (30, 300)),
    ("K = 2, 5% rare, one nearly constant", rare(0.05), ([0.01, 0.99], 0.02), (rare(0.05), 0.02), 0, (60, 300)),
    ("K = 2, 10% rare, one knows little and says little", rare(0.1), ([0, 1], 0.15), (rare(0.3), 0.15), 0, (40, 120)),
    ("K = 4, even, guess against 90%", even(4), (even(4), 0), (even(4), 0.9), 0, (30,)),
    ("K = 4, Zipf, both guess", zipf(4), (zipf(4), 0), (even(4), 0), 0, (40,)),
    ("K = 4, Zipf, one constant, the other guesses", zipf(4), ([1, 0, 0, 0], 0), (zipf(4), 0), 0, (60,)),
    ("K = 4, even, both know half", even(4), (even(4), 0.5), (even(4), 0.5), 0.3, (120,)),
    ("K = 8, Zipf, both guess", zipf(8), (zipf(8), 0), (zipf(8), 0), 0, (50, 400)),
    ("K = 8, even, 30% against 80%", even(8), (even(8), 0.3), (even(8), 0.8), 0, (60,)),
    ("K = 8, Zipf, both know half", zipf(8), (zipf(8), 0.5), (zipf(8), 0.5), 0.5, (1000,)),
]


def items(rng, n, prior, systems, copies):
    """The items of one data set as Items over the labels that occur."""
    k = len(prior)
    actual = rng.choice(k, n, p=prior)
    said = [(rng.random((n, 1)) > np.cumsum(each, 1)[actual]).sum(1).clip(max=k - 1) for each in systems]
    if copies:
        said[1] = np.where(rng.random(n) < copies, said[0], said[1])
    return Items.of(actual, {str(at): each for at, each in enumerate(said)}, range(k)).occurring()


def judged(prior, first, second, copies, n, tables, seed):
    """For each measure: how often the interval misses the true difference, its mean width, and the usable data sets."""
    rng = np.random.default_rng(seed)
    systems = rates(prior, *first), rates(prior, *second)
    blend = copies * systems[0] + (1 - copies) * systems[1]
    truth = {
        m: float(np.subtract(*(get(m)(np.rint(1e9 * prior[:, None] * each)) for each in (blend, systems[0]))))
        for m in MEASURES
    }
    missed, width, usable = (dict.fromkeys(MEASURES, 0.0) for _ in range(3))
    for _ in range(tables):
        data = items(rng, n, prior, systems, copies)
        if len(np.unique(data.rows[:, 0])) < 2:
            continue
        for m in MEASURES:
            paired = Paired(get(m), data, draws=500)
            (low,), (high,) = paired.limits(PAIR)[1](ALPHA / 2)
            if np.isnan(low):
                continue
            usable[m] += 1
            missed[m] += not low - 1e-9 <= truth[m] <= high + 1e-9
            width[m] += high - low
    return {
        m: (missed[m] / max(usable[m], 1), width[m] / max(usable[m], 1), int(usable[m]), abs(truth[m]) < 1e-6)
        for m in MEASURES
    }


FAMILIES = [
    ("6 systems, K = 2, all guess", even(2), [0.0] * 6, 120),
    ("6 systems, K = 2, all know half", even(2), [0.5] * 6, 120),
    ("6 systems, K = 3, 3 know 10%, 3 know 60%", even(3), [0.1] * 3 + [0.6] * 3, 150),
    ("10 systems, K = 4, Zipf, all guess", zipf(4), [0.0] * 10, 200),
]


def family(prior, knows, n, tables, how, seed):
    """False claims among all pairs, whole families of intervals that hold, and intervals against the adjusted p."""
    rng = np.random.default_rng(seed)
    size, measure = len(knows), get("informedness")
    pairs = np.array([(b, a) for a in range(size) for b in range(a + 1, size)])
    truth = np.array([knows[b] - knows[a] for b, a in pairs])
    false = hold = against = 0
    for _ in range(tables):
        data = items(rng, n, prior, [rates(prior, prior, each) for each in knows], 0)
        paired = Paired(measure, data)
        limits = paired.limits(pairs)[1]
        p = np.atleast_1d(inversion(limits, 0.0))
        if how == "max_t":
            largest = MaxT.of(pairs, [paired.covariance], rng, 4000)
            adjusted, size_of = largest.adjust(p), np.full(len(pairs), largest.shown_at(ALPHA))
        else:
            adjusted = adjust(p, how)
            size_of = shown_at(p, adjusted, ALPHA, how)
        low, high = limits(size_of / 2)
        false += bool(((adjusted < ALPHA) & (truth == 0)).any())
        hold += bool(((low <= truth) & (truth <= high)).all())
        against += int((((low > 0) | (high < 0)) != (adjusted < ALPHA)).sum())
    return false / tables, hold / tables, against / tables


def reversals(n, tables, seed):
    """Equal informedness, unequal accuracy: how often both differences are shown, in opposite directions."""
    rng = np.random.default_rng(seed)
    systems = np.array([[0.9, 0.1], [0.5, 0.5]]), np.array([[0.5, 0.5], [0.1, 0.9]])
    said = 0
    for _ in range(tables):
        data = items(rng, n, rare(0.8), systems, 0)
        ends = [np.ravel(Paired(get(m), data).limits(PAIR)[1](ALPHA / 2)) for m in ("informedness", "accuracy")]
        sign = [(low > 0) * 1 - (high < 0) for low, high in ends]
        said += sign[0] * sign[1] < 0
    return said / tables


def differences(tables):
    """Each setting and number of items: by measure how often the interval misses, and its width."""
    places = ((*cell, n) for *cell, sizes in CELLS for n in sizes)
    for seed, (name, prior, first, second, copies, n) in enumerate(places, SEED + 1):
        found = judged(prior, first, second, copies, n, tables, seed)
        cells = [
            f"{miss:.3f}{'*' * null}{failing(miss, of, GOAL if null else ELSE)} | {width:.2f}"
            for miss, width, of, null in found.values()
        ]
        yield name, f"{n:,}", *cells, f"{1 - min(of for *_, of, _ in found.values()) / tables:.3f}"


def families(tables):
    """Each family of systems under both adjustments."""
    for seed, (name, prior, knows, n) in enumerate(FAMILIES, SEED + 100):
        for how in ("holm", "max_t"):
            false, hold, against = family(prior, knows, n, tables, how, seed)
            yield name, n, how, f"{false:.3f}{failing(false, tables, GOAL)}", f"{hold:.3f}", f"{against:.3f}"


def page(tables):
    """The page, line by line."""
    few = max(tables // 2, 1)
    yield f"""# Comparisons of systems that judged the same items

Written by `benchmarks/calibration/comparisons.py`: {tables:,} data sets a row (proficiency draws), seeds from {SEED},
level 95%. Each column is the share of data sets whose interval misses the true difference, then its mean width. Where
the truth is 0 that is the size of the test, with an asterisk. Goal: at most 6% there and 8% elsewhere; a rate whose
lower 99% limit is above the goal is marked with it. Refused: data sets without an interval.
"""
    heads = " | ".join(["setting", "n", *(f"{measure} | width" for measure in MEASURES), "refused"])
    yield from grid(heads, differences(tables))
    yield f"""
More than two systems, informedness, {few:,} data sets a row: how often any pair is falsely said to differ (goal 5 to
6%), how often all intervals hold together, and how many intervals a run contradict the adjusted p.
"""
    yield from grid("setting | n | adjust | false claim | all hold | contradictions", families(few), 3)
    yield "\nReversal: equal informedness, unequal accuracy (80% of one class).\n"
    yield from grid("n | said", ((n, f"{reversals(n, tables, SEED + n):.3f}") for n in (100, 400)), 0)


if __name__ == "__main__":
    write(PAGE, page, __doc__)
