"""How far apart two labels are, and Krippendorff's alpha for any such distance (Krippendorff 2004, 2011)."""

from collections.abc import Callable, Sequence

import numpy as np

from informed.core.errors import InputError, arg
from informed.core.labels import Label
from informed.core.table import actuals, ratio, total
from informed.core.validate import Numbers

Distance = Callable[[Numbers], Numbers]
"""From how often each label is used ``(..., K)`` to squared distances ``(..., K, K)``."""


def krippendorff(coincidences: Numbers, distance: Distance) -> Numbers:
    """1 - observed over expected disagreement, from tables of coincidences ``(..., K, K)``."""
    used = actuals(coincidences)
    apart = distance(used)
    seen = total(coincidences * apart)
    by_chance = total(used[..., :, None] * used[..., None, :] * apart)
    return np.asarray(1 - ratio((used.sum(-1) - 1) * seen, by_chance))


def _nominal(labels: Sequence[Label]) -> Distance:
    return lambda used: 1.0 - np.eye(len(labels))


def _ordinal(labels: Sequence[Label]) -> Distance:
    """Labels are as far apart as there are ratings between them, the ends counting half."""

    def apart(used: Numbers) -> Numbers:
        middle = np.cumsum(used, -1) - used / 2
        return (middle[..., :, None] - middle[..., None, :]) ** 2

    return apart


def _numbers(labels: Sequence[Label], metric: str) -> Numbers:
    for label in labels:
        if isinstance(label, str):
            raise InputError(
                f"{arg('metric', metric)} needs labels that are numbers; {label!r} is a text, use 'ordinal'"
            )
    return np.asarray(labels, np.float64)


def _interval(labels: Sequence[Label]) -> Distance:
    values = _numbers(labels, "interval")
    return lambda used: (values[:, None] - values) ** 2


def _ratio(labels: Sequence[Label]) -> Distance:
    values = _numbers(labels, "ratio")
    if (values < 0).any():
        raise InputError(f"{arg('metric', 'ratio')} needs labels >= 0; {values.min():g} is negative, use 'interval'")
    apart = np.nan_to_num(ratio(values[:, None] - values, values[:, None] + values)) ** 2
    return lambda used: apart


METRICS: dict[str, Callable[[Sequence[Label]], Distance]] = {
    "nominal": _nominal,
    "ordinal": _ordinal,
    "interval": _interval,
    "ratio": _ratio,
}
NUMERIC = ("interval", "ratio")  # the metrics of labels that are numbers
