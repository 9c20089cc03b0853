"""All whole binary tables that have given values.

Two sums of cells are walked, the planes of the values bound a third, and these three with a known count give every
cell. A value that is no ratio of sums of cells bounds the hits between given margins if it changes in proportion to
them, and is a filter otherwise.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations

import numpy as np

from informed.core.errors import InputError, arg
from informed.core.validate import Numbers
from informed.questions.recover.target import INSIDE, LOOSE, Target, all_planes, corners, explain, gradients

MOST_SOLUTIONS = 8  # more are points of a curve: exchanging classes or axes gives at most this many


def real_tables(targets: Sequence[Target]) -> Numbers:
    """The normalised tables that have the values: one as a rule, more where the values do not tell classes apart."""
    found = _solved(targets) if all(each.parts is not None for each in targets) else _searched(targets)
    if not len(found):
        raise InputError(explain(targets))
    slopes = np.nan_to_num(gradients(targets, np.clip(found, 1e-5, None)))
    if len(found) > MOST_SOLUTIONS or (np.linalg.matrix_rank(slopes, tol=1e-6) < 3).any():
        raise InputError(
            f"{' and '.join(map(str, targets))} do not determine the table: at these values one follows from the "
            f"others; give another ratio, or {arg('n')} and {arg('digits')} to list the tables that fit"
        )
    return found


def _solved(targets: Sequence[Target]) -> Numbers:
    """Ratios of sums of cells are linear equations."""
    equations = np.vstack([*(each.planes()[:1] for each in targets), np.ones(4)])
    values = np.zeros(len(equations))
    values[-1] = 1
    cells, _, full, _ = np.linalg.lstsq(equations, values, rcond=1e-10)
    if abs(equations @ cells - values).max() > LOOSE or (full == 4 and cells.min() < -LOOSE):
        return np.empty((0, 4))
    return np.array([np.clip(cells, 0, None)])


def _searched(targets: Sequence[Target], starts: int = 300, steps: int = 60) -> Numbers:
    """Newton's method from many tables at once, none of which may leave the simplex."""
    cells = np.random.default_rng(3).dirichlet([0.7] * 4, starts)
    for _ in range(steps):
        slopes = np.nan_to_num(gradients(targets, cells), posinf=0, neginf=0)
        cells = cells - (np.linalg.pinv(slopes) @ _gaps(targets, cells)[..., None])[..., 0] @ INSIDE
        cells = np.clip(cells, 0, None)
        cells /= cells.sum(-1, keepdims=True)
    near = cells[(abs(_gaps(targets, cells)) < 1e-9).all(-1)]
    return near[np.unique(np.round(near, 6), axis=0, return_index=True)[1]]


def _gaps(targets: Sequence[Target], cells: Numbers) -> Numbers:
    return np.nan_to_num(np.stack([each.of(cells) - each.value for each in targets], axis=-1), nan=1.0)


# Counts that may be given, as the cells (tp, fn, fp, tn) they add up.
COUNTS = {
    "n": (1, 1, 1, 1),
    "tp": (1, 0, 0, 0),
    "fn": (0, 1, 0, 0),
    "fp": (0, 0, 1, 0),
    "tn": (0, 0, 0, 1),
    "rp": (1, 1, 0, 0),
    "rn": (0, 0, 1, 1),
    "pp": (1, 0, 1, 0),
    "pn": (0, 1, 0, 1),
}
LEAST = 1e-9  # the share of a count below which it says nothing of the number of items
MOST_TABLES = 2 * 10**6
MOST_CANDIDATES = 10**8
CHUNK = 10**6

# Sums of cells (tp, fn, fp, tn) to walk along: both margins, the agreements, the cells.
SUMS = np.array([[1, 1, 0, 0], [1, 0, 1, 0], [1, 0, 0, 1], [1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]])
MARGINS_AND_HITS = (0, 1, 3)


def whole_tables(targets: Sequence[Target], size: int, count: str = "n") -> Numbers:
    """All tables that have the values and so large a count, ordered: shape ``(tables, 4)``."""
    ends = corners(targets)
    if not len(ends):
        raise InputError(explain(targets))
    part, known = ends @ np.array(COUNTS[count]), f"{count}={size}"
    if part.min() < LEAST:
        raise InputError(
            f"{known} leaves the number of items open with {' and '.join(map(str, targets))}; give {arg('n')} too, "
            f"or {arg('exact')} where nothing was rounded"
        )
    fitting, found = 0, []
    for candidates in _within(targets, size, count, ends * (size / part)[:, None]):
        found.append(candidates[_met(targets, candidates)])
        fitting += len(found[-1])
        if fitting > MOST_TABLES:
            raise _too_many(known, f"more than {MOST_TABLES:,} tables")
    tables = np.concatenate(found) if found else np.empty((0, 4), np.int64)
    if not len(tables):
        raise InputError(_none_whole(targets, known))
    ordered: Numbers = tables[np.lexsort(tables.T[::-1])]
    return ordered


def _met(targets: Sequence[Target], tables: Numbers) -> Numbers:
    kept = np.ones(len(tables), bool)
    for target in targets:
        kept[kept] = target.met(tables[kept])
    return kept


def _none_whole(targets: Sequence[Target], known: str) -> str:
    if all(each.parts is not None for each in targets):
        given, count = " and ".join(map(str, targets)), known.partition("=")[0]
        return f"no table of {known} whole items has {given}, though shares could: check {count} and the digits"
    return f"{explain(targets)} (tables of {known} items)"


def _too_many(known: str, what: str) -> InputError:
    return InputError(
        f"{known}: {what} fit, more than can be listed; give more digits, another ratio, or a margin such as prevalence"
    )


def _within(targets: Sequence[Target], n: int, count: str, ends: Numbers) -> Iterator[Numbers]:
    """The whole tables inside all bounds, in pieces; n: the known count."""
    sums, low, high, even = _walk(targets, np.array(COUNTS[count]), ends)
    to_cells = np.rint(np.linalg.inv(np.vstack([sums, COUNTS[count]]))).astype(np.int64)
    planes = all_planes(targets) @ to_cells
    first, second = (np.arange(low[axis], high[axis] + 1) for axis in (0, 1))
    if not len(first) * len(second):
        return
    if len(first) * len(second) > MOST_CANDIDATES:
        raise _too_many(f"{count}={n}", f"tables with {len(first) * len(second):.1e} pairs of margins")
    for part in np.array_split(first, -(-len(first) * len(second) // CHUNK)):
        pairs = np.stack(np.meshgrid(part, second, indexing="ij"), axis=-1).reshape(-1, 2)
        start, stop = _between(planes, pairs, n)
        pairs, start, stop = (each[stop >= start] for each in (pairs, start, stop))
        for target in even:
            start, stop = _narrowed(target, to_cells, pairs, start, stop, n)
            pairs, start, stop = (each[stop >= start] for each in (pairs, start, stop))
        sizes = stop - start + 1
        about = sizes.sum() * len(first) / len(part)
        if about > MOST_CANDIDATES:
            raise _too_many(f"{count}={n}", f"about {about:.1e} tables")
        for some in np.array_split(np.arange(len(pairs)), -(-int(sizes.sum()) // CHUNK) or 1):
            yield _unfolded(pairs[some], start[some], sizes[some], n) @ to_cells.T


def _walk(targets: Sequence[Target], known: Numbers, ends: Numbers) -> tuple[Numbers, Numbers, Numbers, list[Target]]:
    """Three sums of cells to walk, the shortest two first, with their limits, and which targets bound the third."""
    reach = ends @ SUMS.T
    low, high = np.ceil(reach.min(0) - 1e-6).astype(np.int64), np.floor(reach.max(0) + 1e-6).astype(np.int64)
    length = np.maximum(high - low + 1, 0)
    usable = [
        sorted(three, key=lambda place: int(length[place]))
        for three in combinations(range(len(SUMS)), 3)
        if abs(round(np.linalg.det(np.vstack([SUMS[list(three)], known])))) == 1
    ]
    best = min(usable, key=lambda three: int(length[three[0]] * length[three[1]]))
    even = [each for each in targets if each.parts is None and each.even]
    if even and length[best].prod() > CHUNK and list(MARGINS_AND_HITS) in map(sorted, usable):
        best = list(MARGINS_AND_HITS)
    else:
        even = []
    return SUMS[best], low[best], high[best], even


def _between(planes: Numbers, pairs: Numbers, n: int) -> tuple[Numbers, Numbers]:
    """Between which whole numbers the third sum must lie for each pair of the first two."""
    room = n * LOOSE - pairs @ planes[:, :2].T - planes[:, 3] * n
    slope = planes[:, 2]
    flat, rising, falling = abs(slope) < 1e-12, slope > 1e-12, slope < -1e-12
    stop = np.floor((room[:, rising] / slope[rising]).min(-1) + 1e-9).astype(np.int64)
    start = np.ceil((room[:, falling] / slope[falling]).max(-1) - 1e-9).astype(np.int64)
    return start, np.where((room[:, flat] >= 0).all(-1), stop, start - 1)


def _narrowed(
    target: Target, to_cells: Numbers, pairs: Numbers, start: Numbers, stop: Numbers, n: int
) -> tuple[Numbers, Numbers]:
    """The same bounds, narrowed by a value that changes evenly between them; left alone where it is undefined."""
    low, high = (target.of(np.column_stack([pairs, end, np.full(len(end), n)]) @ to_cells.T) for end in (start, stop))
    sides = [start + (target.value + sign * target.slack - low) / (high - low) * (stop - start) for sign in (-1, 1)]
    known = np.isfinite(sides[0]) & np.isfinite(sides[1])
    least, most = (np.where(known, side(*sides), 0.0) for side in (np.minimum, np.maximum))
    return (
        np.where(known, np.maximum(start, np.ceil(np.clip(least, -1, stop) - 1e-6)), start).astype(np.int64),
        np.where(known, np.minimum(stop, np.floor(np.clip(most, -1, stop) + 1e-6)), stop).astype(np.int64),
    )


def _unfolded(pairs: Numbers, start: Numbers, sizes: Numbers, n: int) -> Numbers:
    """Each pair repeated with every third sum from its start on, and n beside."""
    rows = np.repeat(np.arange(len(pairs)), sizes)
    place = np.arange(len(rows)) - np.repeat(np.cumsum(sizes) - sizes, sizes)
    return np.column_stack([pairs[rows], start[rows] + place, np.full(len(rows), n)])
