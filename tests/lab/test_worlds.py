"""What is true in a world is what it says, whatever the margins are."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose

from informed.core import measures as m
from informed.core.errors import InputError
from informed.core.table import actuals, expected, prevalences, total
from informed.lab import World

LEVELS = np.linspace(0, 1, 11)
kinds = st.sampled_from(["informed", "dual", "perverse", "confused"])


def rng(seed=0):
    return np.random.default_rng(seed)


@given(classes=st.integers(2, 8), seed=st.integers(0, 10**6))
def test_informedness_of_the_informed_is_their_level(classes, seed):
    drawn = World(classes).draw(LEVELS, rng(seed))
    assert_allclose(drawn.truth, LEVELS)
    assert_allclose(m.informedness(drawn.population), LEVELS, atol=1e-9)


@given(classes=st.integers(2, 8), seed=st.integers(0, 10**6))
def test_in_the_dual_world_it_is_their_markedness(classes, seed):
    drawn = World(classes, kind="dual").draw(LEVELS, rng(seed))
    assert_allclose(m.markedness(drawn.population), drawn.truth, atol=1e-9)


@given(classes=st.integers(2, 8), seed=st.integers(0, 10**6))
def test_the_perverse_lose_as_much_as_the_others_leave_room_for(classes, seed):
    """Any other label alike: B(l) = 0 - the share of each wrong label, 1 / (K - 1), for every label."""
    drawn = World(classes, kind="perverse").draw(LEVELS, rng(seed))
    assert_allclose(drawn.truth, -LEVELS / (classes - 1), atol=1e-9)


@given(classes=st.integers(2, 6), kind=kinds, items=st.integers(1, 200), seed=st.integers(0, 10**6))
def test_every_table_holds_its_items(classes, kind, items, seed):
    drawn = World(classes, items, kind=kind, noise=0.1).draw(LEVELS, rng(seed))
    assert drawn.tables.shape == (11, classes, classes)
    assert (total(drawn.tables) == items).all()
    assert_allclose(total(drawn.population), 1)


@pytest.mark.parametrize("classes", [2, 3, 7])
def test_labels_recorded_at_random_tell_nothing(classes):
    """Noise that makes every label equally likely leaves no association; the truth stays what it was."""
    drawn = World(classes, noise=(classes - 1) / classes).draw(LEVELS, rng())
    assert_allclose(drawn.population, expected(drawn.population), atol=1e-12)
    assert_allclose(drawn.truth, LEVELS)


@pytest.mark.parametrize(
    ("given", "shares"),
    [("even", [1 / 3] * 3), (0.1, [0.1, 0.45, 0.45]), ([0.5, 0.3, 0.2], [0.5, 0.3, 0.2])],
)
def test_margins_are_those_given(given, shares):
    drawn = World(3, prevalence=given, guess="prevalence").draw(LEVELS, rng())
    assert_allclose(prevalences(drawn.population), np.tile(shares, (11, 1)))


def test_random_margins_are_dirichlet():
    """Mean 1/K, variance (1/K)(1 - 1/K) / (K a + 1); six standard errors of 20,000 draws."""
    for concentration in (0.5, 1.0, 4.0):
        shares = actuals(World(4, concentration=concentration).draw(np.zeros(20_000), rng()).population)
        variance = 0.25 * 0.75 / (4 * concentration + 1)
        assert_allclose(shares.mean(0), 0.25, atol=6 * np.sqrt(variance / 20_000))
        assert_allclose(shares.var(0), variance, rtol=0.08)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"classes": 1}, "classes=1"),
        ({"items": 0}, "items=0"),
        ({"kind": "informd"}, "informed"),
        ({"prevalence": [0.5, 0.6]}, "prevalence"),
        ({"prevalence": "prevalence"}, "random, even"),
        ({"guess": "evn"}, "even"),
        ({"noise": 2}, "noise=2"),
        ({"concentration": 0}, "concentration=0"),
    ],
)
def test_worlds_that_cannot_be(options, message):
    with pytest.raises(InputError, match=message):
        World(**options)
