"""Which way a judge of pairs leans: to the answer shown first, to the longer one, or to its own.

A place cannot make an answer better, so pairs shown in both orders tell by themselves (Zheng et al. 2023). A longer
answer may be better, and so may the judge's own. There a judge leans to a side if that wins more often than by the
human, and the two agree more often where the human prefers it (equal opportunity; Wataoka, Takahashi & Ri 2024). Either
alone is also what a judge shows who errs alike on both sides, or more in close calls.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from statistics import fmean
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np

from informed.core.basis import answers, signature
from informed.core.errors import InputError, arg
from informed.core.estimate import Estimate
from informed.core.items import Items
from informed.core.metrics import Figure
from informed.core.result import Grid, Result
from informed.core.words import Finding, Next, ci, interval, many, number, points, rate, rated
from informed.inference.estimates import estimate
from informed.inference.grades import of_gaps, of_shares
from informed.inference.interval import check_level
from informed.inference.proportions import mover
from informed.readers.lists import lists_of

PLACES = ("first", "second", "tie")
WON = np.array([1.0, 0.0, 0.5])  # by the answer shown first
SIDES = {"length": ("longer", "shorter"), "own": ("own", "other")}
TOLD = {"longer": "the longer answer", "shorter": "the shorter", "own": "its own answer", "other": "the other"}


class Lean(NamedTuple):
    """How often the first side wins more by the judge than by the human, and what they agree on.

    ``agrees``: how often, where the human prefers the one side and where the other; ``gap``: how far these are apart.
    """

    judge: float
    human: float
    excess: Estimate
    agrees: Mapping[str, Estimate]
    gap: Estimate
    pairs: Mapping[str, int]


@dataclass(frozen=True, repr=False)
class Leaning(Result):
    """Which way a judge of pairs leans; the intervals of its checks hold together.

    ``first``: how often the answer shown first wins, of ``pairs`` shown in both orders; ``changed``: how often swapping
    them changes the verdict. ``leans``: by "length" and "own", how often the judge agrees with the human.
    """

    kind = "leaning"

    first: Estimate | None
    changed: Estimate | None
    pairs: int
    leans: Mapping[str, Lean]
    level: float
    signature: str
    notes: tuple[str, ...] = ()

    def head(self) -> tuple[str, str]:
        sizes = [f"{many(self.pairs, 'pair')} in both orders"] if self.pairs else []
        most = max((sum(each.pairs.values()) for each in self.leans.values()), default=0)
        return "Does the judge lean?", ", ".join([*sizes, *([f"{most:,} with a human verdict"] if most else [])])

    def words(self) -> Iterator[Finding]:
        """The place first, which needs no human; then length and its own answers."""
        if self.first is None or self.changed is None:
            yield Finding("one_order", "Whether the place counts cannot be told: no pair was shown in both orders.")
        else:
            lean = _side(self.first, 0.5, *PLACES[:2])
            told = f"that wins {rated(self.first)}, and 50% would be fair"
            if lean:
                share = told if lean == "first" else f"the one shown first wins {rated(self.first)} only"
                yield Finding(f"leans_{lean}", f"It leans to the answer shown {lean}: {share}.")
            else:
                yield Finding(
                    "no_lean_place", f"Not shown to lean to a place: the first answer wins {rated(self.first)}."
                )
            yield Finding(
                "swapped", f"Swapping the two answers changes the verdict of {rated(self.changed)} of the pairs."
            )
        for name, each in self.leans.items():
            yield self._between(*SIDES[name], each)

    def _between(self, one: str, other: str, found: Lean) -> Finding:
        if found.gap.low is None:
            return Finding("no_human", f"Whether it leans to {TOLD[one]} cannot be told: {found.gap.note}.")
        both = {_side(each, 0.0, one, other) for each in (found.excess, found.gap)}
        lean = both.pop() if len(both) == 1 else ""
        low, high = (points(each or 0.0, "") for each in (found.excess.low, found.excess.high))
        shares = [f"{rate(each.value)} of the {found.pairs[side]:,}" for side, each in found.agrees.items()]
        who = "that" if lean == one else TOLD[one]
        said = (
            f"{who} wins {rate(found.judge)} by the judge and {rate(found.human)} by the human (difference "
            f"{points(found.excess.value)}, {ci(self.level)} {low} to {high}); they agree in {shares[0]} pairs where "
            f"the human prefers {TOLD[one]}, and in {shares[1]} where {TOLD[other]}"
        )
        if lean:
            return Finding(f"leans_{lean}", f"It leans to {TOLD[lean]}: {said}.")
        return Finding(f"no_lean_{one}", f"Not shown to lean to {TOLD[one]} or {TOLD[other]}: {said}.")

    def steps(self) -> Iterator[Next]:
        """What makes up for a place."""
        if self.first is None:
            yield Next("both_orders", "show every pair in both orders")
        elif _side(self.first, 0.5, *PLACES[:2]):
            yield Next("both_orders", "count a verdict that changes with the order as a tie")

    def grids(self, every: bool = False) -> Iterator[Grid]:
        """Every share, and how far two lie apart."""
        cells = [[row["what"], f"{row['pairs']:,}", number(each.value), interval(each)] for row, each in self._found()]
        yield Grid("Which way it leans", [["share of pairs", "pairs", "value", ci(self.level)], *cells])

    def _found(self) -> Iterator[tuple[dict[str, Any], Estimate]]:
        for name, shown in (("the first wins", self.first), ("swapping changes the verdict", self.changed)):
            if shown is not None:
                yield {"what": name, "pairs": self.pairs}, shown
        for name, lean in self.leans.items():
            one, other = SIDES[name]
            every = sum(lean.pairs.values())
            yield {"what": f"{TOLD[one]} wins, judge - human", "pairs": every}, lean.excess
            for side, found in lean.agrees.items():
                yield {"what": f"agree, human prefers {TOLD[side]}", "pairs": lean.pairs[side]}, found
            yield {"what": f"agree, {TOLD[one]} - {TOLD[other]}", "pairs": every}, lean.gap

    def rows(self) -> list[dict[str, Any]]:
        """One row for each share and each difference."""
        return [{**row, **each.to_dict()} for row, each in self._found()]

    def remarks(self, every: bool = False) -> tuple[str, ...]:
        """What was left out."""
        return self.notes

    def key_figures(self) -> Iterator[Figure]:
        """The share that the first answer wins, and both differences."""
        if self.first is not None:
            yield Figure("first", self.first)
        yield from (Figure(name, each.excess) for name, each in self.leans.items())


def _side(found: Estimate, fair: float, one: str, other: str) -> str:
    """The side that it is shown to lean to; empty where neither is."""
    low, high = (fair if end is None else end for end in (found.low, found.high))
    return one if low > fair else other if high < fair else ""


# --- how it is found -------------------------------------------------------------------------------------------------


@answers
def leaning(places: Items | None, leans: Mapping[str, Items], *, level: float = 0.95) -> Leaning:
    """Which way a judge leans.

    ``places``: the verdicts in the one order and in the other; ``leans``: the side that human and judge prefer.
    """
    checks = max(bool(places) + len(leans), 1)
    own = 1 - (1 - check_level(level)) / checks
    first = changed = None
    pairs = int(places.items.sum()) if places else 0
    if places:
        codes, among = _apart(places)
        gaps = WON[codes].sum(1) - 1
        (low, high, method), _ = of_gaps(gaps, 2 if (codes == 2).any() else 1, own, among)  # type: ignore[misc]
        first = Estimate(0.5 + gaps.mean() / 2, 0.5, 0.5 + low / 2, 0.5 + high / 2, level, method)
        moved = (WON[codes].sum(1) != 1).astype(float)
        ends = of_shares(moved, pairs, level, among) or (None, None, None)
        changed = Estimate(float(moved.mean()), low=ends[0], high=ends[1], level=level, method=ends[2])
    recipe = {"pairs": pairs, "level": level} | {name: each.n for name, each in leans.items()}
    found = {name: _lean(each, own, level) for name, each in leans.items()}
    notes = tuple(dict.fromkeys(note for each in (places, *leans.values()) if each for note in each.notes))
    if checks > 1:
        notes = (*notes, f"the intervals of the {checks} checks hold together")
    return Leaning(first, changed, pairs, found, level, signature(recipe), notes)


def _apart(items: Items) -> tuple[Any, Any]:
    """Both verdicts of each pair, and its cluster where there are any."""
    among = None if items.cluster is None else np.unique(np.repeat(items.cluster, items.items), return_inverse=True)[1]
    return np.repeat(items.rows, items.items, axis=0), among


def _lean(items: Items, own: float, level: float) -> Lean:
    """How much more often the first side wins by the judge, and both rates of agreement with their difference."""
    one, other = map(str, items.labels)
    table = items.table("judged")
    pairs = dict(zip((one, other), table.sum(1).astype(int).tolist(), strict=True))
    human, judge = (float(each[0] / each.sum()) if each.any() else np.nan for each in (table.sum(1), table.sum(0)))
    nothing = Estimate(np.nan, note=f"no human verdict prefers {TOLD[one if not pairs[one] else other]}")
    if not all(pairs.values()):
        return Lean(judge, human, nothing, dict.fromkeys((one, other), nothing), nothing, pairs)
    codes, among = _apart(items)
    low, high, method = of_gaps((codes[:, 0] - codes[:, 1]).astype(float), 1, own, among)[0] or (None, None, None)
    excess = Estimate(judge - human, 0.0, low, high, level, method)
    ends = []
    for side in (one, other):
        found = estimate(items, "recall", label=side, level=own)
        ends.append((np.array(found.value), (np.array(found.low), np.array(found.high))))
    low, high = map(float, mover(*ends))
    gap = Estimate(float(ends[0][0] - ends[1][0]), 0.0, low, high, level, "mover")
    return Lean(
        judge, human, excess, {side: estimate(items, "recall", label=side, level=level) for side in pairs}, gap, pairs
    )


# --- what is read ----------------------------------------------------------------------------------------------------


class Pair(NamedTuple):
    """Two answers to one item, by the names of their systems: who wins in each order, by the human, the lengths."""

    orders: tuple[list[float], list[float]]  # won by the first name, where it was shown first and where second
    human: list[float]
    lengths: list[tuple[float, float]]

    def judged(self) -> float:
        """How far the first name wins, both orders alike."""
        return fmean(fmean(each) for each in self.orders if each)


def read(
    data: Any,
    *,
    judged: Any,
    first: Any,
    second: Any,
    id: Any,
    human: Any,
    own: Any,
    length: Any,
    reading: Mapping[str, Any] = MappingProxyType({}),
) -> tuple[Items | None, dict[str, Items]]:
    """The verdicts of pairs in both orders, and the sides that human and judge prefer."""
    lengths = tuple(length or ())
    if len(lengths) not in (0, 2):
        raise InputError(
            f"{arg('length')} names {len(lengths)} columns; name two: of the answer shown first and second"
        )
    if (lengths or own is not None) and human is None:
        raise InputError(
            f"{arg('human')} is missing: without human verdicts nobody can tell a judge that prefers longer answers, "
            "or its own, from such answers being better"
        )
    names = [id, first, second, judged, *([human] if human else []), *lengths]
    if not all(isinstance(each, str) for each in names):
        raise InputError(f"pairs are read from a table: name the columns {arg('first')}, {arg('second')}, {arg('id')}")
    pairs: dict[tuple[str, str, str], Pair] = {}
    missing = 0
    for item, one, other, verdict, *more in zip(*lists_of(data, names, **reading), strict=True):
        if verdict is None:
            missing += 1
            continue
        shown = str(one), str(other)
        if shown[0] == shown[1]:
            raise InputError(
                f"item {item!r} shows {one!r} beside itself; {arg('first')} and {arg('second')} name systems"
            )
        turned = shown[0] > shown[1]
        pair = pairs.setdefault((str(item), *sorted(shown)), Pair(([], []), [], []))  # type: ignore[arg-type]
        pair.orders[turned].append(abs(turned - _won(verdict, shown, judged)))
        if human and more[0] is not None:
            pair.human.append(abs(turned - _won(more[0], shown, human)))
        if lengths:
            sizes = [_size(each, name) for each, name in zip(more[1:], lengths, strict=True)]
            pair.lengths.append((sizes[turned], sizes[not turned]))
    if not pairs:
        raise InputError("there are no verdicts; give a table with rows")
    notes = (f"{missing:,} rows have no verdict and were left out",) if missing else ()
    towards: dict[str, dict[tuple[str, str, str], float]] = {}  # which answer has the longer text, or is its own
    if lengths:
        towards["length"] = {at: np.sign(fmean(a - b for a, b in each.lengths)) for at, each in pairs.items()}
    if own is not None:
        mine = {str(each) for each in ([own] if isinstance(own, str) or not isinstance(own, Iterable) else own)}
        towards["own"] = {at: float((at[1] in mine) - (at[2] in mine)) for at in pairs}
        if not any(towards["own"].values()):
            raise InputError(f"no pair has an answer of {sorted(mine)} on one side", argument="own", value=own)
    both = {
        at: [_code(fmean(pair.orders[0])), _code(1 - fmean(pair.orders[1]))]
        for at, pair in pairs.items()
        if all(pair.orders)
    }
    places = _items(both, PLACES, notes) if both else None
    return places, {name: _preferred(pairs, side, SIDES[name], notes) for name, side in towards.items()}


def _preferred(pairs: Mapping[Any, Pair], side: Mapping[Any, float], labels: tuple[str, str], notes: Any) -> Items:
    """Which side human and judge prefer, of the pairs that have both sides and were decided by both."""
    said = {
        at: [side[at] * np.sign(each - 0.5) for each in (fmean(pair.human), pair.judged())]
        for at, pair in pairs.items()
        if pair.human and side[at]
    }
    kept = {at: [int(each < 0) for each in both] for at, both in said.items() if all(both)}
    if tied := len(said) - len(kept):
        told = (
            f"{labels[0]} or {labels[1]}: {tied:,} of {len(said):,} pairs are left out, tied by the human or the judge"
        )
        notes = (*notes, told)
    return _items(kept, labels, notes)


def _items(found: Mapping[Any, list[int]], labels: tuple[str, ...], notes: tuple[str, ...]) -> Items:
    """Two verdicts of each pair; several pairs of one item are a cluster."""
    codes = np.array(list(found.values()), dtype=np.int64).reshape(-1, 2)
    names, cluster = np.unique([at[0] for at in found], return_inverse=True)
    among = {"cluster": cluster, "clusters": tuple(names.tolist())} if len(names) < len(found) else {}
    return Items.of(codes[:, 0], {"judged": codes[:, 1]}, labels, notes=notes, **among)


def _won(verdict: Any, shown: tuple[str, str], column: str) -> float:
    """Whether the answer shown first wins: 1, 0, or a half for a tie."""
    said = str(verdict)
    if said in shown:
        return float(said == shown[0])
    if said.lower() in PLACES[:2]:
        return float(said.lower() == "first")
    if said.lower().startswith("tie"):
        return 0.5
    raise InputError(
        f"column {column!r} holds {said!r} for the pair {shown[0]!r}, {shown[1]!r}; a verdict is the name of one of "
        "them, 'first', 'second' or 'tie'"
    )


def _code(won: float) -> int:
    return 2 if won == 0.5 else int(won < 0.5)


def _size(value: Any, column: str) -> float:
    """A length: a number as it is, a text by its characters."""
    try:
        return float(value)
    except ValueError:
        return float(len(value))
    except TypeError:
        raise InputError(f"column {column!r} has an empty length; give a number or the text of every answer") from None
