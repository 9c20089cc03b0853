"""Clusters and classes: the best match by brute force, its hindsight, and what is left without it."""

import json
from itertools import permutations, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose
from sklearn.metrics import adjusted_rand_score, rand_score, v_measure_score

import informed
from informed import Counts, InputError
from informed.core.measures import accuracy, informedness
from informed.questions.match.compute import pair_counts
from informed.questions.match.search import VALUES, Search, merged
from strategies import tables
from thorough import few

SMALL = tables(classes=(1, 4), square=False, batch=((),), most=20)
BY = pytest.mark.parametrize("by", VALUES)


def one_to_one(classes, clusters):
    """All maps in which no class stands twice and as many clusters as possible stand for one."""
    padded = [*range(classes), *[-1] * max(clusters - classes, 0)]
    return {each[:clusters] for each in permutations(padded, clusters)}


@BY
@given(table=SMALL)
def test_one_to_one_is_the_best_of_all_permutations(by, table):
    search = Search(by, False, "informative")
    table = table.astype(float)
    values = [float(search.value(merged(table, np.asarray(places)))) for places in one_to_one(*table.shape)]
    found = search.solve(table)
    assert found.exact
    assert tuple(found.places) in one_to_one(*table.shape)
    for places in (found.places, search.places(table)):
        assert_allclose(search.value(merged(table, places)), max(values), atol=1e-9)


@BY
@pytest.mark.parametrize("keep", ["informative", "all"])
@settings(max_examples=40)
@given(table=tables(classes=(1, 3), square=False, batch=((),), most=20))
def test_many_to_one_is_the_best_of_all_maps(by, keep, table):
    search = Search(by, True, keep)
    table = table.astype(float)
    options = range(-1 if keep == "informative" else 0, table.shape[0])
    values = [float(search.value(merged(table, np.asarray(each)))) for each in product(options, repeat=table.shape[1])]
    found = search.solve(table)
    assert found.exact
    assert_allclose(search.value(merged(table, found.places)), max(values), atol=1e-9)


@given(tables(classes=(2, 4), batch=((),), most=50))
def test_a_matched_square_table_has_the_value_of_its_measure(table):
    for by, measure in (("trace", accuracy), ("informedness", informedness)):
        search = Search(by, False, "informative")
        matched = merged(table.astype(float), search.places(table.astype(float)))
        assert_allclose(search.value(matched), measure(matched[:, :-1]), atol=1e-12)


@given(tables(classes=(2, 4), square=False, batch=((),), most=50), st.randoms())
def test_the_names_of_the_clusters_do_not_matter(table, random):
    order = list(range(table.shape[1]))
    random.shuffle(order)
    for by in VALUES:
        search = Search(by, False, "informative")
        values = [
            search.value(merged(each, search.solve(each).places)) for each in (table * 1.0, table[:, order] * 1.0)
        ]
        assert_allclose(*values, atol=1e-9)


def drawn(rng, items=400, informed_share=0.7):
    classes = rng.choice(["a", "b", "c"], items, p=[0.5, 0.3, 0.2])
    named = np.asarray([{"a": 7, "b": 3, "c": 5}[label] for label in classes])
    return classes, np.where(rng.random(items) < informed_share, named, rng.choice([3, 5, 7], items))


def test_clusters_under_other_names_are_found():
    classes, clusters = drawn(np.random.default_rng(0))
    found = informed.match(classes, clusters)
    assert found.mapping == {3: "b", 5: "c", 7: "a"}
    assert_allclose(found.value.value, 0.7, atol=0.06)
    assert found.corrected.low < 0.7 < found.corrected.high
    assert found.value.low is None  # the match was chosen on the same items: no interval of this value holds
    assert found.p < 0.01
    assert found.coverage == 1
    evaluation = informed.evaluate(found.counts)
    assert_allclose(evaluation.measures["informedness"].value, found.value.value)
    assert found.verdict[0].startswith("Better than random clusters")


def test_hindsight_is_removed():
    """Clusters that have nothing to do with the classes: the best match looks informed, corrected it does not."""
    rng = np.random.default_rng(1)
    found = [informed.match(*drawn(rng, 60, 0.0), draws=99, seed=seed) for seed in range(20)]
    assert np.mean([each.value.value for each in found]) > 0.1
    assert abs(np.mean([each.corrected.value for each in found])) < 0.04
    assert abs(np.mean([each.held_out for each in found])) < 0.06
    assert np.mean([each.p < 0.05 for each in found]) <= 0.15


def world(share, classes, clusters):
    """The chances of each class and cluster: known with this probability, else any cluster."""
    known = np.arange(clusters) % classes == np.arange(classes)[:, None]
    return (share * known / known.sum(1, keepdims=True) + (1 - share) / clusters) / classes


@pytest.mark.parametrize("share", few([0.3, 0.0, 0.5, 0.9], 1))
@pytest.mark.parametrize(("by", "many_to_one"), [("informedness", False), ("trace", False), ("informedness", True)])
def test_the_corrected_value_and_its_interval_are_those_of_the_match_itself(by, many_to_one, share):
    """What the very map that was chosen is worth on the truth: nearly unbiased, and inside the interval."""
    rng, truth = np.random.default_rng([5, int(10 * share)]), world(share, 3, 4)
    search, off, held = Search(by, many_to_one, "informative"), [], []
    for seed in range(60):
        counts = Counts(
            rng.multinomial(50, truth.ravel()).reshape(truth.shape), labels=list("abc"), labels_predicted=list("pqrs")
        )
        found = informed.match(counts, maximize=by, many_to_one=many_to_one, draws=39, seed=seed)
        places = np.array([-1 if each is None else "abc".index(each) for each in found.mapping.values()])
        worth = float(search.value(merged(truth, places)))
        off.append(found.corrected.value - worth)
        held.append(found.corrected.low <= worth <= found.corrected.high)
    assert abs(np.mean(off)) < 0.02 + 3 * np.std(off) / 60**0.5
    assert sum(held) >= 60 * 0.92 - 3 * (60 * 0.92 * 0.08) ** 0.5


def test_random_clusters_are_called_informed_in_one_of_twenty_at_most():
    """A permutation test is exact (Fisher 1935): p <= alpha with probability alpha at most, 12 of 100 with .004."""
    rng, truth = np.random.default_rng(8), world(0.0, 3, 3)
    said = 0
    for seed in range(100):
        table = rng.multinomial(45, truth.ravel()).reshape(3, 3)
        counts = Counts(table, labels=list("abc"), labels_predicted=list("pqr"))
        found = informed.match(counts, draws=59, seed=seed)
        said += found.verdict[0].startswith("Better than random clusters")
        assert found.verdict[0].startswith("Better than random clusters") or found.corrected.low <= 0
    assert said <= 11


def test_more_clusters_than_classes():
    classes, clusters = drawn(np.random.default_rng(2))
    split = clusters * 10 + np.random.default_rng(3).integers(0, 2, len(clusters))
    alone = informed.match(classes, split)
    assert len(alone.left_alone) == 3
    assert alone.coverage < 1
    assert alone.counts.abstained.sum() == len(classes) - alone.counts.n
    several = informed.match(classes, split, many_to_one=True)
    assert several.mapping == {30: "b", 31: "b", 50: "c", 51: "c", 70: "a", 71: "a"}
    assert several.value.value > alone.value.value
    assert several.exact


def test_fewer_clusters_than_classes():
    table = [[30, 2], [3, 25], [5, 5]]
    found = informed.match(Counts(table, labels=["a", "b", "c"], labels_predicted=["x", "y"]))
    assert found.mapping == {"x": "a", "y": "b"}
    assert found.unmatched == ("c",)


def test_a_catch_all_cluster_is_left_alone():
    """A cluster with the classes in their overall proportions bets on nothing; what is left is discounted by n/N."""
    counts = Counts([[40, 0, 50], [0, 40, 50]], labels=["a", "b"], labels_predicted=["x", "y", "rest"])
    found = informed.match(counts, many_to_one=True)
    assert found.mapping == {"x": "a", "y": "b", "rest": None}
    assert_allclose(found.coverage, 80 / 180)
    assert_allclose(found.discounted, 80 / 180)
    assert_allclose(found.value.value, 40 / 90)
    kept = informed.match(counts, many_to_one=True, keep="all")
    assert kept.mapping["rest"] in ("a", "b")


def test_the_rule_of_2003_keeps_the_clusters_that_predict_a_class_best():
    """Of two clusters that say "a", the purer one is kept; equally good ones are combined."""
    table = [[9, 8, 9, 0], [1, 2, 1, 9]]
    counts = Counts(table, labels=["a", "b"], labels_predicted=["p", "q", "r", "s"])
    found = informed.match(counts, many_to_one=True, keep="best")
    assert found.mapping == {"p": "a", "q": None, "r": "a", "s": "b"}


def test_a_heuristic_search_says_so_and_is_no_worse_than_majority():
    rng = np.random.default_rng(4)
    table = rng.integers(0, 20, (4, 12)).astype(float)
    search = Search("mutual_information", True, "all")
    found = search.solve(table)
    assert not found.exact
    majority = search.value(merged(table, table.argmax(0)))
    assert search.value(merged(table, found.places)) >= majority


def test_ties_are_reported():
    counts = Counts([[5, 5, 0], [0, 0, 9]], labels=["a", "b"], labels_predicted=["x", "y", "z"])
    assert set(informed.match(counts, maximize="trace").tied) == {"x", "y"}
    assert informed.match([0, 0, 1, 1], ["p", "p", "q", "q"]).tied == ()


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), min_size=2, max_size=40))
def test_pair_counting_and_v_measure_are_those_of_scikit_learn(pairs):
    classes, clusters = zip(*pairs, strict=True)
    table = np.zeros((4, 4))
    np.add.at(table, (classes, clusters), 1)
    found = pair_counts(table)
    assert_allclose(found["rand"], rand_score(classes, clusters))
    if not np.isnan(found["adjusted_rand"]):
        assert_allclose(found["adjusted_rand"], adjusted_rand_score(classes, clusters), atol=1e-12)
    if len(set(classes)) > 1 and len(set(clusters)) > 1:
        assert_allclose(informed.measures.symmetric_uncertainty(table), v_measure_score(classes, clusters), atol=1e-9)


@pytest.mark.parametrize("by", ["trace", "informedness", "mutual-information"])
def test_the_same_from_arrays_frames_and_counts(by):
    import polars

    classes, clusters = drawn(np.random.default_rng(5), 100)
    found = informed.match(classes, clusters, maximize=by, draws=20)
    frame = polars.DataFrame({"class": classes.tolist(), "c": clusters.tolist()})
    assert informed.match(frame, "c", actual="class", maximize=by, draws=20).to_dict() == found.to_dict()
    assert informed.match(found.clusters, maximize=by, draws=20).to_dict() == found.to_dict()
    json.loads(found.to_json())
    assert "because the best of all matches is picked" in " ".join(str(found).split())


def test_one_class_leaves_nothing_to_match():
    found = informed.match(["a"] * 4, [1, 1, 2, 2], draws=10)
    assert (found.value.value, found.value.low) == (0, None)
    assert "only one class occurs" in found.value.note


def test_missing_items_are_dropped_when_asked():
    with pytest.raises(InputError, match=r"predicted\[1\] is missing"):
        informed.match(["a", "b"], [1, None])
    found = informed.match(["a", "b", "a"], [1, None, 2], missing="drop", draws=10)
    assert found.clusters.missing == 1


@pytest.mark.parametrize(
    ("arguments", "options", "message"),
    [
        ((["a", "b"],), {}, "predicted is missing"),
        ((["a", "b"], [1]), {}, "actual has 2 items, predicted has 1"),
        ((["a", "b"], [1, 2]), {"maximize": "acuracy"}, "maximize='acuracy' is not one of trace"),
        ((["a", "b"], [1, 2]), {"keep": "best"}, "many_to_one=True"),
        ((["a", "b"], [1, 2]), {"keep": "some", "many_to_one": True}, "keep='some'"),
        ((Counts([[0.5, 0.5]], labels=["a"], labels_predicted=["x", "y"]),), {}, "proportions.*plain counts"),
        ((["a", "b"], [1, 2]), {"missing": "unjudged"}, "missing='unjudged' is not one of raise, drop"),
        ((["a", "b"], [1, 2]), {"weights": [1, 2]}, r"match\(\) has no argument weights="),
        ((["a", "b"], [1, 2]), {"cluster": [1, 2]}, r"match\(\) has no argument cluster="),
        ((["a", "b"], [1, 2]), {"draws": 0}, "draws=0 must be a whole number >= 1; 499 are usual"),
        (([], []), {}, "actual is empty; there is nothing to count"),
        ((["a", "b"], [1, 2]), {"level": 95}, "did you mean 0.95"),
    ],
)
def test_bad_input_is_named(arguments, options, message):
    with pytest.raises(InputError, match=message):
        informed.match(*arguments, **options)


def test_groups_are_matched_by_themselves_and_noise_is_left_out():
    """Clusters are called differently in the two groups: only each by itself tells of the classes. -1 is noise."""
    classes = ["a", "b"] * 40
    site = ["north"] * 40 + ["south"] * 40
    clusters = [1, 2] * 20 + [2, 1] * 20
    clusters[:4] = [-1] * 4
    found = informed.match(classes, clusters, by={"site": site}, abstain=-1, draws=99)
    assert [found.groups[name,].mapping for name in ("north", "south")] == [{1: "a", 2: "b"}, {1: "b", 2: "a"}]
    assert found.p > 0.05 > max(found.jointly.values())
    assert found.jointly["north",] == pytest.approx(2 * found.groups["north",].p)  # Holm over two groups
    assert (found.abstained, found.clusters.n) == (4, 76)
    assert "By site: better than guessing in 'north', 'south' (p allows for all groups)." in found.verdict
    assert "In no cluster, and left out: 4 items (5%)." in found.verdict
    assert "  north     36 " in str(found)


def test_what_is_next_is_the_commonest_error_of_the_match():
    """Every cluster stands for a class, and the largest cell beside the match is named; without errors nothing is."""
    counts = Counts([[30, 2, 1], [4, 25, 0], [9, 1, 20]], ["a", "b", "c"], ["x", "y", "z"])
    (step,) = informed.match(counts, draws=50, seed=1).steps()
    assert step.aim == "look at the 9 'c' in the cluster 'x', which stands for 'a', the commonest error"
    assert not [*informed.match(Counts([[30, 0], [0, 25]], ["a", "b"], ["x", "y"]), draws=50, seed=1).steps()]


def test_a_class_that_is_mostly_elsewhere_is_named_with_its_numbers():
    """Of 32 pines 28 are in the cluster of the birches, 4 in the one that is left for them."""
    trees = informed.Counts([[58, 3], [28, 4]], labels=["birch", "pine"], labels_predicted=["c1", "c3"])
    assert "Weakest: of 32 'pine' 4 are in a cluster that stands for it." in informed.match(trees, seed=0).verdict
    even = informed.Counts([[58, 3], [4, 28]], labels=["birch", "pine"], labels_predicted=["c1", "c3"])
    assert "Weakest" not in " ".join(informed.match(even, seed=0).verdict)
