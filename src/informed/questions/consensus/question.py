"""``consensus``: raters without a truth, and the most probable label of every item."""

from pathlib import Path

from informed.asking.declared import COLUMN, NUMBER, Choice, Given, Parameter, Question, flat
from informed.asking.exports import EXPORTING, is_export
from informed.asking.reading import OPENED as OPENING
from informed.asking.reading import needed, only, opening, refuse
from informed.asking.vocabulary import DATABASE, FILES, LABELS, LEVEL, OPENED, SEED
from informed.core.errors import arg
from informed.core.given import RaterModel
from informed.core.result import Result
from informed.questions.agree.question import ITEM, LABEL, RATERS, one_rater

QUESTION = Question(
    "consensus",
    "Measure raters without a truth, and write the most probable label of every item.",
    flat(
        FILES,
        ITEM.but(help="The column that names the items; else they are numbered by row, from 0."),
        RATERS.but(help="The column of raters; or one rater's, repeated."),
        LABEL,
        EXPORTING,
        Parameter(
            "by", "A column that names the population of each item; each has a prevalence of its own.", COLUMN, "data"
        ),
        LABELS,
        Parameter("prior", "Ratings that the prior counts for.", NUMBER, default=1.0),
        Parameter("model", "How raters err; auto chooses by BIC.", Choice(RaterModel), default="auto", usual=True),
        OPENED,
        DATABASE,
        SEED,
        LEVEL,
    ),
    examples=(
        "informed consensus ratings.csv --item id --rater who --label label",
        "informed consensus ratings.csv --item id --rater who --label label -o labels.csv",
        "informed consensus annotators.csv --item id --rater ann --rater bob --rater cid",
        "informed consensus export.json -o consensus.json --format label-studio",
    ),
    formats=("label-studio",),
    records=("counts",),
    tab="item raters label | by model",
)
ASKED = ("prior", "model", "seed", "level")


def answer(given: Given) -> Result:
    """How good the raters are, and the labels."""
    from informed.questions.consensus import consensus
    from informed.readers.votes import read_votes

    paths, raters = [Path(each) for each in given["files"]], given["raters"]
    asked = {name: given[name] for name in ASKED}
    if is_export(given["kind"], given["files"], named=bool(given["item"] or given["label"])):
        refuse(given, ("item", "label"), "with an export")
        only(given, ("kind", "question", "labels"), "with an export")
        export = {"input": given["kind"], "question": given["question"], "raters": raters or None}
        return consensus(paths, **export, labels=given["labels"], **asked)
    refuse(given, ("question",), f"with rows: it is for exports, see {arg('kind')}")
    needed(given, "raters", *["item"] * (given["label"] is not None))
    if given["label"] is not None:
        one_rater(given)
    who = {"raters": raters} if given["label"] is None else {"rater": raters[0], "label": given["label"]}
    columns = {name: given[name] for name in ("item", "by", "labels")}
    return consensus(read_votes(paths, **who, **columns, reading=opening(given, OPENING)), **asked)
