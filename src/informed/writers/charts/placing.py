"""Where the names of points stand in a unit square, so that none lies on another, on a point or outside."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

Point = tuple[float, float]
Box = tuple[float, float, float, float]  # left, bottom, right, top

LETTER, LINE = 0.026, 0.05  # of a name at its usual size, in parts of the usual side of a square
GAP, DOT = 0.025, 0.012  # between a point and its name; half of a point
FARTHEST, APART = 20, 1.02  # lines above or below its point that a name may stand; between two of them


def placed(points: Sequence[Point], names: Sequence[str]) -> list[Point]:
    """For each point the left end of the middle of its name: beside it if there is room, else above or below."""
    taken = [(x - DOT, y - DOT, x + DOT, y + DOT) for x, y in points]
    found = []
    for point, name in zip(points, names, strict=True):
        size = len(name) * LETTER, LINE
        box = next((box for box in _around(point, size) if _inside(box) and not _hits(box, taken)), None)
        box = box or next(_around(point, size))
        taken.append(box)
        found.append((box[0], (box[1] + box[3]) / 2))
    return found


def _around(point: Point, size: Point) -> Iterator[Box]:
    """Places for a name, the usual one first: below on the right, then left, and further and further away."""
    width, height = size
    for step in range(FARTHEST):
        for line in (-(APART * step + 0.6), APART * step + 0.6):
            for left in (point[0] + GAP, point[0] - GAP - width):
                middle = point[1] + line * height
                yield left, middle - height / 2, left + width, middle + height / 2


def _inside(box: Box) -> bool:
    return box[0] >= 0 and box[1] >= 0 and box[2] <= 1 + GAP and box[3] <= 1


def _hits(box: Box, others: Sequence[Box]) -> bool:
    left, bottom, right, top = box
    return any(left < other[2] and other[0] < right and bottom < other[3] and other[1] < top for other in others)
