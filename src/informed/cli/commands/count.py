"""``informed count``: count the rows of files once, to merge and evaluate later."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import rich_click as click

from informed.cli.kinds import FILE
from informed.cli.options import counted, reading
from informed.cli.saving import save


@click.command("count")
@reading
@click.option("-o", "--output", type=FILE, help="Save the counts to this file.")
def command(output: Path | None, **options: Any) -> None:
    """Count FILES of actual and predicted labels; add counts up with `informed merge`.

    \b
    informed count shard1.csv --actual y --predicted yhat -o shard1.json
    informed count part-*.parquet --actual y --predicted yhat --by site -o all.json
    """
    counts, _ = counted(options, ids=True)
    save(counts, output)
