"""What a labeller is worth in money: each label of each item is found, missed, given wrongly or rightly left out."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from informed.core.basis import signature
from informed.core.errors import InputError, arg
from informed.core.estimate import Estimate
from informed.core.labels import Label, plain
from informed.core.labelsets import LabelSets
from informed.core.table import expected, total
from informed.core.validate import Numbers
from informed.questions.evaluate.price import Pricing
from informed.questions.multilabel.inference import estimate
from informed.questions.multilabel.measures import SetMeasure

LEAST = 1e-12  # error that an interval may leave; constant sets of more labels are never shown to be better


@dataclass(frozen=True)
class Prices:
    """What the outcomes of a label are worth or cost: for all labels alike, or label by label."""

    kind: str
    given: Any

    @classmethod
    def of(cls, value: Any, cost: Any) -> "Prices | None":
        """Checked prices; None where there are none."""
        if value is None and cost is None:
            return None
        if value is not None and cost is not None:
            raise InputError(
                f"give {arg('value')} (what each outcome is worth) or {arg('cost')} (what it costs), one of them"
            )
        kind, given = ("value", value) if cost is None else ("cost", cost)
        if isinstance(given, Mapping):
            return cls(kind, {plain(label): _outcomes(f"{kind}[{label!r}]", each) for label, each in given.items()})
        return cls(kind, _outcomes(kind, given))

    def worth(self, labels: Sequence[Label]) -> Numbers:
        """What each outcome of each label is worth: ``(labels, 2, 2)``."""
        if not isinstance(self.given, Mapping):
            matrices = np.broadcast_to(self.given, (len(labels), 2, 2))
        else:
            if missing := [label for label in labels if label not in self.given]:
                raise InputError(f"{self.kind}: no prices for label {missing[0]!r}; give a 2 x 2 table for each label")
            matrices = np.stack([self.given[label] for label in labels])
        return matrices if self.kind == "value" else 0.0 - matrices

    def measures(self, labels: Sequence[Label]) -> tuple[SetMeasure, SetMeasure]:
        """The value per item, and what of it random sets of the same frequencies would not earn."""
        return _measures(self.worth(labels))

    def recipe(self) -> dict[str, Any]:
        """How a signature names them."""
        each = self.given.items() if isinstance(self.given, Mapping) else [("every", self.given)]
        return {self.kind: {label: matrix.tolist() for label, matrix in each}}

    def pricing(self, whole: LabelSets, sets: LabelSets, level: float | None) -> Pricing:
        """What the labeller is worth, beside random, constant and perfect sets; ``sets``: the items to judge by."""
        worth = self.worth(sets.labels)
        found, gain = (estimate(measure, sets, level) for measure in self.measures(sets.labels))
        share = sets.margin(0) / sets.total
        prevalence = np.stack([share, 1 - share], -1)
        constant = (prevalence[..., None] * worth).sum(-2)  # what always giving and never giving a label is worth
        always = tuple(label for label, (given, left) in zip(sets.labels, constant, strict=True) if given > left)
        return Pricing(
            priced=self.kind,
            value=found,
            gain=gain,
            total=found.value * float(whole.total),
            always=always,
            always_value=float(constant.max(-1).sum()),
            perfect_value=float((prevalence * worth.max(-1)).sum()),
            signature=signature({"n": whole.n, "categories": len(whole.labels), **self.recipe(), "level": level}),
            over_always=_over_constant(
                sets, worth - np.take_along_axis(worth, constant.argmax(-1)[:, None, None], -1), level
            ),
        )


def _over_constant(sets: LabelSets, gain: Numbers, level: float | None) -> Estimate:
    """By how much an item earns more than the best constant set; its high end allows for all sets (Bonferroni)."""
    measure, _ = _measures(gain)
    found = replace(estimate(measure, sets, level), chance=None)
    alpha = 0.0 if level is None else (1 - level) / 2 ** len(gain)
    if found.high is None or alpha < LEAST:
        return replace(found, high=None)
    return replace(found, high=estimate(measure, sets, 1 - alpha).high)


def _outcomes(name: str, given: Any) -> Numbers:
    matrix = np.asarray(given, dtype=np.float64)
    if matrix.shape != (2, 2) or not np.isfinite(matrix).all():
        told = "is not a 2 x 2 table of numbers; give [[found, missed], [given wrongly, left out]]"
        raise InputError(told, argument=name, value=given)
    return matrix


def _measures(worth: Numbers) -> tuple[SetMeasure, SetMeasure]:
    outcomes = worth.reshape(-1, 4)
    least, most = float(outcomes.min(-1).sum()), float(outcomes.max(-1).sum())

    def earned(tables: Any) -> Any:
        return total(worth * tables)

    def beyond(tables: Any) -> Any:
        return total(worth * (tables - expected(tables)))

    def items(tables: Any) -> Any:
        return total(tables) / len(worth)

    value = SetMeasure("value", "what an item is worth", earned, items, least=least, most=most)
    return value, SetMeasure(
        "gain", "what it adds to random labels", beyond, items, least=least - most, most=most - least, fixed_chance=0.0
    )
