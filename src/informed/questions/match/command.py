"""``informed match``: which cluster stands for which class."""

from __future__ import annotations

from typing import Any

import rich_click as click

from informed.cli.kinds import WHOLE
from informed.cli.options import READING, answering, filed, filing, levelled, seeded
from informed.cli.recording import recorded
from informed.core.result import Result


@click.command("match")
@filing
@click.option("--actual", required=True, help="The column of classes.")
@click.option("--predicted", required=True, help="The column of clusters.")
@click.option(
    "--maximize",
    default="informedness",
    show_default=True,
    help="What the match maximises: informedness, edge, trace or mutual-information.",
)
@click.option("--many-to-one", is_flag=True, help="Allow several clusters per class.")
@click.option("--keep", default="informative", show_default=True, help="With --many-to-one: informative, best or all.")
@levelled
@click.option("--draws", type=WHOLE, help="Random clusterings used to estimate the optimism of matching.")
@seeded
@click.option("--by", multiple=True, metavar="COLUMN", help="Match each group by itself; may be repeated.")
@click.option("--abstain", multiple=True, metavar="CLUSTER", help='A cluster that means "no cluster", such as -1.')
@click.option("--missing", default="raise", show_default=True, help="Missing labels: raise or drop.")
@filed
@answering
@recorded
def command(files: tuple[str, ...], actual: str, predicted: str, **how: Any) -> Result:
    """Match clusters to classes and evaluate them as predictions, corrected for the optimism of matching.

    \b
    informed match data.csv --actual class --predicted c
    informed match data.csv --actual class --predicted c --maximize mutual-information --many-to-one
    """
    from informed.questions.match import match
    from informed.readers.crossing import cross_files
    from informed.readers.labels import refuse_ids

    reading = {name: how.pop(name) for name in ("missing", *READING)}
    reading |= {name: list(how.pop(name)) or None for name in ("by", "abstain")}
    found = cross_files(files, actual, predicted, **reading)
    refuse_ids(found.labels, found.n, "the classes of --actual", None)
    return match(found, **how)
