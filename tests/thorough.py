"""Settings on which a law is tried: a few in every run, the others in ``./dev test combinations``."""

import pytest


def few(settings, kept):
    """The settings of `pytest.mark.parametrize`; those after the first ``kept`` wait for the set of combinations."""
    every = list(settings)
    return every[:kept] + [pytest.param(*_values(each), marks=pytest.mark.combinations) for each in every[kept:]]


def _values(setting):
    return setting if isinstance(setting, tuple) else (setting,)
