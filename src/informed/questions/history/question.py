"""``history``: what was recorded for a task, run by run."""

from __future__ import annotations

from informed.asking.declared import Given, Parameter, Question, Whole
from informed.asking.vocabulary import LEDGER, LEVEL, SINCE, SYSTEM, TASK
from informed.core.result import Result

QUESTION = Question(
    "history",
    "List what was recorded for a task, run by run, with a test of where it changed.",
    (
        TASK,
        SYSTEM,
        Parameter("measure", "Any recorded number, or any measure; by default informedness or what leads.", usual=True),
        SINCE.but(usual=True),
        Parameter("last", "Only the newest so many runs.", Whole(least=1), usual=True),
        LEVEL,
        LEDGER.but(usual=True),
    ),
    examples=("informed history nightly", "informed history nightly --as v1.3 --measure mcc -o history.html"),
    tab="system measure | last since level",
)


def answer(given: Given) -> Result:
    """The runs, and where they changed."""
    from informed.ledger import Ledger
    from informed.questions.history import history

    how = {name: given[name] for name in ("system", "measure", "level", "since", "last")}
    with Ledger(given["ledger"]) as ledger:
        return history(ledger, given["task"], **how)
