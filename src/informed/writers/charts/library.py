"""The libraries that draw, which a plain installation does not have."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType

from informed.errors import InputError


def library(name: str) -> ModuleType:
    """A module that draws, or what to install where it is missing."""
    try:
        return import_module(name)
    except ModuleNotFoundError as error:
        raise InputError(f"charts need {error.name}; install it with: pip install 'informed[report]'") from None
