"""A report of every question, for what all pages must be: readable by all, on every screen, and on paper."""

import json
import tempfile
from functools import partial
from pathlib import Path

import numpy as np
from questions_recorded import ACTUAL, ANSWERS, FIRST, SECOND, SITE

import informed
import informed.lab
import informed.more
from informed.lab.papers.compute import reproduce
from informed.questions import QUESTIONS
from informed.questions.consensus import consensus
from informed.questions.evaluate.grades import graded
from informed.questions.repeats import repeats
from informed.questions.spans import spans
from informed.questions.suite import suite
from informed.questions.watch import watch
from informed.readers.logs import Grades

TAGS = [["B-PER", "O", "B-PER"], ["B-LOC", "O"]] * 6


def _suite():
    folder = Path(tempfile.mkdtemp())
    for model in "ab":
        rows = [
            {"id": n, "task": f"task {n % 2}", "model": model, "grade": (n // 3 + (model == "a")) % 2}
            for n in range(40)
        ]
        (folder / f"{model}.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    return suite([folder / "a.jsonl", folder / "b.jsonl"])


def _in_ledger(ask):
    with informed.Ledger(Path(tempfile.mkdtemp()) / "ledger.db") as ledger:
        for name, said in (("one", FIRST), ("two", SECOND), ("one", SECOND)):
            found = informed.evaluate(ACTUAL == "a", said == "a")
            ledger.record(found, task="nightly", system=name, tags={"site": "north"})
        return ask(ledger)


EXAMPLES = {
    **{name: ANSWERS[name] for name in QUESTIONS if name in ANSWERS},
    "evaluate": partial(informed.evaluate, ACTUAL, FIRST, by={"site": SITE}),
    "check": lambda: informed.check(informed.evaluate(ACTUAL, FIRST), require=["informedness.low >= 0.6"]),
    "plan": partial(informed.plan, informedness=0.4, prevalence=0.1, width=0.1),
    "recover": partial(informed.recover, recall="0.80", precision="0.70", prevalence="0.10", n=200),
    "spans": lambda: spans(TAGS, [["B-PER", "O", "O"], ["B-PER", "O"]] * 6),
    "consensus": lambda: consensus({"ann": ACTUAL, "bob": FIRST, "cid": SECOND}),
    "grade": lambda: graded(Grades("own", ((1.0,), (0.0,), (1.0,), (0.5,)) * 6, "free text")),
    "repeats": lambda: repeats([[1, 1, 0], [1, 1, 1], [0, 0, 1], [1, 0, 1]] * 4),
    "suite": _suite,
    "watch": lambda: watch([informed.Counts([[50, 10], [8, 132]]), informed.Counts([[25, 5], [4, 66]])]),
    "history": lambda: _in_ledger(lambda ledger: informed.more.history(ledger, "nightly")),
    "leaderboard": lambda: _in_ledger(lambda ledger: informed.more.leaderboard(ledger, "nightly", by="site")),
    "drift": lambda: _in_ledger(lambda ledger: informed.watch(ledger, "nightly", system="one")),
}
"""One answer per folder of a question; a question without one fails the test that looks at all of them."""
OTHERS = {
    **{name: ANSWERS[name] for name in ("taxonomy", "hierarchy", "conditions", "price", "sweep of several scores")},
    "forty labels": lambda: informed.evaluate(informed.Counts(np.full((40, 40), 2) + 30 * np.eye(40, dtype=int))),
    "two labels": lambda: informed.evaluate(ACTUAL == "a", FIRST == "a"),
    "study of measures": lambda: informed.lab.measures(["informedness", "accuracy"], studies=2),
    "study of tests": lambda: informed.lab.significance(tables=20),
    "reproduce": reproduce,
}
