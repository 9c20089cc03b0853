"""Ratings: what several raters said about the same items, where no rater is the reference."""

from dataclasses import dataclass, replace

import numpy as np

from informed.core.items import Items
from informed.core.merging import SUMS
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

    @property
    def gaps(self) -> int:
        """How many ratings are missing, of those of all raters of all items."""
        return int(self.items @ (self.codes < 0).sum(1))

    def scaled(self) -> "Ratings":
        """The same items, weights scaled so that one counts as one item (Kish 1965)."""
        if self.weights is None or self.squares is None:
            return self
        factor = float(self.weights.sum() / self.squares.sum())
        return replace(self, weights=factor * self.weights, squares=factor**2 * self.squares)

    def between(self, first: str, second: str) -> Items:
        """What two raters said of the items both rated, the first as actual, the second as predicted."""
        one, other = (1 + self.place(each) for each in (first, second))
        both = self._kept(np.asarray((self.rows[:, [one, other]] >= 0).all(axis=1)))
        sums = {name: each for name, each in zip(SUMS, both.sums, strict=True) if each is not None}
        names = {names: getattr(self, names) for names in ("clusters", "strata")}
        keys = {name: each for name, each in both.coded.items() if name != "group"}
        return Items.of(both.rows[:, one], {second: both.rows[:, other]}, self.labels, **sums, **keys, **names)

    def __repr__(self) -> str:
        return super().__repr__().replace("Items(", "Ratings(", 1)
