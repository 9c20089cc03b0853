"""How much do answers to the same item vary, and what would more repeats bring?"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np

from informed.core.errors import InputError, asked
from informed.core.given import Data
from informed.questions.repeats.compute import Repeats, repeated
from informed.readers.logs import Grades, Log, grades_of, read_log, runs_of

__all__ = ["Repeats", "repeats"]


@asked
def repeats(
    data: Data,
    *,
    k: Iterable[int] | None = None,
    scorer: str | None = None,
    model: str | None = None,
    level: float = 0.95,
) -> Repeats:
    """Tell how answers to the same items vary when they are asked again.

    Parameters
    ----------
    data
        A sample log (`read`) or its file; or the grades themselves, one row per item: 1 for right, 0 for wrong, or
        points; None where an item was asked less often.
    k
        For how many answers to give pass@k, pass^k and the majority; by default a few up to the number of repeats.
    scorer, model
        Of a log with several: the one to use.
    level
        The level of the intervals.

    Returns
    -------
    Repeats
        The variance between and within items, pass@k, pass^k, majority of k, and what more items or repeats bring.

    Raises
    ------
    InputError
        If every item was answered once, a row holds no grades, or k is larger than the number of answers.

    Examples
    --------
    >>> repeats([[1, 1, 0], [1, 1, 1], [0, 0, 1], [1, 0, 1]]).within
    0.25
    """
    if isinstance(data, (str, Path)):
        data = read_log(data)
    if isinstance(data, Log):
        grades = grades_of(runs_of([data], scorer=scorer, model=model), "")
    else:
        grades = Grades("grade", tuple(_rows(data)), "")
    return repeated(grades, k=k, level=level)


def _rows(data: Any) -> Iterable[tuple[float, ...]]:
    """The grades of each item, without the gaps."""
    for place, row in enumerate(data):
        try:
            values = np.array([np.nan if each is None else each for each in row], dtype=float)
        except (TypeError, ValueError):
            raise InputError(f"data, row {place}: {row!r} is no row of grades (numbers, None where missing)") from None
        if values.size and not np.isnan(values).all():
            yield tuple(values[~np.isnan(values)].tolist())
