import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from informed import Counts, InputError, count, evaluate
from informed.core import measures as m
from informed.core.table import actuals, as_table, one_vs_rest
from informed.inference.abstention import by_label, staked
from informed.questions.evaluate.abstention import abstaining
from strategies import tables


def values(forms):
    return [forms[name].value for name in ("informedness", "edge")]


@given(tables(classes=(2, 6), batch=((),), most=1000, dense=True))
def test_without_abstentions_all_forms_are_the_measures(table):
    found = abstaining(table)
    expected = [m.informedness(table), m.edge(table)]
    for form in (found.zero_stake, found.discounted, found.answers):
        assert values(form) == pytest.approx(expected, abs=1e-9)
    assert found.coverage.value == 1


@given(tables(classes=(2, 6), batch=((),), most=1000, dense=True), st.integers(1, 5))
def test_both_forms_agree_when_every_class_is_left_alone_alike(table, times):
    found = abstaining(Counts(table, abstained=times * actuals(table)))
    assert values(found.zero_stake) == pytest.approx(values(found.discounted), abs=1e-9)
    assert found.coverage.value == pytest.approx(1 / (1 + times))
    discount = [value / (1 + times) for value in values(found.answers)]
    assert values(found.discounted) == pytest.approx(discount, abs=1e-9)


@given(tables(classes=(2, 6), batch=((),), most=1000, dense=True), st.data())
def test_zero_stake_of_a_label_counts_silence_as_not_betting_on_it(table, data):
    left = np.array(data.draw(st.lists(st.integers(0, 500), min_size=len(table), max_size=len(table))))
    ours = by_label(staked(as_table(table), left.astype(float)))
    wide = np.pad(as_table(table), ((0, 1), (0, 1)))  # silence as one more label that never occurs
    wide[:-1, -1] = left
    np.testing.assert_allclose(ours, one_vs_rest(wide)[:-1])
    found = abstaining(Counts(table, abstained=left))
    assert found.zero_stake["informedness"].value == pytest.approx(m.informedness(wide), abs=1e-9)
    weights = table.sum(0) / table.sum()  # over the bets made; over all items would discount twice
    assert found.zero_stake["edge"].value == pytest.approx((weights * m.informedness(ours)).sum(), abs=1e-9)


def test_the_forms_differ_when_one_class_is_left_alone():
    found = abstaining(Counts([[40, 10], [10, 40]], abstained=[50, 0]))
    assert found.zero_stake["informedness"].value == pytest.approx((2 * (0.4 - 0.2) + (0.8 - 0.1)) / 3)
    assert found.discounted["informedness"].value == pytest.approx(0.6 * 100 / 150)
    assert found.coverage_by_label == {0: 0.5, 1: 1.0}


def test_abstaining_from_everything_scores_nothing_and_being_wrong_scores_less():
    silent = abstaining(Counts(np.zeros((2, 2), int), abstained=[30, 70]))
    wrong = abstaining(Counts([[0, 30], [70, 0]]))
    assert values(silent.zero_stake) == values(silent.discounted) == [0, 0]
    assert silent.coverage.value == 0
    assert np.isnan(values(silent.answers)).all()
    assert values(wrong.zero_stake) == [-1, -1]
    assert "nothing staked" in silent.zero_stake["edge"].note


def test_intervals_hold_their_values_and_narrow_with_more_items():
    widths = []
    for size in (1, 16):
        found = abstaining(Counts(size * np.array([[30, 10], [5, 35]]), abstained=[10 * size, 10 * size]))
        for form in (found.zero_stake, found.discounted, found.answers):
            for each in form.values():
                assert each.low < each.value < each.high
        widths.append(found.zero_stake["edge"].high - found.zero_stake["edge"].low)
    assert widths[1] == pytest.approx(widths[0] / 4, rel=0.15)


def test_withdrawing_a_label_moves_its_bets_to_silence():
    counts = Counts([[5, 1, 2], [3, 6, 1], [0, 2, 8]], labels=list("abc"))
    without = counts.discard(["b"])
    assert without.table[:, 1].sum() == 0
    assert without.abstained.tolist() == [1, 6, 2]
    assert without.rows_read == counts.rows_read
    with pytest.raises(InputError, match="not a label"):
        counts.discard(["d"])


def test_withdrawing_adds_to_what_was_left_alone_before_and_weights_go_with_their_items():
    before = Counts([[5, 1], [3, 6]], labels=["a", "b"], abstained=[2, 0])
    assert before.discard(["b"]).abstained.tolist() == [3, 6]
    weighted = Counts([[3.5, 1.0], [0.5, 4.0]], items=[[4, 1], [1, 5]], squares=[[4, 1], [0.25, 4.0]])
    without = weighted.discard([0])
    assert without.abstained.tolist() == [4, 1]
    assert (without.total, without.n, without.squares.sum()) == (5.0, 6, 5.0)
    assert weighted.items.tolist() == [[4, 1], [1, 5]]  # the counts themselves stay as they were


def test_abstentions_whose_weights_were_not_counted_are_refused():
    counts = Counts([[3.5, 1.0], [0.5, 4.0]], items=[[4, 1], [1, 4]], squares=[[4, 1], [0.25, 4.0]], abstained=[1, 0])
    with pytest.raises(InputError, match="weights of the abstentions are unknown"):
        abstaining(counts)


def test_weighted_abstentions_by_hand():
    """Coverage is the share of the weights; its interval is near that of the proportion of all items at once."""
    actual, said = [0] * 6 + [1] * 6, [0, 0, 0, 1, -1, -1, 1, 1, 0, 1, 1, -1]
    weights = np.array([1.0, 2, 3, 1, 2, 2, 1, 1, 4, 1, 2, 5])
    counts = count(actual, said, weights=weights, abstain=-1)
    assert counts.abstained.tolist() == [2, 1]
    assert counts.abstained_weights.tolist() == [4.0, 5.0]
    assert counts.abstained_squares.tolist() == [8.0, 25.0]
    assert Counts.from_json(counts.to_json()) == counts
    found = abstaining(counts)
    answered = np.array(said) != -1
    assert (found.n, found.answered) == (12, 9)
    assert found.coverage.value == pytest.approx(weights[answered].sum() / weights.sum())
    proportion = evaluate(answered, answered, weights=weights).per_label[True]["prevalence"]
    assert (found.coverage.low, found.coverage.high) == pytest.approx((proportion.low, proportion.high), rel=0.05)
    gains = 6 / 11 - 4 / 14, 5 / 14 - 1 / 11  # hits over the weight of the class, false bets over that of the other
    assert found.zero_stake["informedness"].value == pytest.approx((11 * gains[0] + 14 * gains[1]) / 25)


def test_clusters_widen_the_intervals_of_abstention():
    """Ten copies of an item in one cluster say no more than the item."""
    rng = np.random.default_rng(3)
    actual, said = rng.integers(0, 2, 150), rng.integers(0, 3, 150)
    once = evaluate(actual, said, abstain=2).abstention
    copies = np.repeat(actual, 10), np.repeat(said, 10)
    blind, aware = (
        evaluate(*copies, abstain=2, **more).abstention for more in ({}, {"cluster": np.repeat(np.arange(150), 10)})
    )
    for one, wide, narrow in (
        (once.coverage, aware.coverage, blind.coverage),
        (once.zero_stake["edge"], aware.zero_stake["edge"], blind.zero_stake["edge"]),
        (once.discounted["edge"], aware.discounted["edge"], blind.discounted["edge"]),
    ):
        assert wide.value == pytest.approx(one.value)
        assert wide.high - wide.low == pytest.approx(one.high - one.low, rel=0.1)
        assert narrow.high - narrow.low < 0.5 * (one.high - one.low)


def test_an_empty_table_is_refused_unless_all_was_abstained_from():
    with pytest.raises(InputError, match="every count is 0"):
        Counts(np.zeros((2, 2), int), abstained=[0, 0])


def test_text_and_json():
    found = abstaining(Counts([[40, 10], [10, 40]], labels=["yes", "no"], abstained=[50, 0]))
    text = str(found)
    assert text.startswith("Abstention   100 of 150 items answered, coverage 0.667 (95% CI ")
    for part in ("zero stake", "discounted by n/N", "answers alone", "over all N items", "yes"):
        assert part in " ".join(text.split())
    data = json.loads(found.to_json())
    assert data["zero_stake"]["informedness"]["value"] == found.zero_stake["informedness"].value
    assert set(data["formulas"]) == {"zero_stake", "discounted"}
