"""From any source to a statistic: every row is kept, or missing, and none is lost."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple, overload

import numpy as np

from informed.core.counts import Counts
from informed.core.errors import InputError, arg
from informed.core.items import Items
from informed.core.labelsets import LabelSets
from informed.core.merging import KEYS, NONE
from informed.core.ratings import Ratings
from informed.core.scores import Scores
from informed.core.validate import check_cells
from informed.readers.arrays.cells import Cells, Dense
from informed.readers.arrays.codes import Column, has
from informed.readers.arrays.series import Counted, count_arrays
from informed.readers.columns import DESIGN, Columns, Rated, Scored
from informed.readers.frames.held import columns_held
from informed.readers.labels import EVERY, Mask, as_met, common_labels, group_places, listed, positions
from informed.readers.ragged import Labelled, as_sets
from informed.readers.scores import as_scores


@overload
def distinct(source: Any, columns: Scored, **how: Any) -> Scores: ...
@overload
def distinct(source: Any, columns: Rated, **how: Any) -> Ratings: ...
@overload
def distinct(source: Any, columns: Labelled, **how: Any) -> LabelSets: ...
@overload
def distinct(source: Any, columns: Columns, **how: Any) -> Items: ...
def distinct(source: Any, columns: Columns, **how: Any) -> Items | Scores | LabelSets:
    """The distinct rows of these columns: of arrays (``source`` is None), of a frame, a dictionary, or files.

    Engines group their own rows and give back the distinct ones alone. ``how`` files are read: see `Reading`.
    """
    counted, columns = read_rows(source, columns, **how)
    if isinstance(columns, Scored):
        return as_scores(counted, columns, keyed)
    if isinstance(columns, Labelled):
        return as_sets(counted, columns, keyed)
    return as_ratings(counted, columns) if isinstance(columns, Rated) else as_items(counted, columns)


def tabulated(source: Any, columns: Columns, **how: Any) -> Counts:
    """The counts of the only system of these columns."""
    return as_counts(*read_rows(source, columns, **how))


def read_rows(source: Any, columns: Columns, **how: Any) -> tuple[Counted, Columns]:
    """The distinct rows, and the columns as the source has them."""
    paths = [source] if isinstance(source, (str, Path)) else source
    if isinstance(paths, (list, tuple)) and all(isinstance(each, (str, Path)) for each in paths):
        from informed.readers.files.rows import distinct_rows

        counted, columns = distinct_rows(paths, columns, **how)
        counted = _renamed(counted, columns)
        labels = {level for key in counted.cells.keys[-len(columns.labelled) :] for level in key.levels or ()}
        asked = None if columns.labels is None else as_met(columns.labels, labels)
        if columns.abstain is not None and not isinstance(columns, Scored):
            columns = replace(columns, abstain=as_met(columns.apart, labels))
        return counted, replace(columns, labels=asked)
    return _renamed(_counted(source, columns), columns), columns


def _renamed(counted: Counted, columns: Columns) -> Counted:
    """The labels under their new names; those that get the same one are one label."""
    if not columns.rename:
        return counted
    cells, first = counted.cells, len(counted.cells.keys) - len(columns.labelled)
    levels = [list(key.levels or ()) for key in cells.keys[first:]]
    met = list(dict.fromkeys(level for each in levels for level in each if level is not None))
    old = as_met(columns.rename, met)
    if gone := [each for each in old if each not in met]:
        names = sorted(met, key=str)
        raise InputError(f"is no label here; the labels are {listed(names)}", argument="rename", value=gone[0])
    new = dict(zip(old, as_met(columns.rename.values(), met), strict=True))
    keys = [
        key._replace(levels=[new.get(level, level) for level in each])
        for key, each in zip(cells.keys[first:], levels, strict=True)
    ]
    return replace(counted, found=cells._replace(keys=[*cells.keys[:first], *keys]))


def _counted(source: Any, columns: Columns) -> Counted:
    """The distinct rows of what lies in memory or belongs to an engine."""
    if source is None:
        return count_arrays(columns)
    held = columns_held(source, columns.roles)
    if held is not None:
        return count_arrays(columns.held(held))
    from informed.readers.frames.frame import as_frame, count_frame

    frame = as_frame(source)  # once: a stream of Arrow batches can be read a single time
    if frame is None:
        raise InputError(
            f"a frame, file or dictionary of columns is needed to find {columns.actual!r}; got {type(source)}"
        )
    return count_frame(frame, columns)


class Fates(NamedTuple):
    """Which rows are missing, and of the others who lacks a label: the item is unjudged, or a system abstained."""

    missing: Mask
    unjudged: Mask
    silent: list[Mask]


def fates(cells: Cells, columns: Columns, rows: Sequence[Column] = ()) -> Fates:
    """Sort out the rows; one that lacks a value it needs raises unless such rows are to be dropped.

    ``rows``: the columns before they were grouped, where they are at hand, so that a message can name the place.
    """
    keys, actual, systems = by_role(cells, columns)
    silent = [has(each, columns.apart) for each in systems]
    unjudged = has(actual, [None])
    missing = unjudged & (np.all(silent, axis=0) | (columns.missing != "unjudged"))
    for each, quiet in zip(systems, silent, strict=True):
        missing |= has(each, [None]) & ~quiet
    for each in keys:
        missing |= has(each, [None])
    if columns.missing != "drop" and missing.any():
        raise _missing_error(cells, missing, columns, rows)
    return Fates(missing, unjudged, silent)


def gaps(keys: Sequence[Column]) -> bool:
    """Whether a row may lack a label or a key."""
    return any(not isinstance(each.levels, range) and None in (each.levels or ()) for each in keys)


def by_role(cells: Cells, columns: Columns) -> tuple[list[Column], Column, list[Column]]:
    """The keys, the actual labels and those of each system."""
    first = len(cells.keys) - 1 - len(columns.systems)
    return cells.keys[:first], cells.keys[first], cells.keys[first + 1 :]


def as_items(counted: Counted, columns: Columns) -> Items:
    """Items of cells keyed by any groups, cluster and stratum, then actual, then what each system predicted."""
    cells = counted.cells
    keys, actual, systems = by_role(cells, columns)
    fate = fates(cells, columns, counted.columns)
    kept = ~fate.missing
    if not (kept & ~fate.unjudged).any():
        raise InputError(_nothing(cells, fate))
    if cells.weight is not None and not cells.weight[kept].any():
        raise InputError("weights are all 0; there is nothing to count")
    lacking = [fate.unjudged, *fate.silent]
    both = [each for each in columns.apart if each is not None and has(actual, [each])[kept].any()]
    apart = [each for each in columns.apart if each not in both]  # what occurs is a class, whatever it means if said
    names, notes = common_labels([actual, *systems], [kept & ~each for each in lacking], columns.labels, apart)
    _check_apart(apart, names)
    notes += [f"abstain: {each!r} is also an actual label; its items can never be predicted right" for each in both]
    codes = [
        np.where(lack, NONE, positions(each, names))[kept]
        for each, lack in zip((actual, *systems), lacking, strict=True)
    ]
    sums = {"items": cells.n, "weights": cells.weight, "squares": cells.square}
    return Items.of(
        codes[0],
        dict(zip(columns.systems, codes[1:], strict=True)),
        names,
        **{name: each[kept] for name, each in sums.items() if each is not None},
        **keyed(keys, columns, kept),
        abstaining=columns.abstain is not None,
        missing=int(cells.n[fate.missing].sum()) + counted.missing,
        refused=counted.refused,
        notes=(*counted.notes, *notes),
    )


def _check_apart(apart: Sequence[Any], labels: Sequence[Any]) -> None:
    """Refuse an abstention that is a number where the data has its text, or the other way round."""
    for each in apart:
        twin = next((label for label in labels if each is not None and str(label) == str(each)), None)
        if twin is not None:
            raise InputError(
                f"{arg('abstain', each)} is not the label {twin!r}; give it as the data has it: {arg('abstain', twin)}"
            )


def as_counts(counted: Counted, columns: Columns) -> Counts:
    """Counts of cells keyed as those of items; at once where every row has its labels and nothing else."""
    found = counted.found
    if columns.abstain is not None or not found.pairs_alone:
        return as_items(counted, columns).counts()
    keys, items = found.axes() if isinstance(found, Dense) else (found.keys, found.n)
    if gaps(keys):
        return as_items(counted, columns).counts()
    names, notes = common_labels(keys, [EVERY] * len(keys), columns.labels)
    check_cells(names)
    places = [positions(each, names) for each in keys]
    if all(np.array_equal(each, np.arange(len(names))) for each in places) and items.ndim == 2:
        table = items
    else:
        table = np.zeros((len(names), len(names)), np.int64)
        np.add.at(table, np.ix_(*places) if items.ndim == 2 else tuple(places), items)
    return Counts(table, names, missing=counted.missing, refused=counted.refused, notes=(*counted.notes, *notes))


def as_ratings(counted: Counted, columns: Rated) -> Ratings:
    """Ratings of cells keyed by any groups, cluster and stratum, then by what each rater said."""
    cells, raters = counted.cells, len(columns.systems)
    keys, read = cells.keys[:-raters], cells.keys[-raters:]
    silent = [has(each, columns.apart) for each in read]
    missing = np.zeros(len(cells.n), bool)
    for each in keys:
        missing |= has(each, [None])
    if columns.missing != "drop" and missing.any():
        raise _missing_error(cells, missing, columns, counted.columns)
    kept = ~missing
    order, notes = common_labels(
        read, [kept & ~quiet for quiet in silent], columns.labels, columns.apart, columns.fractions
    )
    if not order:
        raise InputError("there are no ratings; every entry is missing")
    said = [np.where(quiet, NONE, positions(each, order))[kept] for each, quiet in zip(read, silent, strict=True)]
    sums = {"items": cells.n, "weights": cells.weight, "squares": cells.square}
    return Ratings.of(
        np.full(int(kept.sum()), NONE),
        dict(zip(columns.systems, said, strict=True)),
        order,
        **{name: each[kept] for name, each in sums.items() if each is not None},
        **keyed(keys, columns, kept),
        missing=int(cells.n[missing].sum()) + counted.missing,
        refused=counted.refused,
        notes=(*counted.notes, *notes),
    )


def keyed(keys: list[Column], columns: Columns, kept: Mask) -> dict[str, Any]:
    """The group, the cluster and the stratum of each row, and what they are called."""
    design = [name for name in DESIGN if getattr(columns, name) is not None]
    by = keys[: len(keys) - len(design)]
    coded: dict[str, Any] = {}
    if by:
        groups, group = group_places(by, kept)
        coded = {"by": tuple(each.name for each in by), "group": group[kept], "groups": groups}
    for name, key in zip(design, keys[len(by) :], strict=True):
        values, place = group_places([key], kept)
        coded |= {name: place[kept], KEYS[name]: tuple(value for (value,) in values)}
    return coded


def _missing_error(cells: Cells, missing: Mask, columns: Columns, rows: Sequence[Column]) -> InputError:
    """Which column lacks a value, where, and what to do about it."""
    short = next(key for key in cells.keys if has(key, [None])[missing].any())
    count = int(cells.n[has(short, [None]) & missing].sum())
    at = next((each.where(None) for each in rows if each.name == short.name), None)
    place = f"{at} is missing" if at else f"column {short.name!r} has missing values"
    remedy = f"use {arg('missing', 'drop')} to leave them out"
    if columns.missing == "unjudged":
        remedy = "fill them in, or leave these items out of the data"
    if columns.axes[0] in columns.labelled and short is by_role(cells, columns)[1] and columns.missing == "raise":
        remedy += f", or {arg('missing', 'unjudged')} to count them apart"
    return InputError(f"{place} ({count:,} such item{'s' if count > 1 else ''}); {remedy}")


def _nothing(cells: Cells, fate: Fates) -> str:
    """Why no item is left to count."""
    parts = {"unjudged": fate.unjudged & ~fate.missing, "missing": fate.missing}
    lost = [f"{int(cells.n[rows].sum()):,} {name}" for name, rows in parts.items() if rows.any()]
    why = f"no item has both an actual and a predicted label ({', '.join(lost)})" if lost else "there are no items"
    return f"{why}; there is nothing to count"
