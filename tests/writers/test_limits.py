"""The default screen of every question fits: lines, columns, plain numbers, no fact twice, one line per cause."""

import re

import numpy as np
import pytest
from scipy.special import expit

import informed
from informed.core.errors import door
from informed.lab.costs import cost_forms, training_targets
from informed.questions.evaluate.grades import graded
from informed.readers.logs import Grades

LINES = {2: 24, 10: 34}
FURTHER = 4  # lines of groups, clusters, weights or abstentions, which were asked for
TWENTY = [f"a rather long name, {place}" for place in range(20)]
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
    assert len(lines) <= LINES[classes] + FURTHER * (kind not in ("plain", "comparator")), text
    assert max(map(len, lines)) <= 80, text
    assert not SCIENTIFIC.search(text), text
    rows = [line.split()[0] for line in lines if re.match(r"  [a-z]\w+ +-?\d", line)]
    assert len(rows) == len(set(rows)), text  # a measure has one row
    assert not {"informedness", "edge"} <= set(rows)  # equal by definition for two classes
    assert not {"mcc", "correlation"} <= set(rows)
    causes = [line.partition(": ")[2] for line in lines if line.startswith("  Note: ")]
    assert len(causes) == len(set(causes)), text


def scored(n, seed):
    rng = np.random.default_rng(seed)
    actual = rng.integers(0, 2, n)
    return actual, actual + rng.normal(0, 1, n)


def several(n, classes=3):
    """Actual classes, and a score of each class that is higher where it is the actual one."""
    rng = np.random.default_rng(classes)
    actual = rng.integers(0, classes, n)
    scores = rng.random((n, classes)) + 0.5 * (actual[:, None] == np.arange(classes))
    return np.array(TWENTY)[actual] if classes > 3 else np.array(list("abc"))[actual], scores


def labellers(systems, **how):
    said = {f"system number {place}": sets(80, place)[1] for place in range(systems)}
    return informed.more.compare_multilabel(sets(80, 1)[0], said, draws=0, **how)


def sets(n, seed):
    rng = np.random.default_rng(seed)
    names = np.array(["sport", "politics and economy", "weather", "arts", "science"])
    return [[list(names[rng.random(5) < 0.4]) for _ in range(n)] for _ in range(2)]


BINARY = informed.Counts([[50, 10], [8, 132]], labels=["ill", "well"])
THREE = informed.Counts([[100, 10, 1], [5, 20, 6], [0, 3, 2]], labels=["sun", "rain", "hurricane"])
PERVERSE = informed.Counts([[10, 90, 0], [80, 20, 0], [5, 5, 0]], labels=["sun", "rain", "snow"])
RATERS = [items(3, 60, knows, seed=4)[1] for knows in (0.9, 0.5, 0.2)]
JUDGED = ["fail", "pass"] * 100
PLACES = np.array(["north", "south"])
TRUE = sets(80, 1)
SCREENS = {
    "sweep": lambda: informed.sweep(*scored(200, 1)),
    "sweep at chance": lambda: informed.sweep(scored(60, 1)[0], scored(60, 2)[1], draws=0),
    "sweep with costs": lambda: informed.sweep(*scored(200, 1), cost_fp=1, cost_fn=5),
    "agree, two": lambda: informed.agree(np.stack(RATERS[:2], 1).tolist()),
    "agree, three": lambda: informed.agree(np.stack(RATERS, 1).tolist()),
    "agree, nine": lambda: informed.agree(np.stack(RATERS * 3, 1).tolist()),
    "multilabel": lambda: informed.multilabel(*sets(80, 1), draws=20),
    "match": lambda: informed.match(*items(3, 150, 0.0, seed=2)[:2], draws=50),
    "match, found": lambda: informed.match(*items(3, 150, 0.8, seed=2)[:2], draws=50),
    "bookmaker": lambda: informed.bookmaker(BINARY),
    "bookmaker, three": lambda: informed.bookmaker(THREE),
    "bookmaker, losing": lambda: informed.bookmaker(PERVERSE),
    "price": lambda: informed.price(BINARY, cost=[[0, 5], [1, 0]]),
    "price, three": lambda: informed.price(THREE, cost=[[0, 5, 5], [1, 0, 1], [1, 1, 0]]),
    "deploy": lambda: informed.deploy(BINARY, prevalence=0.01, positive="ill"),
    "recover": lambda: informed.recover(recall=0.80, precision=0.70, prevalence=0.10, n=1000, digits=2),
    "recover, exact": lambda: informed.recover(recall=0.5, fallout=0.3, prevalence=0.6, n=100, exact=True),
    "sweep, held out": lambda: informed.sweep(*scored(200, 1)).held_out(informed.sweep(*scored(200, 3))),
    "sweep, calibration": lambda: informed.sweep(scored(200, 1)[0], expit(scored(200, 1)[1])).calibration(),
    "sweep, three classes": lambda: informed.more.sweep_classes(*several(150), labels=list("abc"), draws=2),
    "sweep, twenty classes": lambda: informed.more.sweep_classes(*several(300, 20), labels=TWENTY, draws=0),
    "sweep, two scores": lambda: informed.more.compare_auc(*scored(200, 1), scored(200, 2)[1]),
    "sweep, groups": lambda: informed.sweep(*scored(200, 1), by=PLACES[np.arange(200) % 2]),
    "sweep, many groups": lambda: informed.sweep(*scored(400, 1), by=np.arange(400) % 15, draws=0),
    "selective": lambda: informed.more.selective_risk(*items(2, 200, 0.5, 1)[:2], scored(200, 1)[1]),
    "agree, groups": lambda: informed.agree(np.stack(RATERS, 1).tolist(), by=PLACES[np.arange(60) % 2]),
    "multilabel, groups": lambda: informed.multilabel(*TRUE, by=PLACES[np.arange(80) % 2], draws=0),
    "multilabel, many groups": lambda: informed.multilabel(*TRUE, by=np.arange(80) % 13, draws=0),
    "multilabel, clusters": lambda: informed.multilabel(*TRUE, cluster=np.arange(80) // 4, draws=0),
    "multilabel, prices": lambda: informed.multilabel(*TRUE, cost=[[0, 5], [1, 0]], draws=0),
    "label sets, two systems": lambda: labellers(2),
    "label sets, nine systems": lambda: labellers(9, cost=[[0, 5], [1, 0]]),
    "stability": lambda: informed.multilabel(*TRUE, draws=0).stability(draws=20),
    "cost forms": lambda: cost_forms(BINARY, cost_negative=5, positive="ill"),
    "training targets": lambda: training_targets([0.7, 0.3]),
    "plan": lambda: informed.plan(prevalence=0.1, informedness=0.5, width=0.2),
    "plan, two systems": lambda: informed.plan(prevalence=0.3, difference=0.1, informedness=0.5),
    "monitor": lambda: informed.watch([BINARY] * 30),
    "check": lambda: informed.check(BINARY, require=["informedness >= 0.5", "accuracy >= 0.99"]),
    "judge": lambda: informed.judge([*JUDGED[:60], *[None] * 140], [*JUDGED[:150], *JUDGED[50:0:-1]], drawn="random"),
    "grade": lambda: graded(Grades("own", ((1.0,), (0.0,), (1.0,)) * 20, "free text")),
}


@pytest.mark.parametrize("name", SCREENS)
def test_the_default_screen_of_every_question_fits(name):
    found = SCREENS[name]()
    text = str(found)
    lines = text.rstrip("\n").splitlines()
    assert len(lines) <= 24, text
    assert max(map(len, lines)) <= 80, text
    assert not SCIENTIFIC.search(text), text
    notes = [line for line in lines if line.startswith(("  - ", "  Note: "))]
    assert len(notes) == len(set(notes)), text
    for table in text.split("\n\n"):
        rows = [line[2:].split("  ")[0] for line in table.splitlines()[1:] if re.match(r"  \w.*  -?\d", line)]
        assert len(rows) == len(set(rows)), table  # each thing has one row
    assert "informed:" not in text  # the recipe is for --all
    whole = found.report(every=True)
    assert len(whole) >= len(text) - len(door().actions())


def test_the_verdict_stands_first():
    """Below the title, before any table."""
    for name in ("sweep", "agree, three", "multilabel", "match", "bookmaker", "price", "deploy", "recover", "plan"):
        found = SCREENS[name]()
        words = " ".join(str(found).split("\n\n")[1].split())
        assert words.startswith(" ".join(found.verdict[0].split())[:60]), words
