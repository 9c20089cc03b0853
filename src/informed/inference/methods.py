"""Ways to an interval, as a table of functions.

A method takes a measure and a sample and gives its *limits*: a function from the probability left out in each tail to
the low and the high end. What is costly is done once; any level, and the p that agrees with them all, is then cheap.
Which method is whose default is a trait of the measure; the choice rests on measured coverage (see
``tests/statistics`` and ``benchmarks/coverage.py``).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from informed.inference import proportions
from informed.inference.design import Design, Items, Weighed
from informed.inference.draws import bootstrap, generator, posterior
from informed.inference.gradient import influence
from informed.inference.independence import freedom, g2, pearson
from informed.inference.jackknife import acceleration, jackknife
from informed.inference.plugin import chao_shen, miller_madow
from informed.inference.proportions import Pair, ProportionLimits, Tail, quantile
from informed.inference.smoothing import pseudo_counts
from informed.readers.device import to_numpy
from informed.registry import Measure, get
from informed.table import Array, actuals, dual, expected, namespace, ratio, total

THIN = 5  # items for each degree of freedom
MOST_MOVED = 2**18  # cells of the classes that move in turn
ENOUGH = 2000  # draws of a method that is a default: its quantiles are then off by a third of a percent of probability

Limits = Callable[[Tail], Pair]
"""From the probability in each tail to the low and the high end."""


@dataclass(frozen=True)
class Sample:
    """What a method works on: tables with their design, and how to draw more where the method draws."""

    design: Design
    draws: int = 4000
    seed: Any = 0
    home: Any = None  # the tables on the device where draws are made, if not on the host

    @property
    def table(self) -> Array:
        """The tables ``(..., A, P)``."""
        return self.design.table

    @property
    def shape(self) -> tuple[int, int]:
        """The number of actual and of predicted classes."""
        return self.table.shape[-2], self.table.shape[-1]


@dataclass(frozen=True)
class Method:
    """One way to an interval. ``applies`` says for which measures and samples, ``needs`` says so in words.

    ``contains``: the interval is widened to hold the estimate where it would not, which can only help its coverage.
    """

    name: str
    limits: Callable[[Measure, Sample], Limits]
    needs: str = "items drawn one by one"
    applies: Callable[[Measure, Sample], bool] = lambda measure, sample: isinstance(sample.design, Items)
    contains: bool = True
    credible: bool = False

    def __call__(self, measure: Measure, sample: Sample) -> Limits:
        """The limits of the measure on every table of the sample."""
        return self.limits(measure, sample)


# --- proportions and their differences -------------------------------------------------------------------------------


def _proportion(of: ProportionLimits) -> Callable[[Measure, Sample], Limits]:
    def limits(measure: Measure, sample: Sample) -> Limits:
        part, whole = measure.parts(sample.table)
        return lambda tail: of(part, np.where(whole > 0, whole, np.nan), tail)

    return limits


def _difference(of: ProportionLimits) -> Callable[[Measure, Sample], Limits]:
    def limits(measure: Measure, sample: Sample) -> Limits:
        assert measure.contrast is not None
        terms = [get(name).parts(sample.table) for name in measure.contrast]
        parts, wholes = (np.stack(each) for each in zip(*terms, strict=True))
        wholes = np.where(wholes > 0, wholes, np.nan)

        def at(tail: Tail) -> Pair:
            low, high = of(parts, wholes, tail)
            shares = parts / wholes
            return proportions.mover((shares[0], (low[0], high[0])), (shares[1], (low[1], high[1])))

        return at

    return limits


def _either(one: Callable[[Measure, Sample], Limits], two: Callable[[Measure, Sample], Limits]) -> Any:
    return lambda measure, sample: (one if measure.proportion else two)(measure, sample)


def _guaranteed(measure: Measure, sample: Sample) -> Limits:
    """Both exact intervals at the level whose square is asked for: independent, so they hold together."""
    assert measure.contrast is not None
    first, second = (get(name).parts(sample.table) for name in measure.contrast)

    def at(tail: Tail) -> Pair:
        each = -np.expm1(np.log1p(-2 * np.asarray(tail)) / 2) / 2
        (a_low, a_high), (b_low, b_high) = (proportions.exact(*parts, each) for parts in (first, second))
        return a_low - b_high, a_high - b_low

    return at


# --- normal approximations -------------------------------------------------------------------------------------------


def _linear(measure: Measure, sample: Sample) -> tuple[Array, Array]:
    """Value and standard error on the table with its pseudo-items."""
    added = pseudo_counts(sample.table)
    table = sample.table + added
    effect = influence(measure, table)
    scatter = sample.design.scatter(effect) + total(added * effect**2)
    return np.asarray(measure.raw(table)), np.sqrt(scatter) / total(table)


def _deviate(sample: Sample) -> Callable[[Tail], Any]:
    """Student's t where the design says how little is known of the variance, the normal otherwise."""
    from scipy.special import stdtrit

    freedom = sample.design.freedom
    return quantile if freedom is None else lambda tail: -stdtrit(freedom, tail)


def wald(measure: Measure, sample: Sample) -> Limits:
    """Value and standard error on the smoothed table: two pseudo-items in all keep it from being too sure."""
    centre, error = _linear(measure, sample)
    deviate = _deviate(sample)
    return lambda tail: (centre - deviate(tail) * error, centre + deviate(tail) * error)


def delta(measure: Measure, sample: Sample) -> Limits:
    """Value and standard error on the table as it stands: the textbook interval, far too short for rare classes."""
    centre = measure.raw(sample.table)
    error = np.sqrt(sample.design.scatter(influence(measure, sample.table))) / total(sample.table)
    deviate = _deviate(sample)
    return lambda tail: (centre - deviate(tail) * error, centre + deviate(tail) * error)


def log(measure: Measure, sample: Sample) -> Limits:
    """Wald on the logarithm: for ratios from 0 to infinity."""
    centre, error = _linear(measure, sample)
    deviate = _deviate(sample)

    def at(tail: Tail) -> Pair:
        reach = np.exp(deviate(tail) * error / centre)
        return centre / reach, centre * reach

    return at


def kish(measure: Measure, sample: Sample) -> Limits:
    """The default of unweighted tables, on the effective number of items: wide, and safe for most weights."""
    plain = Sample(Items(sample.table), sample.draws, sample.seed)
    return default(measure, plain)(measure, plain)


# --- measures that chance biases -------------------------------------------------------------------------------------


def gated(measure: Measure, sample: Sample) -> Limits:
    """For measures of association, which chance alone moves off their value at chance, and always to the same side.

    Posterior quantiles for two classes; otherwise the union of the intervals about the jackknife and the smoothed
    value. Unless independence is rejected at the same level, the interval reaches to the value at chance.
    """
    p, chance = pearson(sample.table)[2], measure.at_chance(sample.table)
    single = sample.table.ndim == 2
    few = sample if single else replace(sample, draws=min(sample.draws, ENOUGH))
    inner = credible(measure, few) if sample.shape == (2, 2) else _corrected(measure, sample)

    def at(tail: Tail) -> Pair:
        low, high = inner(tail)
        independent = p >= 2 * np.asarray(tail)
        return np.where(independent, np.fmin(low, chance), low), np.where(independent, np.fmax(high, chance), high)

    return at


def _corrected(measure: Measure, sample: Sample) -> Limits:
    """Wald about both the jackknife and the smoothed value.

    At independence the slope vanishes; the statistic is then like chi-squared, whose standard deviation is its mean
    times sqrt(2 / df), and its mean is the bias that the jackknife found.
    """
    corrected = jackknife(measure, sample.table)
    centre, error = _linear(measure, sample)
    bias = measure.raw(sample.table) - corrected
    error = np.hypot(error, bias * np.sqrt(2 / np.maximum(freedom(sample.table), 1)))
    below, above = np.fmin(corrected, centre), np.fmax(corrected, centre)
    thin = total(sample.table) < THIN * freedom(sample.table)
    if thin.any():
        found = np.stack([corrected, *(np.where(thin, each, corrected) for each in _thinly(measure, sample.table))])
        below, above = np.fmin(below, np.fmin.reduce(found)), np.fmax(above, np.fmax.reduce(found))
    return lambda tail: (below - quantile(tail) * error, above + quantile(tail) * error)


def _thinly(measure: Measure, table: Array) -> list[Array]:
    """The value with few items a cell, where the jackknife takes off too little: as other corrections have it.

    One of them takes off too much where much is known, the other too little: the truth lies between.
    """
    if measure.entropies is None:
        return [measure.raw(_shrunk(table))]
    return [miller_madow(measure, table), chao_shen(measure, table)]


def _shrunk(table: Array) -> Array:
    """The table moved towards chance until its chi-squared has lost what chance alone adds to it."""
    by_chance, statistic = expected(table), pearson(table)[0]
    added = ratio(freedom(table) * total(table), np.maximum(total(table) - 1, 1))
    kept = np.sqrt(np.clip(1 - ratio(added, statistic), 0, 1))
    return by_chance + np.where(np.isnan(kept), 0.0, kept)[..., None, None] * (table - by_chance)


def profile(measure: Measure, sample: Sample) -> Limits:
    """For entropy and evenness, which chance makes smaller and whose slope vanishes where the classes are even.

    The union of the intervals about the jackknife and the smoothed value, and of what the measure becomes when the
    share of any one class moves to its own (Jeffreys) limits and the others make room.
    """
    inner, table = _corrected(measure, sample), sample.table

    def at(tail: Tail) -> Pair:
        low, high = inner(tail)
        values = measure.raw(np.concatenate([_shifted(table, tail), dual(_shifted(dual(table), tail))]))
        return np.fmin(low, np.fmin.reduce(values)), np.fmax(high, np.fmax.reduce(values))

    return at


def _shifted(table: Array, tail: Tail) -> Array:
    """The table with each actual class in turn at the lower and upper limit of its share: ``(2 A, ..., A, P)``.

    Of very many classes only the commonest move: the others' shares are too small to take the measure far.
    """
    rows, whole = actuals(table), total(table)[..., None]
    most = max(2, MOST_MOVED // table.shape[-2] ** 2)
    moving = np.argsort(-rows.reshape(-1, rows.shape[-1]).sum(0), kind="stable")[:most]
    share = np.where(rows > 0, rows / whole, np.nan)[..., moving]
    ends = np.stack(proportions.jeffreys(rows[..., moving], whole, np.asarray(tail)[..., None]))
    own, other = ends / share, (1 - ends) / np.where(share < 1, 1 - share, 1.0)
    one = np.eye(table.shape[-2], dtype=bool)[moving]
    factor = np.where(one, own[..., :, None], other[..., :, None])  # which class moves, then the class it is seen in
    moved = np.moveaxis(factor, -2, 1)[..., None] * table
    return moved.reshape(-1, *table.shape)


def ncx2(measure: Measure, sample: Sample) -> Limits:
    """The noncentral chi-squared distributions that make G2 an ordinary observation: wide, but it held everywhere."""
    from scipy.special import chndtrinc

    assert measure.entropies is not None
    statistic, degrees, _ = g2(sample.table)
    actual, predicted = (get(f"entropy_{side}").raw(sample.table) for side in ("actual", "predicted"))
    bits = 2 * np.log(2) * total(sample.table)

    def at(tail: Tail) -> Pair:
        found = [
            np.where(p > _chi2_cdf(statistic, degrees), 0.0, chndtrinc(statistic, np.maximum(degrees, 1), p)) / bits
            for p in (1 - np.asarray(tail), np.asarray(tail))
        ]
        low, high = (measure.entropies(actual, predicted, actual + predicted - each) for each in found)  # type: ignore[misc]
        return np.asarray(low), np.asarray(high)

    return at


def _chi2_cdf(statistic: Array, degrees: Array) -> Array:
    from scipy.special import chdtr

    return np.asarray(chdtr(degrees, statistic))


# --- draws -----------------------------------------------------------------------------------------------------------


def quantiles(ordered: Array, share: Any) -> Array:
    """Quantiles over the first axis, sorted and with undefined draws (NaN) last, one share for each table."""
    defined = (~np.isnan(ordered)).sum(0)
    place = np.clip(share, 0.0, 1.0) * np.maximum(defined - 1, 0)
    below = np.floor(place).astype(np.intp)
    above = np.minimum(below + 1, np.maximum(defined - 1, 0))
    low, high = (np.take_along_axis(ordered, each[None], axis=0)[0] for each in (below, above))
    gap = place - below
    with np.errstate(invalid="ignore"):  # between two infinite values there is nothing to interpolate
        return np.where((gap > 0) & (low != high), low + gap * (high - low), low)


def _drawn(sampler: Any, measure: Measure, sample: Sample) -> Array:
    table = sample.table if sample.home is None or measure.backend == "numpy" else sample.home
    values = sampler.values(measure.raw, table, draws=sample.draws, rng=generator(sample.seed))
    return to_numpy(namespace(values).sort(values, axis=0))


def credible(measure: Measure, sample: Sample) -> Limits:
    """Equal-tail quantiles of the posterior; what may be believed, not how often the method is right."""
    ordered = _drawn(posterior, measure, sample)
    return lambda tail: (quantiles(ordered, tail), quantiles(ordered, 1 - np.asarray(tail)))


def percentile(measure: Measure, sample: Sample) -> Limits:
    """Quantiles of the bootstrap; worthless where a cell is empty, because no draw ever fills it."""
    ordered = _drawn(bootstrap, measure, sample)
    return lambda tail: (quantiles(ordered, tail), quantiles(ordered, 1 - np.asarray(tail)))


def basic(measure: Measure, sample: Sample) -> Limits:
    """The bootstrap quantiles reflected at the estimate."""
    inner, value = percentile(measure, sample), measure.raw(sample.table)

    def at(tail: Tail) -> Pair:
        low, high = inner(tail)
        return 2 * value - high, 2 * value - low

    return at


def bca(measure: Measure, sample: Sample) -> Limits:
    """Bootstrap quantiles corrected for bias and acceleration, the latter from the jackknife tables (Efron 1987)."""
    from scipy.special import ndtr, ndtri

    ordered = _drawn(bootstrap, measure, sample)
    value = measure.raw(sample.table)
    below = ((ordered < value).sum(0) + (ordered == value).sum(0) / 2) / np.maximum((~np.isnan(ordered)).sum(0), 1)
    offset = ndtri(np.clip(below, 1 / (2 * sample.draws), 1 - 1 / (2 * sample.draws)))
    curve = acceleration(measure, sample.table)

    def at(tail: Tail) -> Pair:
        ends = (offset + sign * quantile(tail) for sign in (-1, 1))
        low, high = (quantiles(ordered, ndtr(offset + ratio(end, 1 - curve * end))) for end in ends)
        return low, high

    return at


# --- the table -------------------------------------------------------------------------------------------------------


def _one_by_one(condition: Callable[[Measure], Any]) -> Callable[[Measure, Sample], bool]:
    return lambda measure, sample: isinstance(sample.design, Items) and bool(condition(measure))


def _drawn_as(name: str) -> Callable[[Measure, Sample], bool]:
    return lambda measure, sample: sample.design.name == name


def _is_difference(measure: Measure, sample: Sample) -> bool:
    return isinstance(sample.design, Items) and measure.contrast is not None and sample.shape == (2, 2)


def _is_countable(measure: Measure, sample: Sample) -> bool:
    return _is_difference(measure, sample) or (isinstance(sample.design, Items) and measure.proportion)


def _always(measure: Measure, sample: Sample) -> bool:
    return True


_COUNTABLE = "a proportion, or for two classes the difference of two, of items drawn one by one"

METHODS: dict[str, Method] = {
    each.name: each
    for each in (
        Method("wald", wald, applies=_one_by_one(lambda measure: True)),
        Method("sandwich", wald, "weights", _drawn_as("sandwich")),
        Method("cluster", wald, "clusters", _drawn_as("cluster")),
        Method("strata", wald, "strata", _drawn_as("strata")),
        Method("kish", kish, "weights", lambda measure, sample: isinstance(sample.design, Weighed)),
        Method("delta", delta, "any sample", _always),
        Method("profile", profile),
        Method("log", log, "a ratio from 0 to infinity", lambda measure, sample: measure.interval == "log"),
        Method("jeffreys", _proportion(proportions.jeffreys), "a proportion", _one_by_one(lambda m: m.proportion)),
        Method("mover", _difference(proportions.jeffreys), _COUNTABLE, _is_difference),
        Method(
            "wilson",
            _either(_proportion(proportions.wilson), _difference(proportions.wilson)),
            _COUNTABLE,
            _is_countable,
        ),
        Method("exact", _either(_proportion(proportions.exact), _guaranteed), _COUNTABLE, _is_countable),
        Method("gated", gated),
        Method(
            "ncx2",
            ncx2,
            "a measure of information",
            _one_by_one(lambda m: m.entropies and m.fixed_chance == 0),
            contains=False,
        ),
        Method("posterior", credible, credible=True),
        Method("bootstrap", percentile),
        Method("bootstrap_basic", basic),
        Method("bootstrap_bca", bca),
    )
}


def default(measure: Measure, sample: Sample) -> Method:
    """The method a measure asks for, or the nearest that fits the sample."""
    fits = (measure.interval, "wald", "sandwich", "cluster", "strata")
    return next(METHODS[name] for name in fits if METHODS[name].applies(measure, sample))
