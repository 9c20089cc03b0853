"""How often a whole screen of `evaluate`, `compare`, `agree` or `sweep` says something false: docs/coverage/screens.md.

Run: python benchmarks/calibration/screens.py [--tables 400]
"""

from pathlib import Path

import numpy as np
from frame import even, failing, grid, rare, write, zipf
from scipy.stats import norm

from informed import agree, compare, evaluate, sweep
from informed.core.errors import InputError
from informed.inference.strength import BEATING, NEAR
from informed.questions.agree.words import AS_TRUTH

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


# --- other questions -------------------------------------------------------------------------------------------------


def compared(rng, prior, shares, biases, n, more):
    """Two or more systems: one is said to be better informed, or more accurate, in all or in a group, and is not."""
    k, extra = len(prior), {}
    actual = rng.choice(k, n, p=prior)
    if more == "by":
        extra["by"] = rng.integers(0, 3, n)
    elif more == "weights":
        extra["weights"] = rng.lognormal(0, 0.7, n)
    elif more == "cluster":
        extra["cluster"] = np.arange(n) // 5
        actual = np.where(rng.random(n) < 0.5, actual[np.arange(n) // 5 * 5], actual)
    said, truth = {}, {}
    for name, share, bias in zip("abc", shares, biases, strict=False):
        knows = rng.random(n) < share
        if more == "cluster":
            knows = np.where(rng.random(n) < 0.5, knows[np.arange(n) // 5 * 5], knows)
        said[name] = np.where(knows, actual, rng.choice(k, n, p=bias))
        truth[name] = {"informedness": share, "accuracy": share + (1 - share) * float(prior @ bias)}
    found = compare(actual=actual, predicted=said, **extra)

    def wrong(first, second, measure, ahead):
        gap = truth[first][measure] - truth[second][measure]
        return gap <= 1e-9 if ahead else gap >= -1e-9

    leads = {False: False, True: False}  # of all items, of a group
    for part in (found, *found.groups):
        for each in part.differences:
            shown = each.p_adjusted is not None and each.p_adjusted < 1 - found.level
            if each.measure == "informedness" and shown:
                leads[part is not found] |= wrong(each.first, each.second, "informedness", each.estimate.value > 0)
    turned = False
    for first, second, names in found.reversals:
        less, more_ = sorted((first, second), key=lambda name: -found.values[name]["informedness"].value)
        turned |= "accuracy" in names and wrong(more_, less, "accuracy", True)
        turned |= wrong(less, more_, "informedness", True)
    return *leads.values(), turned


def agreed(rng, prior, knows, habits, n):
    """Raters who know an item or guess: agreement, what one rater is worth as the truth, why kappa is low."""
    k = len(prior)
    actual = rng.choice(k, n, p=prior)
    said = {}
    for name, share, bias in zip("abcd", knows, habits, strict=False):
        said[name] = np.where(rng.random(n) < share, actual, rng.choice(k, n, p=bias))
    found = agree(said)
    codes = {each.code: str(each) for each in found.findings}
    related = min(sorted(knows)[-2:]) > 0  # two raters who know something
    beyond = ("agree" in codes and not related) or "disagree" in codes
    told, limit = codes.get("ceiling", ""), float(np.mean(knows))
    truth = ("truth? No" in told and limit >= AS_TRUTH) or ("truth? Nearly" in told and limit < AS_TRUTH - 1e-9)
    truth |= bool(told) and not related
    return beyond, truth, "paradox" in codes and not related


def swept(rng, apart, share, fp, fn, n, more):
    """Scores of two normal distributions: what they rank, what a threshold knows, and whether it pays."""
    actual = rng.random(n) < share
    scores = rng.normal(size=n) + apart * actual
    extra = {"weights": rng.lognormal(0, 0.7, n)} if more else {}
    given = {"actual": actual, "scores": scores, "positive": True, **extra}
    plain = {each.code: str(each) for each in sweep(**given).findings}
    area = 2 * norm.cdf(apart / np.sqrt(2)) - 1
    told = plain["ranks"]
    ranks = (told.startswith(("Better", "Probably")) and area <= 0) or told.startswith("Turned")
    ranks |= (told.startswith("No better") and area > NEAR) or ("but hardly" in told and not 0 < area < NEAR)
    found = sweep(**given, cost_fp=fp, cost_fn=fn)
    said = next(str(each) for each in found.findings if each.code == "cheapest")
    pays = False
    if "So it pays" in said:
        cut = found.chosen.threshold
        cost = share * fn * norm.cdf(cut - apart) + (1 - share) * fp * norm.sf(cut)
        pays = cost >= min(share * fn, (1 - share) * fp) - 1e-12
    return ranks, "best_threshold" in plain and apart <= 0, pays


OTHERS = {  # of each question: its kinds of sentences, what is simulated, and the settings with their arguments
    "compare": (("better informed", "in a group", "reversal: also more accurate"), compared, [
        ("K = 2, even, both guess, n = 30", (even(2), (0, 0), (even(2), even(2)), 30, "")),
        ("K = 2, 10% rare, both know 30%, one says it often, n = 300",
         (rare(0.1), (0.3, 0.3), (rare(0.1), even(2)), 300, "")),
        ("K = 2, even, both know 60%, n = 100", (even(2), (0.6, 0.6), (even(2), even(2)), 100, "")),
        ("K = 3, Zipf, three know 40%, n = 150", (zipf(3), (0.4, 0.4, 0.4), (zipf(3), even(3), zipf(3)), 150, "")),
        ("K = 7, Zipf, both know 40%, n = 200", (zipf(7), (0.4, 0.4), (zipf(7), even(7)), 200, "")),
        ("K = 20, Zipf, both know 30%, n = 300", (zipf(20), (0.3, 0.3), (zipf(20), zipf(20)), 300, "")),
        ("K = 2, clusters of 5, both know 40%, n = 200", (even(2), (0.4, 0.4), (even(2), even(2)), 200, "cluster")),
        ("K = 2, weights, both know 40%, n = 150", (even(2), (0.4, 0.4), (even(2), even(2)), 150, "weights")),
        ("K = 2, 3 groups, both know 40%, n = 240", (even(2), (0.4, 0.4), (even(2), even(2)), 240, "by")),
    ]),
    "agree": (("agree, disagree beyond chance", "one rater as the truth", "why kappa is low"), agreed, [
        ("2 raters, K = 2, even, both guess, n = 30", (even(2), (0, 0), (even(2), even(2)), 30)),
        ("2 raters, K = 2, 10% rare, both guess, n = 100", (rare(0.1), (0, 0), (rare(0.1), rare(0.1)), 100)),
        ("2 raters, K = 3, other habits, one guesses, n = 60", (zipf(3), (0.8, 0), (zipf(3), even(3)), 60)),
        ("2 raters, K = 2, both know 95%, n = 200", (even(2), (0.95, 0.95), (even(2), even(2)), 200)),
        ("2 raters, K = 3, both know 94%, n = 300", (even(3), (0.94, 0.94), (even(3), even(3)), 300)),
        ("3 raters, K = 3, all guess, n = 40", (zipf(3), (0, 0, 0), (zipf(3),) * 3, 40)),
        ("3 raters, K = 2, all know 95%, n = 150", (even(2), (0.95, 0.95, 0.95), (even(2),) * 3, 150)),
        ("4 raters, K = 7, all guess, n = 50", (zipf(7), (0, 0, 0, 0), (zipf(7),) * 4, 50)),
    ]),
    "sweep": (("ranks better than guessing", "a threshold knows something", "so it pays"), swept, [
        ("knows nothing, half positive, n = 30", (0.0, 0.5, 1, 1, 30, "")),
        ("knows nothing, 20% positive, a miss costs 4, n = 100", (0.0, 0.2, 1, 4, 100, "")),
        ("knows nothing, 5% positive, a miss costs 19, n = 300", (0.0, 0.05, 1, 19, 300, "")),
        ("d' = 0.3, 30% positive, n = 150", (0.3, 0.3, 1, 1, 150, "")),
        ("d' = 0.5, 30% positive, a miss costs 20, n = 200", (0.5, 0.3, 1, 20, 200, "")),
        ("knows nothing, half positive, weights, n = 100", (0.0, 0.5, 1, 1, 100, "weights")),
    ]),
}  # fmt: skip


def elsewhere(question, size, seed):
    """Each setting of another question: how often each kind of its sentences is false, and how often any."""
    kinds, simulated, settings = OTHERS[question]
    for at, (name, given) in enumerate(settings, seed):
        rng, rates, tried = np.random.default_rng(at), np.zeros(len(kinds) + 1), 0
        while tried < size:
            try:
                each = simulated(rng, *given)
            except InputError:  # one class only, or labels that never vary
                continue
            tried += 1
            rates += [*each, any(each)]
        goals = [GOAL] * len(kinds) + [TOGETHER]
        told = (f"{rate:.3f}{failing(rate, size, goal)}" for rate, goal in zip(rates / size, goals, strict=True))
        yield name, f"{size:,}", *told


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

Systems of `compare` know as much as each other. Raters of `agree` know an item or guess, each for itself. Scores of
`sweep` are normal, `d'` apart; its columns are those of the screen without costs and with them.

## evaluate
"""
    yield from grid(" | ".join(["setting", "knows", "n", "data sets", *COLUMNS]), rows(size))
    for place, (question, (kinds, *_)) in enumerate(OTHERS.items(), 1):
        yield f"\n## {question}\n"
        yield from grid(
            " | ".join(["setting", "data sets", *kinds, "any"]), elsewhere(question, size // 2, SEED + 100 * place)
        )


if __name__ == "__main__":
    write(PAGE, page, __doc__)
