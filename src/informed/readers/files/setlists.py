"""Label sets from files: one item per line, or one label per row."""

import gzip
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from informed.core.errors import InputError, arg, choice
from informed.core.labelsets import LabelSets
from informed.readers.columns import key_names, keys_held
from informed.readers.engines.connection import clean_errors, connected
from informed.readers.files.packing import parsing
from informed.readers.files.rows import check_names
from informed.readers.files.sources import KINDS, TEXT, Source, not_utf8, sources
from informed.readers.files.spool import Spool
from informed.readers.files.tables import tables, values
from informed.readers.labels import numbers
from informed.readers.ragged import from_rows
from informed.readers.sets import assembled, from_long


class Item(NamedTuple):
    """An item of a file: the line it stands on, its name if it has one, its labels, and its keys, None for none."""

    line: int
    name: Any
    labels: Sequence[Any] | None
    keys: Sequence[Any] = ()


TYPED = (*KINDS["workbook"], *KINDS["sqlite"])  # which are copied as text
Parser = Callable[[Source, int, str], Item]


def read_set_files(
    actual: str | Path,
    predicted: str | Path | Mapping[str, str | Path],
    *,
    kind: str = "sets",
    strip: bool = True,
    encoding: str = "utf-8",
    id: str = "id",
    label: str = "label",
    header: bool = True,
    first_label: int | Sequence[int] = 2,
    table: str | None = None,
    **how: Any,
) -> LabelSets:
    """Label sets of two files (or several systems by name) about the same items.

    ``kind``: "sets", one item per line, its name and then its labels, separated by tabs; "json", one item per line, a
    list of labels or an object with "id" and "labels"; "long", a table with one label per row, in columns ``id`` and
    ``label``, which without ``header`` are numbers from 1 on. ``first_label``: the column of the first label in files
    of sets, for all of them or for each. ``table``: that of databases. ``how``: keys and weights (see `Labelled`),
    which stand beside the actual labels: in a column of a table, under a name in JSON, in a column before the first
    label in files of sets.
    """
    choice("kind", kind, ("sets", "json", "long"))
    sides = {"actual": actual, **(predicted if isinstance(predicted, Mapping) else {"predicted": predicted})}
    with Spool() as spool, parsing(*sides.values()):
        opened = {side: sources([path], spool, encoding, table)[0] for side, path in sides.items()}
        keys = key_names(how)
        if kind == "long":
            columns = _long_columns if header else _numbered
            read = {side: columns(each, id, label, keys * (side == "actual")) for side, each in opened.items()}
            held = {name: _typed(column) for name, column in zip(keys, read["actual"][2:], strict=True)}
            found, how, notes = from_long({side: (each[0], each[1]) for side, each in read.items()}, id, held, how)
            return assembled(found, strip=strip, notes=notes, **how)
        for each in opened.values():
            _check_lines(each)
        seen: dict[str, None] = {}
        parsers = [
            _tabs(first, keys * (place == 0)) if kind == "sets" else _json(keys * (place == 0), seen)
            for place, first in enumerate(_places(first_label, len(opened)))
        ]
        items = {side: list(_items(each, parse)) for (side, each), parse in zip(opened.items(), parsers, strict=True)}
    if kind == "json":
        _check_keys(keys, [name for name in seen if name not in NAMES], opened["actual"])
    found = {side: from_rows([item.labels for item in rows], side) for side, rows in _aligned(items, opened).items()}
    held = {name: _typed([item.keys[place] for item in items["actual"]]) for place, name in enumerate(keys)}
    notes = [note for side, rows in items.items() for note in _nameless(rows, opened[side])]
    return assembled(found, strip=strip, notes=notes, **keys_held(how, held))


def _check_lines(source: Source) -> None:
    """Refuse a table where lines of text are read."""
    if source.kind not in TEXT or Path(source.name.partition("#")[0]).suffix.lower() in TYPED:
        raise InputError(
            f"{source.name} is a table, not lines of labels; give "
            f"{arg('kind', 'long')} (columns of items and labels), or "
            f"one file with {arg('actual')} and {arg('predicted')} (columns of sets)"
        )


def _typed(column: Sequence[Any]) -> list[Any]:
    """Keys as numbers where all of them write numbers; an empty text is none."""
    meaning = numbers({each for each in column if each and isinstance(each, str)})
    return [None if each == "" else meaning.get(each, each) if isinstance(each, str) else each for each in column]


def _places(first_label: int | Sequence[int], files: int) -> list[int]:
    """The column of the first label in each file."""
    given = [first_label] if isinstance(first_label, int) else list(first_label)
    places = given * files if len(given) == 1 else given
    if len(places) != files or min(places) < 2:
        raise InputError(
            f"{arg('first_label', tuple(given))} must "
            f"be one column, or one for each of the {files} files, "
            "from 2 on: column 1 holds the item"
        )
    return places


def _nameless(items: Sequence[Item], source: Source) -> Iterator[str]:
    """A note of items without a name and without a label."""
    lines = [str(item.line) for item in items if item.name == "" and not any(item.labels or ())]
    if lines:
        shown = ", ".join(lines[:5]) + (", ..." if len(lines) > 5 else "")
        word = "line" if len(lines) == 1 else "lines"
        yield f"{source.name}, {word} {shown}: an item without a name and without a label, kept as an empty set"


NAMES = ("id", "labels")  # what an item in JSON holds
SEPARATORS = ("|", ";", ",")  # between the labels of one text, where none is named


def read_set_columns(
    path: str | Path,
    actual: str,
    predicted: Mapping[str, str],
    *,
    strip: bool = True,
    separator: str | None = None,
    encoding: str = "utf-8",
    table: str | None = None,
    sql: str | None = None,
    **how: Any,
) -> LabelSets:
    """Label sets of one file: a column of actual sets and one for each system, as lists or as texts of labels.

    ``table``, ``sql``: the part of a database, or what is asked of it. ``how``: keys and weights, which other columns
    hold (see `Labelled`).
    """
    keys = dict.fromkeys(key_names(how))  # one column may be several keys
    with Spool() as spool, parsing(path):
        (source,) = sources([path], spool, encoding, table, sql)
        sides_and_keys = {"actual": actual, **predicted, **{f"key {name}": name for name in keys}}
        columns = _columns(source, sides_and_keys)
    held = {name: _typed(columns.pop(f"key {name}")) for name in keys}
    texts = [text for rows in columns.values() for text in rows if isinstance(text, str)]
    mark = separator or next((each for each in SEPARATORS if any(each in text for text in texts)), None)
    notes = [f"labels are separated by {mark!r}; {arg('separator')} names another"] if mark != separator else []
    sides = {side: from_rows([_labels_in(row, mark) for row in rows], side) for side, rows in columns.items()}
    return assembled(sides, strip=strip, notes=notes, **keys_held(how, held))


def _labels_in(cell: Any, separator: str | None) -> Sequence[Any]:
    """The labels of one cell: a list as it is, a list written as JSON, or a text split; nothing is the empty set."""
    if not isinstance(cell, str):
        return () if cell is None else cell if isinstance(cell, list) else [cell]
    if cell.startswith("[") and cell.endswith("]"):
        with suppress(json.JSONDecodeError, RecursionError):
            return json.loads(cell)  # type: ignore[no-any-return]
    return cell.split(separator) if separator else [cell]


def _items(source: Source, parse: Parser) -> Iterator[Item]:
    """The items of a file; an empty line is none, a lone tab is an item without a name and without a label."""
    opener: Any = gzip.open if source.compression == "gzip" else open
    try:
        with opener(source.path, "rt", encoding="utf-8-sig", newline="\n") as file:
            for number, line in enumerate(file, 1):
                if line.strip("\r\n ") != "":
                    yield parse(source, number, line.rstrip("\r\n"))
    except UnicodeDecodeError:
        raise not_utf8(source) from None


def _tabs(first_label: int, keys: Sequence[str]) -> Parser:
    """Items by tabs: the name first, the labels from a column on, the keys in columns between."""
    for key in keys:
        if not key.isdigit() or not 0 < int(key) < first_label:
            raise InputError(
                f"column {key!r} cannot be a key: the labels begin in column {first_label}; give the number of a "
                f"column before them, or {arg('first_label')}"
            )

    def parse(source: Source, number: int, line: str) -> Item:
        fields = line.split("\t")
        held = [fields[int(key) - 1] if int(key) <= len(fields) else None for key in keys]
        return Item(number, fields[0], fields[first_label - 1 :], held)

    return parse


def _check_keys(keys: Sequence[str], known: Sequence[str], source: Source) -> None:
    """Refuse a key that no item has."""
    for key in keys:
        if key not in known and not known:
            raise InputError(
                f"{source.name}: no item has {key!r}; the items hold {' and '.join(map(repr, NAMES))} alone"
            )
        choice(f"{source.name}: column", key, known)


def _json(keys: Sequence[str], seen: dict[str, None]) -> Parser:
    """Items as JSON: a list of labels, or an object that also holds its name and its keys; ``seen`` gets all names."""
    needed = "an object with 'id' and 'labels'" + "".join(f" and {key!r}" for key in keys)
    needed = needed if keys else f"a list of labels, or {needed}"

    def parse(source: Source, number: int, line: str) -> Item:
        try:
            data = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise InputError(f"{source.name}, line {number}: {error}; write one JSON list or object per line") from None
        held = data if isinstance(data, dict) else {} if keys else {"labels": data}
        if keys:
            seen.update(dict.fromkeys(held))
        name, labels, *rest = (held.get(each) for each in (*NAMES, *keys))
        known = isinstance(labels, list) or (labels is None and "labels" in held)  # null is a set that is missing
        if known and not any(isinstance(each, (list, dict)) for each in (name, *(labels or ()), *rest)):
            return Item(number, name, labels, rest)
        raise InputError(f"{source.name}, line {number}: give {needed} with {', '.join(map(repr, (*NAMES, *keys)))}")

    return parse


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


def _numbered(source: Source, id: str, label: str, keys: Sequence[str]) -> list[list[Any]]:
    """Columns, by number, of a file by tabs without a line of names."""
    places: list[int] = []
    for role, named in (("id", id), ("label", label), *(("key", each) for each in keys)):
        if not str(named).isdigit() or int(named) < 1:
            raise InputError(
                "must be the number of a column, from 1 on, in a file without a header", argument=role, value=named
            )
        places.append(int(named) - 1)
    found: list[list[Any]] = [[] for _ in places]
    for item in _items(source, lambda _, number, line: Item(number, None, line.split("\t"))):
        fields = list(item.labels or ())
        if len(fields) <= max(places):
            raise InputError(f"{source.name}, line {item.line} has {len(fields)} columns, not {max(places) + 1}")
        for kept, place in zip(found, places, strict=True):
            kept.append(fields[place])
    return found


def _long_columns(source: Source, id: str, label: str, keys: Sequence[str]) -> list[list[Any]]:
    """The columns of a long file: items, labels and keys."""
    found = _columns(source, {"id": id, "label": label, **{f"key {name}": name for name in keys}})
    for role, cells in found.items():
        if odd := [each for each in cells if isinstance(each, (list, dict))]:
            raise InputError(f"{source.name}, column {role}: {odd[0]!r:.60} must be a text or a number")
    return list(found.values())


def _columns(source: Source, roles: Mapping[str, str]) -> dict[str, list[Any]]:
    """The columns of a file that play these roles."""
    with clean_errors([source]), connected([source]) as connection:
        (table,) = tables(connection, [source])
        check_names(table, roles.values())
        found = values(connection, table, list(roles.values()))
    return {role: [row[place] for row in found] for place, role in enumerate(roles)}
