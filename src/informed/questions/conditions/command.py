"""``informed conditions``: conditions compared within subjects."""

from __future__ import annotations

from typing import Any

import rich_click as click

from informed.cli.kinds import NUMBER
from informed.cli.options import answering, counted, levelled, reading
from informed.cli.recording import recorded
from informed.core.errors import InputError
from informed.core.result import Result


@click.command("conditions")
@reading
@click.option("--subject", required=True, help="The column of subjects; differences are taken within them.")
@click.option("--condition", required=True, help="The column of conditions.")
@click.option("--rate", type=NUMBER, help="Items per minute; adds bits per minute.")
@levelled
@answering
@recorded
def command(subject: str, condition: str, rate: float | None, level: float, **options: Any) -> Result:
    """Compare conditions that the same subjects went through: informedness, bits per item and bits per minute.

    \b
    informed conditions trials.csv --actual y --predicted yhat --subject who --condition cue --rate 12
    """
    from informed.questions.conditions import conditions

    if options["by"]:
        raise InputError("--by cannot be used here: --subject and --condition group the items; leave it out")
    counts, _ = counted({**options, "by": (subject, condition)})
    return conditions(counts, rate=rate, level=level)
