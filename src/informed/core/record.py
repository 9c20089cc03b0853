"""Data that writes itself as JSON: its fields by name, or the attributes that its class lists."""

import math
from collections.abc import Iterable, Mapping
from dataclasses import fields, is_dataclass
from datetime import datetime
from typing import Any, ClassVar, Never

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
