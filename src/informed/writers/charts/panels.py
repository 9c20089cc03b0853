"""Small plots beside one another, one for each measure, for studies."""

from collections.abc import Callable

import numpy as np

from informed.core.words import number
from informed.writers.charts.rows import Rows
from informed.writers.charts.scales import Scale, reach
from informed.writers.charts.svg import (
    LEADING,
    UNDER,
    Drawing,
    Room,
    axis_across,
    axis_up,
    dot,
    group,
    path,
    shortened,
    spaced,
    text,
)

LEFT, GAP, LEAST = 34.0, 40.0, 110.0
Inside = Callable[[Rows, Scale, Scale], list[str]]


def scatter(rows: Rows, room: Room) -> Drawing:
    """The value of each measure against the truth, with the fitted line; the dashed line is the truth itself."""
    return _panels(rows, room, "truth", "truth", _scattered)


def _scattered(rows: Rows, across: Scale, up: Scale) -> list[str]:
    x, y = np.array([(row["truth"], row["value"]) for row in rows]).T
    slope, start = np.polyfit(x, y, 1) if np.ptp(x) else (0.0, float(y.mean()))
    ends = [float(x.min()), float(x.max())]
    return [
        path([(across(end), up(end)) for end in ends], "chance"),
        *(dot(across(row["truth"]), up(row["value"]), 2.5, "speck") for row in rows),
        path([(across(end), up(start + slope * end)) for end in ends], "fitted"),
    ]


def paths(rows: Rows, room: Room) -> Drawing:
    """The value of each measure along the way from perfect to mislabelled."""
    return _panels(rows, room, "step", "predicted wrongly", _path)


def _path(rows: Rows, across: Scale, up: Scale) -> list[str]:
    return [path([(across(row["step"]), up(row["value"])) for row in rows], "line line-0")]


def _panels(rows: Rows, room: Room, x: str, title: str, inside: Inside) -> Drawing:
    found: dict[str, Rows] = {}
    for row in rows:
        if row["value"] is not None:
            found.setdefault(row["measure"], []).append(row)
    columns = min(len(found), 4, max(1, int((room.page - LEFT + GAP) // (LEAST + GAP))))
    side = min((room.page - LEFT - 8 - GAP * (columns - 1)) / columns, 200.0)
    block = LEADING + 8 + side + UNDER + 22
    low, high = reach(row["value"] for row in rows)
    ends = reach((row[x] for row in rows), ())
    marks, said = [], []
    for place, (name, each) in enumerate(found.items()):
        left, top = LEFT + (side + GAP) * (place % columns), block * (place // columns) + LEADING + 8
        across, up = Scale(*ends, left, left + side), Scale(low, high, top + side, top)
        marks += [*axis_across(across, top, top + side, 2), *axis_up(up, left, left + side, 3)]
        marks.append(text(left, top - 8, shortened(spaced(name), side, 13.5), "head", full=spaced(name)))
        marks.append(text(left + side / 2, top + side + 31, shortened(title, side), "middle"))
        marks.append(group(*inside(each, across, up), told=spaced(name)))
        said.append(f"{spaced(name)} from {number(each[0]['value'])} to {number(each[-1]['value'])}")
    wide = LEFT + (side + GAP) * columns - GAP + 8
    return Drawing(wide, block * -(-len(found) // columns), marks, "; ".join(said) + ".", wide=True)
