"""Tables for hypothesis to look for counterexamples in: whole counts, many of them 0, some very large."""

from collections.abc import Iterable, Iterator

import numpy as np
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from informed.core.registry import Measure
from informed.core.table import one_vs_rest

EXACT = 2**53  # sums of counts up to here are exact in float64
SIZES = (3, 40, 10**4, 10**9, 10**15)


@st.composite
def tables(draw, *, classes=(2, 12), square=True, batch=((), (3,), (2, 2)), most=10**15, dense=False):
    """Batches of tables with no empty table among them; ``dense`` leaves no cell empty."""
    rows = draw(st.integers(*classes))
    columns = rows if square else draw(st.integers(*classes))
    shape = (*draw(st.sampled_from(batch)), rows, columns)
    largest = min(draw(st.sampled_from(SIZES)), most, EXACT // (rows * columns))
    counts = st.integers(1 if dense else 0, largest)
    table = draw(arrays(np.int64, shape, elements=counts if dense else st.just(0) | counts))
    table[..., 0, 0] += table.sum((-2, -1)) == 0
    return table


@st.composite
def margins(draw, size: int, most: int):
    """Whole numbers, the first two of them positive."""
    margin = np.array(draw(st.lists(st.integers(0, most), min_size=size, max_size=size)))
    margin[:2] += 1
    return margin


@st.composite
def independent_tables(draw, *, classes=(2, 12), most=10**6):
    """Tables without association, exactly: the products of two margins."""
    size = draw(st.integers(*classes))
    most = min(draw(st.sampled_from(SIZES)), most)
    return np.outer(draw(margins(size, most)), draw(margins(size, most)))


def seen(measures: Iterable[Measure], table) -> Iterator[tuple[Measure, np.ndarray]]:
    """Each measure with the table as it takes it: a binary measure sees every label against the rest.

    What is solved for, from probabilities good to 16 decimals, is not asked about cells of one item in 1e15.
    """
    labels, moderate = one_vs_rest(table), table.max() <= 1e4 * table[table > 0].min()
    for each in measures:
        if moderate or each.backend == "any":
            yield each, labels if each.kind == "binary" else table


@st.composite
def label_sets(draw, *, items=(1, 12), categories=(1, 6)):
    """Lists of actual and of predicted sets over a few categories, some of them empty, some repeated."""
    size = draw(st.integers(*categories))
    one = st.sets(st.integers(0, size - 1))
    rows = draw(st.lists(st.tuples(one, one), min_size=items[0], max_size=items[1]))
    rows += draw(st.lists(st.sampled_from(rows), max_size=3))
    return [actual for actual, _ in rows], [predicted for _, predicted in rows], size


def paired_limits(measure, joint):
    """Limits of the first of two systems less the second, from their joint table: actual x first x second."""
    from informed.core.items import Items
    from informed.inference.pairing import Paired

    rows = np.argwhere(joint)
    found = Items(tuple(range(len(joint))), ("a", "b"), rows, np.asarray(joint)[tuple(rows.T)].astype(np.int64))
    limits = Paired(measure, found.occurring()).limits(np.array([[0, 1]]))[1]
    return lambda tail: tuple(end[0] for end in limits(tail))
