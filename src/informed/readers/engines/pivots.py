"""Long tables made wide inside the engine that holds them: one row for each rating or label in, one for each item out.

Everything is whole numbers and their sums, which every engine has: a rater's label is a code, a set of labels a sum of
powers of two. The wide rows are grouped in the same query, so that only the distinct ones leave the engine.
"""

import builtins
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import reduce
from operator import add
from typing import Any, NamedTuple

import numpy as np

from informed.core.errors import InputError
from informed.core.validate import Numbers
from informed.readers.arrays.codes import Column, level
from informed.readers.columns import Rated, check_items
from informed.readers.engines.groupby import Grouped, counted_inside, grouped, rows
from informed.readers.frames.frame import check_columns
from informed.readers.ragged import Labelled, Ragged, Tally

MOST_LEVELS = 250  # different values that one column may have to be coded by comparing with each
CHAIN = 8  # comparisons within one another; longer chains are added up, for engines nest only so deep
ONCE = 2**40  # a rating given: its code is below, the number of ratings above
BITS = 40  # of a word: room above for labels repeated on one item
PLAIN = (str, bool, int, float)  # what every engine compares a column with
ITEM = "informed_item"


def is_engine(data: Any) -> bool:
    """Whether the data are a frame whose library groups rows itself; pandas has columns of objects, which are lists."""
    import narwhals.stable.v2 as nw

    frame = nw.from_native(data, pass_through=True)
    return isinstance(frame, nw.LazyFrame) or (isinstance(frame, nw.DataFrame) and not frame.implementation.is_pandas())


class Level(NamedTuple):
    """A value of a column as the engine has it, what it is here, and in how many rows it stands."""

    raw: Any
    value: Any
    rows: int


def levels_of(frame: Any, name: str) -> list[Level] | None:
    """The different values of a column, a missing one first; None if they are too many or cannot be compared with."""
    return _levels((raw, items) for raw, items, *_ in grouped(frame, [name], most=MOST_LEVELS + 1).rows)


def _levels(found: Iterable[tuple[Any, Any]]) -> list[Level] | None:
    """The same of values with how often each occurs."""
    valued = [(raw, level(raw), int(items)) for raw, items in found]
    read = [Level(None if value is None else raw, value, items) for raw, value, items in valued]
    if len(read) > MOST_LEVELS or not all(each.value is None or isinstance(each.raw, PLAIN) for each in read):
        return None
    return sorted(read, key=lambda each: (each.value is not None, str(each.value)))


def coded(name: str, numbers: Sequence[tuple[Any, int]]) -> Any:
    """The number of each value of a column, as a sum of short chains of comparisons; 0 for any other value."""
    import narwhals.stable.v2 as nw

    value, chains = nw.col(name), []
    for start in range(0, len(numbers), CHAIN):
        chain = nw.lit(0, nw.Int64)
        for raw, number in numbers[start : start + CHAIN]:
            same = value.is_null() if raw is None else value == raw
            chain = nw.when(same).then(nw.lit(number, nw.Int64)).otherwise(chain)
        chains.append(chain)
    return reduce(add, chains, nw.lit(0, nw.Int64))


def _check_once(items: Any, names: str) -> None:
    """Refuse an item that has several rows where it may have one."""
    import narwhals.stable.v2 as nw

    several = items.group_by(ITEM).agg(nw.len().alias("many")).filter(nw.col("many") > 1)
    if found := rows(several.select(ITEM).head(1)):
        raise InputError(f"item {found[0][0]!r} has several values in {names}; give each item one of each")


# --- ratings ---------------------------------------------------------------------------------------------------------


class Pivoted(NamedTuple):
    """The raters, and the distinct rows of keys and of what each of them said."""

    raters: list[str]
    found: Grouped


def ratings(frame: Any, item: str, rater: str, label: str, columns: Rated) -> Pivoted | None:
    """What every rater said of each item, counted by the engine; None where raters or labels are too many for it."""
    import narwhals.stable.v2 as nw

    keys = [name for _, name in columns.keys]
    beside = list(dict.fromkeys([*keys, *_listed(columns.weights)]))
    check_columns(frame, {"item": [item], "rater": [rater], "label": [label], "by": beside})
    met = grouped(frame, [rater, label, _unnamed(frame, item)], most=MOST_LEVELS**2 + 1).rows
    times: tuple[Counter[Any], Counter[Any], Counter[Any]] = Counter(), Counter(), Counter()
    for *values, items, _, _ in met:
        for each, value in zip(times, values, strict=True):
            each[value] += items
    who, said = (_levels(each.items()) for each in times[:2])
    if len(met) > MOST_LEVELS**2 or who is None or said is None:
        return None
    if not who:
        return Pivoted([], Grouped([], []))
    if who and who[0].value is None:
        raise InputError(f"column {rater!r} has missing values; give every rating its rater")
    check_items(times[2][True], item)
    said = [each for each in said if each.value is not None]
    seats = [f"informed_rating_{place}" for place in range(len(who))]
    code = coded(label, [(each.raw, place) for place, each in enumerate(said, 1)]) + nw.lit(ONCE, nw.Int64)
    lazy = frame.lazy().select(
        nw.col(item).alias(ITEM), nw.col(rater).alias("informed_rater"), *beside, informed_code=code
    )
    given = [
        nw.when(nw.col("informed_rater") == each.raw).then(nw.col("informed_code")).otherwise(nw.lit(0, nw.Int64))
        for each in who
    ]
    lazy = lazy.select(ITEM, *beside, **dict(zip(seats, given, strict=True)))
    items = lazy.group_by(ITEM, *beside).agg(*(nw.col(seat).sum() for seat in seats))
    if beside:
        _check_once(items, ", ".join(beside))
    # A rating left empty is a rating not given.
    items = items.with_columns(nw.when(nw.col(seat) != ONCE).then(nw.col(seat)).otherwise(0) for seat in seats)
    found = counted_inside(items, [*keys, *seats], columns)
    raters, values = [str(each.value) for each in who], [None, *(each.value for each in said)]
    codes = [np.array(each, np.int64) for each in found.keys[len(keys) :]]
    if any((each >= 2 * ONCE).any() for each in codes):
        raise _twice(items, seats, raters)
    read = [[values[code] for code in (each % ONCE).tolist()] for each in codes]
    return Pivoted(raters, found._replace(keys=[*found.keys[: len(keys)], *read]))


def _listed(weight: str | None) -> list[str]:
    return [] if weight is None else [weight]


def _twice(items: Any, seats: Sequence[str], raters: Sequence[str]) -> InputError:
    """The error for the first item that a rater rated twice."""
    import narwhals.stable.v2 as nw

    for seat, who in zip(seats, raters, strict=True):
        if found := rows(items.filter(nw.col(seat) >= 2 * ONCE).select(ITEM).head(1)):
            return InputError(
                f"rater {who!r} rated item {found[0][0]!r} twice; keep one rating, or ask informed.consensus"
            )
    raise AssertionError("the rows have changed between two queries")


# --- sets of labels --------------------------------------------------------------------------------------------------


class Packed(NamedTuple):
    """The sides as one row for each distinct item, and these rows with their keys: ``(keys..., place, items, ...)``.

    ``items``: how many there are, those without a weight included; ``absent``: how many one side does not mention.
    """

    sides: dict[str, Ragged]
    found: Grouped
    items: int
    absent: Mapping[str, int]


class _Side(NamedTuple):
    """One side in the engine: its place among the sides, its rows and its labels."""

    place: int
    frame: Any
    levels: list[Level]
    strip: bool

    def blank(self, each: Level) -> bool:
        """Whether a value is no label."""
        return each.value is None or (_stripped(each.value) if self.strip else each.value) == ""

    @property
    def tally(self) -> list[int]:
        """How many labels were read: all of them, those that are blank, those with space at an end."""
        padded = [each for each in self.levels if not self.blank(each) and each.value != _stripped(each.value)]
        kinds = (self.levels, filter(self.blank, self.levels), padded)
        return [sum(each.rows for each in kind) for kind in kinds]

    @property
    def words(self) -> list[str]:
        """The columns of bits, one bit for each label."""
        return [f"informed_{self.place}_{word}" for word in range(-(-len(self.levels) // BITS))]

    def sums(self, label: str) -> dict[str, Any]:
        """What is added up over the labels of an item: the bits of each word, the labels, those that are not blank."""
        import narwhals.stable.v2 as nw

        bits = [(each.raw, 2 ** (code % BITS)) for code, each in enumerate(self.levels)]
        found = {name: coded(label, bits[word * BITS : (word + 1) * BITS]) for word, name in enumerate(self.words)}
        blank = coded(label, [(each.raw, 1) for each in self.levels if self.blank(each)])
        one = nw.lit(1, nw.Int64)
        return {**found, **dict(zip(self.tallies, (one, one - blank), strict=True))}

    @property
    def tallies(self) -> tuple[str, str]:
        """The columns that count labels."""
        return f"informed_{self.place}_labels", f"informed_{self.place}_entries"

    @property
    def columns(self) -> list[str]:
        """The columns of sums."""
        return [*self.words, *self.tallies]


def _stripped(value: Any) -> Any:
    return value.strip() if isinstance(value, str) else value


def packed_sets(frames: Mapping[str, Any], id: str, label: str, columns: Labelled) -> Packed | None:
    """The sets of every side, counted by the engine that holds all of them; None where it cannot."""
    keys = [name for _, name in columns.keys]
    beside = list(dict.fromkeys([*keys, *_listed(columns.weights)]))
    for name, frame in frames.items():
        check_columns(frame, {"id": [id], "label": [label], "by": beside if name == "actual" else []})
    if not _together(list(frames.values()), id):
        return None
    found = [levels_of(frame, label) for frame in frames.values()]
    sides = [
        _Side(place, frame, levels, columns.strip)
        for place, (frame, levels) in enumerate(zip(frames.values(), found, strict=True))
        if levels is not None
    ]
    if len(sides) < len(frames) or any(isinstance(each.raw, float) for side in sides for each in side.levels):
        return None
    for frame in frames.values():
        _check_named(frame, id)
    names = [*keys, *(name for side in sides for name in side.columns)]
    for once in (False, True):
        asked = counted_inside(_items(sides, id, label, beside, once), names, columns)
        packed = _unpacked(asked, list(frames), sides, len(keys), once)
        if packed is not None:
            return packed
    raise AssertionError("the rows have changed between two queries")


def _together(frames: Sequence[Any], id: str) -> bool:
    """Whether one query can be about all of them, and their items be compared."""
    import duckdb
    import narwhals.stable.v2 as nw

    if len({(frame.implementation, str(frame.collect_schema()[id])) for frame in frames}) > 1:
        return False
    if frames[0].implementation.is_ibis():
        return len({builtins.id(frame.to_native().get_backend()) for frame in frames}) == 1
    try:
        nw.concat([frame.lazy().select(id) for frame in frames])
    except duckdb.Error:  # tables of two connections
        return False
    return True


def _check_named(frame: Any, id: str) -> None:
    """Refuse a long table of an engine with rows of no item."""
    import narwhals.stable.v2 as nw

    check_items(int(rows(frame.lazy().filter(_unnamed(frame, id)).select(nw.len()))[0][0]), id)


def _unnamed(frame: Any, id: str) -> Any:
    """Whether a row is of no item."""
    import narwhals.stable.v2 as nw

    gap = nw.col(id).is_null()
    return gap | nw.col(id).is_nan() if frame.collect_schema()[id].is_float() else gap


def _items(sides: Sequence[_Side], id: str, label: str, beside: Sequence[str], once: bool) -> Any:
    """One row for each item: sums over its labels, and its keys. ``once``: labels repeated on one item are one."""
    import narwhals.stable.v2 as nw

    columns, parts = [name for side in sides for name in side.columns], []
    for side in sides:
        sums = {name: nw.lit(0, nw.Int64) for name in columns} | side.sums(label)
        part = side.frame.lazy().select(nw.col(id).alias(ITEM), **sums)
        if once:
            part = part.group_by(ITEM, *columns).agg(nw.len().alias("informed_times"))
            part = part.with_columns(**{name: nw.col(name) * nw.col("informed_times") for name in side.tallies})
            part = part.select(ITEM, *columns)
        parts.append(part)
    items = nw.concat(parts).group_by(ITEM).agg(*(nw.col(name).sum() for name in columns))
    if not beside:
        return items
    keys = sides[0].frame.lazy().select(nw.col(id).alias(ITEM), *beside)
    keys = keys.group_by(ITEM, *beside).agg(nw.len().alias("informed_times")).select(ITEM, *beside)
    _check_once(keys, ", ".join(beside))
    return items.join(keys, on=ITEM, how="left")


def _unpacked(found: Grouped, names: Sequence[str], sides: Sequence[_Side], keys: int, once: bool) -> Packed | None:
    """The distinct rows as sets; None where bits were added twice, for a label was repeated."""
    counted = [*found.keys, found.items][keys:]  # the sums, and how many items
    lost = found.dropped[keys:] or [()] * len(counted)
    every = [np.concatenate([np.array(each, np.int64) for each in both]) for both in zip(counted, lost, strict=True)]
    read, absent, times, kept = {}, {}, every[-1], len(found.items)
    for name, side in zip(names, sides, strict=True):
        (*words, labels, entries), every = every[: len(side.columns)], every[len(side.columns) :]
        absent[name] = int(times[labels == 0].sum())
        sizes, codes = _unpacked_words([word[:kept] for word in words], len(side.levels))
        if not once and (sizes < labels[:kept]).any():  # a sum of powers of two has as many bits if all differ
            return None
        column = Column(name, codes, [each.value for each in side.levels])
        read[name] = Ragged(sizes, column, tally=Tally(entries[:kept], *side.tally))
    rest = found._replace(keys=[*found.keys[:keys], np.arange(kept)])
    return Packed(read, rest, int(times.sum()), absent)


def _unpacked_words(words: Sequence[Numbers], labels: int) -> tuple[Numbers, Numbers]:
    """How many labels each row has, and which."""
    there = [np.flatnonzero(words[code // BITS] >> (code % BITS) & 1) for code in range(labels)]
    at = np.concatenate([np.zeros(0, np.int64), *there])
    codes = np.repeat(np.arange(labels), [len(each) for each in there])
    return np.bincount(at, minlength=len(words[0]) if words else 0), codes[np.argsort(at, kind="stable")]
