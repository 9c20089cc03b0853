"""How the items came to be in the table: one by one, weighted, or in clusters. It decides how the table scatters."""

from dataclasses import dataclass
from typing import Any, Literal, Protocol

import numpy as np

from informed.core.table import Array, actuals, predictions, total

Side = Literal["actual", "predicted", "agreement"] | None
"""What tells cells apart: their actual or predicted class, or whether both agree; None: nothing does."""
SIDES: tuple[Side, Side] = ("actual", "predicted")
AGREEMENT: Side = "agreement"
FEW = 30  # effective items below which an interval is flagged


class Design(Protocol):
    """What a variance needs to know about the sample."""

    @property
    def name(self) -> str:
        """What variances under it are called."""

    @property
    def table(self) -> Array:
        """The table ``(..., A, P)``, weights scaled so that one counts as one item."""

    @property
    def simplest(self) -> "Design":
        """The same without what says nothing: weights that are all alike, clusters of a single item."""

    @property
    def support(self) -> Array:
        """The items that were really there, cell by cell."""

    @property
    def freedom(self) -> Array | None:
        """The degrees of freedom of the variance; None where the normal distribution serves."""

    def scatter(self, influence: Array) -> Array:
        """The variance of the sum of the influences of all items."""

    def weight(self, side: Side) -> Any:
        """The weight of an item of each class, as a factor for the cells."""

    def unseen(self, side: Side) -> Any:
        """The weight of one more item in each cell; ``side`` is asked first."""

    @property
    def clump(self) -> float:
        """How many items that fare alike a pseudo-item stands for."""

    def spread(self, influence: Array, side: Side) -> tuple[Array, Array | None]:
        """The scatter with all due caution, and its degrees of freedom for this very influence."""

    def notes(self) -> list[tuple[Any, str]]:
        """What a reader must know, each with where (in the batch) it holds."""


@dataclass(frozen=True)
class Independent:
    """Items drawn one by one."""

    table: Array
    name: str = "items"
    freedom: None = None
    clump: float = 1.0
    unit: bool = True  # False where the table was given in weights, of which one is not one item

    @property
    def simplest(self) -> "Independent":
        """Nothing is simpler."""
        return self

    @property
    def support(self) -> Array:
        """Each count is a count of items."""
        return self.table

    def scatter(self, influence: Array) -> Array:
        """Every item varies alone."""
        return total(self.table * influence**2)

    def weight(self, side: Side) -> float:
        """Every item has weight one."""
        return 1.0

    def unseen(self, side: Side) -> float:
        """The next one too."""
        return 1.0

    def spread(self, influence: Array, side: Side) -> tuple[Array, None]:
        """No more than the scatter, which the table alone tells."""
        return self.scatter(influence), None

    def notes(self) -> list[tuple[Any, str]]:
        """Nothing to say."""
        return []


@dataclass(frozen=True)
class Weighted:
    """Items drawn with unequal chances and weighted for it: the linearised (sandwich) variance of survey sampling."""

    weights: Array
    squares: Array
    support: Array
    name: str = "sandwich"
    clump: float = 1.0

    @property
    def simplest(self) -> "Independent | Weighted":
        """Plain items where all weights are equal: the squared sum of weights is n times the sum of squares."""
        unit = np.allclose(self.weights, self.support)
        return Independent(self.support, unit=unit) if np.all(self.alike) else self

    @property
    def alike(self) -> Array:
        """Where all weights are equal."""
        return np.isclose(total(self.weights) ** 2, total(self.support) * total(self.squares), rtol=1e-12, atol=0)

    @property
    def _factor(self) -> Array:
        return over(total(self.weights), total(self.squares))[..., None, None]

    @property
    def table(self) -> Array:
        """The weights scaled to their effective number of items, (sum w)^2 / sum w^2 (Kish 1965)."""
        return self.weights * self._factor

    @property
    def effective(self) -> Array:
        """How many unweighted items would say as much."""
        return total(self.table)

    @property
    def freedom(self) -> Array:
        """As many as there are effective items, the more the less the weights differ."""
        return degrees(total(self.support), self.effective)

    def scatter(self, influence: Array) -> Array:
        """The squared influences, each weighted twice."""
        return total(self.squares * (self._factor * influence) ** 2)

    def weight(self, side: Side) -> Array:
        """The mean weight of the items of each class, as its own weights have it; of an empty class that of all."""
        weights, squares = along(side, self.weights), along(side, self.squares)
        return np.where(weights > 0, over(self._factor * squares, weights), 1.0)

    def unseen(self, side: Side) -> Array:
        """What the items of the same class weigh, by the side that tells weights best; the rest is feared."""
        square = self.weights.shape[-1] == self.weights.shape[-2]
        sides = sorted((*SIDES, AGREEMENT) if square else SIDES, key=lambda each: each != side)
        told = np.stack(np.broadcast_arrays(*map(self.weight, sides)))
        left = np.stack([over(self._within(each), self._within(None)) for each in sides])
        left = np.where(left > 1e-9, np.minimum(left, 1.0), 0.0)  # no more than rounding, or all weights alike
        best = np.take_along_axis(told, left.argmin(0)[None, ..., None, None], axis=0)[0]
        own = np.where(self.weights > 0, over(self._factor * self.squares, self.weights), 0.0)
        return best + left.min(0)[..., None, None] * (np.maximum(told.max(0), own) - best)

    def _within(self, side: Side) -> Array:
        """How far weights differ that lie on the same side: their squares about its mean."""
        weights, items = along(side, self.weights), along(side, self.support)
        mean = np.where(items > 0, over(weights, items), 0.0)
        return total(self.squares - 2 * self.weights * mean + self.support * mean**2)

    def spread(self, influence: Array, side: Side) -> tuple[Array, Array]:
        """The scatter; each class lends it the freedom of its own weights (Satterthwaite 1946)."""
        own = along(side, self.squares * (self._factor * influence) ** 2)
        weights, squares, items = (along(side, each) for each in (self.weights, self.squares, self.support))
        whole = self.scatter(influence)
        lost = np.where(own > 0, over(own**2, degrees(items, over(weights**2, squares))), 0.0)
        shared = {None: lost[..., 0, 0], "actual": lost[..., 0].sum(-1), "predicted": lost[..., 0, :].sum(-1)}[side]
        return whole, np.where(whole > 0, over(whole**2, shared), self.freedom)

    def notes(self) -> list[tuple[Any, str]]:
        """Few effective items make the variance itself uncertain."""
        return [
            (self.effective < FEW, f"fewer than {FEW} effective items (unequal weights): the interval may be short")
        ]


def weighted(weights: Array, squares: Array, items: Array | None = None, n: Any = None) -> Weighted:
    """The design of items with these sums of weights and of their squares in each cell.

    Where the items were not counted there are as few as can have these weights, cell by cell, or in all ``n``.
    """
    if items is None:
        items = np.where(squares > 0, over(weights**2, squares), 0.0)
        items = items if n is None else items * over(np.asarray(n, dtype=np.float64), total(items))[..., None, None]
    weights, squares, items = (np.asarray(each, dtype=np.float64) for each in (weights, squares, items))
    return Weighted(weights, squares, items)


@dataclass(frozen=True, eq=False)
class Divided:
    """A batch of tables that differ in design or in the number of labels: each part with its places in the batch."""

    table: Array
    parts: tuple[tuple[Array, Design], ...]

    @property
    def shape(self) -> tuple[int, ...]:
        """That of the batch."""
        return tuple(self.table.shape[:-2])


def divided(table: Array, squares: Array | None = None, items: Array | None = None, *, alike: bool = False) -> Divided:
    """The designs of tables ``(G, ..., A, P)``, each as it would be alone.

    ``alike``: only the labels that occur, on either axis, are kept in each table.
    """
    cells = [np.asarray(each, dtype=np.float64) for each in (table, squares, items) if each is not None]
    parts = [each for places in _by_size(table, alike) for each in _by_weight(*places, cells)]
    return Divided(table, tuple(parts))


def _by_size(table: Array, alike: bool) -> list[tuple[Array, Array | None]]:
    """The places of the tables with equally many labels, and the places of those labels where some never occur."""
    every = np.arange(len(table))
    if not alike:
        return [(every, None)]
    used = (table > 0).any(-1) | (table > 0).any(-2)
    size = used.sum(-1)
    size = np.where(size < 2, table.shape[-1], size)  # one class alone is no table
    found = [(every[size == count], count) for count in sorted(set(size.tolist()))]  # np.unique would load numpy.ma
    return [
        (here, None if count == table.shape[-1] else np.argsort(~used[here], axis=-1, kind="stable")[:, :count])
        for here, count in found
    ]


def _by_weight(here: Array, labels: Array | None, cells: list[Array]) -> list[tuple[Array, Design]]:
    """The designs of the tables at these places: plain where items have no weights or equal ones."""
    cells = [each[here] for each in cells]
    if labels is not None:
        each_table = np.arange(len(here))[:, None, None]
        cells = [each[each_table, labels[:, :, None], labels[:, None, :]] for each in cells]
    if len(cells) == 1:
        return [(here, Independent(cells[0]))]
    design = weighted(*cells)
    alike = design.alike.reshape(len(here), -1).all(-1)
    same = np.isclose(design.weights, design.support).reshape(len(here), -1).all(-1)  # weights of 1 are items
    kind = alike * (1 + same)
    parts = ((kind == each, weighted(*(part[kind == each] for part in cells))) for each in sorted(set(kind.tolist())))
    return [(here[some], each.simplest) for some, each in parts]


def along(side: Side, cells: Array) -> Array:
    """The sum of the cells that lie on the same side, for each cell or so that it can be multiplied with a table."""
    if side is None:
        return total(cells)[..., None, None]
    if side == "agreement":
        same = np.eye(cells.shape[-1])
        return np.where(same, total(cells * same)[..., None, None], total(cells * (1 - same))[..., None, None])
    return actuals(cells)[..., :, None] if side == "actual" else predictions(cells)[..., None, :]


def degrees(items: Array, effective: Array) -> Array:
    """Degrees of freedom of a variance under weights: effective items over the squared variation of the weights.

    Weights that are all alike say nothing new of the variance, which is then as free as that of plain items.
    """
    varied = np.maximum(over(items, effective) - 1, 0.0)
    return np.maximum(np.where(varied > 1e-12, over(effective, varied), np.inf), 1.0)


def over(numerator: Array, denominator: Array) -> Array:
    """The ratio, without complaint where there is none."""
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.asarray(numerator / denominator)
