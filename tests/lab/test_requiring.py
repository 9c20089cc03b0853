"""The requirements of Steingold & Laclavik, from simulated predictors."""

import numpy as np
import pytest

import informed
from informed import lab as study
from informed.core.estimate import finite
from informed.core.registry import forget


@pytest.fixture(scope="module")
def found():
    return study.requirements()


def test_what_simulation_shows_is_what_the_traits_declare(found):
    for each in informed.measures.find():
        if each.ready:
            trials = [None if trial is None else trial.discrimination for trial in found.trials[each.name]]
            assert tuple(trials) == each.discrimination, each


def test_every_denial_has_a_table_that_shows_it(found):
    for row in found.rows():
        if row["table"] is None:
            continue
        measure, table = informed.measures.get(row["measure"]), np.array(row["table"])
        end, deserving = (1, perfect(table, measure.relabel)) if "perfect" in row["why"] else (0, worthless(table))
        assert finite(float(measure(table))) == row["value"]
        assert deserving != (row["value"] is not None and abs(row["value"] - end) < 1e-9), row


def perfect(table, renamed):
    """Nothing off the diagonal; up to renaming, each prediction names one class only."""
    return all((table > 0).sum(0) <= 1) if renamed else not (table - np.diag(np.diag(table))).any()


def worthless(table):
    """Every row is a multiple of the same guesses."""
    return np.linalg.matrix_rank(table) == 1


def test_a_measure_of_ones_own_is_tried_too():
    @informed.measures.measure(family="mine", formula="1", source="here")
    def flattery(table):
        """Everyone is perfect."""
        return table.sum((-2, -1)) * 0 + 1

    try:
        (row,) = study.requirements(["flattery"], tables=200).rows()
    finally:
        forget("flattery")
    assert row["found for two classes"] == ""
    assert row["why"] == "1, but not perfect"


def test_the_table_is_printed_from_both(found):
    line = next(line for line in found.report().splitlines() if line.split()[:1] == ["proficiency"])
    assert line.split() == ["proficiency", "strong", "strong", "strong", "strong"]
