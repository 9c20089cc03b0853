"""Label sets from files: one item a line, or one label a row."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from informed.core.errors import InputError, choice
from informed.core.labelsets import LabelSets
from informed.readers.sets import Ragged, assemble, from_long, from_rows
from informed.readers.sources import Source, not_utf8, sources


class Item(NamedTuple):
    """An item of a file: the line it stands on, its name if it has one, and its labels."""

    line: int
    name: Any
    labels: Sequence[Any]


def read_set_files(
    actual: str | Path,
    predicted: str | Path | Mapping[str, str | Path],
    *,
    kind: str = "sets",
    strip: bool = True,
    encoding: str = "utf-8",
    id: str = "id",
    label: str = "label",
) -> LabelSets:
    """Label sets of two files (or several systems by name) about the same items.

    ``kind``: "sets", one item a line, its name and then its labels, separated by tabs; "json", one item a line, a list
    of labels or an object with "id" and "labels"; "long", a table with one label a row, in columns ``id``, ``label``.
    """
    choice("kind", kind, ("long", *PARSERS))
    several = predicted if isinstance(predicted, Mapping) else {"predicted": predicted}
    with TemporaryDirectory(prefix="informed-") as spool:
        opened = {
            side: sources([path], Path(spool), encoding)[0] for side, path in {"actual": actual, **several}.items()
        }
        if kind == "long":
            sides, notes = from_long({side: _columns(each, id, label) for side, each in opened.items()}, id)
            return assemble(sides, strip=strip, notes=notes)
        items = {side: list(_items(each, PARSERS[kind])) for side, each in opened.items()}
    sides = {side: _side(rows, side) for side, rows in _aligned(items, opened).items()}
    return assemble(sides, strip=strip)


def _side(items: Sequence[Item], side: str) -> Ragged:
    return from_rows([item.labels for item in items], side)


def _items(source: Source, parse: Callable[[Source, int, str], Item]) -> Iterator[Item]:
    """The items of a file; lines without anything on them are none."""
    opener: Any = gzip.open if source.compression == "gzip" else open
    try:
        with opener(source.path, "rt", encoding="utf-8-sig", newline="\n") as file:
            for number, line in enumerate(file, 1):
                if line.strip():
                    yield parse(source, number, line.rstrip("\r\n"))
    except UnicodeDecodeError:
        raise not_utf8(source) from None


def _tabs(source: Source, number: int, line: str) -> Item:
    name, *labels = line.split("\t")
    return Item(number, name, labels)


def _json(source: Source, number: int, line: str) -> Item:
    try:
        data = json.loads(line)
    except json.JSONDecodeError as error:
        raise InputError(f"{source.name}, line {number}: {error.msg}; write one JSON list or object a line") from None
    if isinstance(data, list):
        return Item(number, None, data)
    if isinstance(data, dict) and isinstance(data.get("labels"), list):
        return Item(number, data.get("id"), data["labels"])
    raise InputError(f"{source.name}, line {number}: give a list of labels, or an object with 'id' and 'labels'")


PARSERS: dict[str, Callable[[Source, int, str], Item]] = {"sets": _tabs, "json": _json}


def _aligned(items: Mapping[str, list[Item]], opened: Mapping[str, Source]) -> dict[str, list[Item]]:
    """The same items in the same order on every side; by name where names are unique and the order differs."""
    first, *rest = items
    found = dict(items)
    for side in rest:
        mine, theirs = ([item.name for item in items[each]] for each in (first, side))
        if mine == theirs:
            continue
        if len(set(mine)) == len(mine) and sorted(map(str, mine)) == sorted(map(str, theirs)):
            place = {item.name: item for item in items[side]}
            found[side] = [place[name] for name in mine]
            continue
        raise _mismatch(items[first], items[side], opened[first].name, opened[side].name)
    return found


def _mismatch(mine: Sequence[Item], theirs: Sequence[Item], one: str, other: str) -> InputError:
    if len(mine) != len(theirs):
        return InputError(f"{one} has {len(mine):,} items, {other} has {len(theirs):,}; each item needs one of each")
    left, right = next((left, right) for left, right in zip(mine, theirs, strict=True) if left.name != right.name)
    return InputError(
        f"{one}, line {left.line} is about {left.name!r}, {other}, line {right.line} about {right.name!r}; "
        "both files must hold the same items"
    )


def _columns(source: Source, id: str, label: str) -> tuple[list[Any], list[Any]]:
    """The two columns of a long file."""
    import duckdb

    from informed.readers import csv

    connection = duckdb.connect(config={"autoinstall_known_extensions": "false"})
    if source.kind == "separated":
        of = csv.layout(connection, source, None)
        names, relation = of.names, csv.relation(connection, [source], of)
    else:
        read = connection.read_parquet if source.kind == "parquet" else connection.read_json
        relation = read(str(source.path))
        names = tuple(relation.columns)
    for role, name in (("id", id), ("label", label)):
        choice(f"{role}: column of {source.name}", name, names)
    at = [relation.columns[names.index(name)] for name in (id, label)]
    rows = relation.project(", ".join(f'"{name}"' for name in at)).fetchall()
    return [row[0] for row in rows], [row[1] for row in rows]
