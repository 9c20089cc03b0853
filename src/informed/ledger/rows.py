"""The rows of a ledger: what each column must hold, when it is written and when it is read."""

import json
import zlib
from collections.abc import Callable, Sequence
from typing import Any

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
        "task": TEXT,
        "system": TEXT,
        "version": TEXT,
        "grouped": TEXT,
        "label": TEXT,
        "measure": TEXT,
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
