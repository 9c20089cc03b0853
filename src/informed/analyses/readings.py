"""Other readings of the same table: seen from the other side, as regression, and foretold from its informedness."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from informed.analyses.estimating import measured, one_table
from informed.cells import Numbers
from informed.counts import Counts
from informed.errors import InputError, choice
from informed.inference.estimate import Estimate
from informed.labels import Label
from informed.registry import find
from informed.result import Result
from informed.signature import counted, signature
from informed.table import two_by_two


def _perverse(counts: Counts) -> Counts:
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

    Inverse: the classes in the opposite order, so that the negative becomes the positive. Dual: actual and predicted
    exchanged. Perverse: the predictor that says the opposite.
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


def informed_table(informedness: Any, prevalence: Any, bias: Any) -> Numbers:
    """The binary table (probabilities) that has this informedness, prevalence and bias; a batch where these are."""
    knows, actual, said = np.broadcast_arrays(*(np.asarray(each, float) for each in (informedness, prevalence, bias)))
    beyond = knows * actual * (1 - actual)
    table: Numbers = two_by_two(
        actual * said + beyond,
        actual * (1 - said) - beyond,
        (1 - actual) * said - beyond,
        (1 - actual) * (1 - said) + beyond,
    )
    if (table < -1e-12).any():
        place = tuple(np.argwhere((table < -1e-12).any((-2, -1)))[0])
        raise InputError(
            f"informedness={knows[place]:g} cannot be at prevalence={actual[place]:g} and bias={said[place]:g}: "
            "a cell of the table would be negative; take a bias nearer to the prevalence"
        )
    return np.clip(table, 0, None)


def foretell(informedness: float, prevalence: float, bias: float) -> dict[str, float]:
    """Every measure of a binary predictor that is informed with this probability and guesses otherwise.

    Recall = B (1 - Prev) + Bias, precision = M (1 - Bias) + Prev, and the rest (Powers 2007 section 3, with the
    denominator of kappa put right, erratum E20): three values determine the table, hence every measure.
    """
    table = informed_table(informedness, prevalence, bias)
    return {str(each): float(each(table)) for each in find() if each.ready and each.applies(2, 2)}
