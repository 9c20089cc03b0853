"""Shares against shares: ROC space, precision and recall, reliability."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from informed.core.words import number, threshold
from informed.writers.charts.drawing import Drawing, Room, Row, axis_across, axis_up, interval_key, told
from informed.writers.charts.placing import placed
from informed.writers.charts.rows import CROWDED, Rows
from informed.writers.charts.scales import Scale
from informed.writers.charts.svg import Point, dot, group, line, path, shortened, text
from informed.writers.charts.theme import KINDS

LEFT, RIGHT, TOP, BOTTOM = 46.0, 12.0, 10.0, 40.0
MOST = 340.0  # the longest side
FEW = 5  # names where there are too many points to name all
ISOLINES = [step / 5 for step in range(-4, 5)]  # levels of informedness: parallels of the chance diagonal
LAYERS = ("band, upper edge", "band, lower edge", "hull", "isocost", "curve", "chosen")  # from the ground up
FALLOUT = "false positive rate"


@dataclass(frozen=True)
class Square:
    """A square from 0 to 1 on both axes."""

    side: float

    @classmethod
    def within(cls, room: Room) -> Square:
        """As large as there is room."""
        return cls(min(room.column - LEFT - RIGHT, MOST))

    @property
    def across(self) -> Scale:
        """From left to right."""
        return Scale(0, 1, LEFT, LEFT + self.side)

    @property
    def up(self) -> Scale:
        """From the bottom to the top."""
        return Scale(0, 1, TOP + self.side, TOP)

    def at(self, x: float, y: float) -> Point:
        """Where a point lies."""
        return self.across(x), self.up(y)

    def frame(self, across: str, up: str) -> list[str]:
        """Both axes with their names."""
        bottom, right = TOP + self.side, LEFT + self.side
        middle = TOP + self.side / 2
        return [
            *axis_across(self.across, TOP, bottom),
            *axis_up(self.up, LEFT, right),
            text(LEFT + self.side / 2, bottom + 34, across, "middle"),
            text(12, middle, up, "middle", turn=-90),
        ]

    def chance(self) -> list[str]:
        """The diagonal of guessing, and the parallels of equal informedness."""
        found = []
        for level in ISOLINES:
            start, end = (max(0.0, -level), max(0.0, level)), (min(1.0, 1 - level), min(1.0, 1 + level))
            found.append(line(*self.at(*start), *self.at(*end), "guide" if level else "chance"))
        x, y = self.at(0.86, 0.86)
        return [*found, text(x + 10, y + 10, "chance", "small middle halo", turn=-45)]

    def key(self, words: str) -> str:
        """What marks mean, where few of them lie: below the diagonal."""
        return text(*self.at(0.98, 0.02), words, "small end halo") if words else ""

    def named(self, points: Sequence[Point], names: Sequence[str], lines: Sequence[Sequence[Point]] = ()) -> list[str]:
        """The names of points, off the lines, with a thin line to those that stand apart."""
        places = [self.at(x, y) for x, y in points]
        short = [shortened(name, self.side / 2) for name in names]
        frame = (LEFT + 2, TOP, LEFT + self.side + RIGHT - 2, TOP + self.side)
        found = []
        boxes = placed(places, short, frame, [[self.at(*corner) for corner in line] for line in lines])
        for (x, y), box, words, name in zip(places, boxes, short, names, strict=True):
            middle = (box[1] + box[3]) / 2
            end = min(box[2], max(box[0], x))
            if max(abs(middle - y), abs(end - x)) > 12:
                found.append(line(x, y, end, middle, "leader"))
            found.append(text(box[0], middle + 4, words, "ink halo", full=name))
        return found

    def drawn(self, marks: Sequence[str], description: str) -> Drawing:
        """All of it."""
        return Drawing(LEFT + self.side + RIGHT, TOP + self.side + BOTTOM, marks, description)

    def span(self, row: Row, x: str, y: str, kind: str = "interval") -> list[str]:
        """The intervals of a point, across and up, where it has them."""
        found = []
        if row.get(f"{x}_low") is not None and row.get(f"{x}_high") is not None:
            ends = (self.at(row[f"{x}_{end}"], row[f"{y}_value"]) for end in ("low", "high"))
            found.append(path(ends, kind))
        if row.get(f"{y}_low") is not None and row.get(f"{y}_high") is not None:
            ends = (self.at(row[f"{x}_value"], row[f"{y}_{end}"]) for end in ("low", "high"))
            found.append(path(ends, kind))
        return found


def roc_space(rows: Rows, room: Room) -> Drawing:
    """Recall against the false positive rate: height above the diagonal is informedness, the diagonal is guessing."""
    square = Square.within(room)
    there = [row for row in rows if None not in (row["fallout_value"], row["recall_value"])]
    points = [(row["fallout_value"], row["recall_value"]) for row in there]
    worst = sorted(range(len(there)), key=lambda place: there[place]["recall_value"] - there[place]["fallout_value"])
    lettered = range(len(there)) if len(there) <= CROWDED else worst[:FEW]
    marks = square.frame(FALLOUT, "recall") + square.chance()
    for row, (x, y) in zip(there, points, strict=True):
        lost = " lost" if y < x else ""
        spans = square.span(row, "fallout", "recall") if len(there) <= CROWDED else []
        size = 4.5 if len(there) <= CROWDED else 3.0
        marks.append(group(*spans, dot(*square.at(x, y), size, f"value{lost}"), told=_point(row)))
    key = interval_key(there, "recall_level") if len(there) <= CROWDED else f"named: the {FEW} least informed"
    marks.append(square.key(key))
    marks += square.named([points[place] for place in lettered], [there[place]["label"] for place in lettered])
    return square.drawn(marks, "; ".join(map(_point, there)) + ".")


def _point(row: Row) -> str:
    rates = {"recall": "recall", "fallout": FALLOUT}
    shown = [
        f"{words} {told({end: row.get(f'{name}_{end}') for end in ('value', 'low', 'high')})}"
        for name, words in rates.items()
    ]
    return f"{row['label']}: {', '.join(shown)}, informedness {number(row['informedness'])}"


def roc_kite(rows: Rows, room: Room) -> Drawing:
    """One system in ROC space: the area below it, the kite with its perverse twin, and isocost lines through it."""
    square = Square.within(room)
    lines: dict[str, Rows] = {}
    for row in rows:
        lines.setdefault(row["what"] if row["kind"] != "point" else "", []).append(row)
    named = lines.pop("")
    marks = square.frame(FALLOUT, "recall") + square.chance()
    looks = {
        "trapezoid": "area",
        "kite": "area",
        "system": "line line-0",
        "perverse": "line line-1",
        "isocost": "isocost",
    }
    for what, each in lines.items():
        corners = [square.at(row["fallout"], row["recall"]) for row in each]
        marks.append(group(path(corners, looks[each[0]["kind"]]), told=what))
    points = [(row["fallout"], row["recall"]) for row in named]
    for row, point in zip(named, points, strict=True):
        lost = " lost" if point[1] < point[0] else ""
        marks.append(group(dot(*square.at(*point), 4.5, f"value{lost}"), told=f"{row['what']}: {_rates(row)}"))
    costs = [what for what in lines if what.startswith("isocost")]
    paths = {what: [(row["fallout"], row["recall"]) for row in each] for what, each in lines.items()}
    ends = [paths[what][0] for what in costs]
    diagonal = [(0.0, 0.0), (1.0, 1.0)]
    names = [*(row["what"] for row in named), *costs]
    marks += square.named([*points, *ends], names, [*paths.values(), diagonal])
    said = "; ".join([*(f"{row['what']} {_rates(row)}" for row in named), *costs])
    return square.drawn(marks, said + ".")


def _rates(row: Row) -> str:
    return f"{FALLOUT} {number(row['fallout'])}, recall {number(row['recall'])}"


def roc_curve(rows: Rows, room: Room) -> Drawing:
    """Recall against the false positive rate at every threshold, the hull of mixtures, and the threshold to use."""
    square = Square.within(room)
    marks, chosen = square.frame(FALLOUT, "recall") + square.chance(), []
    curves: dict[tuple[str, str], Rows] = {}
    for row in rows:
        curves.setdefault((row["kind"], row["curve"]), []).append(row)
    order = list(dict.fromkeys(row["curve"] for row in rows if row["kind"] == "curve"))
    for (kind, curve), each in sorted(curves.items(), key=lambda pair: LAYERS.index(pair[0][0])):
        corners = [square.at(row["fallout"], row["recall"]) for row in each]
        if kind == "chosen":
            chosen += each
        elif kind == "curve":
            marks.append(group(path(corners, f"line line-{order.index(curve) % KINDS}"), told=curve))
        elif kind.startswith("band"):
            look = f"line span line-{order.index(curve) % KINDS}"
            marks.append(group(path(corners, look), told=f"{curve}: {kind}"))
        else:
            marks.append(group(path(corners, kind), told=f"{curve}: {kind}"))
    for row in chosen:
        look = f"mark-{order.index(row['curve']) % KINDS}" if len(order) > 1 else "value"
        marks.append(group(dot(*square.at(row["fallout"], row["recall"]), 4.5, look), told=_chosen(row)))
    if len(chosen) <= CROWDED:
        lines = [[_place(row) for row in each] for (kind, _), each in curves.items() if kind == "curve"]
        marks += square.named([_place(row) for row in chosen], [row["told"] for row in chosen], lines)
    return square.drawn(marks, "; ".join(map(_chosen, chosen)) + ".")


def _place(row: Row) -> Point:
    return row["fallout"], row["recall"]


def _chosen(row: Row) -> str:
    at = "" if row["threshold"] is None else f" at threshold {threshold(row['threshold'])}"
    return f"{row['told']}{at}: {_rates(row)}"


def precision_curve(rows: Rows, room: Room) -> Drawing:
    """Precision against recall; the dashed line is the prevalence, what guessing gets."""
    square, known = Square.within(room), [row for row in rows if row["precision"] is not None]
    marks, chance = square.frame("recall", "precision"), rows[0]["chance"]
    if chance is not None:
        (left, y), (right, _) = square.at(0, chance), square.at(1, chance)
        below = y + (14 if chance > 0.06 else -6)
        marks += [line(left, y, right, y, "chance"), text(right - 4, below, "chance", "small end halo")]
    marks.append(path([square.at(row["recall"], row["precision"]) for row in known], "line line-0"))
    ends = [known[0], known[len(known) // 2], known[-1]] if known else []
    said = "; ".join(f"recall {number(row['recall'])}: precision {number(row['precision'])}" for row in ends)
    return square.drawn(marks, f"{said}; chance {number(chance)}.")


def reliability(rows: Rows, room: Room) -> Drawing:
    """What the scores say beside what came true; on the diagonal they mean what they say."""
    square = Square.within(room)
    marks = [*square.frame("mean score", "share of positives"), line(*square.at(0, 0), *square.at(1, 1), "chance")]
    marks.append(square.key(interval_key(rows)))
    for row in rows:
        parts = {f"y_{end}": row[end] for end in ("value", "low", "high")} | {"x_value": row["score"]}
        spans = square.span(parts, "x", "y")
        marks.append(group(*spans, dot(*square.at(row["score"], row["value"]), 4, "value"), told=_bin(row)))
    return square.drawn(marks, "; ".join(map(_bin, rows)) + ".")


def _bin(row: Row) -> str:
    return f"mean score {number(row['score'])}: share {told(row, '')}, {row['items']:,} items"
