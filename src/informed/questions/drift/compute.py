"""Evidence that a predictor has changed, which holds however often one looks."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cached_property
from typing import Any

import numpy as np

from informed.core.counts import Counts
from informed.core.door import arg
from informed.core.errors import InputError
from informed.core.estimate import Estimate
from informed.core.items import Items
from informed.core.record import Record
from informed.core.result import Result
from informed.core.signature import signature
from informed.core.table import Array, actuals
from informed.inference.estimates import estimate
from informed.inference.interval import check_level
from informed.readers.files.saved import merged

PRIOR = 0.5  # of each cell: Jeffreys'
MOST = 5_000  # looks: the work grows with their square
UNITS = {"h": timedelta(hours=1), "d": timedelta(days=1), "w": timedelta(weeks=1)}


@dataclass(frozen=True)
class Look(Record):
    """What came in before a look, and the evidence then: the alarm rings when it reaches 1 / (1 - level)."""

    time: datetime
    runs: int
    n: int
    evidence: float


@dataclass(frozen=True)
class Drift(Result):
    """Whether a system still does with each actual label what it did before.

    ``alarm`` is the look at which the evidence first sufficed, ``since`` the first look after the most likely change;
    ``before`` and ``after`` are informedness on the two sides of it. Without an alarm ``before`` is that of all looks.
    ``distinct`` is how many items there are, each counted once; None where ids were not kept and items may repeat.
    """

    kind = "drift"

    task: str
    system: str
    level: float
    window: str
    looks: tuple[Look, ...]
    alarm: int | None
    since: int | None
    before: Estimate
    after: Estimate | None
    distinct: int | None = None

    @cached_property
    def signature(self) -> str:
        """The recipe in one line."""
        facts = {"task": self.task, "system": self.system, "n": sum(each.n for each in self.looks)}
        how = {"looks": len(self.looks), "window": self.window, "test": "universal e-process", "level": self.level}
        return signature({**facts, **how})

    def rows(self) -> list[dict[str, Any]]:
        """One row a look."""
        return [{"look": place, **each.to_dict()} for place, each in enumerate(self.looks, 1)]


def drifted(
    counts: Sequence[Counts],
    times: Sequence[datetime],
    *,
    task: str,
    system: str,
    window: str,
    level: float,
    known: Callable[[Sequence[int]], Items | None] | None = None,
) -> Drift:
    """The evidence after each look, and what changed once it suffices.

    ``known`` gives the items of some of the runs, clustered by their ids, where these were kept.
    """
    check_level(level)
    windows = _windows(times, window)
    if len(windows) > MOST:
        raise InputError(f"{len(windows):,} looks are too many; take a wider {arg('window')} than {window!r}")
    whole = merged(list(counts), union=True)
    if whole.weighted or not whole.square:
        raise InputError("drift watches unweighted counts of the same actual and predicted labels")
    parts = [sum_of([counts[place].pooled() for place in places], whole) for places in windows]
    table = np.stack([each.table for each in parts]).astype(float)
    log, split = evidence(table)
    rung = np.flatnonzero(log >= -math.log(1 - level))
    alarm = int(rung[0]) if len(rung) else None
    since = int(split[-1]) if alarm is not None else None
    looks = tuple(
        Look(times[places[-1]], len(places), int(each.n or 0), math.exp(min(value, 700.0)))
        for places, each, value in zip(windows, parts, log.tolist(), strict=True)
    )
    sides = [windows] if since is None else [windows[:since], windows[since:]]
    places = [[place for look in side for place in look] for side in sides]
    kept = [each.answered() for side in places if known is not None and (each := known(side)) is not None]
    distinct = len({name for each in kept for name in each.clusters}) if len(kept) == len(sides) else None
    sums = (sum_of([counts[at].pooled() for at in side], whole) for side in places)
    before, *after = (estimate(each, "informedness", level=level) for each in (sums if distinct is None else kept))
    told = (task, system, level, window, looks)
    return Drift(*told, alarm, since, before, after[0] if after else None, distinct)


def sum_of(counts: Iterable[Counts], whole: Counts) -> Counts:
    """The sum over the labels of the whole."""
    found = [each.aligned(whole.labels) for each in counts]
    return sum(found[1:], found[0])


def _windows(times: Sequence[datetime], window: str) -> list[list[int]]:
    """The runs of each look: those of one window of time, or each run by itself."""
    if window == "run":
        return [[place] for place in range(len(times))]
    told = re.fullmatch(r"(\d+)([hdw])", window)
    if not told or not int(told[1]):
        raise InputError(
            f"{arg('window', window)} is not a span of time; write it like 12h, 7d or 4w, or run for each run"
        )
    span = int(told[1]) * UNITS[told[2]]
    start = min(times).astimezone(UTC).replace(hour=0, minute=0, second=0, microsecond=0)
    found: dict[int, list[int]] = {}
    for place, time in enumerate(times):
        found.setdefault((time - start) // span, []).append(place)
    return list(found.values())


def evidence(table: Array) -> tuple[Array, Array]:
    """The logarithm of the evidence after each look, and the most likely first look after a change.

    ``table``: counts ``(looks, A, P)``. It is a bet against "what is predicted for each actual label has the same
    chances at every look". The bettor mixes, over all looks at which a change may have come, what a learner would
    have forecast that starts afresh there; the denominator is the largest probability that any unchanging predictor
    gives what was seen. So under no change the evidence ever reaches 1 / alpha with probability alpha at most,
    whatever the chances, the number of labels and the looks (universal inference, Wasserman, Ramdas & Balakrishnan
    2020; Ville 1939). How often each actual label comes does not matter.
    """
    sums = np.cumsum(table, 0)
    looks = len(table)
    unchanged = _forecast(sums)
    log, split = np.empty(looks), np.zeros(looks, int)
    first = np.arange(1, looks)
    weight = -np.log(first) - np.log(first + 1.0)  # 1 / (c (c + 1)) for a change before look c, which add up to 1
    for last in range(looks):
        changes = unchanged[:last] + _forecast(sums[last] - sums[:last]) + weight[:last]
        stays = unchanged[last] - math.log(last + 1)
        log[last] = np.logaddexp.reduce([*changes, stays]) - _best(sums[last])
        split[last] = int(np.argmax(changes)) + 1 if last else 0
    return log, split


def _forecast(counts: Array) -> Array:
    """The log-probability that a learner with Jeffreys' prior for each actual label gives the items, one by one."""
    from scipy.special import gammaln

    size = counts.shape[-1]
    cells = (gammaln(counts + PRIOR) - gammaln(PRIOR)).sum(-1)
    rows = gammaln(size * PRIOR) - gammaln(actuals(counts) + size * PRIOR)
    return np.asarray((cells + rows).sum(-1))


def _best(counts: Array) -> float:
    """The log-probability under the chances that fit best."""
    from scipy.special import xlogy

    whole = actuals(counts)[..., None]
    return float(xlogy(counts, counts / np.where(whole > 0, whole, 1)).sum())
