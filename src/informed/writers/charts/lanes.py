"""Named rows under one another, each with its value, its interval and a mark where chance puts it; in panels."""

from dataclasses import dataclass

from informed.core.merging import gathered
from informed.writers.charts import svg
from informed.writers.charts.rows import Rows
from informed.writers.charts.scales import UNIT, Scale, reach

LANE, DENSE, MANY = 22.0, 16.0, 30  # the height of a row, of one of many, and how many are many
NAMES, LEAST, GAP = 0.36, 120.0, 60.0  # the part that names may take; the least width of a panel; between two
NUMBER = 46.0  # room for a value in digits
HEAD = svg.LEADING + 6  # room above a panel
MARK = 5.0  # half the height of the mark of chance


@dataclass(frozen=True)
class Look:
    """What the drawings of this file differ in."""

    name: str = "row"  # the field that names a row
    chance: str = "chance"  # what a line is called that all rows share
    within: tuple[float, ...] = UNIT  # what the axis holds in any case
    sides: tuple[str, ...] = ()  # what stands on the left and on the right of 0


def forest(rows: Rows, room: svg.Room) -> svg.Drawing:
    """Value and interval of each measure, with a mark where chance puts it."""
    return _drawn({"": rows}, room, Look(name="measure"))


def by_label(rows: Rows, room: svg.Room) -> svg.Drawing:
    """Value and interval of each label; the line at 0 is guessing."""
    return _drawn({"": rows}, room, Look(name="label", chance="guessing"))


def small_multiples(rows: Rows, room: svg.Room) -> svg.Drawing:
    """Groups or systems under one another, one panel per measure, on one scale."""
    return _drawn(_by_measure(rows), room, Look())


def gaps(rows: Rows, room: svg.Room) -> svg.Drawing:
    """Differences with their intervals; who is better stands on either side of 0."""
    first, second = rows[0]["sides"]
    return _drawn({"": rows}, room, Look(chance="", within=(0.0,), sides=(f"‹ {second} better", f"{first} better ›")))


def coverage(rows: Rows, room: svg.Room) -> svg.Drawing:
    """Every setting as a point, one row per method and one panel per measure; the line is the level."""
    return _drawn(_by_measure(rows), room, Look(chance="level"))


def _by_measure(rows: Rows) -> dict[str, Rows]:
    return gathered((str(row["measure"]), row) for row in rows)


def _drawn(panels: dict[str, Rows], room: svg.Room, look: Look) -> svg.Drawing:
    every = [row for rows in panels.values() for row in rows]
    names = list(dict.fromkeys(str(row[look.name]) for row in every))
    single = len(panels) == 1
    whole = room.column if single else room.page
    left = max(min(svg.widest([svg.spaced(name) for name in names]), NAMES * whole) + 14, svg.width(look.chance) / 2)
    digits = NUMBER if single and len(names) == len(every) else 0.0
    space = whole - left - digits - 14
    across = min(len(panels), max(1, int((space + GAP) // (LEAST + GAP))))
    side = (space - GAP * (across - 1)) / across
    low, high = reach((row.get(end) for row in every for end in ("value", "low", "high", "chance")), look.within)
    lane = DENSE if len(names) > MANY else LANE
    head = HEAD if not single or look != Look(name="measure") or _shared(every) is not None else 4.0
    head += svg.LEADING if stacked(look, side) else 0.0
    block = head + lane * len(names) + svg.UNDER + 8
    marks: list[str] = []
    for place, (name, rows) in enumerate(panels.items()):
        x = left + (side + GAP) * (place % across)
        scale = Scale(low, max(high, low + 1e-9), x, x + side)
        panel = Panel(scale, block * (place // across) + head, lane, names, look, _shared(rows))
        marks += panel.frame("" if single and look.name != "row" else name, single)
        marks += [panel.row(row, bool(digits)) for row in rows]
        marks += panel.names(left) if place % across == 0 else []
    height, key = block * -(-len(panels) // across), _key(panels, look, not single)
    foot = [svg.text(left, height + 8, svg.shortened(key, whole - left, 11), "small")] if key else []
    return svg.Drawing(
        whole, height + svg.LEADING * bool(key), marks + foot, _description(panels, look), wide=not single
    )


def _worse(value: float, chance: float | None, measure: str) -> bool:
    """Whether a value is on the wrong side of chance; of most measures that is below."""
    found = svg.measure_called(measure)
    higher = True if found is None or chance is None else found.higher_is_better
    return higher is not None and (value < (chance or 0.0) if higher else value > (chance or 0.0))


def stacked(look: Look, side: float) -> bool:
    """Whether what stands on both sides of 0 needs two lines."""
    return sum(map(svg.width, look.sides)) + svg.LEADING > side


def _shared(rows: Rows) -> float | None:
    """What chance gives, where it is the same for all rows."""
    found = {row.get("chance") for row in rows}
    return found.pop() if len(found) == 1 else None


def _key(panels: dict[str, Rows], look: Look, small: bool) -> str:
    """What the marks of panels mean that do not say it; small ones have no room for the name of a line."""
    every = [row for rows in panels.values() for row in rows]
    dashed = small and any(_shared(rows) is not None for rows in panels.values())
    ticks = any(row.get("chance") is not None for rows in panels.values() if _shared(rows) is None for row in rows)
    marks = " or ".join(["dashed"] * dashed + ["tick"] * ticks)
    return "; ".join(filter(None, (svg.interval_key(every), f"{marks}: {look.chance}" if marks else "")))


def _description(panels: dict[str, Rows], look: Look) -> str:
    parts = []
    for name, rows in panels.items():
        found = "; ".join(f"{svg.spaced(str(row[look.name]))} {svg.told(row, look.chance)}" for row in rows)
        parts.append(f"{svg.spaced(name)}: {found}." if name else f"{found}.")
    return " ".join(parts)


@dataclass(frozen=True)
class Panel:
    """One panel: its scale, where it begins, its rows, and what chance gives all of them."""

    scale: Scale
    top: float
    lane: float
    rows: list[str]
    look: Look
    shared: float | None

    def names(self, left: float) -> list[str]:
        """The names of the rows, flush right against the panel."""
        full = [svg.spaced(name) for name in self.rows]
        short = [svg.shortened(name, left - 12) for name in full]
        return [
            svg.text(left - 10, self._middle(place) + 4, words, "ink end", full=name)
            for place, (name, words) in enumerate(zip(full, short, strict=True))
        ]

    def frame(self, name: str, alone: bool) -> list[str]:
        """Round numbers below, what the panel is about above, and the line of chance."""
        start, end = self.scale.start, self.scale.end
        above, bottom = self.top - 6, self.top + self.lane * len(self.rows)
        found = svg.axis_across(self.scale, self.top, bottom, min(6, max(2, int((end - start) // 52))))
        if self.shared is not None:
            x = self.scale(self.shared)
            found.append(svg.line(x, self.top - 2, x, bottom, "chance"))
            found += [svg.text(x, above, self.look.chance, "middle")] if alone and not name and self.look.chance else []
        if name:
            called = svg.spaced(name)
            found.append(svg.text(start, above, svg.shortened(called, end - start, 13.5), "head", full=called))
        if self.look.sides:
            left, right = (svg.shortened(side, end - start) for side in self.look.sides)
            higher = svg.LEADING if stacked(self.look, end - start) else 0.0
            found.append(svg.text(start, above, left, full=self.look.sides[0]))
            found.append(svg.text(end, above - higher, right, "end", full=self.look.sides[1]))
        return found

    def row(self, row: svg.Row, digits: bool) -> str:
        """The marks of one row; a pointer anywhere on it shows its numbers."""
        name, value, chance = str(row[self.look.name]), row.get("value"), row.get("chance")
        y, start, end = self._middle(self.rows.index(name)), self.scale.start, self.scale.end
        lost = " lost" if value is not None and _worse(value, chance, str(row.get("measure", ""))) else ""
        marks = [svg.rect(start, y - self.lane / 2, end - start, self.lane, "hit")]
        if row.get("low") is not None:
            high = end if row.get("high") is None else self.scale(row["high"])
            marks.append(svg.line(self.scale(row["low"]), y, high, y, "interval" + lost))
        if chance is not None and self.shared is None:
            marks.append(svg.line(self.scale(chance), y - MARK, self.scale(chance), y + MARK, "tick"))
        if value is not None:
            marks.append(svg.dot(self.scale(value), y, self.lane / 5.5, "value" + lost))
        if digits:
            marks.append(svg.text(end + NUMBER + 8, y + 4, svg.told({"value": value}), "end"))
        items = f"\n{row['items']:,} items" if isinstance(row.get("items"), int) else ""
        about = f"{svg.spaced(str(row['measure']))} " if "measure" in row and self.look.name != "measure" else ""
        says = f"\n{row['says']}" if row.get("says") else ""
        return svg.group(*marks, told=f"{svg.spaced(name)}\n{about}{svg.told(row, self.look.chance)}{items}{says}")

    def _middle(self, place: int) -> float:
        return self.top + self.lane * (place + 0.5)
