"""What published values say of a binary table: how many of them are independent, and which tables they leave.

Tables are rows of four cells (tp, fn, fp, tn) here. A ratio of two sums of cells, which most rates are, bounds them by
a pair of planes; together with ``cells >= 0`` these enclose a polytope.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

import numpy as np

from informed.core.errors import InputError
from informed.core.validate import Numbers

EXACT = 1e-11  # rounding of float64; two ratios of counts up to 1e7 and two digits are never this close
LOOSE = 1e-9  # planes are drawn this much wider; the values themselves decide

GENERIC = np.random.default_rng(1).dirichlet([2.0] * 4, 24)  # tables with nothing special about them
INSIDE = np.array([[1, -1, 0, 0], [1, 1, -1, -1], [0, 0, 1, -1]], dtype=np.float64)  # directions that keep the total
AGREE = np.array([1, -1, -1, 1])  # the direction that keeps both margins


@dataclass(frozen=True, eq=False)
class Target:
    """A value that a function of the table must have, give or take half of its last digit."""

    name: str
    value: float
    of: Callable[[Numbers], Numbers]
    slack: float = 0.0
    written: str = ""

    def met(self, cells: Numbers) -> Numbers:
        """Which tables have the value."""
        found = self.of(cells)
        near: Numbers = (found == self.value) | (abs(found - self.value) <= self.slack + EXACT)
        return near

    @cached_property
    def parts(self) -> tuple[Numbers, Numbers] | None:
        """Numerator and denominator as sums of cells, if it is such a ratio.

        Found from values alone: ``a.t - f(t) b.t = 0`` for all tables t has one solution (a, b) up to scale.
        """
        found = self.of(GENERIC)
        if not np.isfinite(found).all():
            return None
        equations = np.hstack([GENERIC, -found[:, None] * GENERIC])
        _, sizes, directions = np.linalg.svd(equations / np.linalg.norm(equations, axis=1, keepdims=True))
        if sizes[-1] > 1e-12 * sizes[0] or sizes[-2] < 1e-9 * sizes[0]:
            return None
        both = directions[-1] / directions[-1][4:][abs(directions[-1][4:]).argmax()]
        both = np.round(both, 12)  # whole coefficients become exact
        return both[:4], both[4:]

    @cached_property
    def even(self) -> bool:
        """Whether it changes in proportion to the hits while both margins stay, as kappa and informedness do."""
        steps = GENERIC.min() / 4 * np.arange(3)[:, None, None] * AGREE
        values = self.of(GENERIC + steps)
        bend, slope = values[2] - 2 * values[1] + values[0], values[1] - values[0]
        return bool((abs(bend) < 1e-9 * (abs(slope) + 1e-9)).all() and (abs(slope) > 1e-9).all())

    def planes(self) -> Numbers:
        """Rows a with ``a.cells <= 0`` on every table that has the value."""
        if self.parts is None or not np.isfinite(self.value):
            return np.empty((0, 4))
        part, whole = self.parts
        rows = np.stack([part - (self.value + self.slack) * whole, (self.value - self.slack) * whole - part])
        scaled: Numbers = rows / abs(rows).max(-1, keepdims=True)
        return scaled

    def __str__(self) -> str:
        return f"{self.name}={self.written or f'{self.value:g}'}"


# --- how much the values say ------------------------------------------------------------------------------------------


def gradients(targets: Sequence[Target], cells: Numbers) -> Numbers:
    """How each value changes along three directions inside the simplex: shape ``(tables, targets, 3)``."""
    step = 1e-6
    up, down = (cells[:, None, :] + sign * step * INSIDE for sign in (1, -1))
    return np.stack([(each.of(up) - each.of(down)) / (2 * step) for each in targets], axis=-2)


def rank(targets: Sequence[Target]) -> int:
    """How many of the values are independent, as functions of the table."""
    if not targets:
        return 0
    slopes = gradients(targets, GENERIC)
    slopes = slopes / np.maximum(np.linalg.norm(slopes, axis=-1, keepdims=True), 1e-300)
    return int(np.linalg.matrix_rank(slopes, tol=1e-5).max())


def check_independent(targets: Sequence[Target]) -> None:
    """Refuse values of which some follow from the others, so that they say less than their number."""
    if rank(targets) == min(3, len(targets)):
        return  # more than three are welcome: each narrows what rounding left open
    for size in (2, 3):
        for some in combinations(targets, size):
            if rank(some) < size:
                names = [each.name for each in some]
                why = "say the same" if size == 2 else "are not independent: any two give the third"
                raise InputError(
                    f"{', '.join(names[:-1])} and {names[-1]} {why}; replace one, for example by prevalence or bias"
                )


# --- the polytope -----------------------------------------------------------------------------------------------------


def all_planes(targets: Sequence[Target]) -> Numbers:
    """The planes of all targets, and those of cells that cannot be negative."""
    return np.vstack([-np.eye(4), *(each.planes() for each in targets)])


def corners(targets: Sequence[Target]) -> Numbers:
    """The corners of the set of normalised tables within all planes: where three of these meet."""
    planes = all_planes(targets)
    chosen = planes[np.array(list(combinations(range(len(planes)), 3)))]
    square = np.concatenate([chosen, np.ones((len(chosen), 1, 4))], axis=1)
    square = square[abs(np.linalg.det(square)) > 1e-12]
    met = np.linalg.solve(square, np.broadcast_to(np.array([0, 0, 0, 1.0])[:, None], (len(square), 4, 1)))[..., 0]
    inside: Numbers = met[(met @ planes.T <= LOOSE).all(-1)]
    return inside


def attainable(target: Target, others: Sequence[Target]) -> tuple[float, float] | None:
    """Between which values a target can lie on tables within the planes of the others."""
    ends = corners(others)
    if not len(ends):
        return None
    mixed = np.random.default_rng(2).dirichlet([0.3] * len(ends), 4000) @ ends
    found = target.of(np.clip(np.vstack([ends, mixed]), 0, None))
    found = found[~np.isnan(found)]
    return (float(found.min()), float(found.max())) if len(found) else None


def explain(targets: Sequence[Target]) -> str:
    """Why no table has these values together."""
    for target in targets:
        others = [each for each in targets if each is not target]
        limits = attainable(target, others)
        if limits and not limits[0] - target.slack - LOOSE <= target.value <= limits[1] + target.slack + LOOSE:
            given = " and ".join(map(str, others))
            return f"{target} cannot be: with {given} it lies between {limits[0]:.4g} and {limits[1]:.4g}"
    return f"no table has {' and '.join(map(str, targets))} together"
