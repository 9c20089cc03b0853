"""What every study gives: rows, a signature, and where it stopped if it was interrupted."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from numpy.random import Generator

from informed.core.basis import signature
from informed.core.errors import InputError, arg
from informed.core.registry import Measure, find, get
from informed.core.result import Result
from informed.core.words import Finding
from informed.lab.running import Progress, T, restored, run, saved


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


def gathered(rows: Iterable[dict[str, Any]], key: str) -> dict[str, list[dict[str, Any]]]:
    """The rows under what each says at a key, which is then left out of them."""
    found: dict[str, list[dict[str, Any]]] = {}
    for row in rows:
        found.setdefault(row.pop(key), []).append(row)
    return found


def applying(wanted: Iterable[str | Measure] | None, classes: int) -> list[Measure]:
    """The measures asked for, or all that have a value on tables of so many classes."""
    if wanted is None:
        return [each for each in find() if each.ready and each.applies(classes, classes)]
    found = [get(each) for each in wanted]
    for each in found:
        each.check_shape((classes, classes))
    return found
