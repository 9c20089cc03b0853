"""The metric requirements of Steingold & Laclavik (slide "Metric Requirements"), tried on every small table."""

from itertools import product

import numpy as np
import pytest

import informed
from informed.core.table import errors, expected

MEASURES = [each for each in informed.measures.find() if each.ready]


def every_table(classes: int, most: int):
    """All tables with cells up to ``most`` in which every class occurs."""
    table = np.array(list(product(range(most + 1), repeat=classes**2)), dtype=float).reshape(-1, classes, classes)
    return table[(table.sum(-1) > 0).all(-1)]


TABLES = [every_table(2, 6), every_table(3, 2)]


def perfect(table, renamed: bool):
    """Whether each prediction is right; or, up to renaming, whether each names one class only."""
    return ((table > 0).sum(-2) <= 1).all(-1) if renamed else ~errors(table).any((-2, -1))


def found(measure, table):
    """The discrimination a measure shows on these tables."""
    if not measure.applies(*table.shape[-2:]):
        return None
    value = measure(table)
    independent = np.isclose(table, expected(table), atol=1e-12).all((-2, -1))
    weak = measure.higher_is_better and np.array_equal(np.isclose(value, 1), perfect(table, measure.relabel))
    strong = weak and np.array_equal(np.isclose(value, 0, atol=1e-12), independent)
    return "strong" if strong else "weak" if weak else None


@pytest.mark.parametrize("measure", MEASURES, ids=str)
def test_declared_discrimination_is_what_small_tables_show(measure):
    assert measure.discrimination == tuple(found(measure, table) for table in TABLES)


def test_proficiency_is_strong_and_universal():
    """As the slides claim for it, up to renaming (erratum E33)."""
    assert informed.measures.get("proficiency").discrimination == ("strong", "strong")
    assert informed.measures.get("proficiency").settings == ("binary", "multi-class", "multi-label")


def test_accuracy_cannot_handle_label_sets():
    """Slide "Multi-Label Categorization": no accuracy, it cannot handle partial matches."""
    assert "multi-label" not in informed.measures.get("accuracy").settings


@pytest.mark.parametrize("measure", informed.measures.find(), ids=str)
def test_settings_are_those_of_the_traits(measure):
    assert measure.applies(2, 2)
    assert measure.applies(3, 3) == ("multi-class" in measure.settings)


def test_table_of_requirements_has_a_row_for_each_measure():
    lines = informed.lab.requirements_table().splitlines()
    assert lines[0] == "| measure | two classes | more classes | up to renaming | meaning | universal |"
    assert (
        "| proficiency | strong | strong | yes | share of the information in the classes that is captured | yes |"
        in lines
    )
    assert "| informedness | strong | weak |  | probability that a decision is informed | yes |" in lines
    assert [line.split("|")[1].strip() for line in lines[2:]] == [each.name for each in informed.measures.find()]
