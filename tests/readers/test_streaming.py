"""A stream counted in batches gives what the whole would give."""

from __future__ import annotations

import tracemalloc
from functools import reduce

import hypothesis.strategies as st
import numpy as np
import pytest
from hypothesis import given

from informed import Counts, InputError, count
from informed.readers.streams import Counter

LABEL = st.sampled_from(["a", "b", "c"])
BATCHES = st.lists(
    st.lists(st.tuples(LABEL, LABEL, st.integers(0, 2)), min_size=1, max_size=12), min_size=1, max_size=6
)


def columns(rows):
    return tuple(map(list, zip(*rows, strict=True)))


def counted(batches, **options):
    counter = Counter(**options)
    for rows in batches:
        actual, predicted, by = columns(rows)
        counter.update(actual, predicted, by={"g": by})
    return counter


def whole(batches):
    actual, predicted, by = columns([row for rows in batches for row in rows])
    return count(actual, predicted, by={"g": by})


@given(BATCHES)
def test_batches_give_the_whole(batches):
    assert counted(batches).counts == whole(batches)


@given(BATCHES, BATCHES, BATCHES)
def test_merging_is_exact_in_any_order(one, two, three):
    a, b, c = counted(one), counted(two), counted(three)
    together = whole(one + two + three)
    assert (a + b + c).counts == together
    assert (a + (b + c)).counts == together
    assert (c + a + b).counts == together


@given(BATCHES, BATCHES, BATCHES)
def test_counts_merge_exactly_in_any_order(one, two, three):
    a, b, c = (whole(batches).aligned(["a", "b", "c"]) for batches in (one, two, three))
    assert a + b == b + a
    assert (a + b) + c == a + (b + c) == c + a + b
    assert (a + b).table.dtype.kind == "i"


@given(BATCHES)
def test_saving_does_not_change_the_sum(batches):
    parts = [Counts.from_json(whole([rows]).aligned(["a", "b", "c"]).to_json()) for rows in batches]
    assert reduce(lambda left, right: left + right, parts) == whole(batches).aligned(["a", "b", "c"])


def test_weights_and_missing_items_add_up():
    counter = Counter(missing="drop", abstain="?")
    counter.update(["a", "b"], ["a", "?"], weights=[0.5, 1.0])
    counter.update(["a", None], ["b", "b"], weights=[1.5, np.nan])
    counts = counter.counts
    assert counts.table.tolist() == [[0.5, 1.5], [0.0, 0.0]]
    assert (counts.n, counts.missing, counts.abstained.tolist(), counts.rows_read) == (2, 1, [0, 1], 4)


def test_a_bad_batch_raises_and_changes_nothing():
    counter = Counter().update([0, 1], [0, 1])
    for batch in [(["a"], ["b"]), ([0.5], [1]), ([None], [1]), ([1, 2], [1])]:
        with pytest.raises(InputError):
            counter.update(*batch)
    assert counter.counts == count([0, 1], [0, 1])


def test_batches_must_be_alike():
    counter = Counter().update([0, 1], [0, 1])
    with pytest.raises(InputError, match=r"grouped by nothing and by \['group'\]"):
        counter.update([0, 1], [0, 1], by=[1, 2])
    with pytest.raises(InputError, match="one batch has weights"):
        counter.update([0, 1], [0, 1], weights=[1.5, 2])


def test_fixed_labels_hold():
    with pytest.raises(InputError, match="2 occurs in the data but not among 0, 1"):
        Counter(labels=[0, 1]).update([0, 1], [0, 2])
    one, two = Counter(labels=[0, 1]).update([0], [1]), Counter(labels=[0, 1, 2]).update([0], [2])
    with pytest.raises(InputError, match="counters count differently"):
        one.merge(two)


def test_nothing_counted_yet():
    with pytest.raises(InputError, match="nothing was counted yet"):
        Counter().counts  # noqa: B018


def test_memory_stays_flat():
    rng = np.random.default_rng(1)
    batches = rng.integers(0, 50, (4, 2, 2_000))
    counter = Counter()

    def run(times):
        for _ in range(times):
            for actual, predicted in batches:
                counter.update(actual, predicted)

    run(20)
    tracemalloc.start()
    run(20)
    before, _ = tracemalloc.get_traced_memory()
    run(200)
    after, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert after < before + 2**21
    assert counter.counts.n == 240 * 4 * 2_000
