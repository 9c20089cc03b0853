"""A ledger as lines of JSON, one per run with all that belongs to it; lines imported twice change nothing.

A line holds the links of its run, so that a change to it shows when it is read. Where all runs of a ledger go into an
empty one, its chain goes with them; else they are new links of the chain that is there.
"""

import base64
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from informed.core.errors import InputError
from informed.core.labels import shown
from informed.core.merging import gathered
from informed.core.shape import TIME, WRONG, held
from informed.ledger import chain
from informed.ledger.chain import Link
from informed.ledger.items import ItemRows
from informed.ledger.run import DOCUMENT, LINK, RESTORE, TABLES, Run, reader, written
from informed.ledger.schema import SINCE
from informed.ledger.statistics import KINDS
from informed.ledger.store import Store
from informed.ledger.writing import Entry, dumped, entered, identity

AGAIN = "export it again"
VERSION = 1  # of a line
STEP, BYTES = 500, 8 << 20  # runs read at once; characters of lines that are entered at once
BELOW = {  # what belongs to a run, by the table it lies in
    "statistics": ("statistic", "name, kind, document", "place"),
    "figures": ("figure", "system, grouped, label, measure, value, low, high, chance, level", "measure"),
    "looks": ("look", "at", "at"),
    "items": ("item", "hashed, document", "run"),
}
RECIPE = "SELECT id, way, options FROM run WHERE id IN"


def exported(store: Store, runs: Sequence[Run], every: bool = False) -> Iterator[str]:
    """One line of JSON per run; where these are all of them, one for the links of runs that were dropped too."""
    links = gathered((each.run, each) for each in (chain.links(store) if store.version() >= SINCE["link"] else []))
    for start in range(0, len(runs), STEP):
        part = runs[start : start + STEP]
        ids = [each.id for each in part]
        below = {name: _below(store, ids, *how) for name, how in BELOW.items()}
        rows = store.rows(f"{RECIPE} ({', '.join('?' * len(ids))})", ids)
        recipes = {id: recipe for id, *recipe in map(reader("run", ["id", "way", "options"]), rows)}
        for run in part:
            way, options = recipes[run.id]
            parts = {name: rows[run.id] for name, rows in below.items()}
            yield _line(run, way, options, parts, links.pop(run.id, ()))
    if links and every:
        yield dumped({"informed_ledger": VERSION, "dropped": [each for those in links.values() for each in those]})


def _below(store: Store, ids: list[str], table: str, columns: str, order: str) -> dict[str, list[list[Any]]]:
    marks = ", ".join("?" * len(ids))
    found: dict[str, list[list[Any]]] = {each: [] for each in ids}
    read = reader(table, ["run", *columns.split(", ")])
    for row in store.rows(f"SELECT run, {columns} FROM {table} WHERE run IN ({marks}) ORDER BY run, {order}", ids):
        read(row)
        found[row[0]].append(list(row[1:]))
    return found


def _line(
    run: Run, way: str, options: dict[str, Any], below: Mapping[str, list[list[Any]]], links: Sequence[Link]
) -> str:
    data: dict[str, Any] = {"informed_ledger": VERSION, **run.to_dict(), "way": way}
    data["options"] = options
    data["statistics"] = [{"name": name, "document": _parsed(run, text)} for name, _, text in below["statistics"]]
    data["figures"] = below["figures"]
    data["looks"] = [at for (at,) in below["looks"]]
    if below["items"]:
        ((hashed, document),) = below["items"]
        data["items"] = {"hashed": bool(hashed), "rows": base64.b64encode(bytes(document)).decode()}
    return dumped(data | ({"links": links} if links else {}))


def _parsed(run: Run, text: str) -> Any:
    return held(f"the ledger, statistic of run {run.id}", {"document": DOCUMENT}, [text], RESTORE)[0]


def imported(store: Store, lines: Iterable[str | bytes], source: str) -> tuple[int, int]:
    """Enter the runs of exported lines: how many there were, and how many of them were new."""
    every = new = size = 0
    empty = store.version() < SINCE["link"] or not store.rows("SELECT place FROM link LIMIT 1")
    waiting: list[tuple[Entry, str]] = []
    links: list[Link] = []
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        where = f"{source}, line {number}"
        entry, its = _entry(line, where)
        links += its if empty else ()
        if entry is not None:
            every, size = every + 1, size + len(line)
            waiting.append((entry, where))
        if len(waiting) >= STEP or size > BYTES:
            new, size = new + entered(store, waiting, AGAIN), 0
            waiting = []
    new += entered(store, waiting, AGAIN) if waiting else 0
    if empty and links:
        chain.adopt(store, sorted(links))
    return every, new


def _entry(line: str | bytes, where: str) -> tuple[Entry | None, list[Link]]:
    """A run as it was exported, with its links; whatever else a line holds is refused."""
    try:
        data = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise InputError(f"{where}: not valid JSON ({error}); give what informed ledger --export wrote") from None
    if not isinstance(data, dict) or data.get("informed_ledger") != VERSION:
        raise InputError(f"{where}: not a run of a ledger; give what informed ledger --export wrote")
    try:
        links = [Link._make(held("a link", LINK, each, AGAIN)) for each in data.get("dropped") or data.get("links", ())]
        if "dropped" in data:
            return None, links
        entry = _read(data)
        same = entry.id == identity(entry, entry.way, json.loads(entry.options), entry.statistics)
        if links:
            same = same and max(links).digest == chain.digest_of(entry.row(), entry.rows())
    except WRONG as error:
        raise InputError(f"{where}: damaged ({error}); {AGAIN}") from None
    if not same:
        raise InputError(f"{where}: run {shown(entry.id)} was changed after it was exported; {AGAIN}")
    return entry, links


def _read(data: dict[str, Any]) -> Entry:
    documents = [each["document"] for each in data["statistics"]]
    for each in documents:
        KINDS[each["kind"]].from_dict(each)
    names = [each["name"] for each in data["statistics"]]
    known = {name: data[name] for name in TABLES["run"] if name in data}
    items = data.get("items")
    return Entry(
        **known
        | {
            "at": written(TIME.read(data["time"])),
            "systems": tuple(data["systems"]),
            "options": dumped(data["options"]),
        },
        statistics=[(name, each["kind"], dumped(each)) for name, each in zip(names, documents, strict=True)],
        figures=[tuple(row) for row in data["figures"]],
        items=None if items is None else _items(base64.b64decode(items["rows"]), items["hashed"]),
        looks=[written(TIME.read(at)) for at in data["looks"]],
    )


def _items(packed: bytes, hashed: bool) -> tuple[int, int, bytes]:
    return len(ItemRows.unpacked(packed).ids), int(hashed), packed
