"""Public names that are imported when they are first used, so that a program starts with what it needs."""

import sys
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any


def later(space: str, places: Mapping[str, str]) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """``__getattr__`` and ``__dir__`` of a module whose names lie in other modules: the modules, with their names."""
    place = {name: module for module, names in places.items() for name in names.split()}

    def found(name: str) -> Any:
        if name not in place:
            raise AttributeError(f"module {space!r} has no attribute {name!r}")
        value = getattr(import_module(place[name]), name)
        setattr(sys.modules[space], name, value)
        return value

    return found, lambda: sorted(place)
