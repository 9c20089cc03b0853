"""A file or a folder for each question a user asks, with everything about it inside.

A small question is one file: its result, which has its sentences, tables and pictures, the public function, and at the
end its declaration, which every door is made from. In a folder these lie apart: ``question.py`` the declaration,
``__init__.py`` the public function, ``compute.py`` the result and how it is found, ``words.py`` its sentences,
``text.py`` its screen, ``chart.py`` its pictures, ``page.py`` and ``page.html`` its body in reports.
"""

from pathlib import Path

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
        "conditions": "Which condition is better, within subjects?",
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
        "match": "Which cluster is which class?",
        "taxonomy": "Which labels should be renamed, merged or split?",
        "hierarchy": "How good are labels that are paths?",
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
FORMERLY = {  # former names of commands, and what is typed for them today
    "table": "evaluate",
    "price": "evaluate --show pricing",
    "grade": "repeats",
    "drift": "watch",
    "monitor": "watch",
    "merge": "count merge",
    "read": "count read",
    "study": "lab study",
    "reproduce": "lab reproduce",
}


def place(name: str) -> str:
    """Where a question is declared: in its own file, or in that of its folder."""
    folder = (Path(__file__).parent / name).is_dir()
    return f"informed.questions.{name}{'.question' if folder else ''}"


def today(name: str) -> str:
    """The question of a former name, or the name itself."""
    return FORMERLY.get(name, name).partition(" ")[0]
