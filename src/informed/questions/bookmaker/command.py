"""``informed bookmaker``: the table as bets at fair odds."""

from __future__ import annotations

from typing import Any

import rich_click as click

from informed.cli.options import answering, levelled, tabling
from informed.core.counts import Counts
from informed.core.result import Result


@click.command("bookmaker")
@tabling
@levelled
@click.option(
    "--pool", default=1.0, show_default=True, type=float, help="What the odds of a race add up to (10 in 2003)."
)
@answering
def command(counts: Counts, **how: Any) -> Result:
    """Print the betting slip of a table: odds, stakes, winnings and the edge of every label.

    \b
    informed bookmaker "56 24; 14 6" --rows predicted --labels +,- --pool 10
    informed bookmaker table.csv --rows predicted --format json
    """
    from informed.questions.bookmaker import bookmaker

    return bookmaker(counts, **how)
