"""Arrays, lists and series of labels into codes and distinct rows."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import isnan
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from informed.core.errors import InputError, arg, choice
from informed.core.labels import Label
from informed.core.scores import floats
from informed.core.table import namespace
from informed.core.validate import unmasked
from informed.readers.arrays.cells import (
    Cells,
    Dense,
    as_cells,
    as_weights,
    checked,
    crossed,
    ends,
    summed,
    without_zeros,
)
from informed.readers.arrays.codes import Codes, Column, column, has, own_codes
from informed.readers.columns import Columns
from informed.readers.device import foreign
from informed.readers.frames.held import without_coordinates
from informed.readers.labels import common_labels, positions

CHUNK = {False: 2**16, True: 2**24}  # weights looked at together, on the host and on an accelerator


def whole_weights() -> str:
    """The note on weights that may be meant as counts."""
    return f"weights are whole numbers, taken as sampling weights; for counts use {arg('weight_kind', 'frequency')}"


class Encoded(NamedTuple):
    """Columns as codes over one common order of labels; ``kept`` marks the rows that were read (None: all)."""

    codes: Sequence[Codes]
    labels: tuple[Label, ...]
    kept: NDArray[np.bool_] | None = None
    missing: int = 0
    notes: tuple[str, ...] = ()


def encode(*columns: Any, labels: Iterable[Any] | None = None, missing: str = "raise") -> Encoded:
    """Columns of labels as integer codes over their common labels; rows with a missing value raise or are dropped."""
    choice("missing", missing, ("raise", "drop"))
    check_aligned({f"column {place}": each for place, each in enumerate(columns)})
    read = [own_codes(Columns(None, {}).column(each, f"column {place}")) for place, each in enumerate(columns)]
    check_lengths(read, read[0])
    kept = np.ones(len(read[0].codes), bool)
    for each in read:
        gaps = has(each, [None])
        if missing == "raise" and gaps.any():
            raise InputError(f"{each.where(None)} is missing; use {arg('missing', 'drop')} to leave such items out")
        kept &= ~gaps
    names, notes = common_labels(read, [kept] * len(read), labels)
    if kept.all():
        return Encoded([positions(each, names) for each in read], names, notes=tuple(notes))
    codes = [positions(each, names)[kept] for each in read]
    return Encoded(codes, names, kept, int((~kept).sum()), tuple(notes))


@dataclass(frozen=True)
class Counted:
    """Cells with the columns they were counted from, the items dropped for lack of a weight or refused, and notes.

    ``width``: that of the bins to which an engine rounded the scores.
    """

    found: Cells | Dense
    columns: Sequence[Column] = ()
    missing: int = 0
    notes: Sequence[str] = ()
    refused: int = 0
    width: float | None = None

    @cached_property
    def cells(self) -> Cells:
        """The distinct rows."""
        return as_cells(self.found)


def count_arrays(of: Columns) -> Counted:
    """The distinct rows of arrays: the groups, cluster and stratum, the actual labels and what was predicted."""
    of = without_coordinates(of)
    check_aligned({**of.labelled, **of.numeric, "weights": of.weights, **dict(of.keys)})
    columns = [column(_as_group(values), name) for name, values in of.keys]
    columns += [of.column(values, name) for name, values in of.labelled.items()]
    numbers = [Column(name, as_numbers(values, name)) for name, values in of.numeric.items()]
    check_lengths([*columns, *numbers], [*columns, *numbers][len(of.keys)])
    columns += numbers
    codes = [each.codes for each in columns]
    weighted = as_weights(of.weights, codes)
    if foreign.is_array(weighted) and of.weight_kind == "sampling":  # an accelerator looks at them while it counts
        sums = summed(codes, weighted)
        if sums is not None and sums[0].any():
            mixed = (sums[2] > sums[1]).any() and not (sums[1] % 1).any() and _whole(weighted)
            return Counted(Dense(columns, sums), columns, notes=[whole_weights()] if mixed else [])
    weighted, least, most = checked(weighted, of.weight_kind)
    dropped = 0
    if isnan(least):
        gaps = (xp := namespace(weighted)).isnan(weighted)
        if of.missing != "drop":
            raise InputError(
                f"weights[{foreign.first(gaps)}] is missing; use {arg('missing', 'drop')} to leave such items out"
            )
        dropped, weighted = int(xp.count_nonzero(gaps)), weighted[~gaps]
        columns = [each._replace(codes=each.codes[~gaps]) for each in columns]
        least, most = ends(weighted)
    if most == 0:  # nothing is left, which is said or borne on the host
        columns, weighted = [own_codes(each) for each in columns], foreign.to_numpy(weighted)
    elif least == 0 and not foreign.is_array(weighted):
        columns, weighted = without_zeros(columns, weighted)
    notes = [whole_weights()] if of.weight_kind == "sampling" and most > 1 and _whole(weighted) else []
    if numbers:  # scores have a kernel of their own, which looks at every item
        *columns, scores = [*map(own_codes, columns[:-1]), columns[-1]]
        square = None if weighted is None else weighted * weighted
        cells = Cells(columns, np.broadcast_to(np.int64(1), len(scores.codes)), weighted, square, scores.codes)
        return Counted(cells, columns, dropped, notes)
    return Counted(crossed(columns, weighted, of.weight_kind), columns, dropped, notes)


def as_numbers(values: Any, name: str) -> NDArray[Any]:
    """A column of numbers; a missing one is NaN, and whole ones stay whole."""
    values = np.asarray(foreign.to_numpy(values) if foreign.is_array(values) else unmasked(values))
    values = values[:, 0] if values.ndim == 2 and values.shape[1] == 1 else values
    if values.ndim != 1:
        raise InputError(f"{name} has shape {values.shape}; give one score for each item")
    return values if values.dtype.kind in "iu" else floats(values, name)


def _whole(weights: Any) -> bool:
    """Whether all weights are whole numbers, so that they may have been meant as counts."""
    xp, size = namespace(weights), CHUNK[foreign.is_array(weights)]
    chunks = (weights[start : start + size] for start in range(0, len(weights), size))
    return not any(xp.any(chunk != xp.floor(chunk)) for chunk in chunks)


def check_lengths(columns: Sequence[Column], first: Column) -> None:
    """Refuse columns of another length than the first, and columns without items."""
    for each in columns:
        if len(each.codes) != len(first.codes):
            raise InputError(
                f"{first.name} has {len(first.codes):,} items, {each.name} has {len(each.codes):,}; "
                "each item needs one of each"
            )
    if not len(first.codes):
        raise InputError(f"{first.name} is empty; there is nothing to count")


def check_aligned(columns: Mapping[str, Any]) -> None:
    """Refuse pandas series whose indexes differ: their rows are not the same items."""
    indexed = {name: values.index for name, values in columns.items() if hasattr(values, "iloc")}
    first = next(iter(indexed), "")
    for name, index in indexed.items():
        if len(index) == len(indexed[first]) and not index.equals(indexed[first]):
            pairs = enumerate(zip(indexed[first], index, strict=True))
            place, (one, two) = next((place, pair) for place, pair in pairs if pair[0] != pair[1])
            raise InputError(
                f"{first} and {name} have different indexes (at position {place}: {one!r} and {two!r}); "
                f"align them, for example {name}.loc[{first}.index], or give .to_numpy()"
            )


def _as_group(values: Any) -> Any:
    """Groups may be numbers with fractions, which as labels would be refused."""
    values = values if hasattr(values, "__len__") else list(values)
    first = next(iter(values), None) if isinstance(values, (list, tuple)) else None
    floating = isinstance(first, float) or getattr(getattr(values, "dtype", None), "kind", "") == "f"
    return np.asarray(unmasked(values, None)).astype(object) if floating else values
