"""``leaderboard``: the recorded systems of a task, ranked."""

from __future__ import annotations

from informed.asking.declared import Given, Parameter, Question
from informed.asking.vocabulary import LEDGER, LEVEL, SINCE, TASK
from informed.core.result import Result

QUESTION = Question(
    "leaderboard",
    "Rank the recorded systems of a task, with ties by test; in pairs where items were kept.",
    (
        TASK,
        Parameter("measure", "Any measure.", default="informedness", usual=True),
        Parameter(
            "by", "The same for each value of a tag, with the pairs whose order turns round.", shown="TAG", usual=True
        ),
        SINCE.but(usual=True),
        Parameter("tags", "Only runs with this tag.", repeats=True, option="tag", shown="NAME=VALUE", usual=True),
        LEVEL,
        LEDGER.but(usual=True),
    ),
    examples=("informed leaderboard nightly", "informed leaderboard nightly --by site --measure mcc -o board.html"),
    tab="measure by | tags since level",
)


def answer(given: Given) -> Result:
    """The ranking."""
    from informed.ledger import Ledger
    from informed.questions.leaderboard import leaderboard

    how = {name: given[name] for name in ("measure", "by", "level", "since", "tags")}
    with Ledger(given["ledger"]) as ledger:
        return leaderboard(ledger, given["task"], **how)
