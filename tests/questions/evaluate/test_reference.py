"""Against an imperfect reference: the corrected table, its bounds, and what is refused."""

import json
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose

import informed
from informed import Counts, InputError, compare, evaluate

TRUE = np.array([[0.27, 0.03], [0.14, 0.56]])  # truth x predicted: recall .9, fallout .2
REFERENCE = np.array([[0.85, 0.15], [0.1, 0.9]])  # truth x reference
OBSERVED = Counts(np.rint(10_000 * REFERENCE.T @ TRUE).astype(int), labels=("ill", "well"))
cells = st.lists(st.integers(5, 200), min_size=4, max_size=4).map(lambda each: np.reshape(each, (2, 2)))


def test_the_truth_comes_back_when_errors_are_independent():
    """dtp against the reference is B_ref times dtp against the truth, so both classes' shares and rates come back."""
    found = evaluate(OBSERVED, reference_quality=(0.85, 0.1)).correction
    assert_allclose(found.measures["informedness"].corrected.value, 0.7, atol=1e-3)
    assert_allclose(found.measures["accuracy"].corrected.value, 0.83, atol=1e-3)
    assert_allclose(found.prevalence["ill"].value, 0.3, atol=1e-3)
    assert_allclose(found.informedness, 0.75)


def test_two_classes_in_closed_form():
    """pi = (pi_obs - fo) / B_ref and B = dtp_obs / (B_ref pi (1 - pi)), dtp_obs = P(both) - P(one) P(other)."""
    share = np.asarray(OBSERVED.table) / OBSERVED.n
    prevalence = (share[0].sum() - 0.1) / 0.75
    dtp = share[0, 0] - share[0].sum() * share[:, 0].sum()
    found = evaluate(OBSERVED, reference_quality=(0.85, 0.1)).correction.measures["informedness"].corrected
    assert_allclose(found.value, dtp / (0.75 * prevalence * (1 - prevalence)))


def test_three_classes_come_back_too():
    true = np.array([[0.3, 0.05, 0.05], [0.02, 0.26, 0.02], [0.03, 0.03, 0.24]])
    matrix = np.array([[0.8, 0.1, 0.1], [0.05, 0.9, 0.05], [0.1, 0.2, 0.7]])
    table = np.rint(10**6 * matrix.T @ true).astype(int)
    found = evaluate(Counts(table), reference_quality=Counts(np.rint(10**5 * matrix).astype(int))).correction
    assert_allclose(found.measures["accuracy"].corrected.value, 0.8, atol=1e-4)
    assert_allclose(found.measures["informedness"].corrected.value, informed.measures.informedness(true), atol=1e-4)
    assert_allclose([each.value for each in found.prevalence.values()], [0.4, 0.3, 0.3], atol=1e-4)


def test_a_perfect_reference_changes_nothing_and_leaves_no_room():
    found = evaluate(OBSERVED, reference_quality=(1.0, 0.0)).correction
    for name, each in found.measures.items():
        assert_allclose(each.corrected.value, each.observed.value, err_msg=name)
        if each.low is not None:
            assert_allclose([each.low, each.high], each.observed.value, atol=1e-9)


@given(table=cells, recall=st.floats(0.7, 0.99), fallout=st.floats(0.01, 0.2))
def test_the_bounds_hold_the_value_of_independent_errors(table, recall, fallout):
    """Independence is one of the ways in which errors may lie together, where it leads to a table at all."""
    found = evaluate(Counts(table), reference_quality=(recall, fallout)).correction
    if found.note is None:
        for each in found.measures.values():
            if each.low is not None:
                assert each.low - 1e-9 <= each.corrected.value <= each.high + 1e-9


@given(parts=st.lists(st.integers(1, 60), min_size=8, max_size=8))
def test_the_bounds_hold_the_truth_however_errors_depend_on_each_other(parts):
    """Any joint distribution of truth, reference and prediction (Vacek 1985)."""
    joint = np.reshape(np.array(parts, float), (2, 2, 2)) + 60 * np.eye(2)[:, :, None]  # truth, reference, predicted
    joint /= joint.sum()
    matrix = joint.sum(-1) / joint.sum((-1, -2))[:, None]
    table = Counts(np.rint(10**9 * joint.sum(0)).astype(int))
    found = evaluate(table, reference_quality=(matrix[0, 0], matrix[1, 0])).correction
    for name, each in found.measures.items():
        if each.low is not None:
            truth = float(informed.measures.get(name)(joint.sum(1)))
            assert each.low - 1e-6 <= truth <= each.high + 1e-6


def test_swapping_labels_swaps_results():
    one = evaluate(OBSERVED, reference_quality=Counts([[85, 15], [10, 90]], labels=("ill", "well"))).correction
    other = evaluate(
        OBSERVED.inverse(), reference_quality=Counts([[85, 15], [10, 90]], labels=("ill", "well"))
    ).correction
    assert_allclose(one.prevalence["ill"].value, other.prevalence["ill"].value)
    assert_allclose(
        one.measures["informedness"].corrected.value, other.measures["informedness"].corrected.value, atol=1e-12
    )


def test_counts_of_the_reference_widen_the_interval():
    known = evaluate(OBSERVED, reference_quality=(0.85, 0.1)).correction.measures["informedness"].corrected
    counted = Counts([[34, 6], [4, 36]], labels=("ill", "well"))
    unsure = evaluate(OBSERVED, reference_quality=counted).correction.measures["informedness"].corrected
    assert unsure.high - unsure.low > 2 * (known.high - known.low)


def test_whatever_knows_a_matrix_serves():
    """A consensus of raters has labels and a matrix, truth x label."""
    knowing = SimpleNamespace(labels=("well", "ill"), matrix=[[0.9, 0.1], [0.15, 0.85]])
    found = evaluate(OBSERVED, reference_quality=knowing).correction
    same = evaluate(OBSERVED, reference_quality=(0.85, 0.1)).correction
    assert_allclose(found.measures["informedness"].corrected.value, same.measures["informedness"].corrected.value)


def test_both_numbers_stand_side_by_side():
    found = evaluate(OBSERVED, reference_quality=(0.85, 0.1))
    text = " ".join(str(found).split())
    assert "hold if their errors do not depend on the predictor's, given the truth" in text
    assert "observed corrected" in text
    assert json.loads(found.to_json())["correction"]["measures"]["informedness"]["low"] is not None
    assert "correction" not in json.loads(evaluate(OBSERVED).to_json())
    assert "Against the truth" in found.report("html")


def test_differences_of_systems_are_stretched_alike():
    """Both dtp are stretched by the same factor, so their difference is too."""
    rng = np.random.default_rng(0)
    actual = rng.random(4000) < 0.4
    systems = {name: np.where(rng.random(4000) < right, actual, ~actual) for name, right in (("a", 0.7), ("b", 0.85))}
    found = compare(actual, systems, reference_quality=(0.9, 0.1), draws=100)
    prevalence = (1 - actual.mean() - 0.1) / 0.8  # of False, the first label
    factor = actual.mean() * (1 - actual.mean()) / (0.8 * prevalence * (1 - prevalence))
    gap = found.correction.differences["b - a"]
    assert_allclose(gap.corrected.value, factor * gap.observed.value, rtol=1e-6)
    assert gap.corrected.low < gap.corrected.value < gap.corrected.high
    assert "Against the truth" in str(found)


def test_few_checked_items_of_a_rare_class_are_allowed_for():
    """With 30 checked items of each class, kappa's interval holds the truth in at least 93% of the samples."""
    from informed.questions.evaluate.reference import corrected

    rng, true = np.random.default_rng(8), np.array([[0.088, 0.012], [0.072, 0.828]])  # a share of 0.1, informedness 0.8
    reference, held, samples = np.array([[0.8, 0.2], [0.2, 0.8]]), 0, 400
    kappa = informed.measures.kappa(Counts(np.rint(1000 * true).astype(int)))
    for _ in range(samples):
        counts = Counts(rng.multinomial(1000, (reference.T @ true).ravel()).reshape(2, 2))
        checked = Counts(np.stack([rng.multinomial(30, row) for row in reference]))
        found = corrected(counts, checked, draws=300, seed=1).measures["kappa"].corrected
        held += found.low <= kappa <= found.high
    assert held >= 0.93 * samples


REFUSED = {
    "counts truth x reference": 0.9,
    "outside 0 to 1": (1.2, 0.1),
    "knows nothing": (0.4, 0.4),
    "has the labels": Counts([[8, 2], [1, 9]], labels=("a", "b")),
    "holds no item that is truly 'well'": Counts([[8, 2], [0, 0]], labels=("ill", "well")),
    "no evidence that this reference knows the truth": Counts([[5, 5], [5, 5]], labels=("ill", "well")),
}


@pytest.mark.parametrize("message", REFUSED)
def test_a_quality_that_cannot_be_used_is_refused(message):
    with pytest.raises(InputError, match=message):
        evaluate(OBSERVED, reference_quality=REFUSED[message])


def test_on_the_command_line(tmp_path, capsys):
    from informed.cli import main

    checks = tmp_path / "gold-check.csv"
    rows = ["ill,ill"] * 85 + ["ill,well"] * 15 + ["well,ill"] * 10 + ["well,well"] * 90
    checks.write_text("truth,label\n" + "\n".join(rows) + "\n")
    data = tmp_path / "preds.csv"
    data.write_text(
        "y,p\n" + "\n".join(["ill,ill"] * 40 + ["ill,well"] * 10 + ["well,ill"] * 5 + ["well,well"] * 45) + "\n"
    )
    with pytest.raises(SystemExit):
        main(["evaluate", str(data), "--actual", "y", "--predicted", "p", "--reference-quality", str(checks)])
    assert "Against the truth" in capsys.readouterr().out


def test_a_correction_that_draws_single_items_takes_no_design():
    rng = np.random.default_rng(3)
    actual, said = rng.integers(0, 2, (2, 60))
    for design in ({"cluster": np.arange(60) // 4}, {"weights": np.arange(60) + 1.0}, {"stratum": np.arange(60) % 3}):
        with pytest.raises(InputError, match="without weights, clusters and strata"):
            informed.evaluate(actual, said, reference_quality=(0.9, 0.1), **design)
        with pytest.raises(InputError, match="without weights, clusters and strata"):
            informed.compare(actual, {"a": said, "b": 1 - said}, reference_quality=(0.9, 0.1), **design)


@pytest.mark.parametrize(("classes", "known", "given"), [(3, 0.6, True), (5, 0.9, True), (5, 0.6, False)])
def test_intervals_are_given_where_they_were_seen_to_hold(classes, known, given):
    """docs/coverage/judge.md: above three classes they fail if the reference is weak; then there is none."""
    quality = known * np.eye(classes) + (1 - known) / classes
    table = np.rint(200 * (0.5 * np.eye(classes) + 0.5 / classes)).astype(int)
    found = evaluate(Counts(table, labels=range(classes)), reference_quality=quality).correction
    assert all((each.corrected.low is not None) == given for each in found.measures.values())
    assert all((each.low is not None) == given for each in found.prevalence.values())
    assert ("no intervals" in (found.note or "")) != given
