"""Charts say what the evaluation says, in any number of labels, in colours that the theme alone decides."""

import re
from importlib import import_module
from pathlib import Path

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy.stats import random_table
from statsmodels.stats.contingency_tables import Table

import informed
from informed.core import table as tables
from informed.core.errors import InputError
from informed.core.estimate import finite
from informed.questions.compare.chart import FIGURES as COMPARED
from informed.questions.evaluate.chart import FIGURES as EVALUATED
from informed.questions.sweep.chart import FIGURES as SWEPT
from informed.writers.charts import chart, figures, on_page

ROOT = Path(__file__).parents[2]
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


def test_below_chance_is_told_without_colour():
    """A point of a label that loses is hollow."""
    perverse = informed.evaluate(informed.Counts([[1, 8, 1], [8, 1, 1], [0, 1, 9]], labels=["a", "b", "c"]))
    lost = [row["label"] for row in figures(perverse)["labels"].rows(perverse) if row["value"] < 0]
    assert lost == ["a", "b"]
    assert perverse.chart("labels").svg.count('class="value lost"') == len(lost)


def test_two_equal_bars_are_not_drawn():
    """Of two labels informedness is one number, and so is the deviation of the four cells."""
    two = informed.evaluate(informed.Counts([[30, 30], [12, 28]], labels=["a", "b"]))
    assert len({each["informedness"].value for each in two.per_label.values()}) == 1
    residuals = tables.residuals(tables.as_table(two.counts.table))
    assert_allclose(abs(residuals), abs(residuals[0, 0]))
    assert {"labels", "deviation"}.isdisjoint(figures(two))


def test_heat_map_shares_are_of_the_actual_class_and_deviations_are_standardised(weather):
    rows = figures(weather)["table"].rows(weather)
    shares = np.reshape([row["share"] for row in rows], (3, 3))
    assert_allclose(shares.sum(1), 1)
    assert_allclose(np.diag(shares), [weather.per_label[label]["recall"].value for label in weather.per_label])
    residuals = np.reshape([row["residual"] for row in rows], (3, 3))
    assert_allclose(residuals, Table(WEATHER.table, shift_zeros=False).standardized_resids)


def test_deviations_are_in_standard_deviations():
    """Of tables with these margins and no association, each cell lies 0 from chance on average, and 1 in the square."""
    rng = np.random.default_rng(3)
    draws = tables.as_table(random_table([40, 25, 15], [30, 30, 20]).rvs(4000, random_state=rng))
    found = tables.residuals(draws)
    assert_allclose(found.mean(0), 0, atol=0.06)
    assert_allclose(found.std(0), 1, atol=0.06)


def test_a_cell_that_chance_leaves_empty_is_no_surprise():
    table = tables.as_table(np.array([[3, 0], [5, 0]]))
    assert_allclose(tables.residuals(table), 0)


def test_groups_are_shown_side_by_side(by_site):
    rows = figures(by_site)["groups"].rows(by_site)
    assert {row["row"] for row in rows} == {"north", "south"}
    assert [row["value"] for row in rows if row["measure"] == "informedness"] == [
        each.measures["informedness"].value for each in by_site.groups
    ]


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("name", EVALUATED["evaluation"])
def test_every_chart_can_be_drawn(name, dark, weather, by_site):
    drawn = {"groups": by_site, "kite": ONE_POSITIVE}.get(name, weather).chart(name, dark=dark)
    assert drawn.svg.startswith("<svg")
    assert ("#12161c" in drawn.svg) == dark  # the paper


@pytest.mark.parametrize("name", ["labels", "table", "deviation"])
def test_fifty_labels_are_all_named(name, fifty):
    svg = fifty.chart(name).svg
    assert {f"species {place:02}" for place in range(50)} <= set(re.findall(r">([^<]+)</t(?:ext|itle)>", svg))


def test_an_axis_reaches_every_end(weather):
    """An interval below 0, of a value above it, is inside the plot."""
    unsure = informed.evaluate(informed.Counts([[2, 1, 1], [2, 2, 1], [1, 2, 1]], labels=["a", "b", "c"]))
    assert unsure.per_label["b"]["informedness"].low < 0 < unsure.per_label["b"]["informedness"].value
    for name in ("labels", "estimates"):
        inline = on_page(unsure, name).inline
        names = max(float(x) for x in re.findall(r'<text x="([\d.]+)" y="[\d.]+" class="ink end"', inline))
        left = [float(x) for x in re.findall(r'class="interval[^"]*" d="M([\d.]+)', inline)]
        assert names < min(left) < max(left)


def test_heat_maps_keep_the_order_of_the_table_and_leave_classes_never_seen_blank():
    unseen = informed.evaluate(
        informed.Counts([[0, 0, 0], [1, 0, 5], [2, 3, 4]], labels=["NA", "rain", "rain "]),
    )
    for name in ("table", "shares", "deviation"):
        order = re.findall(r">(NA|rain|&#39;rain &#39;)</text>", unseen.chart(name).svg)
        assert len(order) == 6
        assert order[:3] == order[3:]  # across as downwards
        assert order[:2] == ["NA", "rain"]


def test_values_that_do_not_exist_are_left_out():
    constant = informed.evaluate(informed.Counts([[362, 0], [3, 0]], labels=["sun", "rain"]))
    for name in figures(constant):
        assert not re.search(r"\bnan\b|\bNone\b", on_page(constant, name).inline, re.IGNORECASE), name


def test_unknown_charts_are_named_with_those_there_are(weather):
    with pytest.raises(InputError, match="did you mean 'roc'"):
        weather.chart("rocs")
    with pytest.raises(
        InputError, match=r"chart='groups' has nothing to show of this evaluation; use estimates, roc, "
    ):
        weather.chart("groups")  # there are none


# --- comparisons and sweeps ------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def sweep():
    rng = np.random.default_rng(8)
    ill = rng.random(5000) < 0.3
    return informed.sweep(ill, 1 / (1 + np.exp(-rng.normal(ill, 1))), positive=True, benefit=(0.1, 0.6))


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
    assert sweep.chart(name).svg.startswith("<svg")


@pytest.mark.parametrize("name", COMPARED["comparison"])
def test_charts_of_comparisons_can_be_drawn(name, comparison):
    assert comparison.chart(name).svg.startswith("<svg")


@pytest.mark.parametrize("name", [each for each in EVALUATED["evaluation"] if each != "groups"])
def test_charts_are_no_wider_than_asked(weather, name):
    result = ONE_POSITIVE if name == "kite" else weather
    for asked in (360, 600):
        assert chart(result, name, width=asked).drawing.width <= asked


def test_panels_and_curves_are_as_wide_as_asked(by_site):
    assert chart(by_site, "groups", width=600).drawing.width == 600
    sweep = informed.sweep([0, 1] * 20, np.linspace(0, 1, 40), benefit=(0.2, 0.6))
    for name in SWEPT["sweep"]:
        assert chart(sweep, name, width=330).drawing.width <= 330


def test_the_guide_names_every_chart():
    guide = (ROOT / "docs" / "guides" / "charts.md").read_text()
    drawn = [*ROOT.glob("src/informed/questions/*/chart.py"), ROOT / "src/informed/lab/chart.py"]
    for path in drawn:
        module = import_module(".".join(path.relative_to(ROOT / "src").with_suffix("").parts))
        names = [name for figures in module.FIGURES.values() for name in figures]
        assert names
        assert [name for name in names if f"`{name}`" not in guide] == []
