"""``lab``: experiments on measures, tests and intervals, costs as the papers have them, and the papers recomputed."""

import json
from functools import partial
from typing import Any

from informed.asking.declared import (
    FLAG,
    NUMBER,
    SHARES,
    TEXT,
    WHOLE,
    WHOLES,
    WORDS,
    Answer,
    Choice,
    Given,
    Parameter,
    Place,
    Question,
    Several,
    flat,
)
from informed.asking.reading import progress
from informed.asking.vocabulary import LEVEL, SEED
from informed.lab.costs import COST_FORMS, TARGETS
from informed.lab.papers.question import QUESTION as REPRODUCE

INTERRUPTED = 130  # what a shell gives a program that was stopped by Ctrl-C
WATCHED = ("measures", "significance", "intervals", "disagreement")


def _number_or_word(text: str) -> Any:
    try:
        return float(text)
    except ValueError:
        return text


def _said(name: str, says: str, kind: Any, default: Any = None, **more: Any) -> Parameter:
    return Parameter(name, says, kind, default=default, usual=True, **more)


SOME = _said(
    "names", "A measure to study, e.g. 'f_measure(beta=2)'; repeat it for several.", TEXT,
    repeats=True, option="measure",
)  # fmt: skip
LONG = (
    SEED,
    _said("workers", "Threads; by default one per core. The numbers stay the same.", WHOLE),
    _said(
        "resume", "The JSON of an interrupted study, to finish with the same options.", Place(there=True), door="shell"
    ),
)
WORLD = (
    _said(
        "kind", "What is constant, and how predictors err.",
        Choice(lambda: ("informed", "dual", "perverse", "confused")), "informed", option="world",
    ),
    _said("noise", "Share of actual labels that are wrong.", NUMBER, 0.0),
    _said("concentration", "Concentration of the Dirichlet margins.", NUMBER, 1.0),
)  # fmt: skip


def _studied(name: str, given: Given) -> Answer:
    """Run a study; the exit code says whether it was interrupted."""
    from informed import lab

    options = dict(given)
    names = options.pop("names", ())
    if "methods" in options:
        options["methods"] = options["methods"] or None
    if options.get("resume"):
        options["resume"] = json.loads(options["resume"].read_text(encoding="utf-8"))
    with progress("drawing tables") as show:
        watched = {"progress": show} if name in WATCHED else {}
        result = getattr(lab, name)(*([list(names)] if names else ()), **options, **watched)
    return Answer(result, notes=(result.note,) if result.note else (), code=INTERRUPTED if result.note else 0)


def _study(name: str, about: str, *parameters: Any, examples: tuple[str, ...] = ()) -> Question:
    return Question(f"lab study {name}", about, flat(*parameters), examples, ask=partial(_studied, name))


CLASSES = _said("classes", "Number of classes.", WHOLE, 2)
STUDIES = (
    _study(
        "measures",
        "Test which measure tracks informedness: correlation with the truth, RMSE, offset at chance.",
        CLASSES,
        _said("items", "Items in each table.", WHOLE, 100),
        _said("levels", "Degrees of informedness from 0 to 1.", WHOLE, 11),
        _said("per_level", "Tables at each level of a study.", WHOLE, 10),
        _said("studies", "How many studies.", WHOLE, 2000),
        _said("prevalence", "Shares of the classes: random or even.", TEXT, "random"),
        _said("guess", "Shares of the guesses: random, even or prevalence.", TEXT, "random"),
        WORLD,
        SOME,
        LONG,
        examples=(
            "informed lab study measures --classes 2 --items 100 --levels 11 --per-level 10 --studies 2000 --seed 1",
        ),
    ),
    _study(
        "significance",
        "Measure type I error and power of every test.",
        _said("classes", "Numbers of classes.", WHOLES, "2,3,5"),
        _said("items", "Numbers of items.", WHOLES, "20,100"),
        _said("informed", "True informedness: 0 gives the type I error, others the power.", SHARES, "0,0.2"),
        _said("margins", "random, even, or both.", WORDS, "random"),
        _said("tables", "Tables in each setting.", WHOLE, 5000),
        LEVEL.but(help="Level of the tests.", default=0.05),
        SOME.but(option="test", help="A test to study; repeat it for several."),
        WORLD,
        LONG,
        examples=("informed lab study significance --classes 2,3,5,10 --items 20,50,100,500",),
    ),
    _study(
        "intervals",
        "Measure coverage and width of every interval method.",
        _said("classes", "Numbers of classes.", WHOLES, "2"),
        _said("items", "Numbers of items.", WHOLES, "20,50,100"),
        _said("prevalence", "Share of the first class, even, or random.", Several(_number_or_word), "even,0.1,0.01"),
        _said("informed", "True informedness.", SHARES, "0,0.5,0.9"),
        _said("tables", "Tables in each setting.", WHOLE, 200),
        _said("draws", "Bootstrap, posterior or permutation draws.", WHOLE, 200),
        LEVEL,
        _said("methods", "An interval method; repeat it for several.", TEXT, repeats=True, option="method"),
        WORLD,
        SOME,
        LONG,
    ),
    _study(
        "disagreement",
        "Find pairs of tables that measures rank differently: two against two, or one against all others.",
        _said("items", "Items in each table.", WHOLE, 50),
        _said("positives", "Items of the first class; a tenth by default.", WHOLE),
        CLASSES,
        _said("tables", "Compare at most this many tables.", WHOLE, 3000),
        _said("perverse", "Include predictors that are worse than chance.", FLAG),
        SOME,
        SEED,
        examples=("informed lab study disagreement --items 50 --positives 5",),
    ),
    _study(
        "bias",
        "Show how each measure changes with prevalence and bias at constant informedness (--world dual: markedness).",
        CLASSES,
        _said("informed", "What is constant.", SHARES, "0,0.15,0.5,0.85"),
        _said("grid", "Shares along each side of the grid.", WHOLE, 19),
        _said("base_rate", "Prevalence of the comparison.", NUMBER, 0.1),
        _said(
            "kind",
            "What is constant: informedness, or markedness (dual).",
            Choice(lambda: ("informed", "dual")),
            "informed",
            option="world",
        ),
        SOME,
        SEED,
    ),
    _study(
        "requirements",
        "Test which measures are 1 only for perfect predictors, and 0 only for guessing.",
        _said("tables", "Tables of each kind.", WHOLE, 4000),
        SOME,
        SEED,
    ),
)
STUDY = Question(
    "lab study",
    "Run experiments on measures, tests and intervals. Ctrl-C keeps what is done.",
    (),
    tuple(line for each in STUDIES for line in each.examples),
    below=STUDIES,
)
QUESTION = Question(
    "lab",
    "Experiments on measures, tests and intervals, costs as the papers have them, and the papers recomputed.",
    (),
    ("informed lab study measures --studies 200", "informed lab reproduce", "informed lab training-targets 7,3"),
    below=(STUDY, REPRODUCE, COST_FORMS, TARGETS),
)
