"""Tables got back, read otherwise, and recomputed, in sentences."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from informed.verdicts.words import count, number

if TYPE_CHECKING:
    from informed.analyses.label_recovery import LabelRecovery
    from informed.analyses.papers.reproduction import Reproduction
    from informed.analyses.readings import Regression
    from informed.analyses.recovery import Recovery
    from informed.inference.chance import Corrections
    from informed.inference.estimate import Estimate


def recovery(found: Recovery) -> Iterator[str]:
    """How many tables fit, and how informed the predictor was."""
    given = ", ".join(f"{name}={value}" for name, value in found.given.items())
    kind = "whole table" if found.whole else "table"
    size = "" if found.n is None else f" of n = {count(found.n)} items"
    fitting = len(found.tables)
    some = f"{fitting:,} {kind}s{size} fit" if fitting > 1 else f"exactly one {kind}{size} fits"
    yield f"Recovered from {given}: {some}."
    yield _taken(found)
    informed = found.measures["informedness"]
    yield f"Informedness is {informed}." if informed.value is not None else f"Informedness lies in {informed}."


def _taken(found: Recovery) -> str:
    """What the values were taken to mean, for their decimals do not say."""
    rounded = {name: meant for name, meant in found.taken.items() if meant != "exactly"}
    exact = [name for name in found.taken if name not in rounded]
    if not rounded:
        return "The values are taken as exact." + (" With n they are read as rounded." if found.n is None else "")
    meant = ", ".join(f"{name} {ends}" for name, ends in rounded.items())
    return f"Read as rounded: {meant}." + (f" Taken as exact: {', '.join(exact)}." if exact else "")


def label_recovery(found: LabelRecovery) -> Iterator[str]:
    """How many combinations of tables fit, and what they leave open."""
    many = "too many combinations to list" if found.tables is None else f"{len(found.tables):,} combinations"
    yield f"Of the tables of {len(found.labels)} labels over n = {count(found.n)} items, {many} fit."
    if found.measures:
        informed = found.measures["informedness"]
        yield f"Informedness is {informed}." if informed.value is not None else f"Informedness lies in {informed}."


def regression(found: Regression) -> Iterator[str]:
    """Both lines, and what holds them together."""
    yield (
        f"predicted = {_equation(found.predicted_on_actual)} x actual: the class informs the prediction "
        f"(informedness). actual = {_equation(found.actual_on_predicted)} x predicted: the prediction marks "
        f"the class (markedness). Correlation {number(found.correlation.value)}, the geometric mean of the slopes."
    )


def _equation(line: dict[str, Estimate]) -> str:
    slope = line["slope"].value
    return f"{number(line['intercept'].value)} {'-' if slope < 0 else '+'} {number(abs(slope))}"


def corrections(found: Corrections) -> Iterator[str]:
    """What a small sample shows of itself."""
    yield (
        "A small sample shows some information even where there is none: by chance alone, as much as the last column "
        "says. The two columns before it have that bias taken off, as far as their methods reach."
    )


def reproduction(found: Reproduction) -> Iterator[str]:
    """How many printed numbers come out, and what explains the others."""
    agreeing = sum(each.agrees for each in found.figures)
    explained = sum(not each.agrees and each.erratum is not None for each in found.figures)
    yield (
        f"{agreeing:,} of {len(found.figures):,} printed numbers come out, {explained:,} are explained by errata, "
        f"{len(found.unexplained):,} findings are unexplained."
    )
