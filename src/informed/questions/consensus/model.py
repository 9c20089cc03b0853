"""What raters without a truth reveal: how each of them errs, how common the labels are, and what each item is.

Dawid & Skene 1979: given the true label of an item its ratings are independent, and a rater says label l of a true k
with probability M[k, l]. The likelihood is climbed by EM over the distinct patterns of ratings. Several data sets
(starts, resampled items, simulated ratings) are one: copies with raters and prevalences of their own.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from informed.core.table import Array

TINY = 1e-300  # what a probability of 0 is in a logarithm
STEPS, CLOSE = 3000, 1e-8


class Patterns(NamedTuple):
    """Distinct patterns of ratings.

    ``said``: how often each rater (rows of ``classes`` columns) gave each label, ``(patterns, raters * classes)``,
    sparse; ``times``: how many items have each pattern; ``group``: the population of each.
    """

    said: Any
    times: Array
    group: Array
    raters: int
    classes: int
    groups: int
    copied: int = 1

    def copies(self, count: int, times: Array | None = None) -> "Patterns":
        """The same ratings again and again, with raters and populations of their own."""
        from scipy.sparse import eye_array, kron

        group = (np.arange(count)[:, None] * self.groups + self.group).ravel()
        often = np.tile(self.times, count) if times is None else times.ravel()
        said = kron(eye_array(count), self.said, format="csr")
        return Patterns(said, often, group, count * self.raters, self.classes, count * self.groups, count)

    @property
    def votes(self) -> Array:
        """How many ratings give each label, ``(patterns, classes)``."""
        return np.asarray(self.said @ np.tile(np.eye(self.classes), (self.raters, 1)))


class Fit(NamedTuple):
    """Prevalence ``(groups, K)``, matrices truth x said ``(raters, K, K)``, the probability of each label for each
    pattern ``(patterns, K)``, and the log-likelihood of each group."""

    prevalence: Array
    matrices: Array
    probability: Array
    likelihood: Array


Model = Callable[[Array, Array, Array], Array]
"""From expected tables truth x said, the matrices so far and what the prior adds to the tables, better matrices."""


def dawid_skene(tables: Array, before: Array, added: Array) -> Array:
    """Any matrix for every rater."""
    counted = tables + added
    whole = counted.sum(-1, keepdims=True)
    return np.where(whole > 0, counted / np.where(whole > 0, whole, 1.0), before)


def knows_or_guesses(tables: Array, before: Array, added: Array) -> Array:
    """A rater knows the label, or else answers by habit, whatever the item is (Hovy et al. 2013)."""
    tables, size = tables + added, tables.shape[-1]
    guess = guessed(before)
    knows = 1 - guess.sum(-1, keepdims=True)
    hits, said = np.diagonal(tables, 0, -2, -1), tables.sum(-2)
    known = hits * knows / np.maximum(knows + guess, TINY)
    share = known.sum(-1) / np.maximum(said.sum(-1), TINY)
    habits = np.maximum(said - known, 0.0)  # rounding may lead below
    whole = habits.sum(-1, keepdims=True)
    habits = np.where(whole > 0, habits / np.maximum(whole, TINY), 1 / size)
    return informed_matrices(share, habits)


def informed_matrices(share: Array, habits: Array) -> Array:
    """Raters who know with these probabilities, and else answer by these habits."""
    size = habits.shape[-1]
    return np.asarray(share[:, None, None] * np.eye(size) + (1 - share)[:, None, None] * habits[:, None, :])


def guessed(matrices: Array) -> Array:
    """How often a rater who knows or guesses gives each label by habit: what it says of items of the next class."""
    size = matrices.shape[-1]
    return np.asarray(matrices[..., (np.arange(size) + 1) % size, np.arange(size)])


def expectation(data: Patterns, prevalence: Array, matrices: Array) -> tuple[Array, Array]:
    """The probability of each label for each pattern, and the log-likelihood of each pattern."""
    said = np.log(np.maximum(matrices, TINY)).swapaxes(-1, -2).reshape(-1, data.classes)
    joint = data.said @ said + np.log(np.maximum(prevalence, TINY))[data.group]
    top = joint.max(-1, keepdims=True)
    each = np.exp(joint - top)
    whole = each.sum(-1, keepdims=True)
    return each / whole, (top + np.log(whole))[:, 0]


def tables_of(data: Patterns, probability: Array) -> Array:
    """The expected table truth x said of each rater."""
    cells = data.said.T @ (probability * data.times[:, None])
    return np.asarray(cells).reshape(data.raters, data.classes, data.classes).swapaxes(-1, -2)


def prior_tables(data: Patterns, tables: Array, prior: float) -> Array:
    """What the prior adds: for every class so many ratings, given as all raters together give them.

    A rater of whom little is known is taken to err like the others, not to guess.
    """
    if not prior:
        return np.zeros(())
    pooled = tables.reshape(data.copied, -1, data.classes, data.classes).sum(1) + 1 / data.classes
    return np.repeat(prior * pooled / pooled.sum(-1, keepdims=True), data.raters // data.copied, axis=0)


def maximised(data: Patterns, probability: Array, before: Array, model: Model, prior: float) -> tuple[Array, Array]:
    """Prevalence and matrices, given the probability of each label."""
    weight = probability * data.times[:, None]
    shares = np.stack([np.bincount(data.group, each, data.groups) for each in weight.T], -1) + prior / data.classes
    prevalence = shares / np.maximum(shares.sum(-1, keepdims=True), TINY)
    tables = tables_of(data, probability)
    return prevalence, model(tables, before, prior_tables(data, tables, prior))


def climbed(
    data: Patterns,
    probability: Array,
    model: Model = dawid_skene,
    prior: float = 0.0,
    *,
    steps: int = STEPS,
    close: float = CLOSE,
) -> Fit:
    """The nearest top of the likelihood, from a probability of each label for each pattern (EM)."""
    even = np.full((data.raters, data.classes), 1 / data.classes)
    prevalence, matrices = maximised(
        data, probability, informed_matrices(np.full(data.raters, 0.5), even), model, prior
    )
    for _ in range(steps):
        probability, _ = expectation(data, prevalence, matrices)
        shares, better = maximised(data, probability, matrices, model, prior)
        moved = max(float(abs(shares - prevalence).max()), float(abs(better - matrices).max()))
        prevalence, matrices = shares, better
        if moved < close:
            break
    probability, likelihood = expectation(data, prevalence, matrices)
    return Fit(prevalence, matrices, probability, np.bincount(data.group, likelihood * data.times, data.groups))
