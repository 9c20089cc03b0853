"""How a study is run: part by part, each with a random stream of its own, in as many threads as there are cores.

The parts follow from the recipe alone, so the same seed gives the same numbers in any number of threads, and a study
that was interrupted and taken up again gives what it would have given at once.
"""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, fields
from typing import Any, Protocol, Self, TypeVar

import numpy as np
from numpy.random import Generator, SeedSequence

from informed.core.errors import whole
from informed.core.speed import cores

PART = 2**17  # cells of the tables of one part: a MiB, and a fraction of a second
Progress = Callable[[float], Any]
"""Told the share that is done."""


class Tally(Protocol):
    """What the finished parts came to; ``done`` of them. It is never changed, only replaced by a larger one."""

    @property
    def done(self) -> int:
        """How many parts are finished."""

    def plus(self, result: Any) -> Self:
        """With one more part, the next in order."""


T = TypeVar("T", bound=Tally)


def run(
    part: Callable[[int, Generator], Any],
    parts: int,
    tally: T,
    *,
    seed: int,
    workers: int | None = None,
    progress: Progress | None = None,
) -> T:
    """Add up what the parts find, in order; Ctrl-C ends it early and keeps the parts that are done.

    ``tally`` is where to begin: empty, or that of a study interrupted before.
    """
    pool = ThreadPoolExecutor(cores() if workers is None else whole("workers", workers, 1))
    try:
        for result in pool.map(lambda place: part(place, stream(seed, place)), range(tally.done, parts)):
            tally = tally.plus(result)
            if progress:
                progress(tally.done / parts)
    except KeyboardInterrupt:
        pass  # the tally knows how far it got
    finally:
        pool.shutdown(cancel_futures=True)
    return tally


def stream(seed: int, place: int) -> Generator:
    """The random stream of one part."""
    return np.random.default_rng(SeedSequence(seed, spawn_key=(place,)))


def check_seed(seed: Any) -> int:
    """A seed that can be written into a signature."""
    return whole("seed", seed, 0, "it stands in the signature")


@dataclass(frozen=True)
class Sums:
    """Sums over the finished parts, one array per cell of the grid."""

    done: int
    sums: Any

    def plus(self, result: tuple[int, Any]) -> Self:
        """With what one part of one cell adds."""
        cell, found = result
        sums = self.sums.copy()
        sums[cell] += found
        return type(self)(self.done + 1, sums)


def saved(tally: Any) -> dict[str, Any]:
    """A tally as plain data."""
    return {each.name: np.asarray(getattr(tally, each.name)).tolist() for each in fields(tally)}


def restored(empty: T, data: dict[str, Any]) -> T:
    """The tally that was saved; ``empty`` shows its form."""
    return type(empty)(
        **{name: value if isinstance(value, int) else np.asarray(value, np.float64) for name, value in data.items()}
    )
