"""How labellers label, and how much what is said of them varies from sample to sample."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from informed.core.estimate import Row, finite, written
from informed.core.result import Result
from informed.core.sets import Sets
from informed.core.validate import Numbers


@dataclass(frozen=True)
class Habits:
    """How a labeller labels, whatever the items are, and how well a random labeller with these habits would agree."""

    categories: int
    categories_per_item: tuple[float, float]
    items_per_category: tuple[float, float]
    random_f_measure: float

    @classmethod
    def of(cls, side: Sets, margin: Numbers, counts: Numbers) -> "Habits":
        """Mean and (population) standard deviation; precision, recall and F of the random labeller are one number."""
        used, n = margin[margin > 0], counts.sum().item()
        mean = float(counts @ side.sizes / n)
        std = float(np.sqrt(counts @ (side.sizes - mean) ** 2 / n))
        spread = (float(used.mean()), float(used.std())) if len(used) else (0.0, 0.0)
        random = float((used**2).sum() / (n * used.sum())) if len(used) else float("nan")
        return cls(len(used), (mean, std), spread, random)


@dataclass(frozen=True, repr=False)
class Stability(Result):
    """Mean and standard deviation of each measure over random halves of the items, or over bootstrap draws."""

    resample: str
    draws: int
    n: int
    whole: Mapping[str, float]
    values: Mapping[str, Mapping[str, float]]
    signature: str

    kind: ClassVar[str] = "stability"
    json_types = written("whole", "values", measures=dict[str, Row])

    def __getitem__(self, measure: str) -> Mapping[str, float]:
        return self.values[measure]

    def head(self) -> tuple[str, str]:
        """What was resampled, and how."""
        how = {"halves": "random splits into halves", "bootstrap": "bootstrap draws"}[self.resample]
        return "Numeric stability", f"{self.n:,} items, {self.draws:,} {how}"

    def rows(self) -> list[dict[str, Any]]:
        """One row a measure: on all items, and its mean and standard deviation."""
        named = ({"measure": name, "value": self.whole[name], **each} for name, each in self.values.items())
        return [{key: finite(value) for key, value in row.items()} for row in named]

    def facts(self) -> dict[str, Any]:
        """How it was tried, and how each measure varies."""
        told = {row.pop("measure"): row for row in self.rows()}
        return {"resample": self.resample, "draws": self.draws, "n": self.n, "measures": told}
