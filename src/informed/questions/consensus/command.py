"""``informed consensus``: raters without a truth, and the most probable label of every item."""

from __future__ import annotations

from typing import Any

import rich_click as click

from informed.cli.options import WORDS, answering, levelled, seeded
from informed.core.result import Result


@click.command("consensus")
@click.argument("file")
@click.option("--item", required=True, help="The column that names the items.")
@click.option("--rater", "raters", multiple=True, required=True, help="The column of raters; or one rater's, repeated.")
@click.option("--label", help="The column of labels, in a file with one row per rating.")
@click.option("--by", help="A column that names the population of each item; each has a prevalence of its own.")
@click.option("--labels", type=WORDS, default=None, help="All labels, in the order to show them.")
@click.option("--prior", default=1.0, show_default=True, type=float, help="Ratings that the prior counts for.")
@click.option("--model", default="auto", show_default=True, help="dawid_skene, knows_or_guesses, or auto (by BIC).")
@seeded
@levelled
@answering
def command(file: str, raters: tuple[str, ...], label: str | None, **how: Any) -> Result:
    """Measure raters without a truth, and write the most probable label of every item.

    \b
    informed consensus ratings.csv --item id --rater who --label label
    informed consensus ratings.csv --item id --rater who --label label -o labels.csv
    informed consensus annotators.csv --item id --rater ann --rater bob --rater cid
    """
    from informed.core.errors import InputError
    from informed.questions.consensus import consensus

    if label is None:
        return consensus(file, raters=raters, **how)
    if len(raters) > 1:
        raise InputError("--label is for one row per rating, so --rater names one column: that of the raters' names")
    return consensus(file, rater=raters[0], label=label, **how)
