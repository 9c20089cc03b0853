"""The bivariate normal behind a 2x2 table: which correlation gives a quadrant this probability."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from informed.table import ratio

Numbers = NDArray[np.float64]


def quadrant_correlation(row: Numbers, column: Numbers, both: Numbers) -> Numbers:
    """Solve ``P(X < h, Y < k; r) = both`` for r, where ``P(X < h) = row <= 1/2`` and ``P(Y < k) = column <= 1/2``.

    Newton steps inside a shrinking bracket (the slope is the normal density), each problem until it has settled.
    """
    from scipy.special import ndtri

    shape = np.shape(both)
    # The smaller margin first: turning the table then gives the same digits, rounding included.
    row, column, both = (np.ravel(part) for part in (np.minimum(row, column), np.maximum(row, column), both))
    r = _first_guess(row, column, both)
    todo = np.flatnonzero((row > 0) & (column > 0) & (np.abs(r) < 1))
    low, high = np.full(r.shape, -1.0), np.full(r.shape, 1.0)
    h, k = ndtri(row), ndtri(column)
    for _ in range(60):
        if not todo.size:
            break
        now, a, b = r[todo], h[todo], k[todo]
        gap = _quadrant(a, b, now) - both[todo]
        low[todo], high[todo] = np.where(gap < 0, now, low[todo]), np.where(gap < 0, high[todo], now)
        step = now - ratio(gap, _density(a, b, now))
        inside = (step > low[todo]) & (step < high[todo])
        r[todo] = np.where(inside, step, (low[todo] + high[todo]) / 2)
        todo = todo[np.abs(r[todo] - now) > 1e-14]
    return r.reshape(shape)


def _first_guess(row: Numbers, column: Numbers, both: Numbers) -> Numbers:
    """Digby's: the correlation whose odds ratio, to the power 3/4, is about that of the table."""
    odds = ratio(both * (1 - row - column + both), (row - both) * (column - both)) ** 0.75
    return np.where(np.isinf(odds), 1.0, ratio(odds - 1, odds + 1))


def _density(h: Numbers, k: Numbers, r: Numbers) -> Numbers:
    rest = 1 - r * r
    return np.exp(-(h * h - 2 * r * h * k + k * k) / (2 * rest)) / (2 * np.pi * np.sqrt(rest))


def _quadrant(h: Numbers, k: Numbers, r: Numbers) -> Numbers:
    """P(X < h, Y < k) of the standard bivariate normal with correlation r, by Owen's T; h and k are not positive."""
    from scipy.special import ndtr, owens_t

    spread = np.sqrt(1 - r * r)
    first = np.where(h == 0, np.sign(k) / 4, owens_t(h, ratio(k - r * h, h * spread)))
    second = np.where(k == 0, np.sign(h) / 4, owens_t(k, ratio(h - r * k, k * spread)))
    value = (ndtr(h) + ndtr(k)) / 2 - first - second - np.where((h * k == 0) & (h + k < 0), 0.5, 0.0)
    return np.where((h == 0) & (k == 0), 0.25 + np.arcsin(r) / (2 * np.pi), value)
