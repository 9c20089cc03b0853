"""``judge``: the rates that a judge reports, corrected by human labels."""

from pathlib import Path

from informed.asking.declared import COLUMN, FILE, FLAG, Choice, Given, Parameter, Question, flat
from informed.asking.reading import OPENED as OPENING
from informed.asking.reading import lacking, opening
from informed.asking.vocabulary import CLUSTER, DATABASE, FILES, LABELS, LEVEL, OPENED, POSITIVE
from informed.core.choices import Drawn
from informed.core.errors import stated
from informed.core.result import Result

QUESTION = Question(
    "judge",
    "Correct the rates that a judge reports (an LLM, a screening test, a weak labeller) with some human labels.",
    flat(
        FILES,
        Parameter("human", "The column of human labels; empty where there is none.", COLUMN, "data", usual=True),
        Parameter("judged", "The column of the judge's labels.", COLUMN, "data", option="judge", usual=True),
        Parameter("drawn", "How the human-labelled items were chosen. Required.", Choice(Drawn), "data", usual=True),
        Parameter("pool", "A file with the judge's labels of all items, if another.", FILE, "data", usual=True),
        Parameter(
            "by",
            "The column of systems; each is corrected by its own labels.",
            COLUMN,
            "data",
            usual=True,
        ),
        Parameter(
            "shared", "The judge errs alike for all systems: correct each by all human labels.", FLAG, default=False
        ),
        CLUSTER.but(help="A column: items with the same value are dependent (answers to one question)."),
        Parameter("id", "A column that names the items, to join both files.", COLUMN, "data"),
        LABELS,
        POSITIVE.but(help="The label whose share the verdict gives; by default the first."),
        OPENED,
        DATABASE,
        LEVEL,
    ),
    examples=(
        "informed judge answers.csv --human h --judge j --drawn random",
        "informed judge answers.csv --human h --judge j --by system --drawn random",
        "informed judge calibration.csv --human h --judge j --pool judged.jsonl --drawn elsewhere",
    ),
    records=("counts", "named"),
    tab="human judged drawn by | shared cluster positive",
)
READ = ("human", "judged", "pool", "by", "cluster", "id", "labels")


def answer(given: Given) -> Result:
    """The corrected rates."""
    from informed.questions.judge.compute import judged
    from informed.questions.judge.reading import panels

    missing = [name for name in ("human", "judged", "drawn") if given[name] is None]
    if missing not in ([], ["drawn"]):  # of the drawing alone, judge says what to give
        raise lacking(missing, given)
    read = {name: given[name] for name in READ}
    found = panels([Path(each) for each in given["files"]], **read, reading=opening(given, OPENING))
    asked = {"positive": given["positive"], "level": given["level"], **stated(shared=given["shared"] or None)}
    return judged(found, given["drawn"], **asked)
