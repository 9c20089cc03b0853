"""Predictors made to order: informed with some probability, perverse with another, guessing otherwise."""

from collections.abc import Callable
from typing import Any

import numpy as np

from informed.core.errors import InputError, arg, choice
from informed.core.table import ratio
from informed.core.validate import Numbers, shares_of


def mixture(
    prevalence: Any, guess: Any = None, *, informed: Any = 0.0, perverse: Any = 0.0, wrong: str = "uniform"
) -> Numbers:
    """Compute the table of a predictor that knows the class with a given probability and guesses otherwise.

    Informedness is ``informed`` for any guess, if ``perverse`` is 0. With two classes it is ``informed - perverse``.

    Parameters
    ----------
    prevalence
        The share of each class, or of the first of two. Leading axes are a batch.
    guess
        The share of each label among the guesses; by default the prevalence.
    informed
        The probability of knowing the class.
    perverse
        The probability of knowing the class and saying another label.
    wrong
        That other label: any with equal probability ("uniform"), in proportion to prevalence ("proportional"), or the
        most common ("favourite").

    Returns
    -------
    array
        Probabilities ``(..., K, K)``, actual x predicted.

    Examples
    --------
    >>> table = mixture(0.3, 0.5, informed=0.4)
    >>> round(float(informed.measures.informedness(table)), 12)  # whatever the guesses are
    0.4
    """
    actual = shares_of(prevalence, "prevalence")
    guessed = actual if guess is None else shares_of(guess, "guess")
    if actual.shape[-1] != guessed.shape[-1]:
        raise InputError(
            f"guess has {guessed.shape[-1]} labels, prevalence {actual.shape[-1]}; give one share per label"
        )
    knows, lies = (np.asarray(part, dtype=np.float64)[..., None, None] for part in (informed, perverse))
    for name, part in (("informed", knows), ("perverse", lies), ("informed + perverse", knows + lies)):
        if not ((0 <= part) & (part <= 1)).all():
            outside = part[~((0 <= part) & (part <= 1))]
            raise InputError(f"{name}={outside.flat[0]:g} must lie between 0 and 1; it is a probability")
    says_wrong = WRONG[choice("wrong", wrong, WRONG)](actual)
    says = knows * np.eye(actual.shape[-1]) + lies * says_wrong + (1 - knows - lies) * guessed[..., None, :]
    table: Numbers = actual[..., :, None] * says
    return table


def informed_table(informedness: float, prevalence: Any, bias: Any) -> Numbers:
    """The table of a predictor that knows a share of the answers and guesses the rest, with this bias overall.

    Whatever is guessed lies beside the diagonal and on it alike, so one formula serves for any number of classes, and
    for a predictor worse than chance as far as its margins allow.
    """
    actual = shares_of(prevalence, "prevalence")
    said = shares_of(bias, "bias", len(actual))
    table = informedness * np.diag(actual) + np.outer(actual, said - informedness * actual)
    if (table < -1e-12).any():
        raise InputError(
            f"{arg('informedness', float(informedness))} cannot be reached at prevalence {actual.tolist()} and bias "
            f"{said.tolist()}: a cell of the table would be negative; "
            "bring bias closer to prevalence, or lower the informedness"
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
