"""The settings of the simulations of raters without a truth, and ratings drawn from them."""

from __future__ import annotations

import itertools
from typing import NamedTuple

import numpy as np

SEED = 60913
SETS, TRIAL = 500, 100  # data sets of a setting: to measure with, and before them those to choose a method by
RATERS, MISSING, ITEMS = (3, 5, 10), (0.2, 0.5, 0.7), (100, 300, 1000)
KINDS = tuple(itertools.product((2, 3, 5), ("any", "habit")))


class World(NamedTuple):
    """Raters from the least (0.5) to the most informed (0.9), who answer by habit, or err in ways of their own."""

    classes: int
    errors: str
    raters: int
    missing: float
    items: int

    @property
    def name(self) -> str:
        """The setting in one word."""
        return "_".join(map(str, self))

    def truth(self) -> tuple[np.ndarray, np.ndarray]:
        """The shares of the labels K + 1, K, ..., 2, and the matrices of the raters."""
        rng = np.random.default_rng([SEED, self.classes, self.raters, len(self.errors)])
        prevalence = np.arange(self.classes + 1, 1, -1.0)
        knows = np.linspace(0.5, 0.9, self.raters)[:, None, None]
        rows = 1 if self.errors == "habit" else self.classes
        guess = rng.dirichlet(np.full(self.classes, 3.0), (self.raters, rows))
        return prevalence / prevalence.sum(), knows * np.eye(self.classes) + (1 - knows) * guess


def worlds() -> list[World]:
    """All settings."""
    return [World(*kind, *rest) for kind, *rest in itertools.product(KINDS, RATERS, MISSING, ITEMS)]


def ratings(world: World, sets: int, seed: int) -> np.ndarray:
    """Codes ``(sets, items, raters)``, -1 where there is no rating; items without any come last."""
    rng = np.random.default_rng([SEED, seed, *world[2:3], world.classes, int(100 * world.missing), world.items])
    prevalence, matrices = world.truth()
    truth = (rng.random((sets, world.items, 1)) > np.cumsum(prevalence)[:-1]).sum(-1)
    each = np.cumsum(matrices, -1)[np.arange(world.raters), truth[..., None]]
    label = (rng.random((*truth.shape, world.raters, 1)) > each[..., :-1]).sum(-1)
    label[rng.random(label.shape) < world.missing] = -1
    order = np.argsort((label < 0).all(-1), axis=-1, kind="stable")
    return np.take_along_axis(label, order[..., None], 1)
