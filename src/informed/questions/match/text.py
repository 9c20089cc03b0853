"""The tables of matched clusters."""

from collections.abc import Iterator

from informed.core.result import Grid
from informed.core.words import ci, count, interval, number, p_cell
from informed.questions.match.compute import Matching
from informed.questions.match.words import WORDS
from informed.writers.layout import cut, seen

MOST = 8
MEANT = {  # what the rows below the match mean
    "cross-validated": "on items that the match was not chosen on, nine tenths for one",
    "held out": "the same, half for half",
    "unmatched as unanswered": "items of unmatched clusters count as unanswered",
}


def matching(found: Matching, every: bool) -> Iterator[Grid]:
    """The classes by clusters, what each stands for, how good that is, and each group."""
    yield _crossed(found)
    if every:
        yield Grid("How good the match is", _values(found), left=2)
    if found.groups:
        yield Grid("Groups", _groups(found), "Each group by itself", most=MOST, others="more groups")


def _crossed(found: Matching) -> Grid:
    """A row per cluster: how many items of each class it holds, and the class that it stands for."""
    clusters = found.clusters
    few = len(clusters.labels) <= MOST
    rows = [["cluster", *(map(cut, clusters.labels) if few else ()), "items", "stands for", "right"]]
    for place, (cluster, label) in enumerate(found.mapping.items()):
        column = clusters.table[:, place]
        hits = "-" if label is None else count(column[clusters.labels.index(label)])
        cells = map(count, column) if few else ()
        rows.append([cut(cluster), *cells, count(column.sum()), "-" if label is None else cut(label), hits])
    whole = clusters.table.sum(1)
    foot = [["all", *(map(count, whole) if few else ()), count(whole.sum()), "", count(found.counts.table.trace())]]
    return Grid("What each cluster stands for", rows, most=MOST, others="more clusters", foot=foot, spared=1)


def _groups(found: Matching) -> list[list[str]]:
    """What the match of each group is worth; the p allow for all groups."""
    rows = [[", ".join(found.by), "items", "cross-validated", ci(found.corrected.level), "p"]]
    for group, each in found.groups.items():
        told = [number(each.corrected.value), interval(each.corrected), p_cell(found.jointly[group])]
        rows.append([", ".join(map(seen, group)), count(each.clusters.total), *told])
    return rows


def _values(found: Matching) -> list[list[str]]:
    """How good the match is, and what chance would have made of it."""
    facts: dict[str, tuple[float | None, str]] = {
        f"{WORDS[found.maximize]} (same items)": (found.value.value, "on the items that the match was chosen on"),
        "random clusters": (found.value.chance_mean, "what the best match of random clusters reaches there"),
        "cross-validated": (found.corrected.value, MEANT["cross-validated"]),
        "held out": (found.held_out, MEANT["held out"]),
    }
    if found.discounted is not None:
        facts["unmatched as unanswered"] = (found.discounted, MEANT["unmatched as unanswered"])
    facts |= {name: (each, "needs no match") for name, each in found.references.items()}
    rows = [[name.replace("_", " "), about, number(value)] for name, (value, about) in facts.items()]
    return [["measure", "", "value"], *rows]
