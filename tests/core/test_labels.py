"""Labels: what they may be, and which of them look alike."""

import numpy as np
import pytest

from informed.core.errors import InputError, choice
from informed.core.labels import in_order, look_alikes, plain, plain_labels


@pytest.mark.parametrize(
    ("label", "native"),
    [("sun", "sun"), (np.str_("sun"), "sun"), (np.int8(3), 3), (3.0, 3), (np.float64(2.5), 2.5), (np.True_, True)],
)
def test_plain(label, native):
    assert plain(label) == native
    assert type(plain(label)) is type(native)


@pytest.mark.parametrize("label", [None, float("nan"), np.float32("nan")])
def test_no_label_at_all(label):
    with pytest.raises(InputError, match=r"missing='drop'"):
        plain(label)


def test_a_text_is_not_a_list_of_labels():
    with pytest.raises(InputError, match=r"labels='ab' is one text"):
        plain_labels("ab")


@pytest.mark.parametrize("labels", [["a", "b", "a"], [1, 1.0], [True, 1]])
def test_duplicates(labels):
    with pytest.raises(InputError, match="duplicate label"):
        plain_labels(labels)


def test_text_and_number_are_two_labels():
    assert plain_labels([1, "1"]) == (1, "1")


def test_order_is_by_size_or_by_code_point():
    assert in_order([10, 9, 2.5]) == (2.5, 9, 10)
    assert in_order(["10", "9", "a"]) == ("10", "9", "a")


def test_mixture_is_refused_and_the_twins_are_named():
    with pytest.raises(InputError, match=r"1 beside '1'.*str\(\.\.\.\)"):
        in_order(["0", "1", 1])
    with pytest.raises(InputError, match="mix text and numbers"):
        in_order(["sun", 1])


def test_look_alikes():
    composed, decomposed = "caf\u00e9", "cafe\u0301"
    space, form = look_alikes(["sun", "sun ", composed, decomposed, 1])
    assert "'sun' and 'sun '" in space
    assert f"{composed!r} and {decomposed!r}" in form
    (case,) = look_alikes(["sun", "rain", "Sun"])
    assert "'sun' and 'Sun' differ only in case, space" in case
    assert look_alikes(["sun", "rain", "snow"]) == []
    assert len(look_alikes(["a b", "a\u00a0b", "a  b", "ab"])) == 2  # a no-break space, and two of them


def test_labels_that_other_programs_write_for_nothing_are_pointed_out():
    assert look_alikes(["bug", "NA"]) == ["label 'NA' looks like a missing value and is counted as a class"]


def test_choice_lists_the_choices_and_guesses():
    assert choice("rows", "actual", ("actual", "predicted")) == "actual"
    with pytest.raises(InputError, match=r"rows='actuals' is not one of actual, predicted; did you mean 'actual'\?"):
        choice("rows", "actuals", ("actual", "predicted"))
