"""How often the intervals of areas, thresholds and losses hold the truth, and how often their sentences are false.

    python benchmarks/calibration/scores.py [--tables 4000]

writes docs/coverage/scores.md. A cell fails when the upper 99% limit of its coverage lies below 92%, or the lower one
of a size or a false claim above 6%.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from frame import grid, write
from scipy.special import ndtr, ndtri
from scipy.stats import beta, kurtosis, rankdata

from informed import Scores, sweep
from informed.questions.sweep.area import Area, auc, difference_limits, limits
from informed.questions.sweep.calibration import calibration
from informed.questions.sweep.retrieval import average_precision

PAGE = Path(__file__).parents[2] / "docs" / "coverage" / "scores.md"
SEED = 20_261
GOAL, SIZE = 0.92, 0.06
INTRO = """\
# Scores: areas, thresholds, probabilities

Nominal level 95%, seed {seed}. {tables:,} tables a cell, {drawn:,} where items are weighted, ranked for precision,
cross-validated, or scored as probabilities. A coverage fails when its upper 99% limit is below {goal:.0%}; a size or
the rate of a false sentence when its lower 99% limit is above {size:.0%} (any false sentence of a sweep: 10%). No
interval was refused. `benchmarks/calibration/scores.py` writes this page.
"""


class Cell(NamedTuple):
    """One setting: how often what should happen did, and what else was seen."""

    setting: str
    hits: int
    tables: int
    width: float | None
    more: str = ""

    def row(self, fails: Callable[[float, float], bool]) -> tuple[str, ...]:
        """The cell as a row of a table."""
        low = beta.ppf(0.005, self.hits, self.tables - self.hits + 1) if self.hits else 0.0
        high = beta.ppf(0.995, self.hits + 1, self.tables - self.hits) if self.hits < self.tables else 1.0
        failed = f"**fails** ({low:.3f} to {high:.3f})" if fails(low, high) else ""
        width = "" if self.width is None else f"{self.width:.3f}"
        return self.setting, f"{self.hits / self.tables:.3f}", width, self.more, failed


# --- worlds: scores of positive and of other items with a known area -------------------------------------------------


def spread(rng: Any, area: float, shape: tuple[int, int, int], ratio: float) -> tuple[Any, Any]:
    """Normal scores, those of positive items so many times as spread out."""
    tables, m, n = shape
    return ratio * rng.normal(size=(tables, m)) + np.hypot(ratio, 1) * ndtri(area), rng.normal(size=(tables, n))


def exponential(rng: Any, area: float, shape: tuple[int, int, int], turned: bool) -> tuple[Any, Any]:
    """Exponential scores: the positive items vary more, or turned around, the others do."""
    tables, m, n = shape
    odds = area / (1 - area)
    if turned:
        return -rng.exponential(size=(tables, m)), -rng.exponential(odds, size=(tables, n))
    return rng.exponential(odds, size=(tables, m)), rng.exponential(size=(tables, n))


def five_points(rng: Any, area: float, shape: tuple[int, int, int]) -> tuple[Any, Any]:
    """Ratings from 1 to 5 behind which normal scores lie."""
    edges = _edges(area)
    return tuple(np.searchsorted(edges, each) for each in spread(rng, area, shape, 1.0))  # type: ignore[return-value]


def _edges(area: float) -> Any:
    return np.linspace(-0.5, 2**0.5 * ndtri(area) + 0.5, 4)


def rated(area: float) -> float:
    """The area of those ratings."""
    ends = np.r_[-np.inf, _edges(area), np.inf]
    ups, downs = np.diff(ndtr(ends - 2**0.5 * ndtri(area))), np.diff(ndtr(ends))
    return float(ups @ (np.cumsum(downs) - downs / 2))


WORLDS: dict[str, tuple[Callable[..., tuple[Any, Any]], dict[str, Any]]] = {
    "normal": (spread, {"ratio": 1.0}),
    "normal, spreads 2 : 1": (spread, {"ratio": 2.0}),
    "normal, spreads 3 : 1": (spread, {"ratio": 3.0}),
    "exponential": (exponential, {"turned": False}),
    "exponential, turned": (exponential, {"turned": True}),
    "five-point ratings": (five_points, {}),
}


def placed(ups: Any, downs: Any) -> tuple[Any, Any]:
    """Of each positive item the share of others below it, of each other the share of positives above it."""
    m, n = ups.shape[1], downs.shape[1]
    ranks = rankdata(np.concatenate([ups, downs], axis=1), axis=1)
    return (ranks[:, :m] - rankdata(ups, axis=1)) / n, 1 - (ranks[:, m:] - rankdata(downs, axis=1)) / m


def areas_of(ups: Any, downs: Any) -> list[Area]:
    """The area of every table from the placements of its items."""
    sizes = ups.shape[1], downs.shape[1]
    parts = (each.var(axis=1, ddof=1) / size for each, size in zip((ups, downs), sizes, strict=True))
    tails = (np.nan_to_num(kurtosis(each, axis=1, fisher=False), nan=3.0) for each in (ups, downs))
    rows = zip(ups.mean(axis=1), *parts, *tails, strict=True)
    return [Area(float(v), (float(a), float(b)), sizes, tails=(float(c), float(d))) for v, a, b, c, d in rows]


def chunks(tables: int, items: int) -> Iterator[int]:
    """So many tables at a time that they fit into the cache."""
    size = max(1, 400_000 // items)
    yield from (min(size, tables - start) for start in range(0, tables, size))


# --- what is measured ------------------------------------------------------------------------------------------------


def areas(rng: Any, tables: int) -> Iterator[Cell]:
    """The interval of one area."""
    settings = [
        ("normal", 10, 1000, (0.8, 0.98, 0.995)),
        ("normal", 1000, 10, (0.98,)),
        ("normal", 10, 10, (0.5, 0.75, 0.95, 0.995)),
        ("normal", 200, 25, (0.6, 0.9)),
        ("normal, spreads 2 : 1", 18, 400, (0.86, 0.94)),
        ("normal, spreads 3 : 1", 20, 500, (0.88, 0.91, 0.94)),
        ("normal, spreads 3 : 1", 60, 1000, (0.97,)),
        ("normal, spreads 3 : 1", 35, 35, (0.7, 0.93)),
        ("exponential", 12, 500, (0.6, 0.9, 0.97)),
        ("exponential", 70, 900, (0.98,)),
        ("exponential, turned", 15, 60, (0.7, 0.95)),
        ("five-point ratings", 10, 1000, (0.9, 0.98)),
        ("five-point ratings", 22, 30, (0.55, 0.85, 0.97)),
        ("five-point ratings", 300, 300, (0.9,)),
    ]
    for name, m, n, truths in settings:
        draw, how = WORLDS[name]
        for truth in truths:
            yield _area(partial(draw, rng, truth, **how), name, (m, n), truth, tables)


def _area(draw: Any, name: str, sizes: tuple[int, int], area: float, tables: int) -> Cell:
    truth = rated(area) if name.startswith("five") else area
    ends, perfect = [], 0
    for size in chunks(tables, sum(sizes)):
        found = areas_of(*placed(*draw(shape=(size, *sizes))))
        perfect += sum(each.value in (0.0, 1.0) for each in found)
        ends += [limits(each, 0.025) for each in found]
    low, high = np.array(ends).T
    said = f"{name}, {sizes[0]} + {sizes[1]}, area {truth:.3f}"
    kept = int(((low <= truth) & (truth <= high)).sum())
    return Cell(said, kept, tables, float((high - low).mean()), f"{perfect / tables:.0%} separated" if perfect else "")


def differences(rng: Any, tables: int) -> Iterator[Cell]:
    """The difference of two scores of equal area on the same items: how often it is called one."""
    settings = [(10, 10), (10, 300), (15, 1000), (40, 12), (90, 90)]
    for m, n in settings:
        for area, ratio, correlation in ((0.5, 1.0, 0.5), (0.85, 1.0, 0.9), (0.93, 2.5, 0.95), (0.97, 1.5, 0.3)):
            yield _difference(rng, (m, n), area, ratio, correlation, tables)


def _difference(rng: Any, sizes: tuple[int, int], area: float, ratio: float, correlation: float, tables: int) -> Cell:
    widths, claims = [], 0
    for size in chunks(tables, 2 * sum(sizes)):
        pairs = [_pair(rng, (size, each), correlation) for each in sizes]
        (a, b), (c, d) = pairs
        first = placed(a + 2**0.5 * ndtri(area), c)
        second = placed(ratio * b + np.hypot(ratio, 1) * ndtri(area), d)
        apart = [x - y for x, y in zip(first, second, strict=True)]
        for each in zip(areas_of(*first), areas_of(*second), areas_of(*apart), strict=True):
            low, high = difference_limits(*each, 0.025)
            claims += not low <= 0 <= high
            widths.append(high - low)
    said = f"{sizes[0]} + {sizes[1]}, both {area}, spreads 1 and {ratio:g}, correlation {correlation}"
    return Cell(said, claims, tables, float(np.mean(widths)))


def _pair(rng: Any, shape: tuple[int, int], correlation: float) -> tuple[Any, Any]:
    first, other = rng.normal(size=shape), rng.normal(size=shape)
    return first, correlation * first + (1 - correlation**2) ** 0.5 * other


def weighted(rng: Any, tables: int) -> Iterator[Cell]:
    """Areas and average precision of weighted items, the weights log-normal."""
    for (m, n), area, sigma in (
        ((12, 120), 0.9, 0.7),
        ((12, 120), 0.5, 1.0),
        ((50, 50), 0.97, 1.0),
        ((30, 400), 0.8, 0.5),
    ):
        labels = np.arange(m + n) < m
        shift = 2**0.5 * ndtri(area)
        found = []
        for _ in range(tables):
            weights = np.exp(sigma * rng.normal(size=m + n))
            scores = Scores.of(labels, rng.normal(size=m + n) + shift * labels, weights=weights)
            found.append((auc(scores), average_precision(scores)))
        for name, truth, place in (("auc", area, 0), ("average precision", precision(shift, m, n), 1)):
            said = f"{name}, {m} + {n}, area {area}, weights vary {sigma:g}"
            yield _held(said, [each[place] for each in found], truth)


def precision(shift: float, m: int, n: int) -> float:
    """The average precision of normal scores in a population of this mixture."""
    thresholds = np.linspace(9, -9, 40_001)
    hits, alarms = ndtr(shift - thresholds), ndtr(-thresholds)
    return float(np.trapezoid(m * hits / (m * hits + n * alarms), hits))


def _held(said: str, found: list[Any], truth: float) -> Cell:
    kept = sum(each.low <= truth <= each.high for each in found)
    return Cell(said, kept, len(found), float(np.mean([each.high - each.low for each in found])))


def retrieval(rng: Any, tables: int) -> Iterator[Cell]:
    """Average precision of counted items, beside a proportion's interval and the bootstrap's within classes."""
    for m, n, area in RANKED:
        labels, shift, found, others = np.arange(m + n) < m, 2**0.5 * ndtri(area), [], ([], [])
        truth = precision(shift, m, n)
        for turn in range(tables):
            values = rng.normal(size=m + n) + shift * labels
            found.append(average_precision(Scores.of(labels, values)))
            value = min(found[-1].value, 1 - 1e-9)
            reach = 1.96 / (m * value * (1 - value)) ** 0.5
            others[0].append(1 / (1 + (1 / value - 1) * np.exp([reach, -reach])))
            if turn % 10 == 0:
                drawn = np.concatenate([rng.integers(0, m, (200, m)), rng.integers(m, m + n, (200, n))], axis=1)
                others[1].append(np.percentile(ranked_precision(values[drawn], m), [2.5, 97.5]))
        told = []
        for each in others:
            low, high = np.transpose(each)
            told.append(f"{np.mean((low <= truth) & (truth <= high)):.3f}, {np.mean(high - low):.3f}")
        yield _held(f"{m} + {n}, area {area}", found, truth)._replace(more="; ".join(told))


def ranked_precision(values: Any, m: int) -> Any:
    """The average precision of each row of scores, the first m of positive items; ties in favour of these."""
    order = np.argsort(-values, axis=1, kind="stable")
    hits = np.cumsum(order < m, axis=1)
    return ((order < m) * hits / np.arange(1, values.shape[1] + 1)).sum(axis=1) / m


RANKED = [  # positive items, others, the area of normal scores
    (10, 10, 0.5), (10, 100, 0.7), (12, 900, 0.9), (40, 60, 0.97), (100, 400, 0.8), (20, 2000, 0.85), (30, 300, 0.95),
    (200, 20, 0.8), (500, 500, 0.8), (15, 60, 0.6),
]  # fmt: skip
SHIFTS = (0.0, 0.7, 2.0)


def thresholds(rng: Any, tables: int) -> Iterator[tuple[Cell, Cell | None]]:
    """What the best threshold is said to be worth, and at no information the sentences."""
    for m, n, decimals in ((10, 10, 9), (6, 80, 9), (15, 150, 9), (25, 25, 0), (100, 100, 9), (40, 700, 1)):
        for shift in SHIFTS:
            yield _threshold(rng, (m, n), shift, decimals, tables)


def _threshold(rng: Any, sizes: tuple[int, int], shift: float, decimals: int, tables: int) -> tuple[Cell, Cell | None]:
    labels = np.arange(sum(sizes)) < sizes[0]
    off, raw, widths, kept = [], [], [], 0
    claims = np.zeros(4)
    for seed in range(tables):
        found = sweep(
            labels, np.round(rng.normal(size=len(labels)) + shift * labels, decimals), positive=True, seed=seed
        )
        best = found.points["best"]
        at = best.threshold - 0.5 * 10.0**-decimals  # what rounds to the threshold or above it
        truth = ndtr(shift - at) - ndtr(-at)
        off.append(best.value.value - truth)
        raw.append(best.informedness - truth)
        kept += best.value.low <= truth <= best.value.high
        widths.append(best.value.high - best.value.low)
        if not shift:
            said = " ".join(found.verdict)
            claimed = ["are informed" in said, "worse than chance" in said, "The best threshold is" in said]
            claims += [*claimed, any(claimed)]
    ties = {9: "", 1: ", ties", 0: ", many ties"}[decimals]
    where = f"{sizes[0]} + {sizes[1]}{ties}"
    bias = f"{np.mean(off):+.3f} ({np.mean(raw):+.3f})"
    cell = Cell(f"{where}, means {shift:g} apart", kept, tables, float(np.mean(widths)), bias)
    if shift:
        return cell, None
    informed, worse, best_said, _ = claims / tables
    more = f"informed {informed:.3f}, worse {worse:.3f}, threshold {best_said:.3f}"
    return cell, Cell(where, int(claims[-1]), tables, None, more)


def losses(rng: Any, tables: int) -> Iterator[Cell]:
    """Brier score and log loss of calibrated scores and of scores that say too little."""
    worlds: dict[str, Any] = {
        "uniform": lambda n: rng.random(n),
        "sure": lambda n: rng.beta(0.3, 0.3, n).clip(0.001, 0.999),
        "rare": lambda n: rng.beta(1, 30, n),
    }
    for name, draw in worlds.items():
        for n, factor in ((20, 1.0), (60, 1.0), (60, 1.6), (400, 1.6)):
            many = draw(400_000)
            right = np.clip(factor * many, 0, 0.98)
            brier = float((right * (1 - many) ** 2 + (1 - right) * many**2).mean())
            bits = float(-(right * np.log2(many) + (1 - right) * np.log2(1 - many)).mean())
            found = []
            for _ in range(tables):
                scores = draw(n)
                found.append(calibration(Scores.of(rng.random(n) < np.clip(factor * scores, 0, 0.98), scores)))
            said = f"{name}, {n} items{'' if factor == 1 else ', too low'}"
            yield _held(f"brier, {said}", [each.brier for each in found], brier)
            yield _held(f"log_loss, {said}", [each.log_loss for each in found], bits)


# --- the page --------------------------------------------------------------------------------------------------------


def below(goal: float) -> Callable[[float, float], bool]:
    """A coverage fails that is surely below its goal."""
    return lambda low, high: bool(high < goal)


def above(goal: float) -> Callable[[float, float], bool]:
    """A size fails that is surely above its goal."""
    return lambda low, high: bool(low > goal)


def section(title: str, head: tuple[str, str], cells: Iterable[Cell], fails: Callable[[float, float], bool]) -> Any:
    """A heading and a table, line by line."""
    yield f"\n## {title}\n"
    yield from grid(f"setting | {head[0]} | mean width | {head[1]} | ", (each.row(fails) for each in cells))


def page(tables: int) -> Iterator[str]:
    """Every cell, line by line."""
    drawn = max(tables // 4, 1)
    streams = iter(np.random.default_rng(SEED).spawn(6))
    kept, size = below(GOAL), above(SIZE)
    yield INTRO.format(seed=SEED, tables=tables, drawn=drawn, goal=GOAL, size=SIZE).rstrip("\n")
    yield from section("One area", ("coverage", "areas of 0 or 1"), areas(next(streams), tables), kept)
    title = "Two areas of the same items, truly equal"
    yield from section(title, ("size", ""), differences(next(streams), tables), size)
    yield from section("Weighted items", ("coverage", ""), weighted(next(streams), drawn), kept)
    head = ("coverage", "coverage, width: Boyd's logit; bootstrap, percentile, of every tenth")
    yield from section("Average precision", head, retrieval(next(streams), drawn), kept)
    worth, said = zip(*thresholds(next(streams), drawn), strict=True)
    head = ("coverage", "mean error of the value (of the optimistic one)")
    yield from section("The best threshold, cross-validated", head, worth, kept)
    sentences = [each for each in said if each is not None]
    title = "False sentences without any information"
    yield from section(title, ("any of them", "each"), sentences, above(0.1))
    yield from section("Losses of probabilities", ("coverage", ""), losses(next(streams), drawn), kept)


if __name__ == "__main__":
    write(PAGE, page, __doc__)
