"""``informed table``: evaluate a bare table of counts."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import rich_click as click

from informed.cli.options import judged, judging, printing_evaluation, show, showing
from informed.cli.recording import recorded
from informed.cli.tables import tabling
from informed.core.counts import Counts


@click.command("table")
@tabling
@judging
@printing_evaluation
@showing
@recorded
def command(counts: Counts, style: str | None, output: Path | None, every: bool, shown: str, **how: Any) -> None:
    """Evaluate a table of counts: SOURCE is the table itself, a file, saved counts, or - for standard input.

    \b
    informed table "30 12; 30 28" --rows predicted --labels +,-
    informed table "30 12; 30 28" --rows predicted --labels +,- --show regression
    informed table "30 12; 30 28" --rows predicted --labels +,- --show significance
    informed table counts.csv --rows actual --format json
    cat counts.tsv | informed table - --rows actual
    """
    show(judged(counts, how), shown, style, output, every=every)
