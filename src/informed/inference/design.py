"""How the items came to be in the table: one by one, weighed, or in clusters. It decides how the table scatters."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from informed.table import Array, total


class Design(Protocol):
    """What a variance needs to know about the sample."""

    @property
    def name(self) -> str:
        """What variances under it are called."""

    @property
    def table(self) -> Array:
        """The table ``(..., A, P)``, weights scaled so that one counts as one item."""

    @property
    def support(self) -> Array:
        """The items that were really there, cell by cell."""

    @property
    def freedom(self) -> Array | None:
        """The degrees of freedom of the variance; None where the normal distribution serves."""

    def scatter(self, influence: Array) -> Array:
        """The variance of the sum of the influences of all items."""

    def notes(self) -> list[tuple[Any, str]]:
        """What a reader must know, each with where (in the batch) it holds."""


@dataclass(frozen=True)
class Items:
    """Items drawn one by one."""

    table: Array
    name: str = "items"
    freedom: None = None

    @property
    def support(self) -> Array:
        """Each count is a count of items."""
        return self.table

    def scatter(self, influence: Array) -> Array:
        """Every item varies alone."""
        return total(self.table * influence**2)

    def notes(self) -> list[tuple[Any, str]]:
        """Nothing to say."""
        return []


@dataclass(frozen=True)
class Weighed:
    """Items drawn with unequal chances and weighed for it: the linearised (sandwich) variance of survey sampling."""

    weights: Array
    squares: Array
    items: Array | None = None
    name: str = "sandwich"

    @property
    def _factor(self) -> Array:
        return _over(total(self.weights), total(self.squares))[..., None, None]

    @property
    def table(self) -> Array:
        """The weights scaled to their effective number of items, (sum w)^2 / sum w^2 (Kish 1965)."""
        return self.weights * self._factor

    @property
    def support(self) -> Array:
        """The items, or their effective number where they were not counted."""
        return self.table if self.items is None else self.items

    @property
    def effective(self) -> Array:
        """How many unweighted items would say as much."""
        return total(self.table)

    @property
    def freedom(self) -> Array:
        """One less than the effective number of items."""
        return np.maximum(self.effective - 1, 1.0)

    def scatter(self, influence: Array) -> Array:
        """The squared influences, each weighed twice."""
        n = total(self.support)
        return _over(n, n - 1) * total(self.squares * (self._factor * influence) ** 2)

    def notes(self) -> list[tuple[Any, str]]:
        """Few effective items make the variance itself uncertain."""
        return [(self.effective < 100, "fewer than 100 effective items (unequal weights): the interval may be short")]


def _over(numerator: Array, denominator: Array) -> Array:
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.asarray(numerator / denominator)
