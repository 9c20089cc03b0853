"""``sweep``: every threshold of a score."""

from typing import Any

from informed.asking.declared import COLUMN, FILE, NUMBER, Answer, Choice, Given, Parameter, Question, Several, flat
from informed.asking.reading import only, opening, progress, refuse
from informed.asking.recording import system_named
from informed.asking.searches import search_of
from informed.asking.vocabulary import (
    ABSTAIN,
    ACTUAL,
    BY,
    DATABASE,
    DEPENDING,
    DRAWS,
    FILED,
    FILES,
    JUDGEMENTS,
    LEVEL,
    MISSING,
    POSITIVE,
    SEED,
    UNDECIDED,
    WEIGHTED,
)
from informed.core.errors import InputError, arg
from informed.core.given import Incomplete

SHOWN = ("report", "calibration")
SCORES = Parameter(
    "scores",
    "A column of scores; high ones indicate the positive label. Several, NAME=COLUMN or COLUMN, are compared.",
    COLUMN,
    "data",
    required=True,
    repeats=True,
    unless="qrels",
    other=("--predicted",),
    usual=True,
    synonyms=("score", "probability", "proba", "y_score", "predicted"),
)
QUESTION = Question(
    "sweep",
    "Sweep the threshold of a score over all its values: area, hull, best thresholds, and what they cost. With costs "
    "the cheapest threshold is the one to use.",
    flat(
        FILES,
        ACTUAL.but(required=True, unless="qrels"),
        SCORES,
        POSITIVE.but(help="The label that high scores indicate; 1 for labels 0 and 1."),
        JUDGEMENTS,
        WEIGHTED,
        BY,
        DEPENDING,
        ABSTAIN.but(help='A score that means "no score"; "" for empty cells.'),
        Parameter("width", "Count scores in bins of this width, a power of two.", NUMBER, default=0.0, option="bin"),
        Parameter("held_out", "A file of other items, to validate the thresholds on.", FILE, door="shell"),
        Parameter("cost_fp", "Cost of a false positive; 1 if only --cost-fn is given.", NUMBER, usual=True),
        Parameter("cost_fn", "Cost of a false negative; 1 if only --cost-fp is given.", NUMBER, usual=True),
        Parameter("prevalence", "The share of the positive label in deployment.", NUMBER, usual=True),
        Parameter(
            "benefit",
            "Net benefit at a threshold probability, or from the lowest to the highest, against acting on all or none.",
            Several(float, "0.05,0.5"),
        ),
        Parameter("fallout", "The area where fallout lies in this range (partial AUC).", Several(float, "0,0.1")),
        Parameter("recall", "The area where recall lies in this range (partial AUC).", Several(float, "0.8,1")),
        Parameter(
            "threshold",
            "A threshold fixed beforehand (score >= threshold); of several scores one, or one each.",
            Several(float, "0.5"),
        ),
        Parameter(
            "shown",
            "Another reading: calibration (do probabilities mean what they say? Of each score, or of each group).",
            Choice(lambda: SHOWN),
            default="report",
            option="show",
            door="shell",
        ),
        Parameter(
            "require",
            "What must hold: 'auc at least 0.8', 'net_benefit at least 0', 'brier at most 0.2'; of several 'better'.",
            repeats=True,
            door="shell",
        ),
        UNDECIDED.but(door="shell", usual=False),
        DRAWS.but(help="Cross-validation repeats, to correct for choosing the threshold on the same data.", default=20),
        SEED,
        LEVEL,
        MISSING.but(kind=Choice(Incomplete), help="Items without a label or a score."),
        FILED,
        DATABASE,
    ),
    examples=(
        "informed sweep scores.csv --actual y --scores p",
        "informed sweep scores.parquet --actual y --scores p --positive ill --cost-fp 1 --cost-fn 5 --prevalence 0.01",
        "informed sweep risks.csv --actual y --scores p --positive ill --benefit 0.05,0.5 --fallout 0,0.1",
        "informed sweep risks.csv --actual y --scores old=p0 --scores new=p1 --positive ill --threshold 0.5",
        "informed sweep risks.csv --actual y --scores p --positive ill --by site --show calibration",
        "informed sweep search.run --qrels search.qrels --scores rank",
        "informed sweep chosen_on.csv --held-out held_out.csv --actual y --scores p --positive 1",
    ),
    records=("counts", "named"),
    tab="actual scores positive cost_fp cost_fn prevalence benefit | fallout recall threshold by cluster weights "
    "missing encoding skip_bad_rows",
)
OF_ROWS = ("positive", "weights", "by", "cluster", "stratum", "abstain", "width", "actual", "held_out")
KEYS = ("positive", "weights", "weight_kind", "by", "cluster", "stratum", "abstain", "width", "missing")


def answer(given: Given) -> Answer:
    """The sweep, or whether its scores are probabilities; and what must hold of it."""
    if given["undecided"] and not given["require"]:
        raise InputError(f"has no effect without {arg('require')}", argument="undecided", value=given["undecided"])
    if given["require"] and (given["held_out"] is not None or given["shown"] != "report"):
        why = f"cannot be used with {arg('held_out')} or {arg('shown')}; leave them out"
        raise InputError(why, argument="require", value=given["require"][0])
    if given["shown"] == "calibration":
        unused = ("cost_fp", "cost_fn", "prevalence", "benefit", "fallout", "recall", "threshold", "held_out")
        refuse(given, unused, f"with {arg('shown', 'calibration')}")
    found = _swept(given)
    if given["shown"] == "calibration":
        return Answer(found.calibrations, of=found)
    return Answer(
        found, required={name: given[name] for name in ("require", "undecided")} if given["require"] else None
    )


def _swept(given: Given) -> Any:
    """The sweep; of a search run that of its scores or ranks."""
    from informed.questions.sweep.benefit import thresholds_of
    from informed.questions.sweep.compute import Sweep
    from informed.questions.sweep.cost import Costs
    from informed.questions.sweep.partial import Range
    from informed.questions.sweep.several import held_out, swept
    from informed.questions.sweep.together import cuts_of, swept_together
    from informed.readers.columns import Scored
    from informed.readers.distinct import distinct
    from informed.readers.files.trec import SCORE, scores_of_search
    from informed.readers.scores import several_scores

    # a wrong one is found before any file is read
    costs = Costs.given(given["cost_fp"], given["cost_fn"], given["prevalence"])
    part = Range.given(given["fallout"], given["recall"])
    asked: dict[str, Any] = {
        "benefit": thresholds_of(given["benefit"]),
        "within": part,
        "level": given["level"],
        "draws": given["draws"],
        "seed": given["seed"],
        "costs": costs,
    }
    scores = _named(given["scores"] or ())
    cuts = cuts_of(given["threshold"], max(len(scores), 1))
    if (search := search_of(given)) is not None:
        refuse(given, OF_ROWS, f"with {arg('qrels')}")
        only(given, (), f"with {arg('qrels')}")
        if len(scores) > 1:
            raise InputError(f"{arg('scores')} names one column with {arg('qrels')}; leave the others out")
        return swept(scores_of_search(search[0], scores=next(iter(scores.values()), SCORE)), **asked)
    if len(scores) > 1:
        refuse(given, ("by", "abstain", "width", "held_out"), "with several scores")
        design = {name: given[name] for name in ("positive", "weights", "weight_kind", "cluster", "stratum", "missing")}
        with progress("reading"):
            data = several_scores(tuple(given["files"]), given["actual"], scores, reading=opening(given), **design)
        return swept_together(data, given["threshold"], assumed=given["positive"] is None, **asked)
    asked["cut"] = None if cuts is None else cuts[0]
    keys = {name: given[name] for name in KEYS} | {"abstain": given["abstain"] or None}
    columns = Scored.named(given["actual"], next(iter(scores.values())), **keys)

    def read(paths: tuple[str, ...]) -> "Sweep":
        with progress("counting") as show:
            scores = distinct(paths, columns, progress=show, **opening(given))
        return swept(scores, **asked, assumed=given["positive"] is None)

    if given["held_out"] is not None:
        refuse(given, ("benefit", "fallout", "recall", "threshold"), f"with {arg('held_out')}")
    found = read(given["files"])
    if given["held_out"] is None:
        return found
    return held_out(found.scores, read((str(given["held_out"]),)).scores, **asked, assumed=found.assumed)


def _named(said: tuple[str, ...]) -> dict[str, str]:
    """The columns of scores by name; one alone is a column as it is written."""
    found = [system_named(each) for each in said] if len(said) > 1 else [(each, each) for each in said]
    names = [name for name, _ in found]
    if twice := [name for name in names if names.count(name) > 1]:
        raise InputError("is given twice; write NAME=COLUMN to tell scores apart", argument="scores", value=twice[0])
    return dict(found)
