"""``informed measures``: the catalogue, and whatever a term names explained."""

from __future__ import annotations

import rich_click as click


@click.command("measures")
@click.argument("term", nargs=-1)
@click.option("--family", help="Only the measures of this family.")
@click.option("--search", help="Everything whose name or description contains this text.")
@click.option("--guide", is_flag=True, help="Explain which number to quote.")
@click.option(
    "--requirements", is_flag=True, help="Show which measure meets which requirement (weak, strong, universal)."
)
def command(term: tuple[str, ...], family: str | None, search: str | None, guide: bool, requirements: bool) -> None:
    """List all measures, or explain TERM: a measure, a test, a command, a concept, or a letter of the papers.

    \b
    informed measures
    informed measures informedness
    informed measures KB
    informed measures dutch book
    informed measures --family information
    informed measures --search youden
    informed measures --guide
    """
    from informed import finder
    from informed.core.errors import InputError, choice
    from informed.core.registry import FAMILIES, catalogue
    from informed.finder.text import GUIDE, shown
    from informed.lab.discrimination import requirements_table
    from informed.writers.catalogue import listed

    ways = {"TERM": term, "--family": family, "--search": search, "--guide": guide, "--requirements": requirements}
    if len(given := [name for name, each in ways.items() if each]) > 1:
        raise InputError(f"{given[0]} and {given[1]} ask for different things; give one of them")
    if guide:
        click.echo(GUIDE, nl=False)
    elif requirements:
        click.echo(requirements_table())
    elif search is not None:
        if not (found := finder.search(search)):
            raise InputError(f"nothing mentions {search!r}; `informed measures` lists all measures")
        click.echo(shown("", found))
    elif term:
        click.echo(shown(" ".join(term), finder.find(" ".join(term))))
    else:
        choice("--family", family, FAMILIES) if family else None
        click.echo(listed(each for each in catalogue() if family in (None, each.family)))
