"""Scores: how many items of each class have each score. All a sweep needs once the rows are counted.

Scores add exactly, save as JSON and answer every later question about thresholds; the rows are not needed again.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import InitVar, dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from informed.core.errors import InputError, arg, choice
from informed.core.items import Items
from informed.core.keyed import PARTS, Answered
from informed.core.labels import Label, plain_labels
from informed.core.merging import KEYS, SUMS
from informed.core.ranking import EXACT, binned, ranked, rounded_down
from informed.core.shape import LABELS, NUMBER, Shape, listed
from informed.core.validate import Numbers, check_weights, frozen, numbers, real, unmasked, whole_counts


def _score(value: Any) -> float:
    if type(value) not in (int, float) and value not in ("inf", "-inf"):
        raise TypeError
    return float(value)


SCORED = listed(Shape("a score", _score), "a list of numbers, infinite ones as the texts inf and -inf")


SHAPES = {**Answered.shapes, "values": SCORED, "labels": LABELS, "width": NUMBER}


@dataclass(frozen=True, eq=False, repr=False)
class Scores(Answered):
    """Counts ``(2, R)`` of positive and of other items at each distinct score, the highest score first.

    Given in any order, equal scores are added up. ``width``: 0 when scores are kept as they are; otherwise they were
    rounded down to multiples of it, so the tables at those thresholds are exact and only the order within a bin is
    lost. With groups, clusters or strata (see `Keyed`) a score has a row for each of them; `curve` adds these up again.
    For weights see `Answered`; ``abstained`` counts the positive and the other items without a score.

    Examples
    --------
    >>> (Scores([0.9, 0.2], [[1, 0], [0, 1]]) + Scores([0.9], [[2], [1]])).counts.tolist()
    [[3, 0], [1, 1]]
    """

    kind = "scores"
    arrays = ("values", *PARTS)
    silent = (2,)
    shapes = SHAPES

    values: Numbers
    counts: Numbers
    labels: tuple[Label, ...] = ("+", "-")
    width: float = 0.0
    in_order: InitVar[bool] = False

    def __post_init__(self, in_order: bool) -> None:
        labels = plain_labels(self.labels)
        if len(labels) != 2:
            raise InputError(
                f"{arg('labels', list(labels))}: scores tell a positive class from the rest; name those two"
            )
        found: dict[str, Any] = {"labels": labels, "width": _power_of_two(self.width), "values": self.values}
        found |= self._parts() | self._checked(len(self.values))
        if not in_order:
            keys = {name: found[name] for name in KEYS if found[name] is not None}
            found |= _in_order(finite_or_infinite(self.values, "values"), self._parts(), keys)
        for name in ("values", *self._parts(), *self.coded):
            frozen(found[name])
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
        **beside: Any,
    ) -> Scores:
        """Count items: ``positive`` says of each whether it is of the positive class, ``scores`` what it was given.

        Rows that stand for several ``items`` have sums of ``weights`` and of their ``squares``.
        """
        positive = np.asarray(positive, dtype=bool)
        scores = finite_or_infinite(scores, "scores")
        if positive.shape != scores.shape:
            raise InputError(
                f"there are {len(positive):,} labels and {len(scores):,} scores; each item needs one of each"
            )
        if not len(scores):
            raise InputError("scores is empty; there is nothing to rank")
        width, sampled = _power_of_two(width), choice("weight_kind", weight_kind, ("sampling", "frequency"))
        items, squares = beside.pop("items", None), beside.pop("squares", None)
        keyed = any(beside.get(name) is not None for name in KEYS)
        if weights is None and items is None and not keyed:
            values, counts = binned(scores, positive, width) if width else ranked(scores, positive)
            return cls(_plain_zero(values), counts, labels, width, **beside, in_order=True)
        rounded = rounded_down(scores, width) if width else scores
        if weights is None:
            counts = np.ones(len(scores), np.int64) if items is None else items
            return cls(rounded, split(counts, positive), labels, width, **beside)
        weights = np.asarray(unmasked(weights))
        if sampled == "frequency":
            return cls(rounded, split(np.rint(weights).astype(np.int64), positive), labels, width, **beside)
        items = (weights > 0).astype(np.int64) if items is None else items
        parts: dict[str, Any] = {
            "items": split(items, positive),
            "squares": split(weights**2 if squares is None else squares, positive),
        }
        return cls(rounded, split(weights, positive), labels, width, **parts, **beside)

    # --- reading -----------------------------------------------------------------------------------------------------

    @cached_property
    def curve(self) -> Scores:
        """The same items without their keys, each score once."""
        return self.without(*self.coded) if self.coded else self

    def at_least(self, threshold: float) -> Items:
        """The items as a threshold decides them, the positive label first, with their keys."""
        parts = {name: each for name, each in zip(SUMS, self.sums, strict=True) if each is not None}
        actual = np.repeat([0, 1], len(self.values))
        used = parts["items"].reshape(-1) > 0
        keys = {name: np.tile(codes, 2)[used] for name, codes in self.coded.items()}
        return Items.of(
            actual[used],
            {"predicted": np.tile(~(self.values >= threshold), 2)[used].astype(np.int64)},
            self.labels,
            **{name: each.reshape(-1)[used] for name, each in parts.items()},
            **keys,
            **{names: getattr(self, names) for name, names in KEYS.items() if name in keys},
            by=self.by,
            missing=self.missing,
        )

    @cached_property
    def totals(self) -> Numbers:
        """The positive and the other items (or weights) in all."""
        return np.asarray(self.counts.sum(axis=1, dtype=np.float64 if self.counts.dtype.kind == "f" else np.int64))

    @property
    def auc_error(self) -> float:
        """How far the area under the curve may be off because of the bins: half of the pairs that share one."""
        if not self.width:
            return 0.0
        positives, others = self.curve.counts.astype(np.float64)
        return float(positives @ others / (2 * positives.sum() * others.sum()))

    # --- changing ----------------------------------------------------------------------------------------------------

    def coarser(self, width: float) -> Scores:
        """The same items with scores rounded down to multiples of ``width``, a power of two, not finer than now."""
        if (width := _power_of_two(width)) < self.width:
            raise InputError(
                f"{arg('width', width)}: the scores are already in bins of {self.width:g}; they cannot get finer"
            )
        return self if width == self.width else replace(self, values=rounded_down(self.values, width), width=width)

    def flipped(self) -> Scores:
        """The other class as the positive one, and low scores speaking for it."""
        parts: dict[str, Any] = {name: part[::-1] for name, part in self._parts().items()}
        beside = None if self.abstained is None else self.abstained[..., ::-1]
        return replace(self, values=0.0 - self.values, labels=self.labels[::-1], abstained=beside, **parts)

    def merged(self) -> Scores:
        """Equal rows are one, as always."""
        return self

    def __add__(self, other: Scores) -> Scores:
        """The items of both; exact. Where bins differ in width the wider ones are used: the others fit into them."""
        if not isinstance(other, Scores):
            return NotImplemented
        if self.labels != other.labels:
            raise InputError(
                f"scores have different labels, {list(self.labels)} and {list(other.labels)}; "
                "count both with the same options"
            )
        if self.weighted != other.weighted:
            raise InputError(
                "one of the scores is weighted and the other is not; give weights to both (1 per item) or to neither"
            )
        width = max(self.width, other.width)
        left, right = self.coarser(width), other.coarser(width)
        return replace(left, values=np.concatenate([left.values, right.values]), **left._joined(right))

    # --- saving ------------------------------------------------------------------------------------------------------

    def to_dict(self) -> dict[str, Any]:
        """Plain data; infinite scores, which JSON has no number for, are the texts inf and -inf."""
        data: dict[str, Any] = {**self.head(), "labels": list(self.labels), "width": self.width, **self._named()}
        data["values"] = [value if math.isfinite(value) else str(value) for value in self.values.tolist()]
        return data | self._counted()

    def __repr__(self) -> str:
        bins = f" in bins of {self.width:g}" if self.width else ""
        keys = "".join(f", {each}" for each in self._told())
        scores = f"{len(self.curve.values):,} distinct scores"
        return f"Scores({self.n:,} items, {scores}{bins}, labels {list(self.labels)}{keys})"


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
        read = np.asarray(real(unmasked(scores)))
        return read if read.dtype in (np.float64, np.float32) else read.astype(np.float64)
    except (TypeError, ValueError):
        raise InputError(f"{argument} must be real numbers, one for each item; got {scores!r:.60}") from None


def _power_of_two(width: float) -> float:
    """The width of a bin, if it is one with which rounding down is exact and wider bins hold whole narrow ones."""
    if width == 0 or (0 < width < math.inf and math.frexp(width)[0] == 0.5):
        return float(width)
    near = f", for example {2.0 ** round(math.log2(width)):g}" if 0 < width < math.inf else ""
    raise InputError(f"{arg('width', width)} must be a power of two{near}; 0 keeps scores as they are")


def split(each: Numbers, positive: Numbers) -> Numbers:
    """One number for each item as two rows: those of positive items, those of the others."""
    return np.stack([np.where(positive, each, 0), np.where(positive, 0, each)])


def _plain_zero(values: Numbers) -> Numbers:
    """Values without a negative zero, which equals zero but prints unlike it."""
    zero = len(values) - np.searchsorted(values[::-1], 0.0, side="right")
    if zero < len(values) and values[zero] == 0:
        values[zero] = 0.0
    return values.astype(np.float64, copy=False)


def _in_order(values: Numbers, parts: Mapping[str, Any], keys: Mapping[str, Numbers]) -> dict[str, Numbers]:
    """Rows by group and descending score, each once, with their counts added up; those without items left out."""
    tables = {name: numbers(part, name) for name, part in parts.items()}
    for name, table in tables.items():
        if table.shape != (2, len(values)):
            raise InputError(f"{name} has shape {table.shape} for {len(values)} scores; give 2 rows, positive first")
        if (wrong := (table < 0) | ~np.isfinite(table)).any():
            row, place = np.argwhere(wrong)[0]
            raise InputError(f"{name}[{row}][{place}] is {table[row, place]}; counts must be finite and >= 0")
    check_weights(tables.get("items"), tables["counts"], tables.get("squares"))
    whole = "items" if "items" in tables else "counts"
    tables[whole] = whole_counts(tables[whole], whole)
    used = tables["counts"].any(axis=0)
    if not used.any():
        raise InputError("counts is empty: every count is 0; there is nothing to rank")
    order = np.flatnonzero(used)
    group, *rest = [[keys[name][order]] if name in keys else [] for name in KEYS]
    columns = [*group, -values[order], *(each for key in rest for each in key)]
    order = order[np.lexsort(columns[::-1]) if keys else np.argsort(columns[0], kind="stable")]
    rows = [values[order], *(each[order] for each in keys.values())]
    new = np.any([each[1:] != each[:-1] for each in rows], axis=0)
    starts = np.flatnonzero(np.append(True, new))
    summed = {name: np.add.reduceat(table[:, order], starts, axis=1) for name, table in tables.items()}
    values = rows[0][starts] + 0.0  # without a negative zero, which equals zero but prints unlike it
    return {"values": values.astype(np.float64, copy=False), **summed} | {
        name: codes[order][starts] for name, codes in keys.items()
    }
