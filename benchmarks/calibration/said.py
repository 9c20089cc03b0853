"""Sentences of deployments, spans, sweeps, renamings, and what a number of items promises: docs/coverage/said.md.

Run: python benchmarks/calibration/said.py [--tables 400]
"""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
from frame import even, failing, grid, rare, write, zipf
from scipy.stats import norm

import informed
from informed.core.counts import Counts
from informed.core.errors import InputError
from informed.core.registry import get
from informed.inference.strength import BEATING
from informed.questions.sweep import sweep_classes

PAGE = Path(__file__).parents[2] / "docs" / "coverage" / "said.md"
SEED, ALPHA, POWER, SLACK = 64_000, 0.05, 0.8, 0.05
PLANNED = re.compile(r"if it knows ([\d.]+)% of the answers, about ([\d,]+) would (settle|show) it")
SIZED = re.compile(r"about ([\d,]+) would show a difference of 5 points")


def knowing(prior, bias, share):
    """The joint distribution of a predictor that knows a share of the items and guesses the others with a bias."""
    return prior[:, None] * (share * np.eye(len(prior)) + (1 - share) * bias)


def table(rng, joint, n):
    """A table of n items."""
    k = len(joint)
    return Counts(rng.multinomial(n, joint.ravel() / joint.sum()).reshape(k, k), labels=range(k))


def promised(found, pattern):
    """What the last line of a screen promises, by a pattern of its words."""
    return next(filter(None, (pattern.search(each.aim) for each in found.steps())), None)


# --- how many items are enough: the share of fresh data sets on which it is shown ---


def settled(rng, prior, known, n, size):
    """So many items as the screen of a pilot names: how often they show a predictor that knows as much as it says."""
    shown, tried = 0, 0
    for _ in range(size):
        try:
            step = promised(informed.evaluate(table(rng, knowing(prior, prior, known), n)), PLANNED)
        except InputError:
            continue
        if step is None:
            continue
        share, items, word = float(step[1]) / 100, int(step[2].replace(",", "")), step[3]
        found = informed.evaluate(table(rng, knowing(prior, prior, share), items)).strength
        shown += found == "better" if word == "settle" else found in BEATING
        tried += 1
    return shown / max(tried, 1), tried


def told_apart(rng, prior, known, n, copies, size):
    """So many items as a comparison names: how often they show that the second knows 5 points more."""

    def drawn(shares, items):
        actual = rng.choice(len(prior), items, p=prior)
        hard, guess = rng.random((2, items)), rng.choice(len(prior), (2, items), p=prior)
        same = rng.random(items) < copies
        hard[1], guess[1] = (np.where(same, each[0], each[1]) for each in (hard, guess))
        said = {str(at): np.where(hard[at] < share, actual, guess[at]) for at, share in enumerate(shares)}
        return informed.compare(actual=actual, predicted=said, measures=["informedness"])

    shown, tried = 0, 0
    for _ in range(size):
        step = promised(drawn((known, known), n), SIZED)
        if step is None:
            continue
        shown += drawn((known, known + 0.05), int(step[1].replace(",", ""))).findings[0].code in ("better", "worse")
        tried += 1
    return shown / max(tried, 1), tried


# --- what is said although it is not so ---


def within(rng, prior, known, n, margin, size):
    """Not worse, or equivalent, within a margin by which the first is in truth worse."""
    false = 0
    for _ in range(size):
        actual = rng.choice(len(prior), n, p=prior)
        said = {}
        for name, share in (("a", known - margin), ("b", known)):
            said[name] = np.where(rng.random(n) < share, actual, rng.choice(len(prior), n, p=prior))
        found = informed.compare(actual=actual, predicted=said, measures=["informedness"], margin=margin)
        (each,) = found.differences
        first = each.first == "a"  # of the other order the lower test is about the better one
        name = "equivalent" if not first else "non_inferior"
        false += (each.equivalence or {}).get(name, 1.0) < ALPHA
    return false / size, size


def elsewhere(rng, recall, specificity, share, there, n, size):
    """The truth lies outside the interval of a measure at another prevalence: the worst of four."""
    rates = np.array([[recall, 1 - recall], [1 - specificity, specificity]])
    names = ("precision", "accuracy", "kappa", "expected_value")
    cost = np.array([[0.0, 5.0], [1.0, 0.0]])
    joint, new = rates * rare(share)[:, None], rates * rare(there)[:, None]
    truth = {name: float(get(name).raw(new)) for name in names[:3]} | {"expected_value": -float((new * cost).sum())}
    out = dict.fromkeys(names, 0)
    for _ in range(size):
        counts = table(rng, joint, n)
        if (np.asarray(counts.table).sum(-1) == 0).any():
            continue
        found = informed.deploy(counts, positive=0, prevalence=there, cost=cost.tolist()).measures
        for name in names:
            each = found[name]
            out[name] += each.low is not None and not each.low - 1e-12 <= truth[name] <= each.high + 1e-12
    return max(out.values()) / size, size


def tokens(rng, known, texts, size):
    """The tokens of spans are said to be better, or worse, than guessing, or the interval leaves out the truth."""
    share = np.array([0.8, 0.12, 0.08])  # of O, A and B; a text has a skill and habits of its own
    false, names = 0, ["O", "B-A", "B-B"]
    truth = known
    for _ in range(size):
        sides = ([], [])
        for _ in range(texts):
            skill = rng.beta(4 * known, 4 * (1 - known)) if known else 0.0
            actual = rng.choice(3, 20, p=share)
            said = np.where(rng.random(20) < skill, actual, rng.choice(3, 20, p=share))
            for side, labels in zip(sides, (actual, said), strict=True):
                side.append([names[at] for at in labels])
        found = informed.spans(*sides).informedness
        false += found.low is not None and not found.low <= truth <= found.high
    return false / size, size


def cheaper(rng, apart, share, fp, fn, n, size):
    """A threshold costs less than any constant answer, as its interval says, and does not."""
    false = 0
    for _ in range(size):
        actual = rng.random(n) < share
        if not 0 < actual.sum() < n:
            continue
        scores = rng.normal(size=n) + apart * actual
        found = informed.sweep(actual=actual, scores=scores, positive=True, cost_fp=fp, cost_fn=fn)
        said = next(str(each) for each in found.findings if each.code == "cheapest")
        if "cheapest threshold" not in said or "no threshold is shown" in said:
            continue
        cut = found.chosen.threshold
        cost = share * fn * norm.cdf(cut - apart) + (1 - share) * fp * norm.sf(cut)
        false += cost >= min(share * fn, (1 - share) * fp) - 1e-12
    return false / size, size


def ranked(rng, k, n, size):
    """Some class is said to be ranked better than guessing by scores that know nothing."""
    false = 0
    for _ in range(size):
        found = sweep_classes(rng.integers(0, k, n), rng.random((n, k)), labels=range(k))
        said = next(str(each) for each in found.findings if each.code == "classes")
        false += not said.startswith("They rank 0 of")
    return false / size, size


def renamed(rng, known, n, size):
    """A renaming of categories is said to gain, of a labeller whose names are right or who knows nothing."""
    false, names = 0, "abcde"
    for _ in range(size):
        true, guess = (rng.random((2, n, len(names))) < np.array([0.4, 0.3, 0.3, 0.2, 0.2])).astype(bool)
        said = np.where(rng.random((n, 1)) < known, true, guess)
        actual, predicted = (
            [{name for name, there in zip(names, row, strict=True) if there} for row in side] for side in (true, said)
        )
        found = informed.multilabel(actual, predicted, measures=["proficiency", "permuted_proficiency"], draws=100)
        false += any(each.code == "renaming" for each in found.findings)
    return false / size, size


ENOUGH = [  # sentence, setting, what is simulated, its arguments, a part of the tables
    ("so many items would settle or show it", "K = 2, even, 30 items, knows 20%", settled, (even(2), 0.2, 30), 1),
    ("", "K = 2, 15% rare, 60 items, knows 30%", settled, (rare(0.15), 0.3, 60), 1),
    ("", "K = 3, even, 40 items, knows 15%", settled, (even(3), 0.15, 40), 1),
    ("", "K = 7, Zipf, 60 items, knows 15%", settled, (zipf(7), 0.15, 60), 1),
    ("", "K = 2, even, 14 items, knows 70%", settled, (even(2), 0.7, 14), 1),
    ("so many items would show a difference of 5 points", "K = 2, even, 300 items, 60%", told_apart,
     (even(2), 0.6, 300, 0.5), 4),
    ("", "K = 3, Zipf, 400 items, 40%", told_apart, (zipf(3), 0.4, 400, 0.3), 4),
]  # fmt: skip
FALSE = [
    ("not worse, equivalent within a margin", "K = 2, even, 60%, margin 0.1, n = 200", within,
     (even(2), 0.6, 200, 0.1), 2),
    ("", "K = 3, Zipf, 50%, margin 0.1, n = 400", within, (zipf(3), 0.5, 400, 0.1), 2),
    ("worth, precision elsewhere", "0.8, 0.9, from 30% to 2%, n = 200", elsewhere, (0.8, 0.9, 0.3, 0.02, 200), 1),
    ("", "0.9, 0.99, from 50% to 1%, n = 100", elsewhere, (0.9, 0.99, 0.5, 0.01, 100), 1),
    ("", "0.6, 0.95, from 5% to 20%, n = 400", elsewhere, (0.6, 0.95, 0.05, 0.2, 400), 1),
    ("spans: better, worse; as good as knowing", "guesses, 30 texts", tokens, (0.0, 30), 1),
    ("", "knows 40%, 30 texts that differ", tokens, (0.4, 30), 1),
    ("", "knows 70%, 100 texts that differ", tokens, (0.7, 100), 2),
    ("a threshold is cheaper than a constant answer", "scores that know nothing, n = 200", cheaper,
     (0.0, 0.2, 1, 4, 200), 1),
    ("", "d' = 0.5, a miss costs 20, n = 200", cheaper, (0.5, 0.3, 1, 20, 200), 1),
    ("", "d' = 0.3, a false alarm costs 3, n = 100", cheaper, (0.3, 0.3, 3, 1, 100), 1),
    ("ranks n of K classes better than guessing", "K = 3, n = 90", ranked, (3, 90), 1),
    ("", "K = 8, n = 300", ranked, (8, 300), 2),
    ("renaming gains", "knows nothing, 5 categories, n = 100", renamed, (0.0, 100), 4),
    ("", "knows half, right names, n = 200", renamed, (0.5, 200), 4),
]  # fmt: skip


def rows(settings, size, power):
    """Each setting: the rate, on how many data sets, marked where it misses the goal."""
    for seed, (sentence, setting, simulated, given, part) in enumerate(settings, SEED + 100 * power):
        rate, tried = simulated(np.random.default_rng(seed), *given, max(size // part, 1))
        missed = failing(1 - rate, tried, 1 - POWER + SLACK) if power else failing(rate, tried, ALPHA)
        yield sentence, setting, f"{tried:,}", f"{rate:.3f}{missed}"


def page(size):
    """The page, line by line."""
    yield f"""# Sentences beyond the verdict

Written by `benchmarks/calibration/said.py`, at most {size:,} data sets a row, seeds from {SEED}, level 95%.

## What is said although it is not so

Goal: at most 5%; a rate whose lower 99% limit is above it is marked. Of measures at another prevalence it is how often
the truth lies outside the interval, of the worst of precision, accuracy, kappa and cost.
"""
    yield from grid("sentence | setting | data sets | false", rows(FALSE, size, False), 2)
    yield f"""
## How many items are enough

A pilot is drawn, the number of items that its last line names is drawn anew, for a predictor that knows as much as the
line says, or a system that knows 5 points more. The share on which it is then shown; the promise is {POWER:.0%}, and a
share is marked that is surely more than {100 * SLACK:.0f} points below.
"""
    yield from grid("sentence | setting | data sets | shown", rows(ENOUGH, size, True), 2)


if __name__ == "__main__":
    write(PAGE, page, __doc__)
