"""Differences between systems over the folds of a cross-validation.

The folds share most of their training items, so their results are not independent and a plain t test is far too sure.
The corrected resampled t test widens the variance by the ratio of test to training items (Nadeau & Bengio 2003).
"""

from __future__ import annotations

import numpy as np

from informed.core.estimate import Estimate, finite
from informed.core.registry import Measure
from informed.core.validate import Numbers
from informed.inference.adjustment import adjust as adjusted_for
from informed.questions.compare.result import Difference

METHOD = "corrected resampled t"


def fold_difference(first: Numbers, second: Numbers, overlap: float, level: float) -> tuple[Estimate, float | None]:
    """The mean difference of the values of two systems in the same folds, its interval and p.

    ``overlap``: the number of test items over that of training items.
    """
    from scipy.special import stdtr, stdtrit

    gaps = np.asarray(first, float) - np.asarray(second, float)
    undefined = int(np.isnan(gaps).sum())
    if undefined:
        return Estimate(float("nan"), note=f"undefined in {undefined} of {len(gaps)} folds"), None
    mean, folds = float(gaps.mean()), len(gaps)
    if folds < 2 or not gaps.std() > 0:
        return Estimate(mean, 0.0, note="no interval: the folds do not differ"), None
    error = float(np.sqrt((1 / folds + overlap) * gaps.var(ddof=1)))
    reach = float(stdtrit(folds - 1, (1 + level) / 2)) * error
    p = float(2 * stdtr(folds - 1, -abs(mean) / error))
    return Estimate(mean, 0.0, mean - reach, mean + reach, level, METHOD), p


def fold_differences(
    tables: dict[str, Numbers], measures: list[Measure], overlap: float, *, level: float = 0.95, adjust: str = "holm"
) -> tuple[Difference, ...]:
    """All pairs of systems, each given by its tables ``(folds, K, K)``; later minus earlier, p adjusted per measure."""
    names = list(tables)
    found: list[Difference] = []
    for measure in measures:
        values = {name: np.asarray(measure(table)) for name, table in tables.items()}
        pairs = [(later, names[place]) for at, later in enumerate(names) for place in range(at)]
        told = [fold_difference(values[later], values[earlier], overlap, level) for later, earlier in pairs]
        adjusted = adjusted_for([np.nan if p is None else p for _, p in told], adjust).tolist()
        found += [
            Difference(later, earlier, str(measure), estimate, p, finite(sure))
            for (later, earlier), (estimate, p), sure in zip(pairs, told, adjusted, strict=True)
        ]
    return tuple(found)
