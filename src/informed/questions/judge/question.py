"""``judge``: the rates that a judge reports, corrected by human labels."""

from pathlib import Path

from informed.asking.declared import COLUMN, FILE, FLAG, LABEL, Choice, Given, Parameter, Question, flat
from informed.asking.reading import OPENED as OPENING
from informed.asking.reading import lacking, needed, opening, refuse
from informed.asking.vocabulary import CLUSTER, DATABASE, FILES, LABELS, LEVEL, OPENED, POSITIVE
from informed.core.errors import arg, stated
from informed.core.given import Drawn
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
        Parameter("by", "The column of systems; each is corrected by its own labels.", COLUMN, "data", usual=True),
        Parameter(
            "shared", "The judge errs alike for all systems: correct each by all human labels.", FLAG, default=False
        ),
        CLUSTER.but(help="A column: items with the same value are dependent (answers to one question)."),
        Parameter("id", "A column that names the items, to join both files.", COLUMN, "data"),
        Parameter("first", "Pairs: the column with the system whose answer was shown first.", COLUMN, "data"),
        Parameter("second", "Pairs: the column with the system whose answer was shown second.", COLUMN, "data"),
        Parameter("own", "Pairs: a system that is the judge's own: does it prefer it?", LABEL, repeats=True),
        Parameter(
            "length",
            "Pairs: a column with lengths or texts of the answers shown first; again for those shown second.",
            COLUMN,
            "data",
            repeats=True,
        ),
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
        "informed judge pairs.csv --first a --second b --judge winner --id question --human human",
    ),
    records=("counts", "named"),
    tab="human judged drawn by | shared cluster positive",
)
PAIRED = ("own", "length")
READ = ("human", "judged", "pool", "by", "cluster", "id", "labels")


def answer(given: Given) -> Result:
    """The corrected rates."""
    from informed.questions.judge.compute import judged
    from informed.questions.judge.reading import panels

    if given["first"] or given["second"]:
        return _leaning(given)
    refuse(given, PAIRED, f"without {arg('first')} and {arg('second')}: it is for pairs of answers")
    missing = [name for name in ("human", "judged", "drawn") if given[name] is None]
    if missing not in ([], ["drawn"]):  # of the drawing alone, judge says what to give
        raise lacking(missing, given)
    read = {name: given[name] for name in READ}
    found = panels([Path(each) for each in given["files"]], **read, reading=opening(given, OPENING))
    asked = {"positive": given["positive"], "level": given["level"], **stated(shared=given["shared"] or None)}
    return judged(found, given["drawn"], **asked)


def _leaning(given: Given) -> Result:
    """Which way a judge of pairs leans."""
    from informed.questions.judge import pairs

    needed(given, "files", "first", "second", "judged", "id")
    refuse(given, ("drawn", "pool", "by", "shared", "cluster", "labels", "positive"), "with pairs of answers")
    named = {name: given[name] for name in ("judged", "first", "second", "id", "human")}
    asked = {"own": given["own"] or None, "length": given["length"], "reading": opening(given, OPENING)}
    return pairs.leaning(*pairs.read([Path(each) for each in given["files"]], **named, **asked), level=given["level"])
