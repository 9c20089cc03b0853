"""The pages of the measures: one that lists them all, and one for each, made from their traits and docstrings."""

import contextlib
import io
from collections.abc import Iterable

import informed
from informed.core.registry import FAMILIES, Measure
from informed.inference.significance.catalogue import QUESTIONS, TESTS, Declared
from informed.inference.significance.named import significance
from informed.writers.catalogue import chance, facts, limits, uses
from reference import MADE, cell

CODE = ("formula", "parameters")  # facts printed as code
EXAMPLES = {2: "[[30, 30], [12, 28]]", 3: "[[100, 10, 1], [5, 20, 6], [0, 3, 2]]"}
NAMES = {2: ("+", "-"), 3: ("sun", "rain", "snow")}
WANTED = {
    "value": "[[5, -10, -10], [-1, 2, -1], [-1, -1, 2]]",
    "cost": "[[0, 1, 2], [1, 0, 1], [4, 2, 0]]",
    "alpha": "0.3",
}


def index_page() -> str:
    """All measures, one line each."""
    parts = [MADE, "# Measures\n\nA measure is a function of a table of counts, declared with what is known about it. "]
    parts.append("`informed measures NAME` prints the same in a terminal.\n")
    for family in FAMILIES:
        parts.append(f"\n## {family.capitalize()}\n\n| measure | in one sentence | chance |\n|---|---|---|\n")
        for each in informed.measures.find(family=family):
            parts.append(f"| [{each.name}]({each.name}.md) | {cell(each.says)} | {chance(each)} |\n")
    parts.append(
        "\n## Which tell perfect from worthless\n\nWeak discrimination: 1 means a perfect predictor and nothing "
        "else does. Strong: besides, 0 means a worthless one and nothing else does. Universal: for two classes, "
        "for more, and for sets of labels (Steingold & Laclavik 2015).\n\n"
        f"{informed.lab.requirements_table().strip()}\n"
    )
    return "".join(parts)


def measure_page(each: Measure) -> str:
    """Sentence, formula, range, chance, when to use it and when not, source, and an example."""
    parts = [f"{MADE}# {each.name}", each.says]
    parts += [each.remarks] if each.remarks else []
    parts.append("\n".join(["| | |", "|---|---|", *(_row(*fact) for fact in facts(each).items())]))
    parts += _listing("Use it", uses(each)) + _listing("Do not use it", limits(each)) + ["## Example", *_example(each)]
    others = ", ".join(_link(other.name) for other in informed.measures.find(family=each.family) if other is not each)
    return "\n\n".join([*parts, f"Of the same family: {others}. [All measures](index.md)."]) + "\n"


def _row(name: str, text: str) -> str:
    if name == "dual":
        text = text if text == "itself" else f"{_link(text)} (actual and predicted exchanged)"
    elif name == "aliases":
        text = ", ".join(f"`{alias}`" for alias in text.split(", "))
    elif name in CODE:
        text = f"`{text}`"
    return f"| {name} | {cell(text)} |"


def _listing(title: str, lines: Iterable[str]) -> list[str]:
    text = "\n".join(f"* {line}" for line in lines)
    return [f"## {title}", text] if text else []


def _link(name: str) -> str:
    return f"[{name}]({name}.md)"


def _example(each: Measure) -> list[str]:
    """A table, what was typed and what it printed: run here, so that it is true."""
    classes = 2 if each.kind == "binary" else 3
    wanted = "".join(f"{name}={WANTED[name]}" for name, value in each.parameters.items() if value is None)
    typed = f"{each.name} = informed.measures.{each.name}.with_({wanted})\n" if wanted else ""
    code = (
        "import informed\n\n# a row for each actual class\n"
        f"counts = informed.Counts({EXAMPLES[classes]}, labels={list(NAMES[classes])})\n"
        f"{typed}found = informed.estimate(counts, {each.name if wanted else repr(each.name)})\n"
        'print(f"{found}, by chance {found.chance:.4g}")\n'
    ).replace("'", '"')
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        exec(compile(code, each.name, "exec"), {})
    return [f"```python\n{code}```", f"```text\n{printed.getvalue()}```"]


def tests_page() -> str:
    """All tests of a table, by the question they ask."""
    parts = [MADE, "# Tests\n\n`informed evaluate ... --show significance` runs every test that applies to a table.\n"]
    for asks, null in QUESTIONS.items():
        parts.append(f"\n## {asks}\n\n{null}\n\n| test | in one sentence |\n|---|---|\n")
        parts += [f"| [{each.name}]({each.name}.md) | {cell(each.says)} |\n" for each in TESTS if each.asks == asks]
    return "".join(parts)


def test_page(each: Declared) -> str:
    """Sentence, formula, source, other names, when not to trust it, and its value on the first table of 2007."""
    rows = {"asks": each.asks, "formula": f"`{each.formula}`", "source": each.source}
    rows["aliases"] = ", ".join(f"`{alias}`" for alias in each.aliases)
    parts = [f"{MADE}# {each.name}", each.says]
    parts.append(
        "\n".join(["| | |", "|---|---|", *(f"| {name} | {cell(text)} |" for name, text in rows.items() if text)])
    )
    parts += [f"## Beware\n\n{each.beware}"] if each.beware else []
    classes = 2 if each.name in significance(SEEN[2]) else 3
    found = significance(SEEN[classes])[each.name]
    shown = [f"{name} {value:.4g}" for name in ("statistic", "df", "p") if (value := getattr(found, name)) is not None]
    parts.append(
        "## Example\n\n```python\nimport informed\n\n# a row for each actual class\n"
        f"found = informed.evaluate(informed.Counts({SEEN[classes]}))\n"
        f'print(found.significance["{each.name}"])\n```\n\n{", ".join(shown)}.'
    )
    return "\n\n".join([*parts, "[All tests](index.md)."]) + "\n"


SEEN = {2: [[30, 30], [12, 28]], 3: [[40, 10, 0], [5, 20, 2], [5, 10, 8]]}  # 2007: Table 2, case 1; three classes
