"""A value with what is known about it, and data that writes itself as JSON."""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields, is_dataclass, replace
from datetime import datetime
from typing import Any, ClassVar, Never, Self, get_type_hints

Row = dict[str, Any]
"""A row of a table, or an object of several things."""


class Record:
    """Data whose JSON holds what ``json_keys`` names; every field but the signature where it names nothing."""

    json_keys: ClassVar[tuple[str, ...]] = ()
    json_types: ClassVar[
        Mapping[str, Any]
    ] = {}  # of what ``facts`` writes beyond these or otherwise; Never: not at all

    def facts(self) -> dict[str, Any]:
        """What the JSON holds, as it is; `as_json` makes lists and texts of it."""
        return {name: getattr(self, name) for name in self.json_keys or _fields(self)}

    def to_dict(self) -> dict[str, Any]:
        """Plain data, as JSON has it: NaN and infinity are None."""
        return {name: as_json(value) for name, value in self.facts().items()}


def written(*absent: str, **types: Any) -> Mapping[str, Any]:
    """The types of what ``facts`` writes beyond its fields, or otherwise; and fields that it leaves out."""
    return dict.fromkeys(absent, Never) | types


def as_json(value: Any) -> Any:
    """A value as JSON has it: lists, texts as keys, what an object's ``to_dict`` gives; NaN and infinity are None."""
    if value is None or isinstance(value, (str, bool, int)):
        return value
    if isinstance(value, float):
        return float(value) if math.isfinite(value) else None  # a plain float, whatever library it came from
    if isinstance(value, datetime):
        return value.isoformat()
    if hasattr(value, "to_dict"):
        return value.to_dict()
    if isinstance(value, Mapping):
        return {str(key): as_json(each) for key, each in value.items()}
    if is_dataclass(value):
        return {name: as_json(getattr(value, name)) for name in _fields(value)}
    if hasattr(value, "tolist"):
        return as_json(value.tolist())
    if hasattr(value, "_asdict"):
        return as_json(value._asdict())
    return [as_json(each) for each in value] if isinstance(value, Iterable) else value


def _fields(data: Any) -> list[str]:
    return [each.name for each in fields(data) if each.name != "signature"]


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
        for each in (self.value, self.chance, self.low, self.high, self.chance_mean):
            if each is not None and not math.isfinite(each):
                break
        else:
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
