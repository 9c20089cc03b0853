"""How a run enters the ledger: in one transaction, or not at all."""

import json
import re
from collections.abc import Mapping, Sequence
from secrets import token_hex
from typing import Any, NamedTuple

from informed._version import __version__
from informed.core.basis import Named, marked
from informed.core.errors import InputError, arg
from informed.core.names import mark_of
from informed.core.result import Result
from informed.core.saving import Saved
from informed.ledger import chain
from informed.ledger.figures import figures
from informed.ledger.fingerprint import of_parts
from informed.ledger.run import TABLES, Run, checked, reader
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
    items: tuple[int, int, bytes] | None = None
    """How many, whether their ids are hashed, and their packed rows."""
    looks: Sequence[str] = ()

    def rows(self) -> dict[str, list[Sequence[Any]]]:
        """The rows of the run in each table."""
        return {
            "run": [self.row()],
            "statistic": [(self.id, place, *each) for place, each in enumerate(self.statistics)],
            "figure": [(self.id, *each) for each in self.figures],
            "look": [(self.id, at) for at in self.looks or (self.at,)],
            "item": [] if self.items is None else [(self.id, *self.items)],
        }

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


def entered(store: Store, entries: Sequence[tuple[Entry, str]], remedy: str = "rename it") -> int:
    """Write runs with all that belongs to them, all or none; of one that is there already only the look.

    Each entry stands beside what error messages call it. How many of them were new.
    """
    each_rows = [(entry, entry.rows()) for entry, _ in entries]
    for (_, rows), (_, where) in zip(each_rows, entries, strict=True):
        for table, row in ((table, row) for table, those in rows.items() for row in those):
            checked(where or f"the {table} of this run", table, row, remedy)
    with store.writing() as execute:
        new, changed = 0, []
        for entry, rows in each_rows:
            first = execute(_insert("run", "id"), rows["run"][0])
            new += first
            if first:
                store.many(_insert("statistic", "run, place"), rows["statistic"])
                store.many(_insert("figure", "run, system, grouped, label, measure"), rows["figure"])
            elif entry.passed is not None:
                met = int(entry.passed)
                sql = "UPDATE run SET passed = ? WHERE id = ? AND (passed IS NULL OR passed <> ?)"
                first = execute(sql, [met, entry.id, met])
            first += store.many(_insert("item", "run"), rows["item"])
            first += store.many(_insert("look", "run, at"), rows["look"])
            changed += [entry.id] if first else []
        chain.append(store, chain.digests(store.rows, list(dict.fromkeys(changed))))
    return new


def dropped(store: Store, ids: Sequence[str], note: str) -> None:
    """Delete runs with all that belongs to them; the chain says that and why they were dropped."""
    with store.writing():
        for table in (*chain.BELOW, "run"):
            key = "id" if table == "run" else "run"
            store.many(f"DELETE FROM {table} WHERE {key} = ?", [(each,) for each in ids])
        chain.append(store, ((each, "") for each in ids), note)


def _insert(table: str, key: str) -> str:
    columns = TABLES[table]
    marks = ", ".join("?" * len(columns))
    return f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({marks}) ON CONFLICT ({key}) DO NOTHING"


def items_key(store: Store) -> str:
    """The key that ids are hashed with: made once for a ledger, and kept in it."""
    with store.writing() as execute:
        execute("INSERT INTO setting (name, value) VALUES (?, ?) ON CONFLICT (name) DO NOTHING", [KEY, token_hex(32)])
    return kept_key(store) or ""


def kept_key(store: Store) -> str | None:
    """The key of this ledger, where ids were ever hashed in it."""
    rows = store.rows("SELECT name, value FROM setting WHERE name = ?", [KEY])
    return str(reader("setting", ["name", "value"])(rows[0])[1]) if rows else None
