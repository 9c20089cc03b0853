"""From numbers to places: scales, and the round numbers beside an axis."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import pairwise

STEPS = (1, 2, 5, 10)
UNIT = (0.0, 1.0)
MINUTE, HOUR, DAY = 60, 3600, 86400
STEPS_OF = {1: (1, 5, 15), MINUTE: (1, 5, 15), HOUR: (1, 3, 6, 12), DAY: (1, 2, 4, 7, 14)}
SECONDS = tuple(unit * each for unit, steps in STEPS_OF.items() for each in steps)
MONTHS = (1, 2, 3, 6, 12, 24, 60, 120, 240, 600, 1200, 2400, 6000)


@dataclass(frozen=True)
class Scale:
    """A straight line from the ends of a domain to the ends of a range in pixels."""

    low: float
    high: float
    start: float
    end: float

    def __call__(self, value: float) -> float:
        if self.high == self.low:
            return (self.start + self.end) / 2
        return self.start + (value - self.low) / (self.high - self.low) * (self.end - self.start)

    def ticks(self, most: int) -> list[float]:
        """Round numbers along it, at most so many."""
        return ticks(self.low, self.high, most)


class WholeScale(Scale):
    """The same for what is counted one by one."""

    def ticks(self, most: int) -> list[float]:
        """Whole numbers along it."""
        return [each for each in super().ticks(most) if each == round(each)]


class LogScale(Scale):
    """The same where each step multiplies: for numbers of items, and for shares that may be small."""

    def __call__(self, value: float) -> float:
        low, high, at = (math.log10(each) for each in (self.low, self.high, value))
        return Scale(low, high, self.start, self.end)(at)

    def ticks(self, most: int) -> list[float]:
        """Powers of ten, and between them 2 and 5 times these where there is room."""
        first, last = math.floor(math.log10(self.low)), math.ceil(math.log10(self.high))
        for steps in ((1, 2, 5), (1, 3), (1,)):
            found = [round(each * 10.0**power, 12) for power in range(first, last + 1) for each in steps]
            found = [each for each in found if self.low <= each <= self.high]
            if len(found) <= most:
                break
        return found


def reach(values: Iterable[float | None], within: Sequence[float] = UNIT) -> tuple[float, float]:
    """The ends of a domain that holds these values and what it holds in any case, a little wider than the values."""
    known = [value for value in values if value is not None]
    low, high = min([*known, *within]), max([*known, *within])
    spare = (high - low) * 0.03 or 0.5
    return low - spare * (low not in within), high + spare * (high not in within or low == high)


def ticks(low: float, high: float, most: int) -> list[float]:
    """Round numbers from one end to the other, at most so many where there is a step that allows it."""
    if high <= low:
        return [low]
    step = _step(high - low, most)
    first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
    return [round(place * step, 12) for place in range(first, last + 1)]


def _step(span: float, most: int) -> float:
    """The least step of 1, 2 or 5 times a power of ten that goes into a span no more often than this."""
    power = 10.0 ** math.floor(math.log10(span / max(most, 1)))
    return next(power * step for step in (*STEPS, 20) if span / (power * step) <= most)


def labels(values: Sequence[float]) -> list[str]:
    """Round numbers in words, all with the digits that the finest of them needs."""
    if any(abs(value) >= 1e12 for value in values):
        return [f"{value:.3g}" for value in values]
    step = min((b - a for a, b in pairwise(values)), default=1.0)
    digits = max(0, -math.floor(math.log10(abs(step) or 1.0) + 1e-9))
    if values and values[0] > 0 and values[-1] > 20 * values[0]:  # along a scale of powers each has its own digits
        return [f"{value:,.10g}" for value in values]
    return [f"{value + 0.0:,.{min(digits, 6)}f}" for value in values]


# --- time ------------------------------------------------------------------------------------------------------------


def moment(written: str) -> float:
    """A time of a row in seconds; without a zone it is taken as it stands."""
    found = datetime.fromisoformat(written)
    return (found if found.tzinfo else found.replace(tzinfo=UTC)).timestamp()


def times(low: float, high: float, most: int) -> list[tuple[float, str]]:
    """Round moments between two, at most so many, with their names."""
    if high <= low:
        return [(low, f"{_date(low):%Y-%m-%d %H:%M}")]
    for step in SECONDS:
        if (high - low) / step <= most:
            form = "%H:%M:%S" if step < MINUTE else "%H:%M" if step < DAY else "%d %b"
            places = range(math.ceil(low / step), math.floor(high / step) + 1)
            return _dated([(float(place * step), f"{_date(place * step):{form}}") for place in places], step)
    first, last = (12 * _date(end).year + _date(end).month - 1 for end in (low, high))
    step = next((each for each in MONTHS if (last - first) / each <= most), MONTHS[-1])
    months = range(-(-first // step) * step, last + 1, step)
    days = [datetime(month // 12, month % 12 + 1, 1, tzinfo=UTC) for month in months]
    form = "%Y" if step >= 12 else "%b %Y"
    return [(day.timestamp(), f"{day:{form}}") for day in days if day.timestamp() >= low]


def _dated(named: list[tuple[float, str]], step: int) -> list[tuple[float, str]]:
    """The first moment with its day, or with its year where every one is a day."""
    if not named:
        return named
    at, _ = named[0]
    return [(at, f"{_date(at):%d %b %Y}" if step >= DAY else f"{_date(at):%d %b %H:%M}"), *named[1:]]


def _date(seconds: float) -> datetime:
    return datetime.fromtimestamp(seconds, UTC)
