"""``informed agree``: two or more raters of the same items."""

from __future__ import annotations

from typing import Any

import rich_click as click

from informed.cli.options import READING, WORDS, answering, depending, filed, grouping, levelled, weighted
from informed.core.result import Result


@click.command("agree")
@click.argument("files", nargs=-1, required=True)
@click.option("--rater", "raters", multiple=True, required=True, help="The column of one rater; repeat it for each.")
@click.option(
    "--metric",
    default="nominal",
    show_default=True,
    help="Distance between labels for Krippendorff's alpha: nominal, ordinal, interval or ratio.",
)
@click.option("--labels", type=WORDS, default=None, help="All labels; for ordinal, in their order.")
@weighted
@grouping
@depending
@click.option("--missing", default="raise", show_default=True, help="Items without a weight or group: raise or drop.")
@click.option("--abstain", multiple=True, help='A rating that means "no rating".')
@filed
@levelled
@answering
def command(files: tuple[str, ...], raters: tuple[str, ...], metric: str, level: float, **how: Any) -> Result:
    """Measure inter-rater agreement: kappa, Krippendorff's alpha, and the pairs and labels with most disagreement.

    \b
    informed agree annotations.csv --rater ann --rater bob --rater cid
    informed agree grades.csv --rater ann --rater bob --metric ordinal --labels low,middle,high
    """
    from informed.questions.agree import agree
    from informed.questions.agree.distances import NUMERIC
    from informed.readers.columns import Rated
    from informed.readers.distinct import distinct
    from informed.readers.ratings import check_raters

    reading = {name: how.pop(name) for name in READING}
    columns = Rated.named(
        None, check_raters(raters), fractions=metric in NUMERIC, **how | {"abstain": how["abstain"] or None}
    )
    return agree(distinct(files, columns, **reading), metric=metric, level=level)
