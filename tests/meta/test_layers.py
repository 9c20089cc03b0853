"""Imports point down only: each room knows the rooms beneath it, never those above.

`Result` alone reaches up, and by name: it imports its words and its writer when it is asked for them.
"""

import ast
import re
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[2] / "src" / "informed"

LAYERS = (  # from the ground up; a package stands for all its modules
    {
        "_version",
        "accounting",
        "errors",
        "labels",
        "cells",
        "saving",
        "sharing",
        "table",
        "counts",
        "patterns",
        "ranking",
        "scores",
        "labelsets",
        "result",
        "signature",
    },
    {"registry", "measures", "valuation", "readers"},
    {"inference", "analyses", "study"},
    {"diagnosis", "evaluation", "recipe", "requirement", "sampling", "undefined", "verdicts"},
    {"writers"},
    {"cli", "web", "integrations", "__main__"},
)
LEVEL = {room: level for level, rooms in enumerate(LAYERS) for room in rooms}


def modules():
    return [path for path in sorted(SOURCE.rglob("*.py")) if path != SOURCE / "__init__.py"]


def room(path: Path) -> str:
    return path.relative_to(SOURCE).parts[0].removesuffix(".py")


def imported(tree: ast.AST) -> set[str]:
    """The rooms of this package that are imported anywhere in a piece of code."""
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {each.name for each in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, f"line {node.lineno}: relative import"
            found |= {f"{node.module}.{each.name}" for each in node.names}
    return {name.split(".")[1] for name in found if name.startswith("informed.")} & set(LEVEL)


@pytest.mark.parametrize("path", modules(), ids=lambda path: str(path.relative_to(SOURCE)))
def test_imports_point_down(path):
    here, tree = room(path), ast.parse(path.read_text())
    above = {there for there in imported(tree) if LEVEL[there] > LEVEL[here]}
    assert not above, f"{here} imports {above}"


def test_every_room_has_its_layer():
    assert {room(path) for path in modules()} <= set(LEVEL)


def test_the_design_page_draws_the_same_layers():
    page = (SOURCE.parents[1] / "docs" / "design.md").read_text()
    drawn = re.findall(r"^\| (\d) \| (`[^|]*`) \|", page, flags=re.MULTILINE)
    rooms = {int(level): {name.strip("`/") for name in names.split(", ")} for level, names in drawn}
    inside = [{each for each in layer if not each.startswith("_")} for layer in LAYERS]
    assert rooms == dict(enumerate(inside))


def test_both_axes_of_a_table_are_named_in_one_place():
    for path in modules():
        assert path.name == "table.py" or "(-2, -1)" not in path.read_text(), path


def test_readers_and_measures_do_not_know_each_other():
    for path in modules():
        if room(path) == "readers":
            assert not imported(ast.parse(path.read_text())) & {"measures", "registry"}, path
        if room(path) in ("measures", "registry"):
            assert "readers" not in imported(ast.parse(path.read_text())), path


def test_files_are_short_enough_to_read_in_one_sitting():
    for path in modules():
        assert len(path.read_text().splitlines()) < 400, path
