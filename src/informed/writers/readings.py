"""Other readings of a table in print: as regression, and with the bias of small samples taken off."""

from __future__ import annotations

from typing import TYPE_CHECKING

from informed.inference.estimate import Estimate
from informed.verdicts.words import interval, number
from informed.writers.layout import bullets, columns

if TYPE_CHECKING:
    from informed.analyses.readings import Regression
    from informed.inference.chance import Corrections


def regression_text(regression: Regression) -> str:
    """Both lines, and what holds them together."""
    rows = [["", "slope", "", "intercept", ""]]
    rows.append(["predicted on actual", *_line(regression.predicted_on_actual)])
    rows.append(["actual on predicted", *_line(regression.actual_on_predicted)])
    head = f"Regression, {regression.positive!r} against the rest"
    return "\n\n".join([head, columns(rows), bullets(regression.verdict), regression.signature]) + "\n"


def _line(line: dict[str, Estimate]) -> list[str]:
    return [part for each in line.values() for part in (number(each.value), interval(each))]


def corrections_text(found: Corrections) -> str:
    """Each measure of information as it stands and corrected."""
    names = ("plug_in", "jackknife", "miller_madow", "chance_mean")
    rows = [["measure", "as it stands", "jackknife", "Miller-Madow", "by chance alone"]]
    rows += [[measure, *(number(of[name]) for name in names)] for measure, of in found.measures.items()]
    head = f"Information in a sample of {found.n:,} items"
    return "\n\n".join([head, columns(rows), bullets(found.verdict), found.signature]) + "\n"
