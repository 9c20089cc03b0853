"""Plans for other aims than informedness: rates, kappa, areas, a paired difference, repeats, and a judge's labels.

Each aim says how wide its default interval is on samples of n items, and how often it shows what is expected; the
search for n is the same for all.
"""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from informed.core.basis import signature
from informed.core.counts import Counts
from informed.core.errors import InputError, arg, share, stated, whole
from informed.core.registry import get
from informed.core.table import Array
from informed.core.words import number
from informed.inference.draws import generator, simulate
from informed.inference.grades import of_shares
from informed.inference.interval import interval
from informed.inference.proportions import quantile, tango
from informed.questions.judge import rates
from informed.questions.plan.compute import Plan, shares_given
from informed.questions.plan.solve import Wanted, searched
from informed.questions.sweep.area import difference_limits, limits, of_placements, paired_areas, placements

RATES = {"recall": "recall", "specificity": "inverse_recall", "precision": "precision"}
TABLES, CURVES = 1000, 300  # samples at each step; of curves fewer, for each takes longer
LEAST_LABELLED = 5  # items that are labelled of each of the judge's labels
Given = Callable[[int, int], tuple[float, float]]


@dataclass(frozen=True)
class _Aim:
    """What is simulated, the variance of one item, and the distance that power is about."""

    given: Given
    variance: float
    effect: float
    method: str
    least: int = 2


def planned_for(measure: str, wanted: Wanted, level: float, seed: Any, given: Mapping[str, Any]) -> Plan:
    """The plan for a measure; what is given are further arguments of `informed.plan`."""
    value, against, difference, width = given["value"], given["against"], given["difference"], wanted.width
    together = given["correlation"] or 0.0
    if value is None and not (measure == "accuracy" and difference is not None):
        raise InputError(f"{arg('value')} is missing: what {measure} is expected, for example {arg('value', 0.8)}")
    if wanted.power is not None and against is None and difference is None and measure not in ("kappa", "auc"):
        raise InputError(f"{arg('power')} needs {arg('against')}, the {measure} of the null hypothesis")
    world = World(float(value or 0.0), against, (1 - level) / 2, generator(seed))
    if measure == "accuracy":
        aim = (
            world.repeated(whole("repeats", given["repeats"] or 1, 1), together)
            if difference is None
            else world.paired(float(difference), given["agreement"])
        )
    elif measure == "auc":
        first = _first(given["prevalence"])
        aim = world.curve(first) if difference is None else world.curves(first, float(difference), float(together))
    elif measure == "kappa":
        aim = world.agreement(shares_given(given["prevalence"], "prevalence", given["classes"]))
    else:
        aim = world.rate(measure, _first(given["bias" if measure == "precision" else "prevalence"]))
    start = max(aim.least, math.ceil(aim.variance * (2 * world.z / (width or 0.1)) ** 2))
    if width is None and aim.effect:
        start = max(aim.least, math.ceil(aim.variance * ((world.z + 0.85) / aim.effect) ** 2))
    if wanted.n is None and width is None and not aim.effect:
        raise InputError(
            f"give {arg('width')}, {arg('n')}, or {arg('power')} with "
            f"{arg('against')}: nothing says how many items are enough"
        )
    sized = searched(
        aim.given, start, wanted, effect=abs(aim.effect), scale=math.sqrt(aim.variance), z=world.z, least=aim.least
    )
    kept = stated(**given)
    recipe = {"aim": measure, **kept, **vars(wanted), "level": level, "method": aim.method, "seed": seed}
    return Plan(
        aim=measure,
        n=sized[0],
        width=sized[1],
        power=sized[2] if aim.effect else None,
        level=level,
        assumed=kept,
        asked=wanted.asked,
        method=aim.method,
        signature=signature(recipe),
    )


def _spread(area: float, prevalence: float) -> float:
    """The variance of an area times the number of items (Hanley & McNeil 1982)."""
    ones, pairs = area / (2 - area) - area**2, 2 * area**2 / (1 + area) - area**2
    return max(ones / prevalence + pairs / (1 - prevalence), 1e-4)


def _first(given: Any) -> float:
    known = np.ravel(0.5 if given is None else given)
    return share("prevalence", float(known[0]) if len(known) <= 2 else given, "of two classes", inside=True)


@dataclass(frozen=True)
class World:
    """What is expected, and what it is to be told from."""

    value: float
    against: float | None
    tail: float
    rng: "np.random.Generator"

    @property
    def z(self) -> float:
        """The normal deviate of the level."""
        return float(quantile(self.tail))

    def _seen(self, low: Array, high: Array, null: float | None) -> tuple[float, float]:
        """The mean width of intervals, and the share of all samples whose interval leaves out the null."""
        usable = ~np.isnan(low)
        if not usable.any():
            return 2.0, 0.0
        out = np.zeros(len(low), bool) if null is None else (low > null) if self.value > null else (high < null)
        return float((high - low)[usable].mean()), float((out & usable).mean())

    def _effect(self, null: float | None) -> float:
        return 0.0 if null is None else abs(self.value - null)

    def rate(self, name: str, given: float) -> _Aim:
        """Recall, specificity or precision, of so large a share of the items."""
        share("value", self.value)
        if name == "specificity":
            given = 1 - given
        rest = np.array([0.2, 0.8]) * (1 - given)
        first = np.array([self.value, 1 - self.value]) * given
        truth = {"recall": [first, rest], "specificity": [rest[::-1], first[::-1]]}.get(name)
        table = np.array([first, rest]).T if truth is None else np.array(truth)
        spread = max(self.value * (1 - self.value), 1e-3) / given
        return self._measured(RATES[name], table, spread, self.against)

    def agreement(self, prevalence: Array) -> _Aim:
        """Kappa of two raters with the same shares of labels."""
        table = self.value * np.diag(prevalence) + (1 - self.value) * np.outer(prevalence, prevalence)
        if (table < 0).any():
            raise InputError(f"{arg('value', self.value)}: such a kappa is not possible with these shares of labels")
        spread = (1 - self.value) * (1 + self.value) / max(1 - float((prevalence**2).sum()), 1e-9)
        return self._measured("kappa", table, max(spread, 1e-3), self.against or 0.0)

    def _measured(self, name: str, truth: Array, variance: float, null: float | None) -> _Aim:
        measure, level = get(name), 1 - 2 * self.tail

        def given(n: int, times: int) -> tuple[float, float]:
            drawn = simulate(truth, draws=times * TABLES, rng=self.rng, n=n)
            within = interval(measure, drawn, level=level)
            return self._seen(within.low, within.high, null)

        return _Aim(given, variance, self._effect(null), "simulation of the default interval")

    def curve(self, prevalence: float) -> _Aim:
        """The area under a curve of normal scores."""
        from scipy.special import ndtri

        share("value", self.value, "an area of 0.5 is guessing", inside=True)
        apart, null = math.sqrt(2) * float(ndtri(self.value)), 0.5 if self.against is None else self.against

        def ends(n: int) -> tuple[float, float]:
            actual = self._classes(n, prevalence)
            low, high = limits(of_placements(*placements(actual, self.rng.normal(actual * apart))), self.tail)
            return max(low, 0.0), min(high, 1.0)

        def given(n: int, times: int) -> tuple[float, float]:
            found = np.array([ends(n) for _ in range(CURVES * times)])
            return self._seen(found[:, 0], found[:, 1], null)

        return _Aim(
            given, _spread(self.value, prevalence), self._effect(null), "simulation of the default interval", 10
        )

    def curves(self, prevalence: float, difference: float, correlation: float) -> _Aim:
        """The areas of two normal scores of the same items, which correlate so much within each class."""
        from scipy.special import ndtri

        areas = np.array([self.value + difference, self.value])
        if difference == 0 or not ((areas > 0) & (areas < 1)).all():
            raise InputError(
                f"{arg('difference', difference)} with {arg('value', self.value)} "
                f"is not possible: {arg('value')} is the area of the "
                "weaker system, and both areas lie between 0 and 1"
            )
        apart, mix = math.sqrt(2) * ndtri(areas), [[1.0, 0.0], [correlation, math.sqrt(1 - correlation**2)]]

        def ends(n: int) -> tuple[float, float]:
            actual = self._classes(n, prevalence)
            scores = mix @ self.rng.standard_normal((2, n)) + np.outer(apart, actual)
            return difference_limits(*paired_areas(actual, *scores), self.tail)

        def given(n: int, times: int) -> tuple[float, float]:
            low, high = np.array([ends(n) for _ in range(CURVES * times)]).T
            return float((high - low).mean()), float((low > 0 if difference > 0 else high < 0).mean())

        first, second = (_spread(each, prevalence) for each in areas.tolist())
        variance = first + second - 2 * correlation * math.sqrt(first * second)
        return _Aim(given, variance, abs(difference), "simulation of the default interval", 10)

    def _classes(self, n: int, prevalence: float) -> Array:
        """Which of n items are positive, at least two of either class."""
        return np.arange(n) < min(max(int(self.rng.binomial(n, prevalence)), 2), n - 2)

    def paired(self, difference: float, agreement: float | None) -> _Aim:
        """The accuracies of two systems on the same items, of which a share is right or wrong for both."""
        if agreement is None:
            raise InputError(
                f"{arg('agreement')} is missing: the share of items that both systems get right, or both wrong"
            )
        parted = 1 - share("agreement", agreement)
        if not 0 < abs(difference) <= parted:
            raise InputError(
                f"{arg('difference', difference)} with {arg('agreement', agreement)} "
                "is not possible: the systems differ on "
                f"{parted:.3g} of the items, so their accuracies differ by at most that, and by more than 0"
            )
        cells = [(parted + difference) / 2, (parted - difference) / 2, 1 - parted]

        def given(n: int, times: int) -> tuple[float, float]:
            drawn = self.rng.multinomial(n, cells, size=TABLES * times).astype(float)
            low, high = tango(drawn[:, 0], drawn[:, 1], np.full(len(drawn), float(n)), self.tail)
            out = low > 0 if difference > 0 else high < 0
            return float((high - low).mean()), float(out.mean())

        return _Aim(given, parted - difference**2, abs(difference), "simulation of Tango's score limits")

    def repeated(self, repeats: int, correlation: float) -> _Aim:
        """Accuracy over items that are each asked several times; ``correlation``: how alike answers to one item are."""
        share("value", self.value, inside=True)
        if repeats > 1 and not 0 <= correlation < 1:
            raise InputError(
                f"{arg('correlation', correlation)}: how alike answers to one item are lies between 0 and 1"
            )
        mass = (1 - correlation) / correlation if repeats > 1 and correlation else math.inf

        def ends(n: int) -> tuple[float, float]:
            known = self.value if math.isinf(mass) else self.rng.beta(self.value * mass, (1 - self.value) * mass, n)
            means = self.rng.binomial(repeats, known, size=n) / repeats
            found = of_shares(means, n * repeats, 1 - 2 * self.tail)
            return (np.nan, np.nan) if found is None else found[:2]

        def given(n: int, times: int) -> tuple[float, float]:
            found = np.array([ends(n) for _ in range(TABLES // 4 * times)])
            return self._seen(found[:, 0], found[:, 1], self.against)

        alike = (correlation + (1 - correlation) / repeats) if repeats > 1 else 1.0
        spread = self.value * (1 - self.value) * alike
        return _Aim(given, spread, self._effect(self.against), "simulation of the interval of a graded run")


# --- human labels beside a judge's -----------------------------------------------------------------------------------


def planned_labels(judge: Any, wanted: Wanted, level: float, seed: Any, *, pool: Any, positive: Any) -> Plan:
    """How many human labels, of which of the judge's labels; ``judge`` are counts human x judge of a first few."""
    width = wanted.width
    if width is None and wanted.n is None:
        raise InputError(
            f"{arg('judge')} needs {arg('width')}, the width of the "
            f"interval of the share, or {arg('n')}, the number of labels"
        )
    counts = judge if isinstance(judge, Counts) else Counts(judge)
    if not counts.square or counts.by:
        raise InputError(f"{arg('judge')} takes one table, human x judge, with the same labels on both sides")
    said = np.asarray(counts.table, float).sum(0)
    if isinstance(pool, Mapping):
        size = np.array([float(pool.get(label, 0)) for label in counts.labels])
    else:
        size = np.floor(said / said.sum() * whole("pool", pool, 2, "it is the number of items the judge has labelled"))
    table = np.asarray(counts.table, float)
    true = (table + 0.5) / (table + 0.5).sum(0)  # no label of the judge is taken to be certain
    place = None if positive is None else counts.position(positive, "positive")
    if place is None and len(counts.labels) == 2:
        place = 0
    tail, rng = (1 - level) / 2, generator(seed)

    def given(labels: int, times: int) -> tuple[float, float]:
        looked = allocated(labels, size, true, place).astype(int)
        many = TABLES // 4 * times
        drawn = np.stack([rng.multinomial(*each, size=many) for each in zip(looked, true.T, strict=True)], axis=-1)
        low, high = rates.post_stratified_limits(drawn.astype(float), np.broadcast_to(size, (many, len(size))), tail)
        wide = (high - low).mean(0)
        return float(wide.max() if place is None else wide[place]), 0.0

    spread = (np.sqrt(true * (1 - true)) * rates.shares(size)).sum(-1) ** 2
    variance = float(spread.max() if place is None else spread[place])
    z = float(quantile(tail))
    least = int(np.minimum(size, LEAST_LABELLED).sum())
    floor = given(int(size.sum()), 1)[0]
    if width is not None and floor > width:
        raise InputError(
            f"{arg('width', width)}: even with every item of the pool "
            f"labelled it is {number(floor)}, for the pool itself is "
            "a sample; ask for a wider interval, or let the judge label more items"
        )
    start = max(least, math.ceil(variance * (2 * z / (width or 0.1)) ** 2))
    found, wide, _ = searched(
        given, min(start, int(size.sum())), wanted, effect=0.0, scale=math.sqrt(max(variance, 1e-6)), z=z, least=least
    )
    found = min(found, int(size.sum()))
    looked = allocated(found, size, true, place).astype(int)
    recipe = {"aim": "judge", "pool": int(size.sum()), **vars(wanted), "level": level, "seed": seed}
    return Plan(
        aim="judge",
        n=int(looked.sum()),
        width=wide,
        power=None,
        level=level,
        assumed={
            "pool": int(size.sum()),
            "label": "all" if place is None else counts.labels[place],
            "labelled": dict(zip(counts.labels, said.astype(int).tolist(), strict=True)),
        },
        asked=wanted.asked,
        method="simulation of the default interval",
        signature=signature(recipe),
        allocation=dict(zip(counts.labels, looked.tolist(), strict=True)),
    )


def allocated(labels: int, pool: Array, true: Array, place: int | None) -> Array:
    """How many of each of the judge's labels to look at: by share times how unsure they are (Neyman), a few of each."""
    spread = np.sqrt(true * (1 - true))
    weight = pool * (spread.max(0) if place is None else spread[place])
    least, low, high = np.minimum(pool, LEAST_LABELLED), 0.0, 1.0 / min(spread.min(), 1.0)
    for _ in range(60):  # the scale at which the parts, none below the least or above the pool, add up
        middle = (low + high) / 2
        enough = np.clip(np.round(middle * weight), least, pool).sum() >= labels
        low, high = (low, middle) if enough else (middle, high)
    return np.asarray(np.clip(np.round(high * weight), least, pool))
