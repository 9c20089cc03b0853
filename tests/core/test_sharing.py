"""Results are remembered while a piece of work lasts, and no longer."""

import numpy as np
import pytest

from informed.core.sharing import Sharing, once, working


@pytest.fixture
def square():
    calls = []

    @once
    def squared(array):
        """The squares."""
        calls.append(array)
        return array * array

    squared.calls = calls
    return squared


def test_nothing_is_remembered_outside(square):
    array = np.arange(3)
    assert square(array) is not square(array)
    assert len(square.calls) == 2
    assert square.__doc__ == "The squares."


def test_inside_a_result_is_computed_once(square):
    array = np.arange(3)
    with Sharing():
        assert square(array) is square(array)
        assert square(array.copy()) is not square(array)  # another array, though an equal one
    assert len(square.calls) == 2
    square(array)
    assert len(square.calls) == 3


def test_an_id_that_is_used_again_is_not_mistaken(square):
    with Sharing():
        for value in range(200):
            assert square(np.array([value]))[0] == value**2


def test_the_outermost_decides_how_long_it_lasts(square):
    array = np.arange(3)
    with Sharing():
        with Sharing():
            first = square(array)
        assert square(array) is first
        assert working()
    assert not working()


def test_it_ends_with_an_error_too():
    with pytest.raises(KeyError), Sharing():
        raise KeyError
    assert not working()


def test_division_by_zero_is_quiet_inside_alone():
    zero = np.zeros(1)
    with Sharing():
        assert np.isnan(zero / zero)
    with pytest.warns(RuntimeWarning, match="invalid value"):
        _ = zero / zero
