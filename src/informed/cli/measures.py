"""``informed measures``: the catalogue, and one measure explained."""

from __future__ import annotations

import rich_click as click


@click.command("measures")
@click.argument("name", required=False)
@click.option("--family", help="Only the measures of this family.")
@click.option("--search", help="Only measures whose name, alias or sentence contains this text.")
@click.option("--requirements", is_flag=True, help="Which measure meets which requirement (weak, strong, universal).")
def command(name: str | None, family: str | None, search: str | None, requirements: bool) -> None:
    """List all measures, or explain the one named NAME: formula, range, chance, source, aliases.

    \b
    informed measures
    informed measures informedness
    informed measures --family information
    informed measures --search youden
    """
    from informed.core.errors import choice
    from informed.core.registry import FAMILIES, catalogue, get
    from informed.lab.discrimination import requirements_table
    from informed.writers.catalogue import explained, listed

    if requirements:
        click.echo(requirements_table())
        return
    if name:
        click.echo(explained(get(name)))
        return
    if family:
        choice("--family", family, FAMILIES)
    found = [each for each in catalogue() if family in (None, each.family) and each.mentions(search or "")]
    click.echo(listed(found) if found else f"no measure mentions {search!r}; `informed measures` lists all")
