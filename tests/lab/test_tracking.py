"""How measures go with the truth: against a published simulation, and against plain arithmetic."""

import json
import re

import numpy as np
import pytest
from numpy.testing import assert_allclose
from published import paper

import informed
from informed import lab as study
from informed.core.registry import forget
from informed.core.table import average, one_vs_rest
from informed.lab import tracking
from informed.lab.result import stream

NAMES = {
    "B41": "edge",
    "B42": "informedness",
    "M43": "markedness",
    "Mdual": "edge_markedness",
    "RK": "mcc",
    "kappa": "kappa",
    "Wav_acc": "accuracy",
    "Gav": "average_g",
    "Fav": "average_f",
    "prof": "proficiency",
    "macroF1": "macro_f1_of_mine",
}
STUDIES = 600


@pytest.fixture(scope="module")
def macro_f1():
    """A measure defined a moment ago is studied like any other."""

    @informed.measures.measure(family="mine", formula="mean F of the labels", source="here", square=True)
    def macro_f1_of_mine(table):
        """The plain mean of F over all labels."""
        labels = one_vs_rest(table)
        return average(informed.measures.get("f_measure").raw(labels), np.full(labels.shape[:-2], 1 / table.shape[-1]))

    yield macro_f1_of_mine
    forget("macro_f1_of_mine")


@pytest.fixture(scope="module")
def published():
    return paper("powers2008_montecarlo")


@pytest.fixture
def lacking(monkeypatch):
    """The published simulation counts tables that lack a class, with informedness 0."""
    monkeypatch.setattr(tracking.Plan, "kept", lambda self, tables: np.ones(len(tables), bool))


@pytest.mark.parametrize("items", [100, 1000])
def test_figure_2_of_powers_2008(published, macro_f1, lacking, items):
    """Within 4 standard errors of the difference of two means, ours over 600 studies, theirs over 2000."""
    theirs = published["studies_of_110"][f"A_110x2000_K2_N{items}"]
    ours = study.measures(list(NAMES.values()), items=items, studies=STUDIES, seed=1).measures
    for key, name in NAMES.items():
        correlation, correlation_sd, rmse, rmse_sd = theirs[key]
        for printed, sd, figure in ((correlation, correlation_sd, "correlation"), (rmse, rmse_sd, "rmse")):
            error = sd * np.sqrt(1 / 2000 + 1 / STUDIES) + 5e-5
            assert_allclose(ours[name][figure], printed, rtol=0, atol=4 * error, err_msg=f"{name} {figure}")
            assert_allclose(ours[name][f"{figure}_sd"], sd, rtol=0.15)


@pytest.mark.parametrize("classes", [2, 5, 10])
def test_one_large_study(published, macro_f1, lacking, classes):
    """Their 110,000 tables against our 11,000, within 4 standard errors of the difference.

    How much a figure varies is seen over 200 studies of 110 tables, and falls with the root of the number of tables.
    """
    theirs = published["large_scale"][f"B_K{classes}_N100"]
    names = list(NAMES.values())
    ours = study.measures(names, classes=classes, per_level=1000, studies=1, seed=1).measures
    small = study.measures(names, classes=classes, studies=200, seed=2).measures
    for key, name in NAMES.items():
        for printed, figure in zip(theirs[key], ("correlation", "rmse", "error", "offset"), strict=True):
            error = small[name][f"{figure}_sd"] * np.sqrt(110 / 110_000 + 110 / 11_000) + 5e-5
            assert_allclose(ours[name][figure], printed, rtol=0, atol=4 * error, err_msg=f"{name} {figure}")


def test_the_order_of_the_measures_is_that_of_the_paper(published, lacking):
    names = {"correlation": "mcc", "macroF1": None, "Fav": "average_f", "Gav": "average_g"}
    order = [names.get(each, each) for each in published["conclusions"]["order_K2_N100"]]
    order = [each for each in order if each]
    found = study.measures(order, studies=1000, seed=2)
    assert [row["measure"] for row in found.rows()] == order


def test_a_table_that_lacks_a_class_is_left_out_for_all_measures():
    """So informedness and balanced accuracy, (B + 1) / 2 for two classes, go alike with the truth in any world."""
    for world in ({}, {"kind": "perverse"}, {"kind": "confused"}, {"items": 20}):
        found = study.measures(["informedness", "balanced_accuracy", "kappa"], studies=20, seed=3, **world)
        one, other = found.measures["informedness"], found.measures["balanced_accuracy"]
        assert_allclose(one["correlation"], other["correlation"], rtol=1e-12)
        assert "balanced_accuracy" in found.tied["informedness"]
        assert 0 < found.left_out < 0.2
        assert one["undefined"] == other["undefined"] == 0
    drawn = tracking.World(items=30).draw(np.full(400, 0.3), np.random.default_rng(4)).tables
    alone = study.measures(["accuracy"], items=30, levels=[0.3], per_level=400, studies=1, seed=5)
    assert alone.left_out == pytest.approx((drawn.sum(-1) == 0).any(-1).mean(), abs=0.06)


def test_a_winner_is_named_only_where_a_paired_test_finds_one():
    tied = study.measures(["informedness", "balanced_accuracy", "edge"], studies=40, seed=7)
    assert "tell best how informed a predictor is, without a significant difference" in " ".join(tied.verdict)
    found = study.measures(["informedness", "accuracy"], studies=40, seed=7)
    assert found.tied == {"informedness": (), "accuracy": ()}
    assert "informedness tells best" in " ".join(found.verdict)


def test_two_measures_that_are_equally_good_are_seldom_told_apart():
    """Recall of the first class and of the second are alike in this world: at most 5 % of studies may differ."""
    from informed.core.registry import forget

    @informed.measures.measure(family="mine", formula="TN / RN", source="here", square=True)
    def other_recall(table):
        """The recall of the second class."""
        return table[..., 1, 1] / table[..., 1, :].sum(-1)

    try:
        apart = [
            not study.measures(["recall", "other_recall"], studies=30, levels=3, per_level=10, seed=seed).tied["recall"]
            for seed in range(200)
        ]
    finally:
        forget("other_recall")
    assert np.mean(apart) <= 0.05 + 3 * (0.05 * 0.95 / 200) ** 0.5


def test_the_dual_world_is_spoken_of_by_markedness():
    found = study.bias(["markedness", "accuracy"], informed=[0.15], grid=3, kind="dual")
    assert found.constant == "markedness"
    said = " ".join(str(found).split())
    assert "markedness moves least with prevalence and bias at constant markedness" in said
    assert "informed 15%" not in said
    assert "informedness" not in said.replace("informedness:", "")


def test_the_dual_world_exchanges_informedness_and_markedness():
    plain = study.measures(["informedness", "markedness"], studies=500, seed=1).measures
    dual = study.measures(["informedness", "markedness"], studies=500, seed=2, kind="dual").measures
    for one, other in (("informedness", "markedness"), ("markedness", "informedness")):
        for figure in ("correlation", "rmse"):
            error = plain[one][f"{figure}_sd"] * np.sqrt(2 / 500)
            assert_allclose(plain[one][figure], dual[other][figure], rtol=0, atol=4 * error)


@pytest.mark.parametrize("part", [2**17, 300])
def test_figures_are_those_of_plain_arithmetic(monkeypatch, part):
    monkeypatch.setattr(tracking, "PART", part)
    found = study.measures(["kappa", "recall"], per_level=20, studies=1, seed=5)
    plan = found.plan
    drawn = [plan.world.draw(plan.placed(place), stream(5, place)) for place in range(plan.parts)]
    whole = np.concatenate([(one.tables.sum(-1) > 0).all(-1) for one in drawn])
    levels = np.concatenate([plan.placed(place).ravel() for place in range(plan.parts)])[whole]
    assert found.left_out == pytest.approx(1 - whole.mean())
    for each in plan.measures:
        value = np.concatenate([each(one.tables) for one in drawn])[whole]
        known = np.isfinite(value)
        value, truth, level = value[known], levels[known], levels[known]
        slope, intercept = np.polyfit(truth, value, 1)
        expected = {
            "correlation": np.corrcoef(value, truth)[0, 1],
            "rmse": np.sqrt(np.mean((value - truth) ** 2)),
            "error": np.mean(value - truth),
            "offset": np.mean(value[level == 0]),
            "slope": slope,
            "intercept": intercept,
            "undefined": 1 - known.mean(),
        }
        for figure, right in expected.items():
            assert_allclose(found.measures[each.name][figure], right, rtol=1e-9, atol=1e-12)


def test_points_are_the_tables_of_the_first_study():
    found = study.measures(["informedness", "recall"], studies=1, seed=7)
    points = [row for row in found.points() if row["measure"] == "informedness"]
    assert len(points) == round(110 * (1 - found.left_out))
    value, truth = (np.array([row[name] for row in points]) for name in ("value", "truth"))
    assert_allclose(found.measures["informedness"]["correlation"], np.corrcoef(value, truth)[0, 1])


def test_a_measure_that_says_the_same_of_all_tables_has_no_correlation():
    found = study.measures(["informedness"], levels=[1.0], studies=3)
    assert np.isnan(found.measures["informedness"]["correlation"])
    assert found.measures["informedness"]["rmse"] == pytest.approx(0, abs=0.5)
    assert found.to_dict()["measures"]["informedness"]["correlation"] is None


def test_the_json_is_what_was_promised():
    data = json.loads(study.measures(studies=2, seed=9).to_json())
    assert "seed:9" in data["signature"]
    assert {"correlation", "rmse", "offset"} <= set(data["measures"]["informedness"])
    assert set(data["measures"]) == {each.name for each in informed.measures.find() if each.ready}


def test_rows_become_frames():
    found = study.measures(["informedness", "mcc"], studies=3)
    assert found.to_pandas().shape == found.to_polars().shape
    assert found.report("csv").splitlines()[0].startswith("measure,correlation,rmse")
    assert "\n| measure |" in found.report("markdown")


def test_errors_name_the_remedy():
    with pytest.raises(informed.InputError, match="2 x 2"):
        study.measures(["recall"], classes=3)
    with pytest.raises(informed.InputError, match="levels"):
        study.measures(levels=[0.5, 1.5])
    with pytest.raises(informed.InputError, match="studies=0"):
        study.measures(studies=0)


def test_the_verdict_names_only_measures_that_are_shown():
    """A reader finds the measure of the verdict in the tables and charts of the same report."""
    for found in (study.measures(studies=2), study.bias(grid=5)):
        text, verdict = found.report("text"), found.verdict[0]
        table = text[text.index("\nmeasure" if "\nmeasure" in text else "  measure") :]
        named = re.findall(r"(\w+) (?:tells?|moves)", verdict)
        assert set(named) <= {row["measure"] for row in found.rows()}
        assert named
        for name in named:
            assert f"  {name} " in table
