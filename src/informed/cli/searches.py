"""Options of commands that read search runs with their relevance judgements (TREC)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import rich_click as click

from informed.cli.kinds import WHOLE
from informed.cli.options import refuse, stacked
from informed.core.errors import InputError

if TYPE_CHECKING:
    from informed.readers.trec import Search

SEARCHED = ("relevant", "unjudged", "cutoff")


class OfRows(click.Option):
    """An option that rows need, and a search run does not have."""

    def process_value(self, ctx: click.Context, value: Any) -> Any:
        """The value; nothing is missing with --qrels."""
        searched = isinstance(ctx.params.get("qrels"), str)  # what is not given is no text, whatever else it is
        return None if searched and self.value_is_missing(value) else super().process_value(ctx, value)


judgements = stacked(
    click.option(
        "--qrels", is_eager=True, help="FILE is a search run (TREC); this file holds the relevance judgements."
    ),
    click.option("--relevant", type=WHOLE, help="With --qrels: the lowest grade that is relevant; 1 by default."),
)
cutoffs = stacked(
    click.option("--cutoff", help="With --qrels: how many documents of each topic are returned, or R; default: all."),
    click.option(
        "--unjudged", help="With --qrels: documents without judgement are kept apart, or count as irrelevant."
    ),
)


def search_of(options: dict[str, Any]) -> tuple[Search, dict[str, Any]] | None:
    """The run and its judgements, and the options about them that were given; None where there are no judgements."""
    from informed.readers.trec import read_search

    qrels, given = options.pop("qrels"), {name: options.pop(name, None) for name in SEARCHED}
    if qrels is None:
        refuse(given, SEARCHED, "without --qrels: it is for search runs")
        return None
    if len(options["files"]) != 1:
        raise InputError(f"--qrels is for one run, there are {len(options['files'])} files; give one at a time")
    relevant = given.pop("relevant")
    found = read_search(options["files"][0], qrels, relevant=1 if relevant is None else relevant)
    return found, {name: value for name, value in given.items() if value is not None}
