"""Messages at the border: what was given, what there is, and what was meant; each check written once."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import informed
from informed.core.errors import MOST_LISTED, InputError, choice, share, whole
from informed.core.validate import shares_of


def test_the_choices_are_listed():
    names = [f"name{place}" for place in range(MOST_LISTED)]
    with pytest.raises(InputError) as error:
        choice("thing", "other", names)
    assert all(name in str(error.value) for name in names)


def test_where_they_are_too_many_it_is_said_who_lists_them():
    names = [f"name{place}" for place in range(MOST_LISTED + 1)]
    with pytest.raises(InputError, match="the 26 known names, which `this` lists"):
        choice("thing", "other", names, "`this`")
    with pytest.raises(InputError, match="`informed measures` lists; did you mean 'accuracy'"):
        informed.measures.get("acuracy")


def test_every_method_of_an_interval_is_listed():
    with pytest.raises(InputError, match=r"method='nonsense' is not one of wald, .*bootstrap_bca"):
        informed.evaluate(informed.Counts([[3, 1], [1, 3]]), method="nonsense")


@pytest.mark.parametrize("value", [2, np.int64(2), np.uint8(2)])
def test_whole_numbers_of_any_library_are_plain_ones(value):
    assert type(whole("size", value, 2)) is int


@pytest.mark.parametrize("value", [1, -3, 2.0, "2", True, None, float("nan")])
def test_what_is_not_a_whole_number_large_enough_is_refused(value):
    with pytest.raises(InputError, match=f"size={value!r} must be a whole number >= 2; take two"):
        whole("size", value, 2, "take two")


@given(st.floats(0, 1))
def test_a_share_is_itself(value):
    assert share("part", value) == share("part", np.float64(value)) == value


@pytest.mark.parametrize("value", [-0.1, 1.1, 95, float("nan"), float("inf"), "half", None])
def test_what_is_not_a_share_is_refused(value):
    with pytest.raises(InputError, match="must lie between 0 and 1; say how much"):
        share("part", value, "say how much")


@pytest.mark.parametrize("end", [0, 1, 0.0, 1.0])
def test_ends_are_shares_unless_it_must_lie_inside(end):
    assert share("part", end) == end
    with pytest.raises(InputError, match="part="):
        share("part", end, inside=True)


@given(st.lists(st.floats(0.01, 1), min_size=2, max_size=6))
def test_shares_are_given_back_and_add_up_to_one(values):
    given_shares = np.array(values) / sum(values)
    np.testing.assert_allclose(shares_of(given_shares, "prevalence", len(values)), given_shares, rtol=1e-12)
    np.testing.assert_allclose(shares_of(given_shares[0], "prevalence"), [given_shares[0], 1 - given_shares[0]])


@pytest.mark.parametrize(
    ("values", "classes", "zero", "message"),
    [
        ([0.5, 0.6], None, True, "add up to 1"),
        ([0.5, -0.5, 1.0], None, True, ">= 0"),
        ([0.5, np.nan], None, True, "nan"),
        ([0.5, 0.5], 3, True, "must be 3 shares"),
        ([1.0, 0.0], 2, False, "> 0"),
        (1.2, None, True, "bias=1.2"),
        ([[0.5, 0.5], [0.5, 0.6]], None, True, "add up to 1"),
    ],
)
def test_what_is_not_a_distribution_is_refused(values, classes, zero, message):
    with pytest.raises(InputError, match=message):
        shares_of(values, "bias", classes, zero=zero)


def test_only_what_is_close_is_suggested():
    with pytest.raises(InputError) as error:
        choice("adjust", "bonf", ("holm", "bh", "none", "max_t"))
    assert "did you mean" not in str(error.value)


MISNAMED = {
    "count() has no argument pos_label=; it takes data": lambda: informed.count([1], [1], pos_label=1),
    "evaluate() has no argument zero_division=; did you mean undefined=": lambda: informed.evaluate(zero_division=0),
    "evaluate() has no argument interval=; did you mean method=": lambda: informed.evaluate(interval="wald"),
    "evaluate() has no argument wieghts=; did you mean weights=": lambda: informed.evaluate(wieghts=[1]),
    "compare() has no argument levle=; did you mean level=": lambda: informed.compare([1], levle=0.9),
    "plan() has no argument prevalance=; did you mean prevalence=": lambda: informed.plan(prevalance=0.1),
    "evaluate() got actual twice": lambda: informed.evaluate(actual=[1], y_true=[1]),
    "sweep() has no argument y_pred=": lambda: informed.sweep([1, 0], y_pred=[1, 0]),
}


@pytest.mark.parametrize("message", MISNAMED)
def test_a_wrong_keyword_is_refused_by_name_with_the_nearest_right_one(message):
    with pytest.raises(InputError) as error:
        MISNAMED[message]()
    assert str(error.value).startswith(message)


def test_labels_go_by_position_by_name_and_by_the_names_of_scikit_learn():
    y, p, w = ["a", "b", "a", "b"], ["a", "b", "b", "b"], [1.0, 2.0, 1.0, 0.5]
    for ask in (
        informed.count,
        informed.evaluate,
        informed.bookmaker,
        lambda *given, **named: informed.check(*given, require="n >= 1", **named),
        lambda *given, **named: informed.price(*given, cost=[[0, 1], [1, 0]], **named),
        lambda *given, **named: informed.deploy(*given, prevalence=0.1, **named),
    ):
        found = ask(y, p, weights=w)
        assert ask(actual=y, predicted=p, weights=w) == found
        assert ask(y_true=y, y_pred=p, sample_weight=w) == found
        assert ask({"y": y, "p": p, "w": w}, actual="y", predicted="p", weights="w") == found
    systems = {"one": p, "two": y}
    assert informed.compare(y_true=y, y_pred=systems) == informed.compare(y, systems)
    assert informed.match(y_true=y, y_pred=p, draws=9) == informed.match(y, p, draws=9)
    assert (
        informed.sweep(y_true=y, scores=[4, 3, 2, 1], positive="a").auc
        == informed.sweep(y, [4, 3, 2, 1], positive="a").auc
    )


REFUSED = {
    "actual is a set, which has no order": lambda: informed.evaluate({3, 1}, {1, 3}),
    "predicted is a set, which has no order": lambda: informed.evaluate([3, 1], frozenset({1, 3})),
    "beta=-1 must be >= 0": lambda: informed.measures.get("f_measure(beta=-1)")([[3, 1], [1, 3]]),
    "did you mean 'information'": lambda: informed.measures.find(family="infomation"),
    "did you mean 'binary'": lambda: informed.measures.find(kind="binry"),
    "actual has 2 items, new has 3": lambda: informed.compare([1, 0], {"old": [1, 0], "new": [1, 0, 1]}),
}


@pytest.mark.parametrize("message", REFUSED)
def test_what_would_mean_nothing_is_refused(message):
    with pytest.raises(InputError) as error:
        REFUSED[message]()
    assert message in str(error.value)


def test_too_many_arguments_without_a_name_are_answered_with_names():
    with pytest.raises(
        InputError, match=r"evaluate\(\) takes at most 2 positional arguments \(3 given\); .*actual='...'"
    ):
        informed.evaluate({"y": [0, 1], "p": [0, 1]}, "y", "p")


@pytest.mark.parametrize("size", [559, 560, 561, 10**6])
def test_a_refusal_says_back_no_more_than_can_be_read(size):
    """Its beginning names the argument, its end the remedy."""
    said = str(informed.InputError("measure=" + "x" * size + "; name another"))
    assert len(said) <= 590
    assert said.startswith("measure=xxx")
    assert said.endswith("x; name another")
