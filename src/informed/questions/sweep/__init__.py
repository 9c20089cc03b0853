"""At which threshold?"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Unpack

from informed.core.errors import InputError, Synonyms, arg, asked, choice
from informed.core.forms import in_pairs
from informed.core.given import AnyLabel, Column, Data, Incomplete, WeightKind
from informed.core.scores import Scores

if TYPE_CHECKING:
    from informed.questions.sweep.area import AreaComparison
    from informed.questions.sweep.compute import Sweep
    from informed.questions.sweep.several import Sweeps
    from informed.questions.sweep.together import ScoreComparison

__all__ = ["compare_auc", "sweep", "sweep_classes"]

DRAWS = 20  # repeats of the division into folds: their disagreement is then a fifth of that of one division


@in_pairs(lambda: (Sweep, ScoreComparison))
def sweep(
    data: Data | None = None,
    scores: Column | Mapping[str, Column] | None = None,
    *,
    actual: Column | None = None,
    positive: AnyLabel = None,
    weights: Column | None = None,
    weight_kind: WeightKind = "sampling",
    by: Column | None = None,
    cluster: Column | None = None,
    stratum: Column | None = None,
    labels: Iterable[AnyLabel] | None = None,
    missing: Incomplete = "raise",
    abstain: AnyLabel | Iterable[AnyLabel] = None,
    bins: int | None = None,
    cost_fp: float | None = None,
    cost_fn: float | None = None,
    prevalence: float | None = None,
    benefit: float | Sequence[float] | None = None,
    fallout: Sequence[float] | None = None,
    recall: Sequence[float] | None = None,
    threshold: float | Sequence[float] | None = None,
    level: float = 0.95,
    draws: int = DRAWS,
    seed: int = 0,
    **synonyms: Unpack[Synonyms],
) -> Sweep | ScoreComparison:
    """Sweep the threshold of a score over all its values.

    Parameters
    ----------
    data
        The actual labels; or a frame, a file or a dictionary of columns; or ready `Scores`.
    scores, actual
        A score per item, high for the positive label, and the actual labels; or names of columns.
        Two columns of scores are those of both ``labels``. For more classes see `sweep_classes`. Several scores of the
        same items, ``{"old": p0, "new": p1}`` or names of columns, are compared in pairs.
    positive
        The label that high scores indicate. For labels 0 and 1 the default is 1.
    weights, weight_kind, by, cluster, stratum, labels
        As in `evaluate`.
    missing
        "drop" leaves out items without a label, a score or a key; "raise" refuses them.
    abstain
        Scores that mean "no score"; None stands for a missing one. Such items are counted apart, and ranked nowhere.
    bins
        About so many bins instead of every distinct score: faster, with a stated error.
    cost_fp, cost_fn, prevalence
        What a false alarm and a miss cost (1 where only the other is given), and the share of the positive label where
        the threshold will be used. With any of them the cheapest threshold is the one to use.
    benefit
        A threshold probability, or the lowest and the highest: the net benefit of acting on scores that are
        probabilities, against acting on all items and on none. Its band holds at all thresholds together.
    fallout, recall
        The lowest and the highest: the area under that part of the ROC curve, corrected so that chance is 1/2.
    threshold
        A threshold fixed beforehand, of several scores one for all or one each: an item is predicted positive when its
        score is at least the threshold.
    level, draws, seed
        The level of the intervals. The best thresholds are cross-validated, ``draws`` times; 0 leaves it out.

    Returns
    -------
    Sweep
        Every threshold as a table, the areas, and the usual operating points. Of several scores a `ScoreComparison`:
        the sweep of each, and their differences with adjusted p.

    Raises
    ------
    InputError
        If there are more than two classes, or the scores are not numbers.

    Examples
    --------
    >>> sweep([1, 1, 0, 0], [0.9, 0.6, 0.7, 0.2]).auc.value
    0.75
    """
    from informed.questions.sweep.benefit import thresholds_of
    from informed.questions.sweep.cost import Costs
    from informed.questions.sweep.partial import Range
    from informed.questions.sweep.several import swept
    from informed.questions.sweep.together import cuts_of, swept_together
    from informed.readers.columns import given_as
    from informed.readers.scores import several_scores

    assumed = positive is None and not isinstance(data, Scores)
    beside: dict[str, Any] = {"benefit": thresholds_of(benefit), "within": Range.given(fallout, recall)}
    beside |= {"costs": Costs.given(cost_fp, cost_fn, prevalence), "level": level, "draws": draws, "seed": seed}
    if (names := _several(scores)) is not None:
        for name, each in {"by": by, "abstain": abstain, "bins": bins}.items():
            if each is not None:
                raise InputError(f"{arg(name)} cannot be used with several scores; leave it out")
        if isinstance(data, Scores):
            raise InputError("scores are compared item by item; give the labels, a frame or a file, not counted Scores")
        data, actual = given_as(data, actual)
        choice("missing", missing, ("raise", "drop"))
        keys: dict[str, Any] = {"cluster": cluster, "stratum": stratum, "weights": weights, "weight_kind": weight_kind}
        keys |= {"positive": positive, "missing": missing, "labels": labels}
        source, truth = (data, actual) if isinstance(actual, str) else (None, data)
        read = several_scores(source, truth, names, **keys)
        return swept_together(read, threshold, assumed=assumed, **beside)
    if not isinstance(data, Scores):
        data, actual = given_as(data, actual)
        how: dict[str, Any] = {"by": by, "cluster": cluster, "stratum": stratum, "weights": weights, "abstain": abstain}
        how |= {"weight_kind": weight_kind, "labels": labels, "missing": missing, "positive": positive, "bins": bins}
        data = _read(data, actual, scores, how)
    cut = cuts_of(threshold, 1)
    return swept(data, assumed=assumed, cut=None if cut is None else cut[0], **beside)


def _several(scores: Any) -> dict[str, Any] | None:
    if isinstance(scores, Mapping):
        return {str(name): each for name, each in scores.items()}
    if isinstance(scores, list | tuple) and scores and all(isinstance(each, str) for each in scores):
        return dict(zip(scores, scores, strict=True)) if len(scores) > 1 else None
    return None


def _read(data: Any, actual: Any, scores: Any, how: dict[str, Any]) -> Scores:
    from informed.readers.columns import Scored
    from informed.readers.distinct import distinct
    from informed.readers.scores import of_positive

    choice("missing", how["missing"], ("raise", "drop"))
    if isinstance(actual, str) and isinstance(scores, str):
        return distinct(data, Scored.named(actual, scores, **how))
    if actual is not None:
        raise InputError(
            f"names a column; name that of {arg('scores')} as well, or give arrays", argument="actual", value=actual
        )
    if scores is None:
        raise InputError("scores is missing: give one score for each item, or Scores in place of the labels")
    return distinct(None, Scored.arrays(data, of_positive(data, scores, how["positive"], how["labels"]), **how))


@asked
def sweep_classes(
    actual: Column,
    scores: Column,
    *,
    labels: Iterable[AnyLabel] | None = None,
    weights: Column | None = None,
    weight_kind: WeightKind = "sampling",
    missing: str = "raise",
    bins: int | None = None,
    level: float = 0.95,
    draws: int = DRAWS,
    seed: int = 0,
    **synonyms: Unpack[Synonyms],
) -> Sweeps:
    """Sweep the threshold of each class against the rest.

    Parameters
    ----------
    actual
        The actual labels.
    scores
        A matrix: a row per item, a column for each of ``labels`` (in sorted order when not given).
    labels, weights, weight_kind, missing, bins, level, draws, seed
        As in `sweep`.

    Returns
    -------
    Sweeps
        A sweep per class, by its label.

    Raises
    ------
    InputError
        If the scores do not have a column per class.

    Examples
    --------
    >>> import numpy
    >>> sweep_classes(["a", "b", "c"] * 4, numpy.tile(numpy.eye(3), (4, 1)), labels=["a", "b", "c"], draws=0).average()
    1.0
    """
    from informed.questions.sweep.several import swept_classes
    from informed.readers.columns import Scored
    from informed.readers.distinct import distinct
    from informed.readers.scores import by_class

    how: dict[str, Any] = {"labels": labels, "weights": weights, "weight_kind": weight_kind}
    found = {
        label: distinct(None, Scored.arrays(read, column, positive=label, bins=bins, missing=missing, **how))
        for label, read, column in by_class(actual, scores, labels, missing)
    }
    return swept_classes(found, level=level, draws=draws, seed=seed)


@asked
def compare_auc(
    actual: Column,
    first: Column,
    second: Column,
    *,
    positive: AnyLabel = None,
    missing: str = "raise",
    level: float = 0.95,
    method: str | None = None,
    fallout: Sequence[float] | None = None,
    recall: Sequence[float] | None = None,
    **synonyms: Unpack[Synonyms],
) -> AreaComparison:
    """Compare how well two scores rank the same items, by DeLong's variance of their difference.

    Parameters
    ----------
    actual
        The actual labels.
    first, second
        A score per item from each system, high for the positive label.
    positive
        The label that high scores indicate. For labels 0 and 1 the default is 1.
    missing
        "drop" leaves out items without a label or a score; "raise" refuses them.
    level
        The confidence level.
    method
        "delong" for DeLong's own test and interval of the difference, by the normal distribution, as other programs
        have them. By default Student's t takes its place, which few items need.
    fallout, recall
        As in `sweep`: the areas under that part of both curves.

    Returns
    -------
    AreaComparison
        Both areas under the ROC curve, their difference with its interval, and p.

    Raises
    ------
    InputError
        If the columns differ in length, or there are not two classes.

    Examples
    --------
    >>> compare_auc([1, 1, 0, 0], [0.9, 0.6, 0.7, 0.2], [0.8, 0.7, 0.3, 0.1]).difference.value
    -0.25
    """
    from informed.inference.interval import check_level
    from informed.questions.sweep.area import compare_areas
    from informed.questions.sweep.partial import Range, compare_parts
    from informed.readers.scores import read_two_scores

    read = read_two_scores(actual, first, second, positive, missing)
    part = Range.given(fallout, recall)
    level = check_level(level)
    return compare_areas(*read, level, method) if part is None else compare_parts(*read, level, method, part)
