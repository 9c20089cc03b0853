"""Which level of a hierarchy of labels is right?"""

from __future__ import annotations

from typing import Unpack

from informed.core.counts import Counts
from informed.core.errors import Synonyms, asked
from informed.core.given import Column, Data
from informed.core.labelsets import LabelSets
from informed.questions.hierarchy.compute import Hierarchy, Level, of_counts, of_sets
from informed.readers.counting import count

__all__ = ["Hierarchy", "Level", "hierarchy"]


@asked
def hierarchy(
    data: Data | None = None,
    predicted: Column | None = None,
    *,
    actual: Column | None = None,
    steps: str | None = None,
    level: float = 0.95,
    **synonyms: Unpack[Synonyms],
) -> Hierarchy:
    r"""Judge labels that are paths, such as ``Living\Travel``: level by level, and with credit for shared steps.

    Parameters
    ----------
    data, predicted, actual
        As in `count`; or `Counts`, or `LabelSets`.
    steps
        What separates the steps of a label; by default the first of ``\ / > |`` that occurs in one.
    level
        The level of the intervals.

    Returns
    -------
    Hierarchy
        The measures of every level, partial credit and near misses.

    Raises
    ------
    InputError
        If no label has steps, or the labels cannot be read.

    Examples
    --------
    >>> found = hierarchy(["pet/cat", "pet/dog", "farm/cow"], ["pet/cat", "pet/cat", "farm/cow"])
    >>> len(found.levels)
    2
    """
    if isinstance(data, LabelSets):
        return of_sets(data, steps, level)
    counts = data if isinstance(data, Counts) else count(data, predicted, actual=actual)
    return of_counts(counts, steps, level)
