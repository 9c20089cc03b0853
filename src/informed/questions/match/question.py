"""``match``: clusters matched to classes."""

from informed.asking.declared import FLAG, NUMBER, WHOLE, Choice, Given, Label, Parameter, Question, flat
from informed.asking.reading import opening, refuse
from informed.asking.vocabulary import (
    ABSTAIN,
    ACTUAL,
    BY,
    DATABASE,
    DRAWS,
    FILED,
    FILES,
    LEVEL,
    MISSING,
    PREDICTED,
    SEED,
)
from informed.core.errors import arg
from informed.core.given import Incomplete, Kept, Maximized
from informed.core.result import Result

QUESTION = Question(
    "match",
    "Match clusters to classes and evaluate them as predictions, corrected for the optimism of matching; or find "
    "labels to rename, merge or split.",
    flat(
        FILES,
        ACTUAL.but(help="The column of classes.", required=True),
        PREDICTED.but(help="The column of clusters.", required=True),
        Parameter("maximize", "What the match maximises.", Choice(Maximized), default="informedness", usual=True),
        Parameter("many_to_one", "Allow several clusters per class.", FLAG, default=False, usual=True),
        Parameter("keep", "With --many-to-one: which clusters.", Choice(Kept), default="informative"),
        Parameter("changes", "Which labels to rename, merge or split?", FLAG, default=False, usual=True),
        Parameter("loss", "With --changes: merge classes below this share told apart.", NUMBER, default=0.1),
        LEVEL,
        DRAWS.but(help="Random clusterings used to estimate the optimism of matching.", kind=WHOLE, default=None),
        SEED,
        BY.but(help="Match each group by itself; may be repeated."),
        ABSTAIN.but(kind=Label(), help='A cluster that means "no cluster", such as -1.'),
        MISSING.but(kind=Choice(Incomplete)),
        FILED,
        DATABASE,
    ),
    examples=(
        "informed match data.csv --actual class --predicted c",
        "informed match data.csv --actual class --predicted c --maximize mutual_information --many-to-one",
        "informed match preds.csv --actual y --predicted yhat --changes",
    ),
    records=("counts",),
    tab="actual predicted many_to_one | changes loss maximize missing encoding skip_bad_rows",
)
ASKED = ("maximize", "many_to_one", "keep", "level", "draws", "seed", "changes", "loss")


def answer(given: Given) -> Result:
    """The matching."""
    from informed.questions.match import match
    from informed.readers.crosstab import cross_files
    from informed.readers.labels import refuse_ids

    refuse(given, ("by", "abstain") if given["changes"] else (), f"with {arg('changes')}")
    keys = {name: list(given[name]) or None for name in ("by", "abstain")} | {"missing": given["missing"]}
    found = cross_files(given["files"], given["actual"], given["predicted"], **keys, **opening(given))
    if given["changes"]:
        refuse_ids({*found.labels, *found.labels_predicted}, found.n, f"{arg('actual')} and {arg('predicted')}", None)
    else:
        refuse_ids(found.labels, found.n, f"the classes of {arg('actual')}", None)
    answered: Result = match(found, **{name: given[name] for name in ASKED})
    return answered
