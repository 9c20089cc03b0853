"""How well scores rank, where to cut them, and whether they mean what they say, in sentences."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from informed.verdicts.words import interval, number

if TYPE_CHECKING:
    from informed.analyses.area import AreaComparison
    from informed.analyses.calibration import Calibration
    from informed.analyses.judging import Judged
    from informed.analyses.operating import OperatingPoint
    from informed.analyses.sweeps import Sweeps
    from informed.analyses.thresholds import Sweep
    from informed.inference.estimate import Estimate


def verdict(sweep: Sweep) -> Iterator[str]:
    """How well the scores rank, and where to cut them."""
    auc = sweep.auc
    positive, other = sweep.scores.labels
    yield (
        f"A random {positive!r} outranks a random {other!r} with probability {number(auc.value)}"
        f"{f' ({interval(auc)})' if auc.low is not None else ''}: {_judged(auc)}"
    )
    yield _most_informed(sweep.points["best"])


def _most_informed(best: OperatingPoint) -> str:
    """Where the decision is most often informed, and how often that is, here and without the optimism of the choice."""
    if not best.informedness > 0:
        return "No threshold decides better than guessing: informedness is 0 at best, where all items are called alike."
    rates = f"recall {number(best.recall)}, fallout {number(best.fallout)}"
    said = f"At threshold {best.threshold:.6g} the decision is most often informed: informedness"
    if not best.corrected:
        return f"{said} {number(best.value.value)} ({rates})."
    return (
        f"{said} {number(best.value.value)} ({interval(best.value)}), corrected for having chosen it on these very "
        f"items, where it is {number(best.informedness)} ({rates})."
    )


def _judged(auc: Estimate) -> str:
    if auc.low is None or auc.high is None:
        return "how sure that is cannot be said."
    if auc.low > 0.5:
        return "the scores are informed."
    return "the scores are worse than chance; were they turned around?" if auc.high < 0.5 else "that may be chance."


def judged(found: Judged) -> Iterator[str]:
    """What the best threshold is worth on items that did not choose it."""
    best = found.points["best"]
    yield (
        f"On {found.n:,} other items threshold {best.judged.threshold:.6g} has informedness "
        f"{number(best.judged.informedness)} ({interval(best.judged.value)}); where it was chosen it promised "
        f"{number(best.chosen.informedness)}."
    )


def several(sweeps: Sweeps) -> Iterator[str]:
    """How well the scores rank on average, and on which class best and worst."""
    means = {weights: number(sweeps.average(weights)) for weights in ("prevalence", "equal")}
    yield f"Mean auc: {means['prevalence']} by prevalence, {means['equal']} equally weighed."
    areas = {label: each.value for label, each in sweeps.auc.items()}
    best, worst = max(areas, key=lambda label: areas[label]), min(areas, key=lambda label: areas[label])
    yield (
        f"The scores rank {str(best)!r} best (auc {number(areas[best])}), "
        f"{str(worst)!r} worst (auc {number(areas[worst])})."
    )


def areas(found: AreaComparison) -> Iterator[str]:
    """Which of two scores ranks better."""
    gap = found.difference
    if gap.low is None or gap.high is None:
        said = "How sure the difference is cannot be said"
    elif gap.low <= 0 <= gap.high:
        said = "Neither score ranks better than the other as far as these items tell"
    else:
        said = f"The {'first' if gap.value > 0 else 'second'} score ranks better"
    yield f"{said} (p = {number(found.p)}, DeLong)."


def reliability(found: Calibration) -> Iterator[str]:
    """How far what the scores say lies from what came true."""
    yield f"Score and share of positives differ by {number(found.ece)} on average, {number(found.mce)} at most."
