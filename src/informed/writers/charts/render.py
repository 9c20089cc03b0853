"""Charts as image files, and the script that draws them in a browser; the only importer of vl-convert."""

from __future__ import annotations

import os
import tempfile
from functools import cache
from pathlib import Path
from typing import Any

from informed.core.errors import choice
from informed.writers.charts.library import library

RESOLUTION = 2.0  # pixels a point in PNG files


def image(chart: Any, kind: str) -> bytes:
    """An Altair chart as the bytes of a png, svg or pdf file."""
    vl_convert = library("vl_convert")
    spec = chart.to_dict()
    makers = {
        "png": lambda: vl_convert.vegalite_to_png(spec, scale=RESOLUTION),
        "svg": lambda: vl_convert.vegalite_to_svg(spec).encode(),
        "pdf": lambda: vl_convert.vegalite_to_pdf(spec),
    }
    made: bytes = makers[choice("image", kind, makers)]()
    return made


@cache
def vega_script() -> str:
    """Vega, Vega-Lite and Vega-Embed as one script.

    It takes seconds to put together, so it is kept in the user's cache; without one it is made anew each time.
    """
    vl_convert = library("vl_convert")
    try:
        folder = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "informed"
    except RuntimeError:  # no HOME, and nobody has this user's number: containers
        folder = Path(os.devnull)
    kept = folder / f"vega-{vl_convert.get_vega_version()}-{vl_convert.__version__}.js"
    if kept.is_file():
        return kept.read_text(encoding="utf-8")
    script: str = vl_convert.javascript_bundle("window.vegaEmbed = vegaEmbed;")
    _keep(kept, script)
    return script


def _keep(path: Path, text: str) -> None:
    """Written beside its place and moved there, so that nobody ever reads half of it."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile("w", encoding="utf-8", dir=path.parent, delete=False) as file:
            file.write(text)
        os.replace(file.name, path)
    except OSError:
        return  # a read-only home is no reason to fail
