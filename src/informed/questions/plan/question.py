"""``plan``: how many items a test set needs, or what those there are can show."""

from typing import Any

from informed.asking.declared import FILE, FLAG, LABEL, NUMBER, SHARES, WHOLE, Choice, Given, Parameter, Question
from informed.asking.vocabulary import ACTUAL, LEVEL, PREDICTED, SEED
from informed.core.result import Result


def aims() -> Any:
    """What can be planned for beside informedness."""
    from informed.questions.plan import USED

    return [each for each in USED if " " not in each and each != "informedness"]


def _number(name: str, says: str, **more: Any) -> Parameter:
    return Parameter(name, says, NUMBER, **more)


QUESTION = Question(
    "plan",
    "Plan a test set: how many items are needed, or what a given number can detect.",
    (
        _number("informedness", "The expected informedness (of the weaker system, with two).", usual=True),
        Parameter(
            "prevalence",
            "The share of the first class, or of every class: 0.5,0.3,0.2. By default equal.",
            SHARES,
            usual=True,
        ),
        Parameter("bias", "The same shares among the predictions; by default the prevalence.", SHARES),
        Parameter("classes", "Number of classes; 2 by default.", WHOLE),
        _number("width", "The wanted width of the interval, e.g. 0.1.", usual=True),
        _number("power", "The wanted power; 0.8 where no width is asked for.", usual=True),
        Parameter("n", "The number of items, to see what they can detect.", WHOLE, short="-n", usual=True),
        _number(
            "difference",
            "Two systems on the same items: the expected difference; 0 with -n finds the smallest.",
            usual=True,
        ),
        _number(
            "correlation",
            "How alike two systems' results, scores within a class (auc), or answers to one item are; 0 by default.",
        ),
        Parameter("measure", "Another aim than informedness.", Choice(aims), usual=True),
        _number("value", "With --measure: its expected value (of the weaker system, with two).", usual=True),
        _number("against", "With --measure and --power: the value of the null hypothesis."),
        _number("agreement", "Two accuracies: the share of items both get right, or both wrong."),
        Parameter("repeats", "For accuracy: answers per item.", WHOLE),
        Parameter("judge", "Human labels for a judge: saved counts human x judge of a pilot (informed count).", FILE),
        Parameter("pool", "With --judge: the number of items it has labelled.", WHOLE),
        Parameter(
            "pilot", "Two systems: a file of items that both judged, to plan from; --difference is then its own.", FILE
        ),
        ACTUAL.but(help="With --pilot: the actual label."),
        PREDICTED.but(help="With --pilot: a system, given twice; NAME=COLUMN or COLUMN.", repeats=True, default=()),
        Parameter("positive", "With --judge: the label whose share is wanted.", LABEL),
        Parameter(
            "simulate",
            "Simulate tables, or use the normal approximation. Only one system can be simulated.",
            FLAG,
            option="simulate/--closed-form",
        ),
        LEVEL,
        SEED,
    ),
    examples=(
        "informed plan --informedness 0.4 --prevalence 0.1 --width 0.1",
        "informed plan --informedness 0.4 --prevalence 0.1 --power 0.9",
        "informed plan --prevalence 0.1 -n 200",
        "informed plan --informedness 0.6 --difference 0.05 --correlation 0.5",
        "informed plan --measure recall --value 0.9 --prevalence 0.1 --width 0.1",
        "informed plan --measure accuracy --difference 0.05 --agreement 0.85",
        "informed plan --measure auc --value 0.6 --difference 0.1 --correlation 0.3 --prevalence 0.4",
        "informed plan --pilot pilot.csv --actual y --predicted in_use --predicted new --power 0.8",
        "informed plan --judge counts.json --pool 20000 --width 0.06",
    ),
    tab="informedness prevalence width power n | difference correlation measure value against classes bias level",
)


def answer(given: Given) -> Result:
    """The plan."""
    from informed.asking.recording import system_named
    from informed.questions.plan import plan
    from informed.readers.files.saved import read_counts

    judge = None if given["judge"] is None else read_counts(given["judge"])
    named = dict(map(system_named, given["predicted"])) or None
    found: Result = plan(**{**given, "judge": judge, "predicted": named})
    return found
