"""An evaluation says every applicable measure, per label, with chance, and equals its JSON."""

import json
from itertools import product

import jsonschema
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import informed
from informed.asking.declared import question_named
from informed.asking.schema import answer_schema
from informed.core import table as tables
from informed.core.registry import forget
from informed.core.words import number

# Steingold & Laclavik's weather slide; rows are actual classes.
WEATHER = informed.Counts([[100, 10, 1], [5, 20, 6], [0, 3, 2]], labels=["sun", "rain", "hurricane"])
SAN_DIEGO = informed.Counts([[362, 0], [3, 0]], labels=["sun", "rain"])
SCHEMA = answer_schema(question_named("evaluate"))

small_tables = st.integers(2, 5).flatmap(
    lambda k: st.lists(st.lists(st.integers(0, 30), min_size=k, max_size=k), min_size=k, max_size=k)
).filter(lambda table: np.any(table))  # fmt: skip


def test_weather_values_agree_with_the_survey_of_other_tools():
    measures = informed.evaluate(WEATHER).measures
    # prevalence-weighted (yardstick, PyCM), bias-weighted, Powers' equation 43, and scikit-learn's homogeneity
    expected = {"informedness": 0.6997, "edge": 0.6854, "markedness": 0.6199, "proficiency": 0.4095}
    assert {name: round(measures[name].value, 4) for name in expected} == expected


def test_chance_is_the_measure_on_the_expected_table():
    evaluation = informed.evaluate(WEATHER)
    by_chance = tables.expected(tables.as_table(WEATHER))
    for name, estimate in evaluation.measures.items():
        assert estimate.chance == pytest.approx(float(informed.measures.get(name)(by_chance)), abs=1e-12), name


@given(small_tables)
def test_prevalence_weighted_recall_is_bias_weighted_precision_is_accuracy(cells):
    evaluation = informed.evaluate(informed.Counts(cells))
    accuracy = evaluation.measures["accuracy"].value
    assert evaluation.average("recall", "prevalence") == pytest.approx(accuracy)
    assert evaluation.average("precision", "bias") == pytest.approx(accuracy)


@given(small_tables)
def test_averages_give_the_registered_definitions(cells):
    evaluation = informed.evaluate(informed.Counts(cells), undefined="nan")
    for name, label_measure, weights, mean in (
        ("informedness", "informedness", "prevalence", "arithmetic"),
        ("edge", "informedness", "bias", "arithmetic"),
        ("markedness", "markedness", "bias", "arithmetic"),
        ("average_f", "f_measure", "bias", "harmonic"),
        ("average_g", "g_measure", "bias", "geometric"),
    ):
        averaged = evaluation.average(label_measure, weights, mean)
        assert averaged == pytest.approx(evaluation.measures[name].value, nan_ok=True), name


def test_pooled_averaging_is_refused():
    with pytest.raises(informed.InputError, match=r"weights='micro' is not one of prevalence, bias, equal"):
        informed.evaluate(WEATHER).average("informedness", "micro")


def test_ceilings_are_the_best_any_table_with_these_margins_reaches():
    counts = informed.Counts([[3, 1], [2, 6]])
    ceiling = informed.evaluate(counts).diagnosis["ceiling"]
    (rp, _), (pp, _) = counts.table.sum(1), counts.table.sum(0)
    n = counts.table.sum()
    same_margins = [
        [[tp, rp - tp], [pp - tp, n - rp - pp + tp]]
        for tp in range(n + 1)
        if min(rp - tp, pp - tp, n - rp - pp + tp) >= 0
    ]
    for name in ("accuracy", "kappa", "correlation", "mcc"):
        assert ceiling[name] == pytest.approx(float(informed.measures.get(name)(np.array(same_margins)).max())), name


@pytest.mark.parametrize(("rows", "columns"), list(product([(4, 3, 2), (0, 5, 4)], [(3, 3, 3), (9, 0, 0), (1, 2, 6)])))
def test_the_ceiling_table_keeps_the_margins_and_agrees_as_often_as_they_allow(rows, columns):
    best = tables.ceiling(tables.as_table(np.outer(rows, columns) / 9))
    np.testing.assert_allclose(tables.actuals(best), rows)
    np.testing.assert_allclose(tables.predictions(best), columns)
    assert np.trace(best) == pytest.approx(sum(map(min, rows, columns)))  # accuracy <= sum of min(bias, prevalence)


@pytest.mark.parametrize("counts", [WEATHER, SAN_DIEGO, informed.Counts([[1, 2, 3], [4, 5, 6]])], ids=repr)
def test_json_follows_the_published_schema(counts):
    data = json.loads(informed.evaluate(counts).to_json())
    jsonschema.validate(data, SCHEMA)


def test_json_of_groups_follows_the_published_schema():
    grouped = informed.Counts([[[9, 1], [2, 8]], [[1, 0], [0, 0]]], by=("site",), groups=(("a",), ("b",)))
    data = json.loads(informed.evaluate(grouped).to_json())
    jsonschema.validate(data, SCHEMA)
    assert [group["group"] for group in data["groups"]] == [["a"], ["b"]]
    assert data["n"] == 21


def test_a_group_is_judged_as_if_it_were_alone():
    cells = [[[9, 1], [2, 8]], [[5, 5], [1, 9]]]
    grouped = informed.evaluate(informed.Counts(cells, by=("site",), groups=(("a",), ("b",))))
    for part, table in zip(grouped.groups, cells, strict=True):
        assert part.measures == informed.evaluate(informed.Counts(table)).measures
    assert grouped.measures == informed.evaluate(informed.Counts(np.sum(cells, axis=0))).measures


def test_undefined_values_are_null_in_json_and_say_why():
    data = informed.evaluate(SAN_DIEGO).to_dict()
    precision = data["per_label"]["rain"]["precision"]
    assert precision["value"] is None
    assert precision["note"] == "undefined ('rain' is never predicted)"
    assert data["measures"]["markedness"]["note"] == "undefined ('rain' is never predicted), shown as 0"


def test_every_screen_shows_an_undefined_value_alike():
    """The short screen and the long one show the same number, and the short one says that it stands in for 0/0."""
    found = informed.evaluate(SAN_DIEGO)
    short, long = (
        {line.split()[0].rstrip("*"): line for line in found.report(every=every).splitlines()[::-1] if line.strip()}
        for every in (False, True)
    )
    for name in ("informedness", "accuracy"):
        assert short[name].split()[1] == long[name].split()[1]
    (asked,) = (line for line in str(informed.evaluate(SAN_DIEGO, measures=["mcc"])).splitlines() if "  mcc " in line)
    assert asked.split()[1] == long["mcc"].split()[1]
    assert asked.endswith("undefined, shown as 0")


def test_infinite_values_are_null_in_json_and_infinite_in_python():
    estimate = informed.evaluate(informed.Counts([[5, 0], [0, 5]])).per_label["0"]["odds_ratio"]
    assert estimate.value == np.inf
    assert estimate.to_dict()["value"] is None
    assert "infinite" in estimate.to_dict()["note"]


def test_constant_predictor_is_really_zero_informed_and_only_conventionally_marked():
    raw = informed.evaluate(SAN_DIEGO, undefined="nan").measures
    assert raw["informedness"].value == raw["proficiency"].value == 0  # Powers 2007, section 2.5: no convention needed
    assert np.isnan(raw["markedness"].value)
    assert np.isnan(raw["mcc"].value)


def test_undefined_can_stop_the_run():
    with pytest.raises(informed.InputError, match="markedness is undefined on this table"):
        informed.evaluate(SAN_DIEGO, undefined="raise")


def test_opposite_signs_leave_correlation_undefined_and_point_to_mcc():
    # informedness +.060, markedness -.064: 4 % of random 3 x 3 tables are like this
    evaluation = informed.evaluate(informed.Counts([[1, 1, 14], [29, 26, 14], [20, 3, 3]]))
    assert evaluation.measures["informedness"].value == pytest.approx(0.060, abs=5e-4)
    assert evaluation.measures["markedness"].value == pytest.approx(-0.064, abs=5e-4)
    assert np.isnan(evaluation.measures["correlation"].value)
    assert "look at mcc" in evaluation.measures["correlation"].note


def test_there_is_no_silent_positive_class():
    counts = informed.Counts([[30, 30], [12, 28]], labels=["+", "-"])
    assert "recall" not in informed.evaluate(counts).measures
    assert informed.evaluate(counts, positive="+").measures["recall"].value == 30 / 60
    assert informed.evaluate(counts, positive="-").measures["recall"].value == 28 / 40


def test_a_positive_class_needs_two_labels():
    with pytest.raises(informed.InputError, match="positive='sun': there are 3 labels"):
        informed.evaluate(WEATHER, positive="sun")
    with pytest.raises(informed.InputError, match="positive='fog' is not a label"):
        informed.evaluate(SAN_DIEGO, positive="fog")


def test_unjudged_items_leave_only_precision():
    actual, predicted = ["a", "b", None, "a", "b", "a"], ["a", "b", "b", "a", "a", "a"]
    evaluation = informed.evaluate(actual, predicted, missing="unjudged")
    assert np.isnan(evaluation.measures["informedness"].value)
    assert "no actual label" in evaluation.measures["informedness"].note
    assert evaluation.per_label["a"]["precision"].value == 3 / 4
    assert np.isnan(evaluation.per_label["a"]["recall"].value)
    dropped = informed.evaluate(actual, predicted, missing="drop")
    assert dropped.measures["accuracy"].value == 4 / 5
    assert dropped.to_dict()["data"] == {
        "read": 6, "counted": 5, "abstained": 0, "unjudged": 0, "missing": 1, "refused": 0,
    }  # fmt: skip


def test_proportions_have_values_but_no_interval_unless_n_is_given():
    shares = {"tp": 0.30, "fp": 0.12, "fn": 0.30, "tn": 0.28}
    bare = informed.evaluate(informed.Counts.binary(**shares))
    assert bare.measures["informedness"].value == pytest.approx(0.2)
    assert bare.measures["informedness"].low is None
    assert any("proportions" in warning for warning in bare.warnings)
    assert informed.evaluate(informed.Counts.binary(**shares, n=100)).n == 100


def test_parameters_print_the_way_they_parse():
    counts = informed.Counts([[30, 30], [12, 28]], labels=["+", "-"])
    evaluation = informed.evaluate(counts, measures=["f1(beta=2)"], positive="+")
    assert evaluation.measures["f_measure(beta=2)"].value == pytest.approx(5 * 30 / (5 * 30 + 4 * 30 + 12))


def test_a_measure_of_ones_own_joins_the_evaluation():
    @informed.measures.measure(family="own", formula="n_11", source="this test", range=(0, float("inf")), perfect=None)
    def first_cell(table):
        """The first cell."""
        return table[..., 0, 0]

    try:
        assert informed.evaluate(WEATHER).measures["first_cell"].value == 100
    finally:
        forget("first_cell")


def test_an_unused_label_changes_no_value_and_is_reported():
    wide = WEATHER.aligned(["sun", "rain", "hurricane", "fog"])
    narrow, wider = informed.evaluate(WEATHER), informed.evaluate(wide)
    for name, estimate in narrow.measures.items():
        assert wider.measures[name].value == pytest.approx(estimate.value, nan_ok=True), name
    assert any("fog" in warning for warning in wider.warnings)


def test_look_alike_labels_are_warned_about():
    evaluation = informed.evaluate(["cat", "cat ", "dog"], ["cat", "cat", "dog"])
    assert any("'cat' and 'cat '" in warning for warning in evaluation.warnings)


def test_signature_changes_with_whatever_changes_a_number():
    counts = informed.Counts([[30, 30], [12, 28]], labels=["+", "-"])
    runs = [
        informed.evaluate(counts),
        informed.evaluate(counts, positive="+"),
        informed.evaluate(counts, undefined="nan"),
        informed.evaluate(counts, measures=["f_measure(beta=2)"]),
        informed.evaluate(counts, level=0.9),
        informed.evaluate(counts.relabel({"+": "yes"})),
    ]
    assert len({run.signature for run in runs}) == len(runs)


def test_level_95_was_meant_to_be_0_95():
    with pytest.raises(informed.InputError, match=r"level=95 must lie between 0 and 1.*did you mean 0.95"):
        informed.evaluate(WEATHER, level=95)


def test_rows_hold_all_groups_together_and_each_of_them():
    grouped = informed.Counts([[[9, 1], [1, 9]], [[5, 5], [5, 5]]], by=("site",), groups=(("north",), ("south",)))
    rows = informed.evaluate(grouped).rows()
    pooled = informed.evaluate(grouped.pooled()).rows()
    assert [{name: row[name] for name in pooled[0]} for row in rows if row["site"] is None] == pooled
    assert [row["site"] for row in rows if (row["label"], row["measure"]) == (None, "accuracy")] == [
        None,
        "north",
        "south",
    ]


def test_frames_of_all_numbers_are_the_same_rows():
    evaluation = informed.evaluate(WEATHER)
    frame, polars_frame = evaluation.to_pandas(), evaluation.to_polars()
    assert list(frame.columns) == polars_frame.columns
    assert len(frame) == len(polars_frame) == len(evaluation.rows())
    recall = frame[(frame.label == "rain") & (frame.measure == "recall")]
    assert recall["value"].item() == 20 / 31


def test_evaluation_of_arrays_equals_evaluation_of_their_counts():
    actual, predicted = np.repeat([0, 0, 1, 1], [30, 30, 12, 28]), np.repeat([0, 1, 0, 1], [30, 30, 12, 28])
    direct = informed.evaluate(informed.Counts([[30, 30], [12, 28]]))
    assert informed.evaluate(actual, predicted).to_dict() == direct.to_dict()


def test_abstentions_are_bets_not_placed():
    actual = ["a", "b"] * 20
    predicted = ["a", "unsure"] * 20
    evaluation = informed.evaluate(actual, predicted, abstain="unsure")
    assert evaluation.abstention.coverage.value == 0.5
    assert evaluation.to_dict()["data"]["abstained"] == 20
    assert evaluation.verdict[0].startswith("It answers 20 of 40 items (50%, 95% CI ")
    assert any("an item left alone neither wins nor loses" in sentence for sentence in evaluation.verdict)


def test_abstaining_from_everything_scores_zero_and_being_all_wrong_does_not():
    actual = ["a", "b"] * 5
    silent = informed.evaluate(actual, ["unsure"] * 10, abstain="unsure")
    wrong = informed.evaluate(actual, ["b", "a"] * 5)
    assert silent.abstention.zero_stake["informedness"].value == 0
    assert wrong.measures["informedness"].value == -1
    jsonschema.validate(json.loads(silent.to_json()), SCHEMA)


def test_profitable_but_worthless():
    # Steingold & Laclavik: value .001 a customer although prediction and purchase are independent
    customers = informed.Counts([[10, 90], [90, 810]], labels=["bought", "did not"])
    evaluation = informed.evaluate(customers, value=[[1, 0], [-0.1, 0]])
    assert evaluation.pricing.value.value == pytest.approx(0.001)
    assert any("Profitable but worthless: " in sentence for sentence in evaluation.verdict)


def test_copies_of_an_item_in_one_cluster_say_no_more_than_the_item():
    rng = np.random.default_rng(0)
    actual = rng.integers(0, 2, 100)
    said = np.where(rng.random(100) < 0.8, actual, 1 - actual)
    copies = {"data": np.repeat(actual, 10), "predicted": np.repeat(said, 10)}
    once, blind = informed.evaluate(actual, said), informed.evaluate(**copies)
    aware = informed.evaluate(**copies, cluster=np.repeat(np.arange(100), 10))
    width = [each.measures["informedness"].high - each.measures["informedness"].low for each in (once, blind, aware)]
    assert width[1] < 0.4 * width[0]
    assert width[2] == pytest.approx(width[0], rel=0.1)
    assert aware.measures["informedness"].method == "cluster"
    assert aware.significance["informedness"].p > blind.significance["informedness"].p


def test_one_cluster_is_refused_and_few_are_flagged():
    with pytest.raises(informed.InputError, match="a single cluster"):
        informed.evaluate([0, 1, 0, 1], [0, 1, 1, 1], cluster=["a"] * 4)
    few = informed.evaluate([0, 1, 0, 1] * 5, [0, 1, 1, 1] * 5, cluster=np.repeat(np.arange(5), 4))
    assert "only 5 clusters" in few.measures["informedness"].note


def test_clusters_from_a_file_are_clusters_of_arrays(tmp_path):
    rng = np.random.default_rng(1)
    actual, said, cluster = rng.integers(0, 2, 60), rng.integers(0, 2, 60), rng.integers(0, 12, 60)
    path = tmp_path / "c.csv"
    path.write_text("y,p,c\n" + "".join(f"{a},{b},{c}\n" for a, b, c in zip(actual, said, cluster, strict=True)))
    from_file = informed.evaluate(path, "p", actual="y", cluster="c")
    assert from_file.measures == informed.evaluate(actual, said, cluster=cluster).measures


def test_groups_in_clusters_are_judged_as_if_each_were_alone(tmp_path):
    """A group's interval allows for its own clusters; the whole is that of all items."""
    rng = np.random.default_rng(2)
    actual, said, cluster = rng.integers(0, 2, 120), rng.integers(0, 2, 120), rng.integers(0, 24, 120)
    site = np.where(cluster % 2 == 0, "north", "south")
    found = informed.evaluate(actual, said, cluster=cluster, by=site)
    assert found.measures == informed.evaluate(actual, said, cluster=cluster).measures
    assert found.counts == informed.count(actual, said, by=site)
    for part in found.groups:
        inside = site == part.group[0]
        alone = informed.evaluate(actual[inside], said[inside], cluster=cluster[inside])
        assert part.measures == alone.measures
        assert part.measures["informedness"].method == "cluster"
    path = tmp_path / "c.csv"
    rows = zip(actual, said, cluster, site, strict=True)
    path.write_text("y,p,c,site\n" + "".join(f"{y},{p},{c},{s}\n" for y, p, c, s in rows))
    named = informed.evaluate(str(path), predicted="p", actual="y", cluster="c", by="site")
    assert named.counts.by == ("site",)
    assert [each.measures for each in named.groups] == [each.measures for each in found.groups]


@pytest.mark.parametrize(
    "keys", [("cluster",), ("stratum",), ("cluster", "stratum"), ("cluster", "abstain")], ids="-".join
)
def test_a_group_of_items_with_any_keys_is_judged_as_its_rows_alone(keys):
    rng = np.random.default_rng(5)
    actual, said = rng.integers(0, 2, 160), rng.integers(0, 3, 160)
    cluster = rng.integers(0, 30, 160)
    given = {"cluster": cluster, "stratum": cluster % 2, "abstain": 2}
    given = {name: given[name] for name in keys}
    by = {"site": rng.integers(0, 2, 160), "year": rng.integers(0, 2, 160)}
    found = informed.evaluate(informed.items(actual, said, by=by, labels=range(3), **given))
    assert len(found.groups) == 4
    for part in found.groups:
        inside = (by["site"] == part.group[0]) & (by["year"] == part.group[1])
        own = {name: each if name == "abstain" else each[inside] for name, each in given.items()}
        alone = informed.evaluate(informed.items(actual[inside], said[inside], labels=range(3), **own))
        assert part.measures == alone.measures
        assert part.counts.table.tolist() == alone.counts.table.tolist()


def test_groups_of_items_are_plain_groups():
    """Without clusters and strata the groups of items are judged like groups of counts."""
    draw = np.random.default_rng(3)
    actual, said, site = draw.integers(0, 2, 80), draw.integers(0, 2, 80), np.repeat(["north", "south"], 40)
    found = informed.evaluate(informed.items(actual, {"test": said}, by={"site": site}))
    plain = informed.evaluate(actual, said, by={"site": site})
    assert found.measures == plain.measures
    assert [each.measures for each in found.groups] == [each.measures for each in plain.groups]


def test_a_group_with_a_single_cluster_has_values_without_intervals_and_says_why():
    """The other groups, and the whole, keep what they have."""
    actual = [0, 1] * 20 + [0, 1, 1]
    where = {"by": ["A"] * 40 + ["B"] * 3, "cluster": [*(place // 4 for place in range(40)), 99, 99, 99]}
    found = informed.evaluate(actual, actual[::-1], **where)
    first, last = found.groups
    alone = informed.evaluate(actual[:40], actual[::-1][:40], cluster=where["cluster"][:40])
    assert first.measures == alone.measures
    plain = informed.evaluate(actual[40:], actual[::-1][40:])
    for name, each in last.measures.items():
        assert (each.low, each.high) == (None, None)
        assert each.value == pytest.approx(plain.measures[name].value, nan_ok=True)
    assert "there is a single cluster" in last.measures["informedness"].note
    assert "Cannot tell" in last.verdict[0]
    assert last.significance == {}
    assert "B: no interval: there is a single cluster" in " ".join(str(found).split())


@pytest.mark.parametrize("same", [{"weights": [2.5] * 21}, {"cluster": list(range(21))}], ids=["weights", "clusters"])
def test_equal_weights_and_clusters_of_one_item_leave_every_sentence_as_it_is(same):
    """A borderline table, of which weights once made another verdict."""
    cells = [(0, 0)] * 9 + [(0, 1)] * 2 + [(1, 0)] * 4 + [(1, 1)] * 6
    actual, predicted = zip(*cells, strict=True)
    assert informed.evaluate(actual, predicted, **same).verdict == informed.evaluate(actual, predicted).verdict


def test_every_format_shows_the_chance_of_a_sample_of_this_size():
    """Information is above 0 by chance alone, more so in a small sample (Miller 1955)."""
    found = informed.evaluate(informed.Counts([[9, 1], [2, 8]], ["ill", "well"]))
    shown = number(found.measures["proficiency"].chance_mean)
    assert float(shown) > 0
    (row,) = [line for line in found.report("markdown").splitlines() if line.startswith("| proficiency |")]
    (line,) = [line for line in found.report(every=True).splitlines() if line.startswith("  proficiency")]
    assert row.split(" | ")[3] == shown
    assert shown in line.split()
