"""``compare``: which of several systems is really better."""

from typing import TYPE_CHECKING, Any

from informed.asking.declared import COLUMN, FLAG, Answer, Choice, Given, Number, Parameter, Question, flat
from informed.asking.logs import LOG_USES, keys_read, kind_read, runs_read
from informed.asking.reading import counted, needed, only, opening, progress, refuse
from informed.asking.recording import system_named
from informed.asking.vocabulary import (
    ACTUAL,
    DATABASE,
    DEPENDING,
    DRAWS,
    FILED,
    FILES,
    INPUT,
    KEYED,
    LEVEL,
    LOGGED,
    MARGIN,
    MEASURES,
    POSITIVE,
    PREDICTED,
    REFERENCE_QUALITY,
    SEED,
    UNDECIDED,
    VERIFIED,
)
from informed.core.differences import CLAIMS, claimed
from informed.core.errors import InputError, arg
from informed.core.given import PairAdjustment

if TYPE_CHECKING:
    from informed.questions.compare.conditions import Conditions

SYSTEMS = PREDICTED.but(
    name="systems",
    option="predicted",
    help="A system: NAME=COLUMN or COLUMN; the first is the baseline.",
    kind=COLUMN,
    repeats=True,
)
QUESTION = Question(
    "compare",
    "Compare systems that judged the same items, files of saved counts as independent samples, or conditions within "
    "subjects.",
    flat(
        FILES,
        ACTUAL,
        SYSTEMS,
        KEYED,
        DEPENDING,
        Parameter("fold", "Folds: compare systems fitted anew.", COLUMN, "data", usual=True),
        Parameter("subject", "Compare conditions within these subjects.", COLUMN, "data", usual=True),
        Parameter("condition", "With --subject: the conditions.", COLUMN, "data"),
        MEASURES.but(help="A measure to compare, also of one label: recall[rain].", default=None),
        REFERENCE_QUALITY,
        POSITIVE.but(help="The label for recall and other measures of one label.", usual=False),
        LEVEL,
        Parameter(
            "adjust", "Adjustment of p-values across pairs.", Choice(PairAdjustment), "uncertainty", default="holm"
        ),
        MARGIN.but(help="Also test equivalence within this difference.", usual=True),
        Parameter(
            "require",
            "Exit code 1 unless later systems are better, not-worse or equivalent.",
            repeats=True,
            door="shell",
            usual=True,
        ),
        UNDECIDED.but(door="shell", usual=False),
        Parameter("rate", "With --subject: items per minute; adds bits per minute.", Number(above=0)),
        Parameter("cues", "What does each column tell beyond the others?", FLAG, default=False, usual=True),
        Parameter(
            "shown",
            "Another reading: gaps (how far the gaps between groups change, with --by).",
            Choice(lambda: ("report", "gaps")),
            default="report",
            option="show",
            door="shell",
        ),
        VERIFIED,
        DRAWS.but(help="Permutation and posterior draws.", default=2000),
        SEED,
        FILED,
        DATABASE,
        INPUT,
        LOGGED,
    ),
    examples=(
        "informed compare preds.csv --actual y --predicted baseline=p0 --predicted new=p1",
        "informed compare preds.csv --actual y --predicted p0 --predicted p1 --predicted p2 --adjust max_t",
        "informed compare preds.csv --actual y --predicted in_use --predicted new --margin 0.02 --require not-worse",
        "informed compare preds.csv --actual y --predicted p0 --predicted p1 --by site --abstain unsure",
        "informed compare preds.csv --actual y --predicted p0 --predicted p1 --by site --show gaps",
        "informed compare preds.csv --actual y --predicted p0 --predicted p1 --fold fold",
        "informed compare trials.csv --actual y --predicted yhat --subject who --condition cue --rate 12",
        "informed compare patients.csv --actual flu --predicted fever --predicted cough --cues",
        "informed compare study.csv --actual ill --predicted old --predicted new --verified biopsied",
        "informed compare monday.json tuesday.json",
        "informed compare small/samples_arc.jsonl large/samples_arc.jsonl",
        "informed compare one.eval two.eval --scorer choice",
    ),
    records=("items", "named"),
    tab="actual systems | subject condition rate cues verified by cluster positive rename margin adjust missing "
    "encoding skip_bad_rows",
)
LOG = "with sample logs: every log is a system, and holds its labels"
KEYS = (*(each.name for each in KEYED), "cluster", "stratum")
UNGRADED = ("measures", "reference_quality", "positive", "margin", "stratum")


def answer(given: Given) -> Answer:
    """The comparison, and which claims about it must hold."""
    from informed.questions.compare.compute import compared as compared_systems
    from informed.questions.compare.crossing import crossed
    from informed.questions.compare.grades import compared
    from informed.readers.files.saved import quality_of
    from informed.readers.logs import PairedGrades

    if given.said & {"subject", "condition", "rate"}:
        return Answer(_within_subjects(given))
    if given["cues"]:
        from informed.questions.compare.cues import APART, cued

        refuse(dict.fromkeys(given.said, True), (*APART, "require", "undecided"), f"with {arg('cues')}")
        read, reason = _read(given)
        if reason or isinstance(read, dict):
            raise InputError("needs files whose columns say what each cue says", argument="cues", value=True)
        return Answer(cued(read, level=given["level"]))
    if given["verified"]:
        from informed.questions.compare.verified import APART as VERIFIED_APART
        from informed.questions.compare.verified import compared_verified

        unused = (*VERIFIED_APART, "require", "undecided", "shown")
        refuse(dict.fromkeys(given.said, True), unused, f"with {arg('verified')}")
        read, reason = _read(Given(given | {"by": (given["verified"],), "missing": "unjudged"}, given.said))
        if reason or isinstance(read, dict):
            raise InputError(f"{arg('verified', given['verified'])} needs files with the labels of each system")
        return Answer(compared_verified(read, **{name: given[name] for name in ("level", "draws", "seed")}))
    margins = [each for each in given["require"] if CLAIMS[claimed(each)]]
    if margins and given["margin"] is None:  # found before any file is read
        raise InputError(f"{arg('require')} needs {arg('margin')}, the largest difference that would not matter")
    if given["undecided"] and not given["require"]:
        raise InputError(f"has no effect without {arg('require')}", argument="undecided", value=given["undecided"])
    data, reason = _read(given)
    found: Any
    if reason:
        if margins:
            why = f"logs compared by their grades have no margin ({reason})"
            raise InputError(f": {why}; use {arg('require', 'better')}", argument="require", value=margins[0])
        refuse(given, UNGRADED, f"where only grades are known ({reason})")
        how = {name: given[name] for name in ("level", "adjust")}
        found = (
            compared(data, **how)
            if isinstance(data, PairedGrades)
            else crossed(data, **how, draws=given["draws"], seed=given["seed"])
        )
    else:
        how = {name: given[name] for name in ("level", "adjust", "margin", "draws", "seed", "positive")}
        how |= {"reference_quality": quality_of(given["reference_quality"]), "measures": given["measures"] or None}
        how |= {"fold": given["fold"]} if given["fold"] else _unfolded(given)
        found = compared_systems(data, **how)
    if given["shown"] == "gaps":
        return Answer(_gaps(found, given), of=found)
    return Answer(
        found, required={name: given[name] for name in ("require", "undecided")} if given["require"] else None
    )


def _gaps(found: Any, given: Given) -> Any:
    """How far the gaps between groups change; of grades and of independent samples there is none."""
    if given["require"] or not getattr(found, "by", ()) or not hasattr(found, "gaps"):
        why = f"needs {arg('by')} and predicted labels of the same items, without {arg('require')}"
        raise InputError(why, argument="shown", value="gaps")
    return found.gaps


def _within_subjects(given: Given) -> "Conditions":
    from informed.questions.compare import compare
    from informed.questions.compare.conditions import APART

    subject, condition, systems = (given[name] for name in ("subject", "condition", "systems"))
    needed(given, "subject", "condition")
    why = f"with {arg('condition')}, within subjects"
    refuse(dict.fromkeys(given.said, True), (*APART, "require", "undecided"), why)
    if len(systems) > 1:
        raise InputError(f"{arg('systems')} is given {len(systems)} times and takes one system {why}; give it once")
    read = {"predicted": system_named(systems[0])[1] if systems else None, "by": (subject, condition)}
    said = {"predicted" if name == "systems" else name for name in given.said}
    counts = counted(Given({**given, **read}, said))
    how = {"subject": subject, "condition": condition, "rate": given["rate"], "level": given["level"]}
    found: Conditions = compare(counts, **how)
    return found


def _read(given: Given) -> tuple[Any, str]:
    """What is compared: columns of the files, logs, or saved counts; of logs the grades, and why not more."""
    from informed.readers.columns import Columns
    from informed.readers.distinct import distinct
    from informed.readers.files.saved import samples_of_files
    from informed.readers.labels import refuse_ids
    from informed.readers.logs import NotOptionsError, paired_grades, systems_of_runs

    files, actual, systems = (given[name] for name in ("files", "actual", "systems"))
    keys = {name: given[name] for name in KEYS} | {"abstain": given["abstain"] or None}
    named_columns = actual or next(iter(systems), None)
    kind = kind_read(given["kind"], files, named_columns, given)
    if kind != "rows":
        only(given, [name for name in LOG_USES if name not in ("actual", "predicted")], LOG)
        runs, fields = runs_read(files, kind, given), keys_read(given, {})
        try:
            chosen = {name: keys[name] for name in ("labels", "missing", "abstain")}
            return systems_of_runs(runs, keys=fields, **chosen), ""
        except NotOptionsError as reason:
            return paired_grades(runs, fields), str(reason)
    if not named_columns and all(file.endswith(".json") for file in files):
        only(given, ("kind",), "with saved counts")
        return samples_of_files(files), ""
    needed(given, "actual", "systems")
    if given["fold"]:
        refuse(given, ("by", "cluster", "stratum"), f"with {arg('fold')}, over which all is compared")
        keys["by"] = (given["fold"],)
    names = [system_named(each)[0] for each in systems]
    if len(set(names)) < len(names):
        raise InputError(f"{arg('systems')}: duplicate system name among {names}; write NAME=COLUMN")
    with progress("counting") as show:
        wanted = Columns.named(actual, dict(map(system_named, systems)), **keys)
        found = distinct(files, wanted, progress=show, **opening(given))
    if not given["labels"]:
        refuse_ids(found.labels, found.n, f"{arg('actual')} and {arg('systems')}")
    return found, ""


def _unfolded(given: Given) -> dict[str, Any]:
    """The column of folds that is not used, where the file has one."""
    from informed.questions.compare.folds import seen
    from informed.readers.files.rows import columns_of

    if not given["actual"] or given["files"][0] == "-":
        return {}
    name = seen(columns_of(given["files"][0], **opening(given)))
    return {"unfolded": name} if name and name not in given["by"] else {}
