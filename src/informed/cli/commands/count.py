"""``informed count``: count the rows of files once, to merge and evaluate later."""

from informed.asking.declared import FLAG, Given, Parameter, Question, flat
from informed.asking.reading import counted
from informed.asking.vocabulary import FILES, OUTPUT, READING
from informed.cli.commands.read import QUESTION as READ
from informed.cli.commands.read import save


def answer(given: Given) -> None:
    """Count, and save what was counted."""
    save(counted(given, ids=True), given["output"])


def merged(given: Given) -> None:
    """Add up, and save the sum."""
    from informed.readers.files.saved import merge_files

    save(merge_files(given["files"], union=given["union"]), given["output"])


MERGE = Question(
    "count merge",
    "Add up saved counts.",
    (
        FILES,
        Parameter("union", "Merge over all labels, if the files have different ones.", FLAG, usual=True),
        OUTPUT.but(help="Save the sum to this file.", group="asked"),
    ),
    examples=("informed count merge shard*.json -o all.json", "informed evaluate all.json"),
    ask=merged,
    formats=None,
)
QUESTION = Question(
    "count",
    "Count FILES of actual and predicted labels; `informed count merge` adds counts up, `informed count read` shows "
    "what a sample log holds.",
    flat(READING, OUTPUT.but(help="Save the counts to this file.", group="asked")),
    examples=(
        "informed count shard1.csv --actual y --predicted yhat -o shard1.json",
        "informed count merge shard*.json -o all.json",
        "informed count part-*.parquet --actual y --predicted yhat --by site -o all.json",
        "informed count read log.eval -o items.csv",
    ),
    ask=answer,
    formats=None,
    below=(MERGE, READ),
)
