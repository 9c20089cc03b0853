"""``luck``: the label that is hit most often."""

from informed.asking.declared import Question
from informed.asking.reading import counted
from informed.asking.vocabulary import READING

QUESTION = Question(
    "luck",
    "Find the label of FILES that is hit most often.",
    READING,
    examples=("informed luck preds.csv --actual y --predicted yhat",),
    records=("counts",),
    tab="actual predicted | missing encoding",
)


def answer(given):
    """The luckiest label."""
    from informed_luck.luck import luck

    return luck(counted(given))
