"""Other readings of a table in print: as regression, and with the bias of small samples taken off."""

from __future__ import annotations

from typing import TYPE_CHECKING

from informed.inference.estimate import Estimate
from informed.writers.layout import columns, interval, number, wrapped

if TYPE_CHECKING:
    from informed.analyses.readings import Regression
    from informed.inference.chance import Corrections


def regression_text(regression: Regression) -> str:
    """Both lines, and what holds them together."""
    rows = [["", "slope", "", "intercept", ""]]
    rows.append(["predicted on actual", *_line(regression.predicted_on_actual)])
    rows.append(["actual on predicted", *_line(regression.actual_on_predicted)])
    told = (
        f"predicted = {_equation(regression.predicted_on_actual)} x actual: the class informs the prediction "
        f"(informedness). actual = {_equation(regression.actual_on_predicted)} x predicted: the prediction marks "
        f"the class (markedness). Correlation {number(regression.correlation.value)}, the geometric mean of the slopes."
    )
    return f"Regression, {regression.positive!r} against the rest\n\n{columns(rows)}\n\n{wrapped(told)}\n"


def _line(line: dict[str, Estimate]) -> list[str]:
    return [part for each in line.values() for part in (number(each.value), interval(each))]


def _equation(line: dict[str, Estimate]) -> str:
    slope = line["slope"].value
    return f"{number(line['intercept'].value)} {'-' if slope < 0 else '+'} {number(abs(slope))}"


def corrections_text(found: Corrections) -> str:
    """Each measure of information as it stands and corrected."""
    names = ("plug_in", "jackknife", "miller_madow", "chance_mean")
    rows = [["measure", "as it stands", "jackknife", "Miller-Madow", "by chance alone"]]
    rows += [[measure, *(number(of[name]) for name in names)] for measure, of in found.measures.items()]
    told = (
        "A small sample shows some information even where there is none: by chance alone, as much as the last column "
        "says. The two columns before it have that bias taken off, as far as their methods reach."
    )
    return f"Information in a sample of {found.n:,} items\n\n{columns(rows)}\n\n{wrapped(told)}\n"
