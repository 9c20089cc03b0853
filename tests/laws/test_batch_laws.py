"""A batch of tables is a loop over them, whatever its axes: no number depends on the tables that stand beside it.

The axes of the batch and the labels all differ in number, some labels never occur and some have a single item.
"""

import numpy as np
import pytest
from numpy.testing import assert_allclose

from informed.core.registry import find, get
from informed.core.valuation import values
from informed.inference.biased import _shifted, _shrunk, sparse
from informed.inference.chance import expected_information
from informed.inference.design import weighted
from informed.inference.entropies import chao_shen, miller_madow
from informed.inference.gradient import differences, influence
from informed.inference.interval import METHODS, interval, limits_of, one_sided, p_value, smallest_class
from informed.inference.jackknife import acceleration, jackknife
from informed.inference.proportions import Sample
from informed.inference.significance.exact import fisher_each
from informed.inference.significance.independence import conditional_moments, conditional_p, g2_parts, pearson_parts
from informed.inference.significance.statistics import (
    association,
    binary_parts,
    hits_variance,
    powers,
    z_edge,
    z_informedness,
)
from informed.inference.smoothing import pseudo_counts

RNG = np.random.default_rng(3)
MANY = RNG.integers(0, 9, (2, 3, 4, 4)).astype(float)
MANY[0, 1] = [[30, 2, 0, 1], [5, 20, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0]]  # one item of a label that never occurs
MANY[1, 2] = [[30, 2, 0, 0], [5, 20, 0, 0], [0, 1, 0, 0], [0, 0, 0, 0]]  # one label has one item, one has none
TWO = RNG.integers(0, 30, (2, 3, 2, 2)).astype(float)
TWO[1, 0] = [[9, 0], [1, 0]]


def loop(function, tables):
    """What a function makes of each table, in the axes of the batch."""
    each = [np.asarray(function(tables[place])) for place in np.ndindex(tables.shape[:-2])]
    return np.stack(each).reshape(*tables.shape[:-2], *each[0].shape)


def same(function, tables, *, last=False):
    """The batch gives what the loop gives; ``last``: axes of its own stand behind those of the batch or before them."""
    with np.errstate(all="ignore"):
        whole, each = np.asarray(function(tables)), loop(function, tables)
        if not last:
            each = np.moveaxis(each, (0, 1), (-2, -1)) if each.ndim > 2 else each
    assert whole.shape == each.shape
    assert_allclose(whole, each, rtol=1e-9, atol=1e-12)


@pytest.mark.parametrize("tables", [TWO, MANY], ids=["two", "many"])
@pytest.mark.parametrize(
    "function",
    [
        pseudo_counts,
        pearson_parts,
        g2_parts,
        _shrunk,
        lambda table: influence(get("informedness"), table),
        lambda table: differences(get("accuracy").raw, table + 1),
    ],
)
def test_cells(function, tables):
    same(function, tables, last=True)


@pytest.mark.parametrize("tables", [TWO, MANY], ids=["two", "many"])
@pytest.mark.parametrize(
    "function",
    [
        conditional_p,
        conditional_moments,
        expected_information,
        sparse,
        z_informedness,
        z_edge,
        lambda table: hits_variance(table, table.sum(-1) + 1.0),
        lambda table: [each.value for each in association(table).values()],
        lambda table: [each.p for each in association(table).values()],
        lambda table: [each.value for each in powers(table).values()],
        lambda table: [each.df for each in powers(table).values()],
        lambda table: jackknife(get("informedness"), table),
        lambda table: jackknife(get("proficiency"), table),
        lambda table: acceleration(get("accuracy"), table),
        lambda table: miller_madow(get("proficiency"), table),
        lambda table: chao_shen(get("proficiency"), table),
        *(lambda table, name=name: smallest_class(get(name), table) for name in ("accuracy", "informedness", "mcc")),
    ],
)
def test_values(function, tables):
    same(function, tables)


@pytest.mark.parametrize(
    "function",
    [
        lambda table: [each.value for each in binary_parts(table).values()],
        lambda table: list(fisher_each(table).values()),
    ],
)
def test_values_of_two_classes(function):
    same(function, TWO)


def test_moved_classes():
    """Each class in turn at the limits of its share."""
    whole, each = _shifted(MANY + 1, 0.025), loop(lambda table: _shifted(table, 0.025), MANY + 1)
    assert_allclose(whole, np.moveaxis(each, (0, 1), (1, 2)))


def test_all_measures_at_once():
    for tables in (TWO, MANY):
        whole = values(tables)
        for place in np.ndindex(tables.shape[:-2]):
            for name, value in values(tables[place]).items():
                assert_allclose(whole[name][place], value, rtol=1e-12, err_msg=name)


MEASURES = ("informedness", "mcc", "accuracy", "balanced_accuracy", "proficiency", "entropy_actual", "odds_ratio")
WAYS = [
    (method, measure, tables)
    for tables in (TWO, MANY)
    for method in METHODS.values()
    for measure in (
        "informedness",
        "mcc",
        "accuracy",
        "balanced_accuracy",
        "proficiency",
        "entropy_actual",
        "odds_ratio",
    )
    if get(measure).kind == "table" or tables is TWO
    if method.applies(get(measure), Sample(weighted(tables, tables, tables).simplest))
    if measure in ("informedness", "proficiency") or method.name not in ("delta", "posterior", "profile")
    if measure == "informedness" or not method.name.startswith(("bootstrap", "wald", "gated"))
]


@pytest.mark.parametrize(
    ("method", "measure", "tables"), WAYS, ids=lambda each: getattr(each, "name", each if isinstance(each, str) else "")
)
def test_intervals(method, measure, tables):
    def ends(table, **options):
        found = interval(measure, table, method=method.name, draws=100, **options)
        return np.stack([found.low, found.high])

    same(ends, tables)


def test_a_tail_for_each_table():
    """A p is searched for in all tables at once, each of which then has a tail of its own."""
    tails = np.array([[0.3, 0.02, 1e-4], [0.1, 0.45, 0.005]])
    for tables in (TWO, MANY):
        for measure in find(headline=True):
            if measure.kind != "table":
                continue
            limits = limits_of(measure, tables, draws=100)[1]
            whole = np.stack(limits(tails))
            for place in np.ndindex(tails.shape):
                alone = limits_of(measure, tables[place], draws=100)[1](tails[place])
                assert_allclose(whole[(..., *place)], alone, rtol=1e-9, atol=1e-12, err_msg=measure.name)


def test_the_p_of_each_table():
    for tables in (TWO, MANY):
        same(lambda table: p_value("informedness", table), tables)
        for side in (1, -1):
            same(lambda table, side=side: one_sided(limits_of(get("informedness"), table)[1], 0.1, side), tables)


def test_weights_of_each_table():
    weights, squares = 1.7 * MANY + (MANY > 0), (1.7**2 + 1) * MANY + 2 * (MANY > 0)
    for name in ("informedness", "accuracy", "proficiency"):
        whole = interval(name, weights, squares=squares)
        for place in np.ndindex(weights.shape[:-2]):
            alone = interval(name, weights[place], squares=squares[place])
            assert_allclose([whole.low[place], whole.high[place]], [alone.low, alone.high], rtol=1e-9, atol=1e-12)
            assert whole.note[place] == alone.note[()]
