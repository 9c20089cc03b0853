"""Charts say what the evaluation says, in any number of labels, in colours that the theme alone decides."""

import json
import re
from itertools import combinations

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from numpy.testing import assert_allclose
from scipy.stats import chi2_contingency

import informed
from informed.core import table as tables
from informed.core.errors import InputError
from informed.core.estimate import finite
from informed.questions.compare.chart import FIGURES as COMPARED
from informed.questions.evaluate.chart import FIGURES as EVALUATED
from informed.questions.sweep.chart import FIGURES as SWEPT
from informed.writers.charts import chart, figures, spec
from informed.writers.charts.placing import GAP, LETTER, LINE, placed
from informed.writers.charts.render import image
from informed.writers.charts.rows import CROWDED

WEATHER = informed.Counts([[100, 10, 1], [5, 20, 6], [0, 3, 2]], labels=["sun", "rain", "hurricane"])


@pytest.fixture(scope="module")
def weather():
    return informed.evaluate(WEATHER)


ONE_POSITIVE = informed.evaluate(informed.Counts([[30, 30], [12, 28]], labels=("+", "-")), positive="+")


@pytest.fixture(scope="module")
def by_site():
    rng = np.random.default_rng(1)
    actual, site = rng.choice(["yes", "no"], 300), rng.choice(["north", "south"], 300)
    return informed.evaluate(actual, np.where(rng.random(300) < 0.7, actual, "yes"), by={"site": site})


@pytest.fixture(scope="module")
def fifty():
    rng = np.random.default_rng(2)
    table = rng.integers(0, 5, (50, 50)) + np.diag(rng.integers(10, 90, 50))
    labels = [f"species {place:02}" for place in range(50)]
    return informed.evaluate(
        informed.Counts(table, labels=labels),
        only=("informedness",),
        per_label=("informedness", "prevalence", "bias", "recall", "fallout"),
    )


def test_forest_plot_shows_value_interval_and_chance_of_every_telling_measure(weather):
    rows = {row["measure"]: row for row in figures(weather)["estimates"].rows(weather)}
    assert set(rows) == {name for name in weather.measures if informed.measures.get(name).headline}
    for name, row in rows.items():
        estimate = weather.measures[name]
        assert [row[part] for part in ("value", "low", "high", "chance")] == [
            finite(getattr(estimate, part)) for part in ("value", "low", "high", "chance")
        ]


def test_points_in_roc_space_are_fallout_and_recall(weather):
    for row in figures(weather)["roc"].rows(weather):
        found = weather.per_label[row["label"]]
        assert (row["fallout_value"], row["recall_value"]) == (found["fallout"].value, found["recall"].value)
        assert row["recall_value"] - row["fallout_value"] == pytest.approx(row["informedness"])  # height over chance


def test_bars_tell_won_from_lost(weather):
    perverse = informed.evaluate(informed.Counts([[1, 9], [8, 2]], labels=["a", "b"]))
    assert {row["result"] for row in figures(perverse)["labels"].rows(perverse)} == {"lost"}
    assert {row["result"] for row in figures(weather)["labels"].rows(weather)} == {"won"}


def test_heat_map_shares_are_of_the_actual_class_and_deviations_are_pearson_residuals(weather):
    rows = figures(weather)["table"].rows(weather)
    shares = np.reshape([row["share"] for row in rows], (3, 3))
    assert_allclose(shares.sum(1), 1)
    assert_allclose(np.diag(shares), [weather.per_label[label]["recall"].value for label in weather.per_label])
    residuals = np.array([row["residual"] for row in rows])
    assert_allclose((residuals**2).sum(), chi2_contingency(WEATHER.table, correction=False).statistic)


def test_a_cell_that_chance_leaves_empty_is_no_surprise():
    table = tables.as_table(np.array([[3, 0], [5, 0]]))
    assert_allclose(tables.residuals(table), 0)


def test_groups_are_shown_side_by_side(by_site):
    rows = figures(by_site)["groups"].rows(by_site)
    assert {row["row"] for row in rows} == {"north", "south"}
    assert [row["value"] for row in rows if row["measure"] == "informedness"] == [
        each.measures["informedness"].value for each in by_site.groups
    ]


@pytest.mark.parametrize("name", EVALUATED["evaluation"])
def test_drawings_have_no_colours_of_their_own(name, weather, by_site):
    result = by_site if name == "groups" else weather
    assert not re.search(r"#[0-9a-f]{3,8}\b|\brgba?\(", json.dumps(spec(result, name, [])))


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("name", EVALUATED["evaluation"])
def test_every_chart_can_be_drawn(name, dark, weather, by_site):
    drawn = {"groups": by_site, "kite": ONE_POSITIVE}.get(name, weather).chart(name, dark=dark)
    svg = image(drawn, "svg").decode()
    assert svg.startswith("<svg")
    assert ("#12161c" in svg) == dark  # the paper


@pytest.mark.parametrize("name", ["labels", "table", "deviation"])
def test_fifty_labels_are_all_named(name, fifty):
    svg = image(fifty.chart(name), "svg").decode()
    assert {f"species {place:02}" for place in range(50)} <= set(re.findall(r">([^<]+)</text>", svg))


@pytest.mark.parametrize(("kind", "magic"), [("png", b"\x89PNG"), ("svg", b"<svg"), ("pdf", b"%PDF")])
def test_image_files(kind, magic, weather):
    assert image(weather.chart("roc"), kind).startswith(magic)


def test_an_axis_reaches_every_end(weather):
    """An interval below 0, of a value above it, is inside the plot."""
    unsure = informed.evaluate(informed.Counts([[6, 4], [5, 5]], labels=["a", "b"]))
    assert unsure.per_label["a"]["informedness"].low < 0 < unsure.per_label["a"]["informedness"].value
    for name in ("labels", "estimates"):
        svg = image(unsure.chart(name), "svg").decode()
        assert re.search(r">[−-]0\.\d<", svg), name  # a tick below 0


def test_heat_maps_keep_the_order_of_the_table_and_leave_classes_never_seen_blank():
    unseen = informed.evaluate(
        informed.Counts([[0, 0, 0], [1, 0, 5], [2, 3, 4]], labels=["NA", "rain", "rain "]),
    )
    for name in ("table", "shares", "deviation"):
        svg = image(unseen.chart(name), "svg").decode()
        assert ">null<" not in svg
        order = re.findall(r">(NA|rain|&#39;rain &#39;|'rain ')</text>", svg)
        assert len(order) == 6
        assert order[:3] == order[3:]  # across as downwards
        assert order[:2] == ["NA", "rain"]


boxes = st.lists(st.tuples(st.floats(0, 1), st.floats(0, 1)), max_size=CROWDED)


@given(boxes)
@example([(0.0, 0.0)] * CROWDED)
@example([(1.0, 1.0)] * CROWDED)
def test_names_of_points_lie_apart_and_inside(points):
    places = np.array(placed(points, ["label"] * len(points))).reshape(-1, 2)
    width = len("label") * LETTER
    assert (places >= 0).all()
    assert (places[:, 0] + width <= 1 + GAP + 1e-9).all()
    assert (places[:, 1] <= 1).all()
    for one, other in combinations(places, 2):
        across, up = np.abs(one - other)
        assert across > width - 1e-9 or up > LINE - 1e-9


def test_values_that_do_not_exist_are_left_out():
    constant = informed.evaluate(informed.Counts([[362, 0], [3, 0]], labels=["sun", "rain"]))
    assert "NaN" not in json.dumps(chart(constant, "labels").to_dict(), allow_nan=True)


def test_unknown_charts_are_named_with_those_there_are(weather):
    with pytest.raises(InputError, match="did you mean 'roc'"):
        weather.chart("rocs")
    with pytest.raises(InputError, match="'groups' is not one of"):
        weather.chart("groups")  # there are none


def test_without_the_drawing_libraries_the_extra_is_named(weather, monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "informed.writers.charts.drawings", None)
    with pytest.raises(InputError, match=r"pip install 'informed\[report\]'"):
        weather.chart("roc")


# --- comparisons and sweeps ------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def sweep():
    rng = np.random.default_rng(8)
    ill = rng.random(5000) < 0.3
    return informed.sweep(ill, 1 / (1 + np.exp(-rng.normal(ill, 1))), positive=True)


@pytest.fixture(scope="module")
def comparison():
    rng = np.random.default_rng(9)
    actual = rng.choice(["a", "b", "c"], 300)
    systems = {
        name: np.where(rng.random(300) < share, actual, "a") for name, share in (("x", 0.3), ("y", 0.6), ("z", 0.8))
    }
    return informed.compare(actual, systems)


def test_the_curve_is_that_of_the_sweep_and_no_larger_than_a_chart_needs(sweep):
    rows = [row for row in figures(sweep)["roc"].rows(sweep) if row["kind"] == "curve"]
    assert len(rows) < 450 < len(sweep.thresholds)
    at = {threshold: place for place, threshold in enumerate(sweep.thresholds.tolist())}
    for row in rows[1:]:
        place = at[row["threshold"]]
        assert (row["fallout"], row["recall"]) == (sweep.fallout[place], sweep.recall[place])
    steps = np.diff([[row["fallout"], row["recall"]] for row in rows], axis=0)
    assert (steps >= 0).all()
    assert steps.sum(1).max() < 0.02  # no gap that an eye would see


def test_the_chosen_threshold_is_the_most_informed(sweep):
    (row,) = [row for row in figures(sweep)["roc"].rows(sweep) if row["kind"] == "chosen"]
    assert row["recall"] - row["fallout"] == pytest.approx(np.max(sweep.recall - sweep.fallout))


def test_measures_along_the_sweep(sweep):
    for row in figures(sweep)["thresholds"].rows(sweep)[::97]:
        place = sweep.thresholds.tolist().index(row["threshold"])
        assert row["value"] == pytest.approx(sweep.along(row["measure"])[place])


def test_scores_that_are_no_probabilities_have_no_calibration():
    rng = np.random.default_rng(10)
    ill = rng.integers(0, 2, 50)
    found = informed.sweep(ill, rng.normal(ill, 1))
    assert "calibration" not in figures(found)
    assert "roc" in figures(found)


def test_differences_of_a_comparison(comparison):
    rows = {row["row"]: row for row in figures(comparison)["differences"].rows(comparison)}
    assert set(rows) == {"y - x", "z - x", "z - y"}
    gap = comparison.difference("informedness", "z", "x").estimate
    assert (rows["z - x"]["value"], rows["z - x"]["low"]) == (gap.value, gap.low)


@pytest.mark.parametrize("name", SWEPT["sweep"])
def test_charts_of_sweeps_can_be_drawn(name, sweep):
    assert image(sweep.chart(name), "svg").startswith(b"<svg")


@pytest.mark.parametrize("name", COMPARED["comparison"])
def test_charts_of_comparisons_can_be_drawn(name, comparison):
    assert image(comparison.chart(name), "svg").startswith(b"<svg")


def wide(drawn):
    """The width of a drawing, or of one of its panels; steps are counted."""
    found = drawn.get("spec", drawn)["width"]
    return found["step"] * len(WEATHER.labels) if isinstance(found, dict) else found


@pytest.mark.parametrize("name", [each for each in EVALUATED["evaluation"] if each != "groups"])
def test_charts_are_as_wide_as_asked(weather, name):
    result = ONE_POSITIVE if name == "kite" else weather
    assert wide(chart(result, name, width=600).to_dict()) == 600
    assert wide(chart(result, name).to_dict()) < 600


def test_panels_and_curves_are_as_wide_as_asked(by_site):
    assert wide(chart(by_site, "groups", width=600).to_dict()) == 600
    sweep = informed.sweep([0, 1] * 20, np.linspace(0, 1, 40))
    for name in SWEPT["sweep"]:
        assert wide(chart(sweep, name, width=600).to_dict()) == 600
