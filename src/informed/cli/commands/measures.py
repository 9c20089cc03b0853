"""``informed measures``: the catalogue, and whatever a term names explained."""

from collections.abc import Iterable

import click

from informed.asking.declared import FLAG, Choice, Given, Parameter, Question
from informed.core.errors import InputError


def families() -> Iterable[str]:
    """The families of measures."""
    from informed.core.registry import FAMILIES

    return FAMILIES


QUESTION = Question(
    "measures",
    "List all measures, or explain TERM: a measure, a test, a command, a concept, or a letter of the papers.",
    (
        Parameter("term", "What to explain.", positional="many"),
        Parameter("family", "Only the measures of this family.", Choice(families), usual=True),
        Parameter("search", "Everything whose name or description contains this text.", usual=True),
        Parameter("guide", "Explain which number to quote.", FLAG, usual=True),
        Parameter(
            "requirements", "Show which measure meets which requirement (weak, strong, universal).", FLAG, usual=True
        ),
    ),
    examples=(
        "informed measures",
        "informed measures informedness",
        "informed measures KB",
        "informed measures dutch book",
        "informed measures --family information",
        "informed measures --search youden",
        "informed measures --guide",
    ),
    place="informed.cli.commands.measures",
    formats=None,
)


def answer(given: Given) -> None:
    """The catalogue, or what a term means."""
    from informed import finder
    from informed.core.registry import catalogue
    from informed.finder.text import GUIDE, shown
    from informed.writers.catalogue import listed

    ways = {"TERM": "term"} | {f"--{name}": name for name in ("family", "search", "guide", "requirements")}
    if len(asked := [way for way, name in ways.items() if given[name]]) > 1:
        raise InputError(f"{asked[0]} and {asked[1]} ask for different things; give one of them")
    term, family, search = " ".join(given["term"]), given["family"], given["search"]
    if given["guide"]:
        click.echo(GUIDE, nl=False)
    elif given["requirements"]:
        from informed.lab.discrimination import requirements_table

        click.echo(requirements_table())
    elif search is not None:
        if not (found := finder.search(search)):
            raise InputError(f"nothing mentions {search!r}; `informed measures` lists all measures")
        click.echo(shown("", found))
    elif term:
        click.echo(shown(term, finder.find(term)))
    else:
        click.echo(listed(each for each in catalogue() if family in (None, each.family)))
