"""MLflow: a measure as a metric of its evaluations, and an evaluation as metrics and artifacts of a run."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from informed.integrations.sklearn import score_function
from informed.registry import Measure, get
from informed.writers.metrics import flat

if TYPE_CHECKING:
    from informed.evaluation import Evaluation

REFUSED = re.compile(r"[^\w./ -]")  # what MLflow takes in no name


def make_metric(measure: str | Measure, **options: Any) -> Any:
    """A measure for ``extra_metrics=`` of ``mlflow.evaluate``; options are those of its score function.

    ``make_metric("recall", pos_label="rain")``, ``make_metric("f_measure(beta=2)", average="macro")``.
    """
    from mlflow.metrics import MetricValue
    from mlflow.metrics import make_metric as mlflow_metric

    chosen = get(measure)
    name = REFUSED.sub("_", str(chosen))

    def eval_fn(predictions: Any, targets: Any) -> Any:
        value = score_function(get(chosen.name))(targets, predictions, **chosen.parameters, **options)
        return MetricValue(aggregate_results={name: float(value)})

    return mlflow_metric(
        eval_fn=eval_fn, greater_is_better=chosen.higher_is_better is not False, name=name, long_name=chosen.says
    )


def log_evaluation(
    evaluation: Evaluation, *, prefix: str = "", folder: str = "informed", step: int | None = None
) -> None:
    """Log every finite number as a metric of the active run, and the evaluation as JSON and text beside it."""
    import mlflow

    numbers = {REFUSED.sub("_", f"{prefix}{name}"): value for name, value in flat(evaluation).items()}
    mlflow.log_metrics(numbers, step=step)
    mlflow.log_dict(evaluation.to_dict(), f"{folder}/evaluation.json")
    mlflow.log_text(str(evaluation), f"{folder}/evaluation.txt")
    mlflow.set_tag("informed.signature", evaluation.signature)
