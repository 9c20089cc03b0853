"""``informed bench``: the table that is judged as it is typed, as one page."""

from pathlib import Path

import click

from informed.asking.declared import Given, Question
from informed.asking.vocabulary import OUTPUT
from informed.core.errors import InputError
from informed.core.writing import write

QUESTION = Question(
    "bench",
    "Write the bench: one page to type, paste or drag a table in and watch the verdict follow, without a network.",
    (OUTPUT.but(help="Where to write the page; bench.html by default.", group="asked"),),
    examples=("informed bench", "informed bench -o bench.html"),
    place="informed.cli.commands.bench",
    formats=None,
)


def answer(given: Given) -> None:
    """Write the page."""
    from informed.bench import page

    output = given["output"] or Path("bench.html")
    if output.suffix.lower() not in (".html", ".htm"):
        why = "must end in .html: the bench is a page, for example bench.html"
        raise InputError(why, argument="output", value=str(output))
    write(output, page())
    click.echo(f"{output}: open it in a browser; it works without a network")
