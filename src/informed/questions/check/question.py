"""``check``: does a predictor meet requirements?"""

from informed.asking.declared import Answer, Given, Parameter, Question, flat
from informed.asking.reading import judgeable
from informed.asking.recording import Recording
from informed.asking.vocabulary import DEPENDING, JUDGING, MARGIN, READING, UNDECIDED
from informed.core.accounting import left_out
from informed.core.errors import InputError, arg

QUESTION = Question(
    "check",
    "Check predictions against requirements; exit code 1 if one is not met, 4 if one is undecided.",
    flat(
        READING,
        DEPENDING,
        [each.but(usual=each.name == "level") for each in JUDGING],
        Parameter(
            "require",
            "What must hold: 'informedness at least 0.6 in every site', 'gap in recall[ill] between site at most 0.1', "
            "'not worse than last'.",
            required=True,
            repeats=True,
            usual=True,
        ),
        MARGIN.but(help="The largest difference from an earlier run that would not matter.", usual=True),
        UNDECIDED,
    ),
    examples=(
        'informed check preds.csv --actual y --predicted p --require "informedness.low >= 0.6"',
        'informed check preds.csv --actual y --predicted p --by site --require "recall[rain] >= 0.5" -o junit.xml',
        'informed check preds.csv --actual y --predicted p --record nightly --as v2 --require "better than last"',
    ),
    formats=("junit", "github"),
    records=("items",),
    tab="actual predicted require | by cluster positive rename missing encoding",
)


def answer(given: Given) -> Answer:
    """What became of every requirement."""
    from informed.questions.check.compute import Against, check_margin, checked, groups_named, requirement
    from informed.questions.check.past import Past, held
    from informed.questions.evaluate.question import judged

    recording = given.get("recording", Recording())
    wanted = [requirement(each) for each in given["require"]]  # a typing error is found before any file is read
    past = [each for each in wanted if isinstance(each, Against)]
    if past and not recording:
        why = f"{arg('require')} '{past[0]}' needs {arg('record')} TASK, the task whose earlier runs are meant"
        raise InputError(why)
    check_margin(wanted, given["margin"])
    given["by"] = groups_named(wanted, given["by"])
    data = judgeable(given)
    found, rows = judged(data, given), recording.rows(given)
    if past:
        with recording.opened() as ledger:
            names = recording.record, given["margin"], recording.as_system
            outcomes = held(found, wanted, Past(ledger, *names, rows, given["undecided"], recording.time))
    else:
        outcomes = checked(found, wanted)
    return Answer(outcomes, of=found, passed=outcomes.settled, rows=rows, gate=outcomes, notes=tuple(left_out(data)))
