"""Repeats: the item is what was drawn, so its answers are taken together before anything is averaged.

With r answers to an item, c of them right, pass@k = 1 - C(r - c, k) / C(r, k) (Chen et al. 2021) and
pass^k = C(c, k) / C(r, k) (Yao et al. 2024) are the mean over all ways to draw k of them, so their mean over items is
unbiased for new items. The variance of the mean over n items is between / n + within / (n r) (Miller 2024).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import comb
from typing import Any

import numpy as np

from informed.core.door import arg
from informed.core.errors import InputError
from informed.core.estimate import Estimate
from informed.core.metrics import Figure
from informed.core.record import Row, written
from informed.core.result import Result
from informed.core.signature import signature
from informed.core.validate import Numbers
from informed.inference.grades import of_shares
from informed.inference.interval import check_level
from informed.questions.agree.compute import agreed
from informed.questions.grade.compute import estimated, item_means
from informed.readers.logs import Grades
from informed.readers.ratings import read_ratings

USUAL = (1, 2, 3, 4, 5, 8, 10, 16, 25, 32, 50, 64, 100)
MOST_ANSWERS = 50  # different answers from which on they are free text: their grades are compared instead
MOST_RATERS = 10  # repeats whose agreement is found


@dataclass(frozen=True)
class Drawn:
    """What k answers to an item bring: one of them right, all of them right, more than half of them right."""

    k: int
    pass_at: Estimate
    pass_all: Estimate
    majority: Estimate
    items: int


@dataclass(frozen=True, repr=False)
class Repeats(Result):
    """The answers to items that were asked several times.

    ``between`` and ``within``: the variance of the items' own rates, and that of the answers to one item.
    ``consistency``: how far two answers to one item agree beyond chance (Fleiss' kappa). ``errors``: the standard error
    of the mean as it is, with twice the items, with twice the repeats, and with endless repeats of these items.
    """

    kind = "repeats"
    json_types = written(
        "mean", "same", "drawn", "right_or_wrong", noise=float, consistency_of=str, estimates=list[Row]
    )

    mean: Estimate
    items: int
    answers: int
    fewest: int
    most: int
    between: float
    within: float
    consistency: Estimate | None
    same: str
    drawn: tuple[Drawn, ...]
    errors: dict[str, float]
    scorer: str
    right_or_wrong: bool
    notes: tuple[str, ...]
    signature: str

    @property
    def noise(self) -> float:
        """The share of the squared standard error that endless repeats would remove."""
        now, endless = self.errors["now"], self.errors["endless repeats"]
        return 1 - (endless / now) ** 2 if now > 0 else 0.0

    def key_figures(self) -> Iterator[Figure]:
        """The mean, and what k answers to an item bring."""
        yield Figure("mean", self.mean)
        for each in self.drawn:
            yield from (Figure(f"{name}_{each.k}", getattr(each, name)) for name in ("pass_at", "pass_all", "majority"))

    def rows(self) -> list[dict[str, Any]]:
        """One row per number of answers and rule; the mean first."""
        found = [{"measure": "mean", "k": 1, **self.mean.to_dict(), "items": self.items}]
        for each in self.drawn:
            for name in ("pass_at", "pass_all", "majority"):
                found.append({"measure": name, "k": each.k, **getattr(each, name).to_dict(), "items": each.items})
        return found

    def facts(self) -> dict[str, Any]:
        """Everything, as JSON has it."""
        about = {"items": self.items, "answers": self.answers, "fewest": self.fewest, "most": self.most}
        parts = {"between": self.between, "within": self.within, "noise": self.noise, "errors": dict(self.errors)}
        same = {"consistency": self.consistency and self.consistency.to_dict(), "consistency_of": self.same}
        return {**about, "scorer": self.scorer, **parts, **same, "estimates": self.rows(), "notes": list(self.notes)}


def repeated(grades: Grades, *, k: Iterable[int] | None = None, level: float = 0.95) -> Repeats:
    """What the repeats in these grades tell."""
    level = check_level(level)
    values = grades.values
    times = np.array([len(each) for each in values])
    if len(values) == 0 or times.max() < 2:
        raise InputError("every item was answered once; repeats need several answers to the same item (epochs)")
    every = np.concatenate([np.asarray(each, float) for each in values])
    binary = bool(np.isin(every, (0.0, 1.0)).all())
    within, noise = _within(values)
    means = item_means(values)
    spread = float(means.var(ddof=1)) if len(means) > 1 else 0.0
    between = max(0.0, spread - noise)
    n, total = len(values), spread if spread > noise else noise
    errors = {
        "now": (total / n) ** 0.5,
        "twice the items": (total / (2 * n)) ** 0.5,
        "twice the repeats": ((between + noise / 2) / n) ** 0.5,
        "endless repeats": (between / n) ** 0.5,
    }
    consistency, same = _consistency(grades, binary, level)
    counts = _counts(k, times)
    drawn = tuple(_drawn(values, each, level) for each in counts) if binary else ()
    notes = [*grades.notes, *_notes(times, counts if binary else ())]
    mean = estimated(values, binary, level)
    recipe = {"grades": len(every), "items": n, "scorer": grades.scorer, "level": level, "interval": mean.method}
    about = (n, len(every), int(times.min()), int(times.max()), between, within, consistency, same, drawn, errors)
    return Repeats(mean, *about, grades.scorer, binary, tuple(notes), signature(recipe))


def _within(values: Sequence[Sequence[float]]) -> tuple[float, float]:
    """The variance of answers to one item, and what it adds to the variance of item means; r may differ by item."""
    own = [float(np.var(each, ddof=1)) if len(each) > 1 else np.nan for each in values]
    pooled = float(np.nanmean(own))
    added = [(pooled if np.isnan(each) else each) / len(one) for each, one in zip(own, values, strict=True)]
    return pooled, float(np.mean(added))


def _counts(k: Iterable[int] | None, times: Numbers) -> list[int]:
    if k is None:
        fitting = [each for each in USUAL if each <= times.min()] or [1]
        return sorted({*fitting[:: max(1, len(fitting) // 4)], int(times.min())})[:6]
    found = list(k)
    for each in found:
        if isinstance(each, bool) or int(each) != each or not 1 <= each <= times.max():
            raise InputError(f"{arg('k')}{each} must lie between 1 and {times.max()}, the number of answers to an item")
    return sorted(set(map(int, found)))


def _drawn(values: Sequence[Sequence[float]], k: int, level: float) -> Drawn:
    pairs = [(len(each), int(sum(each))) for each in values if len(each) >= k]
    answers = sum(r for r, _ in pairs)
    one, all_of_them, half = (
        _share(np.array([rule(r, c, k) for r, c in pairs]), answers // k, level)
        for rule in (_pass_at, _pass_all, _majority)
    )
    return Drawn(k, one, all_of_them, half, len(pairs))


def _share(per_item: Numbers, blocks: int, level: float) -> Estimate:
    """The mean over items; the k answers drawn of each count as one, so the effective items are at most the blocks."""
    low, high, method = of_shares(per_item, max(blocks, len(per_item)), level) or (None, None, None)
    return Estimate(float(per_item.mean()), low=low, high=high, level=level, method=method)


def _pass_at(r: int, c: int, k: int) -> float:
    return 1 - comb(r - c, k) / comb(r, k)


def _pass_all(r: int, c: int, k: int) -> float:
    return comb(c, k) / comb(r, k)


def _majority(r: int, c: int, k: int) -> float:
    """The probability that more than half of k answers drawn are right; half of them right counts half."""
    ways = sum(
        comb(c, right) * comb(r - c, k - right) * (2 if 2 * right > k else 1) for right in range((k + 1) // 2, k + 1)
    )
    return ways / 2 / comb(r, k)


def _consistency(grades: Grades, binary: bool, level: float) -> tuple[Estimate | None, str]:
    """Agreement of two answers to one item beyond chance: of the answers where they are few, else of their grades."""
    said = grades.answers
    if said is None or len({each for one in said for each in one}) > MOST_ANSWERS:
        said, same = tuple(tuple(f"{each:g}" for each in one) for one in grades.values), "grades"
    else:
        same = "answers"
    if len({each for one in said for each in one}) in (1, *range(MOST_ANSWERS + 1, len(grades.values) * 100)):
        return None, same
    width = min(max(map(len, said)), MOST_RATERS)
    rows = [[*one[:width], *[None] * (width - len(one))] for one in said]
    return agreed(read_ratings(rows), metric="nominal", level=level).measures.get("fleiss_kappa"), same


def _notes(times: Numbers, counts: Sequence[int]) -> Iterator[str]:
    if times.min() < times.max():
        yield f"items were answered {times.min()} to {times.max()} times; every item counts alike"
    for each in counts:
        if short := int((times < each).sum()):
            yield f"k = {each}: {short:,} items with fewer answers were left out"
