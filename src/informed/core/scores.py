"""Scores: how many items of each class have each score. All a sweep needs once the rows are counted.

Scores add exactly, save as JSON and answer every later question about thresholds; the rows are not needed again.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import InitVar, dataclass, replace
from typing import Any

import numpy as np

from informed.core.errors import InputError, choice
from informed.core.labels import Label, plain_labels
from informed.core.ranking import EXACT, binned, ranked, rounded_down
from informed.core.saving import Saved
from informed.core.validate import Numbers, frozen, numbers, size_of, unmasked


@dataclass(frozen=True, eq=False, repr=False)
class Scores(Saved):
    """Counts ``(2, T)`` of positive and of other items at each of T distinct scores, the highest score first.

    Given in any order, equal scores are added up. ``width``: 0 when scores are kept as they are; otherwise they were
    rounded down to multiples of it, so the tables at those thresholds are exact and only the order within a bin is
    lost. With sampling weights ``counts`` sums weights, ``items`` counts items and ``squares`` sums squared weights.
    """

    kind = "scores"

    values: Numbers
    counts: Numbers
    labels: tuple[Label, ...] = ("+", "-")
    width: float = 0.0
    items: Numbers | None = None
    squares: Numbers | None = None
    missing: int = 0
    in_order: InitVar[bool] = False

    def __post_init__(self, in_order: bool) -> None:
        labels = plain_labels(self.labels)
        if len(labels) != 2:
            raise InputError(f"labels={list(labels)}: scores tell a positive class from the rest; name those two")
        found: dict[str, Any] = {"labels": labels, "width": _power_of_two(self.width), "values": self.values}
        found |= self._parts()
        if not in_order:
            found |= _in_order(finite_or_infinite(self.values, "values"), self._parts())
        found |= {name: frozen(found[name]) for name in ("values", *self._parts())}
        found["missing"] = size_of(self.missing, "missing")
        for name, value in found.items():
            object.__setattr__(self, name, value)  # the class is frozen

    @classmethod
    def of(
        cls,
        positive: Any,
        scores: Any,
        *,
        labels: Any = ("+", "-"),
        weights: Any = None,
        weight_kind: str = "sampling",
        width: float = 0.0,
        missing: int = 0,
    ) -> Scores:
        """Count items: ``positive`` says of each whether it is of the positive class, ``scores`` what it was given."""
        positive = np.asarray(positive, dtype=bool)
        scores = finite_or_infinite(scores, "scores")
        if positive.shape != scores.shape:
            raise InputError(
                f"there are {len(positive):,} labels and {len(scores):,} scores; each item needs one of each"
            )
        if not len(scores):
            raise InputError("scores is empty; there is nothing to rank")
        width = _power_of_two(width)
        if weights is None:
            values, counts = binned(scores, positive, width) if width else ranked(scores, positive)
            return cls(_plain_zero(values), counts, labels, width, missing=missing, in_order=True)
        weights = np.asarray(unmasked(weights))
        beside: dict[str, Any] = {}
        if choice("weight_kind", weight_kind, ("sampling", "frequency")) == "sampling":
            beside = {
                "items": split((weights > 0).astype(np.int64), positive),
                "squares": split(weights**2, positive),
            }
        else:
            weights = weights.astype(np.int64)
        rounded = rounded_down(scores, width) if width else scores
        return cls(rounded, split(weights, positive), labels, width, **beside, missing=missing)

    # --- reading -----------------------------------------------------------------------------------------------------

    @property
    def weighted(self) -> bool:
        """Whether sampling weights were summed instead of items counted."""
        return self.items is not None

    @property
    def n(self) -> int:
        """How many items there are."""
        return int((self.counts if self.items is None else self.items).sum(dtype=np.int64))

    @property
    def totals(self) -> Numbers:
        """The positive and the other items (or weights) in all."""
        return np.asarray(self.counts.sum(axis=1, dtype=np.float64 if self.counts.dtype.kind == "f" else np.int64))

    @property
    def auc_error(self) -> float:
        """How far the area under the curve may be off because of the bins: half of the pairs that share one."""
        if not self.width:
            return 0.0
        positives, others = self.counts.astype(np.float64)
        return float(positives @ others / (2 * positives.sum() * others.sum()))

    # --- changing ----------------------------------------------------------------------------------------------------

    def coarser(self, width: float) -> Scores:
        """The same items with scores rounded down to multiples of ``width``, a power of two, not finer than now."""
        if (width := _power_of_two(width)) < self.width:
            raise InputError(
                f"width={width:g}: the scores are already in bins of {self.width:g}; they cannot get finer"
            )
        return self if width == self.width else replace(self, values=rounded_down(self.values, width), width=width)

    def flipped(self) -> Scores:
        """The other class as the positive one, and low scores speaking for it."""
        parts: dict[str, Any] = {name: part[::-1, ::-1] for name, part in self._parts().items()}
        return replace(self, values=0.0 - self.values[::-1], labels=self.labels[::-1], **parts)

    def __add__(self, other: Scores) -> Scores:
        """The items of both; exact. Where bins differ in width the wider ones are used: the others fit into them."""
        if not isinstance(other, Scores):
            return NotImplemented
        if self.labels != other.labels:
            raise InputError(f"scores have different labels, {list(self.labels)} and {list(other.labels)}; count alike")
        if self.weighted != other.weighted:
            raise InputError("one of the scores is weighted and the other is not; weigh both (weight 1) or neither")
        width = max(self.width, other.width)
        left, right = self.coarser(width), other.coarser(width)
        both: dict[str, Any] = {
            name: np.concatenate([part, right._parts()[name]], axis=1) for name, part in left._parts().items()
        }
        values = np.concatenate([left.values, right.values])
        return replace(left, values=values, **both, missing=self.missing + other.missing)

    def _parts(self) -> dict[str, Any]:
        """Every array of counts it has."""
        return {name: part for name in ("counts", "items", "squares") if (part := getattr(self, name)) is not None}

    # --- saving ------------------------------------------------------------------------------------------------------

    def to_dict(self) -> dict[str, Any]:
        """Plain data; infinite scores, which JSON has no number for, are the texts inf and -inf."""
        data: dict[str, Any] = {**self.head(), "labels": list(self.labels), "width": self.width}
        data["values"] = [value if math.isfinite(value) else str(value) for value in self.values.tolist()]
        return {**data, **{name: part.tolist() for name, part in self._parts().items()}, "missing": self.missing}

    @classmethod
    def _arguments(cls, known: dict[str, Any]) -> dict[str, Any]:
        return {**known, "values": [float(value) for value in known["values"]], "in_order": False}

    def __repr__(self) -> str:
        bins = f" in bins of {self.width:g}" if self.width else ""
        return f"Scores({self.n:,} items, {len(self.values):,} distinct scores{bins}, labels {list(self.labels)})"


def finite_or_infinite(scores: Any, argument: str) -> Numbers:
    """Scores as floats; not a number is refused, infinite scores are the highest and the lowest there can be."""
    read = floats(scores, argument)
    if read.ndim == 2 and read.shape[1] == 1:
        read = read[:, 0]
    if read.ndim != 1:
        raise InputError(f"{argument} has shape {read.shape}; give one score for each item")
    if len(read) and np.isnan(read.min()):  # a NaN is the minimum of whatever it is in
        raise InputError(f"{argument}[{int(np.isnan(read).argmax())}] is not a number; drop such items or score them")
    if np.asarray(scores).dtype.kind in "iu" and len(read) and max(-read.min(), read.max()) > EXACT:
        raise InputError(f"{argument} holds whole numbers beyond {EXACT:,}, which floats cannot tell apart; scale them")
    return np.ascontiguousarray(read)


def floats(scores: Any, argument: str = "scores") -> Numbers:
    """Numbers as floats of single or double precision; a missing one is NaN."""
    try:
        read = np.asarray(unmasked(scores))
        return read if read.dtype in (np.float64, np.float32) else read.astype(np.float64)
    except (TypeError, ValueError):
        raise InputError(f"{argument} must be numbers, one for each item; got {scores!r:.60}") from None


def _power_of_two(width: float) -> float:
    """The width of a bin, if it is one with which rounding down is exact and wider bins hold whole narrow ones."""
    if width == 0 or (0 < width < math.inf and math.frexp(width)[0] == 0.5):
        return float(width)
    near = f", for example {2.0 ** round(math.log2(width)):g}" if 0 < width < math.inf else ""
    raise InputError(f"width={width!r} must be a power of two{near}; 0 keeps scores as they are")


def split(each: Numbers, positive: Numbers) -> Numbers:
    """One number for each item as two rows: those of positive items, those of the others."""
    return np.stack([np.where(positive, each, 0), np.where(positive, 0, each)])


def _plain_zero(values: Numbers) -> Numbers:
    """Values without a negative zero, which equals zero but prints unlike it."""
    zero = len(values) - np.searchsorted(values[::-1], 0.0, side="right")
    if zero < len(values) and values[zero] == 0:
        values[zero] = 0.0
    return values.astype(np.float64, copy=False)


def _in_order(values: Numbers, parts: Mapping[str, Any]) -> dict[str, Numbers]:
    """Values in descending order, each once, with their counts added up; those without items left out."""
    tables = {name: numbers(part, name) for name, part in parts.items()}
    for name, table in tables.items():
        if table.shape != (2, len(values)):
            raise InputError(f"{name} has shape {table.shape} for {len(values)} scores; give 2 rows, positive first")
        if (wrong := (table < 0) | ~np.isfinite(table)).any():
            row, place = np.argwhere(wrong)[0]
            raise InputError(f"{name}[{row}][{place}] is {table[row, place]}; counts must be finite and >= 0")
    used = tables["counts"].any(axis=0)
    if not used.any():
        raise InputError("counts is empty: every count is 0; there is nothing to rank")
    order = np.flatnonzero(used)
    order = order[np.argsort(-values[order], kind="stable")]
    values = values[order]
    starts = np.flatnonzero(np.append(True, values[1:] != values[:-1]))
    summed = {name: np.add.reduceat(table[:, order], starts, axis=1) for name, table in tables.items()}
    return {"values": _plain_zero(values[starts]), **summed}
