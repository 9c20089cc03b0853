"""How a run judges: what is asked for is answered, under its own name, and nothing given is ignored."""

import numpy as np
import pytest

import informed

ACTUAL = ["ill", "well", "well", "ill", "well", "well"] * 8
SAID = ["ill", "well", "ill", "well", "well", "well"] * 8


def test_measures_asked_for_are_shown_first_and_the_others_are_still_there():
    evaluation = informed.evaluate(ACTUAL, SAID, measures=["f_measure(beta=2)", "accuracy"], positive="ill")
    assert list(evaluation.headline) == ["f_measure(beta=2)", "accuracy"]
    assert "informedness" in evaluation.measures
    shown = str(evaluation)
    assert "f_measure(beta=2)" in shown
    assert "\n  kappa" not in shown


def test_one_measure_may_be_asked_for_by_its_name_alone():
    assert list(informed.evaluate(ACTUAL, SAID, measures="mcc").headline) == ["mcc"]


def test_a_rate_asked_for_without_a_positive_class_is_shown_for_each_label():
    evaluation = informed.evaluate(ACTUAL, SAID, measures="inverse_recall")
    assert "inverse_recall" not in evaluation.measures
    assert "inverse_recall" in str(evaluation)
    assert set(evaluation.headline) > {"informedness", "accuracy"}


@pytest.mark.parametrize("name", ["recall[ill]", "sensitivity[ill]", "f_measure(beta=2)[ill]", "informedness[ill]"])
def test_a_measure_of_a_named_label_is_that_of_the_label(name):
    evaluation = informed.evaluate(ACTUAL, SAID, measures=[name], by={"half": [0, 1] * 24})
    (shown,) = evaluation.headline
    of = shown.removesuffix("[ill]")
    assert evaluation.headline[shown] == evaluation.per_label["ill"][of]
    assert [each.measures[name] for each in evaluation.groups] == [
        each.per_label["ill"][of] for each in evaluation.groups
    ]
    assert shown in str(evaluation)
    assert {row["measure"] for row in evaluation.rows() if row["label"] is None} >= {shown}


def test_a_label_may_be_named_in_every_lookup():
    evaluation = informed.evaluate([1, 1, 0, 2], [1, 0, 0, 2])
    assert evaluation.measures["recall[1]"] == evaluation.per_label[1]["recall"]
    assert "recall" not in evaluation.measures


@pytest.mark.parametrize(
    ("name", "message"),
    [("recall[sick]", "'sick' is not a label"), ("edge[ill]", "edge is a measure of the whole table")],
)
def test_a_label_that_means_nothing_is_refused(name, message):
    with pytest.raises(informed.InputError, match=message):
        informed.evaluate(ACTUAL, SAID, measures=[name])
    with pytest.raises(informed.InputError, match=message):
        informed.compare(ACTUAL, {"one": SAID, "two": ACTUAL}, measures=[name])


def test_parameters_are_part_of_the_name():
    evaluation = informed.evaluate(ACTUAL, SAID, measures=["f_measure(beta=2)"])
    tilted = evaluation.average("f_measure(beta=2)", weights="equal")
    by_hand = np.mean([(1 + 4) * tp / (5 * tp + 4 * fn + fp) for tp, fn, fp in ((8, 8, 8), (24, 8, 8))])
    assert tilted == pytest.approx(by_hand)
    uneven = informed.evaluate([0, 0, 0, 1], [0, 0, 1, 1], measures=["f_measure(beta=2)"])
    assert uneven.average("f_measure(beta=2)") != uneven.average("f_measure")
    only = informed.evaluate(ACTUAL, SAID, per_label=["f_measure(beta=2)"])
    assert set(only.per_label["ill"]) == {"informedness", "f_measure(beta=2)"}


def test_patterns_without_clusters_are_their_counts():
    items = informed.items(ACTUAL, {"test": SAID})
    assert informed.evaluate(items).measures == informed.evaluate(ACTUAL, SAID).measures


def test_patterns_of_several_systems_are_not_one_predictor():
    with pytest.raises(informed.InputError, match="there are 2 systems; name one of test, nobody"):
        informed.evaluate(informed.items(ACTUAL, {"test": SAID, "nobody": ["well"] * 48}))


def test_arguments_without_effect_are_refused():
    counts = informed.count(ACTUAL, SAID)
    for given in ({"labels": ["well", "ill"]}, {"weights": [1.0] * 48}):
        with pytest.raises(informed.InputError, match=f"{next(iter(given))}= has no effect on items that have been"):
            informed.evaluate(counts, **given)
        with pytest.raises(informed.InputError, match="has no effect on systems that have been counted"):
            informed.compare(counts, counts, **given)


def test_a_seed_that_changes_a_number_changes_the_signature():
    ways = ({}, {"seed": 1}, {"draws": 300})
    first, second, fewer = (informed.evaluate(ACTUAL, SAID, method="bootstrap", **how) for how in ways)
    assert first.measures["proficiency"].high != second.measures["proficiency"].high
    assert len({first.signature, second.signature, fewer.signature}) == 3


def test_a_bare_table_has_labels_by_their_places():
    table = [[30, 30], [12, 28]]
    assert informed.estimate(table, "recall", label=1).value == pytest.approx(28 / 40)
    assert informed.measures.get("accuracy").at_chance(table) == pytest.approx(0.6 * 0.42 + 0.4 * 0.58)
    assert informed.measures.get("informedness").at_chance(table) == 0


def test_an_undefined_value_is_explained_by_its_own_measure():
    own = informed.measures.measure(family="own", source="", formula="0/0", kind="table")(_nothing)
    try:
        found = informed.evaluate(informed.Counts([[3, 1], [2, 4]]), measures=[own]).measures
        assert found["_nothing"].note == "undefined on this table"
    finally:
        informed.core.registry.forget("_nothing")


def _nothing(table):
    """Undefined on every table."""
    return table.sum((-2, -1)) * np.nan
