"""The recipe of a number in one line: two results are comparable when their signatures are equal."""

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from informed._version import __version__
from informed.core.counts import Counts
from informed.core.keyed import Keyed
from informed.core.labels import Label
from informed.core.scores import Scores

MOST_LABELS = 6  # beyond this the labels are counted, not listed
MARKS = ",;|:\n"  # what separates parts


def signature(recipe: Mapping[str, Any]) -> str:
    """The recipe as ``key:value`` parts after the version; what is None says nothing, texts with marks are quoted."""
    parts = {"informed": __version__} | {name: part for name, part in recipe.items() if part is not None}
    return "|".join(f"{name}:{_written(part)}" for name, part in parts.items())


def counted(counts: Counts) -> dict[str, Any]:
    """What a recipe says of the counts."""
    return {
        "n": "unknown" if counts.n is None else counts.n,
        "labels": listed(counts.labels),
        "predicted": None if counts.square else listed(counts.labels_predicted),
        "weights": "sampling" if counts.weighted else None,
        "by": "+".join(counts.by) or None,
        "abstained": None if counts.abstained is None else int(counts.abstained.sum()),
        "missing": counts.missing or None,
        "refused": counts.refused or None,
    }


def clustered(data: Keyed | None) -> dict[str, Any]:
    """What a recipe says about clusters and strata."""
    return {name: None if data is None else len(getattr(data, name)) or None for name in ("clusters", "strata")}


def scored(scores: Scores) -> dict[str, Any]:
    """What a recipe says of scores."""
    return {
        "n": scores.n,
        "labels": listed(scores.labels),
        "bins": scores.width or None,
        "weights": "sampling" if scores.weighted else None,
        "by": "+".join(scores.by) or None,
        **clustered(scores),
        "abstained": None if scores.abstained is None else int(scores.abstained.sum()),
        "missing": scores.missing or None,
        "refused": scores.refused or None,
    }


def listed(labels: tuple[Label, ...]) -> tuple[Label, ...] | str:
    """The labels, or how many there are where they are many."""
    return labels if len(labels) <= MOST_LABELS else f"{len(labels)} labels"


def _written(part: Any) -> str:
    """A word, a number, or several of them; the rows of a table stand behind one another."""
    part = np.asarray(part).tolist() if hasattr(part, "__array__") else part
    if isinstance(part, str):
        return repr(part) if any(mark in part for mark in MARKS) else part
    if isinstance(part, float):
        return f"{part:.12g}"
    if isinstance(part, Mapping):
        return ",".join(f"{_written(name)}={_written(value)}" for name, value in part.items())
    if isinstance(part, Iterable):
        several = list(part)
        table = any(isinstance(each, Iterable) and not isinstance(each, str) for each in several)
        return (";" if table else ",").join(map(_written, several))
    return str(part)
