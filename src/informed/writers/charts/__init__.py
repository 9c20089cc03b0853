"""Charts of results: one definition serves the notebook, the report, the web page and image files.

A figure is rows (plain data taken from a result, in the ``chart.py`` of its question) and a function that draws such
rows as SVG (`lanes`, `squares`, `lines`, `heat`, `panels`). Drawings carry no colours; the page or the file does.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from inspect import signature
from typing import Any

from informed._version import __version__
from informed.core.errors import InputError, arg, choice
from informed.core.letters import parsed
from informed.core.words import many
from informed.writers.charts.chart import Chart
from informed.writers.charts.rows import Rows
from informed.writers.charts.svg import Drawing, Room

__all__ = ["Chart", "Figure", "chart", "figures", "on_page"]

FILE, PAGE = Room(420.0, 660.0), Room(440.0, 960.0)  # the usual width of a file and of the places in a page


@dataclass(frozen=True)
class Figure:
    """A chart before it is drawn: what it shows, where its rows come from, and how they are drawn."""

    title: str | Callable[[Any], str]
    rows: Callable[..., Rows]
    draw: Callable[[Rows, Room], Drawing]
    needs: str = ""  # the argument without which there is nothing to show

    def titled(self, result: Any) -> str:
        """What it shows of this result."""
        return self.title if isinstance(self.title, str) else self.title(result)


def known(result: Any) -> dict[str, Figure]:
    """The figures of this kind of result."""
    return dict(result.pictures())


def figures(result: Any) -> dict[str, Figure]:
    """The figures that have something to show for this result."""
    return {name: figure for name, figure in known(result).items() if figure.rows(result)}


def chart(
    result: Any,
    name: str | None = None,
    *,
    width: int | None = None,
    dark: bool = False,
    title: str | None = None,
    source: str | None = None,
    **how: Any,
) -> Chart:
    """One chart of a result; without a name the first that there is.

    ``width``: of the drawing in pixels. ``title``: another one, ``source``: what it is about, for the line below, and
    ``""`` for neither.
    ``how``: what some charts take, ``c=2`` or written ``"roc(c=2)"``.
    """
    name, how = _asked(name, how)
    offered = figures(result)
    if not offered:
        raise InputError(f"there is no chart of this {_kind(result)}")
    if name in known(result) and name not in offered:
        needs = known(result)[name].needs
        remedy = f"give {arg(needs, '...')}, or use" if needs and getattr(result, needs) is None else "use"
        shows = f"{arg('chart', name)} has nothing to show of this {_kind(result)}"
        raise InputError(f"{shows}; {remedy} {', '.join(offered)}")
    figure = offered[choice("chart", name or next(iter(offered)), offered)]
    for option in how:
        taken = list(signature(figure.rows).parameters)[1:]
        if option not in taken:
            takes = f"it takes {', '.join(taken)}=" if taken else "it takes none"
            raise InputError(f"chart {name!r} has no option {option}=; {takes}")
    room = Room(width, width) if width else FILE
    title = figure.titled(result) if title is None else title
    source = "" if source == "" else _source(result, source)
    rows = figure.rows(result, **how)
    return Chart(title, figure.draw(rows, room), rows, source, dark)


def _kind(result: Any) -> str:
    return str(result.called()).replace("_", " ")


def on_page(result: Any, name: str) -> Chart:
    """A chart for a page, which has a caption and colours of its own."""
    figure = known(result)[name]
    rows = figure.rows(result)
    return Chart(figure.titled(result), figure.draw(rows, PAGE), rows)


def _source(result: Any, about: str | None) -> str:
    """Where a picture comes from, for one that has left its report."""
    n = getattr(result, "n", None) or getattr(getattr(result, "scores", None), "n", None)
    items = many(int(n), "item") if isinstance(n, (int, float)) and float(n).is_integer() else ""
    return " · ".join(
        filter(None, (items, about or f"{date.today():%Y-%m-%d} · informed\N{NO-BREAK SPACE}{__version__}"))
    )


def _asked(name: str | None, how: dict[str, Any]) -> tuple[str | None, dict[str, Any]]:
    """The name of a chart and its options, ``roc(c=2)`` taken apart."""
    if name is None or "(" not in name:
        return name, how
    try:
        stem, written, _ = parsed(name)
    except InputError:
        raise InputError(f"chart {name!r}: write its options as name=value, for example kite(c=2)") from None
    return stem, {**written, **how}
