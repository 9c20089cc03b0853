"""How draws are made: in blocks of a fixed size, each with a random stream of its own.

The size of a block follows from the shape of the table alone, so the same seed gives the same draws whether they are
asked for at once or a few at a time, in one process or in several.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.random import Generator

from informed.errors import InputError
from informed.table import Array, as_table

BLOCK = 2**17  # numbers in a block: small enough for memory, large enough to forget the cost of starting a stream
FEWEST = 100


def generator(seed: Any) -> Generator:
    """The random stream of a seed; a generator is used as it is."""
    if isinstance(seed, Generator):
        return seed
    if seed is not None and (isinstance(seed, bool) or not isinstance(seed, (int, np.integer)) or seed < 0):
        raise InputError(f"seed={seed!r} must be a whole number >= 0, or a numpy Generator")
    return np.random.default_rng(seed)


def check_draws(draws: Any) -> int:
    """The number of draws, refused when it is too small to say anything."""
    if isinstance(draws, bool) or not isinstance(draws, (int, np.integer)) or draws < FEWEST:
        raise InputError(f"draws={draws!r} must be a whole number of at least {FEWEST}; 2000 is usual, 10000 careful")
    return int(draws)


@dataclass(frozen=True)
class Sampler:
    """Draws tables ``(draws, ..., A, P)`` from a table ``(..., A, P)``.

    ``block`` makes a given number of draws with a given stream; everything else is bookkeeping.
    """

    block: Callable[..., Array]
    says: str

    def __call__(self, table: Any, *, draws: int, rng: Generator, **options: Any) -> Array:
        """All draws at once."""
        return np.concatenate(list(self._blocks(table, draws, rng, options)))

    def batches(self, table: Any, *, draws: int, rng: Generator, batch: int = 1000, **options: Any) -> Iterator[Array]:
        """The same draws, about ``batch`` at a time."""
        waiting: list[Array] = []
        for block in self._blocks(table, draws, rng, options):
            waiting.append(block)
            if sum(map(len, waiting)) >= batch:
                yield np.concatenate(waiting)
                waiting = []
        if waiting:
            yield np.concatenate(waiting)

    def values(
        self,
        measure: Callable[[Any], Any],
        table: Any,
        *,
        draws: int,
        rng: Generator,
        batch: int = 1000,
        **options: Any,
    ) -> Array:
        """The measure of every draw, ``(draws, ...)``; only ``batch`` tables exist at a time."""
        parts = self.batches(table, draws=draws, rng=rng, batch=batch, **options)
        return np.concatenate([np.asarray(measure(part)) for part in parts])

    def _blocks(self, table: Any, draws: int, rng: Generator, options: dict[str, Any]) -> Iterator[Array]:
        table = as_table(table)
        size = max(1, BLOCK // max(table.size, 1))
        starts = range(0, draws, size)
        for start, stream in zip(starts, rng.spawn(len(starts)), strict=True):
            yield self.block(table, min(size, draws - start), stream, **options)
