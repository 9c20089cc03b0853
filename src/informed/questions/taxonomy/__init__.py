"""Which labels should be renamed, merged or split?"""

from __future__ import annotations

from typing import Unpack

from informed.core.choices import Incomplete
from informed.core.counts import Counts
from informed.core.errors import Synonyms, asked
from informed.core.given import Column, Data
from informed.questions.taxonomy.compute import Change, Taxonomy, doctored
from informed.readers.columns import given_as
from informed.readers.crosstab import cross

__all__ = ["Change", "Taxonomy", "taxonomy"]


@asked
def taxonomy(
    data: Data | None = None,
    predicted: Column | None = None,
    *,
    actual: Column | None = None,
    missing: Incomplete = "raise",
    level: float = 0.95,
    loss: float = 0.1,
    seed: int = 0,
    **synonyms: Unpack[Synonyms],
) -> Taxonomy:
    """Find labels to rename, merge or split: chosen on one half of the items, judged on the other.

    Parameters
    ----------
    data, predicted, actual, missing
        As in `match`: two columns of labels, a frame, or `Counts`.
    level
        One minus the chance that any change is reported where there is none to be made.
    loss
        Classes are merged when less than this share of the information that tells them apart is captured.
    seed
        The seed of the random halves.

    Returns
    -------
    Taxonomy
        The changes that the held-out items confirm.

    Raises
    ------
    InputError
        If the columns differ in length, or an option is unknown.

    Examples
    --------
    >>> taxonomy(["cat", "dog"] * 40, ["Cat", "Dog"] * 40).n
    80
    """
    data, actual = given_as(data, actual)
    counts = data if isinstance(data, Counts) else cross(data, predicted, actual=actual, missing=missing)
    return doctored(counts, level=level, loss=loss, seed=seed)
