"""Training targets that balance uneven classes, and why one should think twice."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from informed.core.door import arg
from informed.core.errors import InputError
from informed.core.result import Result
from informed.core.signature import signature
from informed.questions.bookmaker.odds import payoffs


@dataclass(frozen=True)
class Targets(Result):
    """For each case (row) what the output of each label (column) should aim at, instead of 1 and -1."""

    kind = "training_targets"
    json_keys = ("prevalence", "targets", "warnings")

    prevalence: tuple[float, ...]
    targets: tuple[tuple[float, ...], ...]

    @cached_property
    def signature(self) -> str:
        """The recipe: the shares of the classes."""
        return signature({"prevalence": self.prevalence})

    @property
    def warnings(self) -> tuple[str, ...]:
        """Why one should think twice."""
        return self.verdict

    def rows(self) -> list[dict[str, Any]]:
        """One row a class: its share, and the target of each output."""
        return [
            {"class": place, "prevalence": share} | {f"output {output}": target for output, target in enumerate(row)}
            for place, (share, row) in enumerate(zip(self.prevalence, self.targets, strict=True))
        ]


def training_targets(prevalence: Any) -> Targets:
    """Compute training targets that balance the classes.

    They are the fair payoffs: 1/7, 1/3, -1/3 and -1/7 with 7:3 items. A right answer on a rare class is worth more, and
    a wrong answer of a common label costs more.

    Parameters
    ----------
    prevalence
        A positive number for each class.

    Returns
    -------
    Targets
        The target of each class and label.

    Examples
    --------
    >>> [round(1 / each) for row in training_targets([7, 3]).targets for each in row]  # 1/7, -1/7, -1/3, 1/3
    [7, -7, -3, 3]
    """
    odds = np.asarray(prevalence, dtype=np.float64)
    if odds.ndim != 1 or len(odds) < 2 or not (odds > 0).all() or not np.isfinite(odds).all():
        raise InputError(f"{arg('prevalence', prevalence)} must hold a positive number for each of two or more classes")
    targets = payoffs(odds / odds.sum()) / odds.sum()
    return Targets(tuple(odds.tolist()), tuple(tuple(row) for row in targets.tolist()))
