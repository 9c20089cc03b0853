"""Sets of labels, however they are written down, into LabelSets."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from typing import Any

import numpy as np

from informed.core.errors import InputError, arg, choice
from informed.core.labels import plain_labels
from informed.core.labelsets import LabelSets, no_row
from informed.readers.arrays.codes import column, own_codes
from informed.readers.columns import key_names, keys_held
from informed.readers.distinct import distinct, keyed
from informed.readers.engines.groupby import counted_inside
from informed.readers.engines.pivots import Packed, is_engine, packed_sets
from informed.readers.frames.frame import as_frame, check_columns, counted_rows, whole_columns
from informed.readers.frames.held import as_list, columns_held
from informed.readers.ragged import Labelled, Ragged, as_sets, from_rows, ragged


def read_sets(
    data: Any,
    predicted: Any = None,
    *,
    actual: Any = None,
    id: str | None = None,
    label: str | None = None,
    labels: Iterable[Any] | None = None,
    strip: bool = True,
    separator: str | None = None,
    **how: Any,
) -> LabelSets:
    """Label sets of actual and predicted labels, one row per item.

    ``data`` and ``predicted``: lists of sets; CSR or indicator matrices, whose columns ``labels`` names; or long
    frames with a column ``id`` and a column ``label``. Or ``data`` is one frame, and ``actual`` and ``predicted`` name
    its columns: one column of lists each, or several columns of single labels. Several systems are a dictionary.
    ``strip`` takes space off the ends of labels and says so; ``separator`` splits texts into labels. ``how``: the keys,
    weights and what abstains or is missing, see `Labelled`; keys of named columns are named as well.
    """
    if isinstance(data, LabelSets):
        return data
    if predicted is None:
        raise InputError("predicted is missing: give the actual and the predicted sets, or name columns of a frame")
    systems: Mapping[str, Any] = predicted if _is_systems(predicted) else {"predicted": predicted}
    if "actual" in systems:
        raise InputError("a system is called 'actual', as the actual sets are; give it another name")
    given = None if labels is None else plain_labels(labels)
    how |= {"labels": given, "strip": strip}
    choice("missing", how.get("missing", "raise"), ("raise", "drop"))
    if id is not None or label is not None:
        return _long({"actual": data, **systems}, id, label, how)
    if actual is not None:
        return _from_frame(data, {"actual": actual, **systems}, separator, how)
    return assembled(
        {name: ragged(each, name, given, separator) for name, each in {"actual": data, **systems}.items()}, **how
    )


def assembled(sides: Mapping[str, Ragged], **how: Any) -> LabelSets:
    """Label sets of sides that were read row by row; ``how``: see `Labelled`."""
    choice("missing", how.get("missing", "raise"), ("raise", "drop"))
    first, *systems = sides
    length = len(sides[first].sizes)
    for name, side in sides.items():
        if len(side.sizes) != length:
            raise InputError(
                f"{first} has {length:,} items, {name} has {len(side.sizes):,}; each item needs one set of each"
            )
    if not length:
        raise InputError(f"{first} is empty; there is nothing to evaluate")
    return distinct(None, Labelled.arrays(sides[first], {name: sides[name] for name in systems}, **how))


def _is_systems(predicted: Any) -> bool:
    """Whether these are several systems by name; a frame is none, though it may look like a mapping."""
    return isinstance(predicted, Mapping) and all(isinstance(name, str) for name in predicted)


# --- frames ----------------------------------------------------------------------------------------------------------


def _frame(data: Any, argument: str) -> Any:
    frame = as_frame(data)
    if frame is None:
        raise InputError(f"{argument} is {type(data).__name__}, not a frame; columns can only be named of a frame")
    return frame


def _from_frame(data: Any, columns: Mapping[str, Any], separator: str | None, how: Mapping[str, Any]) -> LabelSets:
    """One column of lists, or several of single labels, for each side; and the keys."""
    several = {side: [name] if isinstance(name, str) else list(name) for side, name in columns.items()}
    roles = {**several, "keys": key_names(how)}
    held = columns_held(data, roles)
    if held is None:
        frame = _frame(data, "data")
        check_columns(frame, roles)
        if is_engine(frame) and _are_grouped(frame, chain.from_iterable(several.values())):
            return _counted(_grouped_sides(frame, several, separator, how), how)
        held = whole_columns(frame, [name for names in roles.values() for name in names])
    held = {name: as_list(each) for name, each in held.items()}
    return assembled(_sides(several, held, separator), **keys_held(how, held))


def _are_grouped(frame: Any, names: Iterable[str]) -> bool:
    """Whether the library can group by these columns; Arrow and Dask cannot by lists."""
    import narwhals.stable.v2 as nw

    schema, library = frame.collect_schema(), frame.implementation
    simple = not any(schema[name].is_nested() or schema[name] == nw.Object for name in names)
    return simple or not (library.is_dask() or library.is_pyarrow())


def _grouped_sides(
    frame: Any, several: Mapping[str, Sequence[str]], separator: str | None, how: Mapping[str, Any]
) -> Packed:
    """The distinct rows of the columns of all sides and of the keys."""
    columns = Labelled.named("actual", list(several)[1:], **how)
    keys, names = [name for _, name in columns.keys], list(chain.from_iterable(several.values()))
    found = counted_inside(frame, [*keys, *names], columns)
    held = {name: list(values) for name, values in zip(names, found.keys[len(keys) :], strict=True)}
    rest = found._replace(keys=[*found.keys[: len(keys)], range(len(found.items))])
    items = int(sum(found.items) + (sum(found.dropped[-1]) if found.dropped else 0))
    return Packed(_sides(several, held, separator), rest, items, {})


def _counted(packed: Packed, how: Mapping[str, Any]) -> LabelSets:
    """Label sets of distinct rows that an engine counted."""
    if not len(packed.found.items):
        raise InputError("actual is empty; there is nothing to evaluate")
    times = np.array(packed.found.items, np.int64)
    first, *systems = packed.sides
    sides: dict[str, Any] = {"actual": packed.sides[first], "systems": {name: packed.sides[name] for name in systems}}
    columns = Labelled.named(first, systems, **how)
    columns = replace(columns, **sides, times=times, items=packed.items, notes=_absent(packed.absent))
    levels = [(name, None) for _, name in columns.keys]
    return as_sets(counted_rows(packed.found, levels, columns), columns, keyed)


def _sides(
    several: Mapping[str, Sequence[str]], held: Mapping[str, Sequence[Any]], separator: str | None
) -> dict[str, Ragged]:
    """The sets of every side from the values of its columns."""
    return {
        side: _wide([held[name] for name in names], side)
        if len(names) > 1
        else from_rows(held[names[0]], names[0], separator)
        for side, names in several.items()
    }


def _wide(columns: Sequence[Sequence[Any]], side: str) -> Ragged:
    labels = list(chain.from_iterable(zip(*columns, strict=True)))
    return Ragged(np.full(len(columns[0]), len(columns)), own_codes(column(labels, side)))


def _long(frames: Mapping[str, Any], id: str | None, label: str | None, how: Mapping[str, Any]) -> LabelSets:
    """One row for each label of an item; its keys stand in the rows of its actual labels."""
    if id is None or label is None:
        raise InputError(
            f"a long frame needs both {arg('id')} (the column of items) and {arg('label')} (the column of labels)"
        )
    held = {side: _frame(frame, side) for side, frame in frames.items()}
    if all(map(is_engine, held.values())):
        packed = packed_sets(held, id, label, Labelled.named("actual", list(frames)[1:], **how))
        if packed is not None:
            return _counted(packed, how)
    keys = key_names(how)
    for side, frame in held.items():
        check_columns(frame, {"id": [id], "label": [label], "by": keys if side == "actual" else []})
    read = {
        side: whole_columns(frame, [id, label, *(keys if side == "actual" else [])]) for side, frame in held.items()
    }
    pairs = {side: (columns[id], columns[label]) for side, columns in read.items()}
    sides, how, notes = from_long(pairs, id, {name: read["actual"][name] for name in keys}, how)
    return assembled(sides, notes=notes, **how)


def _absent(items: Mapping[str, int]) -> list[str]:
    """Notes on items that one side does not mention."""
    return [no_row(side, number) for side, number in items.items() if number]


def from_long(
    pairs: Mapping[str, tuple[Sequence[Any], Sequence[Any]]],
    name: str,
    keys: Mapping[str, Sequence[Any]],
    how: Mapping[str, Any],
) -> tuple[dict[str, Ragged], dict[str, Any], list[str]]:
    """Sides given as items and labels, row by row; an item that one side does not mention has no label there.

    ``keys``: the columns beside the actual labels that keys are in; they must be the same in all rows of an item.
    """
    items = own_codes(column(list(chain.from_iterable(ids for ids, _ in pairs.values())), name))
    if None in (items.levels or ()):
        raise InputError(f"column {name!r}: {items.where(None)} is missing; every label needs its item")
    present, codes = np.unique(items.codes, return_inverse=True)
    sides, absent, start = {}, {}, 0
    for side, (ids, labels) in pairs.items():
        rows, start = codes[start : start + len(ids)], start + len(ids)
        values = own_codes(column(labels, side))
        sizes = np.bincount(rows, minlength=len(present))
        sides[side] = Ragged(sizes, values._replace(codes=values.codes[np.argsort(rows, kind="stable")]))
        absent[side] = int((sizes == 0).sum())
    ids, _ = pairs["actual"]
    held = {key: _once_per_item(ids, values, codes, len(present), key) for key, values in keys.items()}
    return sides, keys_held(how, held), _absent(absent)


def _once_per_item(ids: Sequence[Any], values: Sequence[Any], rows: Any, size: int, key: str) -> list[Any]:
    """The key of each item, None for one without a row."""
    found: dict[int, Any] = {}
    for item, value, row in zip(ids, values, rows, strict=False):
        if found.setdefault(row, value) != value:
            raise InputError(f"item {item!r} has several values in {key}; give each item one")
    return [found.get(row) for row in range(size)]
