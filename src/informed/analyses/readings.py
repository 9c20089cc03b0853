"""Other readings of the same table: seen from the other side, and as regression."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from informed.analyses.estimating import measured, one_table
from informed.counts import Counts
from informed.errors import InputError, choice
from informed.inference.estimate import Estimate
from informed.labels import Label
from informed.result import Result
from informed.signature import counted, signature


def _perverse(counts: Counts) -> Counts:
    if len(counts.labels_predicted) != 2:
        raise InputError(
            f"labels are {list(counts.labels_predicted)}; the opposite is of two classes, of more there are several: "
            "see one_vs_rest(label), or say which by relabel({...}, axis='predicted')"
        )
    opposite = dict(zip(counts.labels_predicted, counts.labels_predicted[::-1], strict=True))
    return counts.relabel(opposite, axis="predicted").aligned(counts.labels, counts.labels_predicted)


VIEWS: dict[str, Callable[[Counts], Counts]] = {
    "table": lambda counts: counts,
    "inverse": Counts.inverse,
    "dual": Counts.dual,
    "perverse": _perverse,
}


def view(counts: Counts, name: str) -> Counts:
    """The counts seen otherwise: inverse, dual or perverse.

    Inverse, of two classes: the negative becomes the positive. Dual: actual and predicted exchanged. Perverse, of two
    classes: the predictor that says the opposite.
    """
    return VIEWS[choice("view", name, VIEWS)](counts)


LINES = ("predicted_on_actual", "actual_on_predicted")


@dataclass(frozen=True)
class Regression(Result):
    """Two lines through a binary table: the prediction from the class, and the class from the prediction.

    The slopes are informedness and markedness, the intercepts fallout and false omission rate; the correlation is the
    geometric mean of the slopes (Powers 2007, equations 16 to 19).
    """

    kind, words, writer = "regression", "tables:regression", "readings:regression_text"

    positive: Label
    predicted_on_actual: dict[str, Estimate]
    actual_on_predicted: dict[str, Estimate]
    correlation: Estimate
    signature: str

    def rows(self) -> list[dict[str, Any]]:
        """One row for each number of each line."""
        return [
            {"line": line, "part": part, **each.to_dict()}
            for line in LINES
            for part, each in getattr(self, line).items()
        ]

    def facts(self) -> dict[str, Any]:
        """Both lines and the correlation."""
        return {
            "positive": self.positive,
            **{name: {key: each.to_dict() for key, each in getattr(self, name).items()} for name in LINES},
            "correlation": self.correlation.to_dict(),
        }


def regression(data: Any, positive: Any = None, *, level: float = 0.95) -> Regression:
    """The table read as regression, for two classes or for one label (``positive``) against the rest."""
    counts = one_table(data, "regression")
    if positive is None and len(counts.labels) != 2:
        raise InputError(f"regression reads one label against the rest; give positive=, one of {list(counts.labels)}")
    binary = counts if positive is None else counts.one_vs_rest(positive)

    def line(slope: str, intercept: str) -> dict[str, Estimate]:
        return {"slope": measured(slope, binary, level=level), "intercept": measured(intercept, binary, level=level)}

    return Regression(
        positive=binary.labels[0],
        predicted_on_actual=line("informedness", "fallout"),
        actual_on_predicted=line("markedness", "false_omission_rate"),
        correlation=measured("correlation", binary, level=level),
        signature=signature({**counted(binary), "level": level}),
    )
