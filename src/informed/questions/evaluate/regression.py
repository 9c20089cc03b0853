"""The table as two lines of regression."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from informed.core.door import arg
from informed.core.errors import InputError
from informed.core.estimate import Estimate
from informed.core.labels import Label
from informed.core.result import Result
from informed.core.signature import counted, signature
from informed.inference.estimates import measured, one_table

LINES = ("predicted_on_actual", "actual_on_predicted")


@dataclass(frozen=True)
class Regression(Result):
    """Two lines through a binary table: the prediction from the class, and the class from the prediction.

    The slopes are informedness and markedness, the intercepts fallout and false omission rate; the correlation is the
    geometric mean of the slopes (Powers 2007, equations 16 to 19).
    """

    kind = "regression"

    positive: Label
    predicted_on_actual: dict[str, Estimate]
    actual_on_predicted: dict[str, Estimate]
    correlation: Estimate
    signature: str

    def head(self) -> tuple[str, str]:
        """The question."""
        return f"Regression, {self.positive!r} against the rest", ""

    def rows(self) -> list[dict[str, Any]]:
        """One row for each number of each line."""
        return [
            {"line": line, "part": part, **each.to_dict()}
            for line in LINES
            for part, each in getattr(self, line).items()
        ]


def regression(data: Any, positive: Any = None, *, level: float = 0.95) -> Regression:
    """The table read as regression, for two classes or for one label (``positive``) against the rest."""
    counts = one_table(data, "regression")
    if positive is None and len(counts.labels) != 2:
        raise InputError(
            f"regression reads one label against the rest; give {arg('positive')}, one of {list(counts.labels)}"
        )
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
