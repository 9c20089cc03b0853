"""What a way to an interval works on."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from informed.core.registry import Measure
from informed.core.table import Array, total
from informed.inference.design import Design
from informed.inference.gradient import influence
from informed.inference.proportions import Pair, Tail
from informed.inference.smoothing import pseudo_counts

Limits = Callable[[Tail], Pair]
"""From the probability in each tail to the low and the high end."""


@dataclass(frozen=True, eq=False)
class Tested:
    """Limits that are the inversion of a test, and its two-sided p of the value at chance."""

    limits: Limits
    p: Array

    def __call__(self, tail: Tail) -> Pair:
        """The limits."""
        return self.limits(tail)


@dataclass(frozen=True)
class Sample:
    """What a method works on: tables with their design, and how to draw more where the method draws."""

    design: Design
    draws: int = 4000
    seed: Any = 0
    home: Any = None  # the tables on the device where draws are made, if not on the host

    @property
    def table(self) -> Array:
        """The tables ``(..., A, P)``."""
        return self.design.table

    @property
    def shape(self) -> tuple[int, int]:
        """The number of actual and of predicted classes."""
        return self.table.shape[-2], self.table.shape[-1]


def linear(measure: Measure, sample: Sample, added: Array | None = None) -> tuple[Array, Array]:
    """Value and standard error on the table with its pseudo-items, spread evenly unless others are given."""
    added = pseudo_counts(sample.table) if added is None else added
    table = sample.table + added
    effect = influence(measure, table)
    scatter = sample.design.scatter(effect) + total(added * effect**2)
    return np.asarray(measure.raw(table)), np.sqrt(scatter) / total(table)
