"""The page of the public names, made from their signatures and docstrings."""

import ast
import inspect
import re
from collections.abc import Callable

import informed

SECTION = re.compile(r"^(\w[\w ]*)\n-{3,}\n", re.MULTILINE)  # of a docstring, as numpydoc has it
ENTRY = re.compile(r"^(\S.*)\n((?: {4}.*\n)+)", re.MULTILINE)
MADE = "<!-- made by ./dev docs; change the docstrings instead -->\n\n"


def api_page() -> str:
    """Public names with their signatures and docstrings."""
    names = informed.__all__
    head = "# Python\n\nEverything public is a name of `informed`. Modules below it may move.\n"
    functions = [_entry(name) for name in names if inspect.isfunction(getattr(informed, name))]
    classes = [_entry(name) for name in names if inspect.isclass(getattr(informed, name))]
    more = [_entry(name, "more") for name in informed.more.__all__]
    spaces = (
        "\n## Namespaces\n\n* `informed.measures`: every measure as a function, see [measures](measures/index.md); "
        "`get` gives one by name or alias, `find` those with certain traits, and `measure` makes one of your own.\n"
        "* `informed.lab`: experiments on measures, tests and intervals, see [the laboratory](guides/study.md).\n"
        "* `informed.odds`: fair odds, whether prices can be beaten, and what a p-value is worth: `Odds`, "
        "`dutch_book`, `payoffs`, `sellke`.\n"
        "* `informed.more`: questions that are asked less often.\n"
    )
    return f"{MADE}{head}\n## Functions\n{''.join(functions)}\n## Classes\n{''.join(classes)}{spaces}{''.join(more)}"


def _entry(name: str, *space: str) -> str:
    thing = getattr(getattr(informed, *space) if space else informed, name)
    members = "".join(_member(key, value) for key, value in _members(thing).items()) if inspect.isclass(thing) else ""
    members = f"\n| | |\n|---|---|\n{members}" if members else ""
    if inspect.isclass(thing) and issubclass(thing, informed.Result) and thing is not informed.Result:
        members += "\nAnd all that a [Result](#result) has.\n"
    called = ".".join([*space, name])
    return f"\n### {called}\n\n```\n{called}{_signature(thing)}\n```\n\n{_prose(_docstring(thing))}\n{members}"


def _members(thing: type) -> dict[str, object]:
    """What a class has of its own, then what it has from its bases here."""
    found: dict[str, object] = {}
    for each in thing.__mro__:
        if each.__module__.startswith("informed"):
            found |= {name: value for name, value in vars(each).items() if name not in found}
    return found


def _docstring(thing: Callable[..., object]) -> str:
    """As written: a measure's own ``__doc__`` speaks of the measure, not of the class."""
    (written,) = ast.parse(inspect.getsource(thing)).body
    assert isinstance(written, ast.FunctionDef | ast.ClassDef)
    return ast.get_docstring(written) or ""


def _member(name: str, value: object) -> str:
    function = value.fget if isinstance(value, property) else getattr(value, "__func__", getattr(value, "func", value))
    if name.startswith("_") or not callable(function) or not (text := inspect.getdoc(function)):
        return ""
    call = "" if isinstance(value, property) or hasattr(value, "func") else "()"
    return f"| `{name}{call}` | {cell(_prose(text.split(chr(10) * 2)[0]))} |\n"


def _prose(text: str) -> str:
    """As Markdown: each section with its name, its entries a list, its examples as they are typed."""
    found, *sections = SECTION.split(text.replace("``", "`"))
    for name, body in zip(sections[::2], sections[1::2], strict=True):
        typed = ">>>" in body
        listed = ENTRY.sub(lambda entry: f"* `{entry[1]}`: {' '.join(entry[2].split())}\n", f"{body.rstrip()}\n")
        found = f"{found.rstrip()}\n\n**{name}**\n\n" + (f"```\n{body.strip()}\n```" if typed else listed.rstrip())
    return found


def _signature(thing: Callable[..., object]) -> str:
    if inspect.isclass(thing) and issubclass(thing, Exception):
        return ""
    parameters = inspect.signature(thing).parameters.values()
    bare = [each.replace(annotation=inspect.Parameter.empty) for each in parameters]
    return str(inspect.Signature(bare)).replace("<factory>", "...")


def cell(text: str) -> str:
    """A text that stays within one cell of a table."""
    return text.replace("|", "\\|").replace("\n", " ")
