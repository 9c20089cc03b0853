"""Imports point down only: each room knows the rooms beneath it, never those above."""

import ast
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[2] / "src" / "informed"

LAYERS = (  # from the ground up; a package stands for all its modules
    {"_version", "errors", "labels", "cells", "table", "counts", "patterns", "scores", "labelsets"},
    {"registry", "measures", "valuation", "readers"},
    {"inference", "analyses"},
    {"evaluation", "verdict", "signature", "requirement"},
    {"writers"},
    {"cli", "web", "integrations", "__main__"},
)
LEVEL = {room: level for level, rooms in enumerate(LAYERS) for room in rooms}

KNOWN_UPWARD = {  # the one declared exception: an evaluation prints itself through its writer
    ("evaluation", "writers"),
}


def modules():
    return [path for path in sorted(SOURCE.rglob("*.py")) if path != SOURCE / "__init__.py"]


def room(path: Path) -> str:
    return path.relative_to(SOURCE).parts[0].removesuffix(".py")


def imported(path: Path) -> set[str]:
    """The rooms of this package that a module imports, anywhere in it."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            found |= {each.name for each in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, f"{path}: relative import"
            found |= {f"{node.module}.{each.name}" for each in node.names}
    return {name.split(".")[1] for name in found if name.startswith("informed.")}


@pytest.mark.parametrize("path", modules(), ids=lambda path: str(path.relative_to(SOURCE)))
def test_imports_point_down(path):
    here = room(path)
    for there in imported(path) & set(LEVEL):
        assert LEVEL[there] <= LEVEL[here] or (here, there) in KNOWN_UPWARD, f"{here} imports {there}"


def test_every_room_has_its_layer():
    assert {room(path) for path in modules()} <= set(LEVEL)


def test_readers_and_measures_do_not_know_each_other():
    for path in modules():
        if room(path) == "readers":
            assert not imported(path) & {"measures", "registry"}, path
        if room(path) in ("measures", "registry"):
            assert "readers" not in imported(path), path


def test_files_are_short_enough_to_read_in_one_sitting():
    for path in modules():
        assert len(path.read_text().splitlines()) < 400, path
