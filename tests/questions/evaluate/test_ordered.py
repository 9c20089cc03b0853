"""Ordered values: two classes, SciPy, pairs counted one by one, the model in which the truth is known."""

import numpy as np
import pytest
from scipy.stats import kendalltau, linregress, somersd

import informed
from informed import InputError
from informed.cli import main
from informed.core import measures as m
from informed.inference.concordance import concordance

RNG = np.random.default_rng(6)
TRUTH = RNG.integers(0, 5, 80)
SAID = np.clip(TRUTH + RNG.integers(-2, 3, 80), 0, 4) / 4


def test_of_two_classes_all_are_informedness_markedness_and_their_correlation():
    actual, predicted = RNG.random((2, 90)) < 0.4
    table = informed.count(actual, predicted).table
    found = informed.evaluate(actual.astype(int), predicted.astype(int), ordered=True)
    for reading in (found.order, found.slopes):
        assert reading.informedness.value == pytest.approx(float(m.informedness(table)))
        assert reading.markedness.value == pytest.approx(float(m.markedness(table)))
        assert reading.correlation.value == pytest.approx(float(m.mcc(table)))


def test_of_two_classes_and_a_score_it_is_twice_the_area_less_one():
    actual = (TRUTH > 2).astype(int)
    found = informed.evaluate(actual, SAID, ordered=True)
    assert found.order.informedness.value == pytest.approx(2 * informed.sweep(actual, SAID, positive=1).auc.value - 1)


@pytest.mark.parametrize("said", [SAID, RNG.normal(size=80), TRUTH * 1.0])
def test_it_agrees_with_scipy(said):
    found = informed.evaluate(TRUTH, said, ordered=True)
    assert found.order.informedness.value == pytest.approx(somersd(TRUTH, said).statistic)
    assert found.order.markedness.value == pytest.approx(somersd(said, TRUTH).statistic)
    assert found.order.correlation.value == pytest.approx(kendalltau(TRUTH, said).statistic)
    line = linregress(TRUTH, said)
    assert found.slopes.informedness.value == pytest.approx(line.slope)
    assert found.slopes.correlation.value == pytest.approx(line.rvalue)
    assert found.right + found.wrong + found.tied == pytest.approx(1)
    assert found.right - found.wrong == pytest.approx(found.order.informedness.value)


def test_concordance_is_that_of_all_pairs_counted_one_by_one():
    for _ in range(20):
        one, two = (np.unique(RNG.integers(0, 6, 40), return_inverse=True)[1] for _ in range(2))
        items = RNG.integers(1, 4, 40)
        sides = np.sign(one[:, None] - one) * np.sign(two[:, None] - two)
        assert concordance(one, two, items) == pytest.approx(sides @ items)


def test_who_knows_with_one_probability_has_it_as_slope_and_not_as_order():
    """Joint shares g diag(r) + (1 - g) r r' over five steps: the slope is g; the order is more than g squared."""
    share, known = np.array([1, 2, 3, 3, 1]), 0.5
    table = (1000 * (known * np.diag(share) * 10 + (1 - known) * np.outer(share, share))).astype(int)
    x, y = (each.repeat(table.ravel()) for each in np.indices(table.shape).reshape(2, -1))
    found = informed.evaluate(x, y, ordered=True)
    assert found.slopes.informedness.value == pytest.approx(known)
    assert known**2 < found.order.informedness.value != pytest.approx(known, abs=0.01)


def test_order_is_the_same_on_any_scale_and_slopes_are_not():
    plain, bent = (informed.evaluate(TRUTH, each, ordered=True) for each in (SAID, np.exp(9 * SAID)))
    assert bent.order == plain.order
    assert bent.slopes != plain.slopes


def test_the_interval_is_the_jackknife_to_first_order():
    """Leaving out one item at a time gives nearly the same standard error on Fisher's scale."""
    found = informed.evaluate(TRUTH, SAID, ordered=True).order.informedness
    kept = ~np.eye(len(TRUTH), dtype=bool)
    left = np.arctanh([somersd(TRUTH[each], SAID[each]).statistic for each in kept])
    error = np.sqrt((len(left) - 1) * left.var())
    assert np.arctanh(found.high) - np.arctanh(found.low) == pytest.approx(2 * 1.99 * error, rel=0.05)


def test_items_that_come_in_clusters_of_copies_are_no_surer():
    once = informed.evaluate(TRUTH, SAID, ordered=True, cluster=np.arange(80)).order.informedness
    copies = informed.evaluate(
        np.tile(TRUTH, 3), np.tile(SAID, 3), ordered=True, cluster=np.tile(np.arange(80), 3)
    ).order.informedness
    assert (copies.low, copies.high) == pytest.approx((once.low, once.high))


def test_text_labels_have_the_order_in_which_they_are_listed():
    names = np.array(["never", "rarely", "often", "mostly", "always"])
    said = (SAID * 4).astype(int)
    found = informed.evaluate(names[TRUTH], names[said], ordered=True, labels=names)
    assert found.order == informed.evaluate(TRUTH, said, ordered=True).order
    assert found.slopes is None


@pytest.mark.parametrize(
    ("columns", "more", "says"),
    [
        ((["low", "high"], ["low", "high"]), {}, "labels= in their order"),
        (([1, 1, 1], [1, 2, 3]), {}, "actual has one value only"),
        (([1, 2, 3], [1, 2, 3]), {"positive": 1}, "positive= cannot be used with ordered="),
        (([1, 2, 3], [1, 2, 3]), {"weights": [1.5, 1, 2]}, "leave out weights="),
    ],
)
def test_what_has_no_order_is_refused(columns, more, says):
    with pytest.raises(InputError, match=says):
        informed.evaluate(*columns, ordered=True, **more)


def test_the_command_says_what_python_says(tmp_path, capsys):
    path = tmp_path / "stars.csv"
    path.write_text("stars,score\n" + "".join(f"{x},{y}\n" for x, y in zip(TRUTH, SAID, strict=True)) + "3,\n")
    given = ["evaluate", str(path), "--actual=stars", "--predicted=score", "--ordered", "--format=json"]
    with pytest.raises(SystemExit) as done:
        main([*given, "--missing=drop"])
    assert not done.value.code
    said = informed.evaluate([*TRUTH, 3], [*SAID, None], ordered=True, missing="drop")
    assert capsys.readouterr().out.strip() == said.to_json()
    assert (said.n, said.missing) == (80, 1)
