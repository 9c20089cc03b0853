"""``deploy``: the same predictor where the classes are rarer or more common."""

from __future__ import annotations

from informed.asking.declared import NUMBER, Given, Parameter, Question, flat
from informed.asking.reading import counted, label_of, prices
from informed.asking.vocabulary import COST, LEVEL, POSITIVE, READING, VALUE
from informed.core.result import Result

QUESTION = Question(
    "deploy",
    "Project precision, F, accuracy and cost to a prevalence other than that of the test set.",
    flat(
        READING,
        Parameter("prevalence", "The share of the positive class in deployment.", NUMBER, required=True, usual=True),
        POSITIVE.but(help="The label whose prevalence that is.", required=True),
        COST,
        VALUE,
        LEVEL,
    ),
    examples=(
        "informed deploy preds.csv --actual y --predicted yhat --positive rain --prevalence 0.01",
        'informed deploy "90 10; 5 95" --rows actual --labels ill,well --positive ill --prevalence 0.01',
    ),
    records=("counts",),
    tab="actual predicted positive prevalence | missing encoding",
)


def answer(given: Given) -> Result:
    """The measures there."""
    from informed.questions.deploy import deploy

    counts = counted(given)
    counts = counts.positive_first(label_of(given["positive"], counts))
    positive = counts.labels[0]
    return deploy(
        counts, positive=positive, prevalence=given["prevalence"], level=given["level"], **prices(given, counts)
    )
