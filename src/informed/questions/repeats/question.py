"""``repeats``: how answers vary over epochs."""

from __future__ import annotations

from pathlib import Path

from informed.asking.declared import WHOLES, Given, Parameter, Question, flat
from informed.asking.logs import kind_read, runs_read
from informed.asking.vocabulary import FILES, INPUT, LEVEL, LOGGED
from informed.core.errors import InputError
from informed.core.result import Result

QUESTION = Question(
    "repeats",
    "Measure how answers vary over repeats (epochs): pass@k, pass^k, majority of k, and what more items would bring. "
    "FILES are sample logs of one model, or CSV and JSONL files with an id and a grade per answer.",
    flat(
        FILES,
        Parameter("k", "Numbers of answers for pass@k, pass^k and majority: 1,5,10.", WHOLES, usual=True),
        INPUT,
        LOGGED,
        LEVEL,
    ),
    examples=("informed repeats epochs.jsonl", "informed repeats attempts.csv --k 1,3"),
    tab="k scorer | model",
)


def answer(given: Given) -> Result:
    """How answers vary."""
    from informed.questions.repeats.compute import repeated
    from informed.readers.logs import grades_of

    files = given["files"]
    if missing := [name for name in files if not Path(name).exists()]:
        raise InputError(f"{missing[0]}: there is no such file")
    if (kind := kind_read(given["kind"], files, None, given)) == "rows":
        raise InputError(f"{files[0]}: no sample log; a table needs the columns id and grade, one row per answer")
    return repeated(grades_of(runs_read(files, kind, given), ""), k=given["k"], level=given["level"])
