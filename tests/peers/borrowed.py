"""Tests of other projects, from where these are installed, made to ask our functions instead of their own."""

from __future__ import annotations

import ast
import importlib.util
from collections.abc import Mapping
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest


class Wordless:
    """pytest, where an error of the kind that is asked for will do, whatever its words."""

    def __getattr__(self, name: str) -> Any:
        return getattr(pytest, name)

    def raises(self, *kinds: Any, match: str | None = None, **how: Any) -> Any:
        return pytest.raises(*kinds, **how)  # noqa: PT010


def borrowed(name: str, path: Path, names: Mapping[str, Any], after: Mapping[str, str]) -> ModuleType:
    """The module at ``path``, run with these names instead of what it imports.

    ``after``: what is done when a name has got its value, for tables that tests are made from when it is read.
    """
    lines = []
    for each in ast.parse(path.read_text()).body:
        lines.append(each)
        told = [one.id for one in getattr(each, "targets", []) if isinstance(one, ast.Name)]
        if isinstance(each, ast.ImportFrom | ast.Import):
            ours = [to for one in each.names if (to := one.asname or one.name) in names]
            lines += ast.parse("".join(f"{to} = __ours__[{to!r}]\n" for to in ours)).body
        for one in told:
            lines += ast.parse(after.get(one, "")).body
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader(name, loader=None))
    module.__file__, module.__ours__ = str(path), {**names, "pytest": Wordless()}
    tree = ast.fix_missing_locations(ast.Module(lines, type_ignores=[]))
    exec(compile(tree, str(path), "exec"), vars(module))
    return module
