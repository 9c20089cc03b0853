"""``informed leaderboard``: the systems of a task, tied where no test tells them apart."""

from __future__ import annotations

from typing import TYPE_CHECKING

import rich_click as click

from informed.cli.options import answering, levelled
from informed.cli.recording import ledgered
from informed.core.result import Result

if TYPE_CHECKING:
    from informed.ledger import Ledger


@click.command("leaderboard")
@click.argument("task")
@click.option("--measure", default="informedness", show_default=True, help="Any measure.")
@click.option("--by", metavar="TAG", help="The same for each value of a tag, with the pairs whose order turns round.")
@click.option("--since", help="Only runs recorded since this time: 2026-11-01.")
@click.option("--tag", "tags", multiple=True, metavar="NAME=VALUE", help="Only runs with this tag.")
@levelled
@answering
@ledgered
def command(
    ledger: Ledger, task: str, measure: str, by: str | None, since: str | None, tags: tuple[str, ...], level: float
) -> Result:
    """Rank the recorded systems of a task, with ties by test; in pairs where items were kept.

    \b
    informed leaderboard nightly
    informed leaderboard nightly --by site --measure mcc -o board.html
    """
    from informed.questions.leaderboard import leaderboard

    return leaderboard(ledger, task, measure=measure, by=by, level=level, since=since, tags=tags)
