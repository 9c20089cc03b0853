"""A recorded run, and a list of them."""

import json
import re
import zlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from html import escape
from typing import Any, NamedTuple, overload

from informed.core.errors import InputError, arg
from informed.core.shape import LABELS, NUMBER, TEXT, TEXTS, TIME, WHOLE, Shape, held, in_json, listed, mapped, maybe

RESTORE = "the ledger was damaged, restore it from a copy"


def _identity(value: Any) -> str:
    if len(bytes.fromhex(value)) != 16:
        raise ValueError
    return str(value)


def _unpacked(value: Any) -> Any:
    data = json.loads(zlib.decompress(value)) if isinstance(value, bytes) else None
    if not isinstance(data, dict):
        raise TypeError
    return data


def _codes(value: Any) -> tuple[int, ...]:
    if not isinstance(value, (list, tuple)) or not set(map(type, value)) <= {int} or min(value, default=0) < -1:
        raise TypeError
    return tuple(value)


ID = Shape("32 hexadecimal digits", _identity)
YES = Shape("0 or 1", lambda value: bool((0, 1).index(value)))
KEY = Shape("hexadecimal digits", lambda value: bytes.fromhex(value) and value)
PACKED = Shape("packed rows of items", _unpacked)
DOCUMENT = in_json(Shape("a saved statistic", dict))
CODES = Shape("a list of codes", _codes)
FIGURES = dict.fromkeys(("value", "low", "high", "chance", "level"), maybe(NUMBER))
ABOUT = {"task": TEXT, "dataset": TEXT, "fingerprint": TEXT, "system": TEXT, "version": TEXT}

LINK = {"place": WHOLE, "run": ID, "at": TEXT, "digest": TEXT, "note": TEXT, "hash": TEXT}
TABLES: dict[str, dict[str, Shape]] = {
    "run": {
        "id": ID,
        "at": TIME,
        **ABOUT,
        "systems": in_json(TEXTS),
        "tags": in_json(mapped(TEXT, "texts by name")),
        **dict.fromkeys(("source", "question", "signature", "informed", "way"), TEXT),
        "n": maybe(WHOLE),
        "passed": maybe(YES),
        "options": in_json(Shape("options by name", dict)),
    },
    "statistic": {"run": ID, "place": WHOLE, "name": TEXT, "kind": TEXT, "document": TEXT},
    "figure": {"run": ID, **dict.fromkeys(("system", "grouped", "label", "measure"), TEXT), **FIGURES},
    "look": {"run": ID, "at": TIME},
    "item": {"run": ID, "n": WHOLE, "hashed": YES, "document": PACKED},
    "setting": {"name": TEXT, "value": KEY},
    "link": LINK,
    "estimate": {
        "run": ID,
        "time": TIME,
        **dict.fromkeys(("task", "system", "version", "grouped", "label", "measure"), TEXT),
        **FIGURES,
        "n": maybe(WHOLE),
    },
}
"""The columns of each table, and of the view ``estimate``."""

ITEMS = {"labels": LABELS, "ids": listed(Shape("an id", str), "a list of ids"), "actual": CODES}
ITEMS |= {"predicted": mapped(CODES, "codes by system")}


def reader(table: str, columns: Sequence[str]) -> Callable[[Sequence[Any]], list[Any]]:
    """What reads a row with these columns, the first of which names it."""
    shapes = {name: TABLES[table][name] for name in columns}

    def read(row: Sequence[Any]) -> list[Any]:
        return held(f"the ledger, {table} with {columns[0]} {row[0]!r:.40}", shapes, row, RESTORE)

    return read


def checked(where: str, table: str, row: Sequence[Any], remedy: str) -> Sequence[Any]:
    """A row of a table as it is to be written, if it can be read again."""
    held(where, TABLES[table], row, remedy)
    return row


COLUMNS = (
    "id, at, task, dataset, fingerprint, system, systems, version, tags, source, question, signature, informed, n, "
    "passed"
)
READ = reader("run", COLUMNS.split(", "))
SAID = (
    "id, time, task, system, systems, version, dataset, fingerprint, tags, source, question, signature, informed, n, "
    "passed"
)
AGE = re.compile(r"(?P<number>[0-9]{1,6}) *(?P<unit>day|week|year)s?")
SHOWN = 20  # rows in a notebook
SHORT = 10  # characters of an id that people read and type


class Run(NamedTuple):
    """What was recorded, without its statistics: ask the ledger for these.

    ``id`` is the fingerprint of task, system, version, data, statistics and options. ``time`` is when it was first
    recorded. ``systems`` are the systems it judged: several for a comparison, else only ``system``. ``dataset`` names
    the data and ``fingerprint`` tells their content; both may be empty. ``question`` is what was asked ("evaluate").
    ``passed`` says whether requirements were met, None where there were none or it is undecided.
    """

    id: str
    time: datetime
    task: str
    dataset: str
    fingerprint: str
    system: str
    systems: tuple[str, ...]
    version: str
    tags: Mapping[str, str]
    source: str
    question: str
    signature: str
    informed: str
    n: int | None
    passed: bool | None

    @classmethod
    def of(cls, row: Sequence[Any]) -> "Run":
        """A row of the table, with the columns of `COLUMNS`."""
        return cls._make(READ(row))

    @property
    def name(self) -> str:
        """The system with its version."""
        return f"{self.system} {self.version}" if self.version else self.system

    def to_dict(self) -> dict[str, Any]:
        """Plain data."""
        data = self._asdict() | {"time": written(self.time), "systems": list(self.systems), "tags": dict(self.tags)}
        return {name: data[name] for name in SAID.split(", ")}

    def __repr__(self) -> str:
        size = "" if self.n is None else f", {self.n:,} items"
        return f"Run({self.id[:SHORT]}, {self.time:%Y-%m-%d %H:%M}, {self.task}: {self.name}{size})"


class Runs(Sequence[Run]):
    """Runs in the order of their time; each is read when it is looked at."""

    def __init__(self, rows: Sequence[Sequence[Any]]) -> None:
        self._rows = rows

    def __len__(self) -> int:
        return len(self._rows)

    @overload
    def __getitem__(self, place: int) -> Run: ...
    @overload
    def __getitem__(self, place: slice) -> "Runs": ...
    def __getitem__(self, place: int | slice) -> "Run | Runs":
        return Runs(self._rows[place]) if isinstance(place, slice) else Run.of(self._rows[place])

    def __repr__(self) -> str:
        return f"<{len(self):,} runs>"

    def rows(self) -> list[dict[str, Any]]:
        """One flat row per run."""
        return [{**each.to_dict(), "systems": ", ".join(each.systems), "tags": told(each.tags)} for each in self]

    def _repr_html_(self) -> str:
        head = ("time", "task", "system", "version", "items", "question", "passed", "run")
        shown = [_cells(each) for each in self[-SHOWN:]]
        left = len(self) - len(shown)
        caption = f"<caption>the last {SHOWN} of {len(self):,} runs</caption>" if left else ""
        body = "".join(f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>" for row in shown)
        return f"<table>{caption}<tr>{''.join(f'<th>{name}</th>' for name in head)}</tr>{body}</table>"


def _cells(run: Run) -> list[str]:
    size = "" if run.n is None else f"{run.n:,}"
    met = {None: "", True: "yes", False: "no"}[run.passed]
    return [f"{run.time:%Y-%m-%d %H:%M}", run.task, run.system, run.version, size, run.question, met, run.id[:SHORT]]


def told(tags: Mapping[str, str]) -> str:
    """Tags in one line."""
    return ", ".join(f"{name}={value}" for name, value in tags.items())


def tags_of(given: Mapping[str, Any] | Iterable[str] | None) -> dict[str, str]:
    """Tags by name, given so or as texts NAME=VALUE."""
    if given is None:
        return {}
    if isinstance(given, str):
        raise InputError(f"{arg('tags', given)} is one text; give a dictionary, for example {{'site': 'north'}}")
    if isinstance(given, Mapping):
        return {str(name): str(given[name]) for name in sorted(given)}
    pairs = [str(each).partition("=") for each in given]
    if wrong := [name for name, mark, _ in pairs if not mark or not name]:
        raise InputError(f"tag {wrong[0]!r} has no value; write NAME=VALUE, for example site=north")
    return {name: value for name, _, value in sorted(pairs)}


def written(time: datetime) -> str:
    """A time as the ledger keeps it: UTC, and in the order of time when sorted as text."""
    return f"{time.astimezone(UTC).replace(tzinfo=None).isoformat(timespec='microseconds')}Z"


def duration(argument: str, given: str) -> timedelta:
    """A length of time as it is written: 400 days, 52 weeks, 2 years (of 365 days)."""
    match = AGE.fullmatch(given)
    if not match or not int(match["number"]):
        raise InputError(
            "is no length of time; write '400 days', '52 weeks' or '2 years'", argument=argument, value=given
        )
    days = int(match["number"]) * {"day": 1, "week": 7, "year": 365}[match["unit"]]
    return timedelta(days=min(days, 700_000))  # as far back as dates go


def moment(argument: str, given: datetime | str) -> str:
    """A time, given as such with its zone or written: 2026-11-01, 2026-11-01T12:00; without a zone a text is in UTC."""
    try:
        time = datetime.fromisoformat(given) if isinstance(given, str) else given
        if time.tzinfo is None and not isinstance(given, str):
            raise InputError(f"{argument}={given} has no time zone; give one, for example datetime.now(UTC)")
        return written(time if time.tzinfo else time.replace(tzinfo=UTC))
    except (AttributeError, OverflowError, TypeError, ValueError) as error:
        if isinstance(error, InputError):
            raise
        raise InputError(
            "is not a time; write it like 2026-11-01 or 2026-11-01T12:00", argument=argument, value=given
        ) from None
