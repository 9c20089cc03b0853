"""How well clusters stand for classes, in sentences."""

from collections.abc import Iterator

import numpy as np

from informed.core.labels import Label
from informed.core.words import Finding, Next, coefficient, count, many, named, p_is, rate, within
from informed.questions.match.compute import Matching

WORDS = {
    "trace": "accuracy",
    "informedness": "informedness",
    "edge": "edge",
    "mutual_information": "share of information",
}


def matching(found: Matching) -> Iterator[Finding]:
    """What the match is worth on items it was not chosen on, why random clusters do not get 0, what is unmatched."""
    yield _worth(found)
    yield Finding(
        "optimism",
        f"On the items it was chosen on it reaches {coefficient(found.value.value)}; random clusters reach "
        f"{coefficient(found.value.chance_mean or 0.0)} there and not 0, because the best of all matches is picked.",
    )
    if weakest := _weakest(found):
        yield Finding("weakest", weakest)
    if alone := _left_alone(found):
        yield Finding("left_alone", alone)
    if found.abstained:
        share = found.abstained / (found.abstained + found.clusters.total)
        told = f"In no cluster, and left out: {many(found.abstained, 'item')} ({rate(share)})."
        yield Finding("in_no_cluster", told)
    if found.groups:
        yield Finding("over_groups", _across(found))


def _across(found: Matching) -> str:
    """There are groups: in which of them clusters tell of classes, allowing for the number of groups."""
    alpha = 1 - (found.corrected.level or 0.95)
    shown = [", ".join(map(str, group)) for group, p in found.jointly.items() if p < alpha]
    left = len(found.groups) - len(shown)
    better = f"better than guessing in {named(shown)}" if shown else ""
    rest = f"no evidence in {'the other ' if shown else ''}{many(left, 'group')}" if left else ""
    return f"By {', '.join(found.by)}: {'; '.join(filter(None, (better, rest)))} (p allows for all groups)."


def _worth(found: Matching) -> Finding:
    """Always: the value on items that the match was not chosen on, and whether random clusters are matched as well."""
    each, what = found.corrected, WORDS[found.maximize]
    value = f"{what} {coefficient(each.value)}{within(each)} on items that the match was not chosen on"
    if found.p >= 1 - (each.level or 0.95):
        return Finding("no_evidence", f"Not shown to beat random clusters ({p_is(found.p)}): {value}.")
    known = f"as good as knowing {rate(each.value)} of the classes and guessing the rest, "
    known = known if found.maximize == "informedness" and 0 < each.value < 1 else ""
    return Finding("better", f"Better than random clusters ({p_is(found.p)}): {known}{value}.")


def _weakest(found: Matching) -> str:
    """The class of which most items are elsewhere, where one is."""
    clusters, hits = found.clusters, dict[Label, float]()
    for place, label in enumerate(found.mapping.values()):
        if label is not None:
            hits[label] = hits.get(label, 0.0) + clusters.table[clusters.labels.index(label), place]
    whole = dict(zip(clusters.labels, clusters.table.sum(1), strict=True))
    least = min((label for label in hits if whole[label]), key=lambda label: hits[label] / whole[label], default=None)
    if least is None or 2 * hits[least] >= whole[least]:
        return ""
    return f"Weakest: of {count(whole[least])} {str(least)!r} {count(hits[least])} are in a cluster that stands for it."


def _left_alone(found: Matching) -> str:
    """Some clusters stand for no class, or some classes have no cluster."""
    said = ""
    if found.left_alone:
        why = "" if found.many_to_one else ", as each class has one cluster at most"
        said = f"Unmatched clusters: {named(found.left_alone)} ({rate(1 - found.coverage)} of the items){why}."
    if found.unmatched:
        said += f" Classes without a cluster: {named(found.unmatched)}."
    return said.strip()


def matching_next(found: Matching) -> Iterator[Next]:
    """Clusters left alone may be merged into classes; where nothing is shown, rows may have lost their order."""
    if found.p >= 1 - (found.corrected.level or 0.95):
        yield Next(
            "rows", "look whether classes and clusters stand in the same order of rows, then change the clustering"
        )
    elif found.left_alone and not found.many_to_one:
        yield Next("merge", "let several clusters stand for one class", "", {"many_to_one": True})
    elif not found.left_alone:
        table, stands = np.array(found.clusters.table), [*found.mapping.values()]
        for place, label in enumerate(stands):
            table[found.clusters.labels.index(label), place] = 0
        row, column = np.unravel_index(table.argmax(), table.shape)
        if table[row, column] > 0:
            lost = f"{count(table[row, column])} {str(found.clusters.labels[row])!r}"
            which = f"in the cluster {str([*found.mapping][column])!r}, which stands for {str(stands[column])!r}"
            yield Next("rows", f"look at the {lost} {which}, the commonest error")
