"""``informed bookmaker``: the table as bets at fair odds."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import rich_click as click

from informed.cli.options import emit, levelled, saving, tabled, tabling


@click.command("bookmaker")
@tabling
@levelled
@click.option(
    "--pool", default=1.0, show_default=True, type=float, help="What the odds of a race add up to (10 in 2003)."
)
@saving
def command(
    source: str,
    rows: Any,
    labels: Any,
    n: int | None,
    level: float,
    pool: float,
    style: str | None,
    output: Path | None,
) -> None:
    """Print the betting slip of a table: odds, stakes, winnings and the edge of every label.

    \b
    informed bookmaker "56 24; 14 6" --rows predicted --labels +,- --pool 10
    informed bookmaker table.csv --rows predicted --format json
    """
    from informed.questions.bookmaker import bookmaker

    emit(bookmaker(tabled(source, rows, labels, n), pool=pool, level=level), style, output)
