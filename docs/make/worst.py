"""The page that names for every number its method, its reference and its worst simulated cell."""

from pathlib import Path

import numpy as np

import informed
from informed.core.registry import Measure
from informed.inference.design import Independent
from informed.inference.interval import METHODS, method_of
from reference import MADE, cell

PAGES = Path(__file__).parents[1] / "coverage"
SAYS = """# Every number: its method, its reference, its worst simulated cell

For each measure the default way to its interval, of two classes and of three, where it comes from, and the setting in
which it held the truth least often, as the pages of [coverage](../coverage.md) have it; a dash: not simulated apart.
On the pages on [every measure](../coverage/measures.md), [one table](../coverage/tables.md) and
[informedness](../coverage/informedness.md) that setting was drawn again with ten times the tables, for the least of
many is low by luck.
What a method does: [intervals](../intervals.md); one of them in full: [one test and its inversion](informedness.md).

| measure | method | source of the measure | least coverage | where |
|---|---|---|--:|---|
"""
SENTENCES = """
Sentences, with the rule by which each is said and how often it was false at worst: [what a sentence
claims](../claims.md). Areas, average precision and losses of scores: [scores](../coverage/scores.md). Agreement of
raters: [raters](../coverage/raters.md). Rates corrected for a judge: [judges](../coverage/judge.md). Probabilities of a
consensus, with their calibration: [how sure](../coverage/consensus_sure.md). Graded answers:
[repeats](../coverage/repeats.md), [grading](../coverage/grading.md). Changes over time:
[ledger](../coverage/ledger.md). Sample sizes: [plans](../coverage/plans.md).
"""


def _methods(measure: Measure) -> str:
    """The default method of two classes, and of three where that is another."""
    sizes = [2] if measure.kind == "binary" else [2, 3]
    found = [method_of(measure, Independent(np.eye(size) * 20.0 + 5.0)) for size in sizes]
    through = f" (through {measure.through[0]})" if measure.through is not None else ""
    return " / ".join(f"`{METHODS[name].name}`" for name in dict.fromkeys(found)) + through


def worst() -> dict[str, tuple[float, str]]:
    """Of each measure the least coverage on the pages, and in which setting."""
    found: dict[str, tuple[float, str]] = {}

    def add(name: str, share: float, where: str, page: str) -> None:
        if share < found.get(name, (2.0, ""))[0]:
            found[name] = share, f"{where} ([{page}](../coverage/{page}.md))"

    for page in ("tables", "ratios"):
        in_lowest = False
        for line in (PAGES / f"{page}.md").read_text().splitlines():
            in_lowest = in_lowest or "lowest" in line or page == "ratios"
            parts = [part.strip() for part in line.strip("|").split("|")]
            if page == "tables" and in_lowest and len(parts) == 10 and parts[1].isdigit() and parts[8] != "0%":
                where = f"{parts[1]} classes, {parts[2]} items, {parts[3]}"
                add(parts[0], float(parts[5].rstrip("%")) / 100, where, page)
            if page == "ratios" and len(parts) == 8 and parts[3][:2] in ("0.", "1."):
                add(parts[0], float(parts[3]), parts[1], page)
    for line in (PAGES / "measures.md").read_text().splitlines():
        parts = [part.strip() for part in line.strip("|").split("|")]
        if len(parts) == 11 and parts[3].isdigit() and parts[5]:
            add(parts[0], float(parts[5]), parts[10], "measures")
    for line in (PAGES / "informedness.md").read_text().splitlines():
        parts = [part.strip() for part in line.strip("|").split("|")]
        if len(parts) == 8 and parts[7].isdigit():
            add(parts[0], float(parts[4]), f"{parts[1]} classes", "informedness")
    return found


def numbers_page() -> str:
    """Every measure in one line."""
    known, rows = worst(), ""
    for each in informed.measures.find():
        share, where = known.get(each.name, known.get(each.through[0], (None, "")) if each.through else (None, ""))
        least = "-" if share is None else f"{share:.3f}"
        link = f"[{each.name}](../measures/{each.name}.md)"
        rows += f"| {link} | {_methods(each)} | {cell(each.source)} | {least} | {where} |\n"
    return f"{MADE}{SAYS}{rows}{SENTENCES}"
