"""The consensus of raters in print: verdict first."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from informed.core.words import ci, count, interval, many, number, p_is
from informed.writers.layout import columns, noted, seen, sentences
from informed.writers.text import last, screen

if TYPE_CHECKING:
    from informed.questions.consensus.result import Consensus

MOST, DOUBTFUL = 12, 5  # rows of raters and of doubtful items


def consensus(found: Consensus, *, every: bool = False) -> str:
    """The consensus to read."""
    return screen(_sections(found), last(found, every), every)


def _sections(found: Consensus) -> Iterator[str]:
    size = f"{many(found.n, 'item')}, {found.ratings:,} ratings, {len(found.raters)} raters"
    yield f"Who is informed, without a truth?   {size}, {len(found.classes)} labels"
    yield sentences(found.verdict)
    yield _shortened(raters(found), MOST, "raters, less informed: .raters")
    if found.refusal is None:
        yield columns(shares(found), left=2 if found.groups else 1)
        if found.doubtful:
            yield _shortened(doubtful(found), DOUBTFUL, "doubtful items: .doubtful")
    yield from noted((*found.notes, *tested(found)))


def _shortened(rows: list[list[str]], most: int, what: str) -> str:
    more = len(rows) - 1 - most
    return columns(rows[: most + 1]) + (f"\n  ... and {more:,} more {what}" if more > 0 else "")


def raters(found: Consensus) -> list[list[str]]:
    """Each rater, the most informed first."""
    head = ["rater", "ratings", "informedness", "bounds" if found.refusal else ci(found.level)]
    order = sorted(found.raters, key=lambda who: -found.raters[who]["informedness"].value)
    sure = found.refusal is None
    rows = []
    for who in order:
        row = found.raters[who]
        told = [seen(who), count(found.given[who]), number(row["informedness"].value), interval(row["informedness"])]
        rows.append([*told, *([number(row["accuracy"].value)] if sure else [])])
    return [[*head, *(["accuracy"] if sure else [])], *rows]


def shares(found: Consensus) -> list[list[str]]:
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


def doubtful(found: Consensus) -> list[list[str]]:
    """The items whose label is not sure, the least sure first."""
    rows = [
        [seen(each.item), seen(each.label), number(each.probability), "tied" if each.vote is None else seen(each.vote)]
        for each in found.doubtful
    ]
    return [["doubtful item", "consensus", "probability", "vote"], *rows]


def tested(found: Consensus) -> Iterator[str]:
    """What became of the tests of the model, where the verdict does not say it."""
    if found.fit is None:
        return
    if found.fit.untested is not None:
        yield f"whether the errors of raters are independent was not tested: {found.fit.untested}"
    elif found.fit.independence is not None and found.fit.independence.p >= 0.05:
        yield f"no evidence that errors of raters are dependent ({p_is(found.fit.independence.p)})"
    if found.fit.independence is not None and found.fit.independence.ratings is not None:
        yield f"independence was tested on {found.fit.independence.ratings:,} ratings, of items drawn at random"
    better = found.fit.better
    if better is not None and not better.crosses:
        yield (
            f"another start fits better (log-likelihood {better.log_likelihood:.1f} against "
            f"{found.fit.log_likelihood:.1f}) and labels {many(better.items, 'item')} otherwise; the one from the "
            "votes is shown"
        )
    edge = [who for who, row in found.raters.items() if row["informedness"].note == "on its boundary"]
    if edge:
        yield f"informedness on its boundary of the model knows_or_guesses: {', '.join(map(seen, edge))}"
