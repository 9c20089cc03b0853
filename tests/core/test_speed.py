"""The loops in C give what Python gives, to the bit, and refuse what does not fit."""

import sys
from contextlib import contextmanager
from decimal import Decimal
from types import SimpleNamespace

import hypothesis.strategies as st
import numpy as np
import pytest
from hypothesis import given
from hypothesis.extra.numpy import arrays

from informed import InputError, Scores
from informed.core import speed
from informed.readers.arrays import codes, kernel
from informed.readers.arrays.codes import column
from informed.readers.arrays.kernel import crosstab
from loops import compiled

MOST = 2**22  # cells of a table
SIZES = [f"{order}{kind}{size}" for order in "<>" for kind in "iu" for size in (1, 2, 4, 8)]


@contextmanager
def using(loops):
    before, speed.compiled = speed.compiled, loops
    try:
        yield
    finally:
        speed.compiled = before


def both(work):
    """What either way gives, or why it refuses."""
    found = []
    for loops in (compiled(), None):
        with using(loops):
            try:
                found.append(work())
            except InputError as error:
                found.append(str(error))
    return found


# --- pairs of codes --------------------------------------------------------------------------------------------------


@st.composite
def pairs(draw):
    """Two columns of codes of any type and byte order, with gaps between them or none; some negative."""
    n, step = draw(st.integers(1, 50)), draw(st.sampled_from([1, 2, -1]))
    highest = draw(st.sampled_from([1, 9, 120]))
    lowest = draw(st.sampled_from([0, 0, -1]))

    def one():
        kind = np.dtype(draw(st.sampled_from(SIZES)))
        low = lowest if kind.kind == "i" else 0
        return draw(arrays(kind, n * abs(step), elements=st.integers(low, highest)))[::step]

    return [one(), one()]


@given(columns=pairs())
def test_pairs_are_counted_alike(columns):
    fast, plain = both(lambda: crosstab(columns, None, MOST))
    assert (fast is None) == (plain is None)
    if fast is not None:
        np.testing.assert_array_equal(fast[0], plain[0])
        assert fast[0].dtype == plain[0].dtype


@pytest.mark.parametrize("classes", [1, 2, 32, 33, 128, 129, 1000])
@pytest.mark.parametrize("kind", ["u1", "i2", "i8"])
def test_tables_of_every_size_are_counted_alike(classes, kind):
    """A cell of the smaller tables holds 255 or 65,535 items until it is emptied; here one takes most of 200,003."""
    rng = np.random.default_rng(classes)
    top = min(classes, np.iinfo(kind).max + 1)
    columns = [np.where(rng.random(200_003) < 0.9, 0, rng.integers(0, top, 200_003)).astype(kind) for _ in range(2)]
    fast, plain = both(lambda: crosstab(columns, None, MOST))
    np.testing.assert_array_equal(fast[0], plain[0])
    assert fast[0].sum() == 200_003


@given(columns=pairs(), threads=st.integers(2, 8), most=st.sampled_from([8, 200, MOST]))
def test_items_counted_in_several_threads_are_counted_alike(columns, threads, most):
    """Also where one part has higher codes than another, codes below 0, or more cells than there is room for."""
    with pytest.MonkeyPatch.context() as patch:
        whole = crosstab(columns, None, most)
        patch.setattr(speed, "compiled", compiled())
        patch.setattr(speed, "cores", lambda: threads)
        patch.setattr(kernel, "LONG", 1)
        parts = crosstab(columns, None, most)
    assert (parts is None) == (whole is None)
    if parts is not None:
        np.testing.assert_array_equal(parts[0], whole[0])
        assert parts[0].dtype == whole[0].dtype


def test_codes_that_grow_to_the_end_are_counted_alike():
    columns = [np.arange(300_000) // 200, np.arange(300_000) // 300]
    fast, plain = both(lambda: crosstab(columns, None, MOST))
    np.testing.assert_array_equal(fast[0], plain[0])


def test_counting_stops_before_a_code_outside_the_table():
    table = np.zeros((2, 3), np.int64)
    rows, columns = np.array([0, 1, 1, 0, 1, 1, 0]), np.array([0, 2, 0, 1, 3, 0, 0])
    assert compiled().count(rows, columns, table, 3) == 4
    assert table.tolist() == [[1, 1, 0], [1, 0, 1]]
    assert compiled().count(-rows, columns, table, 3) == 1


# --- labels ----------------------------------------------------------------------------------------------------------


class Word(str):
    """A text of a class of its own."""


TEXTS = st.text(st.characters() | st.sampled_from("\0\ud800\U0010ffff "), max_size=5)


def read(values, name="actual"):
    found = column(values, name)
    return found.codes.tolist(), [*map(repr, found.levels or ())]


@given(values=st.lists(TEXTS, min_size=1, max_size=30), order=st.sampled_from("<>"), step=st.sampled_from([1, 2, -1]))
def test_texts_of_one_width_are_coded_alike(values, order, step):
    array = np.array(values).astype(f"{order}U5")[::step]
    fast, plain = both(lambda: read(array))
    assert fast == plain


@given(values=st.lists(st.binary(max_size=11), min_size=1, max_size=30))
def test_bytes_of_one_width_are_coded_alike(values):
    fast, plain = both(lambda: read(np.array(values, "S11")))
    assert fast == plain


@pytest.mark.parametrize("many", [1, 300, 5000])
def test_many_texts_are_coded_alike(monkeypatch, many):
    """Up to the most that are coded by their bytes, and beyond."""
    monkeypatch.setattr(codes, "SEVERAL", 4096)
    array = np.array([f"label {each * 7919 % many}" for each in range(20_000)])
    fast, plain = both(lambda: read(array))
    assert fast == plain


def test_texts_without_a_character_are_coded_alike():
    fast, plain = both(lambda: read(np.zeros(3, "U1")[:0].astype("U0")))
    assert fast == plain


ANYTHING = st.one_of(
    TEXTS,
    TEXTS.map(Word),
    st.sampled_from([1, 1.0, True, "1", None, 0, -0.0, False, Decimal(1), 2**70, np.int8(1), np.str_("1")]),
    st.floats(),
    st.just(float("nan")),
    st.sampled_from([[], {}, [1]]),
)


@given(values=st.lists(ANYTHING, min_size=1, max_size=30), step=st.sampled_from([1, 2, -1]))
def test_objects_are_coded_alike(values, step):
    array = np.empty(len(values), object)
    array[:] = values
    for given_ in (values, tuple(values), array[::step]):
        fast, plain = both(lambda given_=given_: read(given_))
        assert fast == plain


def test_more_objects_than_are_remembered_are_coded_alike():
    values = [f"label {each * 7919 % 5000}" for each in range(20_000)]
    fast, plain = both(lambda: read(np.array(values, object)))
    assert fast == plain


def test_objects_are_given_back():
    """No reference is kept or lost: not of the labels, not of a label without a code."""
    seen, labels = codes._Dictionary(), [Word("a"), Word("b"), Word("c")]
    before = [sys.getrefcount(each) for each in labels]
    compiled().code_objects(np.array(labels[:2] * 500, object), seen, np.empty(1000, np.int32))
    seen.clear()
    with pytest.raises(KeyError):
        compiled().code_objects(labels, {labels[0]: 0}, np.empty(3, np.int32))
    assert [sys.getrefcount(each) for each in labels] == before


# --- scores ----------------------------------------------------------------------------------------------------------

FLOATS = st.floats(allow_nan=False) | st.sampled_from([0.0, -0.0, 5e-324, -5e-324, np.inf, -np.inf, 1.0, -1.0])


def ranks(positive, scores):
    found = Scores.of(positive, scores)
    return found.values.dtype, found.values.tobytes(), found.counts.dtype, found.counts.tolist()


@given(items=st.lists(st.tuples(FLOATS, st.booleans()), min_size=1, max_size=60), kind=st.sampled_from(["f4", "f8"]))
def test_scores_are_ranked_alike(items, kind):
    with np.errstate(over="ignore"):
        scores = np.array([score for score, _ in items]).astype(kind)
    positive = np.array([each for _, each in items])
    fast, plain = both(lambda: ranks(positive, scores))
    assert fast == plain


SHAPES = {
    "normal": lambda rng, n: rng.normal(size=n),
    "far from 0": lambda rng, n: 1e9 + rng.random(n),
    "alike in all but the last bits": lambda rng, n: 1 + rng.integers(0, 500, n) * 2.0**-52,
    "of every size": lambda rng, n: np.exp(300 * rng.normal(size=n)) * rng.choice([-1, 1], n),
    "with ties": lambda rng, n: np.round(rng.normal(size=n), 2),
    "constant": lambda rng, n: np.full(n, -0.25),
}


@pytest.mark.parametrize("kind", ["f4", "f8", ">f8"])
@pytest.mark.parametrize("shape", SHAPES)
def test_many_scores_are_ranked_alike(shape, kind):
    rng = np.random.default_rng(5)
    with np.errstate(over="ignore"):
        scores = SHAPES[shape](rng, 20_000).astype(kind)[::2]
    positive = (rng.random(20_000) < 0.3)[::2]
    fast, plain = both(lambda: ranks(positive, scores))
    assert fast == plain


# --- what does not fit -----------------------------------------------------------------------------------------------

EIGHT, FOUR, MARKS = np.zeros(8), np.zeros(8, np.int32), np.zeros(8, bool)
KEYS = np.array([2, 4, 0, 0], np.uint64)  # of two scores, with as much room again


@pytest.mark.parametrize(
    ("name", "given_"),
    {
        "codes of two sizes": ("count", (EIGHT, FOUR, np.zeros(4, np.int64), 2)),
        "columns of two lengths": ("count", (FOUR, FOUR[:7], np.zeros(4, np.int64), 2)),
        "codes of 16 bytes": ("count", (np.zeros(2, "V16"), np.zeros(2, "V16"), np.zeros(4, np.int64), 2)),
        "cells of 4 bytes": ("count", (FOUR, FOUR, np.zeros(4, np.int32), 2)),
        "a table with half a row": ("count", (FOUR, FOUR, np.zeros(4, np.int64), 3)),
        "a table without columns": ("count", (FOUR, FOUR, np.zeros(4, np.int64), 0)),
        "records without a length": ("code_texts", (b"abcd", 0, np.zeros(4, np.int32), np.zeros(4, np.int64))),
        "half a record": ("code_texts", (b"abcd", 3, np.zeros(1, np.int32), np.zeros(4, np.int64))),
        "codes for other records": ("code_texts", (b"abcd", 2, np.zeros(4, np.int32), np.zeros(4, np.int64))),
        "codes of 8 bytes": ("code_texts", (b"abcd", 2, np.zeros(1, np.int64), np.zeros(4, np.int64))),
        "numbers for objects": ("code_objects", (np.zeros(4, np.int64), {0: 0}, np.zeros(4, np.int32))),
        "codes for more objects": ("code_objects", ([1, 1], {1: 0}, np.zeros(3, np.int32))),
        "a negative code": ("code_objects", ([1], {1: -1}, np.zeros(1, np.int32))),
        "room for half the keys": ("rank", (EIGHT, MARKS, np.zeros(8, np.uint64))),
        "a score without a mark": ("rank", (EIGHT, MARKS[:7], np.zeros(16, np.uint64))),
        "scores of 2 bytes": ("rank", (np.zeros(8, np.float16), MARKS, np.zeros(16, np.uint64))),
        "no room for a score": ("unrank", (KEYS, 2, EIGHT[:1], np.zeros(2, np.int64))),
        "room for a score too many": ("unrank", (KEYS, 2, EIGHT[:3], np.zeros(6, np.int8))),
        "more above than there are": ("unrank", (KEYS, 3, EIGHT[:2], np.zeros(4, np.int8))),
    }.values(),
    ids=str,
)  # fmt: skip
def test_what_does_not_fit_is_refused(name, given_):
    with pytest.raises(ValueError, match=r"\w+ \w+"):
        getattr(compiled(), name)(*given_)


def test_what_cannot_be_written_to_is_refused():
    fixed = np.zeros(4, np.int64)
    fixed.flags.writeable = False
    with pytest.raises((TypeError, BufferError, ValueError)):
        compiled().count(FOUR, FOUR, fixed, 2)


def test_a_build_of_another_revision_is_not_used(monkeypatch):
    monkeypatch.delenv("INFORMED_PURE", raising=False)
    for revision in (speed.REVISION, speed.REVISION + 1):
        build = SimpleNamespace(REVISION=revision)
        monkeypatch.setattr("informed._speed", build, raising=False)
        monkeypatch.setitem(sys.modules, "informed._speed", build)
        assert (speed._compiled() is build) == (revision == speed.REVISION)
    monkeypatch.setenv("INFORMED_PURE", "1")
    assert speed._compiled() is None
