"""``informed merge``: saved counts added up."""

from __future__ import annotations

from pathlib import Path

import rich_click as click

from informed.cli.kinds import FILE
from informed.cli.saving import save


@click.command("merge")
@click.argument("files", nargs=-1, required=True)
@click.option("--union", is_flag=True, help="Merge over all labels, if the files have different ones.")
@click.option("-o", "--output", type=FILE, help="Save the sum to this file.")
def command(files: tuple[str, ...], union: bool, output: Path | None) -> None:
    """Add up saved counts.

    \b
    informed merge shard*.json -o all.json
    informed evaluate all.json
    """
    from informed.readers.saved import merge_files

    save(merge_files(files, union=union), output)
