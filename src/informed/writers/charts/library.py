"""The libraries that draw, which a plain installation does not have."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from types import ModuleType

from informed.core.errors import InputError


def drawing() -> bool:
    """Whether there is what charts are drawn with; a page can do without."""
    return all(find_spec(name) for name in ("altair", "vl_convert"))


def library(name: str) -> ModuleType:
    """A module that draws, or what to install where it is missing."""
    try:
        return import_module(name)
    except ModuleNotFoundError as error:
        raise InputError(f"charts need {error.name}; install it with: pip install 'informed[report]'") from None
