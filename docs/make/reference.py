"""Pages that follow from the code: the catalogue of measures, a family a page, and the public names."""

import ast
import inspect
from collections.abc import Callable, Iterator

import numpy as np

import informed
from informed.registry import FAMILIES, ByShape, Measure

MADE = "<!-- made by ./dev docs; change the docstrings instead -->\n\n"
TWO = informed.Counts([[30, 30], [12, 28]], labels=("+", "-"))
THREE = informed.Counts([[100, 10, 1], [5, 20, 6], [0, 3, 2]], labels=("sun", "rain", "snow"))


def generated() -> dict[str, str]:
    """Path below docs/ to text."""
    families = {f"measures/{family}.md": family_page(family) for family in FAMILIES}
    return {"measures/index.md": index_page(), **families, "api.md": api_page()}


def index_page() -> str:
    """All measures, one line each."""
    parts = [MADE, "# Measures\n\nA measure is a function of a table of counts, declared with what is known about it. "]
    parts.append("`informed measures NAME` prints the same in a terminal.\n")
    for family in FAMILIES:
        parts.append(f"\n## {family.capitalize()}\n\n| measure | in one sentence | chance |\n|---|---|---|\n")
        for each in informed.find(family=family):
            parts.append(f"| [{each.name}]({family}.md#{each.name}) | {_cell(each.says)} | {_chance(each)} |\n")
    parts.append(
        "\n## Which tell perfect from worthless\n\nWeak discrimination: 1 means a perfect predictor and nothing "
    )
    parts.append(
        "else does. Strong: besides, 0 means a worthless one and nothing else does. Universal: for two classes, "
    )
    parts.append(
        f"for more, and for sets of labels (Steingold & Laclavik 2015).\n\n{informed.requirements_table().strip()}\n"
    )
    return "".join(parts)


def family_page(family: str) -> str:
    """Every measure of a family, a section each."""
    head = f"{MADE}# {family.capitalize()}\n\nValues below are of these two tables, actual classes in rows: "
    tables = "A = `[[30, 30], [12, 28]]` (Powers 2007) and B = `[[100, 10, 1], [5, 20, 6], [0, 3, 2]]`.\n"
    return head + tables + "".join(_section(each) for each in informed.find(family=family))


def _section(each: Measure) -> str:
    facts = "\n".join(f"| {name} | {_cell(text)} |" for name, text in _facts(each))
    remarks = f"\n{each.remarks}\n" if each.remarks else ""
    advice = "\n".join(f"* {line}" for line in _advice(each))
    return f"\n## {each.name}\n\n{each.says}\n{remarks}\n| | |\n|---|---|\n{facts}\n\n{advice}\n"


def _facts(each: Measure) -> Iterator[tuple[str, str]]:
    yield "formula", f"`{each.formula}`"
    yield "range", f"{_bound(each.range[0])} to {_bound(each.range[1])}" + (f", in {each.unit}" if each.unit else "")
    yield "chance", _chance(each)
    if each.parameters:
        yield "parameters", ", ".join(f"`{name}={value!r}`" for name, value in each.parameters.items())
    if each.limit is not None:
        yield "0/0", f"{each.limit:g} by convention"
    if each.dual:
        yield "dual", f"`{each.dual}` (actual and predicted exchanged)"
    if each.aliases:
        yield "aliases", ", ".join(f"`{alias}`" for alias in each.aliases)
    yield "source", each.source
    for name, counts in (("A", TWO), ("B", THREE)):
        if each.ready and each.applies(*counts.table.shape):
            yield f"on {name}", _worked(each, counts)


def _worked(each: Measure, counts: informed.Counts) -> str:
    table = np.asarray(counts.table, float)
    found = informed.estimate(counts, each)
    value = f"`informed.measures.{each.name}({table.astype(int).tolist()})` = {round(found.value, 9) + 0.0:.4g}"
    interval = "" if found.low is None else f", 95 % interval {found.low:.3g} to {found.high:.3g}"
    return value + ("" if found.chance is None else f"; chance gives {round(found.chance, 9) + 0.0:.4g}") + interval


def _advice(each: Measure) -> Iterator[str]:
    """When to use it and when not, as far as its traits tell."""
    if each.fixed_chance is not None:
        yield f"Use it across data sets: guessing scores {each.fixed_chance:g} whatever the class frequencies."
    elif each.higher_is_better is not None:
        yield "Do not compare it across data sets or models without its chance value: guessing moves it."
    if each.given:
        yield f"It looks at items of one {each.given} class alone, so the other classes' frequencies do not touch it."
    if each.symmetric:
        yield "It treats both sides alike: fit for two raters, neither of whom is the truth."
    if each.relabel:
        yield "It does not care what the predicted classes are called: fit for clusters."
    if each.kind == "binary":
        yield "It is for two classes; of more, each label against the rest." if each.labelwise else "For two classes."
    elif not each.square:
        yield "The number of predicted classes may differ from that of actual ones."
    if each.ordered:
        yield "The order of the labels counts."
    if each.extensive:
        yield "It grows with the number of items: compare only tables of the same size."


def _chance(each: Measure) -> str:
    return "depends on the margins" if each.fixed_chance is None else f"{each.fixed_chance:g}"


def _bound(value: ByShape) -> str:
    if not callable(value):
        return f"{value:g}".replace("inf", "infinity")
    return f"{value(2, 2):.3g} (2 classes), {value(3, 3):.3g} (3)".replace("inf", "infinity")


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")


def api_page() -> str:
    """Public names with their signatures and docstrings."""
    names = [name for name in informed.__all__ if name not in ("__version__", "measures", "study")]
    head = "# Python\n\nEverything public is a name of `informed`. Modules below it may move.\n"
    functions = [_entry(name) for name in names if inspect.isfunction(getattr(informed, name))]
    classes = [_entry(name) for name in names if inspect.isclass(getattr(informed, name))]
    spaces = (
        "\n## Namespaces\n\n* `informed.measures`: every measure as a function, see [measures](measures/index.md).\n"
        "* `informed.study`: experiments on measures, tests and intervals, see [the laboratory](guides/study.md).\n"
    )
    return f"{MADE}{head}\n## Functions\n{''.join(functions)}\n## Classes\n{''.join(classes)}{spaces}"


def _entry(name: str) -> str:
    thing = getattr(informed, name)
    members = "".join(_member(key, value) for key, value in vars(thing).items()) if inspect.isclass(thing) else ""
    members = f"\n| | |\n|---|---|\n{members}" if members else ""
    return f"\n### {name}\n\n```\n{name}{_signature(thing)}\n```\n\n{_prose(_docstring(thing))}\n{members}"


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
    return f"| `{name}{call}` | {_cell(_prose(text.split(chr(10) * 2)[0]))} |\n"


def _prose(text: str) -> str:
    return text.replace("``", "`")


def _signature(thing: Callable[..., object]) -> str:
    if inspect.isclass(thing) and issubclass(thing, Exception):
        return ""
    parameters = inspect.signature(thing).parameters.values()
    bare = [each.replace(annotation=inspect.Parameter.empty) for each in parameters]
    return str(inspect.Signature(bare)).replace("<factory>", "...")
