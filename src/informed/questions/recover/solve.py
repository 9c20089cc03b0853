"""The real binary table that three independent values determine."""

from collections.abc import Sequence

import numpy as np

from informed.core.errors import InputError, arg
from informed.core.validate import Numbers
from informed.questions.recover.target import INSIDE, LOOSE, Target, explain, gradients

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
