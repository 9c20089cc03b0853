"""Predictors made to order: informed with some probability, perverse with another, guessing otherwise."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from informed.cells import Numbers, shares_of
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
    actual = shares_of(prevalence, "prevalence")
    guessed = actual if guess is None else shares_of(guess, "guess")
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


def informed_table(informedness: float, prevalence: Any, bias: Any) -> Numbers:
    """The table of a predictor that is so often informed and guesses otherwise, so that all it says has this bias.

    Whatever is guessed lies beside the diagonal and on it alike, so one formula serves for any number of classes, and
    for a predictor worse than chance as far as its margins allow.
    """
    actual = shares_of(prevalence, "prevalence")
    said = shares_of(bias, "bias", len(actual))
    table = informedness * np.diag(actual) + np.outer(actual, said - informedness * actual)
    if (table < -1e-12).any():
        raise InputError(
            f"informedness={informedness:g} cannot be reached at prevalence {actual.tolist()} and bias "
            f"{said.tolist()}: a cell of the table would be negative; bring bias closer to prevalence, or expect less"
        )
    return np.maximum(table, 0.0)


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
