"""The recipe of a number in one line: two results are comparable when their signatures are equal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from informed._version import __version__
from informed.counts import Counts

MOST_LABELS = 6  # beyond this the labels are counted, not listed


def signature(counts: Counts, options: Mapping[str, Any]) -> str:
    """What was counted and how it was judged, as ``key:value`` parts; options left at None say nothing."""
    size = "unknown" if counts.n is None else counts.n
    parts: dict[str, Any] = {"informed": __version__, "n": size, "labels": _listed(counts.labels)}
    if not counts.square:
        parts["predicted"] = _listed(counts.labels_predicted)
    if counts.weighted:
        parts["weights"] = "sampling"
    if counts.by:
        parts["by"] = "+".join(counts.by)
    for name in ("missing", "refused"):
        if number := getattr(counts, name):
            parts[name] = number
    parts |= {name: value for name, value in options.items() if value is not None}
    return "|".join(f"{name}:{value}" for name, value in parts.items())


def _listed(labels: tuple[Any, ...]) -> str:
    return ",".join(map(_quoted, labels)) if len(labels) <= MOST_LABELS else f"{len(labels)} labels"


def _quoted(label: Any) -> str:
    """The label; in quotes where it holds a mark that separates parts."""
    text = str(label)
    return repr(text) if any(mark in text for mark in ",|:") else text
