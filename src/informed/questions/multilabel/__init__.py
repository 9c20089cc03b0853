"""How much do sets of labels capture?"""

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, Unpack

from informed.core.errors import Synonyms, arg, asked, unusual
from informed.core.forms import stepped
from informed.core.given import AnyLabel, Column, Data, Incomplete, Matrix, WeightKind

if TYPE_CHECKING:
    from informed.questions.evaluate.hierarchy import Hierarchy
    from informed.questions.multilabel.compute import SetComparison, SetEvaluation

__all__ = ["compare_multilabel", "multilabel"]


@stepped(lambda: (SetEvaluation, Hierarchy))
def multilabel(
    data: Data | None = None,
    predicted: Data | None = None,
    *,
    actual: Column | None = None,
    id: str | None = None,
    label: str | None = None,
    labels: Iterable[AnyLabel] | None = None,
    strip: bool = True,
    separator: str | None = None,
    weights: Column | None = None,
    weight_kind: WeightKind = "sampling",
    by: Column | None = None,
    cluster: Column | None = None,
    stratum: Column | None = None,
    missing: Incomplete = "raise",
    abstain: AnyLabel | Iterable[AnyLabel] = None,
    value: Matrix | None = None,
    cost: Matrix | None = None,
    measures: Iterable[str] | None = None,
    level: float | None = 0.95,
    draws: int | None = None,
    seed: int = 0,
    progress: Callable[[float], object] | None = None,
    steps: str | None = None,
    **synonyms: Unpack[Synonyms],
) -> "SetEvaluation | Hierarchy":
    """Judge a labeller that gives each item a set of labels.

    Parameters
    ----------
    data
        The actual sets: a list of sets, a CSR or an indicator matrix; or a frame; or ready `LabelSets`.
    predicted, actual
        The predicted and the actual sets, or the names of their columns.
    id, label
        The columns of long frames: one row per item and label.
    labels
        All labels; for a matrix, in the order of its columns.
    strip, separator
        Whether space at the ends of labels is removed, and what separates the labels of one text.
    weights, weight_kind, by, cluster, stratum
        As in `evaluate`: one value per item, or the names of columns of a frame.
    missing
        "drop" leaves out items without a set (None), a weight or a key; "raise" refuses them.
    abstain
        Labels that stand alone in a predicted set and mean "no answer"; "" stands for an empty set, None for a missing
        one. Such items are counted apart.
    value, cost
        What the outcomes of a label are worth, or what they cost: ``[[found, missed], [given wrongly, left out]]``, one
        table for all labels or one per label, ``{"sport": [[0, 5], [1, 0]], ...}``.
    measures
        Only these, for speed.
    level
        The level of the intervals; None gives the values alone.
    draws, seed
        How often sets are drawn at random to see how optimistic permuted proficiency is.
    progress
        Called with the share done of the search for the best renaming, which takes longest.
    steps
        As in `evaluate`: what separates the steps of labels that are paths, or "auto".

    Returns
    -------
    SetEvaluation
        Measures with chance and interval, the categories, and the best renaming. With ``steps`` `Hierarchy`: the
        measures of every level, partial credit and near misses.

    Raises
    ------
    InputError
        If the sets cannot be read, or a measure is unknown.

    Examples
    --------
    >>> multilabel([{"a", "b"}, {"b"}, set(), {"a"}], [{"a"}, {"b"}, {"b"}, {"a"}], draws=0).measures["recall"].value
    0.75
    """
    said = locals()
    from informed.questions.evaluate.hierarchy import AUTO
    from informed.questions.multilabel.compute import judged
    from informed.questions.multilabel.hierarchy import APART, of_sets
    from informed.questions.multilabel.plan import Plan
    from informed.questions.multilabel.price import Prices
    from informed.readers.columns import given_as
    from informed.readers.sets import read_sets

    if steps is not None:
        unusual(said, (*APART, "progress"), multilabel, f"with {arg('steps')}")
    data, actual = given_as(data, actual)
    how: dict[str, Any] = {"id": id, "label": label, "labels": labels, "strip": strip, "separator": separator}
    how |= {"weights": weights, "weight_kind": weight_kind, "cluster": cluster, "stratum": stratum}
    sets = read_sets(data, predicted, actual=actual, **how, by=by, missing=missing, abstain=abstain)
    if steps is not None:
        return of_sets(sets, None if steps == AUTO else steps, level or 0.95)
    return judged(sets, Plan.of(measures, level, draws, seed, progress, Prices.of(value, cost)))


@asked
def compare_multilabel(
    data: Data | None = None,
    predicted: Mapping[str, Data] | None = None,
    *,
    actual: Column | None = None,
    id: str | None = None,
    label: str | None = None,
    labels: Iterable[AnyLabel] | None = None,
    strip: bool = True,
    separator: str | None = None,
    weights: Column | None = None,
    weight_kind: WeightKind = "sampling",
    by: Column | None = None,
    cluster: Column | None = None,
    stratum: Column | None = None,
    missing: str = "raise",
    abstain: AnyLabel | Iterable[AnyLabel] = None,
    value: Matrix | None = None,
    cost: Matrix | None = None,
    measures: Iterable[str] | None = None,
    level: float | None = 0.95,
    draws: int | None = None,
    seed: int = 0,
    progress: Callable[[float], object] | None = None,
    **synonyms: Unpack[Synonyms],
) -> "SetComparison":
    """Compare labellers that give each item a set of labels.

    Parameters
    ----------
    data, actual, id, label, labels, strip, separator, measures, level, draws, seed, progress
        As in `multilabel`.
    weights, weight_kind, cluster, stratum, missing, value, cost
        As in `multilabel`.
    abstain
        As in `multilabel`; the systems are compared on the items that all of them answered.
    predicted
        The predicted sets of each system by name, the baseline first.

    Returns
    -------
    SetComparison
        Every system, and every difference with interval and p.

    Raises
    ------
    InputError
        If the sets cannot be read, or only one system is given.

    Examples
    --------
    >>> both = {"old": [{"a"}, set(), {"b"}], "new": [{"a"}, {"b"}, {"b"}]}
    >>> round(compare_multilabel([{"a"}, {"b"}, {"b"}], both, draws=0).difference("recall").estimate.value, 3)
    0.333
    """
    from informed.questions.multilabel.compute import compared
    from informed.questions.multilabel.plan import Plan
    from informed.questions.multilabel.price import Prices
    from informed.readers.columns import given_as
    from informed.readers.sets import read_sets

    data, actual = given_as(data, actual)
    how: dict[str, Any] = {"id": id, "label": label, "labels": labels, "strip": strip, "separator": separator}
    how |= {"weights": weights, "weight_kind": weight_kind, "cluster": cluster, "stratum": stratum}
    sets = read_sets(data, predicted, actual=actual, **how, by=by, missing=missing, abstain=abstain)
    return compared(sets, Plan.of(measures, level, draws, seed, progress, Prices.of(value, cost)))
