"""The table as two lines of regression."""

from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from informed.core.basis import counted, signature
from informed.core.counts import Counts
from informed.core.errors import InputError, arg
from informed.core.estimate import Estimate
from informed.core.labels import Label
from informed.core.result import Result
from informed.inference.estimates import measured, one_table
from informed.inference.significance.exact import mcnemar

Line: TypeAlias = Literal["predicted_on_actual", "actual_on_predicted"]
LINES: tuple[Line, Line] = ("predicted_on_actual", "actual_on_predicted")


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
    stronger: Line | None = None  # the steeper line, where items tell

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

    lines: dict[str, dict[str, Estimate]] = {"predicted_on_actual": line("informedness", "fallout")}
    lines["actual_on_predicted"] = line("markedness", "false_omission_rate")
    return Regression(
        positive=binary.labels[0],
        **lines,
        correlation=measured("correlation", binary, level=level),
        signature=signature({**counted(binary), "level": level}),
        stronger=_steeper(lines) if _apart(binary, level) else None,
    )


def _apart(binary: Counts, level: float) -> bool:
    """Whether the slopes differ: equal ones mean a table symmetric about a diagonal, and both have to be refuted."""
    if binary.n is None or binary.weighted:
        return False
    (tp, fn), (fp, tn) = binary.table.astype(int).tolist()
    return max(mcnemar(fn, fp)["mcnemar"], mcnemar(tp, tn)["mcnemar"]) < 1 - level


def _steeper(lines: dict[str, dict[str, Estimate]]) -> Line | None:
    """The line with the larger slope, where there is a slope at all."""
    slopes = {name: lines[name]["slope"] for name in LINES}
    flat = any(each.low is None or each.high is None or each.low <= 0 <= each.high for each in slopes.values())
    steep: Line = "predicted_on_actual" if abs(slopes[LINES[0]].value) > abs(slopes[LINES[1]].value) else LINES[1]
    return None if flat else steep
