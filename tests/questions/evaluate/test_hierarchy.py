"""Labels that are paths: eight items worked by hand, and the laws that tie steps to plain measures."""

import numpy as np
import pytest
from hypothesis import given

import informed
from informed import Counts, InputError
from informed.cli import main
from informed.core import measures as m
from informed.more import hierarchy
from informed.readers.sets import read_sets
from strategies import tables

ACTUAL = [r"L\T", r"L\T", r"L\F", r"S\A", r"S\B", r"S\B", r"S\A", r"L\T"]
PREDICTED = [r"L\T", r"L\F", r"L\F", r"S\A", r"S\A", r"S\B", r"L\T", r"L\T"]


def test_eight_items_by_hand():
    found = hierarchy(ACTUAL, PREDICTED)
    assert found.credit.value == (1 + 0.5 + 1 + 1 + 0.5 + 1 + 0 + 1) / 8
    # Actual T 3, F 1, A 2, B 2; predicted T 3, F 2, A 2, B 1: the same label in 17, the same top in 32 of 64 pairs.
    assert found.credit.chance == pytest.approx((17 + 32) / 2 / 64)
    assert found.corrected == pytest.approx((0.75 - 49 / 128) / (1 - 49 / 128))
    assert (found.errors, found.near) == (3, pytest.approx(2 / 3))
    assert found.near_by_chance == pytest.approx((32 - 17) / (64 - 17))
    assert [level.labels for level in found.levels] == [2, 4]
    assert [level.measures["accuracy"].value for level in found.levels] == [7 / 8, 5 / 8]
    assert found.levels[1].given_parent == 5 / 7
    assert (found.precision, found.recall, found.f_measure) == (0.75, 0.75, 0.75)


def test_paths_of_several_lengths_by_hand():
    """Predicted too general (X for X/A) and too special (X/A/B for X/A): shared steps 1 and 2."""
    found = hierarchy(["X/A", "X/A", "Y"], ["X", "X/A/B", "Y"])
    assert found.precision == pytest.approx((1 + 2 + 1) / (1 + 3 + 1))
    assert found.recall == pytest.approx((1 + 2 + 1) / (2 + 2 + 1))
    assert found.credit.value == pytest.approx((2 / 3 + 4 / 5 + 1) / 3)
    assert found.near == 1


@given(tables(classes=(2, 5), batch=((),), most=1000))
def test_labels_of_one_step_have_the_credit_of_accuracy_and_kappa_beyond_chance(table):
    found = hierarchy(Counts(table, labels=[f"{letter}/" for letter in "abcde"[: len(table)]]), steps="/")
    assert found.credit.value == pytest.approx(m.accuracy(table), abs=1e-12)
    if found.corrected is not None:
        assert found.corrected == pytest.approx(m.kappa(table), abs=1e-9)
    assert found.levels[-1].measures["informedness"].value == pytest.approx(m.informedness(table), abs=1e-12)
    assert not found.near


def test_the_last_level_is_the_plain_evaluation():
    found, plain = hierarchy(ACTUAL, PREDICTED), informed.evaluate(ACTUAL, PREDICTED)
    for name, estimate in found.levels[-1].measures.items():
        assert estimate.value == pytest.approx(plain.measures.value(name))


def test_sets_of_one_label_have_the_steps_of_single_labels():
    single = hierarchy(ACTUAL, PREDICTED)
    several = hierarchy(read_sets([[each] for each in ACTUAL], [[each] for each in PREDICTED]))
    for name in ("precision", "recall", "f_measure", "errors", "near"):
        assert getattr(several, name) == pytest.approx(getattr(single, name))
    assert several.credit.value == pytest.approx(single.credit.value)
    assert several.levels[0].measures["precision"].value == 7 / 8  # one label each: precision is accuracy


def test_sets_by_hand():
    """Actual {X/A, Y}, predicted {X/B, Y}: paths X, X/A, Y against X, X/B, Y share two of three."""
    found = hierarchy(read_sets([["X/A", "Y"], []], [["X/B", "Y"], []]))
    assert (found.precision, found.recall) == (pytest.approx(2 / 3), pytest.approx(2 / 3))
    assert found.credit.value == pytest.approx((2 / 3 + 1) / 2)  # nothing to say and nothing said is right
    assert (found.errors, found.near) == (1, 1)


@pytest.mark.parametrize("odd", [{"by": ["x", "y"]}, {"positive": "a/x"}, {"measures": ["mcc"]}, {"only": ["mcc"]}])
def test_what_is_for_labels_as_they_are_is_refused_by_name(odd):
    with pytest.raises(InputError, match=rf"{next(iter(odd))}= cannot be used with steps="):
        informed.evaluate(["a/x", "a/y"], ["a/x", "a/y"], steps="/", **odd)
    with pytest.raises(InputError, match="draws= cannot be used with steps="):
        informed.multilabel([["a/x"]], [["a/y"]], steps="/", draws=3)


def test_labels_without_steps_are_refused():
    with pytest.raises(InputError, match="steps=':' occurs in no label"):
        informed.evaluate(["a/x", "a/y"], ["a/x", "a/y"], steps=":")
    with pytest.raises(InputError, match="give steps=, the separator"):
        hierarchy(["a", "b"], ["a", "b"])


def test_the_command_reads_labels_and_sets(tmp_path, capsys):
    path = tmp_path / "paths.csv"
    path.write_text("y,p\n" + "".join(f"{a},{b}\n" for a, b in zip(ACTUAL, PREDICTED, strict=True)))
    asked = [str(path), "--actual", "y", "--predicted", "p"]
    now = ["evaluate", *asked, "--steps", "\\"], ["multilabel", *asked, "--steps=auto"]
    former = ["hierarchy", *asked], ["hierarchy", *asked, "--sets"], ["hierarchy", *asked, "--sets", "--steps", "\\"]
    for words in (*now, *former):
        with pytest.raises(SystemExit) as done:
            main(words)
        assert not done.value.code
        assert "Near misses: of 3 wrong labels 67% have the right parent" in " ".join(capsys.readouterr().out.split())


def test_guessing_has_no_credit_beyond_chance():
    rng = np.random.default_rng(7)
    labels = [f"{top}/{low}" for top in "abc" for low in "xyz"]
    found = [hierarchy(*rng.choice(labels, (2, 400))).corrected for _ in range(40)]
    assert abs(np.mean(found)) < 4 * np.std(found) / np.sqrt(40)
