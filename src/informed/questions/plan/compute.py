"""How many items are needed, and what can be seen with those there are."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from informed.core.errors import share, whole
from informed.core.result import Result
from informed.core.table import Array
from informed.core.validate import shares_of
from informed.questions.plan.solve import CLOSED, TRUSTED, Found, Study, rarest

NUMBERS = ("n", "width", "power", "level", "informedness", "difference", "asked", "method", "note")


@dataclass(frozen=True)
class Plan(Result):
    """A test set: so many items give an interval of this width, and show this much with this power.

    ``informedness`` is what is assumed of the predictor (or of the weaker of two, for a ``difference``), ``table`` the
    truth it stands for, as probabilities. ``width`` and ``power`` are what ``n`` items give; ``method`` says how it was
    found. ``asked``: the "width" or "power" that n was found for, the "informedness" or "difference" that n shows, or
    "n" where nothing was left open but what it gives.
    """

    kind = "plan"
    json_keys = (*NUMBERS, "prevalence", "bias", "table")

    n: int
    width: float
    power: float
    level: float
    informedness: float
    difference: float | None
    prevalence: tuple[float, ...]
    bias: tuple[float, ...]
    table: tuple[tuple[float, ...], ...]
    asked: str
    method: str
    signature: str
    note: str | None = None

    def rows(self) -> list[dict[str, Any]]:
        """The plan in one row."""
        return [{name: value for name, value in self.to_dict().items() if name in NUMBERS}]

    def facts(self) -> dict[str, Any]:
        """The plan, and the truth that was assumed."""
        return {**super().facts(), "rows": "actual"}


def shares_given(given: Any, name: str, classes: int | None) -> Array:
    """A distribution over the classes; of one number the other classes share the rest."""
    size = 2 if classes is None else whole("classes", classes, 2, "leave it out for two")
    if given is None:
        return np.full(size, 1 / size)
    if np.ndim(given) == 0:
        first = share(name, given, "it is the share of the first class", inside=True)
        return np.array([first, *[(1 - first) / (size - 1)] * (size - 1)])
    return shares_of(given, name, classes, zero=False)


def _note(found: Found) -> str | None:
    rare = rarest(found.table, found.n)
    if rare < 5:
        return f"only about {rare:.2g} items of the rarest class are expected: treat as rough"
    if rare < TRUSTED and found.method == CLOSED:
        return f"the normal approximation overstates power for rare classes: the rarest expects {rare:.2g} items"
    return None


def planned(study: Study, found: Found, recipe: str) -> Plan:
    """What was found for a test set to come, with the recipe that asked for it."""
    return Plan(
        n=found.n,
        width=found.width,
        power=found.power,
        level=study.level,
        informedness=found.informedness,
        difference=found.difference,
        prevalence=tuple(study.prevalence.tolist()),
        bias=tuple(study.bias.tolist()),
        table=tuple(tuple(row) for row in found.table.tolist()),
        asked=found.asked,
        method=found.method,
        signature=recipe,
        note=_note(found),
    )
