"""What label sets are worth: against brute force, and by the laws of prices."""

from itertools import chain, combinations, permutations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose

import informed
from informed import InputError
from informed.cli import main
from informed.questions.multilabel import compare_multilabel, multilabel
from strategies import label_sets

PRICES = st.lists(st.integers(-5, 5), min_size=4, max_size=4).map(lambda four: np.reshape(four, (2, 2)))
ACTUAL = [{"a"}, {"a", "b"}, set(), {"c"}, {"b"}]
PREDICTED = [{"a"}, {"b"}, {"b"}, {"c", "a"}, set()]


def paid(actual, predicted, prices):
    """Item by item, label by label."""
    return [
        sum(price[int(k not in a)][int(k not in p)] for k, price in prices.items())
        for a, p in zip(actual, predicted, strict=True)
    ]


def priced(actual, predicted, size, **prices):
    found = multilabel(actual, predicted, labels=range(size), measures=["recall"], level=None, **prices)
    return found.pricing


@given(label_sets(categories=(1, 4)), st.data())
def test_the_value_is_the_mean_over_items_of_the_sum_over_labels(data, draw):
    actual, predicted, size = data
    prices = {k: draw.draw(PRICES) for k in range(size)}
    found = priced(actual, predicted, size, value=prices)
    assert_allclose(found.value.value, np.mean(paid(actual, predicted, prices)), atol=1e-12)
    assert_allclose(found.total, np.sum(paid(actual, predicted, prices)), atol=1e-9)
    assert_allclose(priced(actual, predicted, size, cost=prices).value.value, -found.value.value, atol=1e-12)
    best = np.mean([sum(max(price[int(k not in a)]) for k, price in prices.items()) for a in actual])
    assert_allclose(found.perfect_value, best, atol=1e-12)
    sets = chain.from_iterable(combinations(range(size), many) for many in range(size + 1))
    constant = {each: np.mean(paid(actual, [set(each)] * len(actual), prices)) for each in sets}
    assert_allclose(found.always_value, max(constant.values()), atol=1e-12)
    assert_allclose(constant[found.always], found.always_value, atol=1e-12)


@settings(max_examples=20)
@given(label_sets(items=(2, 5), categories=(1, 3)), PRICES)
def test_guessing_is_the_mean_over_all_ways_to_deal_the_sets(data, price):
    actual, predicted, size = data[0][:5], data[1][:5], data[2]
    found = priced(actual, predicted, size, value=price)
    dealt = [priced(actual, list(way), size, value=price) for way in permutations(predicted)]
    assert_allclose(found.value.chance, np.mean([each.value.value for each in dealt]), atol=1e-9)
    assert_allclose(np.mean([each.gain.value for each in dealt]), 0, atol=1e-9)
    assert_allclose(found.gain.value, found.value.value - found.value.chance, atol=1e-9)


@given(label_sets(categories=(1, 5)))
def test_one_for_every_error_is_hamming_loss(data):
    actual, predicted, size = data
    found = multilabel(actual, predicted, labels=range(size), cost=[[0, 1], [1, 0]], level=None, draws=0)
    assert_allclose(-found.pricing.value.value, size * found.measures["hamming_loss"].value, atol=1e-12)


def test_weights_groups_and_systems():
    cost = [[0, 5], [1, 0]]
    weights = [1, 2, 1, 3, 1]
    weighted = multilabel(ACTUAL, PREDICTED, weights=weights, weight_kind="frequency", cost=cost, draws=0)
    rows = np.repeat(range(5), weights)
    again = multilabel([ACTUAL[r] for r in rows], [PREDICTED[r] for r in rows], cost=cost, draws=0)
    assert weighted.pricing == again.pricing
    groups = multilabel(ACTUAL, PREDICTED, by=list("uuvvv"), cost=cost, draws=0)
    assert_allclose(sum(each.pricing.total for each in groups.groups.values()), groups.pricing.total)
    both = compare_multilabel(ACTUAL, {"none": [set()] * 5, "some": PREDICTED}, cost=cost, draws=0)
    apart = both.systems["some"].pricing.value.value - both.systems["none"].pricing.value.value
    assert_allclose(both.difference("value").estimate.value, apart)


def test_the_interval_covers_the_expected_value():
    """Three labels of prevalence .3, found 4 times in 5, given wrongly once in 10: 3 (.3 x .2 x 5 + .7 x .1) = 1.11."""
    rng, held, names = np.random.default_rng(1), 0, np.array(list("abc"))
    for _ in range(200):
        actual = rng.random((40, 3)) < 0.3
        predicted = rng.random((40, 3)) < np.where(actual, 0.8, 0.1)
        sets = [[list(names[row]) for row in side] for side in (actual, predicted)]
        found = multilabel(*sets, labels=list("abc"), cost=[[0, 5], [1, 0]], measures=["recall"], draws=0).pricing.value
        held += found.low <= -1.11 <= found.high
    assert 180 <= held  # of 200 at .95 fewer than 181 happen once in 500


def test_without_an_error_the_interval_has_a_width():
    found = multilabel(ACTUAL, ACTUAL, cost=[[0, 5], [1, 0]], draws=0).pricing
    assert found.value.value == 0 == found.value.high
    assert found.value.low < 0
    assert "it costs nothing" in found.findings[0]


def test_the_verdict_names_the_best_constant_set():
    dear = multilabel(ACTUAL, PREDICTED, cost=[[0, 100], [1, 0]], draws=0)
    assert ", always giving ['a', 'b', 'c'] costs " in " ".join(dear.verdict)
    cheap = multilabel(ACTUAL, PREDICTED, cost=[[0, 1], [100, 0]], draws=0)
    assert ", never giving a label costs " in " ".join(cheap.verdict)
    always = cheap.to_dict()["pricing"]["always"]
    assert (always["label"], always["value"]) == ([], cheap.pricing.always_value)
    assert always["over"]["value"] == pytest.approx(cheap.pricing.value.value - cheap.pricing.always_value)


@pytest.mark.parametrize(
    ("prices", "message"),
    [
        ({"cost": [[0, 1]]}, r"cost=\[\[0, 1\]\] is not a 2 x 2 table"),
        ({"value": {"a": [[1, 0], [0, np.nan]]}}, r"value\['a'\]=.* is not a 2 x 2 table"),
        ({"cost": {"a": [[0, 1], [1, 0]]}}, "cost: no prices for label 'b'"),
        ({"cost": np.eye(2), "value": np.eye(2)}, "one of them"),
    ],
)
def test_prices_that_cannot_be_used(prices, message):
    with pytest.raises(InputError, match=message):
        informed.multilabel(ACTUAL, PREDICTED, draws=0, **prices)


def test_prices_in_the_shell(tmp_path, capsys):
    rows, by_label = tmp_path / "rows.csv", tmp_path / "prices.csv"
    texts = ["y,p", *(f"{';'.join(sorted(a))},{';'.join(sorted(p))}" for a, p in zip(ACTUAL, PREDICTED, strict=True))]
    rows.write_text("\n".join(texts) + "\n")
    by_label.write_text("label,missed,wrong\na,5,1\nb,5,1\nc,5,1\n")
    command = ["multilabel", str(rows), "--actual", "y", "--predicted", "p", "--draws", "0"]
    for cost in ("0 5; 1 0", str(by_label)):
        with pytest.raises(SystemExit, match="0"):
            main([*command, "--cost", cost])
        # Missed: 'a' of the second item, 'b' of the last; given wrongly: 'b' of the third, 'a' of the fourth.
        assert "2.400 per item" in " ".join(capsys.readouterr().out.split())
    by_label.write_text("label,missed,worng\na,5,1\n")
    with pytest.raises(SystemExit):
        main([*command, "--cost", str(by_label)])
    assert "column 'worng'; the columns of prices by label are found, missed, wrong, left" in capsys.readouterr().err
