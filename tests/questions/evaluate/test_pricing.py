import json
import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from informed import Counts, InputError, evaluate, price
from informed.core import measures as m
from informed.lab import cost_forms
from strategies import independent_tables, tables

WEATHER = Counts([[100, 10, 1], [5, 20, 6], [0, 3, 2]], labels=["sun", "rain", "hurricane"])
COSTS = [[0, 1, 3], [2, 0, 2], [10, 5, 0]]


@given(independent_tables(classes=(2, 5), most=1000), st.integers(0, 2**32 - 1))
def test_a_predictor_independent_of_the_classes_gains_nothing_at_any_price(table, seed):
    value = np.random.default_rng(seed).normal(size=table.shape)
    found = price(table, value=value)
    assert found.gain.value == pytest.approx(0, abs=1e-9)
    assert found.worthless
    assert found.findings[1].startswith(("Worthless", "Profitable but worthless"))


@given(tables(classes=(2, 5), batch=((),), most=1000), st.integers(0, 2**32 - 1))
def test_nothing_earns_more_than_perfection(table, seed):
    found = price(table, value=np.random.default_rng(seed).normal(size=table.shape))
    assert found.value.value <= found.perfect_value + 1e-9
    assert found.always_value <= found.perfect_value + 1e-9


@given(tables(classes=(2, 5), batch=((),), most=1000))
def test_a_unit_for_every_hit_is_accuracy(table):
    found = price(table, value=np.eye(len(table)))
    assert found.value.value == pytest.approx(m.accuracy(table))
    assert found.always_value == pytest.approx(table.sum(-1).max() / table.sum())
    assert found.total == pytest.approx(np.trace(table))


def test_costs_are_negative_values():
    by_cost = price(WEATHER, cost=COSTS)
    by_value = price(WEATHER, value=-np.array(COSTS))
    assert by_cost.value == by_value.value
    assert by_cost.total == -50  # the slide's 45 is wrong (erratum E30): 10 + 3 + 10 + 12 + 0 + 15
    assert by_cost.perfect_value == 0
    assert "What it costs" in str(by_cost)
    assert "What it is worth" in str(by_value)


def test_informed_and_dear():
    found = price(WEATHER, cost=COSTS)
    assert not found.worthless
    assert found.gain.low > 0
    assert " it pays: it costs " in found.findings[0]
    assert found.findings[1].startswith("It costs less than guessing with the same shares (difference -")


@pytest.mark.parametrize(
    ("table", "value", "ends"),
    [
        (
            [[60, 20], [20, 0]],
            [[1, 0], [0, 1]],
            "does not pay: it earns 0.600 per item (?), always saying 'a' earns 0.800 per item (difference -0.200, ",
        ),
        (
            [[7, 1], [1, 1]],
            [[1, 0], [0, 1]],
            "it is not shown to pay: it earns 0.800 per item (?), always saying 'a' as much.",
        ),
        (
            [[40, 40], [0, 20]],
            [[0, -1], [-1, 0]],
            "does not pay: it loses 0.400 per item (?), always saying 'a' loses 0.200 per item (difference -0.200, ",
        ),
        (
            [[40, 40], [0, 20]],
            [[0, 0], [-1, -2]],
            "does not pay: it loses 0.400 per item (?), always saying 'a' loses 0.200 per item (difference -0.200, ",
        ),
        (
            [[4, 4], [0, 2]],
            [[0, -1], [0, -1]],
            "does not pay: it loses 0.600 per item (?), always saying 'a' earns nothing (difference -0.600, ",
        ),
    ],
)
def test_what_always_saying_one_label_earns(table, value, ends):
    found = price(Counts(table, labels=["a", "b"]), value=value).findings
    told = re.sub(r"(?<=per item [(])95% CI[^)]*", "?", found[0], count=1)
    assert ends in told


@pytest.mark.parametrize("table", [[[6, 2], [2, 0]], [[8, 0], [1, 1]]], ids=["earns less here", "earns more here"])
def test_what_few_items_do_not_show(table):
    """McNemar: two items lost and none gained, or one gained and none lost, are what a fair coin often does."""
    found = price(Counts(table, labels=["a", "b"]), value=np.eye(2))
    told = found.findings[0]
    assert " it is not shown to pay: it earns " in told
    assert ", always saying 'a' earns 0.800 per item (difference " in told


def test_the_prices_are_said_in_words_and_every_strategy_has_its_row():
    """Buyers 200 of 2,000, mailed 360, of whom 60 buy: a mail to a buyer earns 1, to another costs .1."""
    mails = Counts([[60, 140], [300, 1500]], labels=["buys", "not"])
    found = price(mails, value=[[1, 0], [-0.1, 0]])
    assert found.findings[0].startswith(
        "At these prices ('buys' called 'buys' earns 1; 'not' called 'buys' costs 0.1; all else nothing) it "
    )
    worth = {name: each.value for name, each in found.strategies.items()}
    guessing = (0.1 - 0.9 * 0.1) * 360 / 2000
    alike = {"guessing with the same shares": guessing}
    assert worth == pytest.approx({"always buys": 0.01, "always not": 0, **alike, "perfect": 0.1})
    rows = {row[0]: row for row in next(iter(found.grids())).rows}
    assert rows["this model"][1] == "0.015"  # (60 - 30) / 2,000
    assert rows["this model"][-1] == "30.0"
    # .1 lost for each wrong call, 1 won for each right one: a call pays from 1 in 11 on; 60 of 360 are right
    shares = {"pays": pytest.approx(1 / 11), "here": pytest.approx(1 / 6), "rest": pytest.approx(140 / 1640)}
    assert found.break_even == {"label": "buys", "other": "not"} | shares
    told = "Calling an item 'buys' pays where more than 9.1% of such items are 'buys': "
    assert found.findings[-1] == f"{told}of those it calls 'buys' 16.7% are, of those it calls 'not' 8.5%."


@given(tables(classes=(2, 4), batch=((),), most=200), st.integers(0, 2**32 - 1))
def test_the_gain_over_a_constant_is_that_of_the_two_values(table, seed):
    found = price(table, value=np.random.default_rng(seed).normal(size=table.shape))
    assert found.over_always.value == pytest.approx(found.value.value - found.always_value)
    assert found.over_always.low <= found.over_always.value <= found.over_always.high


def test_prices_know_that_items_are_clustered():
    """Each item twice, in a cluster of its own: no more is known, so nothing is narrower than of the items alone."""
    rng = np.random.default_rng(4)
    actual = rng.integers(0, 2, 80)
    predicted = np.where(rng.random(80) < 0.7, actual, 1 - actual)
    how = {"cost": [[0, 5], [1, 0]], "only": ["informedness"]}
    alone = evaluate(actual, predicted, **how).pricing
    twice = evaluate(*np.repeat([actual, predicted], 2, axis=1), cluster=np.repeat(np.arange(80), 2), **how).pricing
    for name in ("value", "gain", "over_always"):
        one, two = getattr(alone, name), getattr(twice, name)
        assert two.value == pytest.approx(one.value)
        assert two.low <= one.low < one.high <= two.high


def test_worse_than_chance_is_said():
    found = price(Counts([[10, 200], [200, 10]]), value=np.eye(2))
    assert found.findings[0].facts["outcome"] == "loses"
    assert found.findings[1].startswith("It is worth less than guessing with the same shares (difference -")


@pytest.mark.parametrize(
    ("prices", "message"),
    [
        ({}, "one of them"),
        ({"value": COSTS, "cost": COSTS}, "one of them"),
        ({"cost": [[0, 1], [1, 0]]}, "2 x 2, the table 3 x 3"),
        ({"value": [[0, 1, 3], [2, np.inf, 2], [1, 1, 1]]}, "row 1, column 1 holds inf"),
    ],
)
def test_prices_that_cannot_be_used(prices, message):
    with pytest.raises(InputError, match=message):
        price(WEATHER, **prices)


# --- costs and skew as one number ------------------------------------------------------------------------------------

CASES = [Counts.binary(tp=30, fp=12, fn=30, tn=28), Counts.binary(tp=56, fp=20, fn=12, tn=12)]


@pytest.mark.parametrize("counts", CASES, ids=["case 1", "case 2"])
def test_the_skew_alone_gives_the_plain_measures(counts):
    # Powers 2007 equations 10 to 13: c = c_s.
    found = cost_forms(counts)
    assert found.c == found.skew == pytest.approx(m.skew(counts.table))
    for form, plain in (("accuracy", "accuracy"), ("precision", "precision"), ("f", "f_measure"), ("wracc", "wracc")):
        assert found.at_c[f"cost_{form}"].value == pytest.approx(getattr(m, plain)(counts.table))


@pytest.mark.parametrize("counts", CASES, ids=["case 1", "case 2"])
def test_c_of_one_is_free_of_skew_and_costs(counts):
    found = cost_forms(counts, cost_positive=2, cost_negative=6)
    assert found.cost_ratio == 3
    assert found.c == pytest.approx(3 * found.skew)
    assert found.at_one["cost_wracc"].value == pytest.approx(m.informedness(counts.table))  # erratum E41: only then
    assert found.at_one["cost_accuracy"].value == pytest.approx(m.balanced_accuracy(counts.table))
    more = Counts(counts.table * np.array([[1], [10]]))  # ten times the negatives
    for name, each in cost_forms(more).at_one.items():
        assert each.value == pytest.approx(found.at_one[name].value)


def test_the_positive_class_may_be_the_other():
    table = CASES[0]
    other = cost_forms(table, positive="-")
    assert other.positive == "-"
    assert other.skew == pytest.approx(1 / cost_forms(table).skew)
    with pytest.raises(InputError, match="cost_negative=0"):
        cost_forms(table, cost_negative=0)


def test_text_and_json_of_the_forms():
    found = cost_forms(CASES[0], cost_negative=5)
    assert "c = c_v c_s" in str(found)
    assert json.loads(found.to_json())["at_one"]["cost_f"]["value"] == found.at_one["cost_f"].value
