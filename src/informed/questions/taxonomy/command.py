"""``informed taxonomy``: which labels to rename, merge or split."""

from __future__ import annotations

from typing import Any

import rich_click as click

from informed.cli.kinds import NUMBER
from informed.cli.options import READING, answering, filed, filing, levelled, seeded
from informed.cli.recording import recorded
from informed.core.result import Result


@click.command("taxonomy")
@filing
@click.option("--actual", required=True, help="The column of actual labels.")
@click.option("--predicted", required=True, help="The column of predicted labels.")
@levelled
@click.option(
    "--loss",
    default=0.1,
    show_default=True,
    type=NUMBER,
    help="Merge classes when less than this share of the information that tells them apart is captured.",
)
@seeded
@click.option("--missing", default="raise", show_default=True, help="Missing labels: raise or drop.")
@filed
@answering
@recorded
def command(files: tuple[str, ...], actual: str, predicted: str, **how: Any) -> Result:
    """Find labels to rename, merge or split, chosen on half of the items and judged on the other half.

    \b
    informed taxonomy preds.csv --actual y --predicted yhat
    informed taxonomy preds.csv --actual y --predicted yhat --loss 0.05 --format json
    """
    from informed.questions.taxonomy import taxonomy
    from informed.readers.crossing import cross_files
    from informed.readers.labels import refuse_ids

    reading = {name: how.pop(name) for name in ("missing", *READING)}
    found = cross_files(files, actual, predicted, **reading)
    refuse_ids({*found.labels, *found.labels_predicted}, found.n, "--actual and --predicted", None)
    return taxonomy(found, **how)
