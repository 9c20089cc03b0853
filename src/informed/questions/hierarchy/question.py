"""``hierarchy``: labels that are paths."""

from __future__ import annotations

from typing import Any

from informed.asking.declared import FLAG, Given, Parameter, Question, flat
from informed.asking.reading import counted, needed, only
from informed.asking.vocabulary import LEVEL, READING
from informed.core.door import arg
from informed.core.errors import InputError
from informed.core.result import Result

QUESTION = Question(
    "hierarchy",
    "Evaluate labels that are paths (animal/dog): level by level, with partial credit and near misses.",
    flat(
        READING,
        Parameter(
            "steps", "The separator of the steps of a label; by default the first of \\ / > | that occurs.", usual=True
        ),
        Parameter("sets", "The columns hold sets of labels; --separator then separates labels.", FLAG, usual=True),
        LEVEL,
    ),
    examples=(
        "informed hierarchy paths.csv --actual y --predicted yhat",
        'informed hierarchy topics.csv --actual topics --predicted guessed --sets --separator ";" --steps /',
    ),
    records=("counts",),
    tab="actual predicted steps | sets separator missing encoding",
)


def answer(given: Given) -> Result:
    """The evaluation, level by level."""
    from informed.questions.hierarchy import hierarchy

    return hierarchy(_sets(given) if given["sets"] else counted(given), steps=given["steps"], level=given["level"])


def _sets(given: Given) -> Any:
    """The label sets in two columns of one file."""
    from informed.readers.files.setlists import read_set_columns

    only(given, ("actual", "predicted", "separator", "encoding"), f"with {arg('sets')}")
    needed(given, "actual", "predicted")
    if len(given["files"]) > 1:
        raise InputError(f"{arg('sets')} reads columns of one file; give one file")
    how = {name: given[name] for name in ("separator", "encoding")}
    return read_set_columns(given["files"][0], given["actual"], {"predicted": given["predicted"]}, **how)
