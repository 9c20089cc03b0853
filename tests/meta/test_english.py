"""The words of docs/style.md: phrases that were given up do not come back, and numbers are written one way."""

import re
from inspect import getdoc, isfunction
from pathlib import Path

import pytest

import informed

ROOT = Path(__file__).parents[2]
PERCENT = r"(\d|[fg]\}) %(?![\w(}])"
INSTEAD = {
    r"\b(mis|un)?[Ww]eighed\b": "weighted",
    r"\b[Ff]oret(ell|old)": "project, projected",
    r"not shown to (differ|be\b)": "no significant difference, no evidence",
    r"stands? twice": "duplicate",
    r"\bknows no\b": "has no items labelled",
    PERCENT: "a percent sign without a space",
    r"95 ?% interval": "95% CI",
    r"if it were true": "null hypothesis",
    r"items? that belong together": "clustered items",
    r"under-supported": "only 3 items: treat as rough",
    r"thinly": "sparse",
    r"\d by convention": "undefined, shown as 0",
    r"\bdealt (at random|anew|to)\b": "random, shuffled",
    r"hindsight": "after the fact, optimistic",
    r"these very items": "the same items",
    r"flatter(s|ed)\b": "is optimistic",
    r"share their luck": "are correlated",
    r"has no meaning": "cannot be used",
    r"arguments without a name": "positional arguments",
    r"\bone (row|column|line|entry|value|item|label|object|panel|table|page|share) an? \w+": "per item, per row",
    r"not said of which": "name the label",
    r"speaks? for the positive": "a high score indicates the positive label",
    r"names no format": "unknown file ending",
}
EXCEPTIONS = {  # phrases with their other meaning, by file
    ("src/informed/lab/papers", PERCENT),  # figures as the papers print them
    ("docs/papers", PERCENT),
    ("docs/coverage", r"95 ?% interval"),
}
MADE = (
    "docs/api.md",
    "docs/commands",
    "docs/measures",
    "docs/tests",
    "docs/files.md",
    "docs/guides/index.md",
)  # from src
SOURCES = sorted(p for p in (ROOT / "src").rglob("*") if p.suffix in {".py", ".html", ".js"})
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
FENCED = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def named(path: Path) -> str:
    """The path from the root of the checkout."""
    return path.relative_to(ROOT).as_posix()


def given_up(text: str, name: str) -> list[str]:
    """Every phrase in a text that was given up, with its line and what to write."""
    return [
        f"{name}:{text.count(chr(10), 0, hit.start()) + 1}: {hit[0]!r}; write: {better}"
        for phrase, better in INSTEAD.items()
        if not any(name.startswith(start) and phrase == spared for start, spared in EXCEPTIONS)
        for hit in re.finditer(phrase, text)
    ]


@pytest.mark.parametrize("path", SOURCES, ids=named)
def test_the_source_has_no_phrase_that_was_given_up(path):
    assert given_up(path.read_text(), named(path)) == []


@pytest.mark.parametrize("path", [each for each in PAGES if not named(each).startswith(MADE)], ids=named)
def test_the_prose_of_a_page_has_no_phrase_that_was_given_up(path):
    prose = FENCED.sub(lambda block: "\n" * block[0].count("\n"), path.read_text())
    assert given_up(prose, named(path)) == []


def test_what_is_given_up_is_found():
    assert given_up("a\nlabels weighed by bias, 95 % interval", "x") == [
        "x:2: 'weighed'; write: weighted",
        "x:2: '5 %'; write: a percent sign without a space",
        "x:2: '95 % interval'; write: 95% CI",
    ]
    assert given_up("f'{n} % {m}', {% if i %}, 95% CI", "x") == []


SAID = [
    *((name, getattr(informed, name)) for name in informed.__all__),
    *((f"{room}.{name}", getattr(getattr(informed, room), name))
      for room in ("odds", "more", "lab") for name in getattr(informed, room).__all__),
]  # fmt: skip
PUBLIC = dict(each for each in SAID if isfunction(each[1]))


@pytest.mark.parametrize("name", PUBLIC)
def test_a_public_function_says_what_it_does_takes_and_returns(name):
    """Numpydoc: a first line that is a command, and sections; a function without arguments needs no Parameters."""
    text = getdoc(PUBLIC[name]) or ""
    first, *rest = text.splitlines()
    assert re.fullmatch(r"[A-Z][a-z]+ .*[.]", first)
    assert first.split()[0] not in ("The", "What", "Whether", "Which", "How", "A", "Every", "One", "All")
    taken = PUBLIC[name].__code__.co_argcount + PUBLIC[name].__code__.co_kwonlyargcount
    assert "Returns" in rest
    assert not taken or "Parameters" in rest


@pytest.mark.parametrize("path", [each for each in PAGES if each.parent.name not in ("papers", "coverage")], ids=named)
def test_outputs_on_a_page_have_no_scientific_notation(path):
    shown = [block for language, block in FENCED.findall(path.read_text()) if language in ("console", "text")]
    assert re.findall(r"\b[\d.]+[eE][-+]\d+\b", "\n".join(shown)) == []
