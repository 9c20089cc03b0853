"""A sweep as Markdown."""

from typing import Any

from informed.questions.sweep.compute import Sweep
from informed.questions.sweep.text import areas, points
from informed.writers.tabular import _escaped, _verdict, grid


def sweep_markdown(sweep: Sweep, **_: Any) -> str:
    """Verdict, areas and operating points; the rates at every threshold are in the CSV."""
    parts = [_verdict(sweep), grid(areas(sweep)), grid(points(sweep)), _escaped(sweep.signature)]
    return "\n\n".join(parts) + "\n"
