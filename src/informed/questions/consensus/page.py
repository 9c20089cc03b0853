"""Raters without a truth on a page."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from informed.core.words import number, percent
from informed.questions.consensus import text
from informed.writers.grids import Grid
from informed.writers.layout import seen
from informed.writers.page import MOST, plain

if TYPE_CHECKING:
    from informed.questions.consensus.result import Consensus

MOST_MATRICES = 30


def consensus(result: Consensus) -> dict[str, Any]:
    """The raters, their matrices, the shares of labels, and the items in doubt."""
    grids = [Grid("Raters", text.raters(result), "The most informed first")]
    facts: dict[str, str] = {}
    if result.refusal is None and result.fit is not None and result.voting is not None:
        grids.append(Grid("True shares", text.shares(result), "", 2 if result.groups else 1))
        grids.append(Grid("How raters label each true class", _matrices(result), "Shares of each row", 2))
        doubtful = text.doubtful(result)[: MOST + 1]
        grids += [Grid("Items in doubt", doubtful, "The least sure first", 2)] if len(doubtful) > 1 else []
        facts = {
            "model": result.fit.model.replace("_", " "),
            "log-likelihood": number(result.fit.log_likelihood),
            "vote right": percent(result.voting.right),
            "consensus right": percent(result.voting.consensus_right),
        }
    noted = [*result.notes, *text.tested(result)]
    return {**plain(result), "grids": grids, "facts": facts, "noted": noted}


def _matrices(result: Consensus) -> list[list[str]]:
    rows = [
        [seen(who), seen(label), *(number(each) for each in row)]
        for who, matrix in list(result.matrices.items())[:MOST_MATRICES]
        for label, row in zip(result.classes, matrix.tolist(), strict=True)
    ]
    return [["rater", "true", *map(seen, result.classes)], *rows]
