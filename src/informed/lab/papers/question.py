"""``lab reproduce``: the published tables and figures, printed beside computed, with the errata."""

import click

from informed.asking.declared import FOLDER, Answer, Given, Parameter, Question
from informed.asking.reading import progress

QUESTION = Question(
    "lab reproduce",
    "Recompute every published table and figure of the papers, and show misprints.",
    (
        Parameter("magnetic", "Folder with the queries of the authors' repository (data).", FOLDER, usual=True),
        Parameter("pages", "Write one Markdown page per paper into this folder.", FOLDER, usual=True),
    ),
    examples=(
        "informed lab reproduce",
        "informed lab reproduce -o papers.html",
        "informed lab reproduce --pages docs/papers",
    ),
    place="informed.lab.papers.question",
)


def answer(given: Given) -> Answer:
    """The papers, recomputed; or a page for each."""
    from informed.lab.papers import text as reproduced
    from informed.lab.papers.compute import reproduce

    found, pages = reproduce(given["magnetic"]), given["pages"]
    if pages is None:
        return Answer(found)
    pages.mkdir(parents=True, exist_ok=True)
    with progress("simulating") as show:
        made = {f"{name}.md": text.encode() for name, text in reproduced.pages(found, show).items()}
    for name, content in (made | reproduced.pictures()).items():
        (pages / name).write_bytes(content)
        click.echo(pages / name)
    return Answer(None)
