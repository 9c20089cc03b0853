"""``informed table``: evaluate a bare table of counts."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import rich_click as click

from informed.cli.options import Labels, emit, judged, judging, printing


@click.command("table")
@click.argument("source")
@click.option(
    "--rows",
    required=True,
    type=click.Choice(["actual", "predicted"]),
    help="What the rows are: Powers and R print predictions in rows, scikit-learn the actual classes.",
)
@click.option("--labels", type=Labels(), default=None, help="The labels, in the order of the table.")
@click.option("--n", type=int, default=None, help="The number of items, when the table holds proportions.")
@judging
@printing
def command(
    source: str, rows: Any, labels: Any, n: int | None, style: str | None, output: Path | None, every: bool, **how: Any
) -> None:
    """Evaluate a table of counts: SOURCE is the table itself, a file, or - for standard input.

    \b
    informed table "30 12; 30 28" --rows predicted --labels +,-
    informed table counts.csv --rows actual --format json
    cat counts.tsv | informed table - --rows actual
    """
    from informed.readers.matrix import read_matrix, read_matrix_file

    options = {"rows": rows, "labels": labels or (), "n": n}
    if source == "-":
        counts = read_matrix(sys.stdin.read(), **options)
    elif any(mark in source for mark in ";\n") or source.replace(" ", "").replace(".", "").isdigit():
        counts = read_matrix(source, **options)
    else:
        counts = read_matrix_file(source, **options)
    emit(judged(counts, how), style, output, every=every)
