"""Charts of results: one definition serves the notebook, the report, the web page and image files.

A figure is rows (plain data taken from a result, in the ``chart.py`` of its question) and a drawing (how such rows
look, see `drawings`). Drawings carry no colours; themes do. So a page draws a figure once and later sends rows alone.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from inspect import signature
from typing import Any

from informed.core.errors import InputError, choice
from informed.core.notation import parsed
from informed.writers.charts.library import library
from informed.writers.charts.rows import Rows
from informed.writers.charts.theme import DARK, LIGHT, theme

__all__ = ["Figure", "chart", "figures", "spec"]

ROWS = "rows"  # the name of a figure's data in its specification


@dataclass(frozen=True)
class Figure:
    """A chart before it is drawn: what it shows, where its rows come from, and the name of its drawing."""

    title: str
    rows: Callable[..., Rows]
    drawing: str

    def draw(self, result: Any, width: int | str | None = None) -> Any:
        """The Altair chart without its rows, as wide as asked for or as is usual for it."""
        return getattr(library("informed.writers.charts.drawings"), self.drawing)(result, width)


def known(result: Any) -> dict[str, Figure]:
    """The figures of this kind of result."""
    found: dict[str, dict[str, Figure]] = getattr(result.part("chart"), "FIGURES", {})
    return found.get(result.called(), {})


def figures(result: Any) -> dict[str, Figure]:
    """The figures that have something to show for this result."""
    return {name: figure for name, figure in known(result).items() if figure.rows(result)}


def chart(result: Any, name: str | None = None, *, width: int | None = None, dark: bool = False, **how: Any) -> Any:
    """One chart of a result as an Altair chart; without a name the first that there is.

    ``width``: of the drawing in pixels, or of each panel where there are several. ``how``: what some charts take,
    ``c=2`` or written ``"roc(c=2)"``.
    """
    name, how = _asked(name, how)
    offered = figures(result)
    if not offered:
        raise InputError(f"there is no chart of this {type(result).__name__}")
    figure = offered[choice("chart", name or next(iter(offered)), offered)]
    for option in how:
        taken = list(signature(figure.rows).parameters)[1:]
        if option not in taken:
            known = f"it takes {', '.join(taken)}=" if taken else "it takes none"
            raise InputError(f"chart {name!r} has no option {option}=; {known}")
    drawn = figure.draw(result, width).properties(data={"name": ROWS, "values": figure.rows(result, **how)})
    return drawn.configure(**theme(DARK if dark else LIGHT))


def _asked(name: str | None, how: dict[str, Any]) -> tuple[str | None, dict[str, Any]]:
    """The name of a chart and its options, ``roc(c=2)`` taken apart."""
    if name is None or "(" not in name:
        return name, how
    try:
        stem, written, _ = parsed(name)
    except InputError:
        raise InputError(f"chart {name!r}: write its options as name=value, for example kite(c=2)") from None
    return stem, {**written, **how}


def spec(result: Any, name: str, rows: Rows) -> dict[str, Any]:
    """A figure for a web page: as wide as its place, without colours, which the page has."""
    figure = known(result)[name]
    drawn: dict[str, Any] = figure.draw(result, "container").properties(data={"name": ROWS, "values": rows}).to_dict()
    drawn.pop("config")
    return drawn
