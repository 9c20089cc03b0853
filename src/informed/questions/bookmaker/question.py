"""``bookmaker``: the betting slip of predictions or of a table."""

from informed.asking.declared import NUMBER, Given, Parameter, Question, flat
from informed.asking.reading import judgeable
from informed.asking.vocabulary import DEPENDING, LEVEL, READING
from informed.core.result import Result

QUESTION = Question(
    "bookmaker",
    "Print the betting slip of predictions or of a table: odds, stakes, winnings and edge per label.",
    flat(
        READING,
        DEPENDING,
        LEVEL,
        Parameter("pool", "What perfect play wins on each label (10 in Powers 2003).", NUMBER, default=1.0, usual=True),
    ),
    examples=(
        "informed bookmaker preds.csv --actual y --predicted yhat --by site",
        'informed bookmaker "56 24; 14 6" --rows predicted --labels +,- --pool 10',
        "informed bookmaker table.csv --rows predicted --format json",
    ),
    records=("counts",),
    tab="actual predicted | pool by rename missing encoding",
)


def answer(given: Given) -> Result:
    """The slip."""
    from informed.questions.bookmaker import bookmaker

    return bookmaker(judgeable(given), pool=given["pool"], level=given["level"])
