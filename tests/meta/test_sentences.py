"""Nothing is searched or replaced in a finished sentence: other code asks for the code of a finding or a note."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

import informed

ROOT = Path(informed.__file__).parent
SENTENCES = re.compile(r"\b(verdict|findings|notes?|message|reason|sentences?)\b")
SEARCHING = {"startswith", "endswith", "removeprefix", "removesuffix", "partition", "rpartition", "split", "replace"}
SEARCHING |= {"find", "index", "match", "search", "fullmatch", "sub", "subn", "findall", "finditer"}
PARTS = re.compile(r"\.facts\b|\.code\b")


def searches(tree: ast.AST) -> list[str]:
    """What looks into a sentence: a method of text, a regular expression, or a constant that is sought in it."""
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in SEARCHING:
            spoken = [node.func.value, *node.args] if _regular(node.func.value) else [node.func.value]
            if any(_sentence(each) for each in spoken):
                found.append(ast.unparse(node))
        sought = isinstance(node, ast.Compare) and isinstance(node.left, (ast.Constant, ast.JoinedStr))
        if sought and isinstance(node.ops[0], (ast.In, ast.NotIn)) and _sentence(node.comparators[0]):
            found.append(ast.unparse(node))
    return found


def _regular(node: ast.AST) -> bool:
    return isinstance(node, ast.Name) and (node.id == "re" or node.id.isupper())


def _sentence(node: ast.AST) -> bool:
    text = ast.unparse(node)
    return bool(SENTENCES.search(text)) and not PARTS.search(text)


@pytest.mark.parametrize("room", ["core", "inference", "asking", "questions", "writers", "cli", "web", "ledger", "lab"])
def test_no_code_looks_for_words_in_a_sentence(room):
    found = {
        str(path.relative_to(ROOT)): said
        for path in sorted((ROOT / room).rglob("*.py"))
        if (said := searches(ast.parse(path.read_text(encoding="utf-8"))))
    }
    assert not found


def test_the_search_finds_what_it_is_for():
    for said in (
        "found.note.startswith('x')",
        "re.sub('a', 'b', message)",
        "'rough' in each.note",
        "DATE.match(message)",
    ):
        assert searches(ast.parse(said)), said
    for said in ("part_of(each.note, 'rough')", "'few' in codes", "each.code.startswith('a')", "name.split()"):
        assert not searches(ast.parse(said)), said


def test_a_value_is_said_by_the_door_and_not_behind_an_argument():
    """``arg('n', 5)`` is ``n=5`` or ``--n 5``; ``arg('n')`` and a 5 behind it are ``--n5`` in the shell."""
    glued = re.compile(r"""\{arg\((['"])\w+\1\)\}\{""")
    assert glued.search("f\"{arg('n')}{n} must be whole\"")
    found = [str(path.relative_to(ROOT)) for path in ROOT.rglob("*.py") if glued.search(path.read_text("utf-8"))]
    assert not found
