"""The interval of a measure, on a whole batch of tables at once, and the p that agrees with it."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

import numpy as np

from informed.core.counts import Counts
from informed.core.errors import InputError, arg, choice, share
from informed.core.registry import Measure, get
from informed.core.table import (
    Array,
    actuals,
    as_table,
    diagonal,
    every_cell,
    namespace,
    nearly_whole,
    one_vs_rest,
    predictions,
    total,
)
from informed.core.words import Finding, joined
from informed.inference.biased import sparse
from informed.inference.design import Design, Divided, Independent, weighted
from informed.inference.draws.sampler import check_draws
from informed.inference.methods import METHODS, Method, default
from informed.inference.proportions import Limits, Pair, Sample, Tail, Tested
from informed.readers.device.foreign import is_array, to_numpy

__all__ = [
    "METHODS",
    "Interval",
    "check_level",
    "interval",
    "inversion",
    "limits_of",
    "one_sided",
    "p_value",
    "possible",
]


LEAST = -690.0  # the logarithm of the smallest tail looked at; a p below it is 0
GROWS = "it grows with the weights, which have no unit"
UNDEFINED = "the value is 0/0, an empty margin leaves it undefined"
SPARSE = Finding("sparse", "sparse table (fewer than 5 items per cell): the estimate is biased, see corrections")
THINNED = ("gated", "profile")  # methods that allow for few items a cell
HAIR = 1e-6  # of an item: a width that rounding leaves where there is none
OF_DESIGNS = ("kish", "sandwich", "cluster", "strata")  # who asks for one of these gets it, needed or not
FEW = 5
"""Below so many items in a class an interval is printed, but flagged."""


@dataclass(frozen=True, eq=False)
class Interval:
    """Low and high end for every table of a batch, NaN where there is none; ``note`` says why, or what to beware of."""

    low: Array
    high: Array
    level: float
    method: Any  # one name, or one for each table of a divided batch
    note: Array

    @property
    def kind(self) -> str:
        """Confidence, or credible."""
        return "credible" if METHODS[self.method].credible else "confidence"


def check_level(level: Any) -> float:
    """The level, if it is a share below 1."""
    meant = f"did you mean {level / 100:g}?" if isinstance(level, (int, float)) and 1 < level < 100 else "0.95 is usual"
    return share("level", level, meant, inside=True)


def interval(
    measure: str | Measure,
    table: Any,
    *,
    level: float = 0.95,
    method: str | None = None,
    n: Any = None,
    squares: Any = None,
    draws: int = 4000,
    seed: Any = 0,
) -> Interval:
    """The interval of a measure for every table of the batch ``(..., A, P)``.

    ``table`` may be a `Counts` or a design (weights, clusters). ``n``: how many items there are, where the cells are
    shares or weights; ``squares``: the sums of squared weights. Without ``method`` the measure's own default is used.
    """
    found = get(measure)
    tail = (1 - check_level(level)) / 2
    if isinstance(table, Divided):
        return _interval_of_each(found, table, level=level, method=method, draws=draws, seed=seed)
    used, limits, note = limits_of(found, table, method=method, n=n, squares=squares, draws=draws, seed=seed)
    low, high = limits(tail)
    return Interval(low, high, float(level), used.name, note)


def _interval_of_each(measure: Measure, batch: Divided, *, method: str | None, level: float, **how: Any) -> Interval:
    """The intervals of all parts in their places, by the method asked for where it applies, by their own otherwise."""
    low, high = np.full((2, *batch.shape), np.nan)
    name, note = np.full((2, *batch.shape), None, dtype=object)
    for places, design in batch.parts:
        fits = method is not None and METHODS[method].applies(measure, Sample(design))
        found = interval(measure, design, method=method if fits else None, level=level, **how)
        low[places], high[places], name[places], note[places] = found.low, found.high, found.method, found.note[()]
    return Interval(low, high, float(level), name, note)


def p_value(measure: str | Measure, table: Any, null: float | None = None, **options: Any) -> Array:
    """The p of the hypothesis that the measure has the value ``null`` (its value at chance, when not given).

    It is the inversion of the interval: below alpha exactly when the interval at level 1 - alpha leaves out the null.
    """
    found = get(measure)
    null = found.fixed_chance if null is None else null
    if null is None:
        raise InputError(f"{found} has no fixed value at chance; give the value to test as null=")
    _, limits, _ = limits_of(found, table, **options)
    return limits.p if isinstance(limits, Tested) and null == found.fixed_chance else inversion(limits, null)


def inversion(limits: Limits, null: float) -> Array:
    """Twice the tail probability at which the limits first leave out the null; NaN where there are none."""

    def out(ends: Pair) -> Array:
        return (null < ends[0]) | (ends[1] < null)

    return np.minimum(2 * _first_tail(limits, out), 1.0)[()]


def one_sided(limits: Limits, null: float, side: int) -> Array:
    """The p of the claim that the value lies above (``side`` 1) or below (-1) the null: the tail that just meets it."""

    def out(ends: Pair) -> Array:
        return ends[0] > null if side > 0 else ends[1] < null

    def other(ends: Pair) -> Array:
        return ends[1] < null if side > 0 else ends[0] > null

    tail = _first_tail(limits, out)
    return np.where(tail < 0.5, tail, 1 - _first_tail(limits, other))[()]


def _first_tail(limits: Limits, out: Callable[[Pair], Array]) -> Array:
    """The tail probability from which on the limits are ``out``; 1/2 where they never are, NaN where there are none."""
    ends = limits(0.5)
    defined, ever = ~(np.isnan(ends[0]) | np.isnan(ends[1])), out(ends)
    # The logarithm of the tail is bisected: it may be very small, and 56 halvings pin it to 14 digits.
    below, above = np.full(np.shape(ends[0]), LEAST), np.full(np.shape(ends[0]), np.log(0.5))
    for _ in range(56 if bool(np.any(ever & defined)) else 0):
        middle = (below + above) / 2
        gone = out(limits(np.exp(middle)))
        below, above = np.where(gone, below, middle), np.where(gone, middle, above)
    tail = np.where(ever, np.where(below == LEAST, 0.0, np.exp(above)), 0.5)
    return np.where(defined, tail, np.nan)


def limits_of(
    measure: Measure,
    table: Any,
    *,
    method: str | None = None,
    n: Any = None,
    squares: Any = None,
    draws: int = 4000,
    seed: Any = 0,
) -> tuple[Method, Limits, Array]:
    """The method, its limits as a function of the tail, and the notes of every table."""
    if method is None and measure.through is not None and measure.parameters == get(measure.name).parameters:
        base = get(measure.through[0])
        used, inner, note = limits_of(base, table, n=n, squares=squares, draws=draws, seed=seed)
        image = _image(measure.through[1], base.fixed_chance or 0.0, inner)
        return used, _within(measure, _design(table, n, squares)[0].table, image), note
    if isinstance(table, Counts):
        measure.check_labels(table)
        # An unused label changes nothing, unless its place does.
        table = table.occurring(alike=True) if table.square and not table.by and not measure.placed else table
    design, sized = _design(table, n, squares)
    design = design if method in OF_DESIGNS else design.simplest
    measure.check_shape(design.table.shape)
    sample = Sample(design, check_draws(draws), seed, home=_home(design, table))
    used = default(measure, sample) if method is None else _chosen(method, measure, sample)
    value = np.asarray(measure.raw(sample.table))
    there = sized & ~np.isnan(value)
    if measure.extensive and not _in_items(design):  # the weights were scaled to items
        there = np.zeros_like(there)
    scarce = there & _scarce(measure, sample.table)
    there &= ~scarce & ~_alone(measure, sample.table)
    with np.errstate(all="ignore"):
        inner = used(measure, sample)
    limits = _trimmed(measure, sample, used.contains, inner, value, there)
    if method is None:  # who asks for a method gets that method, with its notes
        limits = _never_a_point(measure, sample, value, limits)
    limits = _within(measure, sample.table, limits)
    if isinstance(inner, Tested):
        limits = Tested(limits, np.where(there, inner.p, np.nan)[()])
    return used, limits, _notes(measure, sample, used, sized, there, scarce)


def method_of(measure: Measure, design: Design, method: str | None = None) -> str:
    """The method that is used where one is asked for, if it applies, or the measure's own."""
    sample = Sample(design if method in OF_DESIGNS else design.simplest)
    if method is not None and METHODS[method].applies(measure, Sample(design)):
        return method
    if measure.through is not None and measure.parameters == get(measure.name).parameters:
        return method_of(get(measure.through[0]), design)
    return default(measure, sample).name


def _image(function: Callable[[Array], Array], turn: float, limits: Limits) -> Limits:
    """What a function makes of an interval; it may turn where the other measure is at chance, and nowhere else."""

    def at(tail: Tail) -> Pair:
        low, high = limits(tail)
        values = [function(each) for each in (low, np.clip(turn, low, high), high)]
        return np.minimum.reduce(values), np.maximum.reduce(values)

    return at


def _chosen(name: str, measure: Measure, sample: Sample) -> Method:
    method = METHODS[choice("method", name, METHODS)]
    if not method.applies(measure, sample):
        fit = [each.name for each in METHODS.values() if each.applies(measure, sample)]
        raise InputError(
            f"{arg('method', name)} is for {method.needs}; for {measure} here take one of {', '.join(fit)}"
        )
    return method


def _design(table: Any, n: Any, squares: Any) -> tuple[Design, Array]:
    """The sample behind a table, and which of its tables have a known number of items."""
    if hasattr(table, "support"):  # a design; a tensor has a scatter of its own
        return table, np.ones(table.table.shape[:-2], bool)
    counts, cells = table, to_numpy(as_table(table))
    squares = getattr(counts, "squares", None) if squares is None else squares
    if squares is not None:
        found = weighted(cells, np.asarray(squares, dtype=float), getattr(counts, "items", None), n)
        return found, np.isfinite(total(cells))
    if n is not None and getattr(counts, "n", None) is None:
        return Independent(cells * (np.asarray(n, float) / total(cells))[..., None, None]), np.isfinite(total(cells))
    if getattr(counts, "n", None) is not None:
        return Independent(cells), np.ones(cells.shape[:-2], bool)
    whole = every_cell(nearly_whole(cells))
    return Independent(np.where(whole[..., None, None], np.rint(cells), cells)), whole


def _in_items(design: Design) -> bool:
    """Whether the table counts items, so that what grows with it has a meaning."""
    return isinstance(design, Independent) and design.unit


def _home(design: Design, table: Any) -> Array | None:
    """The design's tables where the table given lies, if that is not the host's NumPy."""
    if not is_array(table):
        return None
    from array_api_compat import device

    return namespace(table).asarray(design.table, device=device(table))


def _trimmed(measure: Measure, sample: Sample, contains: bool, inner: Limits, value: Array, there: Array) -> Limits:
    """Limits that stay in the range of the measure, hold the estimate, and are NaN where there are none."""
    least, most = (measure.bound(end, *sample.shape) for end in (0, 1))

    def at(tail: Tail) -> Pair:
        with np.errstate(all="ignore"):
            low, high = inner(tail)
        if contains:
            low, high = np.fmin(low, value), np.fmax(high, value)
        low, high = (np.where(there, np.clip(each, least, most), np.nan) for each in (low, high))
        return low[()], high[()]

    return at


def _never_a_point(measure: Measure, sample: Sample, value: Array, limits: Limits) -> Limits:
    """Limits with a width even where the slope vanishes, as on a table exactly at chance: there the posterior's."""
    reach = measure.bound(1, *sample.shape) - measure.bound(0, *sample.shape)
    # A second-order effect is of the order of 1/n; what is far less is rounding. Without a range only 0 is nothing.
    hair = HAIR * reach / np.maximum(total(sample.table), 1.0) if np.isfinite(reach) else 0.0

    def narrow(low: Array, high: Array) -> Array:
        with np.errstate(invalid="ignore"):  # both ends may be infinite
            return np.asarray(high - low <= hair)

    @cache
    def flat() -> Array:
        """Which tables have no width at an ordinary level; worked out only when some limits meet."""
        return narrow(*limits(0.025)) & METHODS["posterior"].applies(measure, sample)

    @cache
    def wider() -> Limits:
        within = replace(sample, design=Independent(sample.table[flat()]))
        drawn = METHODS["posterior"](measure, within)
        return _trimmed(measure, within, True, drawn, value[flat()], np.ones(int(flat().sum()), bool))

    def at(tail: Tail) -> Pair:
        low, high = limits(tail)
        if not narrow(low, high).any() or not flat().any():
            return low, high
        ends = np.array(low), np.array(high)
        for end, wide in zip(ends, wider()(tail if np.ndim(tail) == 0 else np.asarray(tail)[flat()]), strict=True):
            end[flat()] = wide
        return ends[0][()], ends[1][()]

    return at


def possible(measure: Measure, shape: tuple[int, ...], value: Array, tail: Tail) -> Pair:
    """The range that a value leaves to its measure: short of perfect, it ends short of the perfect value.

    By Markov's inequality an unbiased value misses perfection by 1/tail times too much with a probability of at most
    tail, whatever the design: at least tail times what it misses is really missing. Without a finite range, no such.
    """
    least, most = (measure.bound(end, *shape) for end in (0, 1))
    best = measure.best(*shape)
    if best not in (least, most) or not np.isfinite(most - least):
        return np.asarray(least), np.asarray(most)
    room = best + tail * (value - best)
    return (np.asarray(least), room) if best == most else (room, np.asarray(most))


def _within(measure: Measure, table: Array, limits: Limits) -> Limits:
    """Limits within what the value leaves room for."""
    value = np.asarray(measure.raw(table))

    def at(tail: Tail) -> Pair:
        (low, high), (least, most) = limits(tail), possible(measure, table.shape[-2:], value, tail)
        return np.maximum(low, least)[()], np.minimum(high, most)[()]

    return at


# --- notes -----------------------------------------------------------------------------------------------------------


def smallest_class(measure: Measure, support: Array) -> Array:
    """How many items the least of the groups has that the measure compares: what its proportions are taken out of."""
    if measure.proportion:
        return np.asarray(measure.parts(support)[1])
    if measure.contrast is not None:
        sizes = np.asarray(get(measure.contrast[0]).parts(one_vs_rest(support))[1])
    else:
        sizes = np.asarray(actuals(support))
    return np.where(sizes > 0, sizes, np.inf).min(-1)


def _scarce(measure: Measure, table: Array) -> Array:
    """Where a measure that one label without hits decides has few hits of some label that is predicted."""
    if not measure.fragile:
        return np.zeros(table.shape[:-2], bool)
    return ((diagonal(table) < FEW) & (predictions(table) > 0)).any(-1)


def _alone(measure: Measure, table: Array) -> Array:
    """Where a mean over the classes has a single one: it says nothing of the others."""
    if measure.over != "equal":
        return np.zeros(table.shape[:-2], bool)
    return np.asarray((actuals(table) > 0).sum(-1) == 1)


def _notes(measure: Measure, sample: Sample, method: Method, sized: Array, there: Array, scarce: Array) -> Array:
    table = sample.table
    smallest = smallest_class(measure, sample.design.support)
    weightless = measure.extensive and not _in_items(sample.design)
    found: list[tuple[Any, str]] = [
        (~sized, f"no interval: the cells are shares and the number of items is unknown; give {arg('n')}"),
        (scarce, f"no interval: a label has fewer than {FEW} hits, and one label without hits decides the value"),
        (sized & _alone(measure, table), "no interval: only one class occurs"),
        (sized & ~there & ~scarce & ~_alone(measure, table), f"no interval: {GROWS if weightless else UNDEFINED}"),
    ]
    if method.name in THINNED:
        found.append((there & sparse(table), SPARSE))
    for size in range(1, FEW) if np.any(smallest < FEW) else ():
        some = there & (smallest > size - 1) & (smallest <= size)
        few = f"only {size} item{'s' * (size > 1)} in the smallest class: treat as rough"
        found.append((some, Finding("rough", few)))
    if method.name.startswith("bootstrap"):
        thin = ~every_cell(table > 0) | (actuals(table).min(-1) < 10) | (predictions(table).min(-1) < 10)
        found.append((there & thin, "the bootstrap never fills an empty cell: too short; prefer the default"))
    return _joined(found + sample.design.notes(), table.shape[:-2])


def _joined(found: list[tuple[Any, str]], shape: tuple[int, ...]) -> Array:
    """The notes of every table as one; those of which the same is said share theirs."""
    said = [(np.broadcast_to(where, shape), text) for where, text in found if np.any(where)]
    note = np.full(shape, None, dtype=object)
    which = sum((where * 2**place for place, (where, _) in enumerate(said)), np.zeros(shape, dtype=np.int64))
    for code in set(which[which > 0].tolist()):
        note[which == code] = joined(*(text for place, (_, text) in enumerate(said) if code >> place & 1))
    return note
