"""Do raters agree beyond chance?"""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from informed.core.errors import asked, choice
from informed.core.given import AnyLabel, Column, Data, Distance, Incomplete, WeightKind
from informed.questions.agree.coefficients import NUMERIC
from informed.questions.agree.compute import Agreement, agreed
from informed.readers.annotations import export_of, ratings_of
from informed.readers.ratings import read_ratings

__all__ = ["Agreement", "agree"]


@asked
def agree(
    data: Data | None,
    *,
    raters: Iterable[str] | None = None,
    item: str | None = None,
    rater: str | None = None,
    label: str | None = None,
    input: str = "auto",
    question: str | None = None,
    labels: Iterable[AnyLabel] | None = None,
    metric: Distance = "nominal",
    weights: Column | None = None,
    weight_kind: WeightKind = "sampling",
    by: Column | None = None,
    cluster: Column | None = None,
    stratum: Column | None = None,
    missing: Incomplete = "raise",
    abstain: AnyLabel | Iterable[AnyLabel] = None,
    level: float = 0.95,
) -> Agreement:
    """Measure how far two or more raters agree beyond chance.

    Parameters
    ----------
    data
        One row per item and one column per rater, None or NaN where a rating is missing; or a dictionary of raters;
        or a frame; or the path of an export of Label Studio, Prodigy, doccano or Argilla.
    raters
        The columns of the raters; by default all of the frame. Of an export: the raters to use.
    item, rater, label
        The columns of a long table: one row per rating.
    input, question
        Of a file: "rows", or the export it is ("auto" tells it by its shape); and the question of the export.
    labels
        All labels, in their order; by default that of categories, or sorted.
    metric
        How far apart two labels are for Krippendorff's alpha and Gwet's AC2: "nominal", "ordinal" (in the order of
        ``labels``), "interval" or "ratio" (labels are numbers, which have intraclass correlations too).
    weights, weight_kind, by, cluster, stratum
        As in `evaluate`: one value per item, or the names of columns of a frame.
    missing
        "drop" leaves out items without a weight or a key; "raise" refuses them. Ratings may always be missing.
    abstain
        Ratings that mean "no rating".
    level
        The level of the intervals.

    Returns
    -------
    Agreement
        Agreement overall, per pair of raters and per label, and where they disagree.

    Raises
    ------
    InputError
        If fewer than two raters have rated, or a weight or key is missing.

    Examples
    --------
    >>> agree([["a", "a"], ["a", "b"], ["b", "b"], ["b", "b"]]).measures["agreement"].value
    0.75
    """
    fractions = metric in NUMERIC
    choice("missing", missing, ("raise", "drop"))
    how: dict[str, Any] = {"by": by, "cluster": cluster, "stratum": stratum, "weights": weights, "abstain": abstain}
    how |= {"weight_kind": weight_kind, "labels": labels, "missing": missing, "fractions": fractions}
    export = export_of(data, input, named=any(each is not None for each in (item, rater, label)))
    if export is None:
        read = read_ratings(data, raters=raters, item=item, rater=rater, label=label, **how)
    else:
        given = ratings_of(export, question, raters)
        read = read_ratings(given.columns, item="item", rater="rater", label="label", **how)
        read = replace(read, notes=(*read.notes, *given.notes))
    return agreed(read, metric=metric, level=level)
