"""``informed bookmaker``: predictions, or a table, as bets at fair odds."""

from __future__ import annotations

from typing import Any

import rich_click as click

from informed.cli.kinds import NUMBER
from informed.cli.options import answering, depending, levelled, only, reading, refuse, sampled
from informed.cli.recording import recorded
from informed.cli.tables import rowed, tabled
from informed.core.errors import InputError
from informed.core.result import Result


@click.command("bookmaker")
@reading
@depending
@rowed
@levelled
@click.option(
    "--pool",
    default=1.0,
    show_default=True,
    type=NUMBER,
    help="What perfect play wins on each label (10 in Powers 2003).",
)
@answering
@recorded
def command(rows: Any, n: int | None, level: float, pool: float, **options: Any) -> Result:
    """Print the betting slip of predictions or of a table: odds, stakes, winnings and edge per label.

    \b
    informed bookmaker preds.csv --actual y --predicted yhat --by site
    informed bookmaker "56 24; 14 6" --rows predicted --labels +,- --pool 10
    informed bookmaker table.csv --rows predicted --format json
    """
    from informed.questions.bookmaker import bookmaker

    if options["actual"] is None and options["predicted"] is None:
        data = _table(rows, n, **options)
    else:
        refuse({"rows": rows, "n": n}, ("rows", "n"), "with columns of predictions")
        data, _ = sampled(options)
    return bookmaker(data, pool=pool, level=level)


def _table(rows: Any, n: int | None, files: tuple[str, ...], labels: Any, **columns: Any) -> Any:
    """The counts of a table."""
    only(("labels",), "without --actual and --predicted")
    if len(files) > 1:
        raise InputError(f"{len(files)} tables; give one, or name the columns of files: --actual, --predicted")
    return tabled(files[0], rows, labels, n)
