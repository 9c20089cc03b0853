"""``informed check``: a gate for continuous integration."""

from __future__ import annotations

from typing import Any

import rich_click as click

from informed.cli.options import depending, gate, judged, judging, reading, sampled, told
from informed.core.accounting import left_out


@click.command("check")
@reading
@depending
@judging
@click.option(
    "--require", "required", multiple=True, required=True, help="What must hold, e.g. 'informedness.low >= 0.6'."
)
def command(required: tuple[str, ...], **options: Any) -> None:
    """Check predictions against requirements; exit code 1 if one is not met.

    \b
    informed check preds.csv --actual y --predicted p --require "informedness.low >= 0.6"
    informed check preds.csv --actual y --predicted p --by site --require "recall[rain] >= 0.5"
    """
    from informed.questions.check import check
    from informed.questions.check.compute import requirement

    wanted = [requirement(each) for each in required]  # a typing error is found before any file is read
    data, how = sampled(options)
    told(left_out(data))
    gate(check(judged(data, how), require=wanted))
