"""``informed check``: a gate for continuous integration."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import rich_click as click

from informed.cli.gate import gate, settling
from informed.cli.kinds import Number
from informed.cli.options import FORMATS, depending, judged, judging, leave, reading, sampled, saving_as, told
from informed.cli.recording import asked, item_rows, kept, opened_ledger, recorded_with_items
from informed.core.accounting import left_out
from informed.core.errors import InputError


@click.command("check")
@reading
@depending
@judging
@click.option(
    "--require",
    "required",
    multiple=True,
    required=True,
    help="What must hold: 'informedness.low >= 0.6'; with --record also 'not worse than last', 'better than v1.2'.",
)
@click.option(
    "--margin", type=Number(above=0), help="The largest difference from an earlier run that would not matter."
)
@settling
@saving_as((*FORMATS, "junit"))
@recorded_with_items
def command(
    required: tuple[str, ...],
    margin: float | None,
    undecided: str | None,
    style: str | None,
    output: Path | None,
    **options: Any,
) -> None:
    """Check predictions against requirements; exit code 1 if one is not met, 4 if one is undecided.

    \b
    informed check preds.csv --actual y --predicted p --require "informedness.low >= 0.6"
    informed check preds.csv --actual y --predicted p --by site --require "recall[rain] >= 0.5" -o junit.xml
    informed check preds.csv --actual y --predicted p --record nightly --as v2 --require "better than last"
    """
    from informed.questions.check.compute import Against, checked, requirement
    from informed.questions.check.past import Past, held

    wanted = [requirement(each) for each in required]  # a typing error is found before any file is read
    past, said = [each for each in wanted if isinstance(each, Against)], asked()
    if past and not said:
        raise InputError(f"--require '{past[0]}' needs --record TASK, the task whose earlier runs are meant")
    data, how = sampled(options)
    told(left_out(data))
    found, rows = judged(data, how), item_rows(said)
    if past:
        with opened_ledger(said) as ledger:
            outcomes = held(found, wanted, Past(ledger, said["task"], margin, said["system"], rows, undecided))
    else:
        outcomes = checked(found, wanted)
    kept(found, outcomes.passed, rows)
    style = "junit" if style is None and output is not None and output.suffix == ".xml" else style
    if output or style not in (None, "text"):  # as text the outcomes are printed in any case
        leave(outcomes, style, output)
    gate(outcomes, err=output is None and style not in (None, "text"))
