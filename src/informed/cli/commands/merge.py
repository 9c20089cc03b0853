"""``informed merge``: saved counts added up."""

from __future__ import annotations

from informed.asking.declared import FLAG, Given, Parameter, Question
from informed.asking.vocabulary import FILES, OUTPUT
from informed.cli.saving import save

QUESTION = Question(
    "merge",
    "Add up saved counts.",
    (
        FILES,
        Parameter("union", "Merge over all labels, if the files have different ones.", FLAG, usual=True),
        OUTPUT.but(help="Save the sum to this file.", group="asked"),
    ),
    examples=("informed merge shard*.json -o all.json", "informed evaluate all.json"),
    place="informed.cli.commands.merge",
    formats=None,
)


def answer(given: Given) -> None:
    """Add up, and save the sum."""
    from informed.readers.files.saved import merge_files

    save(merge_files(given["files"], union=given["union"]), given["output"])
