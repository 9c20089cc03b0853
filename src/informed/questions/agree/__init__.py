"""Do raters agree beyond chance?"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from informed.core.errors import asked
from informed.questions.agree.compute import Agreement, agreed
from informed.questions.agree.distances import NUMERIC
from informed.readers.ratings import read_ratings

__all__ = ["Agreement", "agree"]


@asked
def agree(
    data: Any,
    *,
    raters: Iterable[str] | None = None,
    id: str | None = None,
    rater: str | None = None,
    label: str | None = None,
    labels: Iterable[Any] | None = None,
    metric: str = "nominal",
    level: float = 0.95,
) -> Agreement:
    """Say how far two or more raters agree, beyond chance.

    Parameters
    ----------
    data
        One row per item and one column per rater, None or NaN where a rating is missing; or a dictionary of raters;
        or a frame.
    raters
        The columns of the raters; by default all of the frame.
    id, rater, label
        The columns of a long frame: one row per rating.
    labels
        All labels, in their order; by default that of categories, or sorted.
    metric
        How far apart two labels are for Krippendorff's alpha: "nominal", "ordinal" (in the order of ``labels``),
        "interval" or "ratio" (labels are numbers).
    level
        The level of the intervals.

    Returns
    -------
    Agreement
        Agreement overall, per pair of raters and per label, and where they disagree.
    """
    fractions = metric in NUMERIC
    read = read_ratings(data, raters=raters, id=id, rater=rater, label=label, labels=labels, fractions=fractions)
    return agreed(read, metric=metric, level=level)
