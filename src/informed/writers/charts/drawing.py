"""What every drawing gives and what all of them share: room, axes, and values in words."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Any

from informed.core.errors import InputError
from informed.core.registry import Measure, get
from informed.core.words import ci, number
from informed.writers.charts.scales import Scale, labels
from informed.writers.charts.svg import element, line, text, widest

Row = dict[str, Any]
LEADING = 14.0  # from one line of text to the next
UNDER = 20.0  # room for the numbers under an axis
SMALL = 10.5  # the size of small letters


@dataclass(frozen=True)
class Room:
    """How wide a drawing may be in pixels: in a column of a page, and where it has the page to itself."""

    column: float
    page: float


@dataclass(frozen=True)
class Drawing:
    """Marks of a size, and what they show in words; ``wide`` where they need the whole page."""

    width: float
    height: float
    marks: Sequence[str]
    description: str
    wide: bool = False


def axis_across(scale: Scale, top: float, bottom: float, most: int = 5) -> list[str]:
    """Round numbers below, as many as there is room for, and a thin line up from each."""
    tried = (scale.ticks(count) for count in range(most, 0, -1))
    places = next((each for each in tried if _fit(each, scale)), [])
    found = []
    for place, words in zip(places, labels(places), strict=True):
        x = scale(place)
        found += [line(x, top, x, bottom, "grid"), text(x, bottom + 15, words, "middle")]
    return found


def _fit(places: Sequence[float], scale: Scale) -> bool:
    """Whether the numbers at these places leave a gap between one another."""
    room = min((scale(b) - scale(a) for a, b in pairwise(places)), default=scale.end - scale.start)
    return widest(labels(places)) + 8 <= room


def axis_up(scale: Scale, left: float, right: float, most: int = 5) -> list[str]:
    """Round numbers on the left, and a thin line across from each."""
    places = scale.ticks(most)
    found = []
    for place, words in zip(places, labels(places), strict=True):
        y = scale(place)
        found += [line(left, y, right, y, "grid"), text(left - 6, y + 4, words, "end")]
    return found


def told(row: Row, chance: str = "chance") -> str:
    """A value with its interval and what chance gives, with the digits of the tables: 0.812 (0.700 to 0.901).

    ``chance`` is what the row calls that; empty where there is no such thing.
    """
    low, high = row.get("low"), row.get("high")
    within = "" if low is None else f" ({number(low)} to {'inf' if high is None else number(high)})"
    expected = row.get("chance") if chance else None
    return f"{number(row.get('value'))}{within}" + ("" if expected is None else f", {chance} {number(expected)}")


def interval_key(rows: Sequence[Row], level: str = "level") -> str:
    """What a line through a value is; empty where no row has one."""
    known = [row for row in rows if row.get(level.replace("level", "low")) is not None]
    spans = {row.get("span") or ci(row.get(level)) for row in known}
    return f"line: {spans.pop()}" if len(spans) == 1 else "line: interval" if spans else ""


@lru_cache(1024)
def measure_called(name: str) -> Measure | None:
    """The measure of this name; labels, groups and systems have names of their own."""
    try:
        return get(name.replace(" ", "_"))
    except InputError:
        return None


def spaced(name: str) -> str:
    """The name of a measure for reading; any other name as it is."""
    return name.replace("_", " ") if "_" in name and measure_called(name) else name


SHAPES = (  # corners around the middle; without colour they tell kinds apart, and none is hollow: that means lost
    (),
    ((-3.5, -3.5), (3.5, -3.5), (3.5, 3.5), (-3.5, 3.5)),
    ((0, -4.5), (4, 3), (-4, 3)),
    ((0, -5), (4, 0), (0, 5), (-4, 0)),
    ((0, 4.5), (4, -3), (-4, -3)),
    ((-5, -2), (5, -2), (5, 2), (-5, 2)),
)


def shape(x: float, y: float, kind: int) -> str:
    """A mark that tells its kind without colour; the first one is round."""
    if not SHAPES[kind]:
        return element("circle", kind=f"mark-{kind}", cx=float(x), cy=float(y), r=3.5)
    corners = ((x + right, y + down) for right, down in SHAPES[kind])
    return element("polygon", kind=f"mark-{kind}", points=" ".join(f"{x:.1f},{y:.1f}" for x, y in corners))
