"""``informed agree``: two or more raters of the same items."""

from __future__ import annotations

from typing import Any

import rich_click as click

from informed.cli.options import WORDS, answering, filed, levelled
from informed.core.result import Result


@click.command("agree")
@click.argument("files", nargs=-1, required=True)
@click.option("--rater", "raters", multiple=True, required=True, help="The column of one rater; repeat it for each.")
@click.option("--metric", default="nominal", show_default=True, help="For alpha: nominal, ordinal, interval or ratio.")
@click.option("--labels", type=WORDS, default=None, help="All labels; for ordinal, in their order.")
@filed
@levelled
@answering
def command(files: tuple[str, ...], raters: tuple[str, ...], metric: str, level: float, **how: Any) -> Result:
    """Say how far raters agree beyond chance, who disagrees with whom, and on what; ratings may be missing.

    \b
    informed agree annotations.csv --rater ann --rater bob --rater cid
    informed agree grades.csv --rater ann --rater bob --metric ordinal --labels low,middle,high
    """
    from informed.questions.agree import agree
    from informed.questions.agree.distances import NUMERIC
    from informed.readers.ratings import ratings_of_files

    read = ratings_of_files(files, raters, fractions=metric in NUMERIC, **how)
    return agree(read, metric=metric, level=level)
