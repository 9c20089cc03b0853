"""Shares against shares: ROC space, precision and recall, reliability."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import ceil, hypot

from informed.core.merging import gathered
from informed.core.words import number, threshold
from informed.writers.charts import svg
from informed.writers.charts.rows import Rows
from informed.writers.charts.scales import Scale, reach

Box = tuple[float, float, float, float]  # left, top, right, bottom
Line = Sequence[svg.Point]

LINE, GAP, DOT = 14.0, 6.5, 4.5  # the height of a name; between a point and its name; half of a point
STEP = 6.0  # between two places of a line
CLEAR = 2.0  # around a line
FARTHEST = 24  # lines above or below its point that a name may stand
ASIDE = (0.0, 2 * LINE, 4 * LINE, 8 * LINE)  # how far to the side


def placed(
    points: Sequence[svg.Point], names: Sequence[str], frame: Box, lines: Sequence[Line] = ()
) -> list[Box | None]:
    """For each point the box of its name: beside it if there is room, else further and further above or below.

    A name lies on none of the ``lines`` through these corners; None where there is no room for it.
    """
    taken = [(x - DOT, y - DOT, x + DOT, y + DOT) for x, y in points] + [box for line in lines for box in _along(line)]
    found: list[Box | None] = []
    for point, name in zip(points, names, strict=True):
        near = [_pushed(box, frame) for box in _around(point, svg.width(name))]
        free = next((box for box in near if not _hits(box, taken)), None)
        free = free or next((box for box in _anywhere(point, svg.width(name), frame) if not _hits(box, taken)), None)
        taken += [free] if free else []
        found.append(free)
    return found


def _along(line: Line) -> Iterator[Box]:
    """Small boxes along a line, close enough that no name fits between them."""
    for (x, y), (to_x, to_y) in pairwise(line):
        steps = max(1, ceil(hypot(to_x - x, to_y - y) / STEP))
        for step in range(steps + 1):
            at = x + (to_x - x) * step / steps, y + (to_y - y) * step / steps
            yield at[0] - CLEAR, at[1] - CLEAR, at[0] + CLEAR, at[1] + CLEAR


def _around(point: svg.Point, long: float) -> Iterator[Box]:
    """Places for a name, the usual one first: above on the right, clear of intervals, then further and further away."""
    for aside in ASIDE:
        for step in range(1, FARTHEST):
            for down in (-step * LINE * 0.6, step * LINE * 0.6):
                for left in (point[0] + GAP + aside, point[0] - GAP - aside - long):
                    middle = point[1] + down
                    yield left, middle - LINE / 2, left + long, middle + LINE / 2


def _anywhere(point: svg.Point, long: float, frame: Box) -> list[Box]:
    """Places all over the frame, the nearest first."""
    rows = [frame[1] + STEP * row for row in range(int((frame[3] - frame[1] - LINE) // STEP) + 1)]
    lefts = [frame[0] + LINE * each for each in range(int((frame[2] - frame[0] - long) // LINE) + 1)]
    found = [(left, top, left + long, top + LINE) for top in rows for left in lefts]
    return sorted(found, key=lambda box: hypot(box[0] + long / 2 - point[0], box[1] - point[1]))


def _pushed(box: Box, frame: Box) -> Box:
    """The box moved into the frame."""
    across = max(frame[0] - box[0], 0.0) + min(frame[2] - box[2], 0.0)
    down = max(frame[1] - box[1], 0.0) + min(frame[3] - box[3], 0.0)
    return box[0] + across, box[1] + down, box[2] + across, box[3] + down


def _hits(box: Box, others: Sequence[Box]) -> bool:
    left, top, right, bottom = box
    return any(left < other[2] and other[0] < right and top < other[3] and other[1] < bottom for other in others)


LEFT, RIGHT, TOP, BOTTOM = 46.0, 12.0, 10.0, 42.0
MOST = 340.0  # the longest side
FEW = 4  # labels that are shown in all of ROC space; of more the part where they lie
SIDES = ("band, upper edge", "band, lower edge")
LAYERS = (*SIDES, "hull", "isocost", "curve", "chosen")  # from the ground up
DIAGONAL = [(0.0, 0.0), (1.0, 1.0)]
FALLOUT = "false positive rate"


@dataclass(frozen=True)
class Square:
    """A square of shares, from 0 to 1 on both axes or the part of it that holds the points."""

    side: float
    low: svg.Point = (0.0, 0.0)
    high: svg.Point = (1.0, 1.0)

    @classmethod
    def within(cls, room: svg.Room) -> "Square":
        """As large as there is room."""
        return cls(min(room.column - LEFT - RIGHT, MOST))

    def around(self, points: Sequence[svg.Point]) -> "Square":
        """The part that holds these points."""
        (left, right), (bottom, top) = (reach(places, ()) for places in zip(*points, strict=True))
        return Square(self.side, (max(left, 0.0), max(bottom, 0.0)), (min(right, 1.0), min(top, 1.0)))

    @property
    def across(self) -> Scale:
        """From left to right."""
        return Scale(self.low[0], self.high[0], LEFT, LEFT + self.side)

    @property
    def up(self) -> Scale:
        """From the bottom to the top."""
        return Scale(self.low[1], self.high[1], TOP + self.side, TOP)

    def at(self, x: float, y: float) -> svg.Point:
        """Where a point lies."""
        return self.across(x), self.up(y)

    def frame(self, across: str, up: str) -> list[str]:
        """Both axes with their names."""
        bottom, right = TOP + self.side, LEFT + self.side
        middle = TOP + self.side / 2
        return [
            *svg.axis_across(self.across, TOP, bottom),
            *svg.axis_up(self.up, LEFT, right),
            svg.text(LEFT + self.side / 2, bottom + 34, across, "middle"),
            svg.text(12, middle, up, "middle", turn=-90),
        ]

    def chance(self) -> list[str]:
        """The diagonal of guessing, and the parallels of equal informedness, as far as they are in sight."""
        found, (left, bottom), (right, top) = [], self.low, self.high
        for level in (step * self.apart for step in range(-19, 20)):
            start, end = max(left, bottom - level), min(right, top - level)
            if start < end - 1e-9:
                look = "guide" if level else "chance"
                found.append(svg.line(*self.at(start, start + level), *self.at(end, end + level), look))
        return found

    @property
    def apart(self) -> float:
        """From one parallel of equal informedness to the next."""
        return 0.2 if self.high[1] - self.low[1] > 0.5 else 0.05

    @property
    def ground(self) -> str:
        """What its lines mean."""
        chance = "dashed: chance; " if self.low[1] < self.high[0] else ""
        return f"{chance}dotted: informedness, {self.apart:g} apart"

    def named(
        self, points: Sequence[svg.Point], names: Sequence[str], off: Sequence[Sequence[svg.Point]] = ()
    ) -> tuple[list[str], str]:
        """The names of points, off the lines, with a thin line to those that stand apart; and what has no room."""
        places = [self.at(x, y) for x, y in points]
        short = [svg.shortened(name, self.side / 2) for name in names]
        frame = (LEFT + 2, TOP, LEFT + self.side + RIGHT - 2, TOP + self.side)
        found, left_out = [], []
        boxes = placed(places, short, frame, [[self.at(*corner) for corner in each] for each in off])
        for (x, y), box, words, name in zip(places, boxes, short, names, strict=True):
            if box is None:
                left_out.append(words)
                continue
            middle = (box[1] + box[3]) / 2
            end = min(box[2], max(box[0], x))
            if max(abs(middle - y), abs(end - x)) > 12:
                found.append(svg.line(x, y, end, middle, "leader"))
            found.append(svg.text(box[0], middle + 4, words, "ink halo", full=name))
        return found, f"no room to name {', '.join(left_out)}" if left_out else ""

    def drawn(self, marks: Sequence[str], description: str, *key: str, names: Sequence[str] = ()) -> svg.Drawing:
        """All of it; below it the lines by their marks where there are several, and what else is drawn in words."""
        wide, y = LEFT + self.side + RIGHT, TOP + self.side + BOTTOM
        found = list(marks)
        short = [svg.shortened(name, wide / 2 - 30) for name in names]
        each = svg.widest(short) + 26
        columns = max(1, int((wide - 12) // each))
        for place, (name, words) in enumerate(zip(names, short, strict=True)):
            x = 12 + each * (place % columns)
            found += [
                svg.line(x - 8, y + 6, x + 8, y + 6, f"line line-{place % svg.KINDS}"),
                svg.shape(x, y + 6, place % svg.KINDS),
            ]
            found.append(svg.text(x + 13, y + 10, words, "ink", full=name))
            y += svg.LEADING if place % columns == columns - 1 or place == len(names) - 1 else 0.0
        for words in svg.lines("; ".join(filter(None, key)), wide - LEFT, svg.SMALL):
            found.append(svg.text(LEFT, y + 10, words, "small"))
            y += svg.LEADING
        return svg.Drawing(wide, y, found, description)


def roc_space(rows: Rows, room: svg.Room) -> svg.Drawing:
    """Recall against the false positive rate: height above the diagonal is informedness, the diagonal is guessing.

    Of more labels than a few, the part of the space where they lie.
    """
    there = [row for row in rows if None not in (row["fallout_value"], row["recall_value"])]
    points = [(row["fallout_value"], row["recall_value"]) for row in there]
    spans = [_ends(row, "fallout", "recall") for row in there]
    square = Square.within(room)
    if len(there) > FEW:
        square = square.around([*points, *(end for found in spans for span in found for end in span)])
    marks = square.frame(FALLOUT, "recall") + square.chance()
    for row, (x, y), found in zip(there, points, spans, strict=True):
        lost = " lost" if y < x else ""
        drawn = [svg.path([square.at(*end) for end in span], "interval") for span in found]
        marks.append(svg.group(*drawn, svg.dot(*square.at(x, y), 4.5, f"value{lost}"), told=_point(row)))
    lettered, rest = square.named(points, [row["label"] for row in there], [span for found in spans for span in found])
    said = "; ".join(map(_point, there)) + "."
    return square.drawn([*marks, *lettered], said, svg.interval_key(there, "recall_level"), square.ground, rest)


def _ends(row: svg.Row, x: str, y: str) -> list[list[svg.Point]]:
    """The intervals of a point, across and up, where it has them."""
    found = [[(row.get(f"{x}_{end}"), row[f"{y}_value"]) for end in ("low", "high")]]
    found += [[(row[f"{x}_value"], row.get(f"{y}_{end}")) for end in ("low", "high")]]
    return [
        [(a, b) for a, b in each if a is not None and b is not None]
        for each in found
        if None not in (*each[0], *each[1])
    ]


def _point(row: svg.Row) -> str:
    rates = {"recall": "recall", "fallout": FALLOUT}
    shown = [
        f"{words} {svg.told({end: row.get(f'{name}_{end}') for end in ('value', 'low', 'high')})}"
        for name, words in rates.items()
    ]
    return f"{row['label']}: {', '.join(shown)}, informedness {number(row['informedness'])}"


def roc_kite(rows: Rows, room: svg.Room) -> svg.Drawing:
    """One system in ROC space: the area below it, the kite with its perverse twin, and isocost lines through it."""
    square = Square.within(room)
    drawn = gathered((row["what"] if row["kind"] != "point" else "", row) for row in rows)
    named = drawn.pop("")
    marks = square.frame(FALLOUT, "recall") + square.chance()
    looks = {"trapezoid": "area", "kite": "area", "isocost": "isocost"}
    looks |= {"system": "line line-0", "perverse": "line line-1"}
    for what, each in drawn.items():
        corners = [square.at(row["fallout"], row["recall"]) for row in each]
        marks.append(svg.group(svg.path(corners, looks[each[0]["kind"]]), told=what))
    points = [(row["fallout"], row["recall"]) for row in named]
    for row, point in zip(named, points, strict=True):
        lost = " lost" if point[1] < point[0] else ""
        marks.append(svg.group(svg.dot(*square.at(*point), 4.5, f"value{lost}"), told=f"{row['what']}: {_rates(row)}"))
    costs = [what for what in drawn if what.startswith("isocost")]
    paths = {what: [(row["fallout"], row["recall"]) for row in each] for what, each in drawn.items()}
    ends = [paths[what][0] for what in costs]
    names = [*(row["what"] for row in named), *costs]
    lettered, rest = square.named([*points, *ends], names, [*paths.values(), DIAGONAL])
    said = "; ".join([*(f"{row['what']} {_rates(row)}" for row in named), *costs])
    return square.drawn([*marks, *lettered], said + ".", square.ground, rest)


def _rates(row: svg.Row) -> str:
    return f"{FALLOUT} {number(row['fallout'])}, recall {number(row['recall'])}"


def roc_curve(rows: Rows, room: svg.Room) -> svg.Drawing:
    """Recall against the false positive rate at every threshold, the hull of mixtures, and the threshold to use."""
    square = Square.within(room)
    marks, chosen = square.frame(FALLOUT, "recall") + square.chance(), []
    curves = gathered(((row["kind"], row["curve"]), row) for row in rows)
    order = list(dict.fromkeys(row["curve"] for row in rows if row["kind"] == "curve"))
    several = len(order) > 1
    for (kind, curve), each in sorted(curves.items(), key=lambda pair: LAYERS.index(pair[0][0])):
        corners = [square.at(*_place(row)) for row in each]
        look = order.index(curve) % svg.KINDS if curve in order else 0
        if kind == "chosen":
            chosen += each
        elif kind == SIDES[0]:
            back = [square.at(*_place(row)) for row in reversed(curves[SIDES[1], curve])]
            marks.append(
                svg.group(svg.path([*corners, *back], f"band mark-{look}"), told=f"{curve}: {each[0]['told']}")
            )
        elif kind not in SIDES:
            drawn = svg.path(corners, f"line line-{look}" if kind == "curve" else kind)
            marks.append(svg.group(drawn, told=f"{curve}: {kind}"))
    for row in chosen:
        x, y = square.at(*_place(row))
        mark = svg.shape(x, y, order.index(row["curve"]) % svg.KINDS) if several else svg.dot(x, y, 4.5, "value")
        marks.append(svg.group(mark, told=_chosen(row)))
    rest = ""
    if not several:
        near = [[_place(row) for row in each] for each in curves.values()]
        lettered, rest = square.named(list(map(_place, chosen)), [row["told"] for row in chosen], [*near, DIAGONAL])
        marks += lettered
    key = (_band(rows), "marks: the threshold to use" if several else "thin: hull", square.ground, rest)
    return square.drawn(marks, "; ".join(map(_chosen, chosen)) + ".", *key, names=order if several else ())


def _place(row: svg.Row) -> svg.Point:
    return row["fallout"], row["recall"]


def _band(rows: Rows) -> str:
    """What a shaded band is, where there is one."""
    return next((f"band: {row['told']}" for row in rows if row["kind"] in SIDES), "")


def _chosen(row: svg.Row) -> str:
    at = "" if row["threshold"] is None else f" at threshold {threshold(row['threshold'])}"
    return f"{row['told']}{at}: {_rates(row)}"


def precision_curve(rows: Rows, room: svg.Room) -> svg.Drawing:
    """Precision against recall; the dashed line is the prevalence, what guessing gets."""
    square, known = Square.within(room), [row for row in rows if row["precision"] is not None]
    marks, chance = square.frame("recall", "precision"), rows[0]["chance"]
    if chance is not None:
        marks.append(svg.line(*square.at(0, chance), *square.at(1, chance), "chance"))
    parts = [[row for row in known if row["kind"] == kind] for kind in (*SIDES, "curve")]
    upper, lower, curve = ([square.at(row["recall"], row["precision"]) for row in each] for each in parts)
    marks += [svg.path([*upper, *reversed(lower)], "band mark-0")] if upper else []
    marks.append(svg.path(curve, "line line-0"))
    shown = parts[-1]
    ends = [shown[0], shown[len(shown) // 2], shown[-1]] if shown else []
    said = "; ".join(f"recall {number(row['recall'])}: precision {number(row['precision'])}" for row in ends)
    return square.drawn(marks, f"{said}; chance {number(chance)}.", _band(rows), "dashed: chance, the prevalence")


def reliability(rows: Rows, room: svg.Room) -> svg.Drawing:
    """What the scores say beside what came true; on the diagonal they mean what they say."""
    square = Square.within(room)
    marks = [*square.frame("mean score", "share of positives"), svg.line(*square.at(0, 0), *square.at(1, 1), "chance")]
    for row in rows:
        parts = {f"y_{end}": row[end] for end in ("value", "low", "high")} | {"x_value": row["score"]}
        spans = [svg.path([square.at(*end) for end in span], "interval") for span in _ends(parts, "x", "y")]
        marks.append(svg.group(*spans, svg.dot(*square.at(row["score"], row["value"]), 4, "value"), told=_bin(row)))
    key = "dashed: the scores mean what they say"
    return square.drawn(marks, "; ".join(map(_bin, rows)) + ".", svg.interval_key(rows), key)


def _bin(row: svg.Row) -> str:
    return f"mean score {number(row['score'])}: share {svg.told(row, '')}, {row['items']:,} items"
