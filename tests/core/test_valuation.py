"""All measures at once are what each of them gives alone."""

import numpy as np
import pytest
from numpy.testing import assert_array_equal

import informed
from informed.core.table import one_vs_rest
from informed.core.valuation import values

RNG = np.random.default_rng(0)
TABLES = {
    "one": RNG.integers(0, 30, (4, 4)),
    "two classes": RNG.integers(0, 30, (5, 2, 2)),
    "axes": RNG.integers(0, 30, (2, 3, 10, 10)),
    "wide": RNG.integers(1, 30, (3, 2, 5)),
    "degenerate": np.array([[[3, 0], [2, 0]], [[3, 4], [0, 0]], [[0, 0], [0, 0]]]),
    "several blocks": RNG.integers(0, 30, (2, 10_000, 2, 2)),
}
by_table = pytest.mark.parametrize("table", TABLES.values(), ids=list(TABLES))


@by_table
def test_every_measure_of_the_whole(table):
    found = values(table)
    for each in informed.measures.find(kind="table"):
        if each.ready and each.applies(*table.shape[-2:]):
            assert_array_equal(found.pop(each.name), each(table), err_msg=each.name)
    assert not found


@by_table
def test_every_measure_of_each_label(table):
    if table.shape[-1] != table.shape[-2]:
        return
    found = values(one_vs_rest(table), informed.measures.find(labelwise=True))
    for each in informed.measures.find(labelwise=True):
        assert_array_equal(found.pop(each.name), each(one_vs_rest(table)), err_msg=each.name)
    assert not found


def test_measures_may_be_chosen():
    f2 = informed.measures.get("f_measure(beta=2)")
    assert values(TABLES["two classes"], [f2]).keys() == {"f_measure(beta=2)"}


def test_undefined_values_as_asked():
    assert values(TABLES["degenerate"])["markedness"][0] == 0
    assert np.isnan(values(TABLES["degenerate"], undefined="nan")["markedness"][0])


def test_counts_serve_as_tables():
    counts = informed.Counts(TABLES["one"])
    assert values(counts) == values(TABLES["one"])
