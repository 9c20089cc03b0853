"""Ratings: what several raters said about the same items, of which nobody knows better."""

from __future__ import annotations

from dataclasses import dataclass

from informed.core.items import Items
from informed.core.validate import Numbers


@dataclass(frozen=True, eq=False, repr=False)
class Ratings(Items):
    """Items without an actual label: the systems are the raters, and a code of -1 is a rating not given."""

    kind = "ratings"

    @property
    def raters(self) -> tuple[str, ...]:
        """Who rated."""
        return self.systems

    @property
    def codes(self) -> Numbers:
        """What each rater said, ``(rows, raters)``."""
        return self.rows[:, 1:]

    @property
    def n(self) -> int:
        """How many items there are."""
        return int(self.items.sum())

    def __repr__(self) -> str:
        return super().__repr__().replace("Items(", "Ratings(", 1)
