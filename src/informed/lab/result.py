"""What every study gives, and how it is run: part by part, each with a random stream of its own, on all cores.

The parts follow from the recipe alone, so the same seed gives the same numbers in any number of threads, and a study
that was interrupted and taken up again gives what it would have given at once.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, fields
from typing import Any, ClassVar, NamedTuple, Protocol, Self, TypeVar

import numpy as np
from numpy.random import Generator, SeedSequence

from informed.core.basis import signature
from informed.core.errors import InputError, arg, whole
from informed.core.registry import Measure, find, get
from informed.core.result import Result
from informed.core.speed import cores
from informed.core.words import Finding
from informed.lab.worlds import World


class Setting(NamedTuple):
    """One cell of the grid: a world, and how informed its predictors are."""

    world: World
    informed: float

    def to_dict(self) -> dict[str, Any]:
        """What a row says of it."""
        facts = {name: getattr(self.world, name) for name in ("classes", "items", "prevalence", "guess")}
        return {**facts, "informed": self.informed}


def several(given: Any) -> tuple[Any, ...]:
    """One thing or several, as several."""
    return tuple(given) if isinstance(given, Iterable) and not isinstance(given, str) else (given,)


def cut(settings: Sequence[Setting], tables: int) -> list[tuple[int, int]]:
    """Parts of a bounded size: the setting of each, and how many tables."""
    jobs = []
    for cell, setting in enumerate(settings):
        size = max(PART // max(setting.world.classes**2, setting.world.items), 1)
        jobs += [(cell, min(size, tables - start)) for start in range(0, tables, size)]
    return jobs


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


@dataclass(frozen=True, repr=False, kw_only=True)
class Study(Result):
    """An experiment on measures; ``tally`` is None once it is finished, otherwise where to take it up again."""

    kind = "study"
    name: ClassVar[str]

    @classmethod
    def called(cls) -> str:
        """Each study has words and a screen of its own."""
        return getattr(cls, "name", cls.kind)

    signature: str
    note: str | None = None
    tally: Any = None

    def words(self) -> Iterator[Finding]:
        """Its sentences; that the study was interrupted comes first."""
        if self.note:
            yield Finding("interrupted", f"{self.note[0].upper()}{self.note[1:]}.")
        yield from super().words()

    def about(self) -> dict[str, Any]:
        """Which study it was, and what is left of it to do."""
        left = {} if self.tally is None else {"unfinished": saved(self.tally)}
        return {"study": self.name, "note": self.note} | left

    @property
    def brief(self) -> str:
        """The recipe."""
        return self.signature


def recipe(name: str, **parts: Any) -> str:
    """The signature of a study."""
    return signature({"study": name, **parts})


def finished(
    part: Callable[[int, Generator], Any],
    parts: int,
    empty: T,
    *,
    signature: str,
    resume: Study | Mapping[str, Any] | None,
    seed: int,
    workers: int | None,
    progress: Progress | None,
) -> tuple[T, dict[str, Any]]:
    """All parts run, from the start or from where they were left: the tally, and what every `Study` says of itself."""
    tally = run(part, parts, begin(empty, signature, resume), seed=seed, workers=workers, progress=progress)
    left = None if tally.done == parts else tally
    return tally, {"signature": signature, "note": left and interrupted(tally.done, parts), "tally": left}


def begin(empty: T, signature: str, resume: Study | Mapping[str, Any] | None) -> T:
    """An empty tally, or that of the study to be taken up again: the same study, as its signature shows."""
    if resume is None:
        return empty
    before, left = (
        (resume.signature, None if resume.tally is None else saved(resume.tally))
        if isinstance(resume, Study)
        else (resume.get("signature"), resume.get("unfinished"))
    )
    if before is None:
        raise InputError(f"{arg('resume')} is not the JSON of a study; give a file that an interrupted study wrote")
    if before != signature:
        raise InputError(f"{arg('resume')} is of the study {before}, this one is {signature}; give the same options")
    if left is None:
        raise InputError("resume: that study is finished; there is nothing left to do")
    return restored(empty, left)


def interrupted(done: int, parts: int) -> str:
    """What to say of a study that was stopped."""
    return (
        f"interrupted with {done / parts:.0%} of the tables done; {arg('resume')} ({arg('resume')} FILE) does the rest"
    )


def applying(wanted: Iterable[str | Measure] | None, classes: int) -> list[Measure]:
    """The measures asked for, or all that have a value on tables of so many classes."""
    if wanted is None:
        return [each for each in find() if each.ready and each.applies(classes, classes)]
    found = [get(each) for each in wanted]
    for each in found:
        each.check_shape((classes, classes))
    return found
