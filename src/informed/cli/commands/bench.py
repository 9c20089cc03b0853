"""``informed bench``: the table that is judged as it is typed, as one page."""

from __future__ import annotations

from pathlib import Path

import rich_click as click

from informed.cli.kinds import FILE
from informed.core.errors import InputError
from informed.core.writing import write


@click.command("bench")
@click.option(
    "-o",
    "--output",
    type=FILE,
    default=Path("bench.html"),
    show_default=True,
    help="Where to write the page.",
)
def command(output: Path) -> None:
    """Write the bench: one page to type, paste or drag a table in and watch the verdict follow, without a network.

    \b
    informed bench
    informed bench -o bench.html
    """
    from informed.bench import page

    if output.suffix.lower() not in (".html", ".htm"):
        raise InputError(f"--output {output} must end in .html: the bench is a page, for example --output bench.html")
    write(output, page())
    click.echo(f"{output}: open it in a browser; it works without a network")
