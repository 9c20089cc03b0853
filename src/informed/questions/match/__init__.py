"""Which cluster stands for which class, and which labels should be renamed, merged or split?"""

from collections.abc import Iterable
from typing import Unpack

from informed.core.counts import Counts
from informed.core.errors import Synonyms, arg, unusual
from informed.core.forms import changed
from informed.core.given import AnyLabel, Column, Data, Incomplete, Kept, Maximized
from informed.questions.match.changes import APART, Taxonomy, doctored
from informed.questions.match.compute import Matching, matched, search_for
from informed.readers.columns import given_as
from informed.readers.crosstab import cross

__all__ = ["Matching", "Taxonomy", "match"]


@changed(lambda: (Matching, Taxonomy))
def match(
    data: Data | None = None,
    predicted: Column | None = None,
    *,
    actual: Column | None = None,
    by: Column | None = None,
    missing: Incomplete = "raise",
    abstain: AnyLabel | Iterable[AnyLabel] = None,
    maximize: Maximized = "informedness",
    many_to_one: bool = False,
    keep: Kept = "informative",
    level: float = 0.95,
    draws: int | None = None,
    seed: int = 0,
    changes: bool = False,
    loss: float = 0.1,
    **synonyms: Unpack[Synonyms],
) -> Matching | Taxonomy:
    """Match clusters to classes so that the predictions they make are best; or find labels to rename, merge or split.

    Parameters
    ----------
    data
        The class of every item; or a frame; or `Counts` of classes x clusters.
    predicted, actual
        The cluster and the class of every item, or the names of their columns.
    by
        What splits the items into groups, each matched by itself: arrays or names of columns. p of groups allow for all
        of them.
    missing
        Items without a class or a cluster: "raise" or "drop".
    abstain
        Clusters that mean "no cluster", such as the -1 of noise. Their items are counted apart. Items are drawn one by
        one to see what chance does, so that weights, clusters of items and strata have no place here.
    maximize
        What the match makes greatest: "informedness", "edge" (the bias-weighted form of 2003), "trace" or
        "mutual_information".
    many_to_one, keep
        Whether several clusters may stand for one class, and then which are left alone: "informative" (those that
        gain nothing), "best" (those that predict no class better than every other cluster does) or "all" (none).
    level, draws, seed
        The level of the interval; how often clusters are drawn at random (499 times, 99 for large tables); the seed.
    changes
        Whether to find labels that are to be changed: chosen on one half of the items, judged on the other. ``level``
        is then one minus the chance that any change is reported where there is none to be made.
    loss
        With ``changes``: classes are merged when less than this share of the information that tells them apart is
        captured.

    Returns
    -------
    Matching
        The match, its optimistic value, and the value corrected for matching after the fact. With ``changes``
        `Taxonomy`: the changes that the held-out items confirm.

    Raises
    ------
    InputError
        If the columns differ in length, or `maximize` is unknown.

    Examples
    --------
    >>> match(["a", "a", "b", "b"], [1, 1, 0, 0], draws=10).value.value
    1.0
    >>> match(["cat", "dog"] * 40, ["Cat", "Dog"] * 40, changes=True).n
    80
    """
    unusual(locals(), APART if changes else ("loss",), match, f"{'with' if changes else 'without'} {arg('changes')}")
    data, actual = given_as(data, actual)
    search = search_for(maximize, many_to_one, keep)
    keys = {"by": by, "missing": missing, "abstain": abstain}
    counts = data if isinstance(data, Counts) else cross(data, predicted, actual=actual, **keys)
    if changes:
        return doctored(counts, level=level, loss=loss, seed=seed)
    return matched(counts, search, level=level, draws=draws, seed=seed)
