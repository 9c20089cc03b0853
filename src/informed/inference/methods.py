"""Ways to an interval, as a table of functions.

A method takes a measure and a sample and gives its *limits*: a function from the probability left out in each tail to
the low and the high end. What is costly is done once; any level, and the p that agrees with them all, is then cheap.
Which method is whose default is a trait of the measure; the choice rests on measured coverage (see
``tests/statistics`` and ``benchmarks/calibration/measures.py``).
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from informed.core.registry import Measure, get
from informed.core.table import Array, total
from informed.inference import proportions
from informed.inference.biased import gated, ncx2, profile
from informed.inference.design import Independent, Weighted
from informed.inference.drawn import basic, bca, credible, percentile
from informed.inference.effective import as_plain, smoothed
from informed.inference.gradient import influence
from informed.inference.parts import SINGLE, errors_mover, score_mover, with_margins
from informed.inference.path import path
from informed.inference.proportions import Limits, Pair, ProportionLimits, Sample, Tail, linear, quantile
from informed.inference.scoring import LIKELIEST, score
from informed.inference.significance.exact import fisher_each

FEW_ITEMS = 20  # below so many of two classes the limits of a difference leave out chance too often


@dataclass(frozen=True)
class Method:
    """One way to an interval. ``applies`` says for which measures and samples, ``needs`` says so in words.

    ``contains``: the interval is widened to hold the estimate where it would not, which can only help its coverage.
    """

    name: str
    limits: Callable[[Measure, Sample], Limits]
    needs: str = "items drawn one by one"
    applies: Callable[[Measure, Sample], bool] = lambda measure, sample: isinstance(sample.design, Independent)
    contains: bool = True
    credible: bool = False

    def __call__(self, measure: Measure, sample: Sample) -> Limits:
        return self.limits(measure, sample)


# --- proportions and their differences -------------------------------------------------------------------------------


def _proportion(of: ProportionLimits) -> Callable[[Measure, Sample], Limits]:
    def limits(measure: Measure, sample: Sample) -> Limits:
        part, whole = measure.parts(sample.table)
        return lambda tail: of(part, np.where(whole > 0, whole, np.nan), tail)

    limits.__doc__ = of.__doc__
    return limits


def _difference(of: ProportionLimits) -> Callable[[Measure, Sample], Limits]:
    def limits(measure: Measure, sample: Sample) -> Limits:
        # Of two classes a mean of recalls is their difference on another scale.
        terms = [get(name).parts(sample.table) for name in measure.contrast or ("recall", "fallout")]
        parts, wholes = (np.stack(each) for each in zip(*terms, strict=True))
        wholes = np.where(wholes > 0, wholes, np.nan)
        chance = 0.0 if measure.contrast else measure.at_chance(sample.table)

        def at(tail: Tail) -> Pair:
            low, high = of(parts, wholes, tail)
            shares = parts / wholes
            ends = proportions.mover((shares[0], (low[0], high[0])), (shares[1], (low[1], high[1])))
            return chance + (1 - chance) * ends[0], chance + (1 - chance) * ends[1]

        return at

    return limits


def _rate(part: Array, whole: Array, tail: Tail) -> Pair:
    """Jeffreys' limits; of a single item the wider ones, for it shows nothing of how such items vary."""
    low, high = proportions.jeffreys(part, whole, tail)
    if not (single := whole < SINGLE).any():
        return low, high
    least, most = proportions.jeffreys_wilson(part, whole, tail)
    return np.where(single, least, low), np.where(single, most, high)


def _mover(measure: Measure, sample: Sample) -> Limits:
    """Jeffreys' limits of every proportion, of a single item the wider ones, put together (Zou & Donner's MOVER).

    Of fewer than 20 items in two classes they leave out chance only where Fisher's exact test (mid-P) rejects it.
    """
    limits, few = _difference(_rate)(measure, sample), total(sample.table) < FEW_ITEMS
    if not few.any():
        return limits
    p = np.where(few, fisher_each(np.rint(np.where(few[..., None, None], sample.table, 1.0)))["fisher_mid_p"], 0.0)
    chance = measure.at_chance(sample.table)

    def at(tail: Tail) -> Pair:
        low, high = limits(tail)
        kept = p >= 2 * np.asarray(tail)
        return np.where(kept, np.fmin(low, chance), low), np.where(kept, np.fmax(high, chance), high)

    return at


def _either(one: Callable[[Measure, Sample], Limits], two: Callable[[Measure, Sample], Limits]) -> Any:
    def limits(measure: Measure, sample: Sample) -> Limits:
        return (one if measure.proportion else two)(measure, sample)

    limits.__doc__ = one.__doc__
    return limits


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


def _deviate(sample: Sample) -> Callable[[Tail], Any]:
    """Student's t where the design says how little is known of the variance, the normal otherwise."""
    from scipy.special import stdtrit

    freedom = sample.design.freedom
    return quantile if freedom is None else lambda tail: -stdtrit(freedom, tail)


def wald(measure: Measure, sample: Sample) -> Limits:
    """Value and standard error on the smoothed table: two pseudo-items in all keep it from being too sure."""
    centre, error = linear(measure, sample)
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
    centre, error = linear(measure, sample)
    deviate = _deviate(sample)

    def at(tail: Tail) -> Pair:
        reach = np.exp(deviate(tail) * error / centre)
        return centre / reach, centre * reach

    return at


def kish(measure: Measure, sample: Sample) -> Limits:
    """The default of unweighted tables, on the effective number of items: wide, and safe for most weights."""
    plain = Sample(Independent(sample.table), sample.draws, sample.seed)
    return default(measure, plain)(measure, plain)


def designed(measure: Measure, sample: Sample) -> Limits:
    """The default of plain items, on as many of them as the sample is worth; Wald's with the scatter of the design."""
    plain = default(measure, Sample(Independent(sample.table)))
    even = np.ndim(sample.design.unseen(None)) == 0
    return as_plain(measure, sample, plain) if even or plain.limits is not wald else smoothed(measure, sample)


# --- the table -------------------------------------------------------------------------------------------------------


def _one_by_one(condition: Callable[[Measure], Any]) -> Callable[[Measure, Sample], bool]:
    return lambda measure, sample: isinstance(sample.design, Independent) and bool(condition(measure))


def _drawn_as(name: str) -> Callable[[Measure, Sample], bool]:
    return lambda measure, sample: sample.design.name == name


def _is_difference(measure: Measure, sample: Sample) -> bool:
    return isinstance(sample.design, Independent) and measure.contrast is not None and sample.shape == (2, 2)


def _is_mean(measure: Measure, sample: Sample) -> bool:
    """A difference of two proportions, or their mean."""
    plain = isinstance(sample.design, Independent) and sample.shape == (2, 2)
    return plain and (measure.contrast is not None or measure.over == "equal")


def _counts_hits(measure: Measure, sample: Sample) -> bool:
    """Hits beyond chance; of two classes only what is no difference and no mean of two proportions."""
    counted = measure.hit is not None or measure.over is not None
    apart = measure.contrast is None and measure.over is None
    return isinstance(sample.design, Independent) and counted and (sample.shape[0] > 2 or apart)


def _is_countable(measure: Measure, sample: Sample) -> bool:
    return _is_difference(measure, sample) or (isinstance(sample.design, Independent) and measure.proportion)


_COUNTABLE = "a proportion, or for two classes the difference of two, of items drawn one by one"

_RATIOS = "a likelihood ratio, an odds ratio or lift of items drawn one by one"

METHODS: dict[str, Method] = {
    each.name: each
    for each in (
        Method("wald", wald, applies=_one_by_one(lambda measure: True)),
        Method("sandwich", designed, "weights", _drawn_as("sandwich")),
        Method("cluster", designed, "clusters", _drawn_as("cluster")),
        Method("strata", designed, "strata", _drawn_as("strata")),
        Method("kish", kish, "weights", lambda measure, sample: isinstance(sample.design, Weighted)),
        Method("delta", delta, "any sample", lambda measure, sample: True),
        Method("profile", profile),
        Method("log", log, "a ratio from 0 to infinity", lambda measure, sample: measure.range == (0.0, np.inf)),
        Method("score", score, _RATIOS, _one_by_one(lambda measure: measure.name in LIKELIEST)),
        Method("score_mover", score_mover, _RATIOS, _one_by_one(lambda measure: measure.name in LIKELIEST)),
        Method(
            "errors_mover",
            errors_mover,
            "g_measure and inverse_g of items drawn one by one",
            _one_by_one(lambda measure: measure.interval == "errors_mover"),
        ),
        Method(
            "margins",
            with_margins(_mover),
            "the tetrachoric correlation of items drawn one by one",
            _one_by_one(lambda measure: measure.interval == "margins"),
        ),
        Method("jeffreys", _proportion(proportions.jeffreys), "a proportion", _one_by_one(lambda m: m.proportion)),
        Method(
            "jeffreys_wilson",
            _proportion(proportions.jeffreys_wilson),
            "a proportion",
            _one_by_one(lambda m: m.proportion),
        ),
        Method("mover", _mover, "for two classes the mean or difference of two proportions", _is_mean),
        Method("path", path, "hits beyond chance (of two classes: kappa, mcc, correlation)", _counts_hits),
        Method(
            "wilson",
            _either(_proportion(proportions.wilson), _difference(proportions.wilson)),
            _COUNTABLE,
            _is_countable,
        ),
        Method("exact", _either(_proportion(proportions.exact), _guaranteed), _COUNTABLE, _is_countable),
        Method("gated", gated, "association and information", _one_by_one(lambda m: m.interval == "gated")),
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
    """That of the design where items are weighted or clustered, else the one that the measure asks for."""
    if sample.design.name in METHODS:
        return METHODS[sample.design.name]
    fits = (measure.interval, *(("log",) if measure.interval == "score_mover" else ()), "path", "mover", "wald")
    return next(METHODS[name] for name in fits if METHODS[name].applies(measure, sample))
