"""Sample logs of language model benchmarks, with the grade that the harness itself gave to each answer.

One module per format turns a log into items (`items`); `tables` counts them where each answer
is one of a few options, and `grades` into a run of right and wrong answers where it is not.
"""

from typing import TYPE_CHECKING

from informed.core.later import later

if TYPE_CHECKING:
    from informed.readers.logs.grades import CrossedGrades, Grades, PairedGrades, grades_of, paired_grades
    from informed.readers.logs.items import KINDS, Grade, Item, Log
    from informed.readers.logs.pairs import systems_of_runs
    from informed.readers.logs.runs import Run, read_log, read_run, runs_of
    from informed.readers.logs.tables import NO_ANSWER, Keys, NotOptionsError, items_of_runs
else:
    PLACES = {
        "grades": "CrossedGrades Grades PairedGrades grades_of paired_grades",
        "items": "KINDS Grade Item Log",
        "pairs": "systems_of_runs",
        "runs": "Run read_log read_run runs_of",
        "tables": "NO_ANSWER Keys NotOptionsError items_of_runs",
    }
    __getattr__, __dir__ = later(__name__, {f"{__name__}.{place}": names for place, names in PLACES.items()})

__all__ = [
    "CrossedGrades",
    "Grade",
    "Grades",
    "Item",
    "KINDS",
    "Keys",
    "Log",
    "NO_ANSWER",
    "NotOptionsError",
    "PairedGrades",
    "Run",
    "grades_of",
    "items_of_runs",
    "paired_grades",
    "read_log",
    "read_run",
    "runs_of",
    "systems_of_runs",
]
