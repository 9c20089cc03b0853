"""``informed count``: count the rows of files once, to merge and evaluate later."""

from __future__ import annotations

from informed.asking.declared import Given, Question, flat
from informed.asking.reading import counted
from informed.asking.vocabulary import OUTPUT, READING
from informed.cli.saving import save

QUESTION = Question(
    "count",
    "Count FILES of actual and predicted labels; add counts up with `informed merge`.",
    flat(READING, OUTPUT.but(help="Save the counts to this file.", group="asked")),
    examples=(
        "informed count shard1.csv --actual y --predicted yhat -o shard1.json",
        "informed count part-*.parquet --actual y --predicted yhat --by site -o all.json",
    ),
    place="informed.cli.commands.count",
    formats=None,
)


def answer(given: Given) -> None:
    """Count, and save what was counted."""
    save(counted(given, ids=True), given["output"])
