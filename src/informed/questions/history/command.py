"""``informed history``: what was recorded for a task, and what changed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import rich_click as click

from informed.cli.kinds import Whole
from informed.cli.options import answering, levelled
from informed.cli.recording import ledgered
from informed.core.result import Result

if TYPE_CHECKING:
    from informed.ledger import Ledger


@click.command("history")
@click.argument("task")
@click.option("--as", "system", metavar="SYSTEM", help="Only runs of this system.")
@click.option("--measure", help="Any recorded number, or any measure; by default informedness or what leads.")
@click.option("--since", help="Only runs recorded since this time: 2026-11-01.")
@click.option("--last", type=Whole(least=1), help="Only the newest so many runs.")
@levelled
@answering
@ledgered
def command(ledger: Ledger, task: str, **asked: Any) -> Result:
    """List what was recorded for a task, run by run, with a test of where it changed.

    \b
    informed history nightly
    informed history nightly --as v1.3 --measure mcc -o history.html
    """
    from informed.questions.history import history

    return history(ledger, task, **asked)
