"""``informed evaluate``: judge a predictor from a file of actual and predicted labels."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import rich_click as click

from informed.cli.logs import GradedOnly
from informed.cli.options import (
    depending,
    emit,
    judged,
    judging,
    printing_evaluation,
    reading,
    refuse,
    sampled,
    show,
    showing,
)
from informed.cli.recording import recorded_with_items
from informed.core.counts import Counts
from informed.questions.evaluate.subject import refuse_ids


@click.command("evaluate")
@reading
@depending
@judging
@printing_evaluation
@showing
@recorded_with_items
def command(style: str | None, output: Path | None, every: bool, shown: str, **options: Any) -> None:
    """Evaluate predictions: FILES are csv, tsv, json, jsonl, parquet or xlsx files, saved counts, or - for stdin.

    Sample logs of Inspect and lm-evaluation-harness are read as they are, each answer with the grade it got there.

    \b
    informed evaluate preds.csv --actual y --predicted yhat
    informed evaluate part-*.parquet --actual y --predicted yhat --by site --format json
    informed evaluate all.json -o report.md
    informed evaluate preds.csv --actual y --predicted yhat -o live-formulas.xlsx
    informed evaluate log.eval --scorer choice
    """
    listed = options["labels"]
    try:
        data, how = sampled(options)
    except GradedOnly as found:
        from informed.questions.grade.compute import graded

        asked = {name: options[name] for name in ("positive", "method", "cost", "value")}
        asked |= {"measure": options["measures"], "show": shown != "report"}
        refuse(asked, asked, f"where only grades are known ({found.grades.reason})")
        emit(graded(found.grades, level=options["level"]), style, output, every=every)
        return
    if not listed:
        refuse_ids(data if isinstance(data, Counts) else data.counts(), "--actual and --predicted", "--labels")
    show(judged(data, how), shown, style, output, every=every)
