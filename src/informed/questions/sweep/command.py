"""``informed sweep``: every threshold of a score."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import rich_click as click

from informed.cli.options import emit, filed, levelled, saving, seeded, weighed


@click.command("sweep")
@click.argument("files", nargs=-1, required=True)
@click.option("--actual", required=True, help="The column of actual labels.")
@click.option("--scores", "score", required=True, help="The column of scores; high ones speak for the positive label.")
@click.option("--positive", required=True, help="The label that the scores speak for.")
@weighed
@click.option("--bin", "width", default=0.0, type=float, help="Count scores in bins of this width, a power of two.")
@click.option("--judge", help="A file of other items: judge the thresholds there instead of where they were chosen.")
@click.option("--cost-fp", type=float, help="What a false alarm costs (1 when only a miss is priced).")
@click.option("--cost-fn", type=float, help="What a miss costs (1 when only a false alarm is priced).")
@click.option("--prevalence", type=float, help="The share of the positive label where it is deployed.")
@click.option(
    "--draws", default=20, show_default=True, type=int, help="Repeats of the cross-validation of the best thresholds."
)
@seeded
@levelled
@click.option("--missing", default="raise", show_default=True, help="Missing labels or scores: raise or drop.")
@filed
@saving
def command(
    files: tuple[str, ...],
    actual: str,
    score: str,
    judge: str | None,
    cost_fp: float | None,
    cost_fn: float | None,
    prevalence: float | None,
    level: float,
    draws: int,
    seed: int,
    style: str | None,
    output: Path | None,
    **how: Any,
) -> None:
    """Sweep the threshold of a score over all its values: area, hull, best thresholds, and what they cost.

    \b
    informed sweep scores.csv --actual y --scores p --positive 1
    informed sweep scores.parquet --actual y --scores p --positive ill --cost-fp 1 --cost-fn 5 --prevalence 0.01
    informed sweep chosen_on.csv --judge held_out.csv --actual y --scores p --positive 1
    """
    from informed.cli.progress import progress
    from informed.questions.sweep import Sweep, sweep
    from informed.readers.scoring import scores_of_files

    def swept(paths: tuple[str, ...]) -> Sweep:
        with progress("counting") as show:
            scores = scores_of_files(paths, actual, score, progress=show, **how)
        return sweep(scores, level=level, draws=draws, seed=seed)

    costs = {"cost_fp": cost_fp, "cost_fn": cost_fn, "prevalence": prevalence}
    given = {name: value for name, value in costs.items() if value is not None}
    found = swept(files).priced(**given) if given else swept(files)
    emit(found if judge is None else found.judged(swept((judge,))), style, output)
