"""How many items are needed, and what can be seen with those there are."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, NotRequired

import numpy as np

from informed.core.errors import share, whole
from informed.core.estimate import written
from informed.core.result import Result
from informed.core.table import Array
from informed.core.validate import shares_of
from informed.questions.plan.solve import CLOSED, TRUSTED, Found, Study, rarest

NUMBERS = ("aim", "n", "width", "power", "level", "asked", "method", "note")


@dataclass(frozen=True)
class Plan(Result):
    """A test set: so many items give an interval of this width, and show this much with this power.

    ``aim`` is what is planned for: "informedness", another measure, or "judge". ``assumed`` is what was expected of it,
    by argument, and what was found where that was asked. ``table`` is the truth that this stands for, as probabilities,
    where the aim is informedness. ``allocation`` says how many items of each of a judge's labels to give to a human.
    ``asked``: the "width" or "power" that n was found for, the "informedness" or "difference" that n shows, or "n"
    where nothing was left open but what it gives. ``method`` says how it was found.
    """

    kind = "plan"
    json_keys = (*NUMBERS, "assumed", "table", "allocation")
    json_types = written(rows=NotRequired[Literal["actual"]])

    aim: str
    n: int
    width: float
    power: float | None
    level: float
    assumed: Mapping[str, Any]
    asked: str
    method: str
    signature: str
    table: tuple[tuple[float, ...], ...] = ()
    allocation: Mapping[Any, int] = field(default_factory=dict)
    note: str | None = None

    @property
    def informedness(self) -> float | None:
        """What is assumed of the predictor, or of the weaker of two; or what ``n`` items show."""
        return self.assumed.get("informedness")

    @property
    def difference(self) -> float | None:
        """How far apart two systems are assumed to be, or what ``n`` items show; None for one system."""
        return self.assumed.get("difference")

    def head(self) -> tuple[str, str]:
        two = "" if self.difference is None else ", two systems on the same items"
        sizes = [sum(row) for row in self.table or ()]
        even = ", equally common" if sizes and max(sizes) - min(sizes) <= 1e-9 * max(sizes) else ""
        return "How many items?", f"{len(self.table)} classes{even}{two}" if self.table else f"for {self.aim}"

    def rows(self) -> list[dict[str, Any]]:
        """The plan in one row; of a judge one row per label."""
        told = {name: getattr(self, name) for name in NUMBERS} | dict(self.assumed)
        return [
            {**told, "label": label, "items": n, "more": self.more[label]} for label, n in self.allocation.items()
        ] or [told]

    @property
    def more(self) -> dict[Any, int]:
        """How many items of each of the judge's labels are left to label, beside those of the first few."""
        have = self.assumed.get("labelled", {})
        return {label: max(n - have.get(label, 0), 0) for label, n in self.allocation.items()}

    def facts(self) -> dict[str, Any]:
        """The plan, and the truth that was assumed."""
        return {**super().facts(), **({"rows": "actual"} if self.table else {})}


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
    assumed = {"informedness": found.informedness, "difference": found.difference}
    assumed |= {"prevalence": study.prevalence.tolist(), "bias": study.bias.tolist()}
    return Plan(
        aim="informedness",
        n=found.n,
        width=found.width,
        power=found.power,
        level=study.level,
        assumed={name: each for name, each in assumed.items() if each is not None},
        asked=found.asked,
        method=found.method,
        signature=recipe,
        table=tuple(tuple(row) for row in found.table.tolist()),
        note=_note(found),
    )
