"""Recording an answer in the ledger: the options that every question with counts shares, and what they do."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import rich_click as click

from informed.cli.options import READING, stacked
from informed.core.errors import InputError
from informed.core.writing import visible

if TYPE_CHECKING:
    from informed.core.result import Result
    from informed.ledger import Ledger, Run
    from informed.ledger.items import ItemRows

F = TypeVar("F", bound=Callable[..., Any])
RECORD = "informed.record"  # where the options wait until a result leaves the program
NAMING = ("compare", "judge", "multilabel")  # commands that may name their systems themselves
WITH_RECORD = (
    "system",
    "version",
    "dataset",
    "tags",
    "time",
    "items",
    "hash_ids",
)  # what says nothing without --record


def _noted(context: click.Context, option: click.Parameter, given: Any) -> None:
    context.meta.setdefault(RECORD, {})[option.name] = given


def _option(*names: str, **how: Any) -> Callable[[F], F]:
    return click.option(*names, expose_value=False, callback=_noted, **how)


LEDGER = "The ledger: a file, sqlite:///FILE or postgresql://...; see informed ledger."


def _recording(*options: Callable[[Any], Any]) -> Callable[[F], Callable[..., Any]]:
    """Options of recording, as a decorator; a mistake in them is found before any file is read."""

    def add(function: F) -> Callable[..., Any]:
        @wraps(function)
        def checked(**given: Any) -> Any:
            asked()
            return function(**given)

        decorated: Callable[..., Any] = stacked(*options)(checked)
        return decorated

    return add


_RECORDED = (
    _option("--record", "task", metavar="TASK", help="Record the answer in the ledger as a run of this task."),
    _option("--as", "system", metavar="SYSTEM", help="With --record: the system that made the predictions."),
    _option("--system-version", "version", help="With --record: the version of the system."),
    _option("--data", "dataset", help="With --record: the name of the data; by default that of the files."),
    _option("--tag", "tags", multiple=True, metavar="NAME=VALUE", help="With --record: a tag; repeat it for several."),
    _option("--time", metavar="TIME", help="With --record: when it was measured, as 2026-11-01T02:30 (UTC); else now."),
    _option("--ledger", metavar="FILE", help=LEDGER),
)
recorded = _recording(*_RECORDED)
recorded_with_items = _recording(
    *_RECORDED,
    _option("--keep-items", "items", metavar="COLUMN", help="With --record: keep the labels of each item by this id."),
    _option("--hash-ids", is_flag=True, help="With --keep-items: keep the ids as hashes."),
)


def ledgered(function: F) -> Callable[..., Any]:
    """A command about the ledger, which it gets as ``ledger``."""

    @click.option("--ledger", "address", metavar="FILE", help=LEDGER)
    @wraps(function)
    def opened(*, address: str | None, **options: Any) -> Any:
        from informed.ledger import Ledger

        with Ledger(address) as ledger:
            return function(ledger=ledger, **options)

    return opened


def asked() -> dict[str, Any]:
    """What the options of recording say, where --record was given; a mistake is found before any file is read."""
    context = click.get_current_context(silent=True)
    said = dict(context.meta.get(RECORD, {})) if context else {}
    if said.get("task") is None:
        for option in context.command.params if context else ():
            if option.name in WITH_RECORD and said.get(option.name):
                raise InputError(f"{option.opts[0]} is for recording; give --record TASK too")
        return {}
    from informed.ledger.run import moment, tags_of

    tags_of(said["tags"])
    if said["time"] is not None:
        moment("time", said["time"])
    if not said["system"] and context and context.command.name not in NAMING:
        raise InputError("missing --as SYSTEM, the name of what made the predictions")
    if said.get("hash_ids") and not said.get("items"):
        raise InputError("--hash-ids needs --keep-items COLUMN, the ids to hash")
    return said


def named(result: Result) -> None:
    """Refuse to record a result that names no system where none is given."""
    if (said := asked()) and not said["system"] and not getattr(result, "systems", ()):
        raise InputError("missing --as SYSTEM, the name of what made the predictions")


def kept(result: Result, passed: bool | None = None, rows: ItemRows | None = None) -> Run | None:
    """Record a result, where --record was given, and say so on standard error."""
    if not (said := asked()):
        return None
    with opened_ledger(said) as ledger:
        run = ledger.record(
            result,
            task=said["task"],
            system=said["system"],
            version=said["version"] or "",
            **_data(said["dataset"]),
            tags=said["tags"],
            items=rows or item_rows(said),
            hash_ids=bool(said.get("hash_ids")),
            passed=passed,
            time=said["time"],
        )
        looks = len(ledger.looks(run))
    again = f"; recorded {looks} times, counted once" if looks > 1 else ""
    where = f"run {run.id[:10]} of {run.task!r} as {run.name!r} in {ledger.place.shown}"
    click.echo(visible(f"informed: recorded {where}{again}"), err=True)
    return run


def opened_ledger(said: dict[str, Any]) -> Ledger:
    """The ledger that the options name."""
    from informed.ledger import Ledger

    return Ledger(said["ledger"])


def _given() -> dict[str, Any]:
    context = click.get_current_context(silent=True)
    return dict(context.params) if context else {}


def _files() -> list[str]:
    """The files that the command reads, in the order of its arguments."""
    given = _given()
    named = [*(given.get("files") or ()), *(given.get(name) for name in ("file", "pool", "held_out"))]
    return [str(each) for each in named if each]


def _data(name: str | None) -> dict[str, Any]:
    """The name of the data, what tells them apart, and where they came from; standard input has no content."""
    from informed.ledger.fingerprint import of_files, of_parts
    from informed.readers.sources import resolved

    files = [Path(each) for given in _files() for each in resolved(given) if Path(each).is_file()]
    names = ", ".join(each.name for each in files)
    mark = of_files(files) if files else ""
    if files and (asked := [given for option in ("table", "sql") if (given := _given().get(option))]):
        names, mark = f"{names}: {asked[0]}", of_parts(mark, *asked)  # a part of the same file is other data
    return {"dataset": name or names, "fingerprint": mark, "source": _some(_files())}


def _some(files: Iterable[str]) -> str:
    return ", ".join(files)[:500]


def item_rows(said: dict[str, Any]) -> ItemRows | None:
    """The labels of each item, read from the columns that the command names."""
    if not said.get("items"):
        return None
    from informed.ledger.items import ItemRows
    from informed.readers.lists import lists_of

    given = _given()
    one = {said["system"] or "predicted": given.get("predicted")} if "predicted" in given else {}
    systems = one or dict(_named(each) for each in given.get("systems") or ())
    if not given.get("actual") or not all(systems.values()):
        raise InputError("--keep-items needs --actual and --predicted, the columns of labels")
    names = [said["items"], given["actual"], *systems.values()]
    how = {name: given[name] for name in READING}
    ids, actual, *predicted = lists_of([Path(each) for each in _files()], names, **how)
    if None in ids:
        raise InputError(f"--keep-items: column {said['items']!r} has an empty id; give every item one")
    silent = {each for each in given.get("abstain") or () if each is not None}
    columns = [[None if label in silent else label for label in column] for column in predicted]
    return ItemRows.of(ids, actual, dict(zip(systems, columns, strict=True)))


def _named(text: str) -> tuple[str, str]:
    name, _, column = text.rpartition("=")
    return name or column, column
