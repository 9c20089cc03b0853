"""How often a whole screen of `evaluate` says something false: writes docs/coverage/screens.md.

Run: python benchmarks/calibration/screens.py [--tables 400]
"""

from pathlib import Path

import numpy as np
from frame import even, failing, grid, rare, write, zipf

from informed import evaluate
from informed.inference.strength import BEATING, NEAR

PAGE = Path(__file__).parents[2] / "docs" / "coverage" / "screens.md"
SEED, GOAL, TOGETHER = 91_000, 0.05, 0.10
ONE = ("at most", "groups differ", "labels")  # kinds of one side; the others hold two, better and worse
COLUMNS = ("strength", "at most", "accuracy against a constant", "pays, or not", "more, less than guessing",
           "groups differ", "labels", "any")  # fmt: skip
SETTINGS = [  # name, prevalence, bias, known share, items, what else there is of each item
    ("K = 2, even", even(2), even(2), 0.0, 14, ""),
    ("K = 2, even", even(2), even(2), 0.0, 20, ""),
    ("K = 2, even", even(2), even(2), 0.1, 200, ""),
    ("K = 2, even", even(2), even(2), 0.6, 40, ""),
    ("K = 2, 10% rare, half are called so", rare(0.1), even(2), 0.05, 300, ""),
    ("K = 2, 5% rare", rare(0.05), rare(0.05), 0.0, 400, ""),
    ("K = 2, 5% rare", rare(0.05), rare(0.05), 0.3, 400, ""),
    ("K = 3, even", even(3), even(3), 0.0, 60, ""),
    ("K = 3, Zipf, called evenly", zipf(3), even(3), 0.3, 150, ""),
    ("K = 7, Zipf", zipf(7), zipf(7), 0.0, 200, ""),
    ("K = 7, Zipf", zipf(7), zipf(7), 0.4, 300, ""),
    ("K = 20, Zipf", zipf(20), zipf(20), 0.0, 400, ""),
    ("K = 20, Zipf", zipf(20), zipf(20), 0.3, 400, ""),
    ("K = 2, clusters of 5", even(2), even(2), 0.0, 150, "cluster"),
    ("K = 3, clusters of 5", even(3), even(3), 0.2, 200, "cluster"),
    ("K = 2, weights", even(2), even(2), 0.0, 100, "weights"),
    ("K = 3, weights", even(3), even(3), 0.2, 200, "weights"),
    ("K = 2, 3 groups", even(2), even(2), 0.0, 90, "by"),
    ("K = 2, 20% rare, 3 groups", rare(0.2), rare(0.2), 0.4, 240, "by"),
    ("K = 3, 4 groups", even(3), even(3), 0.3, 200, "by"),
]


def drawn(rng, joint, n, more):
    """The actual and the predicted label of every item, and its cluster, weight or group."""
    k = len(joint)
    cell = rng.choice(k * k, n, p=joint.ravel() / joint.sum())
    found = {"weights": rng.lognormal(0, 0.7, n), "by": rng.integers(0, 3 + (k > 2), n)}.get(more)
    if more == "cluster":  # half the items fare as the first of their cluster
        found = np.arange(n) // 5
        cell = np.where(rng.random(n) < 0.5, cell[found * 5], cell)
    return cell // k, cell % k, {} if found is None else {more: found}


def false(joint, known, found, priced, worth):
    """Which kinds of sentences are false of the population that the items were drawn from."""
    said, lead = {each.code: each for each in found.findings}, found.measures["informedness"]
    strength, high = found.strength, 1.0 if lead.high is None else lead.high
    wrong = {
        "hardly": not 0 < known < NEAR,
        "none": known > NEAR,
        "turned": True,
    }.get(strength, strength in BEATING and known <= 0)
    limited = strength in ("hardly", "none", "open") and known > np.ceil(100 * high) / 100
    label = found.diagnosis["baseline"]["label"] if "baseline" in found.diagnosis else 0
    apart = np.trace(joint) - joint.sum(-1)[label]
    told = str(said.get("against_constant", ""))
    accurate = (" is above the " in told and apart <= 1e-9) or (" is below the " in told and apart >= -1e-9)
    pricing = {each.code: each for each in priced.words()}
    value, constant = (joint * worth).sum(), (joint.sum(-1) @ worth).max()
    outcome = pricing["constant"].facts["outcome"]
    pays = (outcome == "pays" and value <= constant + 1e-9) or (outcome == "loses" and value >= constant - 1e-9)
    gain = value - (np.outer(joint.sum(-1), joint.sum(-2)) * worth).sum()
    beyond = priced.gain.value
    worthy = "worth" in pricing and ((beyond > 0 and gain <= 1e-12) or (beyond < 0 and gain >= -1e-12))
    groups = str(said.get("groups_differ", "")).startswith("Groups differ") or "group_mixing" in said
    groups |= "group_guessing" in said and known > 0
    often = [at for at in range(len(joint)) if f"says '{at}' too often" in str(said.get("calls", ""))]
    labels = (
        "permuted" in said or "perverse_labels" in said or any(joint.sum(0)[at] <= joint.sum(1)[at] for at in often)
    )
    each = [wrong, limited, accurate, pays, worthy, groups, labels]
    return [*each, any(each)]


def rows(size):
    """Each setting: how often each kind of sentence is false, and how often any of them."""
    for seed, (name, prior, bias, known, n, more) in enumerate(SETTINGS, SEED):
        rng, k = np.random.default_rng(seed), len(prior)
        joint = prior[:, None] * (known * np.eye(k) + (1 - known) * bias)
        worth = np.where(np.eye(k, dtype=bool), 1.0, 0.0) / prior[:, None] / k  # a rare class is worth more
        rates, tried = np.zeros(len(COLUMNS)), 0
        sets = size if k == 2 and not more else max(size // 4, 1)
        while tried < sets:
            actual, predicted, other = drawn(rng, joint, n, more)
            if len(set(actual.tolist())) < 2:
                continue
            tried += 1
            found = evaluate(actual, predicted, labels=range(k), **other)
            priced = evaluate(actual, predicted, labels=range(k), value=worth, **other).pricing
            rates += false(joint, known, found, priced, worth)
        goals = [GOAL if column in ONE else TOGETHER for column in COLUMNS]
        told = (f"{rate:.3f}{failing(rate, sets, goal)}" for rate, goal in zip(rates / sets, goals, strict=True))
        yield name, f"{known:.0%}", f"{n:,}", f"{sets:,}", *told


def page(size):
    """The page, line by line."""
    yield f"""# How often a screen says something false

Written by `benchmarks/calibration/screens.py`, seeds from {SEED}, level 95%. A predictor knows a share of the answers
and guesses the rest; being right is worth more on a rare class. Half the items of a cluster fare as its first; weights
are log-normal; groups are alike. Each column is the share of data sets whose screens, with prices and without, say such
a sentence although it is not true of the population: *labels* are that a label is said too often, predicted worse than
chance or permuted. The last is the share with any of them on either screen. An interval in brackets is not counted
here. Goal: at most 5% for what is of one side ({", ".join(ONE)}), 10% for each other column, which holds two kinds
(better and worse), and for a screen; a rate whose lower 99% limit is above the goal is marked with it.
"""
    yield from grid(" | ".join(["setting", "knows", "n", "data sets", *COLUMNS]), rows(size))


if __name__ == "__main__":
    write(PAGE, page, __doc__)
