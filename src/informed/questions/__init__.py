"""One folder per question a user asks, with everything about it inside.

``__init__.py`` the public function, ``compute.py`` the result and how it is found, ``words.py`` its sentences,
``text.py`` its screen, ``chart.py`` its pictures, ``page.py`` and ``page.html`` its body in reports,
``command.py`` its command.
"""

QUESTIONS = (  # in the order of a user's day
    "evaluate",
    "compare",
    "conditions",
    "check",
    "sweep",
    "plan",
    "bookmaker",
    "price",
    "deploy",
    "recover",
    "match",
    "taxonomy",
    "multilabel",
    "hierarchy",
    "spans",
    "agree",
    "judge",
    "consensus",
    "grade",
    "repeats",
    "suite",
    "monitor",
    "history",
    "leaderboard",
    "drift",
)
