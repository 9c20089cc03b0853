"""``agree``: two or more raters of the same items."""

from pathlib import Path

from informed.asking.declared import COLUMN, Choice, Given, Label, Parameter, Question, flat
from informed.asking.exports import EXPORTING, is_export
from informed.asking.reading import lacking, only, opening, refuse
from informed.asking.vocabulary import ABSTAIN, BY, DATABASE, DEPENDING, FILED, FILES, LABELS, LEVEL, MISSING, WEIGHTED
from informed.core.errors import InputError, arg
from informed.core.given import Distance, Incomplete
from informed.core.result import Result

RATERS = Parameter(
    "raters",
    "The column of one rater; repeat it. With --label: that of their names.",
    COLUMN,
    "data",
    repeats=True,
    option="rater",
    usual=True,
    synonyms=("raters", "annotator", "system", "predicted", "actual"),
)
ITEM = Parameter("item", "With one row per rating: the column that names the items.", COLUMN, "data", usual=True)
LABEL = Parameter("label", "With one row per rating: the column of labels.", COLUMN, "data", usual=True)
QUESTION = Question(
    "agree",
    "Measure inter-rater agreement: kappa, Krippendorff's alpha, and the pairs and labels with most disagreement.",
    flat(
        FILES,
        RATERS,
        ITEM,
        LABEL,
        EXPORTING,
        Parameter(
            "metric", "Distance between labels for alpha and AC2.", Choice(Distance), default="nominal", usual=True
        ),
        LABELS.but(help="All labels; for ordinal, in their order.", usual=True),
        WEIGHTED,
        BY,
        DEPENDING,
        MISSING.but(kind=Choice(Incomplete), help="Items without a weight or group."),
        ABSTAIN.but(kind=Label(), help='A rating that means "no rating".'),
        FILED,
        DATABASE,
        LEVEL,
    ),
    examples=(
        "informed agree annotations.csv --rater ann --rater bob --rater cid",
        "informed agree ratings.csv --item id --rater who --label label",
        "informed agree export.json --question mood",
        "informed agree grades.csv --rater ann --rater bob --metric ordinal --labels low,middle,high",
    ),
    records=("counts",),
    tab="raters item label metric | labels missing encoding skip_bad_rows",
)
KEYS = ("weights", "weight_kind", "by", "cluster", "stratum", "labels", "missing")
UNEXPORTED = ("item", "label", "weights", "by", "cluster", "stratum")  # what exports do not have


def answer(given: Given) -> Result:
    """How far the raters agree."""
    from informed.questions.agree import agree
    from informed.questions.agree.coefficients import NUMERIC
    from informed.readers.columns import Rated
    from informed.readers.distinct import distinct
    from informed.readers.labels import refuse_ids
    from informed.readers.ratings import check_raters, read_ratings

    files, raters, metric, level = (given[name] for name in ("files", "raters", "metric", "level"))
    paths, (item, label) = [Path(each) for each in files], (given["item"], given["label"])
    if is_export(given["kind"], files, named=bool(item or label)):
        refuse(given, UNEXPORTED, "with an export")
        only(given, ("kind", "question", "labels", "abstain"), "with an export")
        kept = {"labels": given["labels"], "abstain": given["abstain"] or None, "metric": metric, "level": level}
        return agree(paths, input=given["kind"], question=given["question"], raters=raters or None, **kept)
    refuse(given, ("question",), f"with rows: it is for exports, see {arg('kind')}")
    if not raters:
        raise lacking(["raters"], given)
    keys = {name: given[name] for name in KEYS}
    keys |= {"fractions": metric in NUMERIC, "abstain": given["abstain"] or None}
    if label is None and item is None:
        read = distinct(files, Rated.named(None, check_raters(raters), **keys), **opening(given))
    else:
        one_rater(given)
        read = read_ratings(paths, item=item, rater=raters[0], label=label, reading=opening(given), **keys)
    if metric == "nominal" and not given["labels"]:
        refuse_ids(read.labels, read.n, "the ratings")
    return agree(read, metric=metric, level=level)


def one_rater(given: Given) -> None:
    """With one row per rating, one column has the names of the raters."""
    if len(given["raters"]) > 1:
        one = f"{arg('label')} is for one row per rating, so {arg('raters')} names one column"
        raise InputError(f"{one}: that of the raters' names")
