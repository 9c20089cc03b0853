"""Matched clusters in print: verdict first."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from informed.core.door import door
from informed.core.words import ci, count, interval, named, number, p_cell
from informed.questions.match.words import WORDS
from informed.writers.layout import columns, noted, seen, sentences
from informed.writers.text import last, screen

if TYPE_CHECKING:
    from informed.questions.match.compute import Matching


MOST = 8
MORE = ("proficiency", "adjusted_rand")  # of the measures that need no match, on the default screen


def matching(found: Matching, *, every: bool = False) -> str:
    """The match to read."""
    return screen(_sections(found, every), last(found, every), every)


def _sections(found: Matching, every: bool) -> Iterator[str]:
    clusters = found.clusters
    size = f"{len(clusters.labels)} classes, {len(clusters.labels_predicted)} clusters"
    yield f"Informed or guessing?   {clusters.n:,} items, {size}"
    yield sentences(found.verdict)
    rows = mapping(found)
    left = 0 if every else max(len(rows) - 1 - MOST, 0)
    yield columns(rows[: len(rows) - left], left=2) + (
        f"\n  ... and {left:,} more clusters: {door().every}" if left else ""
    )
    yield columns(values(found, every))
    if found.groups:
        yield columns(groups(found, every))
    yield from noted(notes(found))


def notes(found: Matching) -> list[str]:
    """What a reader of the match should bear in mind."""
    said = [] if found.exact else ["too many possible matches to try all: a better one may exist"]
    if found.tied:
        said.append(f"ties: equally good matches treat {named(found.tied)} differently")
    return said


def mapping(found: Matching) -> list[list[str]]:
    """Which class each cluster stands for, and how many of its items are of that class."""
    clusters = found.clusters
    rows = [["cluster", "class", "items", "of that class"]]
    for place, (cluster, label) in enumerate(found.mapping.items()):
        column = clusters.table[:, place]
        hits = "-" if label is None else count(column[clusters.labels.index(label)])
        rows.append([seen(cluster), "-" if label is None else seen(label), count(column.sum()), hits])
    return rows


def groups(found: Matching, every: bool = True) -> list[list[str]]:
    """What the match of each group is worth; the p allow for all groups."""
    rows = [[", ".join(found.by), "items", "cross-validated", ci(found.corrected.level), "p"]]
    for group, each in list(found.groups.items())[: None if every else MOST]:
        told = [number(each.corrected.value), interval(each.corrected), p_cell(found.jointly[group])]
        rows.append([", ".join(map(seen, group)), count(each.clusters.total), *told])
    return rows


def values(found: Matching, every: bool = True) -> list[list[str]]:
    """How good the match is, and what chance would have made of it."""
    facts: dict[str, float | None] = {
        WORDS[found.maximize]: found.value.value,
        "random clusters": found.value.chance_mean,
        "cross-validated": found.corrected.value,
        "held out": found.held_out,
    }
    if found.discounted is not None:
        facts["unmatched as unanswered"] = found.discounted
    more = {name: each for name, each in found.references.items() if every or name in MORE}
    rows = [[name.replace("_", " "), number(value)] for name, value in {**facts, **more}.items()]
    return [["measure", "value"], *rows]
