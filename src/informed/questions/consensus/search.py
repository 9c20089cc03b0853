"""The best fit of several starts, and of two models the one that explains the ratings with fewer parameters."""

from typing import NamedTuple

import numpy as np
from numpy.random import Generator

from informed.core.table import Array
from informed.questions.consensus.model import (
    TINY,
    Fit,
    Model,
    Patterns,
    climbed,
    dawid_skene,
    knows_or_guesses,
    tables_of,
)
from informed.questions.consensus.result import Better

STARTS, ROOM = 8, 4_000_000  # starts beside the votes; numbers in flight at a time
CLEARLY = 0.1  # by how much a log-likelihood has to be better
FITS: dict[str, Model] = {"dawid_skene": dawid_skene, "knows_or_guesses": knows_or_guesses}


class Found(NamedTuple):
    """The fit that was taken, with its model; ``shown``: the matrices without what the prior added."""

    name: str
    fit: Fit
    shown: Array
    bic: dict[str, float]
    parameters: int
    starts: int
    better: Better | None

    @property
    def model(self) -> Model:
        """How matrices follow from expected tables."""
        return FITS[self.name]


def found_best(data: Patterns, model: str, prior: float, rng: Generator) -> Found:
    """The fit to report: with three labels or more the model of the lower BIC, unless one is asked for."""
    names = ["dawid_skene"] if model == "auto" and data.classes == 2 else list(FITS) if model == "auto" else [model]
    fits = {name: _from_starts(data, FITS[name], prior, rng) for name in names}
    bic = {name: _bic(data, name, fit) for name, (fit, _, _) in fits.items()}
    name = min(bic, key=lambda each: bic[each])
    fit, better, starts = fits[name]
    return Found(name, fit, shown(data, fit, name), bic, parameters(data, name), starts, better)


def parameters(data: Patterns, name: str) -> int:
    """How many numbers a model has to find."""
    size = data.classes
    each = size * (size - 1) if name == "dawid_skene" else size
    return data.groups * (size - 1) + data.raters * each


def _bic(data: Patterns, name: str, fit: Fit) -> float:
    return float(parameters(data, name) * np.log(data.times.sum()) - 2 * fit.likelihood.sum())


def shown(data: Patterns, fit: Fit, name: str) -> Array:
    """The matrices of raters: those of the expected tables, without the prior; of knows-or-guesses the model's own."""
    if name != "dawid_skene":
        return fit.matrices
    tables = tables_of(data, fit.probability)
    whole = tables.sum(-1, keepdims=True)
    return np.where(whole > 1e-9, tables / np.maximum(whole, TINY), fit.matrices)


def _from_starts(data: Patterns, model: Model, prior: float, rng: Generator) -> tuple[Fit, Better | None, int]:
    """From the votes, which give the classes their names; and whether another start fits better."""
    votes = data.votes / data.votes.sum(-1, keepdims=True)
    best = aligned(data, climbed(data, votes, model, prior))
    count = min(STARTS, ROOM // max(int(data.said.nnz) * data.classes, 1))
    if not count:
        return best, None, 1
    copies = data.copies(count)
    noise = rng.dirichlet(np.ones(data.classes), len(copies.times))
    fits = climbed(copies, (np.tile(votes, (count, 1)) + noise) / 2, model, prior, steps=300, close=1e-5)
    reached = fits.likelihood.reshape(count, -1).sum(-1)
    if reached.max() <= best.likelihood.sum() + CLEARLY:
        return best, None, count + 1
    start = fits.probability.reshape(count, -1, data.classes)[reached.argmax()]
    other = aligned(data, climbed(data, start, model, prior))
    moved = data.times @ (other.probability.argmax(-1) != best.probability.argmax(-1))
    return best, Better(float(other.likelihood.sum()), int(moved), _crosses(data, other)), count + 1


def _crosses(data: Patterns, fit: Fit) -> bool:
    """Whether the raters together mostly call the items of some class by the label of another."""
    pooled = tables_of(data, fit.probability).sum(0)
    return bool((pooled.argmax(-1) != np.arange(data.classes)).any())


def aligned(data: Patterns, fit: Fit) -> Fit:
    """Classes in the order of the labels that they are mostly called by: the likelihood does not know their names."""
    from scipy.optimize import linear_sum_assignment

    rows, columns = linear_sum_assignment(tables_of(data, fit.probability).sum(0), maximize=True)
    order = rows[np.argsort(columns)]
    return fit._replace(
        prevalence=fit.prevalence[:, order], matrices=fit.matrices[:, order], probability=fit.probability[:, order]
    )
