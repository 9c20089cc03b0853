"""Sets of labels, however they are written down, into LabelSets."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from typing import Any

import numpy as np

from informed.core.errors import InputError, choice
from informed.core.labels import plain_labels
from informed.core.labelsets import LabelSets
from informed.readers.codes import column, own_codes
from informed.readers.columns import columns_held, key_names, keys_held
from informed.readers.distinct import distinct
from informed.readers.ragged import Labelled, Ragged, from_rows, ragged


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
    notes: list[str] = []
    if id is not None or label is not None:
        sides, how, notes = _long({"actual": data, **systems}, id, label, how)
    elif actual is not None:
        sides, how = _from_frame(data, {"actual": actual, **systems}, separator, how)
    else:
        sides = {name: ragged(each, name, given, separator) for name, each in {"actual": data, **systems}.items()}
    return assembled(sides, labels=given, strip=strip, notes=notes, **how)


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


def _eager(data: Any, argument: str) -> Any:
    from informed.readers.frames import as_frame

    frame = as_frame(data)
    if frame is None:
        raise InputError(f"{argument} is {type(data).__name__}, not a frame; columns can only be named of a frame")
    return frame.lazy().collect()


def _from_frame(
    data: Any, columns: Mapping[str, Any], separator: str | None, how: Mapping[str, Any]
) -> tuple[dict[str, Ragged], dict[str, Any]]:
    """One column of lists, or several of single labels, for each side; and the keys."""
    several = {side: [name] if isinstance(name, str) else list(name) for side, name in columns.items()}
    roles = {**several, "keys": key_names(how)}
    held = columns_held(data, roles)
    if held is None:
        from informed.readers.frames import check_columns

        frame = _eager(data, "data")
        check_columns(frame, roles)
        held = {name: frame.get_column(name).to_list() for names in roles.values() for name in names}
    sides = {
        side: _wide([held[name] for name in names], side)
        if len(names) > 1
        else from_rows(held[names[0]], names[0], separator)
        for side, names in several.items()
    }
    return sides, keys_held(how, held)


def _wide(columns: Sequence[Sequence[Any]], side: str) -> Ragged:
    labels = list(chain.from_iterable(zip(*columns, strict=True)))
    return Ragged(np.full(len(columns[0]), len(columns)), own_codes(column(labels, side)))


def _long(
    frames: Mapping[str, Any], id: str | None, label: str | None, how: Mapping[str, Any]
) -> tuple[dict[str, Ragged], dict[str, Any], list[str]]:
    """One row for each label of an item; its keys stand in the rows of its actual labels."""
    from informed.readers.frames import check_columns

    if id is None or label is None:
        raise InputError("a long frame needs both id= (the column of items) and label= (the column of labels)")
    eager = {side: _eager(frame, side) for side, frame in frames.items()}
    keys = key_names(how)
    for side, frame in eager.items():
        check_columns(frame, {"id": [id], "label": [label], "by": keys if side == "actual" else []})
    pairs = {side: (frame.get_column(id).to_list(), frame.get_column(label).to_list()) for side, frame in eager.items()}
    return from_long(pairs, id, {name: eager["actual"].get_column(name).to_list() for name in keys}, how)


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
    sides, notes, start = {}, [], 0
    for side, (ids, labels) in pairs.items():
        rows, start = codes[start : start + len(ids)], start + len(ids)
        values = own_codes(column(labels, side))
        sizes = np.bincount(rows, minlength=len(present))
        sides[side] = Ragged(sizes, values._replace(codes=values.codes[np.argsort(rows, kind="stable")]))
        if absent := int((sizes == 0).sum()):
            notes.append(f"{absent:,} items have no row in {side}: they count as items without a label there")
    ids, _ = pairs["actual"]
    held = {key: _once_per_item(ids, values, codes, len(present), key) for key, values in keys.items()}
    return sides, keys_held(how, held), notes


def _once_per_item(ids: Sequence[Any], values: Sequence[Any], rows: Any, size: int, key: str) -> list[Any]:
    """The key of each item, None for one without a row."""
    found: list[Any] = [None] * size
    for item, value, row in zip(ids, values, rows, strict=False):
        if found[row] is not None and found[row] != value:
            raise InputError(f"item {item!r} has several values in {key}; give each item one")
        found[row] = value
    return found
