"""Where the names of points stand in a frame, so that none lies on another, on a point or outside."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import ceil, hypot

from informed.writers.charts.svg import Point, width

Box = tuple[float, float, float, float]  # left, top, right, bottom
Line = Sequence[Point]

LINE, GAP, DOT = 14.0, 6.5, 4.5  # the height of a name; between a point and its name; half of a point
STEP = 6.0  # between two places of a line
CLEAR = 2.0  # around a line
FARTHEST = 24  # lines above or below its point that a name may stand
ASIDE = (0.0, 2 * LINE, 4 * LINE, 8 * LINE)  # how far to the side


def placed(points: Sequence[Point], names: Sequence[str], frame: Box, lines: Sequence[Line] = ()) -> list[Box | None]:
    """For each point the box of its name: beside it if there is room, else further and further above or below.

    A name lies on none of the ``lines`` through these corners; None where there is no room for it.
    """
    taken = [(x - DOT, y - DOT, x + DOT, y + DOT) for x, y in points] + [box for line in lines for box in _along(line)]
    found: list[Box | None] = []
    for point, name in zip(points, names, strict=True):
        near = [_pushed(box, frame) for box in _around(point, width(name))]
        free = next((box for box in near if not _hits(box, taken)), None)
        free = free or next((box for box in _anywhere(point, width(name), frame) if not _hits(box, taken)), None)
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


def _around(point: Point, long: float) -> Iterator[Box]:
    """Places for a name, the usual one first: above on the right, clear of intervals, then further and further away."""
    for aside in ASIDE:
        for step in range(1, FARTHEST):
            for down in (-step * LINE * 0.6, step * LINE * 0.6):
                for left in (point[0] + GAP + aside, point[0] - GAP - aside - long):
                    middle = point[1] + down
                    yield left, middle - LINE / 2, left + long, middle + LINE / 2


def _anywhere(point: Point, long: float, frame: Box) -> list[Box]:
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
