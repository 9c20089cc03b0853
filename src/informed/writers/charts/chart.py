"""A chart that is drawn: for a page, for a notebook, and as a file with its title and where it comes from."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from informed.core.errors import InputError
from informed.core.estimate import as_json
from informed.core.result import DATA, IMAGES
from informed.core.writing import write
from informed.writers.charts.rows import Rows
from informed.writers.charts.svg import DARK, LIGHT, Drawing, element, escaped, lines, rect, style, text
from informed.writers.tabular import listed

MARGIN, HEAD, FOOT, NARROWEST = 12.0, 19.0, 14.0, 300.0
NAMESPACE = "http://www.w3.org/2000/svg"


@dataclass(frozen=True, repr=False)
class Chart:
    """A drawing with its title, the rows of numbers it shows, and its source; a notebook shows it, `save` writes it.

    Examples
    --------
    >>> found = informed.evaluate(["rain", "sun", "rain", "sun"], ["rain", "sun", "sun", "sun"])
    >>> found.chart("roc")
    Chart('Labels in ROC space')
    >>> found.chart("roc").svg[:4]
    '<svg'
    """

    title: str
    drawing: Drawing
    rows: Rows
    source: str = ""
    dark: bool = False

    @property
    def svg(self) -> str:
        """The picture as one SVG document that needs nothing else."""
        drawn, name = self.drawing, "informed-dark" if self.dark else "informed-light"
        wide = max(drawn.width, NARROWEST) + 2 * MARGIN
        above, below = lines(self.title, wide - 2 * MARGIN, 15.5), lines(self.source, wide - 2 * MARGIN, 10.5)
        top, foot = (HEAD * len(above) + 8 if above else 0.0), (FOOT * len(below) + 6 if below else 0.0)
        high = drawn.height + top + foot + 2 * MARGIN
        around = [rect(0, 0, wide, high, "paper")]
        around += [text(MARGIN, MARGIN + 14 + HEAD * place, words, "title") for place, words in enumerate(above)]
        below_at = high - MARGIN - FOOT * len(below) + 12
        around += [text(MARGIN, below_at + FOOT * place, words, "small") for place, words in enumerate(below)]
        inside = element("g", *drawn.marks, transform=f"translate({MARGIN:g} {MARGIN + top:g})")
        look = element("style", style(DARK if self.dark else LIGHT, name))
        return self._document(wide, high, [look, *around, inside], name)

    @property
    def inline(self) -> str:
        """The picture for a page, whose style gives the colours and whose caption is the title."""
        return self._document(self.drawing.width, self.drawing.height, self.drawing.marks, "drawn")

    def _document(self, wide: float, high: float, parts: Any, kind: str) -> str:
        size = {"width": float(wide), "height": float(high), "viewBox": f"0 0 {wide:.1f} {high:.1f}"}
        said = element("desc", escaped(self.drawing.description))
        return element("svg", said, *parts, xmlns=NAMESPACE, kind=kind, role="img", aria_label=self.title, **size)

    def save(self, path: str | Path) -> Path:
        """Write the picture to a file in the format of its ending, .svg, .png or .pdf, or its numbers: .csv or .json.

        Parameters
        ----------
        path
            The file; it is written whole or not at all.

        Returns
        -------
        Path
            The file that was written.

        Raises
        ------
        InputError
            If the ending is none of these, or PNG and PDF cannot be made here.
        """
        from informed.writers.charts.render import image

        place = Path(path)
        if place.suffix not in IMAGES + DATA:
            known = ".svg, .png or .pdf, or .csv or .json for its numbers"
            raise InputError(f"{place}: unknown file ending {place.suffix!r} of a chart; use {known}")
        write(place, image(self, place.suffix[1:]) if place.suffix in IMAGES else self._data(place.suffix))
        return place

    def _data(self, ending: str) -> str:
        if ending == ".csv":
            return listed(self.rows)
        told = {"chart": self.title, "source": self.source, "rows": as_json(self.rows)}
        return json.dumps(told, ensure_ascii=False, indent=1) + "\n"

    def _repr_svg_(self) -> str:
        return self.svg

    def _repr_html_(self) -> str:
        return self.svg

    def __repr__(self) -> str:
        return f"Chart({self.title!r})"
