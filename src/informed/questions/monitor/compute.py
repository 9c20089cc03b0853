"""Looking again and again: intervals that hold at every look at once, however often and whenever one looks."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from informed.core.counts import Counts
from informed.core.errors import InputError
from informed.core.estimate import Estimate
from informed.core.labels import Label
from informed.core.metrics import Figure
from informed.core.record import Row, written
from informed.core.registry import get
from informed.core.result import Result
from informed.core.signature import counted, signature
from informed.core.table import Array, as_table
from informed.inference.interval import check_level

METHOD = "confidence sequence"
GRID = 33  # divisions of the error between two classes that are tried at a time


@dataclass(frozen=True)
class Monitor(Result):
    """Informedness as items come in: after each look its value and limits that hold at all looks together.

    With probability ``level`` none of the intervals, past or future, misses the truth; so each may be cut to what all
    before it allow. The price is width: about twice that of an interval for a single look.
    """

    kind = "monitor"
    json_types = written("counts", "sizes", labels=list[Label], looks=list[Row])

    level: float
    counts: Counts | None = None
    looks: tuple[Estimate, ...] = ()
    sizes: tuple[int, ...] = ()
    """How many items had been counted by each look."""

    @cached_property
    def signature(self) -> str:
        """The recipe in one line."""
        facts = {"n": 0} if self.counts is None else counted(self.counts)
        return signature({**facts, "looks": len(self.looks), "interval": METHOD, "level": self.level})

    @property
    def now(self) -> Estimate:
        """What is known after the last look."""
        if not self.looks:
            raise InputError("nothing has been looked at yet; add counts with monitor.then(counts)")
        return self.looks[-1]

    def then(self, more: Counts) -> Monitor:
        """The monitor after one more look: ``more`` holds the items that came in since the last."""
        counts = more if self.counts is None else self.counts + more
        low, high = sequence(counts, self.level)
        if self.looks:
            low, high = max(low, _end(self.now.low, low)), min(high, _end(self.now.high, high))
        value = float(get("informedness")(as_table(counts)))
        note = "the limits no longer hold the estimate: what is watched has changed, or is not one process"
        estimate = Estimate(value, 0.0, low, high, self.level, METHOD, note if not low <= value <= high else None)
        sizes = (*self.sizes, int(counts.n or 0))
        return replace(self, counts=counts, looks=(*self.looks, estimate), sizes=sizes)

    def key_figures(self) -> Iterator[Figure]:
        """Informedness after the last look."""
        yield from (Figure("informedness", each) for each in self.looks[-1:])

    def rows(self) -> list[dict[str, Any]]:
        """One row a look."""
        looks = zip(self.sizes, self.looks, strict=True)
        return [{"look": place, "n": size, **each.to_dict()} for place, (size, each) in enumerate(looks, 1)]

    def facts(self) -> dict[str, Any]:
        """What was known after each look."""
        labels = [] if self.counts is None else list(self.counts.labels)
        return {"level": self.level, "labels": labels, "looks": self.rows()}


def _end(known: float | None, otherwise: float) -> float:
    return otherwise if known is None else known


def monitored(looks: Iterable[Counts], level: float) -> Monitor:
    """The monitor after each of these looks."""
    found = Monitor(check_level(level))
    for each in looks:
        found = found.then(each)
    return found


def sequence(counts: Counts, level: float) -> tuple[float, float]:
    """Limits of informedness that belong to a sequence valid at every look."""
    table = as_table(counts)
    if table.shape != (2, 2) or counts.weighted or not counts.square:
        raise InputError(
            f"monitor watches unweighted counts of two classes, these are {table.shape}; take counts.one_vs_rest(label)"
        )
    part, whole = table[:, 0], table.sum(-1)
    high = _most_apart(part, whole, 1 - level)
    low = -_most_apart(part[::-1], whole[::-1], 1 - level)
    return low, high


def _most_apart(part: Array, whole: Array, alpha: float) -> float:
    """The most by which the first of two shares may exceed the second, at every look.

    Both bets are fair and on different items, so their product is one (Turner, Ly & Grunwald 2024): a pair of shares is
    left out when the product gains 1 / alpha. What one bet may gain the other may not; the best division is searched,
    on ever finer grids, as the distance is concave in it.
    """
    room = math.log(1 / alpha)
    least = _gain(part, whole, _share(part, whole))
    low, high = least[0], room - least[1]
    for _ in range(4):
        spent = np.linspace(low, high, GRID)
        above = sequence_limits(part[0], whole[0], np.exp(-spent))[1]
        below = sequence_limits(part[1], whole[1], np.exp(spent - room))[0]
        best = int(np.argmax(above - below))
        low, high = spent[max(best - 1, 0)], spent[min(best + 1, GRID - 1)]
    return float((above - below).max())


def _share(part: Array, whole: Array) -> Array:
    return np.where(whole > 0, part / np.maximum(whole, 1), 0.5)


def _gain(part: Array, whole: Array, p: Array) -> Array:
    """The logarithm of what the mixture has gained against each share."""
    from scipy.special import betaln, xlog1py, xlogy

    bet = betaln(part + 0.5, whole - part + 0.5) - betaln(0.5, 0.5)
    return np.asarray(bet - xlogy(part, p) - xlog1py(whole - part, -p))


def sequence_limits(part: Array, whole: Array, alpha: Any) -> tuple[Array, Array]:
    """Limits of proportions at every look: the shares that a mixture over all shares does not outdo by 1 / alpha.

    The mixture (Beta(1/2, 1/2)) over the likelihood is a fair bet against each share, so its gain reaches 1 / alpha
    with probability alpha at most, at any time (Ville; Robbins 1970).
    """
    part, whole, room = np.broadcast_arrays(part, whole, -np.log(alpha))
    share = _share(part, whole)

    def outdone(p: Array) -> Array:
        return _gain(part, whole, p) > room

    ends = []
    for start in (0.0, 1.0):
        outside, inside = np.full(share.shape, start), share
        for _ in range(60):
            middle = (outside + inside) / 2
            out = outdone(middle)
            outside, inside = np.where(out, middle, outside), np.where(out, inside, middle)
        ends.append(np.where(outdone(np.full(share.shape, start)), inside, start))
    return ends[0], ends[1]
