"""Measures against an imperfect reference, and what they would be against the truth."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from informed.core.basis import counted, signature
from informed.core.counts import Counts
from informed.core.errors import InputError, arg
from informed.core.estimate import Estimate, finite
from informed.core.items import Items
from informed.core.labels import Label
from informed.core.registry import get
from informed.core.result import Result
from informed.core.table import Array, actuals
from informed.inference.draws import generator, posterior
from informed.inference.estimates import estimate
from informed.inference.reference import Reference, against_truth, hits_within, left_the_table

MEASURES = ("informedness", "accuracy", "kappa", "mcc")
DRAWS = 4000
FEW, GOOD = 3, 0.85  # above so many classes the intervals hold only with so good a reference (docs/coverage/judge.md)
WEAK = f"no intervals: with more than {FEW} classes they are too narrow if the reference is less informed than {GOOD}"
EXACT = "the intervals take the reference's error rates as exact: give counts of checked items to allow for theirs"


@dataclass(frozen=True)
class Corrected:
    """A measure against the reference; against the truth if errors are independent; its bounds if they are not."""

    observed: Estimate
    corrected: Estimate
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True)
class ReferenceCorrection(Result):
    """Measures corrected for the errors of the reference; ``bounds`` hold if those may depend on the predictor's.

    ``matrix``: how the reference labels each true class. ``prevalence``: the true shares of the classes.
    ``differences``: of two systems, the difference of each pair in informedness.
    """

    kind = "reference_correction"
    asks = "Against the truth"

    measures: Mapping[str, Corrected]
    prevalence: Mapping[Label, Estimate]
    matrix: tuple[tuple[float, ...], ...]
    informedness: float
    level: float
    signature: str
    differences: Mapping[str, Corrected] | None = None
    note: str | None = None

    def rows(self) -> list[dict[str, Any]]:
        """One row per measure: observed, corrected, bounds."""
        every = {**self.measures, **(self.differences or {})}
        return [
            {"measure": name, "observed": finite(each.observed.value), **each.corrected.to_dict()}
            | {"bound_low": each.low, "bound_high": each.high}
            for name, each in every.items()
        ]


def corrected(
    counts: Counts, quality: Any, *, level: float = 0.95, draws: int = DRAWS, seed: Any = 0
) -> ReferenceCorrection:
    """The measures of one table against the truth."""
    if counts.by or not counts.square or counts.weighted or counts.n is None:
        raise InputError(
            f"{arg('reference_quality')} takes one table of counted items with the same labels on both sides"
        )
    reference = Reference.given(quality, counts.labels)
    table, rng = np.asarray(counts.table, float), generator(seed)
    matrices = reference.draws(draws, rng)
    true, drawn = (
        against_truth(table, reference.matrix),
        against_truth(posterior(table, draws=draws, rng=rng), matrices),
    )
    bounds = _bounds(table, reference.matrix)
    found = {}
    for name in MEASURES:
        measure = get(name)
        around = _estimate(float(measure(true)), np.asarray(measure(drawn)), level, reference)
        found[name] = Corrected(estimate(counts, name, level=level), around, *bounds.get(name, (None, None)))
    notes = [EXACT] if reference.counts is None and _holds(reference) else []
    notes += [] if _holds(reference) else [WEAK]
    if left_the_table(table, reference.matrix):
        notes.append("the correction led below 0, which was moved to 0")
    shares = actuals(true)
    spread = actuals(drawn)
    recipe = {**counted(counts), "reference_quality": np.round(reference.matrix, 4).tolist(), "level": level}
    return ReferenceCorrection(
        measures=found,
        prevalence={
            label: _estimate(float(shares[place]), spread[..., place], level, reference)
            for place, label in enumerate(counts.labels)
        },
        matrix=tuple(tuple(row) for row in reference.matrix.tolist()),
        informedness=reference.informedness,
        level=level,
        signature=signature({**recipe, "draws": draws, "seed": seed}),
        note="; ".join(notes) or None,
    )


def plain_only(designed: bool) -> None:
    """Refuse items that are weighted, clustered or stratified: the correction draws single items."""
    if designed:
        raise InputError(f"{arg('reference_quality')} takes counted items, without weights, clusters and strata")


def compared(
    items: Items, quality: Any, *, level: float = 0.95, draws: int = DRAWS, seed: Any = 0
) -> ReferenceCorrection:
    """The informedness of every system and of their differences against the truth; the reference errs alike for all."""
    whole = items.answered().pooled()
    plain_only(whole.weights is not None or whole.dependent)
    reference, measure = Reference.given(quality, whole.labels), get("informedness")
    found, gaps, one = {}, {}, None
    for system in whole.systems:
        one = corrected(whole.counts(system), reference, level=level, draws=draws, seed=seed)
        found[system] = one.measures["informedness"]
    assert one is not None
    for place, first in enumerate(whole.systems):
        for second in whole.systems[place + 1 :]:
            joint, rng = np.asarray(whole.pair(first, second), float), generator(seed)
            size = joint.shape[0]
            drawn = posterior(joint.reshape(size, -1), draws=draws, rng=rng).reshape(-1, size, size, size)
            matrices = reference.draws(draws, rng)
            sides = (drawn.sum(2), drawn.sum(3))  # draws, reference, first, second
            later, earlier = (measure(against_truth(side, matrices)) for side in sides)
            value = found[second].corrected.value - found[first].corrected.value
            seen = found[second].observed.value - found[first].observed.value
            gaps[f"{second} - {first}"] = Corrected(Estimate(seen), _estimate(value, later - earlier, level, reference))
    return ReferenceCorrection(
        found, one.prevalence, one.matrix, one.informedness, level, one.signature, gaps, one.note
    )


def _holds(reference: Reference) -> bool:
    return len(reference.matrix) <= FEW or reference.informedness >= GOOD


def _estimate(value: float, drawn: Array, level: float, reference: Reference) -> Estimate:
    """The value with the middle part of its draws ``(priors, draws)``, of the widest prior; it never leaves them."""
    if not _holds(reference):
        return Estimate(value)
    low, high = np.nanquantile(drawn, [(1 - level) / 2, (1 + level) / 2], axis=-1)
    return Estimate(value, None, min(float(low.min()), value), max(float(high.max()), value), level, "posterior")


def _bounds(table: Array, matrix: Array) -> dict[str, tuple[float, float]]:
    """Bounds under any dependence of errors; once both margins are known these measures are linear in the hits."""
    low, high, true = hits_within(table, matrix)
    said = table.sum(0) / table.sum()
    if (true >= 1).any():
        return {}
    offset = float((true * said / (1 - true)).sum())
    informed = tuple(float((hits / (1 - true)).sum()) - offset for hits in (low, high))
    chance = float((true * said).sum())
    hit = float(low.sum()), float(high.sum())
    return {
        "informedness": (informed[0], informed[1]),
        "accuracy": hit,
        "kappa": ((hit[0] - chance) / (1 - chance), (hit[1] - chance) / (1 - chance)),
    }
