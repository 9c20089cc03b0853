import numpy as np
import pytest
from numpy.testing import assert_allclose

from informed import InputError
from informed.lab import training_targets


def test_training_targets_of_seven_to_three():
    # Powers 2003: 1/7 and 1/3 where the label occurs, -1/3 and -1/7 where it does not.
    found = training_targets([7, 3])
    assert_allclose(found.targets, [[1 / 7, -1 / 7], [-1 / 3, 1 / 3]], rtol=1e-12)


@pytest.mark.parametrize("prevalence", [[7, 3], [5, 3, 2], [1, 1, 1, 1]])
def test_every_output_is_balanced_over_the_training_cases(prevalence):
    found = training_targets(prevalence)
    assert_allclose(np.array(prevalence) @ np.array(found.targets), 0, atol=1e-12)


def test_the_warning_comes_with_the_targets():
    found = training_targets([7, 3])
    assert "natural prevalence" in str(found)
    assert "natural prevalence" in found.to_json()


@pytest.mark.parametrize("prevalence", [[7], [7, 0], [[1, 2]], [1, np.nan]])
def test_prevalences_that_cannot_be_balanced(prevalence):
    with pytest.raises(InputError, match="positive number"):
        training_targets(prevalence)
