"""How informed are raters, and what is each item, when nobody knows the truth?"""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from informed.core.errors import asked
from informed.core.given import AnyLabel, Column, Data, RaterModel
from informed.questions.consensus.compute import agreed_on
from informed.questions.consensus.result import Consensus
from informed.readers.annotations import export_of, ratings_of
from informed.readers.votes import Votes, read_votes

__all__ = ["Consensus", "consensus"]


@asked
def consensus(
    data: Data | Votes | None,
    *,
    raters: Iterable[str] | None = None,
    item: str | None = None,
    rater: str | None = None,
    label: str | None = None,
    input: str = "auto",
    question: str | None = None,
    by: Column | None = None,
    labels: Iterable[AnyLabel] | None = None,
    prior: float = 1.0,
    model: RaterModel = "auto",
    level: float = 0.95,
    seed: int = 0,
) -> Consensus:
    """Measure raters without a truth, and give the most probable label of every item.

    Given the true label of an item, its ratings are taken to be independent (Dawid & Skene 1979).

    Parameters
    ----------
    data
        One row per item and one column per rater, None or NaN where a rating is missing; or a dictionary of raters; or
        a frame or a file; or the path of an export of Label Studio, Prodigy, doccano or Argilla.
    raters
        The columns of the raters; by default all of the frame. Of an export: the raters to use.
    item, rater, label
        The columns of a long table: one row per rating. A rater may rate an item several times. ``item`` alone names
        the items of a table with one column per rater.
    input, question
        Of a file: "rows", or the export it is ("auto" tells it by its shape); and the question of the export.
    by
        The population of each item: populations have a prevalence of their own (Hui & Walter 1980).
    labels
        All labels, in order.
    prior
        How many ratings the prior counts for in each class of each rater; 0 gives plain maximum likelihood.
    model
        "dawid_skene" (any errors), "knows_or_guesses" (a rater knows, or answers by habit), or "auto": for three labels
        or more the one with the lower BIC.
    level
        The level of the intervals.
    seed
        The seed of the starts and draws.

    Returns
    -------
    Consensus
        ``raters``, ``prevalence``, ``labels``, ``doubtful``, ``fit``, ``voting`` and the verdict.

    Raises
    ------
    InputError
        If fewer than two raters have rated, or a label is unknown.

    Examples
    --------
    >>> consensus([["a", "a", "a"], ["b", "b", "a"], ["b", "b", "b"], ["a", "a", "a"]]).n
    4
    """
    how: dict[str, Any] = {"prior": prior, "model": model, "level": level, "seed": seed}
    export = export_of(data, input, named=any(each is not None for each in (item, rater, label)))
    if export is not None:
        given = ratings_of(export, question, raters)
        votes = read_votes(given.columns, item="item", rater="rater", label="label", labels=labels)
        found = agreed_on(replace(votes, notes=(*votes.notes, *given.notes)), **how)
        whole = replace(found, question=given.question, tasks=export.tasks)
        object.__setattr__(whole, "basis", found.basis)  # the votes alone: the tasks are for writing labels back
        return whole
    return agreed_on(read_votes(data, raters=raters, item=item, rater=rater, label=label, by=by, labels=labels), **how)
