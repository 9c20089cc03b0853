"""MLflow: a measure as a metric of its evaluations, and an evaluation as metrics and artifacts of a run."""

from __future__ import annotations

import re
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from informed.core.registry import Measure, get
from informed.integrations.sklearn import score_function
from informed.questions.evaluate.formats import escaped, flat

if TYPE_CHECKING:
    from informed.questions.evaluate.result import Evaluation

REFUSED = re.compile(r"[^\w./ -]")  # what MLflow takes in no name
STEPS = re.compile(r"^\.(?=\.?$)")  # nor these as a part of one: they lead elsewhere in a path
LONGEST = 250  # characters of a name
MOST = 1000  # metrics in one request


def metric_name(name: str) -> str:
    """A name that MLflow takes; different names stay different."""
    parts = [escaped(STEPS, escaped(REFUSED, part)) or "_x_" for part in name.split("/")]
    whole = "/".join(parts)
    return whole if len(whole) <= LONGEST else f"{whole[: LONGEST - 17]}-{sha256(name.encode()).hexdigest()[:16]}"


def make_metric(measure: str | Measure, **options: Any) -> Any:
    """A measure for ``extra_metrics=`` of ``mlflow.evaluate``; options are those of its score function.

    ``make_metric("recall", pos_label="rain")``, ``make_metric("f_measure(beta=2)", average="macro")``.
    """
    from mlflow.metrics import MetricValue
    from mlflow.metrics import make_metric as mlflow_metric

    chosen = get(measure)
    name = metric_name(str(chosen))

    def eval_fn(predictions: Any, targets: Any) -> Any:
        value = score_function(get(chosen.name))(targets, predictions, **chosen.parameters, **options)
        return MetricValue(aggregate_results={name: float(value)})

    return mlflow_metric(
        eval_fn=eval_fn, greater_is_better=chosen.higher_is_better is not False, name=name, long_name=chosen.says
    )


def log_evaluation(
    evaluation: Evaluation, *, prefix: str = "", folder: str = "informed", step: int | None = None
) -> None:
    """Log every finite number as a metric of the active run, and the evaluation as JSON and text beside it.

    ``prefix`` stands before every name, that of the folder and of the tag included. Characters that MLflow refuses are
    escaped: the label ``a|b`` is ``a_x7C_b``.
    """
    import mlflow

    numbers = [(metric_name(f"{prefix}{name}"), value) for name, value in flat(evaluation).items()]
    for start in range(0, len(numbers), MOST):
        mlflow.log_metrics(dict(numbers[start : start + MOST]), step=step)
    place = metric_name(f"{prefix}{folder}")
    mlflow.log_dict(evaluation.to_dict(), f"{place}/evaluation.json")
    mlflow.log_text(str(evaluation), f"{place}/evaluation.txt")
    mlflow.set_tag(metric_name(f"{prefix}informed.signature"), evaluation.signature)
