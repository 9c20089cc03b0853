"""The two looks of every chart, light and dark, as Vega-Lite configurations; the colours are safe for all eyes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif"

# Blue and vermilion of Okabe and Ito tell won from lost in every kind of colour vision. The heat stays pale enough
# (dark enough in the dark) for text on it to be read.
LIGHT = {
    "ink": "#1f2328",
    "quiet": "#59636e",
    "line": "#d8dee4",
    "won": "#0072b2",
    "lost": "#c2500a",
    "paper": "#ffffff",
    "heat": ["#f6f8fa", "#7db3dc"],
    "diverging": ["#eb9a66", "#f6f8fa", "#7db3dc"],
}
DARK = {
    "ink": "#e6edf3",
    "quiet": "#9da7b3",
    "line": "#3a424c",
    "won": "#56b4e9",
    "lost": "#f08a4b",
    "paper": "#12161c",
    "heat": ["#1b2129", "#1f6396"],
    "diverging": ["#9b4a14", "#1b2129", "#1f6396"],
}


OTHERS = ["#009e73", "#cc79a7", "#b58900"]  # further lines of a chart, told apart by their names too


def theme(colours: Mapping[str, Any]) -> dict[str, Any]:
    """The Vega-Lite configuration of these colours; marks name what they mean (style) and get their look here."""
    ink, quiet, line, won = (colours[name] for name in ("ink", "quiet", "line", "won"))
    return {
        "background": colours["paper"],
        "font": FONT,
        "padding": 4,
        "view": {"stroke": None},
        "axis": {
            "labelColor": quiet,
            "titleColor": quiet,
            "titleFontWeight": "normal",
            "labelLimit": 140,
            "gridColor": line,
            "gridOpacity": 0.7,
            "domain": False,
            "ticks": False,
            "labelPadding": 6,
            "titlePadding": 10,
        },
        "axisY": {"labelColor": ink},
        "axisQuantitative": {"labelFlush": False, "tickCount": 6},
        "header": {"labelColor": ink, "titleColor": quiet},
        "legend": {"labelColor": quiet, "titleColor": quiet, "titleFontWeight": "normal"},
        "text": {"color": ink},
        "bar": {"discreteBandSize": {"band": 0.6}},
        "style": {
            "value": {"color": won, "fill": won, "filled": True, "size": 60, "opacity": 1},
            "interval": {"color": won, "stroke": won, "strokeWidth": 2, "opacity": 0.75},
            "chance": {"color": quiet, "stroke": quiet, "strokeWidth": 1.5, "strokeDash": [4, 3]},
            "chance_mark": {"color": ink, "stroke": ink, "thickness": 2, "size": 14},
            "curve": {"color": won, "strokeWidth": 2},
            "hull": {"color": quiet, "strokeWidth": 1},
            "guide": {"color": line, "stroke": line, "strokeWidth": 1},
            "whisker": {"color": ink, "stroke": ink, "strokeWidth": 1.5, "opacity": 0.8},
            "remark": {"color": quiet, "fill": quiet, "fontSize": 11},
            "name": {"color": ink, "fill": ink, "fontSize": 12},
            "bar": {"cornerRadiusEnd": 2},
        },
        "range": {
            "category": [won, colours["lost"], *OTHERS, quiet],
            "heatmap": colours["heat"],
            "ramp": colours["heat"],
            "diverging": colours["diverging"],
        },
    }
