"""``drift``: has a system changed, however often one looks?"""

from __future__ import annotations

from informed.asking.declared import Given, Parameter, Question
from informed.asking.vocabulary import LEDGER, LEVEL, SINCE, SYSTEM, TASK
from informed.core.result import Result

QUESTION = Question(
    "drift",
    "Watch recorded runs for a change; the alarm may be looked at as often as one likes.",
    (
        TASK,
        SYSTEM.but(help="The system; may be left out where the task has one."),
        Parameter("window", "Look at runs of such a time together: 12h, 7d, 4w.", default="run", usual=True),
        SINCE.but(usual=True),
        LEVEL,
        LEDGER.but(usual=True),
    ),
    examples=("informed drift nightly --as v1.3", "informed drift nightly --as v1.3 --window 7d -o drift.html"),
    tab="system window | since level",
)


def answer(given: Given) -> Result:
    """Whether it changed."""
    from informed.ledger import Ledger
    from informed.questions.drift import drift

    how = {name: given[name] for name in ("system", "window", "level", "since")}
    with Ledger(given["ledger"]) as ledger:
        return drift(ledger, given["task"], **how)
