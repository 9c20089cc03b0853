"""Elements of SVG as text, and how much room letters take."""

import re
from collections.abc import Iterable, Sequence
from unicodedata import category, east_asian_width

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
