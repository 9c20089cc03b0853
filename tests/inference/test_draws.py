"""Draws: the right distribution, margins that hold, and the same draws whatever the chunking."""

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal

from informed.core.errors import InputError
from informed.core.registry import get
from informed.inference.draws import bootstrap, generator, permutation, posterior, simulate

TABLE = np.array([[20, 5, 3], [4, 9, 2], [1, 3, 8]])
SAMPLERS = [
    (bootstrap, {}),
    (posterior, {}),
    (permutation, {}),
    (simulate, {"n": 50}),
]


@pytest.mark.parametrize(("sampler", "options"), SAMPLERS, ids=["bootstrap", "posterior", "permutation", "simulate"])
def test_chunks_give_the_same_draws(sampler, options, monkeypatch):
    monkeypatch.setattr("informed.inference.draws.sampler.BLOCK", 9 * 16)  # sixteen tables a block
    whole = sampler(TABLE, draws=100, rng=generator(1), **options)
    for batch in (1, 30, 1000):
        parts = list(sampler.batches(TABLE, draws=100, rng=generator(1), batch=batch, **options))
        assert all(len(part) <= max(batch, 1) + 15 for part in parts)
        assert_array_equal(np.concatenate(parts), whole)
    measure = get("kappa")
    assert_array_equal(sampler.values(measure, TABLE, draws=100, rng=generator(1), batch=20, **options), measure(whole))


@pytest.mark.parametrize(("sampler", "options"), SAMPLERS, ids=["bootstrap", "posterior", "permutation", "simulate"])
def test_batches_of_tables(sampler, options):
    drawn = sampler(np.stack([TABLE, 2 * TABLE]), draws=7, rng=generator(0), **options)
    assert drawn.shape == (7, 2, 3, 3)


def test_bootstrap_keeps_the_number_of_items():
    drawn = bootstrap(TABLE, draws=500, rng=generator(0))
    assert (drawn.sum((-2, -1)) == TABLE.sum()).all()
    assert_allclose(drawn.mean(0), TABLE, atol=5 * np.sqrt(TABLE.max() / 500))


def test_permutation_keeps_both_margins():
    drawn = permutation(TABLE, draws=2000, rng=generator(0))
    assert (drawn.sum(-1) == TABLE.sum(1)).all()
    assert (drawn.sum(-2) == TABLE.sum(0)).all()
    expected = np.outer(TABLE.sum(1), TABLE.sum(0)) / TABLE.sum()
    assert_allclose(drawn.mean(0), expected, atol=0.3)


def test_permutation_is_hypergeometric():
    from scipy.stats import hypergeom

    table = np.array([[3, 2], [1, 4]])
    drawn = permutation(table, draws=20000, rng=generator(0))[:, 0, 0]
    law = hypergeom(10, 5, 4)
    seen = np.bincount(drawn.astype(int), minlength=5) / len(drawn)
    assert_allclose(seen, law.pmf(np.arange(5)), atol=0.012)


def test_posterior_is_dirichlet_with_two_items_in_all():
    drawn = posterior(TABLE, draws=4000, rng=generator(0)) / TABLE.sum()
    alpha = TABLE + 2 / 9
    assert_allclose(drawn.mean(0), alpha / alpha.sum(), atol=0.005)
    with pytest.raises(InputError, match="mass=0"):
        posterior(TABLE, draws=100, rng=generator(0), mass=0)


def test_simulation_follows_its_truth():
    drawn = simulate([[0.5, 0.0], [0.25, 0.25]], draws=2000, rng=generator(0), n=40)
    assert (drawn[:, 0, 1] == 0).all()
    assert_allclose(drawn.mean(0), [[20, 0], [10, 10]], atol=0.4)


def test_weights_have_no_permutation():
    with pytest.raises(InputError, match="whole counts"):
        permutation(TABLE / 2, draws=100, rng=generator(0))


def test_seeds():
    assert generator(generator(3)) is not generator(3)
    with pytest.raises(InputError, match="seed=-1"):
        generator(-1)
