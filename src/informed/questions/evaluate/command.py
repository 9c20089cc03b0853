"""``informed evaluate``: judge a predictor from a file of actual and predicted labels."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import rich_click as click

from informed.cli.logs import GradedOnly
from informed.cli.options import (
    depending,
    emit,
    judged,
    judging,
    only,
    printing_evaluation,
    reading,
    refuse,
    sampled,
    show,
    showing,
)
from informed.cli.recording import recorded_with_items
from informed.cli.searches import cutoffs, judgements, search_of
from informed.core.errors import choice

if TYPE_CHECKING:
    from informed.core.counts import Counts
    from informed.core.items import Items
    from informed.readers.trec import Search


@click.command("evaluate")
@reading
@depending
@judgements
@cutoffs
@judging
@printing_evaluation
@showing
@recorded_with_items
def command(style: str | None, output: Path | None, every: bool, shown: str, **options: Any) -> None:
    """Evaluate predictions: FILES are tables, databases, logs, saved counts, or - for stdin.

    Tables are csv, tsv, json, jsonl, parquet, arrow, feather and xlsx, databases sqlite and duckdb.
    Sample logs of Inspect and lm-evaluation-harness are read as they are, each answer with the grade it got there. So
    are exports of annotation tools with a ground truth, and search runs with --qrels.

    \b
    informed evaluate preds.csv --actual y --predicted yhat
    informed evaluate part-*.parquet --actual y --predicted yhat --by site --format json
    informed evaluate all.json -o report.md
    informed evaluate preds.csv --actual y --predicted yhat -o live-formulas.xlsx
    informed evaluate log.eval --scorer choice
    informed evaluate export.json
    informed evaluate search.run --qrels search.qrels --cutoff 10
    """
    if (search := search_of(options)) is not None:
        found, asked = search
        only(("by",), "with --qrels")
        show(judged(*_returned(found, asked, options)), shown, style, output, every=every)
        return
    try:
        data, how = sampled(options)
    except GradedOnly as found:
        from informed.questions.grade.compute import graded

        asked = {name: options[name] for name in ("positive", "method", "cost", "value")}
        asked |= {"measure": options["measures"], "show": shown != "report"}
        refuse(asked, asked, f"where only grades are known ({found.grades.reason})")
        emit(graded(found.grades._replace(answers=None), level=options["level"]), style, output, every=every)
        return
    show(judged(data, how), shown, style, output, every=every)


def _returned(search: Search, asked: dict[str, Any], options: dict[str, Any]) -> tuple[Counts | Items, dict[str, Any]]:
    """What a search returned against what is relevant, and the options that are left."""
    from informed.readers.trec import items_of_search

    for name in options["by"]:
        choice("--by", name, ("topic",))
    found = items_of_search(search, **asked, by=bool(options["by"]))
    left = {name: value for name, value in options.items() if name in JUDGED}
    return found.counts() if found.by else found, left


JUDGED = (
    *("positive", "undefined", "reference", "reference_quality", "level", "method", "draws", "seed", "measures"),
    *("cost", "value", "view"),
)  # the options of `judging`
