"""MLflow: a measure as a metric of its evaluations, and an answer as metrics and artifacts of a run."""

import math
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from informed.core.metrics import measure_name, part_of_name, short
from informed.core.registry import Measure, get
from informed.inference.estimates import estimate
from informed.integrations.sklearn import defining, score_function
from informed.readers.counting import count

if TYPE_CHECKING:
    from informed.core.result import Result

MOST = 1000  # metrics in one request
DEFINING = {"labels", "pos_label"}  # options that leave a measure what it is; with others it has no interval


def make_metrics(*measures: str | Measure, level: float = 0.95, **options: Any) -> list[Any]:
    """Make metrics for ``extra_metrics=`` of ``mlflow.models.evaluate``: of each measure its value and its interval.

    Parameters
    ----------
    measures
        Any measures: "informedness", "f_measure(beta=2)".
    level
        The confidence level of the intervals, which are metrics of their own: ``informedness_low`` and
        ``informedness_high``.
    options
        Those of the score functions: ``pos_label="ill"``, ``average="macro"``. A mean over labels has no interval.

    Returns
    -------
    list of mlflow.models.EvaluationMetric
        What MLflow takes.
    """
    ends = ("", "low", "high") if set(options) <= DEFINING else ("",)
    return [_metric(get(each), end, level, options) for each in measures for end in ends]


def _metric(measure: Measure, end: str, level: float, options: Mapping[str, Any]) -> Any:
    """The value of a measure, or an end of its interval, under the name that it has in every tracker."""
    from mlflow.metrics import MetricValue, make_metric

    name = "_".join(filter(None, (measure_name(str(measure)), end)))
    says = {"": measure.says, "low": "lower", "high": "upper"}[end] + f" end of the interval of {measure}" * bool(end)

    def eval_fn(predictions: Any, targets: Any) -> Any:
        if end:
            given = {each: options.get(each) for each in DEFINING}
            table = defining(measure, count(targets, predictions), **given)
            found = getattr(estimate(table, measure, level=level), end)
        else:
            found = score_function(get(measure.name))(targets, predictions, **measure.parameters, **options)
        return MetricValue(aggregate_results={name: math.nan if found is None else float(found)})

    better = measure.higher_is_better is not False
    return make_metric(eval_fn=eval_fn, greater_is_better=better, name=name, long_name=says)


def log_result(
    result: "Result",
    only: str | Iterable[str] | None = None,
    *,
    every: bool = False,
    prefix: str = "",
    folder: str = "informed",
    step: int | None = None,
) -> None:
    """Log the numbers of any answer as metrics of the active run, and all of it as JSON and text beside them.

    Parameters
    ----------
    result
        An evaluation, a comparison, a sweep, ...
    only, every
        Which numbers, as in `Result.metrics`; by default the first twelve.
    prefix
        What stands before every name, that of the folder and of the tag included: "test/", "val_"; a slash follows
        where it ends in a letter or a digit.
    folder
        Where the artifacts go.
    step
        The step of the run.
    """
    import mlflow

    before = "/".join(part and part_of_name(part) for part in prefix.split("/"))
    before += "/" * before[-1:].isalnum()
    numbers = [(short(before + name), value) for name, value in result.metrics(only, every=every).items()]
    for start in range(0, len(numbers), MOST):
        mlflow.log_metrics(dict(numbers[start : start + MOST]), step=step)
    mlflow.log_dict(result.to_dict(), f"{before}{folder}/{result.kind}.json")
    mlflow.log_text(str(result), f"{before}{folder}/{result.kind}.txt")
    mlflow.set_tag(f"{before}informed.signature", result.signature)
