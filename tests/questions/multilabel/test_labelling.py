"""Evaluating label sets: what a user calls, gets and reads."""

import json

import numpy as np
import pytest
from hypothesis import given
from numpy.testing import assert_allclose
from scipy.stats import norm

import informed
from informed import InputError
from informed.core.measures import proficiency
from informed.questions.multilabel.compute import SetComparison, SetEvaluation
from informed.questions.multilabel.inference import guessing, shuffled
from informed.questions.multilabel.measures import MEASURES
from informed.questions.multilabel.rename import at_random, relabelling
from informed.readers.sets import read_sets
from strategies import label_sets

ACTUAL = [{"cat", "dog"}, {"dog"}, set(), {"emu", "cat"}] * 6
PREDICTED = [{"cat"}, {"emu", "dog"}, set(), {"cat"}] * 6


def committees(professors, rng):
    """Every professor serves on 9 of 10 committees; the predictor assigns 9 at random (slides, Academic Setting)."""
    left_out = rng.integers(0, 10, (2, professors))
    return [[set(range(10)) - {int(one)} for one in side] for side in left_out]


def test_nine_of_ten_committees_look_right_and_tell_nothing():
    found = informed.multilabel(*committees(2000, np.random.default_rng(5)))
    assert_allclose(found.measures["precision"].value, 0.9, atol=0.01)
    assert_allclose(found.measures["recall"].value, 0.9, atol=0.01)
    assert_allclose(found.measures["precision"].chance, 0.9, atol=1e-3)
    assert found.measures["proficiency"].value < 0.005
    assert found.measures["proficiency"].low == 0
    assert found.measures["informedness"].low < 0 < found.measures["informedness"].high
    assert found.verdict[0].startswith("Not shown to beat guessing")


def test_the_mean_proficiency_per_object_is_wrong():
    """A predictor that gives each item its set or the complement at random knows nothing, and each item's table of
    categories is perfectly associated: the mean over objects is 1 (Steingold & Laclavik)."""
    rng = np.random.default_rng(1)
    actual = [set(np.flatnonzero(row).tolist()) for row in rng.random((3000, 6)) < 0.5]
    actual = [row if 0 < len(row) < 6 else {0} for row in actual]
    predicted = [row if coin else set(range(6)) - row for row, coin in zip(actual, rng.random(3000) < 0.5, strict=True)]
    sets = read_sets(actual, predicted)
    assert_allclose(proficiency(sets.object_tables()), 1)
    assert informed.multilabel(sets, measures=["proficiency"]).measures["proficiency"].value < 0.005


def test_perfect_labels_and_perfect_labels_under_other_names():
    names = {"cat": "x", "dog": "y", "emu": "z"}
    found = informed.multilabel(ACTUAL, ACTUAL, draws=0)
    assert found.measures["proficiency"].value == pytest.approx(1)
    assert found.relabelling.reassigned == 0
    assert not any("Renaming" in sentence for sentence in found.verdict)
    renamed = informed.multilabel(ACTUAL, [{names[label] for label in row} for row in ACTUAL], draws=0)
    assert renamed.measures["proficiency"].value == 0
    assert renamed.measures["permuted_proficiency"].value == pytest.approx(1)
    pairs = {each.actual: each.predicted for each in renamed.relabelling.reassignments if each.proficiency}
    assert pairs == names


@given(label_sets(items=(2, 8), categories=(2, 4)))
def test_json_holds_everything_and_no_nan(data):
    actual, predicted, _ = data
    if not any(actual) and not any(predicted):
        return
    found = informed.multilabel(actual, predicted, draws=0)
    again = json.loads(found.to_json())
    assert list(again["measures"]) == list(found.measures)
    assert len(again["per_category"]) == len(found.labels)
    assert again["data"]["rows"] == found.n
    assert str(found)


def test_chance_of_the_permuted_value_is_above_that_of_the_plain_one():
    found = informed.multilabel(*committees(100, np.random.default_rng(0)), draws=20)
    plain, permuted = found.measures["proficiency"], found.measures["permuted_proficiency"]
    assert permuted.chance_mean > plain.chance_mean
    assert "optimistic" in permuted.note


def test_corrections_stand_side_by_side():
    found = informed.multilabel(ACTUAL, PREDICTED, draws=0).corrected
    assert list(found) == ["plug_in", "jackknife", "chance_mean", "above_chance"]
    assert_allclose(found["above_chance"], (found["plug_in"] - found["chance_mean"]) / (1 - found["chance_mean"]))


def test_values_alone():
    found = informed.multilabel(ACTUAL, PREDICTED, measures=["precision", "proficiency"], level=None)
    assert list(found.measures) == ["precision", "proficiency"]
    assert all(each.low is None for each in found.measures.values())
    assert found.relabelling is None
    assert "CI" not in str(found)


def test_one_category_in_full():
    found = informed.multilabel(ACTUAL, PREDICTED, draws=0)
    cat = found.category("cat")
    assert cat["recall"].value == 1
    assert cat["informedness"].low < 1
    columns = found.categories
    assert columns["recall"][columns["label"].index("cat")] == 1
    with pytest.raises(InputError, match="did you mean 'cat'"):
        found.category("cats")


@pytest.mark.parametrize("weights", ["prevalence", "bias", "equal"])
def test_averages_over_categories(weights):
    found = informed.multilabel(ACTUAL, PREDICTED, draws=0)
    weight = {"prevalence": [12, 12, 6], "bias": [12, 6, 6], "equal": [1, 1, 1]}[weights]
    values = found.categories["informedness"]
    assert_allclose(found.average("informedness", weights), np.average(values, weights=weight))


def test_two_systems_are_compared_on_the_same_items():
    worse = [row | {"emu"} for row in PREDICTED]
    found = informed.more.compare_multilabel(ACTUAL, {"old": worse, "new": PREDICTED}, draws=0)
    assert isinstance(found, SetComparison)
    assert found.baseline == "old"
    alone = informed.multilabel(ACTUAL, PREDICTED, draws=0)
    assert isinstance(alone, SetEvaluation)
    assert_allclose(found.systems["new"].measures["precision"].value, alone.measures["precision"].value)
    gain = found.difference("precision")
    assert gain.estimate.low > 0
    assert gain.p == gain.p_adjusted < 0.05
    json.loads(found.to_json())
    assert "from old" in str(found)
    assert "new - old" in found.report(every=True)


def test_stability_is_seeded_and_by_halves_or_bootstrap():
    found = informed.multilabel(ACTUAL, PREDICTED, draws=0)
    for by in ("halves", "bootstrap"):
        once, again = (found.stability(resample=by, draws=50, seed=3) for _ in range(2))
        assert once.to_dict() == again.to_dict()
        assert once["precision"]["std"] > 0
        assert "standard deviation" in str(once)
    with pytest.raises(InputError, match="resample='thirds'"):
        found.stability(resample="thirds")


def test_what_is_worth_a_warning():
    found = informed.multilabel([{"a"}, {"b "}, set()], [{"a"}, set(), {"b"}], draws=0)
    said = " ".join(found.warnings)
    assert "1 label had space" in said
    assert "1 item has no actual label" in said
    assert "fewer than 5 actual items" in said


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"measures": ["profficiency"]}, "did you mean 'proficiency'"),
        ({"measures": "proficiency"}, "is one text; give a list"),
        ({"level": 95}, "did you mean 0.95"),
        ({"seed": -1, "draws": 1}, "seed=-1"),
        ({"draws": -3}, "draws=-3 must be a whole number >= 0; 100 are usual"),
    ],
)
def test_bad_options(options, message):
    with pytest.raises(InputError, match=message):
        informed.multilabel(ACTUAL, PREDICTED, **options)


def test_a_spread_needs_two_draws():
    found = informed.multilabel(ACTUAL, PREDICTED, draws=0)
    for draws in (0, 1, -3, 2.5):
        with pytest.raises(InputError, match=f"draws={draws} must be a whole number >= 2; 500 are usual"):
            found.stability(draws=draws)


def test_a_difference_that_was_not_taken_is_refused_with_those_that_were():
    found = informed.more.compare_multilabel(
        ACTUAL, {"old": PREDICTED, "new": PREDICTED}, measures=["proficiency"], draws=0
    )
    with pytest.raises(InputError, match=r"baseline first: \['old', 'new'\], measures: \['proficiency'\]"):
        found.difference("proficiency", "old", "new")


def test_progress_is_told_when_there_are_many_categories(monkeypatch):
    from informed.questions.multilabel import rename as relabelling

    monkeypatch.setattr(relabelling, "DENSE", 2)
    told = []
    found = informed.multilabel(ACTUAL, PREDICTED, draws=0, progress=told.append)
    assert found.relabelling.certified
    assert 0 < told[0] <= 0.5
    assert told[-1] == 1
    assert found.relabelling.most is None


def test_two_files_of_one_name_are_no_two_systems(tmp_path, capsys):
    from informed.cli import main

    for folder in ("one", "two"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "system.txt").write_text("x\ta\ny\tb\n")
    path = str(tmp_path / "one" / "system.txt")
    with pytest.raises(SystemExit):
        main(["multilabel", path, path, str(tmp_path / "two" / "system.txt")])
    assert "duplicate system name 'system'" in capsys.readouterr().err


def test_systems_are_compared_in_each_group_and_p_allow_for_all_groups():
    """Twice the smaller p of two groups is the least that Holm's adjustment can give it."""
    rng = np.random.default_rng(5)
    actual = [{"ab"[each]} for each in rng.integers(0, 2, 120)]
    guessed = [{"ab"[each]} for each in rng.integers(0, 2, 120)]
    site = ["north", "south"] * 60
    good = [labels if place == "north" else said for labels, said, place in zip(actual, guessed, site, strict=True)]
    found = informed.more.compare_multilabel(
        actual, {"old": guessed, "new": good}, by={"site": site}, measures=["informedness"], draws=0
    )
    north, south = (found.groups[name,].difference("informedness") for name in ("north", "south"))
    assert north.p_adjusted == pytest.approx(2 * north.p)
    assert (south.estimate.value, south.p) == (0, 1)
    assert found.verdict[1].endswith(
        "'new' against 'old': better in 'north'; no significant difference in the other group (p allows for all "
        "groups and pairs)."
    )
    assert [row["site"] for row in found.rows()] == [None, "north", "south"]
    assert "\n  north   new - old     60 " in str(found)


# --- is it guessing? -------------------------------------------------------------------------------------------------


def _dealt(rng, n, labels, prior, knows):
    names = np.array([f"l{place}" for place in range(labels)])
    actual = rng.random((n, labels)) < prior
    predicted = np.where(rng.random((n, labels)) < knows, actual, rng.permutation(actual))
    return tuple([names[row].tolist() for row in side] for side in (actual, predicted))


@pytest.mark.parametrize("knows", [0.0, 0.2])
def test_the_p_of_guessing_is_that_of_the_permutations(knows):
    """Hoeffding's variance is that over all permutations of the predicted sets; 3,000 of them show it."""
    rng = np.random.default_rng(2718)
    sets = informed.multilabel(*_dealt(rng, 80, 5, 0.3, knows), level=None).sample
    drawn = [float(MEASURES["informedness"](each)) for each in shuffled(sets, draws=3000, rng=rng)]
    z = (float(MEASURES["informedness"](sets)) - np.mean(drawn)) / np.std(drawn)
    assert norm.isf(guessing(sets) / 2) == pytest.approx(abs(z), rel=0.06, abs=0.03)


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("most", [10, 0])
def test_sets_dealt_as_tables_alone_share_what_the_sets_share(weighted, most, monkeypatch):
    """The best renaming of sets that are shuffled, found set by set; of many categories they are dealt whole."""
    monkeypatch.setattr("informed.questions.multilabel.rename.DENSE", most)
    rng = np.random.default_rng(2718)
    weights = {"weights": rng.integers(1, 5, 60).astype(float)} if weighted else {}
    sets = informed.multilabel(*_dealt(rng, 60, 6, 0.3, 0.4), level=None, **weights).sample
    dealt = list(at_random(sets, draws=5, rng=np.random.default_rng(3)))
    monkeypatch.undo()
    whole = [relabelling(each).bits for each in shuffled(sets, draws=5, rng=np.random.default_rng(3))]
    assert_allclose(dealt, whole, rtol=1e-9)


def test_label_sets_dealt_at_random_are_seldom_called_better_or_worse():
    rng = np.random.default_rng(2718)
    told = [
        informed.multilabel(*_dealt(rng, 60, 4, 0.3, 0.0), measures=["informedness"]).verdict[0] for _ in range(200)
    ]
    assert np.mean([each.startswith(("Better", "Worse")) for each in told]) <= 0.05 + 3 * (0.05 * 0.95 / 200) ** 0.5


def test_a_labeller_that_knows_something_is_not_called_a_guesser():
    """Where the permutation test always sees it, so does the verdict: in 19 of 20 data sets at least."""
    rng = np.random.default_rng(2718)
    told = [informed.multilabel(*_dealt(rng, 60, 4, 0.3, 0.3), measures=["informedness"]).verdict[0] for _ in range(40)]
    assert np.mean([each.startswith("Better than guessing") for each in told]) >= 0.95


def test_product_proficiency_is_that_of_whole_sets():
    """Each set is one label of the product of all categories (Steingold & Laclavik 2015): its mutual information."""
    actual = [frozenset(each) for each in ("a", "ab", "", "a", "b", "ab", "", "b")]
    predicted = [frozenset(each) for each in ("a", "a", "", "ab", "b", "ab", "", "a")]
    found = informed.evaluate(actual, predicted).measures["proficiency"].value
    joined = informed.evaluate(*([",".join(sorted(each)) or "none" for each in side] for side in (actual, predicted)))
    assert found == pytest.approx(joined.measures["proficiency"].value)
    assert set(informed.count(actual, predicted).labels) == {"{}", "{'a'}", "{'a', 'b'}", "{'b'}"}
    assert informed.count([frozenset(["a, b"])], [frozenset("ab")]).labels == ("{'a', 'b'}", "{'a, b'}")
