"""The tables of what was recovered."""

from collections.abc import Iterable, Iterator, Mapping

from informed.core.errors import arg, door
from informed.core.result import Grid
from informed.core.validate import Numbers
from informed.core.words import count, number
from informed.questions.recover.by_label import LabelRecovery
from informed.questions.recover.compute import Range, Recovery
from informed.writers.grids import shown

MOST_TABLES, FEW_TABLES, ABREAST = 20, 3, 3  # with --all, else, and side by side
SCREEN = ("accuracy", "f_measure", "recall", "precision", "prevalence", "mcc", "proficiency")
HEAD = ["measure", "from", "to"]
PER_LABEL = ("recall", "precision", "f_measure", "informedness", "markedness")


def recovery(recovery: Recovery, every: bool) -> Iterator[Grid | str]:
    """The measures that the tables leave open or settle, and the first of the tables themselves."""
    yield from _measures(recovery.measures, every, recovery.given)
    yield _tables(recovery, every)
    tables = [list(map(count, table.ravel())) for table in recovery.tables[:MOST_TABLES]]
    yield Grid("Tables that fit", [["tp", "fn", "fp", "tn"], *tables], left=0, on="page")


def _measures(measures: Mapping[str, Range], every: bool, given: Iterable[str] = ()) -> Iterator[Grid]:
    """The measures; by default a few, none that was given, equals another by definition or stands in the verdict."""
    told = {*given, "informedness"}
    few = [name for name in measures if every or (name in SCREEN and name not in told)]
    rows = {name: [name, *_ends(each)] for name, each in measures.items()}
    yield Grid("Measures", [HEAD, *(rows[name] for name in few)], on="screen")
    yield Grid("What was found", [HEAD, *(rows[name] for name in shown(rows, every=False))], on="page")


def _ends(each: Range) -> list[str]:
    return [number(each.low, 4), "" if each.value is not None else number(each.high, 4)]


def _tables(recovery: Recovery, every: bool) -> str:
    """The first tables that fit, side by side, each with both axes named."""
    shown = recovery.tables[: MOST_TABLES if every else FEW_TABLES]
    width = max(len(count(cell)) for cell in shown.ravel())
    lines = [_side_by_side(shown[start : start + ABREAST], width) for start in range(0, len(shown), ABREAST)]
    rest = len(recovery.tables) - len(shown)
    head = "The table" if len(recovery.tables) == 1 else "The tables, nearest to the values given first"
    more = f"\n\n  ... and {rest:,} more: {arg('style', 'json') if every else door().every}" if rest else ""
    return f"{head}\n" + "\n\n".join(lines) + more


def _side_by_side(tables: Numbers, width: int) -> str:
    """Tables abreast, each with both axes named."""
    grids = [_grid([[count(cell) for cell in row] for row in table], width) for table in tables]
    return "\n".join(("  " + "    ".join(line)).rstrip() for line in zip(*grids, strict=True))


def _grid(cells: list[list[str]], width: int) -> list[str]:
    rows = [("actual", "+", "-"), *((label, *row) for label, row in zip("+-", cells, strict=True))]
    lines = [f"{'':8}predicted", *(f"{name:8}{one:>{width}}  {two:>{width}}" for name, one, two in rows)]
    return [line.ljust(max(map(len, lines))) for line in lines]


def label_recovery(recovery: LabelRecovery, every: bool) -> Iterator[Grid]:
    """The whole as far as it is determined, then each label."""
    yield from _measures(recovery.measures, every)
    rows = [["label", *PER_LABEL]]
    for label, measures in recovery.by_label.items():
        rows.append([str(label), *(_both(measures[name]) if name in measures else "-" for name in PER_LABEL)])
    yield Grid("Labels", rows)


def _both(each: Range) -> str:
    low, high = _ends(each)
    return f"{low} to {high}" if high else low
