"""A table against an imperfect reference, as it would be against the truth.

The reference's matrix R says how it labels each true class. If its errors do not depend on the predictor's, given the
truth, the observed table is R' times the true one. If they may depend on each other in any way, the true table is only
known within bounds (Vacek 1985): for each label of the reference, how the true classes and the predictions lie together
is free, within their sums.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol, runtime_checkable

import numpy as np

from informed.core.counts import Counts
from informed.core.errors import InputError, arg
from informed.core.labels import Label
from informed.core.table import Array, actuals, predictions
from informed.inference.estimates import estimate
from informed.readers.files.saved import read_quality

PRIORS = (1.0, 3.0)  # items that the prior of a row of the reference may count for
INDEPENDENT = "if the reference's errors do not depend on the predictor's, given the truth"


@runtime_checkable
class KnownReference(Protocol):
    """Whatever knows how a reference errs: its labels, and ``matrix`` truth x reference, whose rows add up to 1."""

    @property
    def labels(self) -> Sequence[Label]:
        """The labels, in the order of the matrix."""

    @property
    def matrix(self) -> Any:
        """How the reference labels each true class."""


@dataclass(frozen=True)
class Reference:
    """A reference's matrix over some labels, and the counts behind it where it was measured."""

    labels: tuple[Label, ...]
    matrix: Array
    counts: Array | None = None

    @classmethod
    def given(cls, quality: Any, labels: Sequence[Label]) -> "Reference":
        """Over the labels of a table: counts truth x reference, a pair (recall, fallout), or whatever knows it."""
        names = tuple(labels)
        quality = read_quality(quality) if isinstance(quality, (str, Path)) else quality
        if isinstance(quality, Reference):
            return quality
        if isinstance(quality, Counts):
            if not quality.square or quality.by or quality.weighted:
                raise InputError(
                    f"{arg('reference_quality')} takes one unweighted table, truth x reference, with the same labels"
                )
            counts = np.asarray(_over(quality.labels, quality.table, names), float)
            empty = actuals(counts) == 0
            if empty.any():
                label = names[int(empty.argmax())]
                raise InputError(
                    f"{arg('reference_quality')} holds no item that is truly {label!r}; check some of those too"
                )
            low = estimate(quality, "informedness").low
            if low is None or low <= 0:
                raise InputError(
                    f"{arg('reference_quality')}: no evidence that this reference knows the truth; check more items"
                )
            return cls(names, counts / actuals(counts)[:, None], counts)
        quality = getattr(quality, "reference", quality)  # a consensus of raters has one
        if isinstance(quality, KnownReference):
            return cls(names, _over(tuple(quality.labels), np.asarray(quality.matrix, float), names)).checked()
        pair = np.asarray(quality, float)
        if pair.shape == (2,) and len(names) == 2:
            return cls(names, np.array([[pair[0], 1 - pair[0]], [pair[1], 1 - pair[1]]])).checked()
        if pair.shape == (len(names), len(names)):
            return cls(names, pair).checked()
        raise InputError(
            "must be counts truth x reference, or for two labels the pair (recall, fallout) of the reference for the "
            "first label",
            argument="reference_quality",
            value=quality,
        )

    def checked(self) -> "Reference":
        """The same; shares that are none are refused, and a reference that cannot be inverted."""
        if not ((self.matrix >= 0).all() and np.allclose(self.matrix.sum(-1), 1, rtol=0, atol=1e-6)):
            raise InputError(f"{arg('reference_quality')} holds shares outside 0 to 1, or rows that do not add up to 1")
        if abs(np.linalg.det(self.matrix)) < 1e-9:
            raise InputError(
                f"{arg('reference_quality')}: this reference knows nothing of some class, so nothing can be corrected"
            )
        return self

    @property
    def informedness(self) -> float:
        """How much the reference knows, all classes alike: 0 is nothing, 1 everything."""
        size = len(self.labels)
        return float((np.trace(self.matrix) - 1) / (size - 1))

    def draws(self, count: int, rng: "np.random.Generator") -> Array:
        """Matrices that the counts allow under each prior ``(priors, count, K, K)``; where it is known the same ones.

        Where few items were checked the prior matters, so that limits reach as far as any of them leads.
        """
        if self.counts is None:
            return np.broadcast_to(self.matrix, (1, count, *self.matrix.shape))
        added = np.array(PRIORS)[:, None, None, None] / len(self.labels)
        drawn = rng.standard_gamma(self.counts + added, size=(len(PRIORS), count, *self.counts.shape))
        return np.asarray(drawn / actuals(drawn)[..., None])


def _over(own: Sequence[Label], table: Any, labels: tuple[Label, ...]) -> Array:
    """The table over these labels, in their order."""
    missing = [label for label in labels if label not in own]
    if missing or len(own) != len(labels):
        raise InputError(
            f"{arg('reference_quality')} has the labels {list(own)}, "
            f"the table {list(labels)}; give it for the same labels"
        )
    places = [list(own).index(label) for label in labels]
    return np.asarray(table)[np.ix_(places, places)]


def against_truth(table: Array, matrix: Array) -> Array:
    """The table against the truth, as shares ``(..., A, P)``; cells below 0 are moved to 0."""
    shares = table / table.sum((-1, -2), keepdims=True)
    found = np.maximum(np.linalg.solve(np.swapaxes(matrix, -1, -2), shares), 0.0)
    return np.asarray(found / found.sum((-1, -2), keepdims=True))


def left_the_table(table: Array, matrix: Array) -> bool:
    """Whether the correction led to a share below 0."""
    return bool((np.linalg.solve(np.swapaxes(matrix, -1, -2), table / table.sum()) < -1e-9).any())


def hits_within(table: Array, matrix: Array) -> tuple[Array, Array, Array]:
    """The least and the largest share of hits of each class under any dependence, and the true shares of classes.

    Given a label of the reference, a class that is true so often and predicted so often is hit at least as often as
    both overlap, and at most as often as the rarer of the two (Frechet).
    """
    shares = table / table.sum()
    said = actuals(shares)
    true = np.maximum(np.linalg.solve(matrix.T, said), 0.0)
    true = true / true.sum()
    together = true[:, None] * matrix  # (truth, reference); its columns are the labels that the reference gave
    given = predictions(together)
    together = together * np.where(given > 0, said / np.where(given > 0, given, 1.0), 0.0)
    low = np.maximum(together.T + shares - said[:, None], 0.0).sum(0)
    return low, np.minimum(together.T, shares).sum(0), true
