"""The two looks of every chart, light and dark, and the style of their marks; the colours are safe for all eyes."""

from collections.abc import Mapping
from functools import cache
from importlib.resources import files

FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif"

# Blue and vermilion of Okabe and Ito tell won from lost in every kind of colour vision; shape or place tells it too.
# The heat stays pale enough (dark enough in the dark) for text on it to be read.
LIGHT = {
    "ink": "#1f2328",
    "quiet": "#59636e",
    "line": "#d8dee4",
    "won": "#0072b2",
    "lost": "#c2500a",
    "paper": "#ffffff",
    "heat": "#7db3dc",
    "fewer": "#eb9a66",
    "third": "#00785a",
    "fourth": "#a3477d",
    "fifth": "#8a6400",
}
DARK = {
    "ink": "#e6edf3",
    "quiet": "#9da7b3",
    "line": "#3a424c",
    "won": "#56b4e9",
    "lost": "#f08a4b",
    "paper": "#12161c",
    "heat": "#1f6396",
    "fewer": "#9b4a14",
    "third": "#2fc79b",
    "fourth": "#e29bc4",
    "fifth": "#d6b13c",
}
KINDS = 6  # of lines and points that a chart tells apart, by colour and by dash or shape


def variables(colours: Mapping[str, str]) -> str:
    """The colours as a page has them."""
    return "; ".join(f"--{name}: {colour}" for name, colour in colours.items())


@cache
def marks() -> str:
    """The style of the marks of every chart, in the colours of its page."""
    return files("informed.writers").joinpath("templates", "charts.css").read_text(encoding="utf-8")


def style(colours: Mapping[str, str], of: str) -> str:
    """The same for a file that has no page around it, and for drawings of this class alone."""
    found = marks().replace(".drawn", f".{of}")
    for name, colour in colours.items():
        found = found.replace(f"var(--{name})", colour)
    return found
