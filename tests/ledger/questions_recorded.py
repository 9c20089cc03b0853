"""One answer of every question that can be recorded, from data that no other test uses."""

from functools import partial

import numpy as np

import informed
from informed.more import conditions, hierarchy, repeats, taxonomy


def _columns(seed=7, n=240, labels=("a", "b", "c")):
    rng = np.random.default_rng(seed)
    actual = rng.choice(labels, n)
    guesses = [np.where(rng.random(n) < right, actual, rng.choice(labels, n)) for right in (0.5, 0.7)]
    return rng, actual, *guesses


RNG, ACTUAL, FIRST, SECOND = _columns()
CLUSTER, SITE = RNG.integers(0, 40, len(ACTUAL)), RNG.choice(["north", "south"], len(ACTUAL))
SCORES = np.round(RNG.normal(ACTUAL == "a", 1.0), 2)
WEIGHTS = RNG.choice([1.0, 2.5], len(ACTUAL))
HUMAN = np.where(RNG.random(len(ACTUAL)) < 0.5, ACTUAL, None)
SETS = [[set(RNG.choice(["x", "y", "z"], size)) for size in RNG.integers(1, 3, 60)] for _ in range(2)]
PATHS = np.array(["animal/cat", "animal/dog", "plant/oak"])
WHERE = dict(zip("abc", PATHS, strict=True))

COST = np.ones((3, 3)) - np.eye(3)

ANSWERS = {
    "evaluate": partial(informed.evaluate, ACTUAL, FIRST),
    "evaluate, grouped": partial(informed.evaluate, ACTUAL, FIRST, by={"site": SITE}),
    "evaluate, clustered, drawn": partial(
        informed.evaluate, ACTUAL, FIRST, cluster=CLUSTER, method="bootstrap", draws=200, seed=5, level=0.9
    ),
    "evaluate, weighted, priced": partial(
        informed.evaluate,
        ACTUAL,
        FIRST,
        weights=WEIGHTS,
        cost=np.ones((3, 3)) - np.eye(3),
        measures=["f_measure(beta=2)"],
    ),
    "evaluate, imperfect reference": partial(
        informed.evaluate, ACTUAL == "a", FIRST == "a", reference_quality=(0.9, 0.1), seed=3
    ),
    "compare": partial(informed.compare, ACTUAL, {"one": FIRST, "two": SECOND}, draws=200, margin=0.05),
    "compare samples": lambda: informed.compare(
        {"monday": informed.count(ACTUAL, FIRST), "tuesday": informed.count(ACTUAL, SECOND)}, draws=200
    ),
    "sweep": partial(informed.sweep, ACTUAL == "a", SCORES, positive=True, draws=50, cost_fp=1, cost_fn=3),
    "sweep of several scores": partial(
        informed.sweep, ACTUAL == "a", {"old": SCORES, "new": SCORES + WEIGHTS}, positive=True, draws=50
    ),
    "agree": partial(informed.agree, {"ann": ACTUAL, "bob": FIRST, "cid": SECOND}),
    "consensus": partial(informed.consensus, {"ann": ACTUAL, "bob": FIRST, "cid": SECOND}),
    "repeats": partial(repeats, [[1, 1, 0], [1, 0, 1], [0, 0, 1], [1, 1, 1]]),
    "judge": partial(informed.judge, {"h": HUMAN, "j": FIRST}, "j", human="h", drawn="random"),
    "multilabel": partial(informed.multilabel, *SETS, draws=20),
    "match": partial(informed.match, ACTUAL, FIRST, draws=20),
    "bookmaker": partial(informed.bookmaker, ACTUAL, FIRST),
    "deploy": partial(informed.deploy, ACTUAL == "a", FIRST == "a", positive=True, prevalence=0.01),
    "taxonomy": partial(taxonomy, ACTUAL, FIRST),
    "hierarchy": lambda: hierarchy([WHERE[each] for each in ACTUAL], [WHERE[each] for each in FIRST]),
    "conditions": partial(conditions, ACTUAL, FIRST, subject=CLUSTER % 6, condition=SITE),
    "price": partial(informed.price, ACTUAL, FIRST, cost=COST),
}
