"""``informed reproduce``: the published tables and figures, printed beside computed, with the errata."""

from __future__ import annotations

from pathlib import Path

import rich_click as click

from informed.cli.kinds import FOLDER
from informed.cli.options import emit, printing


@click.command("reproduce")
@click.option("--magnetic", type=FOLDER, help="Folder with the queries of the authors' repository (data).")
@click.option("--pages", type=FOLDER, help="Write one Markdown page per paper into this folder.")
@printing
def command(magnetic: Path | None, pages: Path | None, style: str | None, output: Path | None, every: bool) -> None:
    """Recompute every published table and figure of the papers, and show misprints.

    \b
    informed reproduce
    informed reproduce -o papers.html
    informed reproduce --pages docs/papers
    """
    from informed.lab.papers.compute import reproduce

    found = reproduce(magnetic)
    if pages is None:
        emit(found, style, output, every=every)
        return
    from informed.cli.progress import progress
    from informed.lab.papers import text as reproduced

    pages.mkdir(parents=True, exist_ok=True)
    with progress("simulating") as show:
        made = {f"{name}.md": text.encode() for name, text in reproduced.pages(found, show).items()}
    for name, content in (made | reproduced.pictures()).items():
        (pages / name).write_bytes(content)
        click.echo(pages / name)
