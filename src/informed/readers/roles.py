"""Which column plays which role, where columns are named."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from informed.core.errors import InputError, choice

Roles = Mapping[str, Sequence[str | None]]
"""What columns are wanted for, and their names."""


def check_named(names: Sequence[str], wanted: Roles) -> None:
    """Refuse names that are none of these, and one in two roles."""
    for role, columns in wanted.items():
        for name in columns:
            if name is not None:
                choice(f"{role}: column", name, names)
    check_roles(wanted)


def check_roles(wanted: Roles) -> None:
    """Refuse one column in two roles; any may be a group beside."""
    roles: dict[str | None, str] = {}
    for role, name in ((role, name) for role, columns in wanted.items() if role != "by" for name in columns):
        if name is not None and name in roles:
            raise InputError(f"{role}={name!r} is already the {roles[name]} column; name another column")
        roles[name] = role


def group_names(by: str | Iterable[str]) -> list[str]:
    """The columns of groups, each once."""
    return [by] if isinstance(by, str) else list(dict.fromkeys(by))


def column_named(argument: str, value: Any) -> str | None:
    """The name of a column, where others are named: an array beside them may be in another order than they are."""
    if value is None or isinstance(value, str):
        return value
    raise InputError(
        f"{argument} is {type(value).__name__}, but actual= names a column; name the column of {argument}= too, "
        "or give everything as arrays"
    )


def given_as(data: Any, actual: Any) -> tuple[Any, Any]:
    """The data and the column of actual labels; labels given as ``actual=`` are the data themselves."""
    return (actual, None) if data is None else (data, actual)


def columns_held(data: Any, wanted: Roles) -> dict[str, Any] | None:
    """The wanted columns of a dictionary or of a structured array; None where the data are neither."""
    dtype = getattr(data, "dtype", None)  # a frame of Spark Connect has every attribute one asks for, as a column
    names = data if isinstance(data, Mapping) else dtype.names if isinstance(dtype, np.dtype) else None
    if names is None:
        return None
    check_named(list(names), wanted)
    return {name: data[name] for columns in wanted.values() for name in columns if name is not None}
