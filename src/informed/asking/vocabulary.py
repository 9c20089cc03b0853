"""The parameters that several questions share: each is one object, with one help, one default and one kind for all."""

from collections.abc import Iterable

from informed.asking.declared import (
    COLUMN,
    FILE,
    FLAG,
    LABEL,
    NUMBER,
    WHOLE,
    WORDS,
    Choice,
    Number,
    Parameter,
    Renaming,
    Silence,
    Whole,
    Written,
    flat,
)
from informed.core.given import Missing, Reference, Settled, Side, Undefined, Unjudged, View, WeightKind, Words

# --- what is read ----------------------------------------------------------------------------------------------------

FILES = Parameter(
    "files", "Tables, databases, logs, saved counts, or - for standard input.", required=True, positional="many"
)

ACTUAL = Parameter(
    "actual",
    "The column of actual labels.",
    COLUMN,
    "data",
    usual=True,
    synonyms=("truth", "true", "y_true", "gold", "label", "target", "reference"),
)
PREDICTED = Parameter(
    "predicted",
    "The column of predicted labels.",
    COLUMN,
    "data",
    usual=True,
    synonyms=("system", "prediction", "predictions", "pred", "y_pred", "yhat", "cluster", "scores", "score"),
)
WEIGHTS = Parameter("weights", "A column of weights.", COLUMN, "data", synonyms=("weight", "sample_weight"))
WEIGHT_KIND = Parameter("weight_kind", "What weights are.", Choice(WeightKind), "data", default="sampling")
BY = Parameter(
    "by",
    "Split the items into groups by this column; may be repeated.",
    COLUMN,
    "data",
    repeats=True,
    usual=True,
    synonyms=("group", "groups", "slice"),
)
LABELS = Parameter("labels", "All labels, in the order to show them.", WORDS, "data")
RENAME = Parameter(
    "rename",
    "A label and the name to count it under: pos=ill; the same name for several labels merges them.",
    Renaming(),
    "data",
    repeats=True,
    default=(),
    synonyms=("relabel", "map", "mapping"),
)
MISSING = Parameter("missing", "Items without a label.", Choice(Missing), "data", default="raise", usual=True)
ABSTAIN = Parameter(
    "abstain", 'A predicted label that means "no prediction"; "" for empty cells.', Silence(), "data", repeats=True
)
CLUSTER = Parameter(
    "cluster",
    "Items with the same value belong together (a patient).",
    COLUMN,
    "data",
    usual=True,
    synonyms=("group", "groups"),
)
STRATUM = Parameter(
    "stratum", "A column: the part of the population that an item was sampled from (stratum).", COLUMN, "data"
)
KEYED = (WEIGHTS, WEIGHT_KIND, BY, LABELS, RENAME, MISSING, ABSTAIN)
WEIGHTED = (WEIGHTS, WEIGHT_KIND)
DEPENDING = (CLUSTER, STRATUM)

ENCODING = Parameter("encoding", "Encoding of text files: utf-8, latin-1, utf-16.", group="files", default="utf-8")
SEPARATOR = Parameter("separator", "The character between fields; by default detected.", group="files")
SKIP_BAD_ROWS = Parameter("skip_bad_rows", "Skip rows that cannot be read, and report how many.", FLAG, "files")
PARTED = (
    Parameter("table", "The table of a database, or the sheet of a workbook; as FILE#NAME.", group="files"),
    Parameter("sql", 'What to read from a database: "select ... from ...", which reads nothing else.', group="files"),
)
VERIFIED = Parameter("verified", "Which items were verified (yes or no); the others are allowed for.", COLUMN)
DATABASE = Parameter("database", "A database to read, as FILE is.", group="files", door="shell")
OPENED = (ENCODING, SEPARATOR, *PARTED)
FILED = (ENCODING, SEPARATOR, SKIP_BAD_ROWS, *PARTED)


def log_kinds() -> Iterable[str]:
    """The kinds of files with rows, of logs, and of exports with a ground truth."""
    from informed.readers.annotations import KINDS as EXPORTS
    from informed.readers.logs import KINDS

    return "auto", "rows", *KINDS, *EXPORTS


INPUT = Parameter(
    "kind", "The kind of file; auto detects it.", Choice(log_kinds), "logs", default="auto", option="input"
)
SCORER = Parameter("scorer", "For a log with several scorers or metrics: the one to use.", group="logs")
LOGGED = (
    Parameter("model", "For a log of several models: the one to use.", group="logs"),
    Parameter("gold_file", "For a log: a file of labels that are joined to its items by --id.", FILE, "logs"),
    Parameter("id", "The column of ids in --gold-file.", COLUMN, "logs", default="id"),
    SCORER,
    Parameter("target", "For an lm-eval log: whether targets are the index or the text of an option.", group="logs"),
)
QUESTION = Parameter("question", "For an export with several questions: the one to use.", group="logs")
RATER = Parameter("rater", "For an export: whose labels to evaluate; all raters by default.", group="logs")

QRELS = Parameter("qrels", "FILE is a search run (TREC); this file holds the relevance judgements.", FILE, "search")
RELEVANT = Parameter("relevant", "With --qrels: the lowest grade that is relevant; 1 by default.", WHOLE, "search")
CUTOFF = Parameter(
    "cutoff", "With --qrels: how many documents of each topic are returned, or R; default: all.", group="search"
)
UNJUDGED = Parameter("unjudged", "With --qrels: what documents without judgement are.", Choice(Unjudged), "search")
JUDGEMENTS, CUTOFFS = (QRELS, RELEVANT), (CUTOFF, UNJUDGED)

ROWS = Parameter("rows", "FILES is a table whose rows are these.", Choice(Side), "data", usual=True)
N = Parameter("n", "The number of items, when the table holds proportions.", WHOLE, "data")
READING = flat(FILES, ACTUAL, PREDICTED, KEYED, ROWS, N, FILED, DATABASE, INPUT, LOGGED, QUESTION, RATER)

# --- what is asked ---------------------------------------------------------------------------------------------------

POSITIVE = Parameter(
    "positive", "The positive label; adds the rates of it.", LABEL, usual=True, synonyms=("pos_label",)
)
MEASURES = Parameter(
    "measures",
    "A further measure, e.g. 'f_measure(beta=2)'.",
    default=(),
    repeats=True,
    option="measure",
    usual=True,
    synonyms=("metric", "measures", "metrics"),
)
COST = Parameter("cost", "Cost of each actual x predicted outcome: '0 1; 5 0'; or a file.", Written(), usual=True)
VALUE = Parameter("value", "Value of each outcome, written like --cost.", Written())
UNDEFINED = Parameter("undefined", "Value of 0/0.", Choice(Undefined), default="limit", synonyms=("zero_division",))
REFERENCE = Parameter("reference", "What the actual labels are.", Choice(Reference), default="gold")
REFERENCE_QUALITY = Parameter(
    "reference_quality", "A file of checked items: their true label and the label given.", Written()
)
VIEW = Parameter("view", "The table as it is, or as one of its views.", Choice(View), default="table")
WORDING = Parameter(
    "words",
    "Recall and precision, or sensitivity, specificity, PPV, NPV and likelihood ratios; clinical with --positive.",
    Choice(Words),
)
MARGIN = Parameter("margin", "The largest difference that would not matter.", Number(above=0))
UNDECIDED = Parameter(
    "undecided", "Too few items to tell: exit code 0 or 1; by default 4.", Choice(Settled), usual=True
)

# --- uncertainty -----------------------------------------------------------------------------------------------------


LEVEL = Parameter(
    "level",
    "Confidence level.",
    NUMBER,
    "uncertainty",
    default=0.95,
    usual=True,
    synonyms=("confidence", "alpha", "ci"),
)
METHOD = Parameter(
    "method",
    "Interval method: bootstrap, posterior, ...; default: the best.",
    group="uncertainty",
    synonyms=("interval",),
)
DRAWS = Parameter(
    "draws",
    "Random draws of a method.",
    WHOLE,
    "uncertainty",
    default=4000,
    synonyms=("bootstrap", "n_boot", "permutations"),
)
SEED = Parameter("seed", "Random seed.", Whole(least=0), "uncertainty", default=0, synonyms=("random_state",))
JUDGING = (
    POSITIVE, UNDEFINED, REFERENCE, REFERENCE_QUALITY, LEVEL, METHOD, DRAWS, SEED, MEASURES, COST, VALUE, VIEW,
)  # fmt: skip

# --- the ledger ------------------------------------------------------------------------------------------------------

LEDGER = Parameter(
    "ledger",
    "The ledger: a file, sqlite:///FILE or postgresql://...; see informed ledger.",
    group="recording",
    door="shell",
    shown="FILE",
)
SYSTEM = Parameter("system", "Only runs of this system.", option="as", shown="SYSTEM", usual=True)
SINCE = Parameter("since", "Only runs recorded since this time: 2026-11-01.")
TASK = Parameter("task", "The task whose runs are meant.", required=True, positional="one")
RECORD = Parameter(
    "record",
    "Record the answer in the ledger as a run of this task.",
    group="recording",
    door="shell",
    shown="TASK",
    usual=True,
)
RECORDING = (
    RECORD,
    Parameter("as_system", "With --record: the system that made the predictions.", group="recording", door="shell",
              option="as", shown="SYSTEM", usual=True),
    Parameter("version", "With --record: the version of the system.", group="recording", door="shell",
              option="system-version"),
    Parameter("dataset", "With --record: the name of the data; by default that of the files.", group="recording",
              door="shell", option="data"),
    Parameter("tags", "With --record: a tag; repeat it for several.", group="recording", door="shell", repeats=True,
              option="tag", shown="NAME=VALUE"),
    Parameter("time", "With --record: when it was measured, as 2026-11-01T02:30 (UTC); else now.", group="recording",
              door="shell", shown="TIME"),
    LEDGER,
)  # fmt: skip
ITEMS = (
    Parameter("items", "With --record: keep the labels of each item by this id.", COLUMN, "recording", door="shell",
              option="keep-items"),
    Parameter("hash_ids", "With --keep-items: keep the ids as hashes.", FLAG, "recording", door="shell"),
)  # fmt: skip

# --- how an answer leaves --------------------------------------------------------------------------------------------

FORMATS = ("text", "json", "csv", "markdown", "html", "metrics")
OUTPUT = Parameter(
    "output",
    "Write to this file.",
    FILE,
    "output",
    short="-o",
    door="shell",
    usual=True,
    synonyms=("out", "save", "html"),
)
PRINTING = (
    OUTPUT,
    Parameter("every", "Show every measure and test.", FLAG, "output", option="all", door="shell", usual=True),
    Parameter("explain", "Say below what each measure and word means.", FLAG, "output", door="shell"),
    Parameter(
        "chart", "The chart that -o FILE.png, .svg, .pdf holds, or its data in .csv, .json: roc, ...", group="output",
        door="shell",
    ),
    Parameter("title", "The heading of a report, a workbook or a chart.", group="output", door="shell"),
)  # fmt: skip


def formatted(further: tuple[str, ...] = ()) -> Parameter:
    """The formats of an answer."""
    return Parameter(
        "style",
        "Format; by default the ending of -o, or text.",
        Choice(lambda: (*FORMATS, *further)),
        "output",
        option="format",
        door="shell",
    )
