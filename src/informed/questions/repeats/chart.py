"""Repeats as a chart."""

from __future__ import annotations

from typing import TYPE_CHECKING

from informed.writers.charts import Figure, lanes
from informed.writers.charts.rows import Rows, ends

if TYPE_CHECKING:
    from informed.questions.repeats.compute import Repeats

DRAWN = {"one right": "pass_at", "all right": "pass_all", "majority right": "majority"}


def by_size(found: Repeats) -> Rows:
    """How often one, all or most of k answers to an item are right, with intervals."""
    return [
        {"row": f"k = {each.k}", "measure": name, "items": each.items, **ends(getattr(each, field))}
        for name, field in DRAWN.items()
        for each in found.drawn
    ]


FIGURES = {"repeats": {"answers": Figure("What k answers to an item bring", by_size, lanes.small_multiples)}}
