"""Lists of questions, of files that are read and of ways to an interval: one line each, made from the code."""

import ast
import re
from importlib import import_module
from pathlib import Path

import informed
from informed.cli import COMMANDS
from informed.inference.interval import METHODS
from informed.questions import QUESTIONS
from informed.readers.files.formats import formats
from informed.readers.files.sources import KINDS
from reference import MADE, cell

DOCS = Path(__file__).parents[1]
ROOMS = ("core", "readers", "inference", "writers", "bench", "ledger")
ROOMS += ("questions", "asking", "cli", "web", "integrations", "lab", "finder")
HOMES = {
    "scikit-learn": "`informed.integrations.sklearn`: scorers, score functions, displays, cross-validation; "
    "[coming from scikit-learn](../coming-from.md)",
    "PyTorch, Lightning": "`informed.integrations.torch`: `Informed`, `InformedCollection` for `self.log_dict`; "
    "[coming from torchmetrics](../coming-from.md), [GPUs](gpu.md)",
    "a notebook with pandas or polars": '`informed.evaluate(frame, actual="y", predicted="p")`; answers show '
    "themselves, `.to_pandas()`, `.to_polars()`, `.chart()`; [tutorial](../tutorial.md)",
    "Spark, Dask, Ibis, DuckDB": "the same functions, grouped in the engine; [big data](big-data.md), "
    "[Spark](../spark.md)",
    "MLflow, W&B, TensorBoard, DVC, aim": "`answer.metrics()`; [trackers](trackers.md)",
    "pytest": "the fixture `assert_informed`; [gating a model](check.md)",
    "GitHub Actions, pre-commit, build servers": "`informed check`; [continuous integration](ci.md)",
    "harness logs (Inspect, lm-eval, HELM, promptfoo)": "`informed evaluate log.eval`; [LLM benchmarks](llm.md)",
    "annotation tools (Label Studio, Prodigy, doccano, Argilla)": "`informed agree export.json`; "
    "[annotation projects](annotations.md)",
    "Excel": "`informed evaluate book.xlsx`; `-o report.xlsx` writes live formulas; [files](../files.md)",
    "R": "`informed ... --format json` or csv from `system2()`, or reticulate; "
    "[coming from yardstick](../coming-from.md)",
}


def questions_page() -> str:
    """Every question with its guide and its command."""
    rows = "".join(f"| [{name}]({name}.md) | {_asks(name)} | {_command(name)} |\n" for name in QUESTIONS)
    homes = "".join(f"| {home} | {how} |\n" for home, how in HOMES.items())
    return (
        f"{MADE}# Questions\n\nOne page for each question.\n\n| question | asks | command |\n|---|---|---|\n{rows}\n"
        f"## By home\n\nWhere you work already, and how to ask from there.\n\n| home | how |\n|---|---|\n{homes}"
    )


def design_page() -> str:
    """The page of the design, which people write, with the lines of each room where the page is out by over 10 %."""
    page, code = DOCS / "design.md", Path(informed.__file__).parent
    sizes = {f"`{room}`": sum(_lines(path) for path in (code / room).rglob("*.py")) for room in ROOMS}
    sizes["all, with the files beside the rooms"] = sum(map(_lines, code.rglob("*.py")))
    text = page.read_text()
    said = {room: int(lines.replace(",", "")) for room, lines in re.findall(r"^\| (.+) \| ([\d,]+) \|$", text, re.M)}
    told = {room: size if abs(said.get(room, 0) - size) > size / 10 else said[room] for room, size in sizes.items()}
    rows = "".join(f"| {room} | {float(f'{size:.1e}'):,.0f} |\n" for room, size in told.items())
    return re.sub(r"(?<=included:\n\n)\| room \| lines \|\n(\|.*\n)+", f"| room | lines |\n|---|---|\n{rows}", text)


def rooms_page() -> str:
    """Every file of the code with what it holds, as its first line says it."""
    code = Path(informed.__file__).parent
    parts = []
    for room in ROOMS:
        paths = sorted((code / room).rglob("*.py"), key=lambda path: (path.parent, path.name))
        rows = [(path.relative_to(code), _first(path)) for path in paths]
        listed = "".join(f"| `{path}` | {cell(said)} |\n" for path, said in rows if said)
        parts.append(f"## {room}\n\n| file | what it holds |\n|---|---|\n{listed}")
    said = "Every file of `src/informed/`, and what it holds. [Design](design.md) explains the rooms."
    return f"{MADE}# Files of the code\n\n{said}\n\n" + "\n".join(parts)


def _first(path: Path) -> str:
    """The first sentence of a file."""
    return (ast.get_docstring(ast.parse(path.read_text())) or "").partition("\n\n")[0].replace("\n", " ")


def _lines(path: Path) -> int:
    return len(path.read_text().splitlines())


def _asks(name: str) -> str:
    return cell((import_module(f"informed.questions.{name}").__doc__ or "").partition("\n")[0])


def _command(name: str) -> str:
    return f"[`informed {name}`](../commands/{name}.md)" if name in COMMANDS else ""


def files_page() -> str:
    """Every kind of file that holds rows, by its endings."""
    kinds = {
        "separated": "Text, one row a line: commas, tabs or another separator.",
        "json": "JSON, one object a row; `data.expected` is a value inside.",
        "workbook": "Excel, the first sheet; `book.xlsx#Sheet2` is another one. Needs `informed[excel]`.",
        "sqlite": "SQLite databases: the only table, or the one that is named.",
    }
    told = {KINDS[kind]: text for kind, text in kinds.items()}
    told |= {each.ENDINGS: each.__doc__ or "" for each in formats().values()}
    rows = "".join(f"| `{'`, `'.join(endings)}` | {cell(text)} |\n" for endings, text in told.items())
    said = (Path(__file__).parent / "files.txt").read_text()
    return MADE + said.replace("{kinds}", f"| ending | holds |\n|---|---|\n{rows}")


def methods_page() -> str:
    """Every way to an interval, what it does and what it is for."""
    rows = "".join(
        f"| `{each.name}` | {cell(' '.join((each.limits.__doc__ or '').split()))} | {each.needs} |\n"
        for each in METHODS.values()
    )
    said = (
        "Each number has the interval that is best for its measure and its data; `method` names it.\n"
        "`--method NAME` in the shell, or `method=` in Python, asks for another one.\n"
        "[Coverage](coverage.md) shows how often they hold the truth."
    )
    return f"{MADE}# Intervals\n\n{said}\n\n| method | how | for |\n|---|---|---|\n{rows}"
