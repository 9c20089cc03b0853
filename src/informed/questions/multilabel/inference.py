"""How sure we can be about label sets: items, not labels, are exchangeable, so items are resampled."""

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.random import Generator

from informed.core.estimate import Estimate, finite
from informed.core.keyed import Units
from informed.core.labelsets import LabelSets
from informed.core.measures.information import entropy_actual, mutual_information
from informed.core.table import cells, expected, two_by_two
from informed.core.validate import Numbers
from informed.inference.dependence import SingleUnitError, scatter
from informed.inference.proportions import jeffreys
from informed.inference.significance.exact import hypergeometric
from informed.questions.multilabel.measures import SetMeasure

DRAWN = 2**22  # numbers drawn at a time
ROUNDING = 64 * np.finfo(float).eps
FEW = 5  # items of a category below which it says little


@dataclass(frozen=True)
class Jackknife:
    """A value, the same with its bias removed to first order, and its standard error, from every item left out once."""

    value: float
    corrected: float
    error: float
    n: float
    inflation: float = 1.0
    """How many times as much it varies as it would if every item were drawn by itself."""

    @classmethod
    def of(cls, value: float, left_out: Numbers, counts: Numbers, units: Units | None = None) -> "Jackknife":
        """From the values without one item of each row; those that are undefined are set aside.

        ``units``: the clusters, where items are weighted or not independent; ``counts`` are then scaled so
        that one counts as one item, and the sums over clusters vary, within their strata.
        """
        effects = np.where(np.isnan(left_out), 0.0, value - left_out)
        effects = np.where(abs(effects) <= ROUNDING * abs(value), 0.0, effects)
        if units is not None and (units.weights is not None or units.cluster is not None or units.stratum is not None):
            size = float(counts.sum())
            variance, _, freedom = scatter(units, effects, np.zeros(len(effects), np.int64))
            each = float(counts @ effects) / size
            alone = float(counts @ (effects - each) ** 2)
            more = max(variance / alone, 1.0) if alone > 0 else 1.0  # bias, like variance, is that of the clusters
            corrected = value + more * (size - 1) * each
            return cls(value, corrected, math.sqrt(variance), min(size, freedom + 1), more)
        known = np.where(np.isnan(left_out), 0, counts)
        n = int(known.sum())
        mean = (known @ effects) / max(n, 1)
        squares = known @ (effects - mean) ** 2
        error = np.sqrt(max(n - 1, 0) / max(n, 1) * squares)
        return cls(value, float(value + (n - 1) * mean), float(error), n)

    def around(self, centre: float, tail: float) -> tuple[float, float]:
        """Limits by Student's t about a centre."""
        from scipy.special import stdtrit

        reach = float(stdtrit(max(self.n - 1, 1), 1 - tail)) * self.error
        return centre - reach, centre + reach

    def within(self, centre: float, least: float, tail: float, most: float = 1.0) -> tuple[float, float]:
        """Limits that know their range: Jeffreys', for as many independent items as would be as uncertain.

        Where no item differs the items themselves are counted, so that a perfect value still has a width.
        """
        if least == most:
            return least, most
        share, error = (centre - least) / (most - least), self.error / (most - least)
        share = min(max(share, 0.0), 1.0)
        spread = share * (1 - share)
        size = float(self.n) if error == 0 or spread == 0 else min(spread / error**2, 1e12)
        low, high = jeffreys(np.asarray([share * size]), np.asarray([size]), tail)
        return least + (most - least) * float(low[0]), least + (most - least) * float(high[0])


def jackknife(measure: SetMeasure, sets: LabelSets) -> Jackknife:
    """Every item left out once."""
    return Jackknife.of(float(measure(sets)), measure.left_out(sets), sets.counts, Units.of(sets))


def limits(measure: SetMeasure, found: Jackknife, sets: LabelSets, level: float) -> tuple[float, float]:
    """The interval: effective-size Jeffreys; for a measure that chance raises, about the corrected value and wider.

    In simulations (10 and 60 categories, 50 to 800 items) the first covers 93 to 98% unless categories are rarer
    than the items can show; the second needs all of its parts.
    """
    tail = (1 - level) / 2
    ends = [found.within(found.corrected if measure.biased else found.value, measure.least, tail, measure.most)]
    if measure.biased:
        worse = _with_more_wrong(measure, sets.tables() / found.inflation, tail) - max(
            found.value - found.corrected, 0.0
        )
        ends += [found.around(found.corrected, tail), (worse, found.value)]
    low = min(found.value, *(low for low, _ in ends))
    high = max(found.value, *(high for _, high in ends))
    return max(low, measure.least), min(high, measure.most)


def _with_more_wrong(measure: SetMeasure, tables: Numbers, tail: float) -> float:
    """The value if as many labels were wrong as their number (Poisson, Jeffreys) may well be.

    Where hardly a label is wrong most categories show no error yet, and no item left out can tell of one. The further
    ones are misses and false alarms in equal parts, spread over the categories as their labels are.
    """
    from scipy.special import gammaincinv

    hits, missed, false, absent = cells(tables)
    wrong = float((missed + false).sum())
    further = float(gammaincinv(wrong + 0.5, 1 - tail)) - wrong
    actual, predicted = hits + missed, hits + false
    misses = np.minimum(further / 2 * actual / max(actual.sum(), 1.0), hits)
    alarms = np.minimum(further / 2 * predicted / max(predicted.sum(), 1.0), absent)
    moved = two_by_two(hits - misses, missed + misses, false + alarms, absent - alarms)
    # More errors than chance makes would tell something again: a category goes as far as independence.
    crossed = (hits - misses) * (absent - alarms) < (missed + misses) * (false + alarms)
    value = measure.of_tables(np.where(crossed[..., None, None], expected(moved), moved))
    return float(np.nan_to_num(value, nan=1.0))


def estimate(
    measure: SetMeasure, sets: LabelSets, level: float | None = 0.95, left_out: Jackknife | None = None, **facts: Any
) -> Estimate:
    """The value of a measure with chance and interval; ``left_out``: its jackknife, if it is known already."""
    value, chance = float(measure(sets)), finite(measure.chance(sets))
    if np.isnan(value) and measure.fixed_chance is not None:
        return Estimate(0.0, chance=chance, note="undefined (the labels do not vary), shown as 0", **facts)
    if np.isnan(value):
        return Estimate(value, chance=chance, note="0/0: there is no label to judge it by", **facts)
    if level is None or sets.n < 2:
        return Estimate(value, chance=chance, **facts)
    try:
        low, high = limits(measure, left_out or jackknife(measure, sets), sets, level)
    except SingleUnitError as reason:
        return Estimate(value, chance=chance, note=f"no interval: {reason}", **facts)
    return Estimate(value, chance=chance, low=low, high=high, level=level, method="jackknife", **facts)


# --- paired ----------------------------------------------------------------------------------------------------------


def difference(
    measure: SetMeasure, first: LabelSets, second: LabelSets, level: float = 0.95
) -> tuple[Estimate, float | None]:
    """First minus second, with the p that agrees with the interval; both views of the same rows: items are paired."""
    from scipy.special import stdtr

    value = float(measure(first)) - float(measure(second))
    if np.isnan(value):
        return Estimate(value, note="undefined for one of the two"), None
    apart = measure.left_out(first) - measure.left_out(second)
    try:
        found = Jackknife.of(value, apart, first.counts, Units.of(first))
    except SingleUnitError as reason:
        return Estimate(value, chance=0.0, note=f"no interval: {reason}"), None
    if found.error == 0:
        return Estimate(value, chance=0.0, note="no item tells the two apart"), 1.0 if value == 0 else None
    low, high = found.around(value, (1 - level) / 2)
    p = 2 * float(stdtr(found.n - 1, -abs(value) / found.error))
    return Estimate(value, chance=0.0, low=low, high=high, level=level, method="jackknife"), p


# --- draws -----------------------------------------------------------------------------------------------------------


def bootstrap(sets: LabelSets, *, draws: int, rng: Generator) -> Iterator[Numbers]:
    """Counts of the rows when as many items are drawn again, ``(some draws, rows)`` at a time."""
    for size in _portions(sets, draws):
        yield rng.multinomial(sets.n, sets.counts / sets.n, size=size)


def halves(sets: LabelSets, *, draws: int, rng: Generator) -> Iterator[Numbers]:
    """Counts of the rows in random halves, both halves of each split: ``(2 x some splits, rows)`` at a time."""
    for size in _portions(sets, draws):
        half = rng.binomial(sets.counts, 0.5, size=(size, len(sets.counts)))
        yield np.concatenate([half, sets.counts - half])


def _portions(sets: LabelSets, draws: int) -> Iterator[int]:
    step = max(1, DRAWN // max(len(sets.counts), 4 * len(sets.labels)))
    return (min(step, draws - start) for start in range(0, draws, step))


def stability(
    measures: Mapping[str, SetMeasure],
    sets: LabelSets,
    *,
    draws: int = 500,
    rng: Generator,
    by: Callable[..., Iterator[Numbers]] = halves,
) -> dict[str, dict[str, float]]:
    """Mean and standard deviation of each measure over random halves of the items, or over bootstrap draws."""
    values: dict[str, list[Any]] = {name: [] for name in measures}
    for counts in by(sets, draws=draws, rng=rng):
        for name, measure in measures.items():
            values[name].append(measure(sets, counts))
    joined = {name: np.concatenate(parts) for name, parts in values.items()}
    return {name: {"mean": float(np.nanmean(each)), "std": float(np.nanstd(each))} for name, each in joined.items()}


def shuffled(sets: LabelSets, *, draws: int, rng: Generator) -> Iterator[LabelSets]:
    """The predicted sets shuffled among the items: the same label frequencies without any knowledge."""
    rows, weights = _single(sets)
    actual, ones = sets.actual.take(rows), np.ones(len(rows), np.int64)
    parts = {"counts": weights, "items": ones} if sets.weighted else {"counts": ones}
    for _ in range(draws):
        yield LabelSets(sets.labels, (actual, sets.predicted.take(rng.permutation(rows))), **parts)


def meeting(sets: LabelSets, *, draws: int, rng: Generator) -> Iterator[tuple[Numbers, Numbers]]:
    """The same as tables alone: items with each actual and each predicted category, and with each predicted one."""
    from scipy.sparse import csr_array

    rows, weights = _single(sets)
    actual, said, width = sets.actual.take(rows), sets.predicted, len(sets.labels)
    kind = np.float64 if sets.weighted or sets.n >= 2**24 else np.float32  # which holds so many exactly
    entries = np.concatenate([weights[actual.rows], weights]).astype(kind)  # as if all items had one category more
    held = np.concatenate([actual.codes, np.full(len(rows), width)])
    order = np.argsort(held, kind="stable")
    items = np.concatenate([actual.rows, np.arange(len(rows))])[order]
    ends = np.cumsum(np.bincount(held, minlength=width + 1))
    predicted = csr_array((np.ones(len(said.codes), kind), said.codes, said.starts), shape=(len(said), width)).toarray()
    dealt = csr_array((entries[order], rows[items], np.concatenate([[0], ends])), shape=(width + 1, len(said)))
    for _ in range(draws):
        dealt.indices = rng.permutation(rows)[items]
        *hits, margin = dealt @ predicted
        yield np.asarray(hits), margin


def _single(sets: LabelSets) -> tuple[Numbers, Numbers]:
    """The row of every item, and what it counts for."""
    items = sets.sums[0]
    rows = np.repeat(np.arange(len(items), dtype=np.int32), items)
    return rows, (sets.counts / items)[rows]


def random_proficiency(sets: LabelSets) -> float:
    """The exact mean of proficiency when predicted sets are assigned at random: each category is hypergeometric.

    Of weighted items it is the mean of as many unweighted ones as say as much, to the next whole number.
    """
    n = round(sets.total)
    actual, predicted = np.rint(sets.margin(0)), np.rint(sets.margin(1))
    bits = float(entropy_actual.raw(two_by_two(actual, 0 * actual, 0 * actual, n - actual)).sum())
    varying = (actual % n > 0) & (predicted % n > 0)
    sizes, times = np.unique(np.stack([actual, predicted])[:, varying].astype(np.int64), axis=1, return_counts=True)
    mean = 0.0
    for start in range(0, len(times), 1000):
        some = slice(start, start + 1000)
        mean += float(times[some] @ _random_bits(sizes[0, some], sizes[1, some], n))
    return mean / bits if bits else float("nan")


def _random_bits(actual: Numbers, predicted: Numbers, n: int) -> Numbers:
    """The mean information of categories of these sizes that are assigned at random."""
    least = np.maximum(0, actual + predicted - n)
    margins = zip(least, actual - least, predicted - least, n - actual - predicted + least, strict=True)
    hits, weights = zip(*(hypergeometric(*map(int, each)) for each in margins), strict=True)
    lengths = [len(each) for each in hits]
    both, a, p = np.concatenate(hits), np.repeat(actual, lengths), np.repeat(predicted, lengths)
    bits = mutual_information.raw(two_by_two(both, a - both, p - both, n - a - p + both))
    return np.add.reduceat(np.concatenate(weights) * bits, np.cumsum([0, *lengths[:-1]]))


def guessing(sets: LabelSets) -> float | None:
    """The p of informedness, two-sided, where the predicted sets fall on the items at random, both margins fixed.

    Given the margins informedness is a sum over the items of what a predicted set earns there, whose variance over all
    permutations is known (Hoeffding 1951), however categories go together. None where items are not drawn one by one.
    """
    from scipy.sparse import csr_array
    from scipy.special import ndtr

    n, size = sets.total, len(sets.labels)
    if not sets.plain_design or n < 2:
        return None
    actual, predicted = sets.margin(0), sets.margin(1)
    worth = np.where((actual > 0) & (actual < n), n / np.where(actual < n, n - actual, 1), 0.0)
    together = []
    for side in (sets.actual, sets.predicted):
        rows = csr_array((np.ones(len(side.codes)), side.codes, np.cumsum([0, *side.sizes])), (len(side.sizes), size))
        together.append(rows.T @ rows.multiply(np.asarray(sets.counts, float)[:, None]).tocsr())
    both = together[0].multiply(together[1]).tocsr()
    margins = worth * actual @ (together[1] @ (worth * actual)), worth * predicted @ (together[0] @ (worth * predicted))
    expected_hits = float(worth @ (actual * predicted)) / n
    variance = (float(worth @ (both @ worth)) - sum(map(float, margins)) / n + expected_hits**2) / (n - 1)
    if variance <= ROUNDING * max(expected_hits, 1.0) ** 2:
        return 1.0
    excess = float(worth @ sets.tables()[:, 0, 0]) - expected_hits
    return 2 * float(ndtr(-abs(excess) / math.sqrt(variance)))


def thin(sets: LabelSets) -> int:
    """How many of the categories that occur have fewer than five items on the actual side."""
    tp, fn, fp, _ = cells(sets.tables())
    return int(((tp + fn < FEW) & (tp + fn + fp > 0)).sum())
