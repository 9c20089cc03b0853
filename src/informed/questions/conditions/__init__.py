"""Does a condition change what subjects, or systems, get right?"""

from __future__ import annotations

from typing import Unpack

from informed.core.counts import Counts
from informed.core.door import arg
from informed.core.errors import InputError, Synonyms, asked
from informed.core.given import Column, Data
from informed.questions.conditions.compute import Condition, Conditions, Contrast, compared
from informed.readers.counting import count

__all__ = ["Condition", "Conditions", "Contrast", "conditions"]


@asked
def conditions(
    data: Data | None = None,
    predicted: Column | None = None,
    *,
    actual: Column | None = None,
    subject: Column | None = None,
    condition: Column | None = None,
    rate: float | None = None,
    level: float = 0.95,
    **synonyms: Unpack[Synonyms],
) -> Conditions:
    """Compare conditions within subjects: informedness, bits per item and bits per minute.

    Parameters
    ----------
    data, predicted, actual
        As in `count`; or `Counts` by subject and condition.
    subject, condition
        Who answered each item, and under which condition: arrays or names of columns.
    rate
        Items per minute, for bits per minute (the information transfer rate of a brain-computer interface).
    level
        The level of the intervals; those of differences hold for all pairs together.

    Returns
    -------
    Conditions
        Informedness of every condition, and every difference with interval and p.

    Raises
    ------
    InputError
        If a subject or a condition is missing, or a condition has no subject with two classes.

    Examples
    --------
    >>> who, when = list("uuvv") * 2, ["quiet"] * 4 + ["loud"] * 4
    >>> found = conditions([1, 0] * 4, [1, 0, 1, 0, 1, 1, 1, 0], subject=who, condition=when)
    >>> [(each.name, each.informedness.value) for each in found.conditions]
    [('loud', 0.5), ('quiet', 1.0)]
    """
    if isinstance(data, Counts):
        return compared(data, rate=rate, level=level)
    if subject is None or condition is None:
        raise InputError(
            f"missing {arg('subject')} and {arg('condition')}, who answered each item and under which condition"
        )
    return compared(count(data, predicted, actual=actual, by=[subject, condition]), rate=rate, level=level)
