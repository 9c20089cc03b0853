"""Agreement of raters: Krippendorff's own examples, statsmodels, and brute force."""

import json

import numpy as np
import pandas
import polars
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose
from statsmodels.stats.inter_rater import aggregate_raters, cohens_kappa, fleiss_kappa

import informed
from informed import InputError
from informed.questions.agree.pooled import Pooled
from informed.readers.ratings import read_ratings
from thorough import few

# Krippendorff 2011, Computing Krippendorff's Alpha-Reliability: sections A, B and C/D/E.
BINARY = {"Meg": [0, 1, 0, 0, 0, 0, 0, 0, 1, 0], "Owen": [1, 1, 1, 0, 0, 1, 0, 0, 0, 0]}
NOMINAL = {"Meg": list("aabbdccceddA".lower()), "Owen": list("babbbccceddd")}
FOUR = {
    "A": [1, 2, 3, 3, 2, 1, 4, 1, 2, None, None, None],
    "B": [1, 2, 3, 3, 2, 2, 4, 1, 2, 5, None, 3],
    "C": [None, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, None],
    "D": [1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, None],
}


@pytest.mark.parametrize(
    ("ratings", "metric", "alpha"),
    [
        (BINARY, "nominal", 0.095),
        (NOMINAL, "nominal", 0.692),
        (FOUR, "nominal", 0.743),
        (FOUR, "ordinal", 0.815),
        (FOUR, "interval", 0.849),
        (FOUR, "ratio", 0.797),
    ],
)
def test_krippendorffs_examples(ratings, metric, alpha):
    found = informed.agree(ratings, metric=metric).measures["krippendorff_alpha"]
    assert round(found.value, 3) == alpha
    assert found.low < alpha < found.high


def random_ratings(rng, items=40, raters=4, labels=3, agree=0.6):
    truth = rng.integers(0, labels, items)
    said = rng.integers(0, labels, (items, raters))
    return np.where(rng.random((items, raters)) < agree, truth[:, None], said)


@pytest.mark.parametrize("seed", range(5))
def test_fleiss_and_cohen_are_those_of_statsmodels(seed):
    ratings = random_ratings(np.random.default_rng(seed))
    found = informed.agree(ratings)
    assert_allclose(found.measures["fleiss_kappa"].value, fleiss_kappa(aggregate_raters(ratings)[0]))
    for (one, other), row in found.pairs.items():
        table = np.zeros((3, 3))
        np.add.at(table, tuple(ratings[:, int(who.split()[1]) - 1] for who in (one, other)), 1)
        assert_allclose(row["kappa"].value, cohens_kappa(table, return_results=True).kappa)
    mean = np.mean([row["kappa"].value for row in found.pairs.values()])
    assert_allclose(found.measures["mean_pairwise_kappa"].value, mean)


def test_fleiss_own_example():
    """Fleiss 1971: 30 patients, 6 raters, 5 diagnoses; here the worked example of 10 subjects and 14 raters."""
    counts = [
        [0, 0, 0, 0, 14],
        [0, 2, 6, 4, 2],
        [0, 0, 3, 5, 6],
        [0, 3, 9, 2, 0],
        [2, 2, 8, 1, 1],
        [7, 7, 0, 0, 0],
        [3, 2, 6, 3, 0],
        [2, 5, 3, 2, 2],
        [6, 5, 2, 1, 0],
        [0, 2, 2, 3, 7],
    ]
    ratings = [np.repeat(range(5), row).tolist() for row in counts]
    found = informed.agree(ratings).measures
    assert round(found["fleiss_kappa"].value, 3) == 0.210
    assert round(found["agreement"].value, 3) == 0.378
    assert round(found["agreement"].chance, 3) == 0.213


@given(st.lists(st.lists(st.sampled_from([0, 1, 2, None]), min_size=3, max_size=3), min_size=3, max_size=12))
def test_leaving_an_item_out_is_what_it_says(rows):
    if all(each is None for row in rows for each in row):
        return
    ratings = read_ratings(rows, labels=[0, 1, 2])
    pooled = Pooled(ratings)
    if pooled.items < 3:
        return
    whole, kappa = pooled.whole, informed.measures.get("kappa")
    each = pooled.pairs(slice(None), lambda given: given * (given - 1))
    assert_allclose(np.tensordot(pooled.counts, each, 1), whole)
    for row, times in enumerate(ratings.sizes):
        if pooled.counts[row] and times == 1:
            rest = np.delete(np.arange(len(ratings.sizes)), row)
            again = np.tensordot(pooled.counts[rest], each[rest], 1)
            assert_allclose(kappa.raw(whole - each[row]), kappa.raw(again), atol=1e-9)


def test_intervals_cover_the_truth():
    """Fleiss' kappa of raters that know the truth with probability .6 and else guess evenly is .36."""
    rng = np.random.default_rng(11)
    found = [informed.agree(random_ratings(rng, 80)).measures["fleiss_kappa"] for _ in range(150)]
    assert np.mean([each.low <= 0.36 <= each.high for each in found]) > 0.90


COEFFICIENTS = ("fleiss_kappa", "krippendorff_alpha", "mean_pairwise_kappa", "mean_pairwise_mcc")


def of_table(table):
    """Ratings of two raters from their table of two labels."""
    cells = [[a, b] for a in "xy" for b in "xy"]
    return [cell for cell, times in zip(cells, np.ravel(table), strict=True) for _ in range(times)]


@given(st.tuples(st.integers(5, 60), st.integers(0, 12), st.integers(5, 60)))
def test_coefficients_of_two_raters_with_the_same_habits_do_not_contradict_cohens_kappa(cells):
    """With equal margins Fleiss' kappa is Cohen's (Fleiss 1971): what one shows the other must not deny by far."""
    both, apart, neither = cells
    found = informed.agree(of_table([[both, apart], [apart, neither]]))
    cohen = found.pairs["rater 1", "rater 2"]["kappa"]
    assert_allclose(found.measures["fleiss_kappa"].value, cohen.value, atol=1e-12)
    for name in COEFFICIENTS:
        each = found.measures[name]
        for sign, shown, other in ((1, each, cohen), (1, cohen, each), (-1, each, cohen), (-1, cohen, each)):
            claims = shown.low > 0 if sign > 0 else shown.high < 0
            assert not claims or (other.low > -0.15 if sign > 0 else other.high < 0.15)


@pytest.mark.parametrize(
    ("raters", "shares", "items"),
    few([(2, (0.9, 0.1), 40), (2, (0.97, 0.03), 300), (3, (0.94, 0.03, 0.03), 60), (5, (0.9, 0.1), 25)], 1),
)
def test_independent_raters_with_a_common_label_are_not_said_to_disagree(raters, shares, items):
    """No agreement and no disagreement: each may be claimed in 5 % of data sets, so in 11 of 100 at most (p .004)."""
    rng = np.random.default_rng(7)
    drawn = [rng.choice(len(shares), (items, raters), p=shares).tolist() for _ in range(100)]
    first = [informed.agree(each).verdict[0] for each in drawn]
    for claim in ("Disagreement beyond chance", "Agreement beyond chance"):
        assert sum(each.startswith(claim) for each in first) <= 11


@settings(max_examples=30)
@example([[None, "a", "a"], [None, "a", "a"], [None, "a", "b"], [None, "b", "a"]])
@example([["a", "a", "b"]] * 5 + [["a", "b", "a"]])
@example([["a", "a", "a"]] * 5 + [[None, "b", None]])
@example([["a", "a", "b"], ["b", "b", "b"], ["b", "b", None], ["b", None, "b"]])
@given(st.lists(st.lists(st.sampled_from(["a", "b", None]), min_size=3, max_size=3), min_size=4, max_size=15))
def test_intervals_depend_neither_on_the_order_of_raters_nor_on_labels_nobody_uses(rows):
    if not {"a", "b"} <= {each for row in rows for each in row}:
        return
    plain, turned, more = (
        informed.agree(rows).measures,
        informed.agree([row[::-1] for row in rows]).measures,
        informed.agree(rows, labels=["a", "b", "never"]).measures,
    )
    for name, each in plain.items():
        scaled = name in ("gwet_ac1", "brennan_prediger")  # the declared scale is what their chance is about
        for other in (turned[name], *([] if scaled else [more[name]])):
            ends = (np.array([one.value, one.low, one.high], float) for one in (other, each))  # None is NaN
            assert_allclose(*ends, atol=1e-9)  # slopes are central differences, good to about 1e-10


def test_more_items_narrow_the_intervals():
    """Ten times the same ratings are more evidence for the same coefficients."""
    rng = np.random.default_rng(2)
    rows = random_ratings(rng, 30).tolist()
    few, many = informed.agree(rows).measures, informed.agree(rows * 10).measures
    for name in COEFFICIENTS:
        assert many[name].high - many[name].low < 0.5 * (few[name].high - few[name].low)


def test_perfect_agreement_has_a_width():
    found = informed.agree([["a", "a"], ["b", "b"]] * 10)
    for name in (
        "agreement",
        "fleiss_kappa",
        "krippendorff_alpha",
        "mean_pairwise_kappa",
        "gwet_ac1",
        "brennan_prediger",
    ):
        assert found.measures[name].value == pytest.approx(1)
        assert found.measures[name].low < 0.95
    assert not found.disagreements


def test_two_raters_are_dual():
    ratings = random_ratings(np.random.default_rng(0), raters=2)
    there, back = (informed.agree(each).pairs["rater 1", "rater 2"] for each in (ratings, ratings[:, ::-1]))
    assert_allclose(there["informedness"].value, back["markedness"].value)
    assert_allclose(there["kappa"].value, back["kappa"].value)


@pytest.mark.parametrize(
    ("differ", "says"),
    [
        ("ab ab ba", "Most often, on 2 items, rater 1 says 'a' where rater 2 says 'b'."),
        ("ab ba", "On 1 item rater 1 says 'a' where rater 2 says 'b', and on as many the reverse."),
        ("ab ba ac", "3 ways to disagree are equally frequent, on 1 item each; one: rater 1 says 'a' where"),
        ("ab ac", "2 ways to disagree are equally frequent, on 1 item each; one: rater 1 says 'a' where"),
    ],
)
def test_a_tie_is_not_the_most_frequent_disagreement(differ, says):
    rows = [["a", "a"], ["b", "b"], ["c", "c"]] * 9 + [list(each) for each in differ.split()]
    assert informed.agree(rows).verdict[-1].startswith(says)


def test_who_disagrees_with_whom_on_what():
    rng = np.random.default_rng(3)
    truth = rng.choice(["cat", "dog"], 100)
    odd = np.where(rng.random(100) < 0.6, "dog", truth)
    found = informed.agree({"one": truth.tolist(), "two": truth.tolist(), "odd": odd.tolist()})
    most = found.disagreements[0]
    assert (most.label, most.other, most.other_label) == ("cat", "odd", "dog")
    assert min(found.per_rater, key=lambda who: found.per_rater[who]["kappa"]) == "odd"
    assert any("odd agrees least" in sentence for sentence in found.verdict)


def test_gaps_are_counted_and_said():
    found = informed.agree(FOUR)
    assert any("fewer than two ratings, which say nothing about agreement: 1" in note for note in found.warnings)
    assert any("7 of 48 ratings are missing" in note for note in found.warnings)
    assert found.per_rater["A"]["items"] == 9
    strangers = informed.agree({"a": [1, 2, None], "b": [1, None, 2], "c": [None, 2, 2]})
    assert len(strangers.pairs) == 3
    assert len(informed.agree({"a": [1, None], "b": [1, 1], "c": [None, 1]}).pairs) == 2


def test_every_shape_gives_the_same(tmp_path):
    import polars

    rows = random_ratings(np.random.default_rng(1), 20, 3)
    columns = {f"rater {place + 1}": rows[:, place].tolist() for place in range(3)}
    long = [(item, who, label) for who, said in columns.items() for item, label in enumerate(said)]
    frame = polars.DataFrame(long, schema=["id", "rater", "label"], orient="row")
    wanted = informed.agree(rows).to_dict()
    for each in (rows.tolist(), columns, polars.DataFrame(columns)):
        assert informed.agree(each).to_dict() == wanted
    assert informed.agree(frame, item="id", rater="rater", label="label").to_dict() == wanted
    json.loads(informed.agree(rows).to_json())
    assert "Agreement beyond chance" in str(informed.agree(rows))


def test_items_rated_once_each_cannot_be_told():
    found = informed.agree([["a", None, None]] * 3 + [["b", None, None]])
    assert found.measures["agreement"].chance is None
    assert found.verdict[0].startswith("Cannot tell: ")


def test_nothing_to_agree_on_is_said():
    found = informed.agree([["a", "a"], ["a", "a"]])
    assert np.isnan(found.measures["fleiss_kappa"].value)
    assert found.verdict[0].startswith("Cannot tell: ")


@pytest.mark.parametrize(
    ("ratings", "options", "message"),
    [
        ([["a"], ["b"]], {}, "at least two raters"),
        ([["a", "b"], ["a"]], {}, r"ratings\[1\] is not a row of 2 ratings"),
        (["ab", "cd"], {}, r"ratings\[0\] is not a row"),
        ({"a": [1, 2], "b": [1]}, {}, "a rated 2 items, b 1"),
        ([[None, None]], {}, "every entry is missing"),
        ([["a", "b"]], {"metric": "interval"}, "labels that are numbers; 'a' is a text"),
        ([[1, -1]], {"metric": "ratio"}, "labels >= 0"),
        ([["a", "b"]], {"metric": "nominl"}, "did you mean 'nominal'"),
        ([["a", "b"]], {"raters": ["x"]}, "1 names for 2 columns of ratings; name each"),
        (7, {}, "ratings are int"),
        ([["a", "b"]], {"rater": "r"}, "needs item=, rater= and label="),
    ],
)
def test_bad_input_is_named(ratings, options, message):
    with pytest.raises(InputError, match=message):
        informed.agree(ratings, **options)


def test_a_rater_cannot_rate_an_item_twice():
    import polars

    frame = polars.DataFrame({"id": [1, 1], "rater": ["a", "a"], "label": ["x", "y"]})
    with pytest.raises(InputError, match="rated item 1 twice"):
        informed.agree(frame, item="id", rater="rater", label="label")


ORDER = ["1", "2", "10"]
SAID = {"ann": ["1", "2", "10", "10", "2"], "bob": ["1", "10", "10", "2", "2"]}


def as_categories(values):
    return pandas.Categorical(values, categories=ORDER, ordered=True)


def long_frame():
    rows = [(item, who, said) for who, all_said in SAID.items() for item, said in enumerate(all_said)]
    frame = pandas.DataFrame(rows, columns=["item", "who", "said"])
    return frame.assign(said=as_categories(frame["said"]))


ORDERED = {
    "dictionary": lambda: ({who: as_categories(said) for who, said in SAID.items()}, {}),
    "pandas": lambda: (pandas.DataFrame({who: as_categories(said) for who, said in SAID.items()}), {}),
    "polars": lambda: (polars.DataFrame(SAID, schema=dict.fromkeys(SAID, polars.Enum(ORDER))), {}),
    "long": lambda: (long_frame(), {"item": "item", "rater": "who", "label": "said"}),
    "labels": lambda: (SAID, {"labels": ORDER}),
}


@pytest.mark.parametrize("given", ORDERED)
def test_the_order_of_categories_is_that_of_the_numbers_they_write(given):
    ratings, how = ORDERED[given]()
    numbers = {who: [int(each) for each in said] for who, said in SAID.items()}
    found = informed.agree(ratings, metric="ordinal", **how)
    alpha = informed.agree(numbers, metric="ordinal").measures["krippendorff_alpha"]
    assert found.measures["krippendorff_alpha"].value == pytest.approx(alpha.value)
    assert "krippendorff_alpha reads the labels as ordered: 1 < 2 < 10" in found.warnings


def test_texts_are_sorted_and_that_is_said():
    found = informed.agree(SAID, metric="ordinal")
    assert "krippendorff_alpha reads the labels as ordered: 1 < 10 < 2" in found.warnings
    assert not informed.agree(SAID).warnings  # without an order nothing is read from it


@pytest.mark.parametrize("metric", ["interval", "ratio"])
def test_half_points_are_ratings_where_distances_count(metric, tmp_path):
    """Alpha of an interval or a ratio does not depend on the unit: twice the ratings are whole."""
    halves = [[1.0, 2.5, None], [2.0, 2.5, 2.0], [0.5, 0.5, 1.0], [3.0, 3.0, 3.5]]
    whole = [[None if each is None else round(2 * each) for each in row] for row in halves]
    alpha = informed.agree(whole, metric=metric).measures["krippendorff_alpha"].value
    lists = {
        "lists": halves,
        "array": np.array(halves, float),
        "frame": pandas.DataFrame(halves, columns=["a", "b", "c"]),
        "polars": polars.DataFrame(halves, schema=["a", "b", "c"], orient="row"),
    }
    for ratings in lists.values():
        found = informed.agree(ratings, metric=metric)
        assert found.measures["krippendorff_alpha"].value == pytest.approx(alpha)
    pandas.DataFrame(halves).to_csv(path := tmp_path / "halves.csv", index=False)
    read = read_ratings(path, raters=["0", "1", "2"], fractions=True)
    assert informed.agree(read, metric=metric).measures["krippendorff_alpha"].value == pytest.approx(alpha)


@pytest.mark.parametrize(
    ("ratings", "how", "message"),
    [
        ([[1.0, 2.5], [2.0, 2.0]], {}, "looks like scores"),
        ([[1.0, float("inf")], [2.0, 2.0]], {"metric": "interval"}, "must be finite"),
        ([[1], [2]], {}, "at least two raters, there is 1"),
        (pandas.DataFrame(SAID), {"raters": ["ann", "ann"]}, "duplicate rater 'ann'"),
        (pandas.DataFrame(SAID), {"raters": ["ann"]}, "at least two raters, there is 1"),
    ],
)
def test_what_is_no_agreement_is_refused(ratings, how, message):
    with pytest.raises(InputError, match=message):
        informed.agree(ratings, **how)


# --- further coefficients --------------------------------------------------------------------------------------------

RATED = (
    *("4344", "1114", "1311", "2112", "1441", "1323", "4444", "2333", "3121", "1111"),
    *("2432", "1212", "2413", "2322", "2223", "1114", "4433", "2333", "1411", "1111"),
)
IRRCAC = {  # irrCAC 0.4.4 on these 20 items: raw.CAC(frame, weights).gwet(), .bp(), .conger(), .fleiss()
    "nominal": {"gwet_ac1": 0.29545, "brennan_prediger": 0.28889, "conger_kappa": 0.27765, "fleiss_kappa": 0.26847},
    "ordinal": {"gwet_ac2": 0.34678},
    "interval": {"gwet_ac2": 0.35048},
    "ratio": {"gwet_ac2": 0.32425},
}


@pytest.mark.parametrize("metric", IRRCAC)
def test_coefficients_are_those_of_irrcac(metric):
    found = informed.agree([list(map(int, row)) for row in RATED], metric=metric).measures
    for name, value in IRRCAC[metric].items():
        assert round(found[name].value, 5) == pytest.approx(value, abs=1.1e-5), name
        assert found[name].low < value < found[name].high


def test_shrout_and_fleiss_example():
    """Shrout & Fleiss 1979: six targets, four judges; ICC(1,1) .17, ICC(2,1) .29, ICC(3,1) .71."""
    rows = [[9, 2, 5, 8], [6, 1, 3, 2], [8, 4, 6, 8], [7, 1, 2, 6], [10, 5, 6, 9], [6, 2, 4, 7]]
    found = informed.agree(rows, metric="interval").measures
    printed = {"icc": (0.17, -0.13, 0.72), "icc_agreement": (0.29, 0.02, 0.76), "icc_consistency": (0.71, 0.34, 0.95)}
    for name, wanted in printed.items():
        assert tuple(round(each, 2) for each in (found[name].value, found[name].low, found[name].high)) == wanted


def test_congers_kappa_of_two_habits_is_the_mean_of_cohens_when_all_pairs_have_the_same_chance():
    """With the same shares of labels for every rater Conger's, Fleiss' and the mean of Cohen's kappas are one."""
    turned = [[0, 0, 1], [1, 0, 0], [0, 1, 0], [1, 1, 1], [0, 0, 0], [2, 2, 2], [2, 0, 0], [0, 2, 0], [0, 0, 2]]
    found = informed.agree(turned).measures
    assert_allclose(found["conger_kappa"].value, found["fleiss_kappa"].value)
    assert_allclose(found["conger_kappa"].value, found["mean_pairwise_kappa"].value)


def test_two_raters_with_one_common_label_have_the_paradox_explained():
    """Feinstein & Cicchetti 1990: high agreement, a low kappa, because one label dominates.

    Not said where agreement beyond chance is not shown: a kappa of 0 is then low because there is nothing.
    """
    found = informed.agree([["x", "x"]] * 185 + [["y", "y"]] * 5 + [["x", "y"]] * 5 + [["y", "x"]] * 5)
    assert found.measures["gwet_ac1"].value > 0.9
    assert found.measures["fleiss_kappa"].value < 0.5
    assert any("because 95% of the ratings are 'x'" in sentence for sentence in found.verdict)
    nothing = informed.agree([["x", "x"]] * 90 + [["x", "y"]] * 5 + [["y", "x"]] * 5)
    assert nothing.measures["gwet_ac1"].value > 0.85
    assert not any("Kappa is low" in sentence for sentence in nothing.verdict)
    even = informed.agree([["x", "x"]] * 45 + [["y", "y"]] * 45 + [["x", "y"]] * 5 + [["y", "x"]] * 5)
    assert not any("Kappa is low" in sentence for sentence in even.verdict)


def test_independent_raters_have_no_paradox():
    """At most 5 % of data sets in which raters guess show agreement: of 40 at most 6 (p 0.01) explain kappa."""
    rng = np.random.default_rng(31)
    said = 0
    for share, n, raters in [(0.94, 40, 3), (0.94, 200, 2), (0.8, 60, 4), (0.9, 90, 2)] * 10:
        found = informed.agree(np.where(rng.random((n, raters)) < share, "x", "y").tolist())
        said += any("Kappa is low" in sentence for sentence in found.verdict)
    assert said <= 6


def test_a_declared_scale_counts_where_chance_is_about_it():
    """Gwet 2014: q is the number of categories of the scale. Agreement 0.8, shares 0.7 and 0.3, q = 5:
    (5 * 0.8 - 1) / 4, and chance (0.21 + 0.21) / 4. Kappa and alpha know nothing of labels that nobody uses."""
    rows = [["a", "a"]] * 12 + [["a", "b"]] * 4 + [["b", "b"]] * 4
    two, five = (informed.agree(rows, labels=labels).measures for labels in (None, list("abcde")))
    assert_allclose([two[name].value for name in ("brennan_prediger", "gwet_ac1")], [0.6, (0.8 - 0.42) / 0.58])
    assert_allclose([five[name].value for name in ("brennan_prediger", "gwet_ac1")], [0.75, 0.695 / 0.895])
    for name in ("fleiss_kappa", "krippendorff_alpha", "agreement", "correlation"):
        ends = (np.array([each.value, each.low, each.high]) for each in (five[name], two[name]))
        assert_allclose(*ends, atol=1e-9)  # slopes are central differences
    for name in ("brennan_prediger", "gwet_ac1"):
        assert five[name].low < five[name].value < five[name].high


def test_missing_ratings_are_counted_and_the_raters_stay_on_the_screen():
    """Six raters, 30 items, 27 of 180 ratings taken out: how much each rater rated is what one needs to see."""
    rng = np.random.default_rng(32)
    truth = rng.integers(0, 5, 30)
    said = np.where(rng.random((30, 6)) < 0.6, truth[:, None], rng.integers(0, 5, (30, 6))).astype(object)
    for place in rng.permutation(180)[:27]:
        said[place // 6, place % 6] = None
    found = informed.agree({f"rater{place}": said[:, place].tolist() for place in range(6)})
    assert found.ratings.gaps == 27
    assert any(note.startswith("27 of 180 ratings are missing") for note in found.warnings)
    screen = str(found)
    assert "27 of 180 ratings are missing" in screen
    assert sum(line.split()[:1] == [f"rater{place}"] for line in screen.splitlines() for place in range(6)) >= 2
    assert len(screen.splitlines()) <= 24


def test_record_arrays_name_their_raters():
    """A record array is a table with named columns, for raters as for two columns of labels."""
    rows = [("x", "x", 1), ("y", "x", 2), ("y", "y", 3), ("x", "x", 4)]
    array = np.array(rows, dtype=[("ann", "U1"), ("bob", "U1"), ("item", "i4")])
    wanted = informed.agree({"ann": list("xyyx"), "bob": list("xxyx")}).to_dict()
    for each in (array, array.view(np.recarray)):
        assert informed.agree(each, raters=["ann", "bob"]).to_dict() == wanted
        assert informed.agree(each[["ann", "bob"]]).to_dict() == wanted
        assert informed.consensus(each, item="item", raters=["ann", "bob"]).n == 4


def test_raters_with_different_habits_are_told_from_raters_who_differ():
    rows = [["x", "x"]] * 30 + [["x", "y"]] * 40 + [["y", "y"]] * 30
    found = informed.agree(rows)
    assert any("different shares" in sentence for sentence in found.verdict)


def test_long_files_are_read(tmp_path):
    rows = [list(map(int, row)) for row in RATED]
    path = tmp_path / "long.csv"
    lines = [f"{item},r{who},{said}\n" for item, row in enumerate(rows) for who, said in enumerate(row, 1)]
    path.write_text("id,who,label\n" + "".join(lines))
    found = informed.agree(path, item="id", rater="who", label="label")
    assert found.measures == informed.agree(rows).measures


def test_long_files_are_read_on_the_shell(tmp_path, capsys):
    from informed.cli import main

    path = tmp_path / "long.csv"
    path.write_text("id,who,label\n1,a,x\n1,b,x\n2,a,y\n2,b,y\n3,a,x\n3,b,y\n")
    with pytest.raises(SystemExit) as stopped:
        main(["agree", str(path), "--item", "id", "--rater", "who", "--label", "label", "--format", "json"])
    assert stopped.value.code == 0
    assert json.loads(capsys.readouterr().out)["measures"]["agreement"]["value"] == pytest.approx(2 / 3)


def test_the_screen_names_the_coefficients_that_apply():
    """Scott's pi is Fleiss' kappa of two raters; ICC and AC2 are for labels that are near and far."""
    two = informed.agree([["x", "x"], ["y", "y"], ["x", "y"], ["y", "y"]])
    many = informed.agree([list(map(int, row)) for row in RATED])
    near = informed.agree([list(map(int, row)) for row in RATED], metric="interval")
    of_two = ("Scott's pi", "Cohen's", "gwet_ac1", "brennan_prediger")
    of_many = ("fleiss_kappa", "gwet_ac1", "brennan_prediger", "conger_kappa")
    of_near = ("gwet_ac2", "icc_agreement", "icc_consistency")
    for found, names in ((two, of_two), (many, of_many), (near, of_near)):
        assert all(name in found.report(every=True) for name in names)
        assert not any(name in str(found) for name in names if name != "fleiss_kappa")  # one is quoted
    for screen in map(str, (two, many, near)):
        assert max(map(len, screen.splitlines())) <= 80
        assert len(screen.splitlines()) <= 24


@pytest.mark.parametrize("raters", [2, 4])
def test_what_an_agreement_limits_is_what_the_truth_measures(raters):
    """Raters who each know 0.8 of the labels and else guess: kappa 0.64, and the truth is informed about one to 0.8."""
    rng = np.random.default_rng(8)
    truth = rng.integers(0, 3, 20_000)
    says = [np.where(rng.random(20_000) < 0.8, truth, rng.integers(0, 3, 20_000)) for _ in range(raters)]
    found = informed.agree(np.transpose(says).tolist())
    measured = informed.evaluate(says[0], truth).measures["informedness"].value
    assert found.ceiling.value == pytest.approx(0.8, abs=0.02)
    assert found.ceiling.value == pytest.approx(measured, abs=0.02)
    assert found.to_dict()["ceiling"]["value"] == found.ceiling.value


def test_where_no_agreement_is_shown_nothing_is_said_of_what_it_limits():
    found = informed.agree([["x", "y"], ["y", "x"], ["x", "x"], ["y", "y"]] * 3)
    assert found.ceiling is None
    assert "ceiling" not in [each.code for each in found.findings]


@pytest.mark.parametrize(("knows", "told"), [(1.0, "Nearly"), (0.97, "Perhaps"), (0.5, "No")])
def test_one_rater_is_enough_as_the_truth_as_far_as_the_interval_shows(knows, told):
    """No below 0.95, nearly above it: of what a perfect predictor would measure, judged by one rater."""
    rng = np.random.default_rng(5)
    actual = rng.integers(0, 2, 400)
    said = {name: np.where(rng.random(400) < knows, actual, rng.integers(0, 2, 400)) for name in "ab"}
    found = informed.agree(said)
    limit = found.ceiling
    assert (told == "No") == (limit.high < 0.95)
    assert (told == "Nearly") == (limit.low >= 0.95)
    assert any(f"enough as the truth? {told}: " in each for each in found.verdict)
