"""Small plots beside one another, one for each measure, for studies."""

from collections.abc import Callable

import numpy as np

from informed.core.merging import gathered
from informed.core.words import number
from informed.writers.charts import svg
from informed.writers.charts.rows import Rows
from informed.writers.charts.scales import Scale, reach

LEFT, GAP, LEAST = 34.0, 40.0, 110.0
Inside = Callable[[Rows, Scale, Scale], list[str]]


def scatter(rows: Rows, room: svg.Room) -> svg.Drawing:
    """The value of each measure against the truth, with the fitted line; the dashed line is the truth itself."""
    return _panels(rows, room, "truth", "truth", _scattered)


def _scattered(rows: Rows, across: Scale, up: Scale) -> list[str]:
    x, y = np.array([(row["truth"], row["value"]) for row in rows]).T
    slope, start = np.polyfit(x, y, 1) if np.ptp(x) else (0.0, float(y.mean()))
    ends = [float(x.min()), float(x.max())]
    return [
        svg.path([(across(end), up(end)) for end in ends], "chance"),
        *(svg.dot(across(row["truth"]), up(row["value"]), 2.5, "speck") for row in rows),
        svg.path([(across(end), up(start + slope * end)) for end in ends], "fitted"),
    ]


def paths(rows: Rows, room: svg.Room) -> svg.Drawing:
    """The value of each measure along the way from perfect to mislabelled."""
    return _panels(rows, room, "step", "predicted wrongly", _path)


def _path(rows: Rows, across: Scale, up: Scale) -> list[str]:
    return [svg.path([(across(row["step"]), up(row["value"])) for row in rows], "line line-0")]


def _panels(rows: Rows, room: svg.Room, x: str, title: str, inside: Inside) -> svg.Drawing:
    found = gathered((str(row["measure"]), row) for row in rows if row["value"] is not None)
    columns = min(len(found), 4, max(1, int((room.page - LEFT + GAP) // (LEAST + GAP))))
    side = min((room.page - LEFT - 8 - GAP * (columns - 1)) / columns, 200.0)
    block = svg.LEADING + 8 + side + svg.UNDER + 22
    low, high = reach(row["value"] for row in rows)
    ends = reach((row[x] for row in rows), ())
    marks, said = [], []
    for place, (name, each) in enumerate(found.items()):
        left, top = LEFT + (side + GAP) * (place % columns), block * (place // columns) + svg.LEADING + 8
        across, up = Scale(*ends, left, left + side), Scale(low, high, top + side, top)
        marks += [*svg.axis_across(across, top, top + side, 2), *svg.axis_up(up, left, left + side, 3)]
        called = svg.spaced(name)
        marks.append(svg.text(left, top - 8, svg.shortened(called, side, 13.5), "head", full=called))
        marks.append(svg.text(left + side / 2, top + side + 31, svg.shortened(title, side), "middle"))
        marks.append(svg.group(*inside(each, across, up), told=called))
        said.append(f"{called} from {number(each[0]['value'])} to {number(each[-1]['value'])}")
    wide = LEFT + (side + GAP) * columns - GAP + 8
    return svg.Drawing(wide, block * -(-len(found) // columns), marks, "; ".join(said) + ".", wide=True)
