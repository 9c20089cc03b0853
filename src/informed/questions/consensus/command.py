"""``informed consensus``: raters without a truth, and the most probable label of every item."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import rich_click as click

from informed.cli.exports import exported, is_export
from informed.cli.kinds import NUMBER, WORDS
from informed.cli.options import (
    OPENED,
    emit,
    filing,
    lacking,
    levelled,
    only,
    opened,
    printing_consensus,
    refuse,
    seeded,
)
from informed.core.errors import InputError

if TYPE_CHECKING:
    from informed.questions.consensus import Consensus


@click.command("consensus")
@filing
@click.option("--item", help="The column that names the items.")
@click.option("--rater", "raters", multiple=True, help="The column of raters; or one rater's, repeated.")
@click.option("--label", help="The column of labels, in a file with one row per rating.")
@exported
@click.option("--by", help="A column that names the population of each item; each has a prevalence of its own.")
@click.option("--labels", type=WORDS, default=None, help="All labels, in the order to show them.")
@click.option("--prior", default=1.0, show_default=True, type=NUMBER, help="Ratings that the prior counts for.")
@click.option("--model", default="auto", show_default=True, help="dawid_skene, knows_or_guesses, or auto (by BIC).")
@opened
@seeded
@levelled
@printing_consensus
def command(
    files: tuple[str, ...],
    raters: tuple[str, ...],
    label: str | None,
    kind: str,
    question: str | None,
    style: str | None,
    output: Path | None,
    every: bool,
    **how: Any,
) -> None:
    """Measure raters without a truth, and write the most probable label of every item.

    \b
    informed consensus ratings.csv --item id --rater who --label label
    informed consensus ratings.csv --item id --rater who --label label -o labels.csv
    informed consensus annotators.csv --item id --rater ann --rater bob --rater cid
    informed consensus export.json -o consensus.json --format label-studio
    """
    found = _found(files, raters, label, kind, question, how)
    emit(found, style, output, every=every)


def _found(
    files: tuple[str, ...],
    raters: tuple[str, ...],
    label: str | None,
    kind: str,
    question: str | None,
    how: dict[str, Any],
) -> Consensus:
    from informed.questions.consensus import consensus
    from informed.readers.votes import read_votes

    reading = {name: how.pop(name) for name in OPENED}
    paths = [Path(each) for each in files]
    if is_export(kind, files, named=bool(how["item"] or label)):
        refuse({**how, "label": label}, ("item", "label"), "with an export")
        only(("kind", "question", "labels"), "with an export")
        return consensus(paths, input=kind, question=question, raters=raters or None, **how)
    refuse({"question": question}, ("question",), "with rows: it is for exports, see --input")
    if missing := [name for name, given in (("--item", how["item"]), ("--rater", raters)) if not given]:
        raise lacking(missing, files, reading)
    if label is not None and len(raters) > 1:
        raise InputError("--label is for one row per rating, so --rater names one column: that of the raters' names")
    who = {"raters": raters} if label is None else {"rater": raters[0], "label": label}
    columns = {name: how.pop(name) for name in ("item", "by", "labels")}
    return consensus(read_votes(paths, **who, **columns, reading=reading), **how)
