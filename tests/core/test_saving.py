"""What saves as JSON comes back equal; what is something else is refused in words, whatever it is."""

import json
import pickle
from contextlib import suppress

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from informed import Counts, InputError, Items, LabelSets, Scores
from informed.core.sets import Sets

SAVED = (
    Counts(
        [[[3.0, 1.5], [2.0, 4.0]]], ("a", "b"), by=("site",), groups=(("x",),), items=[[[3, 1], [2, 4]]], notes=["n"]
    ),
    Items.of([0, 1, 1], {"p": [0, 0, 1]}, ("a", "b"), cluster=[0, 1, 1], clusters=("x", "y"), refused=2),
    Scores.of([True, False], [0.5, np.inf], weights=[1.5, 2.0]),
    LabelSets.of(["a", "b"], [Sets.of([[0], []]), Sets.of([[0, 1], [1]])], read={"blank": 1}, notes=("n",)),
)
KINDS = pytest.mark.parametrize("saved", SAVED, ids=lambda each: each.kind)


@KINDS
def test_what_was_saved_comes_back_equal_and_is_equal_to_nothing_else(saved):
    assert type(saved).from_json(saved.to_json()) == saved
    assert type(saved).from_dict(saved.to_dict()) == saved
    assert json.loads(saved.to_json())["kind"] == saved.kind
    assert [each == saved for each in SAVED].count(True) == 1
    with pytest.raises(TypeError, match="unhashable"):
        hash(saved)


@KINDS
def test_another_text_is_refused(saved):
    again = f"make them with {type(saved).__name__}.to_json"
    for text in ("xx", "", '{"kind": '):
        with pytest.raises(InputError, match=f"not valid JSON, so not saved {saved.kind}: .*{again}"):
            type(saved).from_json(text)
    for text in ("{}", "[]", "3", "null", '{"kind": "tables"}'):
        with pytest.raises(InputError, match=f"not saved {saved.kind} .*{again}"):
            type(saved).from_json(text)
    with pytest.raises(InputError, match=f"key of saved {saved.kind}='labelz'.*did you mean 'labels'"):
        type(saved).from_dict({**saved.to_dict(), "labelz": []})


@KINDS
def test_what_is_missing_is_named(saved):
    needed = {"counts": "table", "items": "rows", "scores": "values", "label sets": "sides"}[saved.kind]
    data = saved.to_dict()
    del data[needed]
    with pytest.raises(InputError, match=f"saved {saved.kind} lack '{needed}'"):
        type(saved).from_dict(data)


@KINDS
@pytest.mark.parametrize("odd", [None, 3, -1.5, "odd", {}, {"a": 1}, [], [[]], [None], ["odd"], [[["odd"]]]], ids=repr)
def test_no_damage_is_worse_than_a_refusal(saved, odd):
    for name in set(saved.to_dict()) - {"kind"}:
        with suppress(InputError):
            type(saved).from_dict({**saved.to_dict(), name: odd})


@KINDS
def test_a_saved_statistic_tells_its_version_and_cannot_be_changed(saved):
    assert saved.to_dict()["version"] == 1
    with pytest.raises(InputError, match="version 99, this program reads 1"):
        type(saved).from_dict({**saved.to_dict(), "version": 99})
    for each in (saved, pickle.loads(pickle.dumps(saved))):
        assert each == saved
        for array in (value for value in vars(each).values() if isinstance(value, np.ndarray)):
            with pytest.raises(ValueError, match="read-only"):
                array.flat[0] = 9


@pytest.mark.parametrize(
    ("field", "value", "said"),
    [
        ("groups", {"x": []}, r"saved counts: groups is {'x': \[\]}, but must be a list of groups"),
        ("groups", "xx", "saved counts: groups is 'xx', but must be a list of groups"),
        ("groups", [["x"]], r"groups: each needs one value for each of by=\['site'\], and \('x', 'y'\) has not"),
        ("by", None, "saved counts: by is None, but must be a list of texts"),
        ("n", True, "saved counts: n is True, but must be a whole number"),
        ("items", None, "squares= is given without items=, the number of items"),
        ("squares", [[[0, 0], [0, 0]]], "weights: of 3 items with weights of sum 3, the squares cannot add up to 0"),
        ("notes", ["a\ud800"], r"notes is \['a\\ud800'\], but must be a list of texts"),
    ],
)
def test_a_damaged_field_is_refused_with_its_value(field, value, said):
    data = SAVED[0].to_dict() | {"squares": [[[9.0, 2.25], [4.0, 8.0]]]}
    wrong = {**data, "groups": [["x", "y"]]} if value == [["x"]] else {**data, field: value}
    with pytest.raises(InputError, match=said):
        Counts.from_json(json.dumps(wrong))


def test_groups_are_named_once_and_only_where_something_groups_them():
    for how, said in (
        ({"by": ("site",), "groups": (("x",), ("x",))}, "named twice"),
        ({"groups": ((),)}, "each needs"),
    ):
        with pytest.raises(InputError, match=said):
            Counts([[[1, 0], [0, 1]]] * 2 if "by" in how else [[1, 0], [0, 1]], ("a", "b"), **how)


@settings(derandomize=True)
@given(weights=st.lists(st.floats(1e-90, 1e17), min_size=1, max_size=9), factor=st.floats(1.1, 1e3))
def test_sums_of_weights_are_read_and_sums_that_no_weights_have_are_refused(weights, factor):
    """Between the square of the sum over the number of items (Cauchy and Schwarz) and the square of the sum."""
    w, n = np.array(weights), len(weights)
    how = {"items": [[n, 0], [0, 1]], "labels": ("a", "b")}

    def counts(square):
        return Counts([[w.sum(), 0], [0, 1.0]], squares=[[square, 0], [0, 1.0]], **how)

    assert counts((w**2).sum()).weighted
    for wrong in (w.sum() ** 2 * factor, w.sum() ** 2 / n / factor, 0.0):
        with pytest.raises(InputError, match=r"the squares cannot add up to|more than a 64-bit"):
            counts(wrong)


@KINDS
def test_counts_of_items_are_never_negative(saved):
    field = {"label sets": {"read": {"blank": -5}}}.get(saved.kind, {"missing": -5})
    with pytest.raises(InputError, match="is -5, but must be a whole number >= 0"):
        type(saved).from_dict({**saved.to_dict(), **field})


def test_a_document_cannot_pass_its_scores_off_as_ordered():
    data = SAVED[2].to_dict()
    shuffled = {**data, "values": data["values"][::-1], "counts": [row[::-1] for row in data["counts"]]}
    shuffled |= {name: [row[::-1] for row in data[name]] for name in ("items", "squares")}
    assert Scores.from_dict(shuffled) == SAVED[2]
    with pytest.raises(InputError, match="key of saved scores='in_order' is not one of"):
        Scores.from_dict({**shuffled, "in_order": True})


def test_counts_of_patterns_account_for_the_rows_that_could_not_be_read():
    assert SAVED[1].counts().refused == 2
