"""Matched clusters in tables."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from informed.core.words import ci, count, interval, number, p_cell
from informed.questions.match.words import WORDS
from informed.writers.grids import Grid
from informed.writers.layout import seen

if TYPE_CHECKING:
    from informed.questions.match.compute import Matching


MOST = 8
MORE = ("proficiency", "adjusted_rand")  # of the measures that need no match, on the default screen


def matching(found: Matching, every: bool) -> Iterator[Grid]:
    """The map, how good it is, and each group by itself."""
    yield Grid("What each cluster stands for", mapping(found), left=2, most=MOST, others="more clusters")
    yield Grid("How good the match is", values(found, every))
    yield Grid("Each group by itself", groups(found), most=MOST, others="more groups")


def mapping(found: Matching) -> list[list[str]]:
    """Which class each cluster stands for, and how many of its items are of that class."""
    clusters = found.clusters
    rows = [["cluster", "class", "items", "of that class"]]
    for place, (cluster, label) in enumerate(found.mapping.items()):
        column = clusters.table[:, place]
        hits = "-" if label is None else count(column[clusters.labels.index(label)])
        rows.append([seen(cluster), "-" if label is None else seen(label), count(column.sum()), hits])
    return rows


def groups(found: Matching) -> list[list[str]]:
    """What the match of each group is worth; the p allow for all groups."""
    rows = [[", ".join(found.by), "items", "cross-validated", ci(found.corrected.level), "p"]]
    for group, each in found.groups.items():
        told = [number(each.corrected.value), interval(each.corrected), p_cell(found.jointly[group])]
        rows.append([", ".join(map(seen, group)), count(each.clusters.total), *told])
    return rows


def values(found: Matching, every: bool) -> list[list[str]]:
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
