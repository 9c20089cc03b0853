"""How many digits are right: every closed form against 80-digit arithmetic, on counts up to 1e15.

LRE is the number of right digits, as NIST scores statistical software; closed forms are held to 12.
"""

from math import isnan, log10

import numpy as np
import oracle
import pytest

import informed

CLOSED = {**oracle.OVERALL, **oracle.BINARY}
ITERATED = {"tetrachoric"}  # solved for, not a closed form
DESIGN = np.array([[10**15, 1000], [400, 1000]])  # loses 1.6e-5 when written with 1 - share


def skewed_tables(classes, count=25):
    """Whole counts from 1 to 1e15, spread over all magnitudes."""
    rng = np.random.default_rng(classes)
    most = min(10**15, 2**53 // classes**2)
    tables = np.exp(rng.uniform(0, np.log(most), (count, classes, classes))).astype(np.int64)
    tables[::5, range(classes), range(classes)] += most // 2  # nearly perfect
    return tables


def right_digits(value, exact):
    """LRE; a value closer to 0 than .001 counts the digits of .001, since chance itself is 0."""
    if isnan(exact):
        return 15 if isnan(value) else 0
    error = abs(value - exact) / max(abs(exact), oracle.mpf("0.001"))
    return 16 if error == 0 else float(-log10(error))


@pytest.mark.parametrize("name", CLOSED)
def test_twelve_digits_are_right(name):
    measure = informed.measures.get(name)
    for classes in (2, 3, 6):
        if measure.applies(classes, classes):
            for table in [*skewed_tables(classes), *([DESIGN, DESIGN.T] if classes == 2 else [])]:
                exact = CLOSED[name](oracle.joint_of(table))
                assert right_digits(measure(table), exact) >= 12, (table, exact)


def test_every_closed_form_is_held_to_it():
    ready = {each.name for each in informed.measures.find() if each.ready and not each.extensive}
    assert ready == set(CLOSED) | ITERATED
