"""``informed multilabel``: sets of labels for each item."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import rich_click as click

from informed.cli.options import Several, emit, encoded, levelled, saving, seeded
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
@click.option("--id", "item", default="id", show_default=True, help="With --input long: the column of items.")
@click.option("--label", default="label", show_default=True, help="With --input long: the column of labels.")
@click.option("--no-header", is_flag=True, help="The files have no line of names; --id 1 --label 3 count columns.")
@click.option(
    "--first-label",
    type=Several(int),
    default="2",
    show_default=True,
    help="The column of the first label; or 3,2: of each file.",
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
    item: str,
    label: str,
    no_header: bool,
    first_label: tuple[int, ...],
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
    informed multilabel annotated.txt results.txt --first-label 3,2
    informed multilabel erd1.txt erd2.txt --input long --no-header --id 1 --label 3
    """
    from informed.questions.multilabel import compare_multilabel, multilabel
    from informed.questions.multilabel.measures import MEASURES
    from informed.readers.setfiles import read_set_files

    systems = predicted[0] if len(predicted) == 1 else {Path(path).stem: path for path in predicted}
    columns: dict[str, Any] = {"id": item, "label": label, "header": not no_header, "first_label": first_label}
    sets = read_set_files(actual, systems, kind=kind, strip=not raw, encoding=encoding, **columns)
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
