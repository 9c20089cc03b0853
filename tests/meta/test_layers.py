"""Imports point down only: each room knows the rooms beneath it, never those above.

Three files reach up, and by name, when they are asked: a `Result` for the words and the screen of its question, a
`Measure` for the reader that counts two columns of labels, a `Basis` for the question that gave an answer.
"""

import ast
import re
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

from informed.questions import QUESTIONS

SOURCE = Path(__file__).parents[2] / "src" / "informed"

LAYERS = (  # from the ground up
    ("core",),
    ("readers",),
    ("inference",),
    ("writers", "bench", "ledger"),
    ("asking",),
    ("questions/*/compute",),
    ("questions/*/words",),
    ("questions/*/text", "questions/*/chart", "questions/*/formats"),
    ("questions/*/page",),
    ("questions/*/question",),
    ("cli", "web", "integrations", "lab", "finder"),
)
UPWARD = ("core/basis", "core/registry", "core/result")  # what imports a room above by name
LEVEL = {room: level for level, rooms in enumerate(LAYERS) for room in rooms}
PARTS = ("words", "text", "chart", "formats", "page", "question")


LISTING = {
    ("questions", name)  # no room
    for name in ("ASKS", "FORMERLY", "PANELS", "QUESTIONS", "TAKEN", "UNASKED", "home", "others", "place")
}


def modules():
    return [path for path in sorted(SOURCE.rglob("*.py")) if path.parent != SOURCE]


def room(parts: tuple[str, ...]) -> str:
    """The room of a module, given the parts of its name below the package."""
    if parts[0] != "questions":
        return parts[0]
    part = parts[2] if len(parts) > 2 and parts[2] in PARTS else "compute"
    return f"questions/*/{part}"


def alone(path: Path) -> bool:
    """Whether a file is a whole question, its declaration too; what imports it means what it computes."""
    return here(path)[0] == "questions" and len(here(path)) == 2 and path.stem != "__init__"


def here(path: Path) -> tuple[str, ...]:
    return path.relative_to(SOURCE).with_suffix("").parts


def imported(tree: ast.AST) -> set[tuple[str, ...]]:
    """The modules and names of this package that are imported anywhere in a piece of code."""
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {each.name for each in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, f"line {node.lineno}: relative import"
            found |= {f"{node.module}.{each.name}" for each in node.names}
    names = {tuple(name.split(".")[1:]) for name in found if name.startswith("informed.")}
    return {name for name in names if not name[0].startswith("_") and name not in LISTING}


def type_only(tree: ast.AST) -> ast.AST:
    """The code without what only a type checker imports."""

    class Pruned(ast.NodeTransformer):
        def visit_If(self, node: ast.If):
            return None if ast.unparse(node.test) == "TYPE_CHECKING" else self.generic_visit(node)

    return Pruned().visit(tree)


@cache
def known(path: Path, *, running: bool = True) -> set[tuple[str, ...]]:
    tree = ast.parse(path.read_text())
    return {
        name for name in imported(type_only(tree) if running else tree) if name[0] in {r.split("/")[0] for r in LEVEL}
    }


@pytest.mark.parametrize("path", modules(), ids=lambda path: str(path.relative_to(SOURCE)))
def test_imports_point_down(path):
    mine = "questions/*/question" if alone(path) else room(here(path))
    above = {".".join(there) for there in known(path) if LEVEL[room(there)] > LEVEL[mine]}
    assert not above, f"{mine} imports {above}"


def test_only_declared_files_reach_up_by_name():
    """No other file below the doors calls `import_module` with a name of this package, or one put together."""
    doors = LAYERS[-1]
    reaching = {"/".join(here(path)) for path in modules() if here(path)[0] not in doors and _imports_by_name(path)}
    assert reaching == set(UPWARD)
    page = (SOURCE.parents[1] / "docs" / "design.md").read_text()
    assert all(f"(`{name}.py`)" in page for name in UPWARD)


def _imports_by_name(path: Path) -> bool:
    if "import_module" not in path.read_text():
        return False
    calls = [node for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Call)]
    given = [ast.unparse(call.args[0]) for call in calls if ast.unparse(call.func) == "import_module"]
    given = [name for name in given if not name.startswith("f'{__name__}.")]  # which lies in the folder of the file
    return any(re.match(r"f|'informed\b", name) for name in given)


@pytest.mark.parametrize(
    "path", sorted((SOURCE / "questions").rglob("*.py")), ids=lambda path: str(path.relative_to(SOURCE))
)
def test_a_question_uses_what_another_computes_and_never_its_words(path):
    """A page may show the body of another question, a declaration has parameters of another."""
    mine = here(path)
    part = room(mine).rpartition("/")[2]
    for there in known(path):
        if there[0] == "questions" and len(there) > 2 and there[1:2] != mine[1:2]:
            shown = (part, there[2]) in (("page", "page"), ("question", "question"))
            assert room(there).endswith("/compute") or shown, (mine, there)


def used() -> dict[str, set[str]]:
    """For every question the others that its files import: as they are loaded, when asked, or for their types."""
    found: dict[str, set[str]] = {name: set() for name in QUESTIONS}
    for path in modules():
        if here(path)[0] == "questions" and here(path)[1] in found:
            there = {name[1] for name in known(path, running=False) if name[0] == "questions" and name[1:]}
            found[here(path)[1]] |= there & found.keys() - {here(path)[1]}
    return found


def test_no_question_uses_one_that_uses_it():
    assert set(TopologicalSorter(used()).static_order()) == set(QUESTIONS)  # a cycle is an error that names them
    with pytest.raises(CycleError, match=r"evaluate.*bookmaker|bookmaker.*evaluate"):
        TopologicalSorter({**used(), "bookmaker": {"evaluate"}}).prepare()


def test_nothing_but_the_shell_knows_the_laboratory():
    for path in modules():
        if here(path)[0] not in ("lab", "cli"):
            assert not any(there[0] == "lab" for there in known(path, running=False)), path


def test_every_room_has_its_layer():
    assert {room(here(path)) for path in modules()} <= set(LEVEL)


def test_the_design_page_draws_the_same_layers():
    page = (SOURCE.parents[1] / "docs" / "design.md").read_text()
    drawn = re.findall(r"^\| (\d+) \| (`[^|]*`) \|", page, flags=re.MULTILINE)
    rooms = {int(level): {name.strip("`") for name in names.split(", ")} for level, names in drawn}
    assert rooms == {level: set(layer) for level, layer in enumerate(LAYERS)}


def test_the_design_page_gives_the_lines_of_each_room():
    """To a tenth: the page shows how large each room is, and `./dev docs` leaves a number that does."""
    page = (SOURCE.parents[1] / "docs" / "design.md").read_text()
    rows = re.findall(r"^\| (`([a-z]+)`|all, .*) \| ([\d,]+) \|", page, re.M)
    assert {name for _, name, _ in rows} == {name.partition("/")[0] for name in LEVEL} | {""}
    for said, name, lines in rows:
        counted = sum(len(path.read_text().splitlines()) for path in (SOURCE / name).rglob("*.py"))
        assert abs(int(lines.replace(",", "")) - counted) <= counted / 10, f"{said} has {counted} lines"


def test_both_axes_of_a_table_are_named_in_one_place():
    for path in modules():
        assert path.name == "table.py" or "(-2, -1)" not in path.read_text(), path


def test_readers_and_measures_do_not_know_each_other():
    for path in modules():
        names = known(path, running=False)
        if here(path)[0] == "readers":
            assert not any(there[:2] in (("core", "measures"), ("core", "registry")) for there in names), path
        if here(path)[:2] in (("core", "measures"), ("core", "registry")):
            assert not any(there[0] == "readers" for there in names), path
