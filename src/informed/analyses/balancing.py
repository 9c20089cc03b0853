"""Training targets that balance uneven classes, and why one should think twice."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from informed.analyses.odds import payoffs
from informed.analyses.result import Result
from informed.errors import InputError

WARNING = (
    "Balanced targets push a learner towards predicting all classes alike; a bias equal to the natural prevalence is "
    "in general better (Powers 2003; 2007 section 2.5)."
)


@dataclass(frozen=True)
class Targets(Result):
    """For each case (row) what the output of each label (column) should aim at, instead of 1 and -1."""

    writer = "priced:targets_text"

    prevalence: tuple[float, ...]
    targets: tuple[tuple[float, ...], ...]

    def to_dict(self) -> dict[str, Any]:
        """Plain data, with the warning."""
        return {
            "kind": "training_targets",
            "prevalence": list(self.prevalence),
            "targets": [list(row) for row in self.targets],
            "warnings": [WARNING],
        }


def training_targets(prevalence: Any) -> Targets:
    """Outputs that balance the classes in training: 1/7, 1/3, -1/3, -1/7 at a skew of 7:3.

    These are the fair payoffs, in units of the odds as given: a rare class is worth more when right, and betting on a
    common one costs more when wrong.
    """
    odds = np.asarray(prevalence, dtype=np.float64)
    if odds.ndim != 1 or len(odds) < 2 or not (odds > 0).all() or not np.isfinite(odds).all():
        raise InputError(f"prevalence={prevalence!r} must hold a positive number for each of two or more classes")
    targets = payoffs(odds / odds.sum()) / odds.sum()
    return Targets(tuple(odds.tolist()), tuple(tuple(row) for row in targets.tolist()))
