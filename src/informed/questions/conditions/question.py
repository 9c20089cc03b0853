"""``conditions``: conditions that the same subjects went through."""

from __future__ import annotations

from informed.asking.declared import COLUMN, NUMBER, Given, Parameter, Question, flat
from informed.asking.reading import counted, refuse
from informed.asking.vocabulary import LEVEL, READING
from informed.core.door import arg
from informed.core.result import Result

QUESTION = Question(
    "conditions",
    "Compare conditions that the same subjects went through: informedness, bits per item and bits per minute.",
    flat(
        READING,
        Parameter(
            "subject",
            "The column of subjects; differences are taken within them.",
            COLUMN,
            "data",
            required=True,
            usual=True,
        ),
        Parameter("condition", "The column of conditions.", COLUMN, "data", required=True, usual=True),
        Parameter("rate", "Items per minute; adds bits per minute.", NUMBER, usual=True),
        LEVEL,
    ),
    examples=("informed conditions trials.csv --actual y --predicted yhat --subject who --condition cue --rate 12",),
    records=("counts",),
    tab="actual predicted subject condition | rate missing encoding",
)


def answer(given: Given) -> Result:
    """The comparison within subjects."""
    from informed.questions.conditions import conditions

    refuse(given, ("by",), f"here: {arg('subject')} and {arg('condition')} group the items")
    counts = counted(Given({**given, "by": (given["subject"], given["condition"])}, given.said))
    return conditions(counts, rate=given["rate"], level=given["level"])
