"""Pairs of predictors that measures rank differently: two against two, and the odd one out (Steingold & Laclavik)."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

import numpy as np

from informed.core.errors import InputError, arg, whole
from informed.core.estimate import as_json
from informed.core.registry import Measure, get
from informed.core.table import every_cell, two_by_two
from informed.core.validate import Numbers
from informed.inference.draws import generator
from informed.lab.result import Progress, Study, check_seed, recipe
from informed.lab.worlds import World

MEASURES = ("proficiency", "mcc", "accuracy", "f_measure")
MOST = 3000  # tables: all pairs of them are 4.5 million; from more tables so many are taken at random
TIE = 1e-12
BLOCK = 2**20  # differences held at a time


class Split(NamedTuple):
    """How measures fall apart over pairs: those that prefer the one table, those that prefer the other."""

    some: tuple[str, ...]
    others: tuple[str, ...]

    @property
    def odd(self) -> str | None:
        """The measure that stands against all others, if one does."""
        return self.some[0] if len(self.some) == 1 and len(self.others) > 1 else None

    def __str__(self) -> str:
        return f"{', '.join(self.some)} against {', '.join(self.others)}"


@dataclass(frozen=True, repr=False, kw_only=True)
class Disagreement(Study):
    """Tables, what each measure says of them, and for every way to disagree how many pairs do.

    ``clearest``: of each split the pairs on which the smallest difference of any measure is largest; the first table of
    a pair is the one that the first side of the split prefers.
    """

    name: ClassVar[str] = "disagreement"

    measures: tuple[str, ...]
    tables: Numbers
    values: Numbers
    counts: dict[Split, int]
    clearest: dict[Split, Numbers]
    agreed: int

    def split(self, first: Any, second: Any) -> Split | None:
        """How the measures fall apart over two tables of the search; None where they agree, or one sees none better."""
        pair = self.values[[self._place(each) for each in (first, second)]]
        for _, codes, _ in _compared(pair):
            return _split(self.measures, int(codes[0])) if codes.any() else None
        return None

    def _place(self, table: Any) -> int:
        same = np.flatnonzero(every_cell(self.tables == np.asarray(table)))
        if not len(same):
            raise InputError(f"table {np.asarray(table).tolist()} is not among those that were searched")
        return int(same[0])

    def pairs(self, split: Split) -> Numbers:
        """All pairs of a split, ``(pairs, 2, A, P)``: first the table that its first side prefers."""
        code = sum(1 << self.measures.index(name) for name in split.some)
        found = [pairs[codes == code] for pairs, codes, _ in _compared(self.values)]
        pairs: Numbers = self.tables[np.concatenate(found)]
        return pairs

    def head(self) -> tuple[str, str]:
        agreed = f"on {self.agreed:,} pairs {', '.join(self.measures)} all prefer the same"
        return "Which measures disagree?", f"{len(self.tables):,} tables; {agreed}"

    def rows(self) -> list[dict[str, Any]]:
        """One row for each clearest pair: the split, how many pairs there are, both tables and all values."""
        return [
            {"split": str(split), "odd": split.odd, "pairs": count, "rank": rank}
            | {"first": self.tables[a].tolist(), "second": self.tables[b].tolist()}
            | as_json(
                {
                    f"{name}_{which}": self.values[place, column]
                    for column, name in enumerate(self.measures)
                    for which, place in (("first", a), ("second", b))
                }
            )
            for split, count in self.counts.items()
            for rank, (a, b) in enumerate(self.clearest[split].tolist(), 1)
        ]

    def facts(self) -> dict[str, Any]:
        splits = [
            {"prefer_first": split.some, "prefer_second": split.others, "odd": split.odd, "pairs": count}
            | {"examples": [self._example(*pair) for pair in self.clearest[split].tolist()]}
            for split, count in self.counts.items()
        ]
        found = {"measures": list(self.measures), "tables": len(self.tables), "agreed": self.agreed}
        return self.about() | found | {"splits": splits}

    def _example(self, first: int, second: int) -> dict[str, Any]:
        return {
            which: {
                "table": self.tables[place].tolist(),
                "measures": as_json(dict(zip(self.measures, self.values[place], strict=True))),
            }
            for which, place in (("first", first), ("second", second))
        }


def disagreement(
    names: Iterable[str | Measure] = MEASURES,
    *,
    items: int = 50,
    positives: int | None = None,
    classes: int = 2,
    tables: int = MOST,
    examples: int = 3,
    perverse: bool = False,
    seed: int = 0,
    progress: Progress | None = None,
    **world: Any,
) -> Disagreement:
    """Find pairs of tables that measures rank differently.

    Parameters
    ----------
    names
        The 2 to 16 measures to compare.
    items, positives
        The number of items and, for two classes, of positives; by default a tenth.
    classes
        The number of classes. For more than two, random tables of a `World` are searched.
    tables
        Compare at most this many tables, chosen at random.
    examples
        How many of the clearest pairs of each split to keep.
    perverse
        Include predictors that are worse than chance.
    seed
        The random seed.
    progress
        A function that is called with the share done.
    **world
        Options of `World`.

    Returns
    -------
    Disagreement
        How often the measures disagree, by which measures prefer which table, with examples.

    Examples
    --------
    >>> found = disagreement(["informedness", "accuracy"], items=10)
    >>> found.rows()[0]["first"], found.rows()[0]["second"]  # the first is better informed, the second more accurate
    ([[1.0, 0.0], [5.0, 4.0]], [[0.0, 1.0], [0.0, 9.0]])
    """
    wanted = [get(each) for each in names]
    if not 2 <= len(wanted) <= 16:
        raise InputError(f"names: {len(wanted)} measures; the search compares 2 to 16")
    if classes == 2 and not world:
        known = max(items // 10, 1) if positives is None else whole("positives", positives, 1)
        found = _all(whole("items", items, 2), known, whole("tables", tables, 2), check_seed(seed))
    else:
        known = None
        place = World(classes=classes, items=items, **({"kind": "confused"} | world))
        rng = generator(check_seed(seed))
        found = place.draw(rng.random(whole("tables", tables, 2)), rng).tables
    values = np.stack([np.asarray(each(found)) for each in wanted], axis=-1)
    used = np.isfinite(values).all(-1) & (perverse | (get("informedness")(found) >= 0))
    found, values = found[used], values[used]
    measures = tuple(map(str, wanted))
    counts, clearest, agreed = _searched(measures, values, whole("examples", examples, 1), progress)
    drawn = {"classes": classes, "items": items, "positives": known, **world, "perverse": perverse or None}
    signature = recipe("disagreement", measures=measures, **drawn, tables=tables, seed=seed)
    preferred: dict[str, Any] = {"counts": counts, "clearest": clearest, "agreed": agreed}
    return Disagreement(signature=signature, measures=measures, tables=found, values=values, **preferred)


def _all(items: int, positives: int, most: int, seed: int) -> Numbers:
    """Every table with these margins of the actual classes, or a random choice of them."""
    if positives >= items:
        raise InputError(f"{arg('positives', positives)}: of {items} items both classes must have some; give fewer")
    size = (positives + 1) * (items - positives + 1)
    chosen = np.arange(size) if size <= most else np.sort(generator(seed).choice(size, most, replace=False))
    tp, fp = (each.astype(np.float64) for each in np.divmod(chosen, items - positives + 1))
    tables: Numbers = two_by_two(tp, positives - tp, fp, items - positives - fp)
    return tables


def _compared(values: Numbers) -> Iterator[tuple[Numbers, Numbers, Numbers]]:
    """All pairs, some at a time: the two places, the code of who prefers the first, and the least difference.

    Pairs on which a measure sees no difference are left out. Each pair is turned so that fewer measures prefer the
    first table, or, of as many, the first measure does.
    """
    size, measures = values.shape
    weights = 1 << np.arange(measures)
    step = max(BLOCK // (size * measures), 1)
    for start in range(0, size, step):
        first, second = np.nonzero(np.arange(start, min(start + step, size))[:, None] < np.arange(size))
        first = first + start
        gap = values[first] - values[second]
        least = abs(gap).min(-1)
        clear = least > TIE
        pairs = np.stack([first, second], axis=-1)[clear]
        codes = (gap[clear] > 0) @ weights
        excess = 2 * np.bitwise_count(codes).astype(np.int64) - measures
        turned = (excess > 0) | ((excess == 0) & (codes & 1 == 0))
        pairs[turned] = pairs[turned][:, ::-1]
        yield pairs, np.where(turned, (1 << measures) - 1 - codes, codes), least[clear]


def _searched(
    measures: Sequence[str], values: Numbers, examples: int, progress: Progress | None
) -> tuple[dict[Split, int], dict[Split, Numbers], int]:
    counts = np.zeros(1 << len(measures), dtype=np.int64)
    best: dict[int, tuple[Numbers, Numbers]] = {}
    for pairs, codes, least in _compared(values):
        counts += np.bincount(codes, minlength=len(counts))
        for code in np.unique(codes):
            kept, clear = best.get(code, (np.empty((0, 2), np.int64), np.empty(0)))
            kept = np.concatenate([kept, pairs[codes == code]])
            clear = np.concatenate([clear, least[codes == code]])
            top = np.argsort(-clear, kind="stable")[:examples]
            best[int(code)] = kept[top], clear[top]
        if progress and len(pairs):
            progress(float(pairs[-1].min() / len(values)))
    order = sorted((code for code in best if code), key=lambda code: (code.bit_count(), -counts[code]))
    splits = {_split(measures, code): code for code in order}
    return (
        {split: int(counts[code]) for split, code in splits.items()},
        {split: best[code][0] for split, code in splits.items()},
        int(counts[0]),
    )


def _split(measures: Sequence[str], code: int) -> Split:
    """Who prefers the first table by the bits of the code."""
    some = tuple(name for place, name in enumerate(measures) if code >> place & 1)
    return Split(some, tuple(name for name in measures if name not in some))
