"""How draws are made: in blocks of a fixed size, each with a random stream of its own.

The size of a block follows from the shape of the table alone, so the same seed gives the same draws whether they are
asked for at once or a few at a time, in one process or in several.
"""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from informed.core.errors import whole
from informed.core.table import Array, as_table, namespace
from informed.readers.device.foreign import to_numpy

BLOCK = 2**17  # numbers in a block: small enough for memory, large enough to forget the cost of starting a stream
DEVICE_BLOCK = 2**25  # a device wants more to do at once
AT_ONCE = 2**23  # numbers that exist at a time where only their measure is wanted
FEWEST = 100


def generator(seed: Any) -> "np.random.Generator":
    """The random stream of a seed; a generator is used as it is."""
    if isinstance(seed, np.random.Generator):
        return seed
    return np.random.default_rng(None if seed is None else whole("seed", seed, 0, "a numpy Generator serves too"))


def check_draws(draws: Any) -> int:
    """The number of draws, refused when it is too small to say anything."""
    return whole("draws", draws, FEWEST, "2000 is usual, 10000 careful")


@dataclass(frozen=True)
class Sampler:
    """Draws tables ``(draws, ..., A, P)`` from a table ``(..., A, P)``.

    ``block`` makes a given number of draws with a given stream; everything else is bookkeeping. ``elsewhere`` does the
    same for a table that lies in PyTorch; its draws stay on its device.
    """

    block: Callable[..., Array]
    says: str
    elsewhere: Callable[..., Array] | None = None

    def __call__(self, table: Any, *, draws: int, rng: "np.random.Generator", **options: Any) -> Array:
        return _joined(list(self._blocks(table, draws, rng, options)))

    def batches(
        self, table: Any, *, draws: int, rng: "np.random.Generator", batch: int = 1000, **options: Any
    ) -> Iterator[Array]:
        """The same draws, about ``batch`` at a time."""
        waiting: list[Array] = []
        for block in self._blocks(table, draws, rng, options):
            waiting.append(block)
            if sum(map(len, waiting)) >= batch:
                yield _joined(waiting)
                waiting = []
        if waiting:
            yield _joined(waiting)

    def values(
        self,
        measure: Callable[[Any], Any],
        table: Any,
        *,
        draws: int,
        rng: "np.random.Generator",
        batch: int = 1000,
        **options: Any,
    ) -> Array:
        """The measure of every draw, ``(draws, ...)``; only ``batch`` tables exist at a time, fewer of large ones."""
        batch = min(batch, max(1, AT_ONCE // max(math.prod(np.shape(table)), 1)))
        parts = self.batches(table, draws=draws, rng=rng, batch=batch, **options)
        return _joined([measure(part) for part in parts])

    def _blocks(self, table: Any, draws: int, rng: "np.random.Generator", options: dict[str, Any]) -> Iterator[Array]:
        table = as_table(table)
        if self.elsewhere is not None and "torch" in namespace(table).__name__:
            block, room = self.elsewhere, DEVICE_BLOCK
        else:
            table, block, room = to_numpy(table), self.block, BLOCK
        size = max(1, room // max(math.prod(table.shape), 1))
        starts = range(0, draws, size)
        for start, stream in zip(starts, rng.spawn(len(starts)), strict=True):
            yield block(table, min(size, draws - start), stream, **options)


def _joined(parts: list[Array]) -> Array:
    return namespace(parts[0]).concat(parts)
