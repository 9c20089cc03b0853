"""Charts as the bytes of image files; the only importer of vl-convert, which PNG and PDF need and SVG does not."""

import re
import warnings
from importlib import import_module
from typing import Any
from unicodedata import category

from informed.core.errors import InputError, choice
from informed.writers.charts.chart import NAMESPACE, Chart

RESOLUTION = 3.0  # pixels of a PNG for each pixel of a page: 288 to the inch
IMAGES = ("svg", "png", "pdf")
WORDS = re.compile(r"<text[^>]*>(?:<title>[^<]*</title>)?([^<]*)</text>")
NOWHERE = "\U0010fffd"  # a letter that no font has
TRIED, NAMED = 500, 5  # letters that are looked for in the fonts of the machine, and that a warning names
LETTER = '<svg xmlns="{space}" width="40" height="40"><text y="30" font-family="sans-serif">{letter}</text></svg>'


def image(chart: Chart, kind: str) -> bytes:
    """A chart as a png, svg or pdf file."""
    choice("image", kind, IMAGES)
    if kind == "svg":
        return chart.svg.encode()
    try:
        vl_convert = import_module("vl_convert")
    except ModuleNotFoundError:
        raise InputError(
            f"{kind.upper()} files need vl-convert; install it with: pip install 'informed[report]', or save as .svg"
        ) from None
    if boxes := fontless(chart, vl_convert):
        letters = ", ".join(boxes[:NAMED]) + (" and others" if len(boxes) > NAMED else "")
        warnings.warn(
            f"no font on this machine has the letters {letters}: the picture shows boxes; "
            "install a font that has them, or save as .svg",
            stacklevel=4,
        )
    made: bytes
    made = vl_convert.svg_to_png(chart.svg, scale=RESOLUTION) if kind == "png" else vl_convert.svg_to_pdf(chart.svg)
    return made


def fontless(chart: Chart, vl_convert: Any) -> list[str]:
    """The letters of a chart that look like one that no font has."""

    def drawn(letter: str) -> bytes:
        found: bytes = vl_convert.svg_to_png(LETTER.format(space=NAMESPACE, letter=letter), scale=1.0)
        return found

    letters = {letter for letter in "".join(WORDS.findall(chart.svg)) if not letter.isascii()}
    alone = sorted(letter for letter in letters if category(letter)[0] not in "MZ")[:TRIED]
    nothing = drawn(NOWHERE) if alone else b""
    return [letter for letter in alone if drawn(letter) == nothing]
