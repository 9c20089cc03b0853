"""What systems said about the same items, from arrays or the columns of frames and files; or from saved counts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from informed.core.counts import Counts
from informed.core.errors import InputError, choice
from informed.core.patterns import Patterns
from informed.readers.arrays import Counted, count_cells
from informed.readers.cells import WeightKind
from informed.readers.columns import Column
from informed.readers.engine import Columns
from informed.readers.files import rows_of
from informed.readers.frames import (
    as_frame,
    check_columns,
    column_levels,
    counted_rows,
    grouped,
    in_memory,
    refuse_scores,
)
from informed.readers.naming import common_labels, group_places, positions
from informed.readers.roles import Roles, check_roles, column_named, columns_held, given_as
from informed.readers.saved import read_counts
from informed.readers.tally import Options, has
from informed.readers.written import as_met

BESIDE = {"cluster": "clusters", "stratum": "strata"}  # the codes of each row, and what they stand for


def patterns_of(
    data: Any,
    systems: Any,
    *,
    actual: Any = None,
    weights: Any = None,
    weight_kind: WeightKind = "sampling",
    cluster: Any = None,
    stratum: Any = None,
    labels: Iterable[Any] | None = None,
    missing: str = "raise",
) -> Patterns:
    """What each system said about every item.

    ``patterns_of(actual, {"old": p0, "new": p1}, weights=, cluster=)`` takes arrays, lists and series of any library;
    ``patterns_of(frame, {"old": "p0", "new": "p1"}, actual="y", weights="w", cluster="patient")`` names columns of a
    frame of any library, of a dictionary of columns or of a file; a list of columns names the systems by their columns.
    Items of the same ``cluster`` belong together; ``stratum`` is the part of the population an item was drawn from.
    ``weight_kind``, ``labels`` and ``missing`` ("raise" or "drop") are those of `count`.
    """
    how: dict[str, Any] = {"weight_kind": weight_kind, "labels": labels, "missing": missing}
    data, actual = given_as(data, actual)
    if actual is None:
        how |= {"weights": weights, "cluster": cluster, "stratum": stratum}
        return patterns_of_arrays(data, _by_name(systems), **how)
    how |= {name: column_named(name, each) for name, each in (("cluster", cluster), ("stratum", stratum))}
    how["weight"] = column_named("weights", weights)
    called = _columns(systems)
    if isinstance(data, (str, Path)):
        return patterns_of_files([data], str(column_named("actual", actual)), called, **how)
    return _patterns_of_columns(data, str(column_named("actual", actual)), called, **how)


def patterns_of_arrays(
    actual: Any,
    systems: Mapping[str, Any],
    *,
    weights: Any = None,
    weight_kind: WeightKind = "sampling",
    cluster: Any = None,
    stratum: Any = None,
    labels: Iterable[Any] | None = None,
    missing: str = "raise",
) -> Patterns:
    """The same from arrays, one item a row."""
    if "actual" in systems:
        raise InputError("a system is called 'actual', as the actual labels are; give it another name")
    beside = {name: each for name, each in (("cluster", cluster), ("stratum", stratum)) if each is not None}
    read = count_cells({"actual": actual, **systems}, weights, weight_kind, beside, missing)
    return _patterns(read, tuple(systems), labels, missing, tuple(beside))


def patterns_of_files(
    paths: Iterable[str | Path],
    actual: str,
    systems: Mapping[str, str],
    *,
    weight: str | None = None,
    weight_kind: WeightKind = "sampling",
    cluster: str | None = None,
    stratum: str | None = None,
    labels: Iterable[Any] | None = None,
    missing: str = "raise",
    **how: Any,
) -> Patterns:
    """The same from columns of files, grouped inside the engine that reads them; ``how``: see `Reading`."""
    roles, beside = _roles(actual, systems, weight, cluster, stratum)
    check_roles(roles)
    columns = Columns((actual, *systems.values()), tuple(beside.values()), weight)
    rows = rows_of(paths, columns, weight_kind=weight_kind, **how)
    read = counted_rows(rows.found, rows.levels, weight_kind, missing)
    met = {level for key in read.cells.keys[len(beside) :] for level in key.levels or ()}
    return _patterns(read, tuple(systems), as_met(Options(labels), met).labels, missing, tuple(beside), rows.refused)


def _patterns_of_columns(
    data: Any,
    actual: str,
    systems: Mapping[str, str],
    *,
    weight: str | None,
    weight_kind: WeightKind,
    cluster: str | None,
    stratum: str | None,
    labels: Iterable[Any] | None,
    missing: str,
) -> Patterns:
    """The same from columns in memory, or from those of an engine, which groups them."""
    roles, beside = _roles(actual, systems, weight, cluster, stratum)
    keys = [*beside.values(), actual, *systems.values()]
    if (held := columns_held(data, roles)) is None:
        frame = as_frame(data)
        if frame is None:
            raise InputError(f"a frame, file or dictionary of columns is needed to find {actual!r}; got {type(data)}")
        check_columns(frame, roles)
        if not in_memory(frame, keys):
            refuse_scores(frame, [actual, *systems.values()])
            found = grouped(frame, keys, weight, weight_kind)
            read = counted_rows(found, column_levels(frame, keys), weight_kind, missing)
            return _patterns(read, tuple(systems), labels, missing, tuple(beside))
        held = {name: frame.get_column(name).to_native() for name in [*keys, *([weight] if weight else [])]}
    labelled = {name: held[name] for name in (actual, *systems.values())}
    groups = {name: held[name] for name in beside.values()}
    read = count_cells(labelled, None if weight is None else held[weight], weight_kind, groups, missing)
    return _patterns(read, tuple(systems), labels, missing, tuple(beside))


def _by_name(systems: Any) -> dict[str, Any]:
    """The predictions of each system."""
    if not isinstance(systems, Mapping) or not systems:
        raise InputError(
            "give the predictions of each system by name: compare(actual, {'baseline': p0, 'new': p1}); "
            "or name columns: compare(frame, ['p0', 'p1'], actual='y')"
        )
    return _once(systems.items())


def _columns(systems: Any) -> dict[str, str]:
    """The column of each system; columns alone give the systems their names."""
    if isinstance(systems, str):
        systems = [systems]
    called = _once(systems.items() if isinstance(systems, Mapping) else zip(systems or (), systems or (), strict=True))
    if not called or not all(isinstance(each, str) for each in called.values()):
        raise InputError(f"name the column of each system, as actual= names one; got {systems!r:.80}")
    return called


def _once(systems: Iterable[tuple[Any, Any]]) -> dict[str, Any]:
    """What belongs to each system, none of which may be named twice."""
    found: dict[str, Any] = {}
    for name, each in systems:
        if str(name) in found:
            raise InputError(f"systems: {str(name)!r} stands twice; give every system a name of its own")
        found[str(name)] = each
    return found


def _roles(
    actual: str, systems: Mapping[str, str], weight: str | None, cluster: str | None, stratum: str | None
) -> tuple[Roles, dict[str, str]]:
    """What each column is wanted for, and those of clusters and strata."""
    beside = {name: each for name, each in (("cluster", cluster), ("stratum", stratum)) if each is not None}
    said = {f"system {name!r}": [column] for name, column in systems.items()}
    return {"actual": [actual], **said, "weights": [weight], **{name: [each] for name, each in beside.items()}}, beside


def _patterns(
    read: Counted,
    systems: tuple[str, ...],
    labels: Iterable[Any] | None,
    missing: str,
    beside: tuple[str, ...],
    refused: int = 0,
) -> Patterns:
    """Patterns of cells keyed by any clusters and strata, then the actual label and what each system said."""
    cells = read.cells
    gaps = [has(key, [None]) for key in cells.keys]
    kept = ~np.logical_or.reduce(gaps)
    lost = int(cells.n[~kept].sum())
    if choice("missing", missing, ("raise", "drop")) == "raise" and lost:
        short = next(place for place, gap in enumerate(gaps) if gap.any())
        raise InputError(_gap(cells.keys[short].name, lost, read.columns[short : short + 1]))
    if not kept.any():
        raise InputError("no item has a label of every system; there is nothing to compare")
    if cells.weight is not None and not cells.weight[kept].any():
        raise InputError("weights are all 0; there is nothing to compare")
    groups, said = cells.keys[: len(beside)], cells.keys[len(beside) :]
    names, notes = common_labels(said, [kept] * len(said), labels)
    more: dict[str, Any] = {}
    for name, key in zip(beside, groups, strict=True):
        places, met = group_places([key], kept)
        more |= {name: met[kept], BESIDE[name]: tuple(group for (group,) in places)}
    if cells.weight is not None and cells.square is not None:
        more |= {"weights": cells.weight[kept], "squares": cells.square[kept]}
    rows = np.stack([positions(key, names)[kept] for key in said], axis=1)
    facts: dict[str, Any] = {"missing": lost + read.missing, "refused": refused, "notes": (*read.notes, *notes)}
    # Merged, for 1 and 1.0 are one label in two rows of a file; and thereby in one order, so that the same items give
    # the same sums and draws, whatever held them.
    return Patterns(names, systems, rows, cells.n[kept], **more, **facts).merged()


def _gap(name: str, lost: int, whole: Sequence[Column]) -> str:
    """Which column lacks a value, where it is if the whole column is at hand, and what to do about it."""
    place = f"{whole[0].where(None)} is missing" if whole else f"column {name!r} has missing values"
    lack = f"{lost:,} item{'s lack' if lost > 1 else ' lacks'} a value in some column"
    return f"{place}; {lack}: use missing='drop' to leave them out"


def samples_of_files(paths: Iterable[str | Path]) -> dict[str, Counts]:
    """Saved counts by the name of their file, as independent samples."""
    return {Path(path).stem: read_counts(path) for path in paths}
