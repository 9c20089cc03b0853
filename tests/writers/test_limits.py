"""The default screen of an evaluation fits: lines, columns, plain numbers, no fact twice, one line per cause."""

import re

import numpy as np
import pytest

import informed

LINES = {2: 24, 10: 34}
SCIENTIFIC = re.compile(r"\d[eE][+-]?\d")


def items(classes, n, knows, seed):
    """Actual and predicted labels of a predictor that knows some items and guesses the others."""
    rng = np.random.default_rng(seed)
    share = 1 / np.arange(1, classes + 1)
    names = np.array([f"kind{place}" for place in range(classes)])
    actual, guess = rng.choice(classes, (2, n), p=share / share.sum())
    return names[actual], names[np.where(rng.random(n) < knows, actual, guess)], rng


def options(kind, n, rng):
    return {
        "plain": {},
        "groups": {"by": rng.choice(["north", "south"], n)},
        "clusters": {"cluster": np.arange(n) // 3},
        "weights": {"weights": rng.random(n) + 0.5},
        "abstentions": {"abstain": "none"},
        "comparator": {"reference": "comparator"},
    }[kind]


@pytest.mark.parametrize("kind", ["plain", "groups", "clusters", "weights", "abstentions", "comparator"])
@pytest.mark.parametrize("knows", [0.0, 0.02, 0.5, 1.0])
@pytest.mark.parametrize("classes", [2, 10])
@pytest.mark.parametrize("n", [12, 60, 2000])
def test_the_default_screen_fits(classes, n, knows, kind):
    actual, predicted, rng = items(classes, n, knows, seed=n)
    how = options(kind, n, rng)
    if kind == "abstentions":
        predicted = np.where(rng.random(n) < 0.2, "none", predicted)
    text = str(informed.evaluate(actual, predicted, **how))
    lines = text.rstrip("\n").splitlines()
    assert len(lines) <= LINES[classes], text
    assert max(map(len, lines)) <= 80, text
    assert not SCIENTIFIC.search(text), text
    rows = [line.split()[0] for line in lines if re.match(r"  [a-z]\w+ +-?\d", line)]
    assert len(rows) == len(set(rows)), text  # a measure has one row
    assert not {"informedness", "edge"} <= set(rows)  # equal by definition for two classes
    assert not {"mcc", "correlation"} <= set(rows)
    causes = [line.partition(": ")[2] for line in lines if line.startswith("  Note: ")]
    assert len(causes) == len(set(causes)), text
