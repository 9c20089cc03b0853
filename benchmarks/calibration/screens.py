"""How often a whole screen of `evaluate` says something false: writes docs/coverage/screens.md.

Run: python benchmarks/calibration/screens.py [--tables 200]
"""

from pathlib import Path

import numpy as np
from frame import even, failing, grid, rare, write

from informed import Counts, evaluate
from informed.inference.strength import BEATING, NEAR

PAGE = Path(__file__).parents[2] / "docs" / "coverage" / "screens.md"
SEED, GOAL, TOGETHER = 91_000, 0.05, 0.10
COLUMNS = ("strength", "at most", "accuracy against a constant", "pays, or not", "more, less than guessing", "any")
SETTINGS = [  # name, prevalence, bias, known share, items
    ("K = 2, even", even(2), even(2), 0.0, 20),
    ("K = 2, even", even(2), even(2), 0.1, 200),
    ("K = 2, 10% rare, half are called so", rare(0.1), even(2), 0.05, 300),
    ("K = 2, 5% rare", rare(0.05), rare(0.05), 0.3, 400),
    ("K = 3, even", even(3), even(3), 0.0, 60),
]


def false(joint, known, counts, worth):
    """Which kinds of sentences are false of the population that the table was drawn from."""
    found = evaluate(counts, value=worth, per_label=("informedness",))
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
    accurate = (" is above the " in told and apart <= 0) or (" is below the " in told and apart >= 0)
    pricing = {each.code: each for each in found.pricing.words()}
    value, constant = (joint * worth).sum(), (joint.sum(-1) @ worth).max()
    outcome = pricing["constant"].facts["outcome"]
    pays = (outcome == "pays" and value <= constant) or (outcome == "loses" and value >= constant)
    gain = value - (np.outer(joint.sum(-1), joint.sum(-2)) * worth).sum()
    told = str(pricing.get("worth", ""))
    worthy = (" more than " in told and gain <= 1e-12) or (" less than " in told and gain >= -1e-12)
    each = [wrong, limited, accurate, pays, worthy]
    return [*each, any(each)]


def rows(size):
    """Each setting: how often each kind of sentence is false, and how often any of them."""
    for seed, (name, prior, bias, known, n) in enumerate(SETTINGS, SEED):
        rng, k = np.random.default_rng(seed), len(prior)
        joint = prior[:, None] * (known * np.eye(k) + (1 - known) * bias)
        worth = np.where(np.eye(k, dtype=bool), 1.0, 0.0) / prior[:, None] / k  # a rare class is worth more
        rates = np.zeros(len(COLUMNS))
        for _ in range(size):
            table = rng.multinomial(n, joint.ravel()).reshape(k, k)
            rates += false(joint, known, Counts(table, labels=range(k)), worth)
        goals = [GOAL if name == "at most" else TOGETHER for name in COLUMNS]
        told = (f"{rate:.3f}{failing(rate, size, goal)}" for rate, goal in zip(rates / size, goals, strict=True))
        yield name, f"{known:.0%}", f"{n:,}", *told


def page(size):
    """The page, line by line."""
    yield f"""# How often a screen says something false

Written by `benchmarks/calibration/screens.py`, {size:,} tables a row, seeds from {SEED}, level 95%. A predictor knows a
share of the answers and guesses the rest; being right is worth more on a rare class. Each column is the share of tables
whose screen says such a sentence although it is not true of the population; the last is the share of screens with any
of them. Goal: at most 5% for what is at most, 10% for each other column, which holds two kinds (better and worse), and
for a screen; a rate whose lower 99% limit is above the goal is marked with it.
"""
    yield from grid(" | ".join(["setting", "knows", "n", *COLUMNS]), rows(size))


if __name__ == "__main__":
    write(PAGE, page, __doc__)
