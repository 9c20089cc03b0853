"""Tables drawn at random: one more batch axis in front. ``kappa(bootstrap(table, draws=2000, rng=rng))``."""

from informed.inference.draws.resampling import bootstrap, permutation, posterior, simulate
from informed.inference.draws.sampler import Sampler, generator

__all__ = ["Sampler", "bootstrap", "generator", "permutation", "posterior", "simulate"]
