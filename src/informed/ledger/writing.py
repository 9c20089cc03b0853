"""How a run enters the ledger: in one transaction, or not at all."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from secrets import token_hex
from typing import Any, NamedTuple

from informed._version import __version__
from informed.core.basis import Named, marked
from informed.core.door import arg
from informed.core.errors import InputError
from informed.core.names import mark_of
from informed.core.result import Result
from informed.core.saving import Saved
from informed.ledger.figures import figures
from informed.ledger.fingerprint import of_parts
from informed.ledger.items import ItemRows
from informed.ledger.rows import TABLES, checked, reader
from informed.ledger.run import Run
from informed.ledger.store import Store

CONTROL = re.compile(r"[\x00-\x1f\x7f]")
KEY = "id key"


class Entry(NamedTuple):
    """All that is written about a run; what is plural is ready as JSON."""

    id: str
    at: str
    task: str
    dataset: str
    fingerprint: str
    system: str
    systems: tuple[str, ...]
    version: str
    tags: Mapping[str, str]
    source: str
    question: str
    way: str
    options: str
    signature: str
    informed: str
    n: int | None
    passed: bool | None
    statistics: Sequence[tuple[str, str, str]]
    figures: Sequence[tuple[Any, ...]]
    items: ItemRows | None = None
    hashed: bool = False
    looks: Sequence[str] = ()

    def row(self) -> list[Any]:
        """The row of the table ``run``."""
        values = self._asdict()
        values |= {"systems": dumped(self.systems), "tags": dumped(self.tags)}
        values["passed"] = int(self.passed) if isinstance(self.passed, bool) else self.passed
        return [values[name] for name in TABLES["run"]]


def dumped(data: Any) -> str:
    """Plain data as JSON that any database takes."""
    return json.dumps(data, allow_nan=False, separators=(",", ":"))


def entry_of(
    result: Result | Saved, *, task: str, system: str | None, version: str, dataset: str, fingerprint: str
) -> Entry:
    """What is to be written about a result; its id follows from what it follows from."""
    way, options, statistics, question, signature = _recipe(result)
    own = getattr(result, "systems", ()) if question != "evaluate" else ()
    several = tuple(map(str, own)) if isinstance(result, Result) else ()
    if not system and not several:
        raise InputError(f"missing {arg('system')}, the name of what made the predictions")
    name = system or " + ".join(several)
    systems = several or (name,)
    for argument, text in {"task": task, "system": name, "version": version, "dataset": dataset}.items():
        _check(argument, text, needed=argument in ("task", "system"))
    documents = [(each.name, each.statistic.kind, dumped(each.statistic.to_dict())) for each in statistics]
    entry = Entry(
        id="",
        at="",
        task=task,
        dataset=dataset,
        fingerprint=fingerprint,
        system=name,
        systems=systems,
        version=version,
        tags={},
        source="",
        question=question,
        way=way,
        options=dumped(options),
        signature=signature,
        informed=__version__,
        n=_size(result),
        passed=None,
        statistics=documents,
        figures=figures(result, name),
    )
    return entry._replace(id=identity(entry, way, options, documents))


def identity(run: Entry | Run, way: str, options: Any, statistics: Sequence[tuple[str, str, str]]) -> str:
    """The id of a run: what tells it apart from every other."""
    names = run.task, run.system, run.systems, run.version, run.fingerprint or run.dataset
    return of_parts(*names, mark_of(way), marked(options), statistics)


def _recipe(result: Any) -> tuple[str, dict[str, Any], list[Named], str, str]:
    """The function, its options and statistics; the question and the signature."""
    if isinstance(result, Saved):
        return "", {}, [Named(result.kind, result)], "", ""
    if not isinstance(result, Result):
        raise InputError(f"result is of type {type(result).__name__}; record what a question gave, or saved statistics")
    if result.basis is None:
        raise InputError(
            f"a result of kind {result.kind!r} cannot be recorded: it does not follow from statistics alone"
        )
    options, statistics = result.basis.written()
    way = result.basis.way
    return way, options, statistics, way.partition(" ")[0], result.signature


def _size(result: Any) -> int | None:
    n = getattr(result, "n", None)
    if isinstance(n, Mapping):
        sizes = list(n.values())
        return None if None in sizes else sum(sizes)
    size = getattr(result, "items", None) if n is None else n
    return size if isinstance(size, int) else None


def _check(argument: str, text: Any, needed: bool) -> None:
    if not isinstance(text, str) or (needed and not text.strip()):
        raise InputError("must be a text, for example 'nightly'", argument=argument, value=text)
    if CONTROL.search(text):
        raise InputError("holds a control character; leave it out", argument=argument, value=text)


def entered(store: Store, entry: Entry, where: str = "", remedy: str = "rename it") -> bool:
    """Write a run with all that belongs to it; of one that is there already only the look. Whether it was new."""
    rows: dict[str, list[Sequence[Any]]] = {
        "run": [entry.row()],
        "statistic": [(entry.id, place, *each) for place, each in enumerate(entry.statistics)],
        "figure": [(entry.id, *each) for each in entry.figures],
        "look": [(entry.id, at) for at in entry.looks or (entry.at,)],
    }
    if entry.items is not None:
        rows["item"] = [(entry.id, len(entry.items.ids), int(entry.hashed), entry.items.packed())]
    for table, each in ((table, each) for table, those in rows.items() for each in those):
        checked(where or f"the {table} of this run", table, each, remedy)
    with store.writing() as execute:
        new: bool = execute(_insert("run", "id"), rows.pop("run")[0]) == 1
        if new:
            store.many(_insert("statistic", "run, place"), rows["statistic"])
            store.many(_insert("figure", "run, system, grouped, label, measure"), rows["figure"])
        elif entry.passed is not None:
            execute("UPDATE run SET passed = ? WHERE id = ?", [int(entry.passed), entry.id])
        store.many(_insert("item", "run"), rows.get("item", ()))
        store.many(_insert("look", "run, at"), rows["look"])
    return new


def _insert(table: str, key: str) -> str:
    """A row written once, whatever is there with its key."""
    columns = TABLES[table]
    marks = ", ".join("?" * len(columns))
    return f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({marks}) ON CONFLICT ({key}) DO NOTHING"


def items_key(store: Store) -> str:
    """The key that ids are hashed with: made once for a ledger, and kept in it."""
    with store.writing() as execute:
        execute("INSERT INTO setting (name, value) VALUES (?, ?) ON CONFLICT (name) DO NOTHING", [KEY, token_hex(32)])
    (row,) = store.rows("SELECT name, value FROM setting WHERE name = ?", [KEY])
    return str(reader("setting", ["name", "value"])(row)[1])
