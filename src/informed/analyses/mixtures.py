"""Predictors made to order: informed with some probability, perverse with another, guessing otherwise."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from informed.cells import Numbers
from informed.errors import InputError, choice
from informed.table import ratio


def mixture(
    prevalence: Any,
    guess: Any = None,
    *,
    informed: Any = 0.0,
    perverse: Any = 0.0,
    wrong: str = "uniform",
) -> Numbers:
    """The table (probabilities, actual x predicted) of a predictor that is informed with a given probability.

    ``prevalence``: the share of each class, or of the first of two; ``guess``: how often each label is guessed
    otherwise (like the prevalence by default). With probability ``perverse`` it knows the class and says another:
    any alike ("uniform"), each as often as its class occurs ("proportional"), or the most common ("favourite").
    Whatever the guess, informedness is ``informed`` when nothing is perverse; with two classes it is
    ``informed - perverse``. Leading axes of the shares, and the probabilities where they are arrays, are a batch.
    """
    actual = _shares(prevalence, "prevalence")
    guessed = actual if guess is None else _shares(guess, "guess")
    if actual.shape[-1] != guessed.shape[-1]:
        raise InputError(f"guess has {guessed.shape[-1]} labels, prevalence {actual.shape[-1]}; give one share a label")
    knows, lies = (np.asarray(part, dtype=np.float64)[..., None, None] for part in (informed, perverse))
    for name, part in (("informed", knows), ("perverse", lies), ("informed + perverse", knows + lies)):
        if not ((0 <= part) & (part <= 1)).all():
            raise InputError(f"{name} = {np.squeeze(part)} is a probability and must lie between 0 and 1")
    says_wrong = WRONG[choice("wrong", wrong, WRONG)](actual)
    says = knows * np.eye(actual.shape[-1]) + lies * says_wrong + (1 - knows - lies) * guessed[..., None, :]
    table: Numbers = actual[..., :, None] * says
    return table


def _shares(values: Any, argument: str) -> Numbers:
    """Shares that add up to one; a single number is the first of two."""
    shares = np.asarray(values, dtype=np.float64)
    if shares.ndim == 0:
        shares = np.stack([shares, 1 - shares], axis=-1)
    if shares.shape[-1] < 2 or not (shares >= 0).all() or not np.allclose(shares.sum(-1), 1, rtol=0, atol=1e-6):
        raise InputError(f"{argument}={values!r} must be shares >= 0 of two or more labels that add up to 1")
    normal: Numbers = shares / shares.sum(-1, keepdims=True)
    return normal


def _others(weights: Numbers) -> Numbers:
    """For each class the label said instead, by the weights of the other labels; all alike where these are all 0."""
    apart = 1 - np.eye(weights.shape[-1])
    others = weights[..., None, :] * apart
    others = np.where(others.sum(-1, keepdims=True) > 0, others, apart)
    said: Numbers = ratio(others, others.sum(-1, keepdims=True))
    return said


def _favourite(prevalence: Numbers) -> Numbers:
    classes = prevalence.shape[-1]
    most = np.where(np.eye(classes, dtype=bool), -1.0, prevalence[..., None, :]).argmax(-1)
    said: Numbers = np.eye(classes)[most]
    return said


WRONG: dict[str, Callable[[Numbers], Numbers]] = {
    "uniform": lambda prevalence: _others(np.ones_like(prevalence)),
    "proportional": _others,
    "favourite": _favourite,
}
