"""How many items, how much power, how wide: by closed forms and by simulation of the default interval."""

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from informed.core.errors import InputError, arg, share, whole
from informed.core.mixtures import informed_table
from informed.core.table import Array, expected
from informed.core.words import coefficient
from informed.inference.proportions import quantile
from informed.inference.sizing import USUAL_POWER, needed, variance
from informed.inference.trial import trial

MOST = 10**12
TABLES = 1000  # drawn at each step of a simulation
STEPS = 8  # of a simulation
CELLS = 200_000  # drawn at each step; so tables of many classes are fewer
TRUSTED = 20  # items of the rarest class from which on the normal approximation is trusted
MOST_DRAWN = 20  # classes up to which tables are drawn unasked: a second's work
CLOSED = "closed form"
DRAWN = "simulation of the default interval"


@dataclass(frozen=True)
class Wanted:
    """What the items are to give, or how many there are."""

    width: float | None
    power: float | None
    n: int | None

    def __post_init__(self) -> None:
        if self.power is not None:
            share("power", self.power, "0.8 is usual", inside=True)
        if self.width is not None and not 0 < self.width < 2:
            raise InputError(
                f"{arg('width', self.width)} must lie between 0 and 2, the range of informedness; 0.1 is narrow"
            )
        if self.n is not None:
            whole("n", self.n, 2, "it is the number of items")
        if self.width is not None and (self.n is not None or self.power is not None):
            raise InputError(f"give one of {arg('width')}, {arg('power')} and {arg('n')}: the other two follow")

    @property
    def aim(self) -> float:
        """The power to reach."""
        return USUAL_POWER if self.power is None else self.power

    @property
    def asked(self) -> str:
        """What the number of items is for, where it is looked for."""
        return "n" if self.n is not None else "power" if self.width is None else "width"


@dataclass(frozen=True)
class Found:
    """What a number of items gives, before it is put on paper."""

    asked: str
    table: Array
    informedness: float
    n: int
    width: float
    power: float
    method: str = CLOSED
    difference: float | None = None


@dataclass(frozen=True)
class Study:
    """The margins of the test set to come."""

    prevalence: Array
    bias: Array
    level: float

    def truth(self, informed: float) -> Array:
        """Informed with this probability, guessing otherwise, so that all predictions together have the bias."""
        return informed_table(informed, self.prevalence, self.bias)

    @property
    def z(self) -> float:
        """The normal deviate of the level."""
        return float(quantile((1 - self.level) / 2))

    def variance(self, table: Array) -> float:
        """The variance of informedness times the number of items."""
        return variance(table)

    def reachable(self) -> float:
        """The largest informedness the margins allow."""

        def beyond(informed: float) -> bool:
            try:
                self.truth(informed)
            except InputError:
                return True
            return False

        return border(beyond, 1.0, "")[0] if beyond(1.0) else 1.0

    def seen(self, effect: float, at_null: float, at_truth: float, wanted: Wanted) -> int:
        """How many items there are, or how many the wanted width or power takes."""
        if wanted.n is not None:
            return int(wanted.n)
        if wanted.width is not None:
            return math.ceil(at_truth * (2 * self.z / wanted.width) ** 2)
        return needed(effect, at_null, at_truth, wanted.aim, self.z)


def border(holds: Callable[[float], bool], most: float, refusal: str) -> tuple[float, float]:
    """Between 0 and ``most``, where something holds from some value on: the last before it does, and the first."""
    if not holds(most):
        raise InputError(refusal)
    low, high = 0.0, most
    for _ in range(50):
        middle = (low + high) / 2
        low, high = (low, middle) if holds(middle) else (middle, high)
    return low, high


def powered(effect: float, at_null: float, at_truth: float, n: float, z: float) -> float:
    """The chance that an estimate lies beyond z standard errors of the null."""
    from scipy.special import ndtr

    beyond = abs(effect) * math.sqrt(n) - z * math.sqrt(at_null)
    return float(beyond > 0) if at_truth == 0 else float(ndtr(beyond / math.sqrt(at_truth)))


# --- one system ------------------------------------------------------------------------------------------------------


def single(study: Study, informed: float | None, wanted: Wanted, rng: "np.random.Generator | None") -> Found:
    """From tables drawn at random, or in closed form where there is no ``rng``."""
    if informed is None:
        return _detected(study, wanted, rng)
    table = study.truth(informed)
    null, truth = study.variance(expected(table)), study.variance(table)
    items = study.seen(informed, null, truth, wanted)
    if rng is not None:
        return _drawn(study, informed, items, wanted, rng)
    reach = 2 * study.z * math.sqrt(truth / max(items, 1))
    return Found(wanted.asked, table, informed, items, reach, powered(informed, null, truth, items, study.z))


def _detected(study: Study, wanted: Wanted, rng: "np.random.Generator | None") -> Found:
    """What n items show with the power that is asked for."""
    if wanted.n is None:
        raise InputError(f"say what {arg('informedness')} is expected, or give {arg('n')} to ask what can be detected")
    n, z, most = wanted.n, study.z, study.reachable()

    def variances(informed: float) -> tuple[float, float]:
        table = study.truth(informed)
        return study.variance(expected(table)), study.variance(table)

    refusal = hidden(n, coefficient(most), wanted.aim)
    informed = border(lambda each: powered(each, *variances(each), n, z) >= wanted.aim, most, refusal)[1]
    truth = variances(informed)[1]
    if rng is None:
        reach = 2 * z * math.sqrt(truth / n)
        return Found("informedness", study.truth(informed), informed, n, reach, wanted.aim)

    def shown(each: float) -> float:
        return _deviate(_judged(study, study.truth(min(max(each, 0.0), most)), n, rng)[1])

    informed = _reached(shown, informed, slope=math.sqrt(n / truth), aim=_deviate(wanted.aim))
    if informed >= most and shown(most) < _deviate(wanted.aim - 0.01):
        raise InputError(refusal)
    table = study.truth(min(informed, most))
    return Found("informedness", table, min(informed, most), n, _judged(study, table, n, rng)[0], wanted.aim, DRAWN)


def hidden(n: int, most: str, power: float) -> str:
    """Why so many items show nothing with this power."""
    return (
        f"{arg('n', n)}: even the most these margins allow, {most}, is not detected with power {power:g}; "
        "take more items, or less power"
    )


# --- tables drawn from the truth and judged by the default interval ---------------------------------------------------


def _drawn(study: Study, informed: float, start: int, wanted: Wanted, rng: "np.random.Generator") -> Found:
    """What n items give, or how many are needed, starting from what the closed form says."""
    table = study.truth(informed)
    scale = math.sqrt(study.variance(table) or 1.0)

    def given(n: int, times: int) -> tuple[float, float]:
        return _judged(study, table, n, rng, times)

    n, width, power = searched(given, start, wanted, effect=abs(informed), scale=scale, z=study.z)
    return Found(wanted.asked, table, informed, n, width, power, DRAWN)


def searched(
    given: Callable[[int, int], tuple[float, float]],
    start: int,
    wanted: Wanted,
    *,
    effect: float,
    scale: float,
    z: float,
    least: int = 2,
) -> tuple[int, float, float]:
    """How many items give what is wanted, and the width and power they give; with ``n`` wanted, what that gives.

    ``given``: the width and the power that n items are seen to give, and how often to look. ``effect`` and ``scale``:
    the distance to the null hypothesis and the standard deviation of one item.
    """
    if wanted.n is not None:
        return (wanted.n, *given(wanted.n, STEPS))

    def risen(width: float, power: float) -> float:
        return 1 / width if wanted.width is not None else _deviate(power)

    # Power on the scale of normal deviates, and one over the width, both rise with the root of n, nearly on a line.
    aim = _deviate(wanted.aim) if wanted.width is None else 1 / wanted.width
    slope = (effect if wanted.width is None else 1 / (2 * z)) / scale
    root = _reached(lambda root: risen(*given(max(_items(root), least), 1)), math.sqrt(start), slope=slope, aim=aim)
    n = max(_items(root), least)
    found = given(n, STEPS)
    while (short := aim - risen(*found)) > 0:
        n = max(n + 1, _items(math.sqrt(n) + short / slope))
        found = given(n, STEPS)
    return (n, *found)


def _items(root: float) -> int:
    if root**2 > MOST:
        raise InputError("no number of items is enough; ask for a wider interval or less power")
    return max(math.ceil(max(root, 0.0) ** 2 - 1e-9), 2)


def _judged(study: Study, table: Array, n: int, rng: "np.random.Generator", times: int = 1) -> tuple[float, float]:
    """The mean width of the default interval of n items, and how often it leaves out 0."""
    tables = times * max(min(TABLES, CELLS // table.size), 50)
    found = trial("informedness", table, n=n, tables=tables, seed=rng, level=study.level)
    return (found.width if found.usable else 2.0), (found.rejected or 0.0) * found.usable


def _deviate(power: float) -> float:
    """The normal deviate of a power, kept finite: no table of a thousand is no proof."""
    return -float(quantile(min(max(power, 0.5 / TABLES), 1 - 0.5 / TABLES)))


def _reached(curve: Callable[[float], float], start: float, *, slope: float, aim: float) -> float:
    """Where a curve that is known with noise reaches the aim.

    Each step goes where the mean of the last steps, carried along the slope, says; the mean of half of them has far
    less noise than any one.
    """
    offsets, place = [], start
    for _ in range(STEPS):
        offsets.append(curve(place) - slope * place)
        place = (aim - float(np.mean(offsets[len(offsets) // 2 :]))) / slope
    return place


# --- two systems on the same items -----------------------------------------------------------------------------------


def paired(study: Study, informed: float | None, difference: float, correlation: float, wanted: Wanted) -> Found:
    """Two systems, one by the difference better than the other; their estimates correlate as said."""
    base, asked = informed or 0.0, wanted.asked

    def spread(gap: float) -> float:
        first, second = (study.variance(study.truth(each)) for each in (base, base + gap))
        return first + second - 2 * correlation * math.sqrt(first * second)

    alike = spread(0.0)
    if wanted.n is not None and difference == 0:
        items, most, asked = wanted.n, study.reachable() - base, "difference"
        refusal = hidden(items, f"a difference of {coefficient(most)}", wanted.aim)

        def shown(gap: float) -> bool:
            return powered(gap, alike, spread(gap), items, study.z) >= wanted.aim

        difference = border(shown, most, refusal)[1]
    apart = spread(difference)
    n = study.seen(difference, alike, apart, wanted)
    reach, power = 2 * study.z * math.sqrt(apart / n), powered(difference, alike, apart, n, study.z)
    return Found(asked, study.truth(base), base, n, reach, power, difference=difference)


def rarest(table: Array, items: int) -> float:
    """How many items of the rarest class are to be expected."""
    return float(table.sum(-1).min()) * items
