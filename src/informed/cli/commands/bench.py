"""``informed bench``: the table that is judged as it is typed, as one page."""

from __future__ import annotations

from pathlib import Path

import rich_click as click


@click.command("bench")
@click.option(
    "-o",
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
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

    output.write_text(page(), encoding="utf-8")
    click.echo(f"{output}: open it in a browser; it works without a network")
