"""A whole table back from a few published ratios, and with it every measure its authors did not report."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from functools import cached_property
from typing import Any, Literal

import numpy as np

from informed.core.basis import signature
from informed.core.counts import Counts
from informed.core.errors import InputError, arg
from informed.core.estimate import Record, written
from informed.core.registry import Measure, find, get
from informed.core.result import Result
from informed.core.table import blocks, total
from informed.core.validate import Numbers
from informed.core.valuation import values
from informed.questions.recover.enumerate import COUNTS, real_tables, whole_tables
from informed.questions.recover.target import Target, check_independent, rank

MOST_DIGITS = 12  # decimals; a number with more was worked out, not rounded
_WRITTEN = (str, int, float, Decimal, np.number)  # what prints as a decimal number


@dataclass(frozen=True)
class Range(Record):
    """What the tables that fit leave open: from ``low`` to ``high``, one value where these agree."""

    low: float
    high: float
    note: str | None = None

    @property
    def value(self) -> float | None:
        """The value, if all tables agree on it."""
        return self.low if self.high - self.low <= 1e-12 * max(1.0, abs(self.low)) or self.low == self.high else None

    def __str__(self) -> str:
        return f"{self.low:.4f}" if self.value is not None else f"{self.low:.4f} to {self.high:.4f}"


def ranges(tables: Numbers, measures: Sequence[Measure]) -> dict[str, Range]:
    """The range of each measure over tables ``(tables, A, P)``; a measure undefined on all of them is left out."""
    names, ends = [str(each) for each in measures], []
    for block in blocks(tables):
        rows = np.array([*values(block, measures).values()])
        ends.append([np.fmin.reduce(rows, axis=1), np.fmax.reduce(rows, axis=1), np.isnan(rows).sum(axis=1)])
    lows, highs, gaps = (np.array(each) for each in zip(*ends, strict=True))
    found = {}
    for name, low, high, gap in zip(names, np.fmin.reduce(lows), np.fmax.reduce(highs), gaps.sum(axis=0), strict=True):
        if gap < len(tables):
            note = f"undefined on {gap} of the {len(tables)} tables" if gap else None
            found[name] = Range(float(low), float(high), note)
    return found


@dataclass(frozen=True, eq=False)
class Recovery(Result):
    """The binary tables that have the given values, the positive class first, and what they say of every measure.

    ``whole``: the tables are whole and all that round to the values given, the nearest to these values first; otherwise
    they are the real table (rarely several) that the values determine, scaled to the given count or to shares.
    ``taken``: what each value was taken to mean, "exactly" or from where to where. ``n``: the number of items, None
    where the tables are shares or differ in it.
    """

    kind = "recovery"
    asks = "Which table was it?"
    json_types = written(rows=Literal["actual"], fitting=int, measures=dict[str, Range])

    given: Mapping[str, str]
    n: float | None
    tables: Numbers
    whole: bool
    taken: Mapping[str, str]

    @cached_property
    def measures(self) -> dict[str, Range]:
        """Every measure that has a meaning for two classes, as a value or a range."""
        return ranges(self.tables, [each for each in find() if each.ready and each.applies(2, 2)])

    @cached_property
    def signature(self) -> str:
        """The recipe: what was given."""
        return signature({**self.given, "n": self.n, "values": "rounded" if self.whole else "exact"})

    @property
    def counts(self) -> Counts:
        """The table itself, if it is the only one that fits."""
        if len(self.tables) != 1:
            raise InputError(f"{len(self.tables)} tables fit; give more digits or another ratio to single one out")
        return Counts(self.tables[0], labels=("+", "-"))

    def rows(self) -> list[dict[str, Any]]:
        """One row a measure: from where to where it may lie."""
        return [{"measure": name, **each.to_dict()} for name, each in self.measures.items()]

    def facts(self) -> dict[str, Any]:
        """The tables, actual x predicted with the positive class first, and what they say of every measure."""
        return {**super().facts(), "rows": "actual", "fitting": len(self.tables), "measures": self.measures}


@np.errstate(all="ignore")  # a search tries tables on which a value overflows or is undefined
def recovered(given: dict[str, Any], digits: int | Mapping[str, int] | None = None, exact: bool = False) -> Recovery:
    """The tables of two classes that have these ratios and counts."""
    counts = {name: _count(name, given.pop(name)) for name in COUNTS if given.get(name) is not None}
    if digits is not None and not exact and not counts:
        raise InputError(
            f"ratios rounded to digits need {arg('n')} or another count; leave digits out for exact values"
        )
    exact = exact or not counts  # of shares without a number of items there is no end of tables
    targets = [ratio_target(name, value, digits, exact) for name, value in given.items() if value is not None]
    if any(each.slack for each in targets):
        return _whole(targets, counts)
    return _real(targets, counts)


def ratio_target(name: str, value: Any, digits: int | Mapping[str, int] | None = None, exact: bool = False) -> Target:
    """A measure that must have a value, rounded to as many digits as were given or written, unless it is exact."""
    which = get(name)
    if not which.applies(2, 2):
        raise InputError(f"{which} has no value for a 2 x 2 table; give a measure that has one")
    number, written = _number(str(which), value)
    places = digits.get(name) if isinstance(digits, Mapping) else digits
    if places is not None and not 0 <= places <= MOST_DIGITS:
        raise InputError(
            f"{arg('digits', places)} must be between 0 and {MOST_DIGITS}: the decimals the ratios were rounded to"
        )
    places = None if exact else written if places is None else places
    slack = 0.0 if places is None else 0.5 * 10.0**-places
    low, high = which.bound(0, 2, 2), which.bound(1, 2, 2)
    if not low - slack <= number <= high + slack:
        meant = f"; did you mean {number / 100:g}?" if high == 1 < number <= 100 else ""
        raise InputError(f"{which}={value} lies outside its range, {low:g} to {high:g}{meant}")
    shown = str(value) if places is None or isinstance(value, str) else f"{number:.{places}f}"
    return Target(str(which), number, _cellwise(which), slack, shown)


def _number(name: str, value: Any) -> tuple[float, int | None]:
    """A number and the decimals it is written with, None where there are too many to be a rounding.

    A percentage is a share with two more. Text and numbers are read alike: a number as Python prints it.
    """
    try:
        written = str(value).strip()
        per_cent = 2 if written.endswith("%") else 0
        number = Decimal(written.removesuffix("%")) if isinstance(value, _WRITTEN) else Decimal(float(value))
        if not number.is_finite():
            return float(number), None
        places = max(-int(number.as_tuple().exponent), 0) + per_cent
        return float(number) / 10**per_cent, places if places <= MOST_DIGITS else None
    except (TypeError, ValueError, InvalidOperation):
        raise InputError("is not a number; write 0.80 or 80%", argument=name, value=value) from None


def _cellwise(which: Measure) -> Callable[[Numbers], Numbers]:
    return lambda cells: np.asarray(which.settled(cells.reshape(*cells.shape[:-1], 2, 2)))


def _count(name: str, value: Any) -> float:
    number, _ = _number(name, value)
    if not (number >= 0 and np.isfinite(number)) or (name == "n" and number < 1):
        raise InputError(f"{name}={value} is a number of items; it must be {'>= 1' if name == 'n' else '>= 0'}")
    return number


def _first(counts: Mapping[str, float]) -> str:
    """The first count that is positive."""
    for name, size in counts.items():
        if size > 0:
            return name
    raise InputError(f"{' and '.join(counts)} are 0; give a count that is not")


def count_targets(counts: Mapping[str, float]) -> list[Target]:
    """All counts after the first positive one, as ratios to it."""
    if not counts:
        return []
    first = _first(counts)

    def over(name: str) -> Callable[[Numbers], Numbers]:
        return lambda cells: (cells @ np.array(COUNTS[name])) / (cells @ np.array(COUNTS[first]))

    return [
        Target(name, counts[name] / counts[first], over(name), written=f"{counts[name]:g}")
        for name in counts
        if name != first
    ]


def _whole(targets: Sequence[Target], counts: Mapping[str, float]) -> Recovery:
    for name, count in counts.items():
        if count != int(count):
            raise InputError(f"{name}={count:g} counts items and must be a whole number")
    first = _first(counts)
    targets = [*targets, *count_targets(counts)]
    check_independent(targets)
    cells = _nearest_first(targets, whole_tables(targets, int(counts[first]), first))
    sizes = cells.sum(-1)
    n = int(sizes[0]) if (sizes == sizes[0]).all() else None
    return Recovery(_given(targets, counts), n, cells.reshape(-1, 2, 2), True, _taken(targets))


def _nearest_first(targets: Sequence[Target], cells: Numbers) -> Numbers:
    """The tables ordered by how far they lie from the values as written, in units of what rounding allows."""
    gaps = [abs(each.of(cells) - each.value) / each.slack for each in targets if each.slack]
    farthest = np.max(np.nan_to_num(gaps), axis=0)
    ordered: Numbers = cells[np.lexsort([np.sum(gaps, axis=0), farthest.round(9)])]
    return ordered


def _real(targets: Sequence[Target], counts: Mapping[str, float]) -> Recovery:
    targets = [*targets, *count_targets(counts)]
    check_independent(targets)
    if len(targets) < 3 or rank(targets) < 3:
        raise InputError(
            f"{len(targets)} values ({', '.join(map(str, targets)) or 'none'}) leave the table open, which needs three "
            f"independent ones; give another, or {arg('n')} and no {arg('exact')} to list the whole tables that fit"
        )
    tables = real_tables(targets).reshape(-1, 2, 2)
    if not counts:
        return Recovery(_given(targets, counts), None, tables, False, _taken(targets))
    name = _first(counts)
    tables = tables * (counts[name] / (tables.reshape(-1, 4) @ np.array(COUNTS[name])))[:, None, None]
    near = np.rint(tables)
    if abs(tables - near).max() < 1e-9 * total(tables).max():
        tables = near  # whole but for rounding
    return Recovery(_given(targets, counts), float(tables[0].sum()), tables, False, _taken(targets))


def _taken(targets: Sequence[Target]) -> dict[str, str]:
    return {
        each.name: f"{each.value - each.slack:.12g} to {each.value + each.slack:.12g}" if each.slack else "exactly"
        for each in targets
    }


def _given(targets: Sequence[Target], counts: Mapping[str, float]) -> dict[str, str]:
    known = {name: f"{size:g}" for name, size in counts.items() if name != "n"}
    return {each.name: each.written or f"{each.value:g}" for each in targets} | known
