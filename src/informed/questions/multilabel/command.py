"""``informed multilabel``: sets of labels for each item."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import rich_click as click

from informed.cli.kinds import WHOLE, Several
from informed.cli.options import (
    depending,
    emit,
    encoded,
    filing,
    grouping,
    lacking,
    levelled,
    parted,
    printing,
    seeded,
    typed,
    weighted,
)
from informed.cli.progress import progress
from informed.cli.recording import recorded
from informed.core.errors import InputError, choice

if TYPE_CHECKING:
    from informed.core.labelsets import LabelSets


@click.command("multilabel")
@filing
@click.option("--actual", help="With one file: the column of actual sets.")
@click.option(
    "--predicted",
    "columns",
    multiple=True,
    help="With one file: a column of predicted sets; repeat it for several systems.",
)
@click.option("--separator", help="With one file: the separator of labels within a cell, e.g. ';'.")
@click.option(
    "--input", "kind", default="sets", show_default=True, help="sets (tabs), long (id, label columns) or json."
)
@click.option("--raw", is_flag=True, help="Keep spaces around labels; by default they are removed.")
@click.option("--id", "item", default="id", show_default=True, help="With --input long: the column of items.")
@click.option("--label", default="label", show_default=True, help="With --input long: the column of labels.")
@click.option("--no-header", is_flag=True, help="The files have no header; give column numbers: --id 1 --label 3.")
@click.option("--many-labels", is_flag=True, help="The labels are no ids, though many of them hardly repeat.")
@click.option(
    "--first-label",
    type=Several(int, "3,2", least=2),
    default="2",
    show_default=True,
    help="The number of the column with the first label; for each file: 3,2.",
)
@weighted
@grouping
@depending
@click.option(
    "--missing", default="raise", show_default=True, help="Items without a set, a weight or a key: raise or drop."
)
@click.option("--abstain", multiple=True, help='A label that means: no answer; "" for an empty set.')
@click.option("--cost", help="Cost of a label's outcomes, 'found missed; wrong left': '0 5; 1 0', or a file by label.")
@click.option("--value", help="Value of a label's outcomes, written like --cost.")
@encoded
@parted
@levelled
@click.option("--draws", type=WHOLE, help="Random label sets used to estimate the optimism of renaming labels.")
@seeded
@click.option(
    "--stability", help="Show how the measures vary: over halves of the items (halves), or bootstrap draws (bootstrap)."
)
@printing
@recorded
def command(
    files: tuple[str, ...],
    actual: str | None,
    columns: tuple[str, ...],
    separator: str | None,
    kind: str,
    raw: bool,
    item: str,
    label: str,
    no_header: bool,
    many_labels: bool,
    first_label: tuple[int, ...],
    cost: str | None,
    value: str | None,
    encoding: str,
    level: float,
    draws: int | None,
    seed: int,
    stability: str | None,
    style: str | None,
    output: Path | None,
    every: bool,
    **how: Any,
) -> None:
    """Evaluate label sets: one file with columns of sets, or FILES of actual sets and of each system's predicted sets.

    \b
    informed multilabel articles.csv --actual topics --predicted guessed
    informed multilabel labeler1.txt labeler2.txt
    informed multilabel gold.jsonl system1.jsonl system2.jsonl --input json
    informed multilabel labeler1.txt labeler2.txt --stability halves
    informed multilabel articles.csv --actual topics --predicted guessed --cost "0 5; 1 0"
    informed multilabel annotated.txt results.txt --first-label 3,2
    informed multilabel erd1.txt erd2.txt --input long --no-header --id 1 --label 3
    informed multilabel gold.jsonl tagged.jsonl --input json --by site --cluster patient
    """
    from informed.questions.multilabel import compare_multilabel, multilabel
    from informed.questions.multilabel.compute import DRAWS
    from informed.questions.multilabel.measures import MEASURES
    from informed.readers.labels import refuse_ids
    from informed.readers.matrix import read_label_prices as label_prices

    places: dict[str, Any] = {"id": item, "label": label, "header": not no_header, "first_label": first_label}
    how |= {"abstain": how["abstain"] or None, "strip": not raw, "encoding": encoding}
    prices = {name: label_prices(given) for name, given in (("cost", cost), ("value", value)) if given is not None}
    sets, systems = _read(files, actual, columns, separator, {"kind": kind, **places}, how)
    if not (many_labels or kind == "long"):  # a long file says itself which of its columns are ids
        said = max(int(side.sizes @ sets.counts) for side in sets.sides)
        refuse_ids(sets.labels, said, "the sets", "use --many-labels")
    if stability is not None:
        if systems > 1:
            raise InputError("--stability is of one system; give one at a time")
        alone = multilabel(sets, measures=MEASURES, level=None)
        resample = choice("--stability", stability, DRAWS)
        emit(alone.stability(resample=resample, draws=draws or 500, seed=seed), style, output, every=every)
        return
    ask = multilabel if systems == 1 else compare_multilabel
    with progress("Renaming categories") as show:
        found = ask(sets, **prices, level=level, draws=draws, seed=seed, progress=show)
    emit(found, style, output, every=every)


def _read(
    files: tuple[str, ...],
    actual: str | None,
    columns: tuple[str, ...],
    separator: str | None,
    places: dict[str, Any],
    how: dict[str, Any],
) -> tuple[LabelSets, int]:
    """The sets, and of how many systems: columns of one file, or a file each."""
    from informed.readers.setfiles import read_set_columns, read_set_files

    for name, option in (("item", "--id"), ("label", "--label"), ("no_header", "--no-header")):
        if typed(name) and places["kind"] != "long":
            raise InputError(f"{option} is for files with one label per row; give --input long too")
    if len(files) == 1 or actual or columns:
        if missing := [name for name, value in (("--actual", actual), ("--predicted", columns)) if not value]:
            raise lacking(missing, files, how)
        if typed("kind"):
            raise InputError("--input is for files of sets; columns of one file are lists or texts: leave it out")
        if len(files) > 1:
            raise InputError("--actual and --predicted name columns of one file; give one file, or leave them out")
        assert actual is not None
        systems = {"predicted": columns[0]} if len(columns) == 1 else {name: name for name in columns}
        return read_set_columns(files[0], actual, systems, separator=separator, **how), len(columns)
    if separator is not None:
        raise InputError("--separator is for columns of one file (--actual, --predicted); leave it out")
    if how.pop("sql") is not None:
        raise InputError(
            f"--sql asks one database for columns of sets (--actual, --predicted), and {len(files)} files are named; "
            "name one"
        )
    first, *others = files
    several = others[0] if len(others) == 1 else _named(others)
    return read_set_files(first, several, **places, **how), len(others)


def _named(paths: Sequence[str]) -> dict[str, str]:
    """Each file by the name of its system, which must be its own."""
    names = [Path(path).stem for path in paths]
    if twice := [name for name in names if names.count(name) > 1]:
        raise InputError(f"duplicate system name {twice[0]!r}; give the files different names")
    return dict(zip(names, paths, strict=True))
