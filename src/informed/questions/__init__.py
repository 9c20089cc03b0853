"""A file or a folder for each question a user asks, with everything about it inside.

A small question is one file: its result, which has its sentences, tables and pictures, the public function, and at the
end its declaration, which every door is made from. In a folder these lie apart: ``question.py`` the declaration,
``__init__.py`` the public function, ``compute.py`` the result and how it is found, ``words.py`` its sentences,
``text.py`` its tables, ``chart.py`` its pictures, ``page.py`` and ``page.html`` its body in reports.
Other packages add such questions by the entry point ``informed.questions``.
"""

from collections.abc import Sequence
from importlib.util import find_spec

from informed.core.extending import Addition, added

PANELS = {  # what a person wants, the questions that answer it, and what each asks
    "One predictor": {
        "evaluate": "Is it informed, or guessing? Files, logs, tables of counts.",
        "check": "Does it meet requirements? Exit code 1 if not.",
        "sweep": "Do scores rank, and where to put the threshold?",
        "deploy": "What happens at another prevalence?",
        "bookmaker": "What would a bet on its predictions win?",
        "recover": "Which table is behind published ratios?",
        "plan": "How many items does a test set need?",
    },
    "Several predictors": {
        "compare": "Which system is better?",
        "repeats": "How often are answers right, and how steady over repeats?",
        "suite": "Which system is better over several tasks?",
    },
    "Raters and judges": {
        "agree": "Do the raters agree?",
        "consensus": "How good are raters without a truth, and what is each label?",
        "judge": "What do a judge's labels say, corrected by human ones?",
    },
    "Other kinds of labels": {
        "multilabel": "How informed are sets of labels?",
        "match": "Which cluster is which class? Which labels to rename or merge?",
        "spans": "Are the same parts of the texts marked?",
    },
    "Over time": {
        "history": "What did we measure, and has anything changed?",
        "leaderboard": "Which recorded system leads?",
        "watch": "Has it changed, however often one looks? Runs, rows, counts.",
    },
}
ASKS = {name: asks for panel in PANELS.values() for name, asks in panel.items()}
QUESTIONS = tuple(ASKS)
FORMERLY = {  # commands of former names, and how each is typed now
    "table": "evaluate",
    "conditions": "compare",
    "taxonomy": "match --changes",
    "hierarchy --sets": "multilabel --steps=auto",
    "hierarchy": "evaluate --steps=auto",
    "price": "evaluate --show=pricing",
    "grade": "repeats",
    "drift": "watch",
    "monitor": "watch",
    "merge": "count merge",
    "read": "count read",
    "study": "lab study",
    "reproduce": "lab reproduce",
}
TOOLS = ("measures", "schema", "count", "ledger", "bench", "serve", "lab")
TAKEN = (*QUESTIONS, *(each.split()[0] for each in FORMERLY), *TOOLS)  # which no other package can have


def today(words: Sequence[str]) -> list[str]:
    """A command and its options as they are typed now, where the command may have a former name."""
    name, *rest = words or [""]
    said = {word.partition("=")[0] for word in rest}
    for former, now in FORMERLY.items():
        old, *marks = former.split()
        if old == name and said.issuperset(marks):
            new, *more = now.split()
            kept = [word for word in rest if word.partition("=")[0] not in marks]
            return [new, *(word for word in more if word.partition("=")[0] not in said), *kept]
    return list(words)


def others() -> dict[str, Addition]:
    """The questions of other packages; none is imported for it."""
    return dict(added("question", TAKEN))


def home(name: str) -> str:
    """The file or the folder of a question, here or in another package."""
    other = None if name in QUESTIONS else others().get(name)
    return f"informed.questions.{name}" if other is None else other.place


def place(name: str) -> str:
    """Where a question is declared: in its own file, or in that of its folder."""
    found = find_spec(home(name))
    folder = found is not None and found.submodule_search_locations is not None
    return f"{home(name)}.question" if folder else home(name)
