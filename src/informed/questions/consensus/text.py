"""The tables of a consensus of raters."""

from collections.abc import Iterator

from informed.core.result import Grid
from informed.core.words import ci, count, interval, number, percent
from informed.questions.consensus.result import Consensus
from informed.writers.layout import seen

MOST, DOUBTFUL, MATRICES = 12, 5, 30  # raters and doubtful items on a screen, raters whose matrix a page shows


def consensus(found: Consensus, every: bool) -> Iterator[Grid]:
    """The raters, the shares of labels, the matrices, the items in doubt, and the model."""
    yield Grid("Raters", _raters(found), "The most informed first", most=MOST, others="more raters, less informed")
    if found.refusal is not None or found.fit is None or found.voting is None:
        return
    yield Grid("True shares", _shares(found), left=2 if found.groups else 1)
    yield Grid("How raters label each true class", _matrices(found), "Shares of each row", 2, on="page")
    doubtful = [
        [seen(each.item), seen(each.label), number(each.probability), "tied" if each.vote is None else seen(each.vote)]
        for each in found.doubtful
    ]
    rows = [["doubtful item", "consensus", "probability", "vote"], *doubtful]
    yield Grid("Items in doubt", rows, "The least sure first", most=DOUBTFUL, others="more doubtful items")
    figures = {
        "model": found.fit.model.replace("_", " "),
        "log-likelihood": number(found.fit.log_likelihood),
        "vote right": percent(found.voting.right),
        "consensus right": percent(found.voting.consensus_right),
    }
    yield Grid("In figures", [["figure", "value"], *map(list, figures.items())], on="page")


def _raters(found: Consensus) -> list[list[str]]:
    head = ["rater", "ratings", "informedness", "bounds" if found.refusal else ci(found.level)]
    order = sorted(found.raters, key=lambda who: -found.raters[who]["informedness"].value)
    sure = found.refusal is None
    rows = []
    for who in order:
        row = found.raters[who]
        told = [seen(who), count(found.given[who]), number(row["informedness"].value), interval(row["informedness"])]
        rows.append([*told, *([number(row["accuracy"].value)] if sure else [])])
    return [[*head, *(["accuracy"] if sure else [])], *rows]


def _shares(found: Consensus) -> list[list[str]]:
    """The true share of each label, in each population where there are several."""
    head = ["label", "prevalence", ci(found.level)]
    every = [[seen(label), number(each.value), interval(each)] for label, each in found.prevalence.items()]
    if not found.groups:
        return [head, *every]
    parts = [
        [seen(name), seen(label), number(each.value), interval(each)]
        for name, part in found.groups.items()
        for label, each in part.items()
    ]
    return [["population", *head], *parts, *(["all", *row] for row in every)]


def _matrices(found: Consensus) -> list[list[str]]:
    rows = [
        [seen(who), seen(label), *(number(each) for each in row)]
        for who, matrix in list(found.matrices.items())[:MATRICES]
        for label, row in zip(found.classes, matrix.tolist(), strict=True)
    ]
    return [["rater", "true", *map(seen, found.classes)], *rows]
