"""Is a predictor informed, or is it guessing?"""

from collections.abc import Iterable, Mapping
from inspect import signature
from typing import TYPE_CHECKING, Any, Unpack

from informed.core.errors import Synonyms, among, arg, stated, unusual
from informed.core.forms import judging
from informed.core.given import AnyLabel, Column, Data, Matrix, Missing, Reference, Undefined, View, WeightKind, Words
from informed.core.registry import Measure
from informed.inference.subject import subject
from informed.questions.evaluate.compute import evaluated
from informed.questions.evaluate.recipe import DRAWS, SEED
from informed.questions.evaluate.result import Evaluation
from informed.readers.counting import COUNTED, table_of
from informed.readers.files.saved import quality_of

if TYPE_CHECKING:
    from informed.questions.evaluate.hierarchy import Hierarchy
    from informed.questions.evaluate.ordered import Ordered
    from informed.questions.evaluate.verified import Verification

__all__ = ["Evaluation", "evaluate"]

OPTIONS = list(signature(evaluated).parameters)[1:]


@judging(lambda: (Evaluation, Hierarchy, Ordered, Verification))
def evaluate(
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
    positive: AnyLabel = None,
    words: Words | None = None,
    undefined: Undefined = "limit",
    reference: Reference = "gold",
    reference_quality: object = None,
    level: float = 0.95,
    method: str | None = None,
    draws: int = DRAWS,
    seed: int = SEED,
    measures: Iterable[str | Measure] = (),
    value: Matrix | None = None,
    cost: Matrix | None = None,
    view: View = "table",
    only: Iterable[str] | None = None,
    per_label: Iterable[str] | None = None,
    steps: str | None = None,
    ordered: bool = False,
    verified: Column | None = None,
    **synonyms: Unpack[Synonyms],
) -> "Evaluation | Hierarchy | Ordered | Verification":
    """Judge a predictor from its actual and predicted labels.

    Parameters
    ----------
    data
        The actual labels; or a frame, a file or a dictionary of columns; or `Counts` or `Items`; or a sample
        log (`read`) whose answers are a few options.
    predicted, actual
        The predicted and the actual labels, or the names of their columns. ``y_pred`` and ``y_true`` mean the same.
    weights, weight_kind
        A weight per item, and what it is: "sampling" (how many items of the population one stands for) or
        "frequency" (how often the item occurred). ``sample_weight`` means the same as ``weights``.
    by
        What splits the items into groups, each judged by itself: arrays or names of columns.
    cluster, stratum
        The cluster and the stratum of each item. Intervals allow for both.
    labels
        All labels, in the order to show them. Columns that look like ids or numbers are refused without it.
    rename
        The names to count labels under, on either side: ``{"pos": "ill", "neg": "well"}``. Labels that get one name
        are merged. Everything else that is said of labels uses the new names.
    missing
        Items without a label: "raise", "drop", or "unjudged" (without an actual label: counted apart).
    abstain
        Predicted labels that mean "no prediction"; None stands for a missing one.
    positive
        The positive label; with it the binary rates join the measures of the whole table.
    words
        "general" (recall and precision) or "clinical" (sensitivity, specificity, predictive values and likelihood
        ratios); by default clinical where ``positive`` is named.
    undefined
        What 0/0 gives: "limit" (the convention of the source), "nan" or "raise".
    reference
        "gold" when the actual labels are the truth, "comparator" when they are another opinion.
    reference_quality
        How the actual labels err, where they do: `Counts` truth x actual label of some checked items, for two labels
        the pair (recall, fallout) for the first (or ``positive``) one, or whatever has ``labels`` and a ``matrix``
        truth x actual label. Measures against the truth then stand beside those against the labels.
    level, method, draws, seed
        The level of the intervals; their method where it applies ("bootstrap", "posterior", ...), by default each
        measure's best; how often methods that draw do so, and from which seed.
    measures
        Further measures, shown first: "f_measure(beta=2)".
    value, cost
        What each actual x predicted outcome is worth or costs, to price the predictor.
    view
        The table as it is ("table"), or its "inverse", "dual" or "perverse".
    only, per_label
        Only these measures, of the whole table (without tests of significance) and of each label.
    steps
        Labels are paths, such as ``Living/Travel``, and this separates their steps; "auto" takes what separates them
        (a backslash, ``/``, ``>`` or ``|``). Every level is judged by itself, and shared steps earn credit.
    ordered
        Both columns are numbers, or labels in the order of ``labels``: whether their order and their level are known.
    verified
        Which items were verified (yes or no): the actual labels of the others are not looked at, and what would be
        found of all is estimated, as far as the prediction alone decides who is verified.

    Returns
    -------
    Evaluation
        Measures with chance and interval, overall and per label, and the verdict. With ``steps`` `Hierarchy`: the
        measures of every level, partial credit and near misses. With ``ordered`` `Ordered`: informedness of order, and
        slopes. With ``verified`` `Verification`: the measures of all items, and how far they may be trusted.

    Raises
    ------
    InputError
        If the labels cannot be read (lengths differ, values are missing, a column of ids or scores), or an option
        is unknown.

    Examples
    --------
    >>> evaluate(["rain", "sun", "rain", "sun"], ["rain", "sun", "sun", "sun"]).measures["informedness"].value
    0.5
    >>> paths = ["pet/cat", "pet/dog", "farm/cow"], ["pet/cat", "pet/cat", "farm/cow"]
    >>> evaluate(*paths, steps="/").levels[0].measures["accuracy"].value
    1.0
    """
    said = locals()
    if ordered:
        from informed.questions.evaluate.ordered import APART as UNORDERED
        from informed.questions.evaluate.ordered import in_order
        from informed.readers.columns import Rated
        from informed.readers.distinct import distinct

        unusual(said, (*UNORDERED, "only", "per_label"), evaluate, f"with {arg('ordered')}")
        how = stated(**among(said, ("weights", "weight_kind", "cluster", "labels", "missing"))) | {"fractions": True}
        named = isinstance(actual, str) and isinstance(predicted, str)
        truth = {"truth": data if actual is None else actual, "predicted": predicted}
        names: Any = (actual, predicted)
        columns = Rated.named(None, names, **how) if named else Rated.arrays(None, truth, **how)
        return in_order(distinct(data if named else None, columns), level=level, listed=labels is not None)
    counting = stated(**among(said, COUNTED))
    if steps is not None:
        from informed.questions.evaluate.hierarchy import APART, AUTO, of_counts

        unusual(said, (*APART, "only", "per_label"), evaluate, f"with {arg('steps')}")
        return of_counts(table_of(data, predicted, **counting), None if steps == AUTO else steps, level)
    if verified is not None:
        from informed.questions.evaluate.verified import APART as VERIFIED
        from informed.questions.evaluate.verified import corrected, split

        unusual(said, (*VERIFIED, "only", "per_label"), evaluate, f"with {arg('verified')}")
        seen = split(table_of(data, predicted, **counting | {"by": verified, "missing": "unjudged"}))
        return corrected(seen, positive=positive, level=level, draws=draws, seed=seed)
    return evaluated(
        subject(data, predicted, cluster, stratum, counting),
        **among(said, OPTIONS) | {"reference_quality": quality_of(reference_quality)},
    )
