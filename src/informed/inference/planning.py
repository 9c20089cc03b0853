"""How many items are needed, and what can be seen with those there are."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from informed.analyses.mixtures import informed_table
from informed.cells import shares_of
from informed.errors import InputError, share, whole
from informed.inference.gradient import influence
from informed.inference.interval import check_level
from informed.inference.proportions import quantile
from informed.inference.trial import trial
from informed.registry import Measure, get
from informed.table import Array, expected

MOST = 10**12


@dataclass(frozen=True)
class Plan:
    """A study: so many items give an interval of this width, and show this much with this power.

    ``informedness`` is what is assumed of the predictor (or of both, for a ``difference``), ``table`` the truth it
    stands for, as probabilities. ``width`` and ``power`` are what ``n`` items give; ``method`` says how it was found.
    """

    n: int
    width: float
    power: float
    level: float
    informedness: float
    difference: float | None
    table: tuple[tuple[float, ...], ...]
    method: str
    note: str | None = None


def plan(
    *,
    prevalence: Any,
    bias: Any = None,
    informedness: float | None = None,
    difference: float | None = None,
    correlation: float = 0.0,
    width: float | None = None,
    power: float | None = None,
    n: int | None = None,
    level: float = 0.95,
    simulate: bool = False,
    seed: Any = 0,
) -> Plan:
    """Plan a test set for two classes, or for more when ``prevalence`` is a list.

    Say what is expected (``prevalence``, ``bias``, which is the prevalence unless given, and ``informedness``) and
    what is wanted: the ``width`` of the interval, or the ``power`` to tell informedness from 0. The answer is ``n``.
    With ``n`` given and no informedness, the answer is the informedness that this many items show with that power.
    With ``difference``, two systems judged on the same items are compared; ``correlation`` says how much they move
    together (0 is the safe guess, the same base model often gives 0.5 and more); ``difference=0`` with ``n`` asks what
    difference can be seen. ``simulate`` draws tables of one system instead of trusting the normal approximation.
    """
    level = check_level(level)
    if power is not None:
        share("power", power, "0.8 is usual", inside=True)
    if width is not None and not 0 < width < 2:
        raise InputError(f"width={width!r} must lie between 0 and 2, the whole range of informedness; 0.1 is narrow")
    if not -1 < correlation < 1:
        raise InputError(f"correlation={correlation!r} must lie between -1 and 1; 0 is the safe guess")
    actual = shares_of(prevalence, "prevalence", zero=False)
    study = _Study(actual, actual if bias is None else shares_of(bias, "bias", len(actual), zero=False), level)
    if difference is not None:
        if simulate:
            raise InputError("simulate=True is for one system; a difference is planned in closed form")
        return _paired(study, informedness, difference, correlation, width, power, n)
    return _single(study, informedness, width, power, n, simulate, seed)


@dataclass(frozen=True)
class _Study:
    """The margins of the test set to come."""

    prevalence: Array
    bias: Array
    level: float

    def truth(self, informed: float) -> Array:
        """Informed with this probability, guessing otherwise, so that all predictions together have the bias."""
        return informed_table(informed, self.prevalence, self.bias)

    @property
    def z(self) -> float:
        return float(quantile((1 - self.level) / 2))

    def variance(self, table: Array) -> float:
        """The variance of informedness times the number of items."""
        effect = influence(_measure(), table)
        return float((table * effect**2).sum() / table.sum())

    def reachable(self) -> float:
        """The largest informedness the margins allow."""
        low, high = 0.0, 1.0
        for _ in range(50):
            middle = (low + high) / 2
            try:
                self.truth(middle)
                low = middle
            except InputError:
                high = middle
        return low


def _measure() -> Measure:
    return get("informedness")


def _power(effect: float, at_null: float, at_truth: float, n: float, z: float) -> float:
    """The chance that an estimate lies beyond z standard errors of the null."""
    from scipy.special import ndtr

    beyond = abs(effect) * math.sqrt(n) - z * math.sqrt(at_null)
    return float(beyond > 0) if at_truth == 0 else float(ndtr(beyond / math.sqrt(at_truth)))


def _needed(effect: float, at_null: float, at_truth: float, power: float, z: float) -> int:
    if effect == 0:
        raise InputError("no number of items tells 0 from 0; expect an informedness or a difference other than 0")
    return int(np.ceil(((z * math.sqrt(at_null) - quantile(power) * math.sqrt(at_truth)) / effect) ** 2))


def _one_wanted(width: float | None, power: float | None, n: int | None) -> None:
    if n is not None:
        whole("n", n, 2, "it is the number of items")
    if sum(each is not None for each in (width, n)) > 1 or (width is not None and power is not None):
        raise InputError("give one of width=, power= and n=: the other two follow")


# --- one system ------------------------------------------------------------------------------------------------------


def _single(
    study: _Study,
    informed: float | None,
    width: float | None,
    power: float | None,
    n: int | None,
    simulate: bool,
    seed: Any,
) -> Plan:
    _one_wanted(width, power, n)
    if informed is None:
        if n is None:
            raise InputError("say what informedness= is expected, or give n= to ask what can be detected")
        informed = _detectable(study, n, 0.8 if power is None else power)
    table = study.truth(informed)
    null, truth = study.variance(expected(table)), study.variance(table)
    if n is not None:
        items = int(n)
    elif width is not None:
        items = math.ceil(truth * (2 * study.z / width) ** 2)
    else:
        items = _needed(informed, null, truth, 0.8 if power is None else power, study.z)
    if simulate:
        return _simulated(study, table, informed, items, width, power, fixed=n is not None, seed=seed)
    reach = 2 * study.z * math.sqrt(truth / max(items, 1))
    return _plan(study, table, informed, items, reach, _power(informed, null, truth, items, study.z), "closed form")


def _detectable(study: _Study, n: int, power: float) -> float:
    """The least informedness that n items show with this power."""
    low, high = 0.0, study.reachable()

    def shown(informed: float) -> bool:
        table = study.truth(informed)
        null, truth = study.variance(expected(table)), study.variance(table)
        return _power(informed, null, truth, n, study.z) >= power

    if not shown(high):
        raise InputError(
            f"n={n}: even the most these margins allow, {high:.2f}, is not detected with power {power:g}; "
            "plan more items, or ask for less power"
        )
    for _ in range(50):
        middle = (low + high) / 2
        low, high = (low, middle) if shown(middle) else (middle, high)
    return high


def _simulated(
    study: _Study,
    table: Array,
    informed: float,
    start: int,
    width: float | None,
    power: float | None,
    *,
    fixed: bool,
    seed: Any,
) -> Plan:
    """The same from tables drawn from the truth and judged by the default interval; n by bisection."""

    def tried(n: int) -> tuple[float, float]:
        found = trial("informedness", table, n=n, tables=2000, seed=seed, level=study.level)
        return found.width, (found.rejected or 0.0) * found.usable

    def enough(n: int) -> bool:
        reach, shown = tried(n)
        return reach <= width if width is not None else shown >= (0.8 if power is None else power)

    n = start
    if not fixed:
        low, high = 1, max(start, 4)
        while not enough(high):
            low, high = high, 2 * high
            if high > MOST:
                raise InputError("no number of items is enough for this; ask for less")
        while high - low > max(1, high // 200):  # half a percent is more than simulation can tell
            middle = (low + high) // 2
            low, high = (low, middle) if enough(middle) else (middle, high)
        n = high
    reach, shown = tried(n)
    return _plan(study, table, informed, n, reach, shown, "simulation, 2000 tables a step")


# --- two systems on the same items -----------------------------------------------------------------------------------


def _paired(
    study: _Study,
    informed: float | None,
    difference: float,
    correlation: float,
    width: float | None,
    power: float | None,
    n: int | None,
) -> Plan:
    """Two systems, one by the difference better than the other; their estimates correlate as said."""
    _one_wanted(width, power, n)
    base = 0.0 if informed is None else informed

    def spread(gap: float) -> float:
        first, second = (study.variance(study.truth(each)) for each in (base, base + gap))
        return first + second - 2 * correlation * math.sqrt(first * second)

    wanted = 0.8 if power is None else power
    if n is not None and difference == 0:
        low, high = 0.0, study.reachable() - base
        for _ in range(50):
            middle = (low + high) / 2
            seen = _power(middle, spread(0.0), spread(middle), n, study.z) >= wanted
            low, high = (low, middle) if seen else (middle, high)
        difference = high
    alike, apart = spread(0.0), spread(difference)
    if n is not None:
        items = int(n)
    elif width is not None:
        items = math.ceil(apart * (2 * study.z / width) ** 2)
    else:
        items = _needed(difference, alike, apart, wanted, study.z)
    reach, shown = 2 * study.z * math.sqrt(apart / items), _power(difference, alike, apart, items, study.z)
    return _plan(study, study.truth(base), base, items, reach, shown, "closed form", difference)


def _plan(
    study: _Study,
    table: Array,
    informed: float,
    n: int,
    width: float,
    power: float,
    method: str,
    difference: float | None = None,
) -> Plan:
    rare = float(table.sum(-1).min()) * n
    note = f"under-supported: the rarest class expects {rare:.2g} items" if rare < 5 else None
    rows = tuple(tuple(row) for row in table.tolist())
    return Plan(int(n), width, power, study.level, informed, difference, rows, method, note)
