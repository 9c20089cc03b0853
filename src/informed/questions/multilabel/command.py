"""``informed multilabel``: sets of labels for each item."""

from __future__ import annotations

from pathlib import Path

import rich_click as click

from informed.cli.options import emit, encoded, levelled, saving, seeded
from informed.cli.progress import progress
from informed.core.errors import InputError


@click.command("multilabel")
@click.argument("actual")
@click.argument("predicted", nargs=-1, required=True)
@click.option(
    "--input", "kind", default="sets", show_default=True, help="sets (tabs), long (id, label columns) or json."
)
@click.option(
    "--raw", is_flag=True, help="Keep labels as they are written; by default space at their ends is taken off."
)
@encoded
@levelled
@click.option("--draws", type=int, help="How often sets are dealt at random to see the optimism of permuting.")
@seeded
@click.option("--stability", help="Show how the measures vary instead: over halves of the items, or bootstrap draws.")
@saving
def command(
    actual: str,
    predicted: tuple[str, ...],
    kind: str,
    raw: bool,
    encoding: str,
    level: float,
    draws: int | None,
    seed: int,
    stability: str | None,
    style: str | None,
    output: Path | None,
) -> None:
    """Judge label sets: the file of ACTUAL sets, and one or more files of PREDICTED sets.

    \b
    informed multilabel labeler1.txt labeler2.txt
    informed multilabel gold.jsonl system1.jsonl system2.jsonl --input json
    informed multilabel labeler1.txt labeler2.txt --stability halves
    """
    from informed.questions.multilabel import compare_multilabel, multilabel
    from informed.questions.multilabel.measures import MEASURES
    from informed.readers.setfiles import read_set_files

    systems = predicted[0] if len(predicted) == 1 else {Path(path).stem: path for path in predicted}
    sets = read_set_files(actual, systems, kind=kind, strip=not raw, encoding=encoding)
    if stability is not None:
        if len(predicted) > 1:
            raise InputError("--stability is of one file of predicted sets; give one at a time")
        alone = multilabel(sets, measures=MEASURES, level=None)
        emit(alone.stability(resample=stability, draws=draws or 500, seed=seed), style, output)
        return
    ask = multilabel if len(predicted) == 1 else compare_multilabel
    with progress("Renaming categories") as show:
        found = ask(sets, level=level, draws=draws, seed=seed, progress=show)
    emit(found, style, output)
