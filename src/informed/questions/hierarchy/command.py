"""``informed hierarchy``: labels that are paths, level by level."""

from __future__ import annotations

from typing import Any

import rich_click as click

from informed.cli.options import answering, counted, lacking, levelled, only, reading
from informed.cli.recording import recorded
from informed.core.errors import InputError
from informed.core.result import Result


@click.command("hierarchy")
@reading
@click.option("--steps", help=r"The separator of the steps of a label; by default the first of \ / > | that occurs.")
@click.option("--sets", is_flag=True, help="The columns hold sets of labels; --separator then separates labels.")
@levelled
@answering
@recorded
def command(steps: str | None, sets: bool, level: float, **options: Any) -> Result:
    """Evaluate labels that are paths (animal/dog): level by level, with partial credit and near misses.

    \b
    informed hierarchy paths.csv --actual y --predicted yhat
    informed hierarchy topics.csv --actual topics --predicted guessed --sets --separator ";" --steps /
    """
    from informed.questions.hierarchy import hierarchy

    return hierarchy(_sets(**options) if sets else counted(options)[0], steps=steps, level=level)


def _sets(files: tuple[str, ...], actual: str | None, predicted: str | None, **options: Any) -> Any:
    """The label sets in two columns of one file."""
    from informed.readers.setfiles import read_set_columns

    only(("actual", "predicted", "separator", "encoding"), "with --sets")
    if missing := [name for name, value in (("--actual", actual), ("--predicted", predicted)) if not value]:
        raise lacking(missing, files, options)
    if len(files) > 1:
        raise InputError("--sets reads columns of one file; give one file")
    assert actual is not None
    assert predicted is not None
    how = {name: options[name] for name in ("separator", "encoding")}
    return read_set_columns(files[0], actual, {"predicted": predicted}, **how)
