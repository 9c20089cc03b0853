"""What would the predictions win as bets at fair odds?"""

from collections.abc import Iterable, Mapping
from typing import Any, Unpack

from informed.core.errors import Synonyms, among, asked, stated
from informed.core.given import AnyLabel, Column, Data, Matrix, Missing, WeightKind
from informed.inference.subject import subject_or_table
from informed.questions.bookmaker.compute import Book, booked
from informed.readers.counting import COUNTED

__all__ = ["Book", "bookmaker"]


@asked
def bookmaker(
    data: Data | None = None,
    predicted: Column | None = None,
    *,
    actual: Column | None = None,
    weights: Column | None = None,
    weight_kind: WeightKind = "sampling",
    by: Column | None = None,
    cluster: Column | None = None,
    stratum: Column | None = None,
    labels: Iterable[AnyLabel] | None = None,
    rename: Mapping[Any, Any] | None = None,
    missing: Missing = "raise",
    abstain: AnyLabel | Iterable[AnyLabel] = None,
    pool: float = 1.0,
    payoffs: Matrix | None = None,
    level: float = 0.95,
    **synonyms: Unpack[Synonyms],
) -> Book:
    """Write the betting book of a predictor: odds, stakes, what each cell and label won, and the edge.

    Parameters
    ----------
    data, predicted, actual, weights, weight_kind, by, cluster, stratum, labels, rename, missing, abstain
        As in `evaluate`; ``data`` may also be a table, actual x predicted. Items abstained from are bets not placed.
    pool
        What perfect play wins on each label (the papers' spreadsheet uses 10).
    payoffs
        Another price list: ``payoffs[c][l]`` is what a bet on label l wins when class c turns out. It is checked for
        fairness; the edge stays that of fair odds.
    level
        The level of the intervals.

    Returns
    -------
    Book
        The odds, the bets and the winnings.

    Raises
    ------
    InputError
        If the table is not square, or the payoffs do not fit it.

    Examples
    --------
    >>> round(bookmaker(Counts([[60, 10], [10, 20]])).edge.value, 3)  # 60/70 + 20/30 - 1
    0.524
    """
    judged = subject_or_table(data, predicted, cluster, stratum, stated(**among(locals(), COUNTED)))
    return booked(judged, pool=pool, payoffs=payoffs, level=level)
