"""Changes of labels in print."""

from __future__ import annotations

from typing import TYPE_CHECKING

from informed.core.words import number, p_cell, signed
from informed.writers.layout import columns, seen, sentences
from informed.writers.text import last, screen

if TYPE_CHECKING:
    from informed.questions.taxonomy.compute import Taxonomy

SAYS = {"rename": "read as", "split": "read as", "merge": "with"}


def taxonomy(found: Taxonomy, *, every: bool = False) -> str:
    """The sentences, one line per change, and the recipe."""
    parts = [f"Which labels to change?   {found.n:,} items, half of them held out", sentences(found.verdict)]
    if found.changes:
        rows = [["change", "label", "", "label", "gain", "bits lost", "p"]]
        for each in found.changes:
            one, two = map(seen, each.labels)
            numbers = [signed(each.gain), number(each.lost), p_cell(each.p)]
            rows.append([each.action, one, SAYS[each.action], two, *numbers])
        legend = "gain: of informedness on held-out items; p: adjusted for all changes tried"
        parts.append(f"{columns(rows, left=4)}\n  {legend}")
    return screen(parts, last(found, every), every)
