"""Every answer on items written twice, and on items of weight two: nothing more is known, so nothing may be claimed.

Whoever writes each row twice and names the row as its cluster has learnt nothing: values stay, and no interval and no p
may shrink. Two pseudo-items, and one item left out of all, weigh less among twice the rows: up to 6% of a width.
"""

import math

import numpy as np
import pytest
from scipy.stats import norm

import informed

pytestmark = pytest.mark.combinations
N, SLACK = 120, 0.06
LABELS, COST = list("abc"), [[0, 5, 1], [1, 0, 2], [3, 1, 0]]
COUNTED = ("determinant_count", "krippendorff_alpha")  # of as many items as there are: a count, and 1 - 1/n in alpha
CHOSEN = "points"  # thresholds, found on folds that are dealt anew


def drawn():
    """Items with labels, abstentions, scores, sets and a group."""
    rng = np.random.default_rng(5)
    names, actual = np.array(LABELS, object), rng.integers(0, 3, N)
    data = {"actual": names[actual], "site": np.array(["n", "s"], object)[rng.integers(0, 2, N)]}
    for name, right in (("old", 0.5), ("new", 0.7)):
        data[name] = names[np.where(rng.random(N) < right, actual, rng.integers(0, 3, N))]
        data[f"{name} or none"] = np.where(rng.random(N) < 0.15, "-", data[name]).astype(object)
    ill = (rng.random(N) < 0.4).astype(int)
    data |= {"ill": ill, "score": ill + rng.normal(0, 1.2, N)}
    held = rng.random((N, 4)) < 0.35
    for name, right in (("sets", 1.0), ("old sets", 0.5), ("new sets", 0.7)):
        said = np.where(rng.random((N, 4)) < right, held, rng.random((N, 4)) < 0.35)
        data[name] = np.array([None, *([f"l{at}" for at in np.flatnonzero(row)] for row in said)], object)[1:]
    return data


def by(data):
    return {"by": {"site": data["site"]}}


def evaluated(said="new", *, apart=False, **options):
    def ask(data, **design):
        more = by(data) if apart else {}
        return informed.evaluate(data["actual"], data[said], labels=LABELS, **options, **more, **design)

    return ask


def compared(suffix="", *, apart=False, **options):
    def ask(data, **design):
        systems = {name: data[name + suffix] for name in ("old", "new")}
        more = by(data) if apart else {}
        return informed.compare(data["actual"], systems, labels=LABELS, draws=200, **options, **more, **design)

    return ask


def swept(*, apart=False, **options):
    def ask(data, **design):
        more = by(data) if apart else {}
        return informed.sweep(data["ill"], data["score"], positive=1, **options, **more, **design)

    return ask


def booked(data, **design):
    return informed.bookmaker(data["actual"], data["new or none"], labels=LABELS, abstain="-", **by(data), **design)


def agreed(data, **design):
    raters = {"first": data["actual"], "second": data["old"], "third": data["new"]}
    return informed.agree(raters, **by(data), **design)


def labelled(data, **design):
    prices = {"cost": [[0, 2], [1, 0]]}
    return informed.multilabel(list(data["sets"]), list(data["new sets"]), draws=0, **prices, **by(data), **design)


def labelled_by_two(data, **design):
    systems = {name: list(data[f"{name} sets"]) for name in ("old", "new")}
    return informed.more.compare_multilabel(list(data["sets"]), systems, draws=0, **by(data), **design)


ASKED = {
    "evaluate": evaluated(),
    "evaluate --by": evaluated(apart=True),
    "evaluate --cost": evaluated(cost=COST),
    "evaluate --abstain --by --cost": evaluated("new or none", abstain="-", apart=True, cost=COST),
    "evaluate --reference comparator": evaluated(reference="comparator"),
    "compare": compared(),
    "compare --by --margin": compared(apart=True, margin=0.1),
    "compare --abstain": compared(" or none", abstain="-"),
    "compare --adjust max_t": compared(adjust="max_t"),
    "bookmaker --abstain --by": booked,
    "sweep": swept(),
    "sweep --cost-fn --prevalence": swept(cost_fn=4, prevalence=0.1),
    "sweep --by": swept(apart=True),
    "agree --by": agreed,
    "multilabel --cost --by": labelled,
    "multilabel of two systems --by": labelled_by_two,
}


def walked(found, path=()):
    """Every number with an interval, and every p, by where it stands."""
    if isinstance(found, dict):
        if {"value", "low", "high"} <= set(found) and found["low"] is not None and found["value"] is not None:
            yield path, (found["value"], found["low"], math.inf if found["high"] is None else found["high"])
        for name, each in found.items():
            if name in COUNTED or name == CHOSEN:
                continue
            if (name == "p" or name.startswith("p_")) and isinstance(each, float):
                yield (*path, name), each
            yield from walked(each, (*path, name))
    elif isinstance(found, (list, tuple)):
        for place, each in enumerate(found):
            yield from walked(each, (*path, place))


def numbers(found):
    return dict(walked(found.to_dict()))


@pytest.mark.parametrize("question", ASKED)
def test_items_written_twice_teach_nothing(question):
    data, ask = drawn(), ASKED[question]
    once = numbers(ask(data))
    twice = numbers(ask({name: np.repeat(each, 2) for name, each in data.items()}, cluster=np.repeat(np.arange(N), 2)))
    shared = once.keys() & twice.keys()  # tests that count single items are left out of clusters
    assert sum(isinstance(once[path], tuple) for path in shared) > 2
    for path in shared:
        if isinstance(once[path], tuple):
            (value, low, high), (same, below, above) = once[path], twice[path]
            assert same == pytest.approx(value, rel=1e-6, abs=1e-9), path
            assert above - below >= (1 - SLACK) * (high - low), path
        else:
            assert norm.isf(twice[path] / 2) <= norm.isf(once[path] / 2) / (1 - SLACK) + 0.01, path


@pytest.mark.parametrize("question", ASKED)
def test_the_unit_of_weights_changes_nothing(question):
    data, ask = drawn(), ASKED[question]
    once, weighted = ask(data), ask(data, weights=np.full(N, 2.0))
    alone, both = numbers(once), numbers(weighted)
    assert alone.keys() == both.keys()
    for path, each in alone.items():
        assert both[path] == pytest.approx(each, rel=1e-6, abs=1e-9), path
    assert once.verdict == weighted.verdict
