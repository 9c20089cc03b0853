"""Charts as the bytes of image files; the only importer of vl-convert, which PNG and PDF need and SVG does not."""

from __future__ import annotations

from importlib import import_module

from informed.core.errors import InputError, choice
from informed.writers.charts.chart import Chart

RESOLUTION = 3.0  # pixels of a PNG for each pixel of a page: 288 to the inch
IMAGES = ("svg", "png", "pdf")


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
    made: bytes
    made = vl_convert.svg_to_png(chart.svg, scale=RESOLUTION) if kind == "png" else vl_convert.svg_to_pdf(chart.svg)
    return made
