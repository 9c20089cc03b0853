"""The chain: whatever is written of a run adds a link to the one before, so that a later change shows.

A link holds the digest of all that the ledger then knew of a run, and the hash of itself and of the link before it. A
run that was dropped leaves its links, and one without a digest. Who can write the tables can also write the whole chain
anew; against that a team keeps the last hash, which `verified` names, outside the ledger.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from hashlib import blake2b
from typing import TYPE_CHECKING, Any, NamedTuple

from informed.core.words import many
from informed.ledger.run import LINK, SHORT, TABLES, reader, written
from informed.ledger.schema import SINCE

if TYPE_CHECKING:
    from informed.ledger.store import Store

STEP = 500  # runs read at once
BEFORE = "recorded before the chain"
BELOW = ("statistic", "figure", "look", "item")  # the tables whose rows belong to a run

INSERT = f"INSERT INTO link ({', '.join(LINK)}) VALUES ({', '.join('?' * len(LINK))})"
Ask = Callable[[str, Sequence[Any]], list[tuple[Any, ...]]]
Parts = Mapping[str, Sequence[Sequence[Any]]]


class Link(NamedTuple):
    """A run, when it was written, the digest of what was then known of it, and the hash of the chain so far."""

    place: int
    run: str
    at: str
    digest: str
    note: str
    hash: str


class Fault(NamedTuple):
    """A run, or a link, that is not as the chain says; ``what`` is "altered", "missing", "inserted" or "broken"."""

    what: str
    place: int | None
    run: str

    def __str__(self) -> str:
        where = "" if self.place is None else f" (link {self.place:,})"
        why = {
            "altered": "was changed after it was recorded",
            "missing": "was deleted",
            "inserted": "was not recorded by informed: no link names it",
            "broken": "has a link that does not follow from the one before: links were changed, deleted or put in",
        }[self.what]
        return f"run {self.run[:SHORT]}{where} {why}"


class Verified(NamedTuple):
    """What became of a verification: how many runs and links, the last hash, what was dropped, and the faults in order.

    ``known`` says whether the hash that was asked for is one of the chain's; None where none was.
    """

    runs: int
    links: int
    head: str
    dropped: Mapping[str, int]
    before: int
    faults: tuple[Fault, ...]
    known: bool | None

    @property
    def intact(self) -> bool:
        """Whether every run is as it was recorded."""
        return not self.faults and self.known is not False

    def __str__(self) -> str:
        if not self.links and not self.faults:
            return "Nothing is recorded yet." if not self.runs else NO_CHAIN.format(runs=many(self.runs, "run"))
        lines = [f"Intact: {many(self.runs, 'run')}, {many(self.links, 'link')}, last hash {self.head}."]
        if self.faults:
            kinds = Counter(each.what for each in self.faults)
            told = ", ".join(f"{size:,} {what}" for what, size in kinds.items())
            lines = [f"NOT INTACT: {self.faults[0]}.", f"In all: {told}, of {many(self.runs, 'run')}."]
        if self.known is False:
            lines = ["NOT INTACT: no link has the hash that was given; the chain was written anew.", *lines[1:]]
        lines += [f"Dropped: {many(size, 'run')}, {why}." for why, size in self.dropped.items()]
        if self.before:
            lines.append(f"{many(self.before, 'run')} from before the chain: they are as they were when it began.")
        return "\n".join(lines)


NO_CHAIN = "No chain yet: {runs}, from an earlier version. The next run that is recorded begins it."


def digest_of(run: Sequence[Any], parts: Parts) -> str:
    """The digest of the row of a run and the rows below it, in whatever order a store gives them."""
    rows = {name: [list(map(_plain, row)) for row in sorted(parts.get(name, ()), key=_key)] for name in BELOW}
    written = json.dumps({"run": list(run), **rows}, sort_keys=True, separators=(",", ":"))
    return blake2b(written.encode(errors="surrogatepass"), digest_size=16).hexdigest()


def _key(row: Sequence[Any]) -> Any:
    """What tells the rows of a run apart comes first in each table."""
    return row[:5]


def _plain(value: Any) -> Any:
    return blake2b(value, digest_size=16).hexdigest() if isinstance(value, bytes) else value


def hash_of(before: str, run: str, at: str, digest: str, note: str) -> str:
    """The hash of a link, which follows from the one before."""
    return blake2b("\0".join((before, run, at, digest, note)).encode(), digest_size=16).hexdigest()


def digests(ask: Ask, ids: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Runs that are there, with the digests of what the ledger now knows of them."""
    for start in range(0, len(ids), STEP):
        part = ids[start : start + STEP]
        marks = f"({', '.join('?' * len(part))})"
        below: dict[str, dict[str, list[Any]]] = {each: {name: [] for name in BELOW} for each in part}
        for table in BELOW:
            for row in ask(f"SELECT {', '.join(TABLES[table])} FROM {table} WHERE run IN {marks}", part):
                below[row[0]][table].append(row)
        for row in ask(f"SELECT {', '.join(TABLES['run'])} FROM run WHERE id IN {marks}", part):
            yield row[0], digest_of(row, below[row[0]])


def append(store: Store, runs: Iterable[tuple[str, str]], note: str = "") -> None:
    """Add a link for each run and its digest, inside a transaction that writes: no other writer is then in one."""
    last = store.rows("SELECT place, hash FROM link ORDER BY place DESC LIMIT 1")
    place, head = last[0] if last else (0, "")
    at, found = written(datetime.now(UTC)), []
    for run, digest in runs:
        place, head = place + 1, hash_of(head, run, at, digest, note)
        found.append(Link(place, run, at, digest, note, head))
    store.many(INSERT, found)


def begin(store: Store) -> None:
    """A link for each run that was recorded before there was a chain."""
    ids = [row[0] for row in store.rows("SELECT id FROM run ORDER BY at, id")]
    append(store, digests(store.rows, ids), BEFORE)


def links(store: Store) -> list[Link]:
    """All links in their order."""
    read = reader("link", list(LINK))
    return [Link._make(read(row)) for row in store.rows(f"SELECT {', '.join(LINK)} FROM link ORDER BY place")]


def adopt(store: Store, given: Sequence[Link]) -> None:
    """Take a chain over with its runs, if it is whole and says of every run what the ledger now holds."""
    with store.writing() as execute:
        last = {each.run: each.digest for each in given}
        said = {run: digest for run, digest in last.items() if digest}
        if next(broken(given), None) is None and said == {each.run: each.digest for each in links(store)}:
            execute("DELETE FROM link")
            store.many(INSERT, given)


def broken(links: Sequence[Link]) -> Iterator[Link]:
    """The links that do not follow from the one before."""
    head, place = "", 0
    for each in links:
        if each.place != place + 1 or each.hash != hash_of(head, *each[1:5]):
            yield each
        head, place = each.hash, each.place


def verified(store: Store, anchor: str | None = None) -> Verified:
    """Whether every run is as its last link says, and every link follows from the one before."""
    there = [row[0] for row in store.rows("SELECT id FROM run ORDER BY at, id")]
    if store.version() < SINCE["link"]:
        return Verified(len(there), 0, "", {}, 0, (), None if anchor is None else False)
    chain = links(store)
    faults = [Fault("broken", each.place, each.run) for each in broken(chain)]
    last, now = {each.run: each for each in chain}, dict(digests(store.rows, there))
    for each in last.values():
        if each.digest and each.run not in now:
            faults.append(Fault("missing", each.place, each.run))
        elif each.run in now and each.digest != now[each.run]:
            faults.append(Fault("altered" if each.digest else "inserted", each.place, each.run))
    faults.sort(key=lambda each: each.place or 0)
    faults += [Fault("inserted", None, run) for run in there if run not in last]
    dropped = Counter(f"on {each.at[:10]} ({each.note})" for each in chain if not each.digest)
    before = sum(each.note == BEFORE for each in chain)
    known = None if anchor is None else any(each.hash.startswith(anchor) for each in chain)
    return Verified(len(there), len(chain), chain[-1].hash if chain else "", dropped, before, tuple(faults), known)
