"""How often sentences about constants, prices, groups, tasks and labels are false: writes docs/coverage/claims.md.

Run: python benchmarks/calibration/claims.py [--tables 1000]
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
from frame import even, failing, grid, rare, write, zipf

import informed
from informed.core.counts import Counts
from informed.core.measures.information import proficiency
from informed.core.registry import get
from informed.inference.claims import Claims
from informed.inference.dependence import lacking
from informed.inference.design import Independent
from informed.inference.pairing import Paired
from informed.more import compare_multilabel
from informed.questions.compare.conditions import compared as within_subjects
from informed.questions.compare.grades import compared as graded
from informed.questions.evaluate.price import valued
from informed.questions.leaderboard import ranked
from informed.questions.match.changes import doctored
from informed.questions.suite import Task, Tasks, suited
from informed.readers.logs import PairedGrades

PAGE = Path(__file__).parents[2] / "docs" / "coverage" / "claims.md"
ALPHA, SEED = 0.05, 52_000
PAIR = np.array([[1, 0]])


def knowing(prior, bias, share):
    """The joint distribution of a predictor that knows a share of the items and guesses the others with a bias."""
    return prior[:, None] * (share * np.eye(len(prior)) + (1 - share) * bias)


def as_common(prior):
    """One that is right as often as always giving the most common label."""
    blind = (prior**2).sum()
    return knowing(prior, prior, (prior.max() - blind) / (1 - blind))


def tables(rng, joint, n, size):
    """Tables of n items."""
    k = len(joint)
    return rng.multinomial(n, joint.ravel() / joint.sum(), size=size).reshape(size, k, k).astype(float)


def constants(rng, joint, n, size):
    """Accuracy is said to be above or below that of always giving the most common label."""
    truth, shares, false = np.trace(joint), joint.sum(1), 0
    for table in tables(rng, joint, n, size):
        gap, common = Claims(Independent(table)).over_constant(1 - ALPHA), shares[table.sum(1).argmax()]
        false += (gap.low > 0 and truth <= common + 1e-9) or (gap.high < 0 and truth >= common - 1e-9)
    return false / size


def prices(rng, joint, n, size, cost):
    """A gain over chance is said to be there, or a constant answer to be better or worse, though it is not."""
    worth = -np.asarray(cost, float)
    truth, constant, false = (joint * worth).sum(), joint.sum(1) @ worth, 0
    for table in tables(rng, joint, n, size):
        found = valued(Counts(table), Independent(table), value=worth, cost=None, level=1 - ALPHA)
        best, over = constant[found.always], found.over_always
        wrong = (over.low > 0 and truth <= best + 1e-9) or (over.high < 0 and truth >= best - 1e-9)
        false += wrong or not found.worthless
    return false / size


def suites(rng, accuracy, tasks, systems, repeats, size):
    """A system is said to be better than another on the whole, or an order to turn, though all are alike."""
    false = 0
    for _ in range(size):
        found = []
        for place, n in enumerate(tasks):
            hard = rng.beta(4 * accuracy, 4 * (1 - accuracy), (n, 1))
            grades = (rng.random((systems, n, repeats)) < hard).astype(float)
            found.append(
                Task(str(place), "own", {f"s{at}": tuple(map(tuple, of)) for at, of in enumerate(grades)}, None)
            )
        answer = suited(Tasks(tuple(found), ()))
        false += bool(answer.reversals) or any(each.p_adjusted < ALPHA for each in answer.differences)
    return false / size


def grades(rng, accuracy, n, systems, groups, repeats, cluster, size):
    """A system is said to be graded better in some group, though all are alike in all of them."""
    false, unit = 0, np.arange(n) // cluster
    for _ in range(size):
        hard = rng.beta(4 * accuracy, 4 * (1 - accuracy), n)[unit]
        own = np.clip(hard + rng.normal(0, 0.2 * (cluster > 1), (systems, n))[:, unit], 0, 1)
        drawn = (rng.random((systems, n, repeats)) < own[..., None]).astype(float)
        of = {f"s{at}": tuple(map(tuple, each)) for at, each in enumerate(drawn)}
        clusters = tuple(unit.tolist()) if cluster > 1 else None
        inside = tuple((int(each),) for each in rng.integers(0, groups, n))
        found = graded(PairedGrades("own", of, (), clusters, ("group",), inside))
        false += any((each.p_adjusted or 1) < ALPHA for part in found.groups for each in part.differences)
    return false / size


def compared(rng, prior, share, n, groups, design, size):
    """A system is said to be better in some group, though both are alike in all of them."""
    false, unit = 0, np.arange(n) // (5 if design == "clusters" else 1)
    for _ in range(size):
        actual = rng.choice(len(prior), n, p=prior)
        skill = rng.beta(4 * share, 4 * (1 - share), (2, n))[:, unit] if design == "clusters" else share
        said = np.where(rng.random((2, n)) < skill, actual, rng.choice(len(prior), (2, n), p=prior))
        by = np.minimum(rng.geometric(0.5, n) - 1, groups - 1)[unit * (n // len(set(unit)))]
        how = {"cluster": unit} if design == "clusters" else {}
        how |= {"weights": rng.lognormal(0, 0.7, n)} if design == "weights" else {}
        data = informed.items(actual, dict(zip("ab", said, strict=True)), by=by, **how)
        parts = [each.occurring().plain() for each in data.apart().values()]
        parts = [each for each in parts if len(each.labels) > 1 and lacking(each) is None]
        tail = ALPHA / 2 / max(len(parts), 1)  # Holm's first step, without which there is no other
        ends = [np.ravel(Paired(get("informedness"), each).limits(PAIR)[1](tail)) for each in parts]
        false += any(low > 0 or high < 0 for low, high in ends)
    return false / size


def conditions(rng, subjects, sizes, prior, share, size):
    """Conditions are said to differ, as a whole or two of them, though none does."""
    false = 0
    groups = tuple((who, place) for who in range(subjects) for place in range(len(sizes)))
    for _ in range(size):
        skill = np.clip(rng.normal(share, 0.15, subjects), 0, 1)
        drawn = [tables(rng, knowing(prior, prior, skill[who]), sizes[place], 1)[0] for who, place in groups]
        found = within_subjects(Counts(np.array(drawn), by=("who", "what"), groups=groups))
        overall = found.overall is not None and found.overall.p < ALPHA
        false += overall or any(each.p < ALPHA for each in found.contrasts)
    return false / size


def taxonomies(rng, joint, n, size):
    """A label is said to mean another class, or two classes to be hardly told apart, though it is not so."""
    false, rates = 0, joint / joint.sum(1, keepdims=True)
    for place, table in enumerate(tables(rng, joint, n, size)):
        wrong = False
        for change in doctored(Counts(table.astype(int)), seed=place).changes:
            said, meant = change.labels
            if change.action == "merge":
                wrong |= float(proficiency(1e9 * joint[[said, meant]])) > 0.1 + 1e-9
            else:
                wrong |= rates[meant, said] <= rates[said, said] + 1e-9
        false += wrong
    return false / size


def boards(rng, prior, knows, n, size):
    """A system is said to be the best of equals, or an order to turn in a group where there is none."""
    false, k = 0, len(prior)
    for _ in range(size):
        whole, parts = {}, {str(group): {} for group in range(3)}
        for place, share in enumerate(knows):
            group, actual = rng.integers(0, 3, n), rng.choice(k, n, p=prior)
            skill = np.where(group == 2, 0.5, share)  # in the last group all are alike
            said = np.where(rng.random(n) < skill, actual, rng.choice(k, n, p=prior))
            cells = np.zeros((3, k, k))
            np.add.at(cells, (group, actual, said), 1)
            whole[f"s{place}"] = Counts(cells.sum(0))
            for at in range(3):
                parts[str(at)][f"s{place}"] = Counts(cells[at])
        found = ranked("t", whole, dict.fromkeys(whole, 1), "informedness", 1 - ALPHA, paired=lambda *_: None,
                       by="group", groups=parts)  # fmt: skip
        first, *others = found.standings
        tied = sorted(knows)[-2] >= knows[int(first.system[1:])]
        false += bool(found.reversals) or (tied and all(each.p <= ALPHA for each in others))
    return false / size


def labelled(rng, n, labels, prior, share, size):
    """A labeller is said to be better than another, on the whole or in a group, though both are alike."""
    false, names = 0, np.arange(labels)
    for _ in range(size):
        actual = rng.random((n, labels)) < prior
        said = np.where(rng.random((2, n, labels)) < share, actual, rng.random((2, n, labels)) < prior)
        sets, one, two = ([names[row].tolist() for row in side] for side in (actual, *said))
        by = {"group": rng.integers(0, 3, n)}
        found = compare_multilabel(sets, {"a": one, "b": two}, labels=names, measures=["proficiency"], draws=0, by=by)
        pairs = [*found.differences, *(each for part in found.groups.values() for each in part.differences)]
        false += any((each.p_adjusted or 1) < ALPHA for each in pairs)
    return false / size


def judged(rng, labelled, pool, false_positives, size):
    """A system is said to have more of a label than another, though the judge alone differs: in its false positives."""
    false = 0
    for _ in range(size):
        human, said, system, pools = [], [], [], {}
        for name, share in zip("ab", false_positives, strict=True):
            actual = rng.random(labelled + pool) < 0.4
            label = rng.random(labelled + pool) < np.where(actual, 0.9, share)
            human, said = human + actual[:labelled].tolist(), said + label[:labelled].tolist()
            system, pools[name] = system + [name] * labelled, label[labelled:].tolist()
        found = informed.judge(human, said, by=system, pool=pools, drawn="elsewhere")
        false += any(each.estimate.low > 0 or each.estimate.high < 0 for each in found.differences)
    return false / size


def paradoxes(rng, prior, n, raters, size):
    """Kappa is said to be low although raters agree, though they guess."""
    drawn = (rng.choice(len(prior), (n, raters), p=prior).tolist() for _ in range(size))
    return sum(any("Kappa is low" in each for each in informed.agree(said).verdict) for said in drawn) / size


def overuse(rng, prior, share, n, size):
    """A label is said to be predicted too often, though it is predicted as often as it occurs."""
    found = (informed.evaluate(Counts(table)) for table in tables(rng, knowing(prior, prior, share), n, size))
    return sum("too often" in " ".join(each.verdict) for each in found) / size


def guessed(rng, n, labels, prior, topic, size):
    """Label sets dealt at random are said to be better or worse than guessing; a topic makes labels go together."""
    names, false = np.array([f"l{place}" for place in range(labels)]), 0
    for _ in range(size):
        actual = rng.random((n, labels)) < prior
        actual |= (rng.random((n, 1)) < topic) & (rng.random((n, labels)) < 0.5)
        sides = ([names[row].tolist() for row in side] for side in (actual, rng.permutation(actual)))
        found = informed.multilabel(*sides, labels=names, measures=["informedness"], draws=0)
        false += found.verdict[0].startswith(("Better", "Worse"))
    return false / size


BOTH = np.array([[0.18, 0.12], [0.18, 0.52]])  # right in 70% of the items, as always giving the second label
COST = [[0, 10], [1, 0]]
ROWS = [  # what is said, setting, the part of the sets of tables, simulation and its arguments
    ("accuracy above or below a constant", "K = 2, even, guesses, n = 20", 1, constants,
     (knowing(even(2), even(2), 0), 20)),
    ("", "K = 2, 30%, as accurate as the constant, n = 100", 1, constants, (BOTH, 100)),
    ("", "K = 5, even, guesses, n = 100", 1, constants, (knowing(even(5), even(5), 0), 100)),
    ("", "K = 8, Zipf, as accurate as the constant, n = 200", 1, constants, (as_common(zipf(8)), 200)),
    ("", "K = 20, even, guesses, n = 1,000", 1, constants, (knowing(even(20), even(20), 0), 1000)),
    ("prices: gain over chance, better than a constant", "K = 2, even, guesses, n = 60", 1, prices,
     (knowing(even(2), even(2), 0), 60), [[0, 5], [1, 0]]),
    ("", "K = 2, 10% rare, guesses, n = 300", 1, prices, (knowing(rare(0.1), even(2), 0), 300), COST),
    ("", "K = 20, even, guesses, one unit a hit, n = 40", 1, prices, (knowing(even(20), even(20), 0), 40), -np.eye(20)),
    ("suite: better, best, reversal", "2 systems, 5 tasks of 20, 90% right", 2, suites, (0.9, (20,) * 5, 2, 1)),
    ("", "2 systems, tasks of 5 and 100, 95% right", 2, suites, (0.95, (5, 100), 2, 1)),
    ("", "3 systems, 4 tasks of 15, 4 repeats, 70% right", 2, suites, (0.7, (15,) * 4, 3, 4)),
    ("graded `compare --by`: better in a group", "2 systems, 4 groups, 60 items", 2, grades, (0.8, 60, 2, 4, 1, 1)),
    ("", "4 systems, 3 groups, 60 items, 5 repeats", 4, grades, (0.6, 60, 4, 3, 5, 1)),
    ("", "3 systems, 2 groups, 100 items in clusters of 5", 4, grades, (0.7, 100, 3, 2, 1, 5)),
    ("`compare --by`: better in a group", "K = 2, guess, 4 unequal groups, n = 120", 2, compared,
     (even(2), 0, 120, 4, "")),
    ("", "K = 2, 10% rare, know half, 3 unequal groups, n = 300", 2, compared, (rare(0.1), 0.5, 300, 3, "")),
    ("", "K = 2, know half, 3 groups, clusters of 5, n = 200", 2, compared, (even(2), 0.5, 200, 3, "clusters")),
    ("", "K = 2, know half, 3 groups, weights, n = 200", 2, compared, (even(2), 0.5, 200, 3, "weights")),
    ("conditions differ", "5 subjects, 3 conditions of 40", 2, conditions, (5, (40,) * 3, even(2), 0.5)),
    ("", "10 subjects, 4 conditions of 20, 20% rare", 2, conditions, (10, (20,) * 4, rare(0.2), 0.3)),
    ("", "8 subjects, conditions of 10, 40 and 160", 2, conditions, (8, (10, 40, 160), even(2), 0.5)),
    ("taxonomy: rename, split, merge", "K = 5, Zipf against reversed, guesses, n = 300", 4, taxonomies,
     (knowing(zipf(5), zipf(5)[::-1], 0), 300)),
    ("", "K = 4, even, knows half, n = 300", 4, taxonomies, (knowing(even(4), even(4), 0.5), 300)),
    ("leaderboard: best, reversed", "4 know half, n = 200", 4, boards, (even(2), [0.5] * 4, 200)),
    ("", "4 know half, 10% rare, n = 200", 4, boards, (rare(0.1), [0.5] * 4, 200)),
    ("", "80%, 30% and 30%, alike in one group of three, n = 200", 4, boards, (even(2), [0.8, 0.3, 0.3], 200)),
    ("multilabel: better, also in a group", "3 labels, 40%, know half, n = 150", 8, labelled,
     (150, 3, 0.4, 0.5)),
    ("", "4 labels, 5% rare, know half, n = 200", 8, labelled, (200, 4, 0.05, 0.5)),
    ("judge, labels from elsewhere: more than another system", "40 labels each, pools of 800, false positives 10%, 10%",
     2, judged, (40, 800, (0.1, 0.1))),
    ("", "40 labels each, pools of 800, false positives 10%, 30%", 2, judged, (40, 800, (0.1, 0.3))),
    ("", "80 labels each, pools of 2,000, false positives 10%, 20%", 2, judged, (80, 2000, (0.1, 0.2))),
    ("", "150 labels each, pools of 3,000, false positives 10%, 18%", 2, judged, (150, 3000, (0.1, 0.18))),
    ("agree: kappa is low although raters agree", "3 raters guess, 94%, n = 40", 2, paradoxes, (rare(0.94), 40, 3)),
    ("", "2 raters guess, 94%, n = 200", 2, paradoxes, (rare(0.94), 200, 2)),
    ("", "4 raters guess, 80%, n = 60", 2, paradoxes, (rare(0.8), 60, 4)),
    ("conditions differ", "6 subjects, 3 conditions of 30", 2, conditions, (6, (30,) * 3, even(2), 0.5)),
    ("", "8 subjects, 4 conditions of 20, 20% rare", 2, conditions, (8, (20,) * 4, rare(0.2), 0.3)),
    ("evaluate: says a label too often", "K = 2, 30%, knows 45%, n = 40", 1, overuse, (rare(0.3), 0.45, 40)),
    ("", "K = 2, 15%, knows half, n = 60", 1, overuse, (rare(0.15), 0.5, 60)),
    ("", "K = 2, 40%, knows 40%, n = 60", 1, overuse, (rare(0.4), 0.4, 60)),
    ("", "K = 2, 20%, knows 40%, n = 150", 1, overuse, (rare(0.2), 0.4, 150)),
    ("multilabel: better, worse than guessing", "4 labels, 30%, n = 20", 2, guessed, (20, 4, 0.3, 0)),
    ("", "6 labels, 20%, n = 100", 2, guessed, (100, 6, 0.2, 0)),
    ("", "30 labels, 5%, n = 60", 2, guessed, (60, 30, 0.05, 0)),
    ("", "8 labels, 10%, half of them in 30% of the items, n = 40", 2, guessed, (40, 8, 0.1, 0.3)),
    ("", "12 labels, 5%, half of them in 20% of the items, n = 150", 2, guessed, (150, 12, 0.05, 0.2)),
]  # fmt: skip

TWICE = (prices, labelled)  # two claims each


def rows(size):
    """Each kind of sentence in each setting: how often it is false."""
    for place, (name, setting, part, simulated, given, *more) in enumerate(ROWS):
        sets = max(size // part, 1)
        found = float(simulated(np.random.default_rng(SEED + place), *given, sets, *more))
        mark = failing(found, sets, 2 * ALPHA if simulated in TWICE else ALPHA)
        yield name, setting, f"{sets:,}", f"{found:.3f}{mark}"


def page(size):
    """The page, line by line."""
    yield f"""# How often further sentences are false

Written by `benchmarks/calibration/claims.py`, up to {size:,} data sets a row, seeds from {SEED}, level 95%. The rate is
the share of data sets on which any sentence of the kind was said although it is not true of the population. Goal: at
most 5%, for prices and label sets, which make two claims, 10%; a rate whose lower 99% limit is above the goal is marked
with it. [Which sentences there are](../claims.md).
"""
    yield from grid("sentence | setting | data sets | false", rows(size), 2)


if __name__ == "__main__":
    write(PAGE, page, __doc__)
