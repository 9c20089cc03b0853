"""Tables as heat maps: a cell for every pair, its number in it where there is room."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import ceil

from informed.core.words import count, fixed, number, percent, signed
from informed.writers.charts import svg
from informed.writers.charts.rows import CROWDED, Rows

HIGH, LARGEST, LEAST = 40.0, 56.0, 15.0  # the most that a cell is high and wide, and the least
NAMES, AXIS = 0.25, 34.0  # the part of the width that names may take; room for the name of an axis
STEPS = (2.0, 4.0, 8.0, 16.0)  # standard deviations from chance at which the colour changes, in every report
KEY = 30.0  # the width of a step of colour in the key
LETTERED = 6  # labels whose table fits a column of a page
WORST = 20  # cells that are told of a large table
POINTED, TINTS = 100, 20  # cells of a large table that a pointer reads; shades of the others

Cell = tuple[tuple[str, str], svg.Row, str]
"""A cell by the names of its row and column, what it shows, and what a pointer on it shows."""


@dataclass(frozen=True)
class Shade:
    """How deep the colour of a cell is, from 0 to 1, its number in words, and its class."""

    depth: Callable[[svg.Row], float]
    words: Callable[[svg.Row], str]
    kind: Callable[[svg.Row], str] = lambda _: "heat"


def counts(rows: Rows, room: svg.Room) -> svg.Drawing:
    """How many items each cell holds."""
    most = max((row["count"] for row in rows), default=0) or 1
    return _table(rows, room, Shade(lambda row: row["count"] / most, lambda row: count(row["count"])), "items")


def shares(rows: Rows, room: svg.Room) -> svg.Drawing:
    """How each actual class was predicted; the diagonal is recall."""
    shade = Shade(
        lambda row: row["share"] or 0.0, lambda row: "" if row["share"] is None else f"{fixed(100 * row['share'], 0)}%"
    )
    return _table(rows, room, shade, "share of the actual class")


def deviation(rows: Rows, room: svg.Room) -> svg.Drawing:
    """More items than chance would put there, or fewer, in standard deviations; no colour within 2 of them."""
    shade = Shade(_steps, lambda row: signed(row["residual"], 1), lambda row: _side(row["residual"]))
    return _table(rows, room, shade, "standard deviations from chance, if items are independent", key=True)


def _steps(row: svg.Row) -> float:
    away: float = abs(row["residual"])
    return sum(away >= step for step in STEPS) / len(STEPS)


def _side(value: float) -> str:
    return "fewer" if value < 0 else "more"


def _key(left: float, top: float) -> list[str]:
    """The steps of colour below the table."""
    marks: list[str] = []
    for place, step in enumerate([*(-each for each in reversed(STEPS)), 0.0, *STEPS]):
        x, words = left + KEY * place, f"{step:+.0f}" if step else "0"
        marks.append(svg.rect(x, top, KEY, 16, _side(step), fill_opacity=f"{_steps({'residual': step}):g}"))
        marks.append(svg.text(x + KEY / 2, top + 12, words, "ink small middle"))
    return marks


def _table(rows: Rows, room: svg.Room, shade: Shade, unit: str, key: bool = False) -> svg.Drawing:
    down, across = (list(dict.fromkeys(row[axis] for row in rows)) for axis in ("actual", "predicted"))
    grid = Grid.fitted(down, across, room)
    marks = grid.heads("actual", rows[0].get("across", "predicted"))
    marks += grid.cells([((row["actual"], row["predicted"]), row, _cell(row)) for row in rows], shade)
    below = max(svg.width(unit, svg.SMALL), 9 * KEY if key else 0.0)
    whole = max(grid.right, 12 + below)
    left, bottom = min(grid.left, whole - below), grid.bottom + 26
    marks += [svg.text(left, grid.bottom + 17, unit, "small"), *(_key(left, bottom) if key else [])]
    confused = sorted(rows, key=lambda row: (row["actual"] == row["predicted"], -row["count"]))
    told = rows if len(rows) <= CROWDED**2 else confused[:WORST]
    by_row = {row["actual"]: [each for each in told if each["actual"] == row["actual"]] for row in told}
    said = "; ".join(f"actual {name}: {', '.join(_said(each, shade) for each in row)}" for name, row in by_row.items())
    spread = max(len(down), len(across)) > LETTERED
    return svg.Drawing(
        whole, bottom + (22 if key else 0), marks, f"{unit}, by actual and predicted label: {said}.", wide=spread
    )


def _said(row: svg.Row, shade: Shade) -> str:
    return f"{row['predicted']} {shade.words(row) or '-'}"


def _cell(row: svg.Row) -> str:
    """What a pointer shows of a cell."""
    share = "" if row["share"] is None else f" ({percent(row['share'])})"
    return f"{row['actual']} → {row['predicted']}: {count(row['count'])}{share}, by chance {number(row['expected'], 1)}"


def rates(rows: Rows, room: svg.Room) -> svg.Drawing:
    """How often each test rejects in each setting; deeper is more often."""
    return _rates(rows, room, Shade(lambda row: row["rate"], lambda row: number(row["rate"])))


def sizes(rows: Rows, room: svg.Room) -> svg.Drawing:
    """How often each test rejects a guesser: no colour at its level, orange below it, blue above."""
    level = rows[0]["level"]
    away = Shade(
        lambda row: min(1.0, abs(row["rate"] - level) / level),
        lambda row: number(row["rate"]),
        lambda row: _side(row["rate"] - level),
    )
    return _rates(rows, room, away)


def _rates(rows: Rows, room: svg.Room, shade: Shade) -> svg.Drawing:
    down, across = (list(dict.fromkeys(_plain(row[axis]) for row in rows)) for axis in ("test", "setting"))
    grid = Grid.fitted(down, across, svg.Room(room.page, room.page), most=24.0)
    marks = grid.heads("", "")
    marks += grid.cells([_rate(row) for row in rows], shade)
    said = "; ".join(f"{_plain(row['test'])}, {row['setting']} {shade.words(row)}" for row in rows)
    return svg.Drawing(grid.right, grid.bottom + 8, marks, f"{said}.", wide=True)


def _rate(row: svg.Row) -> Cell:
    at, error = (_plain(row["test"]), _plain(row["setting"])), f"standard error {number(row['error'])}"
    return at, row, f"{at[0]}\n{at[1]}\n{number(row['rate'])}, {error}"


def _plain(name: str) -> str:
    return name.replace("_", " ")


@dataclass(frozen=True)
class Grid:
    """Where the cells of a table lie."""

    down: Sequence[str]
    across: Sequence[str]
    left: float
    top: float
    wide: float  # the size of a cell
    high: float
    names: float  # the room for a name above
    upright: bool  # whether names above stand upright, since they are wider than a cell

    @classmethod
    def fitted(cls, down: Sequence[str], across: Sequence[str], room: svg.Room, most: float = HIGH) -> "Grid":
        """Cells as large as there is room for, with names that fit."""
        whole = room.page if max(len(down), len(across)) > LETTERED else room.column
        left = ceil(min(svg.widest(down), NAMES * whole)) + AXIS
        wide = max(LEAST, min(LARGEST, (whole - left - 8) / len(across)))
        if svg.widest(across) <= wide - 6:
            return cls(down, across, left, 2 * svg.LEADING + 8, wide, min(wide, most), wide - 6, False)
        names = min(svg.widest(across), NAMES * whole)
        return cls(down, across, left, svg.LEADING + names + 14, wide, min(wide, most), names, True)

    @property
    def crowded(self) -> bool:
        """Whether its cells have no room for numbers."""
        return max(len(self.down), len(self.across)) > CROWDED

    @property
    def right(self) -> float:
        """The right end."""
        return self.left + self.wide * len(self.across) + 8

    @property
    def bottom(self) -> float:
        """The lower end of the last row."""
        return self.top + self.high * len(self.down)

    def heads(self, down: str, across: str) -> list[str]:
        """The names of rows and columns, and of both axes."""
        marks = [svg.text(self.left, svg.LEADING - 2, across)] if across else []
        marks += [svg.text(12, (self.top + self.bottom) / 2, down, "middle", turn=-90)] if down else []
        small = " small" if self.high < 14 else ""
        for place, name in enumerate(self.down):
            y, words = self.top + self.high * (place + 0.5) + 4, svg.shortened(name, self.left - AXIS)
            marks.append(svg.text(self.left - 8, y, words, f"ink end{small}", full=name))
        turn, kind = (-90.0, f"ink{small}") if self.upright else (0.0, "ink middle")
        for place, name in enumerate(self.across):
            x = self.left + self.wide * (place + 0.5) + (3 if self.upright else 0)
            marks.append(svg.text(x, self.top - 6, svg.shortened(name, self.names), kind, turn=turn, full=name))
        return marks

    def cells(self, found: Sequence[Cell], shade: Shade) -> list[str]:
        """All cells; of a large table those of little colour as a few paths, which no pointer reads."""
        if not self.crowded:
            return [mark for cell in found for mark in self._cell(cell, shade)]
        ranked = sorted((cell for cell in found if shade.depth(cell[1])), key=lambda cell: -shade.depth(cell[1]))
        pointed = [mark for cell in ranked[:POINTED] for mark in self._cell(cell, shade)]
        return [*self._faint(ranked[POINTED:], shade), *pointed]

    def _faint(self, found: Sequence[Cell], shade: Shade) -> list[str]:
        """A path for each shade, in units of a cell."""
        paths: dict[tuple[str, float], str] = {}
        for at, row, _ in found:
            x, y, kind = self.across.index(at[1]), self.down.index(at[0]), shade.kind(row)
            tint = kind, ceil(TINTS * self._depth(row, shade)) / TINTS
            paths[tint] = paths.get(tint, "") + f"M{x} {y}h.94"
            if kind == "fewer":
                paths["minus", 1] = paths.get(("minus", 1), "") + f"M{x}.27 {y}h.4"
        drawn = [
            svg.element("path", kind=f"tint {kind}", d=d, opacity=f"{depth:g}") for (kind, depth), d in paths.items()
        ]
        place = f"translate({self.left:g} {self.top + self.high / 2:g}) scale({self.wide:g} {self.high:g})"
        return [svg.element("g", *drawn, transform=place)] if drawn else []

    def _depth(self, row: svg.Row, shade: Shade) -> float:
        """How deep a colour is drawn: what is rare can still be seen."""
        depth = shade.depth(row)
        return depth**0.5 if shade.kind(row) == "heat" else depth

    def _cell(self, cell: Cell, shade: Shade) -> list[str]:
        """One cell: its colour, its number where there is room, and all of it to a pointer."""
        at, row, said = cell
        x, y = self.left + self.wide * self.across.index(at[1]), self.top + self.high * self.down.index(at[0])
        depth, words, kind = round(self._depth(row, shade), 2), shade.words(row), shade.kind(row)
        if self.crowded and kind != "fewer":
            return [svg.rect(x, y, self.wide - 1, self.high - 1, kind, svg.title(said), fill_opacity=f"{depth:g}")]
        marks = [svg.rect(x, y, self.wide - 1, self.high - 1, kind, fill_opacity=f"{depth:g}")] if depth else []
        middle = y + self.high / 2
        if svg.width(words, 11) <= self.wide and not self.crowded:
            marks.append(
                svg.text(x + self.wide / 2, middle + 4, words, "small" if svg.width(words) > self.wide - 4 else "")
            )
        elif kind == "fewer" and depth:
            marks.append(svg.line(x + self.wide * 0.3, middle, x + self.wide * 0.7, middle, "minus"))
        return [svg.group(*marks, kind="cell", told=said)]
