"""``informed agree``: two or more raters of the same items."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import rich_click as click

from informed.cli.exports import exported, is_export
from informed.cli.kinds import WORDS
from informed.cli.options import (
    READING,
    answering,
    depending,
    filed,
    filing,
    grouping,
    lacking,
    levelled,
    only,
    refuse,
    weighted,
)
from informed.cli.recording import recorded
from informed.core.errors import InputError
from informed.core.result import Result

KEYS = ("weights", "by", "cluster", "stratum")  # which exports do not have


@click.command("agree")
@filing
@click.option(
    "--rater",
    "raters",
    multiple=True,
    help="The column of one rater; repeat it for each. With --label: that of the raters' names. Of an export: a rater.",
)
@click.option("--item", help="The column that names the items, in a file with one row per rating.")
@click.option("--label", help="The column of labels, in a file with one row per rating.")
@exported
@click.option(
    "--metric",
    default="nominal",
    show_default=True,
    help="Distance between labels for alpha and AC2: nominal, ordinal, interval or ratio.",
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
@recorded
def command(
    files: tuple[str, ...],
    raters: tuple[str, ...],
    metric: str,
    level: float,
    kind: str,
    question: str | None,
    **how: Any,
) -> Result:
    """Measure inter-rater agreement: kappa, Krippendorff's alpha, and the pairs and labels with most disagreement.

    \b
    informed agree annotations.csv --rater ann --rater bob --rater cid
    informed agree ratings.csv --item id --rater who --label label
    informed agree export.json --question mood
    informed agree grades.csv --rater ann --rater bob --metric ordinal --labels low,middle,high
    """
    from informed.questions.agree import agree
    from informed.questions.agree.distances import NUMERIC
    from informed.readers.columns import Rated
    from informed.readers.distinct import distinct
    from informed.readers.labels import refuse_ids
    from informed.readers.ratings import check_raters, read_ratings

    reading, (item, label) = {name: how.pop(name) for name in READING}, (how.pop(name) for name in ("item", "label"))
    paths = [Path(each) for each in files]
    if is_export(kind, files, named=bool(item or label)):
        refuse({**how, "item": item, "label": label}, ("item", "label", *KEYS), "with an export")
        only(("kind", "question", "labels", "abstain"), "with an export")
        kept = {"labels": how["labels"], "abstain": how["abstain"] or None, "metric": metric, "level": level}
        return agree(paths, input=kind, question=question, raters=raters or None, **kept)
    refuse({"question": question}, ("question",), "with rows: it is for exports, see --input")
    if not raters:
        raise lacking(["--rater"], files, reading)
    how |= {"fractions": metric in NUMERIC, "abstain": how["abstain"] or None}
    if label is None and item is None:
        read = distinct(files, Rated.named(None, check_raters(raters), **how), **reading)
    else:
        if len(raters) > 1:
            raise InputError(
                "--label is for one row per rating, so --rater names one column: that of the raters' names"
            )
        read = read_ratings(paths, item=item, rater=raters[0], label=label, reading=reading, **how)
    if metric == "nominal" and not how["labels"]:
        refuse_ids(read.labels, read.n, "the ratings")
    return agree(read, metric=metric, level=level)
