"""What questions make of search runs with their relevance judgements (TREC)."""

from typing import TYPE_CHECKING, Any

from informed.asking.declared import Given
from informed.asking.reading import refuse
from informed.core.errors import InputError, arg

if TYPE_CHECKING:
    from informed.readers.files.trec import Search

SEARCHED = ("relevant", "unjudged", "cutoff")


def search_of(given: Given) -> "tuple[Search, dict[str, Any]] | None":
    """The run and its judgements, and what was said about them; None where there are no judgements."""
    if given["qrels"] is None:
        refuse(given, SEARCHED, f"without {arg('qrels')}: it is for search runs")
        return None
    from informed.readers.files.trec import read_search

    if len(given["files"]) != 1:
        raise InputError(f"{arg('qrels')} is for one run, there are {len(given['files'])} files; give one at a time")
    relevant = given["relevant"]
    found = read_search(given["files"][0], given["qrels"], relevant=1 if relevant is None else relevant)
    return found, {name: given[name] for name in SEARCHED[1:] if given.get(name) is not None}
