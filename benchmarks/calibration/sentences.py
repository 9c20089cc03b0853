"""How often each sentence of a verdict is false: writes docs/coverage/sentences.md.

Run: python benchmarks/calibration/sentences.py [--tables 4000]
"""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import numpy as np
from frame import even, failing, grid, rare, write, zipf

from informed.core.counts import Counts
from informed.core.table import one_vs_rest
from informed.inference.interval import interval
from informed.inference.pooling import pooling
from informed.inference.significance.independence import conditional_p
from informed.questions.evaluate import evaluate
from informed.questions.evaluate.use import group_guessing, group_mixing

PAGE = Path(__file__).parents[2] / "docs" / "coverage" / "sentences.md"
ALPHA, GOAL, ALL = 0.05, 0.05, 0.10
NEEDED = ("informedness", "proficiency")
RULES = ("informed", "perverse_labels", "permuted")
SEED = 20_240


def knowing(prior, bias, share):
    """The joint distribution of a predictor that knows a share of the items and guesses the others with a bias."""
    return prior[:, None] * (share * np.eye(len(prior)) + (1 - share) * bias)


# name, joint distribution, items, what would be false
GUESSING = [
    ("K = 2, even", knowing(even(2), even(2), 0), (20, 300)),
    ("K = 2, 5% against 50%", knowing(rare(0.05), even(2), 0), (100,)),
    ("K = 5, even", knowing(even(5), even(5), 0), (40, 500)),
    ("K = 5, Zipf against reversed", knowing(zipf(5), zipf(5)[::-1], 0), (60,)),
    ("K = 10, even", knowing(even(10), even(10), 0), (20, 200)),
    ("K = 10, Zipf", knowing(zipf(10), zipf(10), 0), (100, 1000)),
    ("K = 20, even", knowing(even(20), even(20), 0), (20, 30, 2000)),
    ("K = 20, Zipf against reversed", knowing(zipf(20), zipf(20)[::-1], 0), (50, 400)),
    ("K = 20, Zipf", knowing(zipf(20), zipf(20), 0), (120,)),
]
WEAK = [
    ("K = 3, even, knows 15%", knowing(even(3), even(3), 0.15), (50,)),
    ("K = 6, Zipf, knows 10%", knowing(zipf(6), zipf(6), 0.1), (80,)),
    ("K = 10, even, knows 10%", knowing(even(10), even(10), 0.1), (60,)),
]


def sentences(tables):
    """Which rules spoke, for each table; only tables on which one of them can speak are put into words."""
    found = {rule: np.zeros(len(tables), bool) for rule in RULES}
    for place in np.flatnonzero(_candidates(tables)):
        evaluation = evaluate(Counts(tables[place]), only=NEEDED, per_label=())
        texts = {each.code: str(each) for each in evaluation.findings}
        for rule in RULES:
            spoke = rule in texts
            if rule == "informed":
                spoke = spoke and texts[rule].startswith(("Better", "Worse"))
            found[rule][place] = spoke
    return found


def _candidates(tables):
    within, k = interval("informedness", tables), tables.shape[-1]
    away = (within.low > 0) | (within.high < 0)
    if k > 2:
        away |= conditional_p(tables) < ALPHA
        least = int((tables.sum(-1) > 0).sum(-1).min())  # labels whose p are adjusted
        labels = interval("informedness", one_vs_rest(tables), level=1 - ALPHA / least)
        away |= (labels.high < 0).any(-1)
    return away


def judged(name, joint, n, tables, rules, seed):
    """One row of the page: how often each of the rules spoke."""
    rng = np.random.default_rng(seed)
    k = len(joint)
    drawn = rng.multinomial(n, joint.ravel() / joint.sum(), size=tables).reshape(tables, k, k).astype(float)
    drawn = drawn[(drawn.sum(-1) > 0).sum(-1) > 1]
    found = sentences(drawn)
    rates = [found[rule].mean() if rule in rules else None for rule in RULES]
    together = np.logical_or.reduce([found[rule] for rule in rules]).mean()
    return [name, n, len(drawn), *rates, together]


# --- groups ----------------------------------------------------------------------------------------------------------

GROUPS = [
    ("2 groups at chance, prevalence .9 and .1", [rare(0.9), rare(0.1)], "group", 0.0, (60, 400), True),
    ("2 groups at chance, one prevalence", [rare(0.3), rare(0.3)], "all", 0.0, (60, 400), False),
    ("2 groups, prevalence .9 and .1, one bias", [rare(0.9), rare(0.1)], "all", 0.4, (60, 400), False),
    ("5 groups, one prevalence, knows half", [rare(0.2)] * 5, "all", 0.5, (100, 1000), False),
    ("40 groups of few items, at chance", [rare(0.4)] * 40, "all", 0.0, (120, 400), False),
    ("K = 4, 3 groups, Zipf, knows 30%", [zipf(4)] * 3, "all", 0.3, (90, 900), False),
    ("K = 4, 3 groups, Zipf turned about", [np.roll(zipf(4), at) for at in range(3)], "all", 0.3, (90, 900), False),
    (
        "K = 4, 3 groups at chance, Zipf turned about",
        [np.roll(zipf(4), at) for at in range(3)],
        "group",
        0.0,
        (300,),
        True,
    ),
]


def groups(name, priors, follows, share, n, tables, true, seed):
    """How often a verdict says that pooling the groups changes informedness, truly or not."""
    rng = np.random.default_rng(seed)
    k = len(priors[0])
    joints = np.stack([knowing(prior, prior if follows == "group" else even(k), share) for prior in priors])
    spoke = first = 0
    for _ in range(tables):
        table = rng.multinomial(n, joints.ravel() / joints.sum()).reshape(joints.shape)
        counts = Counts(table, by=("group",), groups=tuple((at,) for at in range(len(priors))))
        seen = SimpleNamespace(pooling=pooling(counts, "group"), level=1 - ALPHA)
        first += group_guessing(seen) is not None
        spoke += group_guessing(seen) is not None or group_mixing(seen) is not None
    return [name, n, tables, spoke / tables, first / tables, "true" if true else "false"]


# name, joint distribution of each group, items in all, items of a cluster (1: none), spread of the weights (0: none)
ALIKE = [
    ("2 groups, at chance", [knowing(even(2), even(2), 0)] * 2, (20, 400), 1, 0),
    ("2 groups, 10% rare, knows half", [knowing(rare(0.1), rare(0.1), 0.5)] * 2, (60, 2000), 1, 0),
    (
        "2 groups, prevalence .9 and .1, knows half",
        [knowing(rare(0.9), even(2), 0.5), knowing(rare(0.1), even(2), 0.5)],
        (60, 600),
        1,
        0,
    ),
    ("5 groups, knows 90%", [knowing(even(2), even(2), 0.9)] * 5, (100, 1000), 1, 0),
    ("12 groups, 20% rare, knows half", [knowing(rare(0.2), rare(0.2), 0.5)] * 12, (120, 600), 1, 0),
    ("40 groups of few items, at chance", [knowing(rare(0.4), rare(0.4), 0)] * 40, (120, 400), 1, 0),
    ("K = 4, 3 groups, Zipf, knows half", [knowing(zipf(4), zipf(4), 0.5)] * 3, (60, 600), 1, 0),
    ("3 groups, clusters of 5, knows half", [knowing(even(2), even(2), 0.5)] * 3, (150, 600), 5, 0),
    ("3 groups, weights, knows half", [knowing(even(2), even(2), 0.5)] * 3, (150, 600), 1, 0.7),
]
APART = [
    ("2 groups, knows 30% and 70%", [knowing(even(2), even(2), share) for share in (0.3, 0.7)], (60, 200), 1, 0),
    (
        "5 groups, one knows nothing",
        [knowing(even(2), even(2), share) for share in (0, 0.7, 0.7, 0.7, 0.7)],
        (200,),
        1,
        0,
    ),
]


def differing(joints, n, cluster, spread, tables, seed):
    """How often groups are said to differ: items are drawn one by one, or in clusters that fare alike half the time."""
    rng = np.random.default_rng(seed)
    joints = np.stack(joints)
    share, k = joints.ravel() / joints.sum(), joints.shape[-1]
    called = 0
    for _ in range(tables):
        cell = rng.choice(len(share), (n // cluster, 1), p=share)
        alone = cell if cluster == 1 else rng.choice(len(share), (n // cluster, cluster), p=share)
        group, within = cell // k**2, np.where(rng.random(alone.shape) < 0.5, cell, alone) % k**2
        found = evaluate(
            (within // k).ravel(),
            (within % k).ravel(),
            by=np.broadcast_to(group, alone.shape).ravel(),
            cluster=np.repeat(np.arange(n // cluster), cluster) if cluster > 1 else None,
            weights=rng.lognormal(0, spread, n) if spread else None,
            labels=range(k),
            only=NEEDED[:1],
            per_label=(),
        )
        called += found.heterogeneity is not None and found.heterogeneity < ALPHA
    return called / tables


# --- the page --------------------------------------------------------------------------------------------------------


def verdicts(tables):
    """How often each rule speaks of a guesser, and the last two of a predictor that knows little."""
    cells = [(*each, RULES) for each in GUESSING]
    cells += [(*each, ("perverse_labels", "permuted")) for each in WEAK]
    places = ((name, joint, n, rules) for name, joint, sizes, rules in cells for n in sizes)
    for seed, (name, joint, n, rules) in enumerate(places, SEED + 1):
        *_, drawn, first, second, third, last = judged(name, joint, n, tables, rules, seed)
        shown = ["-" if rate is None else f"{rate:.3f}{failing(rate, drawn, GOAL)}" for rate in (first, second, third)]
        yield name, f"{n:,}", f"{drawn:,}", *shown, f"{last:.3f}{failing(last, drawn, ALL)}"


def pooled(tables):
    """How often groups are said to change informedness by being pooled."""
    places = ((*cell, n, true) for *cell, sizes, true in GROUPS for n in sizes)
    for seed, (name, priors, follows, share, n, true) in enumerate(places, SEED + 100):
        *_, said, first, so = groups(name, priors, follows, share, n, tables, true, seed)
        mark = "" if true else failing(said, tables, GOAL)
        yield name, f"{n:,}", f"{tables:,}", f"{said:.3f}{mark}", f"{first:.3f}", so


def apart(tables):
    """How often groups are said to differ in informedness."""
    places = (
        (*cell, n, clusters, spread, settings is APART)
        for settings in (ALIKE, APART)
        for *cell, sizes, clusters, spread in settings
        for n in sizes
    )
    for seed, (name, joints, n, clusters, spread, true) in enumerate(places, SEED + 200):
        rate = differing(joints, n, clusters, spread, tables, seed)
        mark = "" if true else failing(rate, tables, GOAL)
        yield name, f"{n:,}", f"{tables:,}", f"{rate:.3f}{mark}", str(true).lower()


def page(tables):
    """The page, line by line."""
    few = max(tables // 4, 1)
    yield f"""# How often a sentence is false

Written by `benchmarks/calibration/sentences.py`: {tables:,} tables a row (groups: {few:,}), seeds from {SEED}, level
95%. Each column is the share of data sets on which that sentence was said although it is not true of the population.
Goal: at most 5% each and 10% together; a rate whose lower 99% limit is above the goal is marked with it. A dash: the
sentence would be true, or was not looked at.
"""
    yield from grid("setting | n | tables | better, worse | worse on a label | permuted | any", verdicts(tables))
    yield """
Groups: how often the verdict says that pooling changes informedness, and how often it says so first, because within the
groups nothing beats guessing. False where prevalence or bias is the same in all groups.
"""
    yield from grid("setting | n | tables | said | said first | it is", pooled(few))
    yield """
Groups: how often the verdict says that they differ. Goal where they do not: at most 5%. Half the items of a cluster
fare as its first one; weights are log-normal.
"""
    yield from grid("setting | n | tables | said | it is", apart(few))


if __name__ == "__main__":
    write(PAGE, page, __doc__)
