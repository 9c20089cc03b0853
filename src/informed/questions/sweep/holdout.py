"""Thresholds chosen on some items and tried on others, which do not know why they were chosen."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from informed.core.metrics import Figure
from informed.core.result import Result
from informed.questions.sweep.operating import OperatingPoint


class Chosen(NamedTuple):
    """An operating point where it was chosen, and the same threshold on the other items."""

    chosen: OperatingPoint
    held_out: OperatingPoint


@dataclass(frozen=True)
class HeldOut(Result):
    """The usual operating points of one sweep on the items of another; those values are not optimistic.

    ``points``: by name the point where it was chosen, and the same threshold held out, its ``value`` the informedness,
    or the cost per item of the cheapest one. ``constant``: what never and always predicting the positive label cost.
    """

    kind = "held_out"

    points: Mapping[str, Chosen]
    n: int
    level: float
    signature: str
    notes: tuple[str, ...] = ()
    constant: Mapping[str, float] = field(default_factory=dict)

    def __getitem__(self, name: str) -> OperatingPoint:
        return self.points[name].held_out

    def key_figures(self) -> Iterator[Figure]:
        """What each threshold is worth on the held-out items."""
        for name, each in self.points.items():
            yield Figure(f"{name}_{each.held_out.measure}", each.held_out.value)

    def head(self) -> tuple[str, str]:
        return f"Thresholds chosen on other items, tried on {self.n:,}", ""

    def remarks(self, every: bool = False) -> tuple[str, ...]:
        return self.notes

    def rows(self) -> list[dict[str, Any]]:
        """One row an operating point, where it was chosen and where it was held out."""
        return [
            {"point": name, "items": side} | getattr(each, side).row()
            for name, each in self.points.items()
            for side in each._fields
        ]
