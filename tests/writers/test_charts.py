"""Charts say what the evaluation says, in any number of labels, in colours that the theme alone decides."""

import csv
import json
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
from informed.writers.charts.rows import chained
from informed.writers.charts.squares import SIDES

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


@pytest.mark.parametrize(("name", "how"), [("labels", {"most": 50}), ("table", {}), ("deviation", {})])
def test_fifty_labels_are_all_named(name, how, fifty):
    svg = fifty.chart(name, **how).svg
    assert {f"species {place:02}" for place in range(50)} <= set(re.findall(r">([^<]+)</t(?:ext|itle)>", svg))


def test_of_fifty_labels_the_ten_worst_are_drawn_the_worst_first(fifty):
    rows = fifty.chart("labels").rows
    every = sorted(row["informedness"].value for row in fifty.per_label.values())
    assert [row["value"] for row in rows] == every[:10]
    assert "the 10 of 50 labels" in fifty.chart("labels").title
    assert "roc" not in figures(fifty)  # points would hide one another


@pytest.mark.parametrize("seed", range(5))
def test_labels_that_are_taken_for_one_another_stand_side_by_side(seed):
    """Where every label is confused with one other alone, all of these pairs are neighbours."""
    rng = np.random.default_rng(seed)
    twins = rng.permutation(30).reshape(-1, 2)
    table = np.diag(rng.integers(20, 50, 30))
    table[tuple(twins.T)] = rng.integers(1, 20, 15)
    order = chained(table)
    assert sorted(order) == list(range(30))
    assert all(abs(order.index(one) - order.index(two)) == 1 for one, two in twins)


def test_the_order_of_labels_is_that_of_most_confusion_on_the_way():
    """A chain of confusions is found whole, whatever order the labels came in."""
    rng = np.random.default_rng(4)
    way = rng.permutation(20)
    table = np.zeros((20, 20))
    table[way[:-1], way[1:]] = np.arange(19, 0, -1)
    assert chained(table) in (way.tolist(), way[::-1].tolist())


def test_a_large_table_is_drawn_by_confusion_and_a_small_one_in_its_own_order(fifty):
    shown = list(dict.fromkeys(row["actual"] for row in fifty.chart("shares").rows))
    assert sorted(shown) == sorted(fifty.counts.labels)
    assert shown != list(fifty.counts.labels)


def test_what_a_prevalence_makes_of_a_call_is_what_deploy_says_there():
    """The odds of a right call are those of the classes times what the call is worth; so are the ends."""
    counts = informed.Counts([[90, 10], [20, 180]], labels=["ill", "well"])
    rows = informed.deploy(counts, prevalence=0.01, positive="ill").chart("prevalence").rows
    for row in rows[::23]:
        name = "precision" if row["measure"].startswith("ill") else "inverse_precision"
        there = informed.deploy(counts, prevalence=row["prevalence"], positive="ill").measures[name]
        assert row["value"] == pytest.approx(there.value)
        assert (row["low"], row["high"]) == pytest.approx((there.low, there.high), rel=1e-6)


@pytest.mark.parametrize("aim", [{"width": 0.2}, {"power": 0.8}, {"n": 300}])
def test_a_plan_is_on_its_own_curves_and_closed_forms_follow_them(aim):
    known = {"prevalence": 0.3, "informedness": 0.5, "difference": 0.1}
    plan = informed.plan(**known, **aim)
    at = {(row["items"], row["measure"]): row["value"] for row in plan.chart().rows}
    assert (at[plan.n, "width"], at[plan.n, "power"]) == pytest.approx((plan.width, plan.power), abs=1e-6)
    for n in sorted({n for n, _ in at})[5::15]:
        other = informed.plan(**known, n=n)
        assert at[n, "width"] == pytest.approx(other.width, rel=1e-6)
        assert at[n, "power"] == pytest.approx(
            other.power, abs=0.08
        )  # the variance of the null is taken for that of the truth


def test_costs_along_the_sweep_are_those_of_its_tables():
    sweep = informed.sweep(
        [0, 0, 1, 0, 1, 1, 1, 0], [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8], cost_fp=1, cost_fn=5, draws=0
    )
    rows = [row for row in sweep.chart("costs").rows if row["measure"] == "by the score"]
    for row in rows:
        (_, missed), (alarms, _) = sweep.at(row["threshold"]).counts.table
        assert row["value"] == pytest.approx((alarms + 5 * missed) / 8)
    assert [row["value"] for row in rows if row.get("note")] == [min(row["value"] for row in rows)]


def test_the_cost_curve_is_the_least_over_all_thresholds(sweep):
    for row in sweep.chart("cost_curve").rows[:101:10]:
        share = row["share"]
        assert row["value"] == pytest.approx(
            np.min(share * (1 - sweep.recall) + (1 - share) * sweep.fallout), abs=1e-12
        )


def test_bands_hold_their_lines(sweep):
    """Of informedness along the thresholds, of net benefit, and of both edges of the ROC band."""
    banded = [
        row for name in ("thresholds", "net_benefit") for row in sweep.chart(name).rows if row.get("low") is not None
    ]
    assert len(banded) > 50
    assert all(row["low"] <= row["value"] <= row["high"] for row in banded)
    roc = sweep.chart("roc").rows
    sides = [np.array([(row["fallout"], row["recall"]) for row in roc if row["kind"] == side]) for side in SIDES]
    for row in roc[:400:40]:
        above = sides[0][sides[0][:, 0] <= row["fallout"] + 1e-12, 1].max()
        below = sides[1][sides[1][:, 0] >= row["fallout"] - 1e-12, 1].min()
        assert below - 1e-9 <= row["recall"] <= above + 1e-9
    drawn = sweep.chart("precision_recall").rows
    for side in SIDES:  # from one end of the plot to the other, or the region between them would be cut off
        ends = [row["recall"] for row in drawn if row["kind"] == side]
        assert (min(ends), max(ends)) == (0, 1)


@pytest.mark.parametrize("ending", ["csv", "json"])
def test_a_chart_is_saved_with_its_numbers(weather, tmp_path, ending):
    path = weather.save(tmp_path / f"roc.{ending}", chart="roc")
    read = csv.DictReader(path.read_text().splitlines()) if ending == "csv" else json.loads(path.read_text())["rows"]
    found = {row["label"]: float(row["recall_value"]) for row in read}
    assert found == {str(label): pytest.approx(row["recall"].value) for label, row in weather.per_label.items()}


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


@pytest.mark.parametrize("name", [each for each in SWEPT["sweep"] if each != "costs"])
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
    sweep = informed.sweep([0, 1] * 20, np.linspace(0, 1, 40), benefit=(0.2, 0.6), cost_fn=3)
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
