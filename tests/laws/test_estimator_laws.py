"""Laws of the one estimator: a group's numbers are those of its table alone, whatever stands beside it."""

import numpy as np
import pytest
from numpy.testing import assert_array_equal

import informed
from informed.core.counts import Counts
from informed.core.registry import find
from informed.core.table import one_vs_rest
from informed.inference.chance import expected_information
from informed.inference.design import divided
from informed.inference.estimates import Estimates, estimates
from informed.inference.interval import METHODS, interval
from thorough import few

READY = [each for each in find() if each.ready]
# Three labels, two, and one that are seen; a constant predictor; one exactly at chance; hits alone.
CELLS = np.array(
    [
        [[7, 2, 1], [3, 9, 0], [1, 2, 5]],
        [[9, 0, 4], [0, 0, 0], [2, 0, 6]],
        [[12, 0, 0], [0, 0, 0], [0, 0, 0]],
        [[6, 0, 0], [5, 0, 0], [4, 0, 0]],
        [[4, 8, 12], [2, 4, 6], [1, 2, 3]],
        [[8, 0, 0], [0, 3, 0], [0, 0, 9]],
    ]
)
DRAWN = [None, *(name for name in METHODS if name not in ("sandwich", "cluster", "strata", "kish"))]


def counts(places, **more):
    cells = {name: part[places] for name, part in more.items()}
    return Counts(CELLS[places], by=("site",), groups=tuple((place,) for place in places), **cells)


def numbers(found):
    """Every number of an evaluation, and what is said of it."""
    rows = [("", found.measures), *((str(label), row) for label, row in found.per_label.items())]
    return {(label, name): tuple(each.to_dict().items()) for label, row in rows for name, each in row.items()}


@pytest.mark.parametrize("measure", READY, ids=str)
@pytest.mark.parametrize("method", few([None, "posterior", "bootstrap", "delta", "wilson", "score", "ncx2"], 2))
def test_a_group_has_the_numbers_of_its_table_alone(measure, method):
    """Overall or for each label, with the default method or with one that is asked for where it applies."""
    options = {"method": method, "draws": 100, "only": [measure], "per_label": [measure]}
    together = informed.evaluate(counts(list(range(len(CELLS)))), **options)
    fewer = informed.evaluate(counts([5, 1]), **options)
    for place, group in enumerate(together.groups):
        alone = informed.evaluate(Counts(CELLS[place]), **options)
        assert numbers(group) == numbers(alone)
    assert [numbers(each) for each in fewer.groups] == [numbers(together.groups[place]) for place in (5, 1)]


@pytest.mark.parametrize("measure", [each for each in READY if each.applies(3, 3)], ids=str)
def test_weights_of_one_group_are_not_those_of_another(measure):
    """Groups with weights of 1, with equal weights and with unequal ones: each is judged by its own design."""
    draw = np.random.default_rng(4)
    factor = np.stack([np.ones((3, 3)), np.full((3, 3), 2.5), draw.uniform(0.5, 3.0, (3, 3))])
    items = CELLS[[0, 0, 0]]
    parts = {"table": items * factor, "items": items, "squares": items * factor**2}
    grouped = Counts(**parts, by=("site",), groups=((0,), (1,), (2,)))
    together = informed.evaluate(grouped, only=[measure], draws=100)
    for place, group in enumerate(together.groups):
        alone = Counts(**{name: part[place] for name, part in parts.items()})
        assert group.measures == informed.evaluate(alone, only=[measure], draws=100).measures


@pytest.mark.parametrize("measure", READY, ids=str)
def test_a_divided_batch_is_its_parts(measure):
    tables = CELLS if measure.applies(3, 3) else one_vs_rest(CELLS)[:, 0]
    batch = divided(tables, alike=measure.kind == "table" and not measure.placed)
    found = interval(measure, batch, draws=100)
    assert sorted(np.concatenate([places for places, _ in batch.parts])) == list(range(len(tables)))
    for places, design in batch.parts:
        alone = interval(measure, design, draws=100)
        assert_array_equal([found.low[places], found.high[places]], [alone.low, alone.high])
        assert set(found.method[places]) == {alone.method}


def test_estimates_are_values_within_their_intervals():
    found = estimates("kappa", CELLS)
    assert isinstance(found, Estimates)
    for place, table in enumerate(CELLS):
        assert found[place] == estimates("kappa", table)[()]
    assert found.each() == [found[place] for place in range(len(CELLS))]


def test_the_mean_information_at_chance_is_that_of_each_table():
    """Whatever the sizes of the others, of which the largest decides how far sums reach."""
    tables = np.concatenate([CELLS, 1000 * CELLS[:1], CELLS[:2] * 10**10])
    assert_array_equal(expected_information(tables), [float(expected_information(each)) for each in tables])
