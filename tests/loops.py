"""The loops in C for tests: those in use, or else compiled now, so that a checkout without them tests them as well."""

from __future__ import annotations

import sys
from functools import cache
from importlib.machinery import ExtensionFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from tempfile import mkdtemp
from types import ModuleType

import pytest

from informed.core import speed

ROOT = Path(__file__).parents[1]


@cache
def compiled() -> ModuleType:
    """The module; where it cannot be compiled the test is skipped."""
    return speed.compiled or _loaded(_built())


def _built() -> Path:
    pytest.importorskip("hatchling")
    sys.path.insert(0, str(ROOT))
    try:
        import hatch_build
    finally:
        sys.path.remove(str(ROOT))
    built = Path(mkdtemp(prefix="informed-")) / hatch_build.NAME
    if why := hatch_build.unfit() or hatch_build.failure(ROOT / "src" / "speed" / "module.c", built):
        pytest.skip(f"the loops in C cannot be compiled here: {why}")
    return built


def _loaded(built: Path) -> ModuleType:
    loader = ExtensionFileLoader("informed._speed", str(built))
    module = module_from_spec(spec_from_loader(loader.name, loader))
    loader.exec_module(module)
    return module


@pytest.fixture(params=["C", "Python"])
def loops(request, monkeypatch):
    """Every test twice, by either way."""
    monkeypatch.setattr(speed, "compiled", compiled() if request.param == "C" else None)
