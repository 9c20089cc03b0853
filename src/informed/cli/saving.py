"""How counts leave the program."""

from pathlib import Path

import click

from informed.cli.commanding import tell
from informed.core.accounting import left_out
from informed.core.counts import Counts
from informed.core.errors import InputError
from informed.core.writing import visible

OTHERS = (".xlsx", ".csv", ".html", ".md", ".svg", ".png", ".pdf")  # endings of what an answer can be written as


def save(counts: Counts, output: Path | None) -> None:
    """Counts as JSON, to a file or to standard output; what happened to the rows goes to standard error."""
    from informed.readers.files.saved import write_counts

    if output is not None and output.suffix.lower() in OTHERS:
        why = f": counts are saved as JSON; name the file {output.stem}.json"
        raise InputError(why, argument="output", value=str(output))
    lost = left_out(counts)
    tell(counts.notes if output else (*counts.notes, *lost))
    if output is None:
        click.echo(visible(counts.to_json()))
        return
    write_counts(counts, output)
    (rows,) = lost or (f"{counts.rows_read:,} rows read, {counts.n:,} counted",)
    click.echo(f"{output}: {rows}", err=True)
