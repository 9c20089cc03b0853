"""A value with what is known about it."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Any, ClassVar, Self, get_type_hints


@dataclass(frozen=True)
class Estimate:
    """A value, what chance gives, and an interval where there is one; usable as a float.

    ``chance`` is the measure on the expected table (same margins, no association), ``chance_mean`` its mean over small
    samples at independence where that differs. ``low`` without ``high``: the interval has no upper bound. ``method``
    names the interval, confidence or credible; ``note`` says what a reader must know: a limit used for 0/0, an
    undefined value, too few items.
    """

    json_types: ClassVar[Mapping[str, Any]] = {}  # its JSON holds its fields

    value: float
    chance: float | None = None
    low: float | None = None
    high: float | None = None
    level: float | None = None
    method: str | None = None
    note: str | None = None
    chance_mean: float | None = None

    @property
    def by_chance(self) -> float | None:
        """What guessing would show in a sample of this size, for the reader: the mean where it differs from chance."""
        return self.chance if self.chance_mean is None else self.chance_mean

    def turned(self) -> Self:
        """The same with the other sign: a loss as an amount, a difference the other way round."""
        low, high = (None if end is None else -end for end in (self.high, self.low))
        return replace(self, value=-self.value, low=low, high=high)

    def __float__(self) -> float:
        return self.value

    def to_dict(self) -> dict[str, Any]:
        """Plain data as JSON has it: NaN and infinity are null, and the note says which."""
        numbers = self.value, self.chance, self.low, self.high, self.chance_mean
        if math.isfinite(sum(each for each in numbers if each is not None)):
            return dict(vars(self))
        data = {name: finite(value) for name, value in vars(self).items()}
        if math.isinf(self.value):
            data["note"] = "; ".join(filter(None, ["infinite" if self.value > 0 else "minus infinite", self.note]))
        return data

    def __str__(self) -> str:
        if self.low is None:
            return f"{self.value:.4g}"
        high = math.inf if self.high is None else self.high
        return f"{self.value:.4g} [{self.low:.4g}, {high:.4g}]"


SPREAD: dict[str, Any] = {each.name: get_type_hints(Estimate)[each.name] for each in fields(Estimate)}
"""What stands in a row, or in an object, that holds an estimate beside something else."""


def finite(value: Any) -> Any:
    """The value, or None where JSON has no word for it."""
    return None if isinstance(value, float) and not math.isfinite(value) else value
