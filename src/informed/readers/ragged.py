"""Sets of labels, one for each item on every side: the labels of all rows one after the other."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import Any, NamedTuple

import numpy as np

from informed.core.errors import InputError, arg
from informed.core.labels import Label
from informed.core.labelsets import LabelSets
from informed.core.sets import Sets
from informed.core.validate import Numbers
from informed.core.words import many
from informed.readers.arrays.cells import repeated
from informed.readers.arrays.codes import Column, Level, column, has, level, own_codes
from informed.readers.arrays.series import Counted
from informed.readers.columns import Columns
from informed.readers.labels import Mask, as_met, common_labels, listed, positions


class Tally(NamedTuple):
    """How many labels that are not blank each row has; and how many were read in all, blank, with space at an end."""

    entries: Numbers
    labels: int
    blank: int
    padded: int


class Ragged(NamedTuple):
    """Labels as they were read: those of all rows one after the other, and how many each row has.

    ``gaps``: the rows that have no set at all, if there are any, which is not the same as an empty one. ``tally``: what
    an engine read, of whose rows these are the distinct ones, without repeated labels.
    """

    sizes: Numbers
    labels: Column
    gaps: Mask | None = None
    tally: Tally | None = None

    @property
    def rows(self) -> Numbers:
        """The row of each label."""
        return np.repeat(np.arange(len(self.sizes)), self.sizes)


@dataclass(frozen=True)
class Labelled(Columns):
    """What is read of items that have a set of labels on each side; the sides are `Ragged`.

    ``abstain``: labels that stand alone in a predicted set and mean "no answer"; a blank one stands for an empty set,
    None for a missing one. ``strip`` takes space off the ends of labels. ``times``: how many items each row stands for,
    where an engine counted them, and ``items``: how many it read.
    """

    strip: bool = True
    times: Numbers | None = None
    items: int | None = None
    notes: Sequence[str] = field(default=())

    @property
    def sides(self) -> dict[str, Ragged]:
        """The actual sets, then those of each system."""
        return {"actual": self.actual, **self.systems}

    @property
    def labelled(self) -> dict[str, Any]:
        """There are no columns of single labels."""
        return {}

    @property
    def remedy(self) -> str:
        """What makes for fewer distinct rows."""
        return "give a sample of the items"

    @property
    def numeric(self) -> dict[str, Any]:
        """Which row of the sides an item is."""
        return {"actual": np.arange(len(self.actual.sizes))}


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
    gaps = None
    if any(kind in (type(None), float) or kind.__name__ == "NAType" for kind in kinds):
        gaps = np.array([not isinstance(row, (str, Collection)) and level(row) is None for row in rows])
        rows = [() if gap else row for row, gap in zip(rows, gaps, strict=True)]
        kinds = set(map(type, rows))
    if odd := {kind for kind in kinds if issubclass(kind, (str, bytes)) or not issubclass(kind, Iterable)}:
        place = next(place for place, row in enumerate(rows) if type(row) in odd)
        raise InputError(
            f"{name}[{place}] is {rows[place]!r:.60}, not a set; give a set of labels, or {arg('separator')}"
        )
    sizes = np.fromiter(map(len, rows), np.int64, len(rows))
    return Ragged(sizes, own_codes(column(list(chain.from_iterable(rows)), name)), gaps)


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


# --- one order of labels ---------------------------------------------------------------------------------------------


def as_sets(counted: Counted, columns: Labelled, keyed: Callable[..., dict[str, Any]]) -> LabelSets:
    """Label sets of items with any groups, cluster and stratum; ``keyed`` codes the keys.

    Every row is counted, missing or without an answer; every label is kept, stripped, blank or repeated.
    """
    cells = repeated(counted.cells) if columns.weight_kind == "frequency" else counted.cells
    places, tidy = (
        np.asarray(cells.score, np.int64),
        {name: _tidied(side, columns.strip) for name, side in columns.sides.items()},
    )
    marks = _marks(columns, tidy.values())
    silent = np.any([_silent(side, marks, name) for name, side in list(tidy.items())[1:]], axis=0)[places]
    kept = _present(cells.keys, columns, marks, places)
    beside: dict[str, Any] = keyed(cells.keys, columns, kept) if cells.keys else {}
    if columns.abstain is not None:
        beside["abstained"] = _abstained(cells.n[kept], silent[kept], beside)
    answered = ~silent[kept]
    if not answered.any():
        raise InputError("no item has a set on every side; there is nothing to evaluate")
    beside |= {name: beside[name][answered] for name in ("group", "cluster", "stratum") if name in beside}
    used = kept & ~silent
    sums = {"counts": cells.n[used]}
    if cells.weight is not None and cells.square is not None:
        sums = {"counts": cells.weight[used], "items": cells.n[used], "squares": cells.square[used]}
    order, sets, read, said = _ordered(tidy, columns, places[used], marks)
    return LabelSets.of(
        order,
        sets,
        systems=tuple(columns.systems),
        read=read,
        **sums,
        **beside,
        missing=int(cells.n[~kept].sum()) + counted.missing,
        notes=tuple(dict.fromkeys([*columns.notes, *counted.notes, *said])),
    )


def _marks(columns: Labelled, sides: "Iterable[_Tidied]") -> list[Level]:
    """What means "no answer", in the form in which the labels are."""
    levels = {
        level for side in sides for level in (() if isinstance(side.labels.levels, range) else side.labels.levels or ())
    }
    return as_met(columns.apart, levels)


def _present(keys: Sequence[Column], columns: Labelled, marks: Sequence[Level], places: Numbers) -> Mask:
    """Which items have every key and a set on every side; one that lacks any raises unless such items are dropped."""
    lacking = {each.name: has(each, [None]) for each in keys}
    for name, side in columns.sides.items():
        if side.gaps is not None and (name == "actual" or None not in marks):
            lacking[name] = side.gaps[places]
    for name, gaps in lacking.items():
        if gaps.any() and columns.missing != "drop":
            what = "is missing" if name not in columns.sides else "is None, not a set; use an empty set for no label"
            at = int(places[gaps][0])
            raise InputError(f"{name}[{at}] {what}; use {arg('missing', 'drop')} to leave such items out")
    return np.asarray(~np.logical_or.reduce([np.zeros(len(places), bool), *lacking.values()]))


def _silent(side: "_Tidied", marks: Sequence[Level], name: str) -> Mask:
    """Which rows say "no answer"; beside a label it is refused."""
    rows = side.rows
    marked = has(side.labels, [each for each in marks if each not in (None, "")])
    sizes = np.bincount(rows[~has(side.labels, [None])], minlength=len(side.sizes))
    silent = np.bincount(rows[marked], minlength=len(sizes)) > 0
    if (both := silent & (sizes > np.bincount(rows[marked], minlength=len(sizes)))).any():
        at = int(both.argmax())
        raise InputError(f"{name}[{at}] holds labels beside a mark that {arg('abstain')} names; a mark stands alone")
    if None in marks and side.gaps is not None:
        silent |= side.gaps
    gaps = np.zeros(len(sizes), bool) if side.gaps is None else side.gaps
    return silent | ((sizes == 0) & ~gaps) if "" in marks else silent


def _abstained(items: Numbers, silent: Mask, keys: Mapping[str, Any]) -> Numbers:
    """How many items have no answer, in all or in each group."""
    if "group" not in keys:
        return np.asarray(items[silent].sum())
    return np.bincount(keys["group"][silent], items[silent], minlength=len(keys["groups"])).astype(np.int64)


def _ordered(
    tidy: "Mapping[str, _Tidied]", columns: Labelled, places: Numbers, marks: Sequence[Level]
) -> tuple[tuple[Label, ...], list[Sets], dict[str, int], list[str]]:
    """One order of labels, the sets of the items at these places, what was read, and what a reader should know."""
    length = len(columns.actual.sizes)
    times = np.ones(length, np.int64) if columns.times is None else columns.times
    at = np.full(length, -1)
    at[places] = np.arange(len(places))
    entries = {name: at[each.rows] for name, each in tidy.items()}
    present = [~has(each.labels, [None]) & (entries[name] >= 0) for name, each in tidy.items()]
    actual = tidy["actual"].labels
    both = [each for each in marks if each is not None and has(actual, [each])[present[0]].any()]
    apart = [each for each in marks if each not in both]
    order, seen = common_labels([each.labels for each in tidy.values()], present, columns.labels, apart)
    said = [f"abstain: {each!r} is also an actual label; its items can never be predicted right" for each in both]
    read, sets = {"rows": length if columns.items is None else columns.items}, []
    for (name, each), keep in zip(tidy.items(), present, strict=True):
        codes = positions(each.labels, order)[keep]
        sets.append(Sets.of_entries(entries[name][keep], codes, len(places)))
        found = each.tally(times)
        again = int(times[places] @ (found.entries[places] - sets[-1].sizes))
        tally = {"labels": found.labels, "blank": found.blank, "repeated": again, "stripped": found.padded}
        read |= {f"{name}_{key}": value for key, value in tally.items()}
        said += _said(name, tally, each.example)
    return order, sets, read, [*said, *seen, *_glued(order)]


class _Tidied(NamedTuple):
    """A side whose labels were stripped; which of its levels changed, and one of them."""

    sizes: Numbers
    labels: Column
    rows: Numbers
    gaps: Mask | None
    read: Tally | None = None
    padded: Mask | None = None
    example: Level = None

    def tally(self, times: Numbers) -> Tally:
        """What was read, each row so many times."""
        if self.read is not None:
            return self.read._replace(padded=0) if self.padded is None else self.read
        each, blank = times[self.rows], has(self.labels, [None])
        padded = 0 if self.padded is None else int(each[self.padded[self.labels.codes]].sum())
        entries = np.bincount(self.rows[~blank], minlength=len(self.sizes))
        return Tally(entries, int(each.sum()), int(each[blank].sum()), padded)


def _tidied(side: Ragged, strip: bool) -> _Tidied:
    """Labels stripped if asked; blank ones become missing."""
    levels = side.labels.levels or ()
    if isinstance(levels, range):
        return _Tidied(side.sizes, side.labels, side.rows, side.gaps, side.tally)
    tidy = [level.strip() if strip and isinstance(level, str) else level for level in levels]
    blank = [None if level == "" else level for level in tidy]
    changed = np.asarray([new is not None and old != new for old, new in zip(levels, blank, strict=True)], bool)
    example = min((str(level) for level, new in zip(levels, changed, strict=True) if new), default=None)
    padded = changed if changed.any() else None
    return _Tidied(side.sizes, side.labels._replace(levels=blank), side.rows, side.gaps, side.tally, padded, example)


def _said(name: str, tally: Mapping[str, int], example: Level) -> list[str]:
    said = []
    if tally["stripped"]:
        said.append(
            f"{name}: {many(tally['stripped'], 'label')} had space at an end, for example {example!r}; "
            f"it was removed, strip=False ({arg('raw')}) keeps it"
        )
    if tally["repeated"]:
        once = "counts once" if tally["repeated"] == 1 else "count once"
        said.append(f"{name}: {many(tally['repeated'], 'label')} repeated on one item {once}")
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
