"""Sets of labels, however they are written down, into LabelSets; every row and every label is accounted for."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from typing import Any, NamedTuple

import numpy as np

from informed.core.errors import InputError
from informed.core.labels import Label, plain_labels
from informed.core.labelsets import LabelSets, Sets
from informed.core.validate import Numbers
from informed.readers.codes import Column, Level, column, has, own_codes
from informed.readers.labels import common_labels, listed, positions


class Ragged(NamedTuple):
    """Labels as they were read: those of all rows one after the other, and how many each row has."""

    sizes: Numbers
    labels: Column


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
) -> LabelSets:
    """Label sets of actual and predicted labels, one row per item.

    ``data`` and ``predicted``: lists of sets; CSR or indicator matrices, whose columns ``labels`` names; or long
    frames with a column ``id`` and a column ``label``. Or ``data`` is one frame, and ``actual`` and ``predicted`` name
    its columns: one column of lists each, or several columns of single labels. Several systems are a dictionary.
    ``strip`` takes space off the ends of labels and says so; ``separator`` splits texts into labels.
    """
    if isinstance(data, LabelSets):
        return data
    if predicted is None:
        raise InputError("predicted is missing: give the actual and the predicted sets, or name columns of a frame")
    systems: Mapping[str, Any] = predicted if _is_systems(predicted) else {"predicted": predicted}
    given = None if labels is None else plain_labels(labels)
    notes: list[str] = []
    if id is not None or label is not None:
        sides, notes = _long({"actual": data, **systems}, id, label)
    elif actual is not None:
        sides = _from_frame(data, {"actual": actual, **systems}, separator)
    else:
        sides = {name: ragged(each, name, given, separator) for name, each in {"actual": data, **systems}.items()}
    return assemble(sides, labels=given, strip=strip, notes=notes)


def _is_systems(predicted: Any) -> bool:
    """Whether these are several systems by name; a frame is none, though it may look like a mapping."""
    return isinstance(predicted, Mapping) and all(isinstance(name, str) for name in predicted)


def ragged(values: Any, name: str, labels: Sequence[Label] | None = None, separator: str | None = None) -> Ragged:
    """The sets of one side, from a list of sets, a sparse matrix, or an array of zeros and ones."""
    if hasattr(values, "tocsr"):
        return _from_matrix(values.tocsr(), name, labels)
    if hasattr(values, "ndim") and values.ndim == 2:
        from scipy.sparse import csr_array

        if np.ma.is_masked(values):
            raise InputError(f"{name} has masked entries; an item's labels are known or the item is left out: drop it")
        return _from_matrix(csr_array(_indicators(np.asarray(values), name)), name, labels)
    if isinstance(values, (str, bytes)) or not isinstance(values, Iterable):
        raise InputError(f"{name}={values!r:.60} is one value; give one set of labels for each item")
    return from_rows(values if isinstance(values, (list, tuple)) else list(values), name, separator)


def from_rows(rows: Sequence[Any], name: str, separator: str | None = None) -> Ragged:
    """The sets of a list, one for each item."""
    if separator is not None:
        rows = [row.split(separator) if isinstance(row, str) else row for row in rows]
    kinds = set(map(type, rows))
    if odd := {kind for kind in kinds if issubclass(kind, (str, bytes)) or not issubclass(kind, Iterable)}:
        place = next(place for place, row in enumerate(rows) if type(row) in odd)
        hint = "use an empty set for no label" if rows[place] is None else "give a set of labels, or separator="
        raise InputError(f"{name}[{place}] is {rows[place]!r:.60}, not a set; {hint}")
    sizes = np.fromiter(map(len, rows), np.int64, len(rows))
    return Ragged(sizes, own_codes(column(list(chain.from_iterable(rows)), name)))


def _indicators(values: Numbers, name: str) -> Numbers:
    if values.dtype.kind not in "biuf":
        raise InputError(f"{name} is a matrix of {values.dtype}; give zeros and ones, or a list of sets")
    odd = (values != 0) & (values != 1)
    if odd.any():
        row, label = (int(place) for place in np.argwhere(odd)[0])
        raise InputError(f"{name}[{row}, {label}] is {values[row, label]}; an indicator is 0 or 1")
    return values


def _from_matrix(matrix: Any, name: str, labels: Sequence[Label] | None) -> Ragged:
    width = matrix.shape[1]
    if labels is not None and len(labels) != width:
        raise InputError(f"labels: {len(labels):,} names for the {width:,} columns of {name}; name each column once")
    present = matrix.data != 0
    sizes = np.diff(np.concatenate([[0], np.cumsum(present)])[matrix.indptr])
    levels: Sequence[Level] = range(width) if labels is None else labels
    return Ragged(sizes, Column(name, matrix.indices[present], levels, fixed=True))


# --- frames ----------------------------------------------------------------------------------------------------------


def _eager(data: Any, argument: str) -> Any:
    from informed.readers.frames import as_frame

    frame = as_frame(data)
    if frame is None:
        raise InputError(f"{argument} is {type(data).__name__}, not a frame; columns can only be named of a frame")
    return frame.lazy().collect()


def _from_frame(data: Any, columns: Mapping[str, Any], separator: str | None) -> dict[str, Ragged]:
    """One column of lists, or several of single labels, for each side."""
    from informed.readers.frames import check_columns

    frame = _eager(data, "data")
    several = {side: [name] if isinstance(name, str) else list(name) for side, name in columns.items()}
    check_columns(frame, several)
    return {
        side: _wide(frame, names, side) if len(names) > 1 else _listed(frame, names[0], separator)
        for side, names in several.items()
    }


def _listed(frame: Any, name: str, separator: str | None) -> Ragged:
    """A column of lists; a missing one holds no label."""
    rows = frame.get_column(name).to_list()
    return from_rows([() if row is None or isinstance(row, float) else row for row in rows], name, separator)


def _wide(frame: Any, names: Sequence[str], side: str) -> Ragged:
    labels = list(chain.from_iterable(frame.select(*names).rows()))
    return Ragged(np.full(len(frame), len(names)), own_codes(column(labels, side)))


def _long(frames: Mapping[str, Any], id: str | None, label: str | None) -> tuple[dict[str, Ragged], list[str]]:
    """One row for each label of an item."""
    from informed.readers.frames import check_columns

    if id is None or label is None:
        raise InputError("a long frame needs both id= (the column of items) and label= (the column of labels)")
    eager = {side: _eager(frame, side) for side, frame in frames.items()}
    for frame in eager.values():
        check_columns(frame, {"id": [id], "label": [label]})
    pairs = {side: (frame.get_column(id).to_list(), frame.get_column(label).to_list()) for side, frame in eager.items()}
    return from_long(pairs, id)


def from_long(
    pairs: Mapping[str, tuple[Sequence[Any], Sequence[Any]]], name: str
) -> tuple[dict[str, Ragged], list[str]]:
    """Sides given as items and labels, row by row; an item that one side does not mention has no label there."""
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
    return sides, notes


# --- one order of labels ---------------------------------------------------------------------------------------------


def assemble(
    sides: Mapping[str, Ragged],
    *,
    labels: Sequence[Label] | None = None,
    strip: bool = True,
    notes: Iterable[str] = (),
) -> LabelSets:
    """Label sets of sides that were read row by row, with what was stripped, blank or repeated."""
    first = next(iter(sides))
    length = len(sides[first].sizes)
    for name, side in sides.items():
        if len(side.sizes) != length:
            raise InputError(
                f"{first} has {length:,} items, {name} has {len(side.sizes):,}; each item needs one set of each"
            )
    if not length:
        raise InputError(f"{first} is empty; there is nothing to evaluate")
    tidy = {name: _tidied(side, strip) for name, side in sides.items()}
    present = [~has(each.labels, [None]) for each in tidy.values()]
    order, found = common_labels([each.labels for each in tidy.values()], present, labels)
    said, read, sets = [*notes], {"rows": length}, []
    for (name, each), keep in zip(tidy.items(), present, strict=True):
        rows = np.repeat(np.arange(length), each.sizes)[keep]
        codes = positions(each.labels, order)[keep]
        sets.append(Sets.of_entries(rows, codes, length))
        repeated = len(codes) - len(sets[-1].codes)
        tally = {"labels": len(keep), "blank": int((~keep).sum()), "repeated": repeated, "stripped": each.stripped}
        read |= {f"{name}_{key}": value for key, value in tally.items()}
        said += _said(name, tally, each.example)
    said += [*found, *_glued(order)]
    return LabelSets.of(order, sets, systems=tuple(sides)[1:], read=read, notes=tuple(dict.fromkeys(said)))


class _Tidied(NamedTuple):
    sizes: Numbers
    labels: Column
    stripped: int
    example: Level


def _tidied(side: Ragged, strip: bool) -> _Tidied:
    """Labels stripped if asked; blank ones become missing."""
    levels = side.labels.levels or ()
    if isinstance(levels, range):
        return _Tidied(side.sizes, side.labels, 0, None)
    tidy = [level.strip() if strip and isinstance(level, str) else level for level in levels]
    blank = [None if level == "" else level for level in tidy]
    changed = np.asarray([old != new for old, new in zip(levels, blank, strict=True)], bool)
    changed &= np.asarray([level is not None for level in blank], bool)
    example = next((level for level, new in zip(levels, changed, strict=True) if new), None)
    stripped = int(changed[side.labels.codes].sum()) if len(levels) else 0
    return _Tidied(side.sizes, side.labels._replace(levels=blank), stripped, example)


def _said(name: str, tally: Mapping[str, int], example: Level) -> list[str]:
    said = []
    if tally["stripped"]:
        said.append(
            f"{name}: {tally['stripped']:,} labels had space at an end, for example {example!r}, and were stripped; "
            "strip=False (--raw) keeps them"
        )
    if tally["repeated"]:
        said.append(f"{name}: {tally['repeated']:,} labels repeated on one item count once")
    return said


def _glued(labels: Sequence[Label]) -> list[str]:
    """Labels that read like two others written together, as when a separator is missing."""
    texts = {label for label in labels if isinstance(label, str)}
    pairs = [
        (label, label[:place].strip(), label[place + 1 :].strip())
        for label in sorted(texts)
        for place, mark in enumerate(label)
        if mark == " " and {label[:place].strip(), label[place + 1 :].strip()} <= texts
    ]
    return [f"label {label!r} looks like {listed([one, two])} with a separator missing" for label, one, two in pairs]
