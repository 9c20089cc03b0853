"""``informed evaluate``: judge a predictor from a file of actual and predicted labels."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import rich_click as click

from informed.cli.options import depending, judged, judging, printing_evaluation, reading, sampled, show, showing


@click.command("evaluate")
@reading
@depending
@judging
@printing_evaluation
@showing
def command(style: str | None, output: Path | None, every: bool, shown: str, **options: Any) -> None:
    """Evaluate predictions: FILES are csv, tsv, json, jsonl or parquet files, saved counts, or - for standard input.

    \b
    informed evaluate preds.csv --actual y --predicted yhat
    informed evaluate part-*.parquet --actual y --predicted yhat --by site --format json
    informed evaluate all.json -o report.md
    """
    data, how = sampled(options)
    show(judged(data, how), shown, style, output, every=every)
