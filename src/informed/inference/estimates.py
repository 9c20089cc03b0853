"""Estimates: values with their chance, their interval and their notes, for a whole batch of tables at once."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields, replace
from functools import cached_property
from typing import Any

import numpy as np

from informed.core.counts import Counts
from informed.core.errors import InputError, arg, asked
from informed.core.estimate import Estimate, finite
from informed.core.items import Items
from informed.core.labels import written
from informed.core.registry import Measure, get
from informed.core.table import Array, as_table
from informed.core.validate import CELLS
from informed.core.words import Finding, joined
from informed.inference.chance import chance_mean
from informed.inference.dependence import Grouped, grouped, lacking, of_systems
from informed.inference.design import Independent, weighted
from informed.inference.interval import Interval, interval
from informed.readers.device.foreign import is_array, to_numpy

POSITIVE_FIRST = ("+", "-")  # the labels of Counts.binary


@dataclass(frozen=True, eq=False)
class Estimates:
    """One measure on every table of a batch, as arrays of its shape; low and high are NaN where there is no interval.

    ``method`` names the method of each interval; ``note`` is what a reader must know of each number, or None.
    """

    value: Array
    chance: Array
    low: Array
    high: Array
    method: Array
    note: Array
    level: float

    @classmethod
    def around(cls, within: Interval, value: Any, chance: Any, note: Any = None) -> "Estimates":
        """Values and their chance within the ends of an interval; a ``note`` precedes the interval's own."""
        shape = np.shape(within.low)
        low, high, value, chance = (
            np.broadcast_to(np.asarray(each, dtype=np.float64), shape)
            for each in (within.low, within.high, value, chance)
        )
        method, note, own = (
            np.broadcast_to(np.asarray(each, dtype=object), shape) for each in (within.method, note, within.note)
        )
        return cls(value, chance, low, high, method, _joined(note, own), within.level)

    def __getitem__(self, place: Any) -> Estimate:
        at = place if isinstance(place, tuple) else (place,)
        value, chance, low, high = self.value.item(at), self.chance.item(at), self.low.item(at), self.high.item(at)
        note = self.note[place]
        if low != low and high != high:  # NaN: there is no interval
            return Estimate(value, finite(chance), note=note)
        return Estimate(value, finite(chance), finite(low), finite(high), self.level, self.method[place], note)

    def part(self, place: Any) -> "Estimates":
        """A part of the batch."""
        return replace(self, **{each.name: getattr(self, each.name)[place] for each in fields(self)[:-1]})

    def each(self) -> list[Estimate]:
        """The estimate of every table, in order."""
        return [Estimate(*each) for each in self.facts]

    @cached_property
    def facts(self) -> list[tuple[Any, ...]]:
        """What makes the estimate of every table, in order."""
        known = (np.isfinite(each) for each in (self.chance, self.low, self.high))
        within = ~(np.isnan(self.low) & np.isnan(self.high))  # elsewhere there is no interval
        finite = [np.where(*each, None) for each in zip(known, (self.chance, self.low, self.high), strict=True)]
        about: Array = (self.level, self.method)
        level, method = (np.where(within, each, None) for each in about)
        return list(
            zip(*(each.ravel().tolist() for each in (self.value, *finite, level, method, self.note)), strict=True)
        )


def _joined(notes: Array, own: Array) -> Array:
    """Two notes of every table as one."""
    found = np.full(notes.size, None, dtype=object)
    known: dict[tuple[int, int], Finding | None] = {}
    for place, pair in enumerate(zip(notes.ravel().tolist(), own.ravel().tolist(), strict=True)):
        if pair != (None, None):
            key = id(pair[0]), id(pair[1])  # many tables share their notes
            found[place] = known[key] = known.get(key) or joined(*pair)
    return found.reshape(notes.shape)


def estimates(
    measure: str | Measure,
    sample: Any,
    *,
    level: float = 0.95,
    method: str | None = None,
    draws: int = 4000,
    seed: Any = 0,
    n: Any = None,
    squares: Any = None,
    chance: Any = None,
) -> Estimates:
    """The value of a measure on every table of a sample, what chance gives, and the interval.

    ``sample``: tables ``(..., A, P)``, counts or a design; the other options as in `interval`. ``chance``: what chance
    gives, where that is not the measure of the expected table.
    """
    found, table = get(measure), to_numpy(as_table(sample))
    if isinstance(sample, Grouped) and (why := lacking(sample.data)):
        nothing = np.full(np.shape(table)[:-2], np.nan)
        within = Interval(nothing, nothing, level, None, why)
    else:
        within = interval(found, sample, level=level, method=method, draws=draws, seed=seed, n=n, squares=squares)
    value = np.asarray(found(table, undefined="nan"))
    settled = np.asarray(found.settle(table, value))
    by_convention = np.isnan(value) & ~np.isnan(settled)
    note = np.full(by_convention.shape, None, dtype=object)
    note[by_convention] = f"undefined (a margin is empty), shown as {found.limit or 0:g}"
    return Estimates.around(within, settled, found.at_chance(table) if chance is None else chance, note)


def estimates_of_systems(measure: Measure, samples: Sequence[Items], **options: Any) -> list[list[Estimate]]:
    """The estimates of all systems of each sample; the tables of one size are estimated together."""
    many = len(samples[0].systems)
    sample, system = np.divmod(np.arange(len(samples) * many), many)
    found: Any = np.empty(len(sample), dtype=object)
    for here, batch in of_systems(samples, sample, system, placed=measure.placed):
        alone = [(some, each) for some, each in batch.parts if isinstance(each, Grouped)]
        found[here] = None if alone else estimates(measure, batch, **options).each()
        for some, each in alone:
            found[here[some]] = estimates(measure, each, **options)[()]
    return found.reshape(-1, many).tolist()  # type: ignore[no-any-return]


@asked
def estimate(
    counts: Any,
    measure: str | Measure,
    *,
    label: Any = None,
    level: float = 0.95,
    method: str | None = None,
    draws: int = 4000,
    seed: Any = 0,
) -> Estimate:
    """Estimate one measure: its value, its value at chance, and an interval.

    Parameters
    ----------
    counts
        `Counts`, a bare table (actual x predicted), or `Items` of one system, with their clusters and
        strata.
    measure
        The measure or its name, also of one label: "recall[rain]".
    label
        The label to take against the rest. A measure of one label needs it, unless its name holds it. For a bare table
        and `Counts.binary` the positive class is the first.
    level
        The confidence level.
    method
        The interval method, a name in `informed.inference.interval.METHODS`; by default the best for the measure.
    draws, seed
        The number of draws and the random seed, for methods that draw. PyTorch tables are drawn on their device.

    Returns
    -------
    Estimate
        The value with ``chance``, ``low``, ``high``, ``method`` and ``note``.

    Raises
    ------
    InputError
        If the measure does not fit the table, or needs a label that is not given.

    Examples
    --------
    >>> estimate([[30, 30], [12, 28]], "informedness").value
    0.2
    """
    found = get(measure)
    found, named = replace(found, label=None), found.label
    label = named if label is None else label
    if label is None and found.kind == "binary" and _unsaid(counts):
        raise InputError(
            f"{found} is a measure of one label; name the label: give {arg('label', counts.labels[0])} or "
            f"{arg('label', counts.labels[-1])}, or write '{found}[{counts.labels[0]}]'"
        )
    if label is not None:
        whole = counts if isinstance(counts, (Counts, Items)) else Counts(counts)
        counts = whole.one_vs_rest(label if named is None else written(named, whole.labels))
    return positive_first(counts, found, level=level, method=method, draws=draws, seed=seed)


def _unsaid(counts: Any) -> bool:
    """Whether counts have labels of their own, none of which is the positive one by its name."""
    return isinstance(counts, (Counts, Items)) and len(counts.labels) == 2 and counts.labels != POSITIVE_FIRST


def positive_first(counts: Any, measure: str | Measure, **options: Any) -> Estimate:
    """The estimate of counts whose first label is known to be the positive one."""
    found = get(measure)
    if isinstance(counts, (Counts, Items)) and counts.by:
        raise InputError(
            f"estimate takes one table, these are grouped by {', '.join(counts.by)}; estimate .pooled(), or one group"
        )
    sample = grouped(counts) if isinstance(counts, Items) else counts
    if isinstance(sample, Counts) and found.kind == "binary" and sample.square and len(sample.labels) == 2:
        sample = replace(sample, labels=POSITIVE_FIRST, labels_predicted=POSITIVE_FIRST)
    shape = np.shape(as_table(sample))[:-2]
    if shape:
        raise InputError(f"estimate takes one table, this one has batch axes {shape}; take one group first")
    mean = chance_mean(found, to_numpy(as_table(sample)) if is_array(sample) else sample)
    return replace(estimates(found, sample, **options)[()], chance_mean=mean)


# --- measures made for one question ----------------------------------------------------------------------------------


def own(name: str, body: Callable[[Any], Any], like: str | Measure | None = None, **traits: Any) -> Measure:
    """A measure for one question, outside the catalogue; traits not given are those of the measure it is like."""
    facts: dict[str, Any] = {"family": "own", "source": "", "formula": name, "interval": "wald"}
    if like is not None:
        model = get(like)
        facts |= {each: getattr(model, each) for each in ("range", "fixed_chance", "limit", "perfect")}
    return Measure(name=name, body=body, **{**facts, **traits})


def one_table(data: Any, what: str) -> Counts:
    """Counts of one square table: given as such, or as a table actual x predicted."""
    counts = data if isinstance(data, Counts) else Counts(data)
    if counts.by:
        raise InputError(f"{what} reads one table, these counts are grouped by {', '.join(counts.by)}; take one group")
    if not counts.square:
        raise InputError(
            f"{what} needs the same labels on both axes; match {list(counts.labels_predicted)} to {list(counts.labels)}"
        )
    return counts


def measured(measure: str | Measure, counts: Counts, **options: Any) -> Estimate:
    """The estimate of one table, with all its labels."""
    return estimates(measure, drawn_from(counts), **options)[()]


def drawn_from(counts: Counts) -> Any:
    """The design of one table, with all its labels."""
    cells = (np.asarray(getattr(counts, name), dtype=np.float64) for name in CELLS if getattr(counts, name) is not None)
    return drawn_as(counts.n, *cells)


def drawn_as(n: int | None, table: Array, items: Array | None = None, squares: Array | None = None) -> Any:
    """The design of these cells; the bare table where the number of items is unknown."""
    if n is None:
        return table
    return Independent(table) if items is None or squares is None else weighted(table, squares, items)
