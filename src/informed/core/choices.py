"""The closed choices of arguments, each written once: type checkers, the shell, pages and the checks read them here."""

from typing import Any, Literal, get_args

Missing = Literal["raise", "drop", "unjudged"]
Incomplete = Literal["raise", "drop"]  # missing values where an item without an actual label tells nothing
WeightKind = Literal["sampling", "frequency"]
Undefined = Literal["limit", "nan", "raise"]
Reference = Literal["gold", "comparator"]
View = Literal["table", "inverse", "dual", "perverse"]
Words = Literal["general", "clinical"]  # recall and precision, or sensitivity, specificity, predictive values
Side = Literal["actual", "predicted"]
Adjustment = Literal["holm", "bh", "none"]
PairAdjustment = Literal["holm", "bh", "max_t", "none"]
Distance = Literal["nominal", "ordinal", "interval", "ratio"]
Drawn = Literal["random", "by_judge", "elsewhere"]
RaterModel = Literal["auto", "dawid_skene", "knows_or_guesses"]
Maximized = Literal["informedness", "edge", "trace", "mutual_information"]
Kept = Literal["informative", "best", "all"]
Counting = Literal["tasks", "items"]
Resampling = Literal["halves", "bootstrap"]
SetInput = Literal["sets", "long", "json"]
Settled = Literal["pass", "fail"]
Unjudged = Literal["apart", "irrelevant"]


def values(of: Any) -> tuple[str, ...]:
    """The values of a Literal."""
    return get_args(of)
