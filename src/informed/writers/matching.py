"""Matched clusters in print: verdict first."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from informed.verdict import named, percent, within
from informed.writers.layout import bullets, columns, count, noted, number

if TYPE_CHECKING:
    from informed.analyses.matching import Matching

WORDS = {"trace": "accuracy", "informedness": "informedness", "mutual_information": "share of information"}


def text(found: Matching) -> str:
    """The match to read."""
    return "\n\n".join(_sections(found)) + "\n"


def verdict(found: Matching) -> tuple[str, ...]:
    """The sentences a reader may repeat."""
    return tuple(filter(None, (_worth(found), _hindsight(found), _left_alone(found))))


def _worth(found: Matching) -> str:
    """Always: the value of the best match, and whether clusters dealt at random reach it too."""
    reached = f"the best match reaches {WORDS[found.by]} {percent(found.value.value)}"
    if found.p >= 1 - (found.value.level or 0.95):
        return f"Not shown to be informed: {reached}, and clusters dealt at random reach as much (p = {found.p:.2g})."
    return f"Informed: {reached}{within(found.value)}."


def _hindsight(found: Matching) -> str:
    """Always: what the best match would reach by chance, and what is left without hindsight."""
    return (
        "The match was chosen with hindsight: on clusters dealt at random it reaches "
        f"{percent(found.value.chance_mean or 0.0)}; beyond that it is worth {percent(found.corrected)}, "
        f"and {percent(found.held_out)} on items it was not chosen on."
    )


def _left_alone(found: Matching) -> str | None:
    """Some clusters stand for no class, or some classes have no cluster."""
    said = ""
    if found.left_alone:
        clusters, share = named([str(each) for each in found.left_alone]), percent(1 - found.coverage)
        said = f"Standing for no class: {clusters} ({share} of the items)."
    if found.unmatched:
        said += f" Classes without a cluster: {named([str(each) for each in found.unmatched])}."
    return said.strip() or None


def _sections(found: Matching) -> Iterator[str]:
    clusters = found.clusters
    size = f"{len(clusters.labels)} classes, {len(clusters.labels_predicted)} clusters"
    yield f"Informed or guessing?  {clusters.n:,} items, {size}"
    yield bullets(found.verdict)
    yield _mapping(found)
    yield _facts(found)
    notes = [] if found.exact else ["there are too many maps to try all of them: a better one may exist"]
    if found.tied:
        notes.append(f"equally good matches would treat {named([str(each) for each in found.tied])} differently")
    yield from noted(notes)
    yield found.signature


def _mapping(found: Matching) -> str:
    clusters = found.clusters
    rows = [["cluster", "stands for", "items", "of that class"]]
    for place, (cluster, label) in enumerate(found.mapping.items()):
        column = clusters.table[:, place]
        hits = "-" if label is None else count(column[clusters.labels.index(label)])
        rows.append([str(cluster), "-" if label is None else str(label), count(column.sum()), hits])
    return columns(rows, left=2)


def _facts(found: Matching) -> str:
    facts: dict[str, float | None] = {
        WORDS[found.by]: found.value.value,
        "by chance": found.value.chance_mean,
        "beyond chance": found.corrected,
        "held out": found.held_out,
    }
    if found.discounted is not None:
        facts["informedness x n/N"] = found.discounted
    rows = [[name.replace("_", " "), number(value)] for name, value in {**facts, **found.references}.items()]
    return columns([["measure", "value"], *rows])
