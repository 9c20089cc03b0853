"""Recording an answer in the ledger, as every door can ask for it: what was said, checked before any file is read."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from informed.asking.declared import Answer, Given, Question
from informed.asking.reading import opening
from informed.asking.vocabulary import ITEMS, RECORDING
from informed.core.errors import InputError, arg

if TYPE_CHECKING:
    from informed.ledger import Ledger
    from informed.ledger.items import ItemRows

NAMES = tuple(each.name for each in (*RECORDING, *ITEMS))


@dataclass(frozen=True)
class Recording:
    """A run to be: its task and system, and what else is kept with it. Without a task nothing is recorded."""

    record: str | None = None
    as_system: str | None = None
    version: str | None = None
    dataset: str | None = None
    tags: tuple[str, ...] = ()
    time: str | None = None
    ledger: str | None = None
    items: str | None = None
    hash_ids: bool = False

    @classmethod
    def said(cls, given: dict[str, Any], question: Question) -> "Recording":
        """What was said of recording, which is taken out of ``given``; a mistake is found here."""
        found = cls(**{name: given.pop(name) for name in NAMES if name in given and question.records})
        if found.record is None:
            for name in NAMES:
                if name not in ("record", "ledger") and getattr(found, name):
                    raise InputError(f"{arg(name)} is for recording; give {arg('record')} TASK too")
            return found
        from informed.ledger.run import moment, tags_of

        tags_of(found.tags)
        if found.time is not None:
            moment("time", found.time)
        if not found.as_system and "named" not in question.records:
            raise InputError(f"missing {arg('as_system')} SYSTEM, the name of what made the predictions")
        if found.hash_ids and not found.items:
            raise InputError(f"{arg('hash_ids')} needs {arg('items')} COLUMN, the ids to hash")
        return found

    def __bool__(self) -> bool:
        return self.record is not None

    def opened(self) -> "Ledger":
        """The ledger that is meant."""
        from informed.ledger import Ledger

        return Ledger(self.ledger)

    def check(self, answer: Answer) -> None:
        """Refuse an answer that names no system where none was said."""
        result = answer.of or answer.result
        if self and not self.as_system and not getattr(result, "systems", ()):
            raise InputError(f"missing {arg('as_system')} SYSTEM, the name of what made the predictions")

    def keep(self, answer: Answer, given: Given) -> str:
        """Record an answer; the line that says so."""
        with self.opened() as ledger:
            run = ledger.record(
                answer.of or answer.result,
                task=str(self.record),
                system=self.as_system,
                version=self.version or "",
                **self._data(given),
                tags=self.tags,
                items=answer.rows or self.rows(given),
                hash_ids=self.hash_ids,
                passed=answer.passed,
                time=self.time,
            )
            looks = len(ledger.looks(run))
        again = f"; recorded {looks} times, counted once" if looks > 1 else ""
        return f"recorded run {run.id[:10]} of {run.task!r} as {run.name!r} in {ledger.place.shown}{again}"

    def _data(self, given: Given) -> dict[str, Any]:
        """The name of the data, what tells them apart, and where they came from; standard input has no content."""
        from informed.ledger.fingerprint import of_files, of_parts
        from informed.readers.files.sources import resolved

        files = [Path(each) for named in _files(given) for each in resolved(named) if Path(each).is_file()]
        names = ", ".join(each.name for each in files)
        mark = of_files(files) if files else ""
        if files and (asked := [part for option in ("table", "sql") if (part := given.get(option))]):
            names, mark = f"{names}: {asked[0]}", of_parts(mark, *asked)  # a part of the same file is other data
        return {"dataset": self.dataset or names, "fingerprint": mark, "source": ", ".join(_files(given))[:500]}

    def rows(self, given: Given) -> "ItemRows | None":
        """The labels of each item, read from the columns that were named."""
        if not self.items:
            return None
        from informed.ledger.items import ItemRows
        from informed.readers.columns import renaming
        from informed.readers.lists import lists_of

        one = {self.as_system or "predicted": given.get("predicted")} if "predicted" in given else {}
        systems = one or dict(system_named(each) for each in given.get("systems") or ())
        if not given.get("actual") or not all(systems.values()):
            raise InputError(f"{arg('items')} needs {arg('actual')} and {arg('predicted')}, the columns of labels")
        names = [self.items, given["actual"], *systems.values()]
        ids, actual, *predicted = lists_of([Path(each) for each in _files(given)], names, **opening(given))
        if None in ids:
            raise InputError(f"{arg('items')}: column {self.items!r} has an empty id; give every item one")
        new = {str(old): called for old, called in renaming(given.get("rename")).items()}
        actual, *predicted = ([new.get(str(each), each) for each in column] for column in (actual, *predicted))
        silent = {each for each in given.get("abstain") or () if each is not None}
        columns = [[None if label in silent else label for label in column] for column in predicted]
        return ItemRows.of(ids, actual, dict(zip(systems, columns, strict=True)))


def system_named(text: str) -> tuple[str, str]:
    """A system as it is named: NAME=COLUMN, or the column alone."""
    name, _, column = text.rpartition("=")
    return name or column, column


def _files(given: Given) -> list[str]:
    named = [*(given.get("files") or ()), *(given.get(name) for name in ("file", "pool", "held_out"))]
    return [str(each) for each in named if each]
