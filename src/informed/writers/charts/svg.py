"""Elements of SVG as text, and how much room letters take."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from itertools import pairwise
from typing import Any
from unicodedata import category, east_asian_width

from informed.core.errors import InputError
from informed.core.registry import Measure, get
from informed.core.words import ci, number
from informed.writers.charts.scales import Scale, labels

FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif"

# Blue and vermilion of Okabe and Ito tell won from lost in every kind of colour vision; shape or place tells it too.
# The heat stays pale enough (dark enough in the dark) for text on it to be read.
LIGHT = {
    "ink": "#1f2328",
    "quiet": "#59636e",
    "line": "#d8dee4",
    "won": "#0072b2",
    "lost": "#c2500a",
    "paper": "#ffffff",
    "heat": "#7db3dc",
    "fewer": "#eb9a66",
    "third": "#00785a",
    "fourth": "#a3477d",
    "fifth": "#8a6400",
}
DARK = {
    "ink": "#e6edf3",
    "quiet": "#9da7b3",
    "line": "#3a424c",
    "won": "#56b4e9",
    "lost": "#f08a4b",
    "paper": "#12161c",
    "heat": "#1f6396",
    "fewer": "#9b4a14",
    "third": "#2fc79b",
    "fourth": "#e29bc4",
    "fifth": "#d6b13c",
}
KINDS = 6  # of lines and points that a chart tells apart, by colour and by dash or shape


def variables(colours: Mapping[str, str]) -> str:
    """The colours as a page has them."""
    return "; ".join(f"--{name}: {colour}" for name, colour in colours.items())


@cache
def marks() -> str:
    """The style of the marks of every chart, in the colours of its page."""
    return files("informed.writers").joinpath("templates", "charts.css").read_text(encoding="utf-8")


def style(colours: Mapping[str, str], of: str) -> str:
    """The same for a file that has no page around it, and for drawings of this class alone."""
    found = marks().replace(".drawn", f".{of}")
    for name, colour in colours.items():
        found = found.replace(f"var(--{name})", colour)
    return found


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


Point = tuple[float, float]

SIZE = 12.0  # pixels of a letter's height, the usual
FORBIDDEN = re.compile("[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")  # characters that XML cannot hold
ENTITIES = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;"}

# Widths in parts of the size, those of the widest of the usual fonts, so that no label is longer than is thought.
WIDTHS = {
    0.3: "'IJijl",
    0.35: " ,./:;\\|·",
    0.42: "()-[]ft›‹!r",
    0.5: '"*_`',
    0.55: "?csz",
    0.6: "FLkvxy",
    0.65: "$0123456789EPSTYabdeghnopqu{}",
    0.7: "ABCKRVXZ",
    0.8: "NU&DGHOQ",
    0.88: "#+<=>^w~−→M",
    1.0: "%@Wm…",
}
WIDTH = {letter: part for part, letters in WIDTHS.items() for letter in letters}
OTHER, WIDE, BOLD = 0.75, 1.3, 1.12


def escaped(text: object) -> str:
    """A text as XML and HTML hold it."""
    plain = FORBIDDEN.sub("\ufffd", str(text))
    return "".join(ENTITIES.get(letter, letter) for letter in plain)


def element(name: str, *inside: str, **attributes: object) -> str:
    """An element from its name, what is in it, and its attributes; ``kind`` is its class, None leaves one out."""
    given = {("class" if key == "kind" else key.replace("_", "-")): value for key, value in attributes.items()}
    written = "".join(f' {key}="{_value(value)}"' for key, value in given.items() if value not in (None, ""))
    content = "".join(inside)
    return f"<{name}{written}>{content}</{name}>" if content else f"<{name}{written}/>"


def _value(value: object) -> str:
    if not isinstance(value, float):
        return escaped(value)
    return f"{round(value, 1) + 0.0:.1f}".removesuffix(".0")  # + 0.0: never "-0"


def line(x1: float, y1: float, x2: float, y2: float, kind: str) -> str:
    """A line from one place to another."""
    return element("path", kind=kind, d=f"M{_at(x1, y1)}L{_at(x2, y2)}")


def rect(x: float, y: float, width: float, height: float, kind: str, *inside: str, **more: object) -> str:
    """A rectangle."""
    size = {"x": float(x), "y": float(y), "width": float(width), "height": float(height)}
    return element("rect", *inside, kind=kind, **size, **more)


def dot(x: float, y: float, radius: float, kind: str) -> str:
    """A round point."""
    return element("circle", kind=kind, cx=float(x), cy=float(y), r=float(radius))


def path(points: Iterable[Point], kind: str, *inside: str) -> str:
    """A line through points; a filled area where its class says so."""
    return element("path", *inside, kind=kind, d="M" + "L".join(_at(x, y) for x, y in points))


def _at(x: float, y: float) -> str:
    return f"{_value(float(x))} {_value(float(y))}"


def text(x: float, y: float, words: str, kind: str = "", *, turn: float = 0, full: str = "") -> str:
    """Words at a place; ``full`` is what a pointer shows where they are shortened."""
    turned = f"rotate({turn:g} {_at(x, y)})" if turn else None
    shown = title(full) if full and full != words else ""
    return element("text", shown, escaped(words), x=float(x), y=float(y), kind=kind, transform=turned)


def title(words: str) -> str:
    """What a pointer shows."""
    return element("title", escaped(words))


def group(*inside: str, kind: str = "", told: str = "") -> str:
    """Marks that belong together, and what a pointer on any of them shows."""
    return element("g", title(told) if told else "", *inside, kind=kind)


# --- letters ---------------------------------------------------------------------------------------------------------


LONGEST = 100  # letters at either end of a name that could be shown


def width(words: str, size: float = SIZE) -> float:
    """How many pixels words take, at most."""
    return size * sum(map(_letter, words))


def _letter(letter: str) -> float:
    if letter in WIDTH:
        return WIDTH[letter]
    if category(letter) in ("Mn", "Me", "Cf"):
        return 0.0
    return WIDE if east_asian_width(letter) in "WF" else OTHER


def shortened(words: str, room: float, size: float = SIZE) -> str:
    """Words as they are where there is room, else without their middle."""
    if len(words) > 2 * LONGEST:  # no picture has room for more letters
        words = words[:LONGEST] + words[-LONGEST:]
    elif width(words, size) <= room:
        return words
    start, end = (len(words) + 1) // 2, len(words) // 2
    while start + end > 1 and width(f"{words[:start]}…{words[len(words) - end :]}", size) > room:
        start, end = (start - 1, end) if start > end else (start, end - 1)
    return f"{words[:start].rstrip()}…{words[len(words) - end :].lstrip()}"


def lines(words: str, room: float, size: float = SIZE) -> list[str]:
    """Words on as many lines as they need; a no-break space keeps two together."""
    found: list[str] = []
    for word in filter(None, re.split(r"[ \t\r\n]+", words)):
        longer = f"{found[-1]} {word}" if found else word
        if found and width(longer, size) <= room:
            found[-1] = longer
        else:
            found.append(shortened(word, room, size))
    return found


def widest(names: Sequence[str], size: float = SIZE) -> float:
    """The room that the longest of these names takes."""
    return max((width(name, size) for name in names), default=0.0)
