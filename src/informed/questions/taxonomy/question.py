"""``taxonomy``: labels to rename, merge or split."""

from __future__ import annotations

from informed.asking.declared import NUMBER, Choice, Given, Parameter, Question, flat
from informed.asking.reading import opening
from informed.asking.vocabulary import ACTUAL, DATABASE, FILED, FILES, LEVEL, MISSING, PREDICTED, SEED
from informed.core.choices import Incomplete
from informed.core.door import arg
from informed.core.result import Result

QUESTION = Question(
    "taxonomy",
    "Find labels to rename, merge or split, chosen on half of the items and judged on the other half.",
    flat(
        FILES,
        ACTUAL.but(required=True),
        PREDICTED.but(required=True),
        LEVEL,
        Parameter(
            "loss",
            "Merge classes when less than this share of the information that tells them apart is captured.",
            NUMBER,
            default=0.1,
            usual=True,
        ),
        SEED,
        MISSING.but(kind=Choice(Incomplete)),
        FILED,
        DATABASE,
    ),
    examples=(
        "informed taxonomy preds.csv --actual y --predicted yhat",
        "informed taxonomy preds.csv --actual y --predicted yhat --loss 0.05 --format json",
    ),
    records=("counts",),
    tab="actual predicted | loss missing encoding skip_bad_rows",
)


def answer(given: Given) -> Result:
    """What to do about the labels."""
    from informed.questions.taxonomy import taxonomy
    from informed.readers.crosstab import cross_files
    from informed.readers.labels import refuse_ids

    opened = {"missing": given["missing"], **opening(given)}
    found = cross_files(given["files"], given["actual"], given["predicted"], **opened)
    refuse_ids({*found.labels, *found.labels_predicted}, found.n, f"{arg('actual')} and {arg('predicted')}", None)
    return taxonomy(found, **{name: given[name] for name in ("level", "loss", "seed")})
