"""How often `consensus` finds informed raters among guessers, and how sure of few items it may be.

``python benchmarks/calibration/consensus_sure.py [--tables 60]`` writes ``docs/coverage/consensus_sure.md``.
"""

from __future__ import annotations

import itertools
from pathlib import Path

import numpy as np
from frame import even, failing, grid, rare, write

import informed

PAGE = Path(__file__).parents[2] / "docs" / "coverage" / "consensus_sure.md"
ALPHA, SEED = 0.05, 61_000
MORE = 10  # times as many data sets of raters who guess, most of which are refused at once
SURE = (0.5, 0.7, 0.8, 0.9, 0.95, 0.99, 1.0)
GUESSERS = [  # what raters know, the shares of labels, items
    *(((0,) * raters, even(2), n) for raters, n in itertools.product((3, 4, 6), (20, 60, 200))),
    *(((0,) * 4, even(3), n) for n in (20, 60)),
    *(((0.8, 0.8, 0), even(2), n) for n in (20, 60, 200)),
    *(((0.9, 0.9, 0, 0), even(2), n) for n in (20, 60, 200)),
    ((0.9, 0.9, 0), rare(0.1), 60),
]
INFORMED = list(
    itertools.product(((3, 2), (5, 2), (4, 3), (6, 5)), ((0.4, 0.7), (0.6, 0.9)), ("habit", "any"), (20, 30, 60))
)


def rated(rng, shares, matrices, n):
    """The truth of n items, and what raters with these matrices say ``(items, raters)``."""
    truth = rng.choice(len(shares), n, p=shares)
    said = np.cumsum(matrices, -1)[np.arange(len(matrices)), truth[:, None]]
    return truth, (rng.random((n, len(matrices), 1)) > said[..., :-1]).sum(-1)


def asked(said, labels):
    """The consensus, or None of ratings with one label alone."""
    return informed.consensus(said.tolist(), labels=range(labels)) if len(np.unique(said)) > 1 else None


def guessers(rng, knows, shares, n, size):
    """How often there is an answer, and one in which a rater who guesses, or whom nobody can judge, is above 0."""
    share = np.array(knows)[:, None, None]
    matrices = share * np.eye(len(shares)) + (1 - share) * shares
    answered = above = 0
    for _ in range(size):
        found = asked(rated(rng, shares, matrices, n)[1], len(shares))
        if found is not None and found.refusal is None:
            answered += 1
            lows = [each.low for each in found.jointly.values()]
            above += any(low is not None and low > 0 for low, known in zip(lows, knows, strict=True) if not known)
    return answered / size, above / size


def informed_ones(rng, kind, knows, errors, n, size, bins):
    """The share of answers, the share of labels said to be right, and the share that are; bins gather all labels."""
    raters, labels = kind
    answers = []
    for _ in range(size):
        share = np.linspace(*knows, raters)[:, None, None]
        guess = rng.dirichlet(np.full(labels, 3.0), (raters, 1 if errors == "habit" else labels))
        shares = rng.dirichlet(np.full(labels, 6.0))
        truth, said = rated(rng, shares, share * np.eye(labels) + (1 - share) * guess, n)
        found = asked(said, labels)
        if found is None or found.refusal is not None:
            continue
        sure = np.array([each.probability for each in found.labels])
        right = np.array([each.label for each in found.labels]) == truth
        place = np.minimum(np.digitize(sure, SURE), len(SURE) - 1)
        for sums, weight in zip(bins, (np.ones(n), sure, right), strict=True):
            sums += np.bincount(place, weight, len(SURE))
        answers.append((found.voting.consensus_right, right.mean()))
    return len(answers) / size, *(np.mean(answers, axis=0) if answers else (np.nan, np.nan))


def guessing(size):
    """Raters of whom at most two are informed."""
    for place, (knows, shares, n) in enumerate(GUESSERS):
        found = guessers(np.random.default_rng(SEED + place), knows, shares, n, size)
        marks = [f"{each:.3f}{failing(each, size, ALPHA)}" for each in found]
        yield ", ".join(map(str, knows)), ", ".join(f"{each:.0%}" for each in shares), n, *marks


def knowing(size, bins):
    """Raters who are informed, on few items."""
    for place, (kind, knows, errors, n) in enumerate(INFORMED):
        rng = np.random.default_rng([SEED, place])
        share, said, right = informed_ones(rng, kind, knows, errors, n, size, bins)
        yield *kind, f"{knows[0]} to {knows[1]}", errors, n, f"{share:.2f}", f"{said:.3f}", f"{right:.3f}"


def page(size):
    """The page, line by line."""
    bins = np.zeros((3, len(SURE)))
    yield f"""# How sure a consensus may be

Written by `benchmarks/calibration/consensus_sure.py`, {MORE * size:,} data sets a row of raters who guess, {size:,} of
few items, seeds from {SEED}, level 95%.

## Raters who guess

*Answered*: three raters are said to be informed although at most two are; otherwise the answer is refused. *Above 0*:
the interval of a rater who guesses, which allows for all raters, lies above 0. Goal: at most 5%; a rate whose lower
99% limit is above it is marked with that.
"""
    yield from grid("raters know | labels | items | answered | above 0", guessing(MORE * size), 2)
    yield """
## Few items

Raters know the label with a probability from the first to the second number, else they answer by habit, or err in ways
of their own (*any*). *Said*: the share of labels that the answer says are right, *right*: the share that are, both over
the data sets that are answered.
"""
    yield from grid("raters | labels | know | errors | items | answered | said | right", knowing(size, bins), 4)
    yield "\nAll labels of all rows, by their probability:\n"
    told = (
        (f"{start} to {end}", f"{labels:,.0f}", f"{said / max(labels, 1):.3f}", f"{right / max(labels, 1):.3f}")
        for end, start, labels, said, right in zip(SURE, (0.0, *SURE), *bins, strict=False)
    )
    yield from grid("probability | labels | said | right", told)


if __name__ == "__main__":
    write(PAGE, page, __doc__)
