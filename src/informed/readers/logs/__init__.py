"""Sample logs of language model benchmarks, with the grade that the harness itself gave to each answer.

One module per format turns a log into items (`items`); `tables` counts them where each answer
is one of a few options, and `grades` into a run of right and wrong answers where it is not.
"""

from informed.readers.logs.grades import Grades, grades_of
from informed.readers.logs.reading import KINDS, Run, kind_of, read_log, read_run
from informed.readers.logs.tables import (
    NO_ANSWER,
    NotOptionsError,
    items_of_logs,
    items_of_runs,
    systems_of_logs,
)

__all__ = [
    "Grades",
    "KINDS",
    "NO_ANSWER",
    "NotOptionsError",
    "Run",
    "grades_of",
    "items_of_logs",
    "items_of_runs",
    "kind_of",
    "read_log",
    "read_run",
    "systems_of_logs",
]
