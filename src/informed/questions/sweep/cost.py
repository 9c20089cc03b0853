"""What the errors of a threshold cost per item, and what saying the same of every item would cost."""

from dataclasses import asdict, dataclass
from typing import Any

from informed.core.errors import InputError, arg, share, stated
from informed.core.registry import Measure
from informed.core.scores import Scores
from informed.core.table import Array, cells, expected, ratio, total
from informed.inference.estimates import own
from informed.questions.deploy import at_prevalence


@dataclass(frozen=True)
class Costs:
    """What a false alarm and a miss cost, and the share of positive items where the threshold is used.

    Without a prevalence it is that of the items.
    """

    cost_fp: float = 1.0
    cost_fn: float = 1.0
    prevalence: float | None = None

    def __post_init__(self) -> None:
        if not (0 <= self.cost_fp < float("inf") and 0 <= self.cost_fn < float("inf") and self.cost_fp + self.cost_fn):
            raise InputError(
                f"{arg('cost_fp', self.cost_fp)}, {arg('cost_fn', self.cost_fn)}: "
                "costs must be >= 0, and one of them > 0"
            )
        if self.prevalence is not None:
            share("prevalence", self.prevalence, "both classes must occur", inside=True)

    @classmethod
    def given(cls, cost_fp: float | None, cost_fn: float | None, prevalence: float | None) -> "Costs | None":
        """The costs, where any of these is given; a cost that is not given is 1."""
        said = stated(cost_fp=cost_fp, cost_fn=cost_fn, prevalence=prevalence)
        return cls(**said) if said else None

    @property
    def measure(self) -> Measure:
        """The cost per item of a table, positive label first."""
        return own("cost", self._per_item, kind="binary", range=(0.0, float("inf")), **TRAITS)

    def _per_item(self, table: Array) -> Array:
        tp, fn, fp, tn = cells(table)
        if self.prevalence is None:
            return ratio(self.cost_fn * fn + self.cost_fp * fp, total(table))
        missed, alarmed = ratio(fn, tp + fn), ratio(fp, fp + tn)
        return self.prevalence * self.cost_fn * missed + (1 - self.prevalence) * self.cost_fp * alarmed

    def chance(self, table: Array) -> float:
        """The cost per item when as many items were predicted positive there, but blindly."""
        shares = None if self.prevalence is None else (self.prevalence, 1 - self.prevalence)
        return float(self._per_item(expected(table if shares is None else at_prevalence(table, shares))))

    def constant(self, scores: Scores) -> dict[str, float]:
        """The cost per item of predicting the positive label never, and always."""
        positive = float(scores.totals[0] / scores.totals.sum()) if self.prevalence is None else self.prevalence
        return {"never": positive * self.cost_fn, "always": (1 - positive) * self.cost_fp}

    def to_dict(self) -> dict[str, Any]:
        """What was given, as JSON has it."""
        return {name: value for name, value in asdict(self).items() if value is not None}


TRAITS: dict[str, Any] = {"perfect": 0.0, "higher_is_better": False, "interval": "posterior"}
