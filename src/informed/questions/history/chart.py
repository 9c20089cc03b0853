"""A history as a chart."""

from __future__ import annotations

from typing import TYPE_CHECKING

from informed.writers.charts import Figure, lines
from informed.writers.charts.rows import MOST_POINTS, Rows, ends, spread
from informed.writers.layout import seen

if TYPE_CHECKING:
    from informed.questions.history.compute import History, Point


def over_time(found: History) -> Rows:
    """The runs with their intervals; of very many the ends, every change and an even choice of the others."""
    begun = {each.point.run for each in found.changes}
    rows: Rows = []
    for system, runs in found.systems.items():
        kept = {*spread(range(len(runs)), MOST_POINTS)} | {i for i, each in enumerate(runs) if each.run in begun}
        rows += [_row(system, runs[place], runs[place].run in begun) for place in sorted(kept)]
    return rows


def _row(system: str, each: Point, changed: bool) -> dict[str, object]:
    what = {"system": seen(system), "version": each.version, "change": "change" if changed else ""}
    return {"time": each.time.isoformat(), **what, **ends(each.estimate)}


def title(found: History) -> str:
    """Which measure is drawn."""
    return f"{found.measure.replace('_', ' ').capitalize()}, run by run"


FIGURES = {"history": {"over_time": Figure(title, over_time, lines.over_time)}}
