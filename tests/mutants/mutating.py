"""Small faults put into the code on purpose: where they can be put, and the source with one of them."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
ROOMS = ("core", "inference", "readers", "questions")
WORDED = ("question", "page", "text", "chart", "formats", "words", "next")  # files of a question that compute nothing
SWAPS: dict[type[ast.AST], str] = {
    ast.Add: "-",
    ast.Sub: "+",
    ast.Mult: "/",
    ast.Div: "*",
    ast.Pow: "*",
    ast.FloorDiv: "/",
    ast.Mod: "//",
    ast.BitAnd: "|",
    ast.BitOr: "&",
    ast.And: "or",
    ast.Or: "and",
    ast.Lt: "<=",
    ast.LtE: "<",
    ast.Gt: ">=",
    ast.GtE: ">",
    ast.Eq: "!=",
    ast.NotEq: "==",
    ast.Is: "is not",
    ast.IsNot: "is",
    ast.In: "not in",
    ast.NotIn: "in",
}
CALLS = {"min": "max", "max": "min", "minimum": "maximum", "maximum": "minimum", "any": "all", "all": "any"}
CALLS |= {"isf": "ppf", "ppf": "isf", "sf": "cdf", "cdf": "sf", "zeros": "ones", "ones": "zeros"}


class Mutant(NamedTuple):
    """One fault: `old` at these bytes of a file, to be replaced by `new`; `statement` begins on its line."""

    file: str
    place: str
    line: int
    statement: int
    start: int
    end: int
    old: str
    new: str

    @property
    def name(self) -> str:
        """What stays the same when lines move: the function, and the change."""
        return f"{self.file}:{self.place}: {' '.join(self.old.split())} -> {' '.join(self.new.split())}"

    def source(self) -> bytes:
        """The file with the fault."""
        data = (ROOT / self.file).read_bytes()
        return data[: self.start] + self.new.encode() + data[self.end :]


def chosen(count: int, seed: int) -> list[Mutant]:
    """Mutants of all rooms, drawn without replacement."""
    rooms = (path for room in ROOMS for path in (ROOT / "src" / "informed" / room).rglob("*.py"))
    files = sorted(path for path in rooms if "questions" not in path.parts or path.stem not in WORDED)
    everything = [mutant for path in files for mutant in mutants(path)]
    return sorted(Random(seed).sample(everything, min(count, len(everything))))


def mutants(path: Path) -> Iterator[Mutant]:
    """Every mutant of a file."""
    source = path.read_bytes()
    starts = [0]
    for line in source.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    file = str(path.relative_to(ROOT))
    for node, place, statement in _walk(ast.parse(source), (), 0):
        begin, end = starts[node.lineno - 1] + node.col_offset, starts[node.end_lineno - 1] + node.end_col_offset
        old = source[begin:end].decode()
        for new in _changes(node):
            yield Mutant(file, ".".join(place), node.lineno, statement, begin, end, old, new)


def _walk(node: ast.AST, place: tuple[str, ...], statement: int) -> Iterator[tuple[ast.AST, tuple[str, ...], int]]:
    """All nodes that run, with the function they are in and the line of their statement."""
    if isinstance(node, ast.stmt):
        statement = min((each.lineno for each in getattr(node, "decorator_list", ())), default=node.lineno)
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        place = (*place, node.name)
    if hasattr(node, "lineno") and not isinstance(node, ast.arg):
        yield node, place, statement
    for field, value in ast.iter_fields(node):
        if field in ("annotation", "returns", "bases") or (field == "test" and _typing(value)):
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST) and not _silent(child):
                yield from _walk(child, place, statement)


def _typing(test: ast.AST) -> bool:
    return isinstance(test, ast.Name) and test.id == "TYPE_CHECKING"


def _silent(node: ast.AST) -> bool:
    """Docstrings, texts with values in them, imports, names of types: nothing that computes."""
    text = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    named = isinstance(node, ast.Assign) and isinstance(node.value, ast.BinOp) and isinstance(node.value.op, ast.BitOr)
    alias = named and not node.col_offset  # Array = A | B
    return text or alias or isinstance(node, ast.JoinedStr | ast.Import | ast.ImportFrom)


def _changes(node: ast.AST) -> Iterator[str]:
    match node:
        case ast.BinOp(left, op, right) if type(op) in SWAPS and not _texts(left, right):
            yield f"({ast.unparse(left)}) {SWAPS[type(op)]} ({ast.unparse(right)})"
        case ast.AugAssign(target, op, value) if type(op) in SWAPS and not _texts(value):
            yield f"{ast.unparse(target)} {SWAPS[type(op)]}= {ast.unparse(value)}"
        case ast.Compare(left, [op, *rest], [right, *others]):
            tail = ast.unparse(ast.Compare(ast.Name("_"), rest, others))[1:] if rest else ""
            yield f"(({ast.unparse(left)}) {SWAPS[type(op)]} ({ast.unparse(right)}){tail})"
        case ast.BoolOp(op, values):
            yield "(" + f" {SWAPS[type(op)]} ".join(f"({ast.unparse(each)})" for each in values) + ")"
        case ast.UnaryOp(ast.Not() | ast.USub(), operand):
            yield f"({ast.unparse(operand)})"
        case ast.keyword("axis", ast.Constant(int(axis))):
            yield f"axis={ {0: 1, 1: 0}.get(axis, axis + 1) }"
        case ast.keyword("axis", ast.UnaryOp(ast.USub(), ast.Constant(int(axis)))):
            yield f"axis={ {1: -2, 2: -1}.get(axis, 1 - axis) }"
        case ast.Constant(bool(value)):
            yield str(not value)
        case ast.Constant(int(value)):
            yield str(value + 1)
        case ast.Constant(float(value)):
            yield repr(2 * value or 1.0)
        case ast.Call(ast.Name(name) | ast.Attribute(_, name)) if name in CALLS:
            yield ast.unparse(node).replace(f"{ast.unparse(node.func)}(", f"{_renamed(node.func)}(", 1)
        case ast.Expr(ast.Call()) | ast.Raise():
            yield "pass"


def _renamed(func: ast.expr) -> str:
    whole = ast.unparse(func)
    name = whole.rpartition(".")[2]
    return whole.removesuffix(name) + CALLS[name]


def _texts(*operands: ast.expr) -> bool:
    """Sums that join: of texts, lists or tuples."""
    return any(
        isinstance(each, ast.JoinedStr | ast.List | ast.Tuple | ast.ListComp)
        or (isinstance(each, ast.Constant) and isinstance(each.value, str))
        for each in operands
    )
