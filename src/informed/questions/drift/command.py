"""``informed drift``: has a system changed, however often one looks?"""

from __future__ import annotations

from typing import TYPE_CHECKING

import rich_click as click

from informed.cli.options import answering, levelled
from informed.cli.recording import ledgered
from informed.core.result import Result

if TYPE_CHECKING:
    from informed.ledger import Ledger


@click.command("drift")
@click.argument("task")
@click.option("--as", "system", metavar="SYSTEM", help="The system; may be left out where the task has one.")
@click.option("--window", default="run", show_default=True, help="Look at runs of such a time together: 12h, 7d, 4w.")
@click.option("--since", help="Only runs recorded since this time: 2026-11-01.")
@levelled
@answering
@ledgered
def command(ledger: Ledger, task: str, system: str | None, window: str, since: str | None, level: float) -> Result:
    """Watch recorded runs for a change; the alarm may be looked at as often as one likes.

    \b
    informed drift nightly --as v1.3
    informed drift nightly --as v1.3 --window 7d -o drift.html
    """
    from informed.questions.drift import drift

    return drift(ledger, task, system=system, window=window, level=level, since=since)
