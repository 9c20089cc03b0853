"""``informed sweep``: every threshold of a score."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import rich_click as click

from informed.cli.kinds import NUMBER, WHOLE
from informed.cli.options import (
    READING,
    abstaining,
    depending,
    emit,
    filed,
    filing,
    grouping,
    levelled,
    only,
    printing,
    refuse,
    seeded,
    weighted,
)
from informed.cli.recording import recorded
from informed.cli.searches import OfRows, judgements, search_of

UNSEARCHED = ("positive", "weights", "by", "cluster", "stratum", "abstain", "width")  # options of rows alone


@click.command("sweep")
@filing
@click.option("--actual", cls=OfRows, required=True, help="The column of actual labels.")
@click.option(
    "--scores",
    "--predicted",
    "score",
    cls=OfRows,
    required=True,
    help="The column of scores; a high score indicates the positive label. With --qrels: score or rank.",
)
@click.option("--positive", help="The label that high scores indicate; 1 for labels 0 and 1.")
@judgements
@weighted
@grouping
@depending
@abstaining('A score that means "no score"')
@click.option("--bin", "width", default=0.0, type=NUMBER, help="Count scores in bins of this width, a power of two.")
@click.option("--held-out", help="A file of other items, to validate the thresholds on.")
@click.option("--cost-fp", type=NUMBER, help="Cost of a false positive; 1 if only --cost-fn is given.")
@click.option("--cost-fn", type=NUMBER, help="Cost of a false negative; 1 if only --cost-fp is given.")
@click.option("--prevalence", type=NUMBER, help="The share of the positive label in deployment.")
@click.option(
    "--draws",
    default=20,
    show_default=True,
    type=WHOLE,
    help="Cross-validation repeats, to correct for choosing the threshold on the same data.",
)
@seeded
@levelled
@click.option("--missing", default="raise", show_default=True, help="Missing labels or scores: raise or drop.")
@filed
@printing
@recorded
def command(
    files: tuple[str, ...],
    actual: str | None,
    score: str | None,
    held_out: str | None,
    cost_fp: float | None,
    cost_fn: float | None,
    prevalence: float | None,
    level: float,
    draws: int,
    seed: int,
    style: str | None,
    output: Path | None,
    every: bool,
    **how: Any,
) -> None:
    """Sweep the threshold of a score over all its values: area, hull, best thresholds, and what they cost. With
    costs the cheapest threshold is the one to use.

    \b
    informed sweep scores.csv --actual y --scores p
    informed sweep scores.parquet --actual y --scores p --positive ill --cost-fp 1 --cost-fn 5 --prevalence 0.01
    informed sweep search.run --qrels search.qrels --scores rank
    informed sweep chosen_on.csv --held-out held_out.csv --actual y --scores p --positive 1
    """
    from informed.cli.progress import progress
    from informed.questions.sweep.compute import Sweep
    from informed.questions.sweep.cost import Costs
    from informed.questions.sweep.several import swept
    from informed.readers.columns import Scored
    from informed.readers.distinct import distinct
    from informed.readers.trec import SCORE, scores_of_search

    reading = {name: how.pop(name) for name in READING}
    costs = Costs.given(cost_fp, cost_fn, prevalence)  # a wrong one is found before any file is read
    asked: dict[str, Any] = {"level": level, "draws": draws, "seed": seed, "costs": costs}
    if (search := search_of({"files": files, **{name: how.pop(name) for name in ("qrels", "relevant")}})) is not None:
        refuse({**how, "actual": actual, "held-out": held_out}, ("actual", "held-out", *UNSEARCHED), "with --qrels")
        only((), "with --qrels")
        emit(swept(scores_of_search(search[0], scores=score or SCORE), **asked), style, output, every=every)
        return
    columns = Scored.named(str(actual), score, **how | {"abstain": how["abstain"] or None})

    def read(paths: tuple[str, ...]) -> Sweep:
        with progress("counting") as show:
            scores = distinct(paths, columns, progress=show, **reading)
        return swept(scores, **asked, assumed=how["positive"] is None)

    found = read(files)
    emit(found if held_out is None else found.held_out(read((held_out,))), style, output, every=every)
