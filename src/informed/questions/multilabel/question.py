"""``multilabel``: sets of labels."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from informed.asking.declared import COLUMN, FLAG, Choice, Given, Label, Parameter, Question, Several, flat
from informed.asking.reading import needed, progress, refuse
from informed.asking.vocabulary import (
    ABSTAIN,
    ACTUAL,
    BY,
    COST,
    DATABASE,
    DEPENDING,
    DRAWS,
    ENCODING,
    FILES,
    LEVEL,
    MISSING,
    PARTED,
    PREDICTED,
    SEED,
    SEPARATOR,
    VALUE,
    WEIGHTED,
)
from informed.core.errors import InputError, arg
from informed.core.given import Incomplete, Resampling, SetInput
from informed.core.result import Result
from informed.questions.evaluate.question import STEPS

if TYPE_CHECKING:
    from informed.core.labelsets import LabelSets

LONG = "With --input long: "
QUESTION = Question(
    "multilabel",
    "Evaluate label sets: one file with columns of sets, or FILES of actual sets and of each system's predicted sets.",
    flat(
        FILES,
        ACTUAL.but(help="With one file: the column of actual sets."),
        PREDICTED.but(
            name="columns",
            option="predicted",
            help="With one file: a column of predicted sets; may be repeated.",
            repeats=True,
        ),
        SEPARATOR.but(help="With one file: the separator of labels within a cell, e.g. ';'.", group="data", usual=True),
        Parameter(
            "kind",
            "sets (tabs), long (id, label columns) or json.",
            Choice(SetInput),
            "files",
            default="sets",
            option="input",
            usual=False,
        ),
        Parameter("raw", "Keep spaces around labels; by default they are removed.", FLAG, "files"),
        Parameter("item", f"{LONG}the column of items.", COLUMN, "files", default="id", option="id"),
        Parameter("label", f"{LONG}the column of labels.", COLUMN, "files", default="label"),
        Parameter(
            "no_header", "The files have no header; give column numbers: --id 1 --label 3.", FLAG, "files"
        ),
        Parameter(
            "first_label",
            "The number of the column with the first label; for each file: 3,2.",
            Several(int, "3,2", least=2),
            "files",
            default="2",
        ),
        Parameter("many_labels", "The labels are no ids, though many of them hardly repeat.", FLAG, "data"),
        WEIGHTED,
        BY,
        DEPENDING,
        MISSING.but(kind=Choice(Incomplete), help="Items without a set, a weight or a key."),
        ABSTAIN.but(kind=Label(), help='A label that means: no answer; "" for an empty set.'),
        COST.but(help="Cost of a label's outcomes, 'found missed; wrong left': '0 5; 1 0'."),
        VALUE.but(help="Value of a label's outcomes, written like --cost."),
        ENCODING,
        PARTED,
        DATABASE,
        LEVEL,
        DRAWS.but(help="Random label sets used to estimate the optimism of renaming labels.", default=None),
        SEED,
        Parameter("stability", "Show how the measures vary over halves of the items, or bootstrap draws.",
                  Choice(Resampling)),
        STEPS,
    ),
    examples=(
        "informed multilabel articles.csv --actual topics --predicted guessed",
        "informed multilabel labeler1.txt labeler2.txt",
        "informed multilabel gold.jsonl system1.jsonl system2.jsonl --input json",
        'informed multilabel topics.csv --actual topics --predicted guessed --separator ";" --steps /',
        "informed multilabel labeler1.txt labeler2.txt --stability halves",
        'informed multilabel articles.csv --actual topics --predicted guessed --cost "0 5; 1 0"',
        "informed multilabel annotated.txt results.txt --first-label 3,2",
        "informed multilabel erd1.txt erd2.txt --input long --no-header --id 1 --label 3",
        "informed multilabel gold.jsonl tagged.jsonl --input json --by site --cluster patient",
    ),
    records=("counts", "named"),
    gives=("evaluate",),
    tab="actual columns separator | steps by cluster missing encoding",
)  # fmt: skip
KEYS = ("weights", "weight_kind", "by", "cluster", "stratum", "missing", "table", "sql", "encoding")


def answer(given: Given) -> Result:
    """The evaluation of the sets, the comparison of several systems, or how stable the measures are."""
    from informed.questions.multilabel import compare_multilabel, multilabel
    from informed.questions.multilabel.hierarchy import APART
    from informed.questions.multilabel.measures import MEASURES
    from informed.readers.files.matrix import read_label_prices
    from informed.readers.labels import refuse_ids

    if given["steps"] is not None:
        refuse(dict.fromkeys(given.said, True), (*APART, "stability"), f"with {arg('steps')}")
    prices = {name: read_label_prices(given[name]) for name in ("cost", "value") if given[name] is not None}
    sets, systems = _read(given)
    if not (given["many_labels"] or given["kind"] == "long"):  # a long file says itself which of its columns are ids
        said = max(int(side.sizes @ sets.counts) for side in sets.sides)
        refuse_ids(sets.labels, said, "the sets", f"use {arg('many_labels', True)}")
    for name in ("stability", "steps"):
        if systems > 1 and given[name] is not None:
            raise InputError(f"{arg(name)} is of one system; give one at a time")
    if given["steps"] is not None:
        found: Result = multilabel(sets, steps=given["steps"], level=given["level"])
        return found
    if given["stability"] is not None:
        alone = multilabel(sets, measures=MEASURES, level=None)
        return alone.stability(resample=given["stability"], draws=given["draws"] or 500, seed=given["seed"])
    ask = multilabel if systems == 1 else compare_multilabel
    with progress("Renaming categories") as show:
        drawn = {name: given[name] for name in ("level", "draws", "seed")}
        return ask(sets, **prices, **drawn, progress=show)


def _read(given: Given) -> "tuple[LabelSets, int]":
    """The sets, and of how many systems: columns of one file, or a file each."""
    from informed.readers.files.setlists import read_set_columns, read_set_files

    files, columns = given["files"], given["columns"]
    how: dict[str, Any] = {name: given[name] for name in KEYS}
    how |= {"abstain": given["abstain"] or None, "strip": not given["raw"]}
    for name in ("item", "label", "no_header"):
        if name in given.said and given["kind"] != "long":
            raise InputError(f"{arg(name)} is for files with one label per row; give {arg('kind', 'long')} too")
    if len(files) == 1 or given["actual"] or columns:
        needed(given, "actual", "columns")
        if "kind" in given.said:
            what = "is for files of sets; columns of one file are lists or texts: leave it out"
            raise InputError(f"{arg('kind')} {what}")
        if len(files) > 1:
            both = f"{arg('actual')} and {arg('columns')}"
            raise InputError(f"{both} name columns of one file; give one file, or leave them out")
        systems = {"predicted": columns[0]} if len(columns) == 1 else {name: name for name in columns}
        return read_set_columns(files[0], given["actual"], systems, separator=given["separator"], **how), len(columns)
    if given["separator"] is not None:
        both = f"{arg('actual')}, {arg('columns')}"
        raise InputError(f"{arg('separator')} is for columns of one file ({both}); leave it out")
    if how.pop("sql") is not None:
        raise InputError(
            f"{arg('sql')} asks one database for columns of sets ({arg('actual')}, {arg('columns')}), and {len(files)} "
            "files are named; name one"
        )
    places = {"kind": given["kind"], "id": given["item"], "label": given["label"]}
    places |= {"header": not given["no_header"], "first_label": given["first_label"]}
    first, *others = files
    several = others[0] if len(others) == 1 else _named(others)
    return read_set_files(first, several, **places, **how), len(others)


def _named(paths: Sequence[str]) -> dict[str, str]:
    """Each file by the name of its system, which must be its own."""
    names = [Path(path).stem for path in paths]
    if twice := [name for name in names if names.count(name) > 1]:
        raise InputError(f"duplicate system name {twice[0]!r}; give the files different names")
    return dict(zip(names, paths, strict=True))
