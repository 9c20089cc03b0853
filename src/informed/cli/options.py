"""Options that several commands share, and how a result leaves the program."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import rich_click as click
from click.core import ParameterSource

from informed.cli.kinds import DATABASE, FILE, NUMBER, SAMPLES, WHOLE, WORDS, Files, Named, Whole, option_of
from informed.cli.origin import TITLE, origin
from informed.core.counts import Counts
from informed.core.errors import InputError, choice
from informed.core.result import IMAGES
from informed.core.writing import visible

if TYPE_CHECKING:
    from informed.core.items import Items
    from informed.questions.evaluate.result import Evaluation

F = TypeVar("F", bound=Callable[..., Any])

FORMATS = ("text", "json", "csv", "markdown", "html", "metrics")


def stacked(*options: Callable[[F], F]) -> Callable[[F], F]:
    """Several options as one decorator, in the order they are written."""

    def add(function: F) -> F:
        for option in reversed(options):
            function = option(function)
        return function

    return add


logged = stacked(
    click.option(
        "--input",
        "kind",
        default="auto",
        show_default=True,
        help="The kind of file: rows; a sample log (inspect, lm-eval, helm, every-eval-ever, promptfoo, openai-evals, "
        "mlflow, items); or an export of label-studio, prodigy, doccano or argilla with a ground truth; auto "
        "detects it.",
    ),
    click.option("--model", help="For a log of several models: the one to use."),
    click.option("--gold-file", help="For a log: a file of labels that are joined to its items by --id."),
    click.option("--id", default="id", show_default=True, help="The column of ids in --gold-file."),
    click.option("--scorer", help="For a log with several scorers or metrics: the one to use."),
    click.option("--target", help="For an lm-eval log: whether targets are the index or the text of an option."),
)

levelled = click.option("--level", default=0.95, show_default=True, type=NUMBER, help="Confidence level.")
seeded = click.option("--seed", default=0, show_default=True, type=Whole(least=0), help="Random seed.")
encoded = click.option(
    "--encoding", default="utf-8", show_default=True, help="Encoding of text files: utf-8, latin-1, utf-16."
)

_separated = click.option("--separator", help="The character between fields; by default detected.")
parted = stacked(
    click.option("--table", help="The table of a database, or the sheet of a workbook; as FILE#NAME."),
    click.option("--sql", help='What to read from a database: "select ... from ...", which reads nothing else.'),
    click.option(
        "--database",
        is_eager=True,
        expose_value=False,
        callback=lambda context, _, name: context.meta.update({DATABASE: name}),
        help="A database to read, as FILE is.",
    ),
)
opened = stacked(encoded, _separated, parted)
filed = stacked(
    encoded,
    _separated,
    click.option("--skip-bad-rows", is_flag=True, help="Skip rows that cannot be read, and report how many."),
    parted,
)


filing = click.argument("files", nargs=-1, required=True, cls=Files)

weighted = stacked(
    click.option("--weights", help="A column of weights."),
    click.option(
        "--weight-kind", default="sampling", show_default=True, help="Kind of weights: sampling or frequency."
    ),
)

grouping = click.option(
    "--by", multiple=True, help="A column that splits the items into groups; repeat it for several."
)


def abstaining(says: str) -> Callable[[F], F]:
    """Values that mean "no answer", of which "" stands for empty cells."""
    return click.option(
        "--abstain",
        multiple=True,
        callback=lambda _context, _parameter, given: tuple(each or None for each in given),
        help=f'{says}; "" for empty cells.',
    )


keyed = stacked(
    weighted,
    grouping,
    click.option("--labels", type=WORDS, default=None, help="All labels, in the order to show them."),
    click.option("--missing", default="raise", show_default=True, help="Missing labels: raise, drop or unjudged."),
    abstaining('A predicted label that means "no prediction"'),
)

reading = stacked(
    filing,
    click.option("--actual", help="The column of actual labels."),
    click.option("--predicted", help="The column of predicted labels."),
    keyed,
    filed,
    logged,
    click.option("--question", help="For an export with several questions: the one to use."),
    click.option("--rater", help="For an export: whose labels to evaluate; all raters by default."),
)

depending = stacked(
    click.option("--cluster", help="A column: items with the same value are clustered (patients, documents)."),
    click.option("--stratum", help="A column: the part of the population that an item was sampled from (stratum)."),
)

judging = stacked(
    click.option("--positive", help="The label that counts as positive; adds the binary rates of a two-class table."),
    click.option("--undefined", default="limit", show_default=True, help="Value of 0/0: limit, nan or raise."),
    click.option("--reference", default="gold", show_default=True, help="The actual labels are gold or comparator."),
    click.option("--reference-quality", help="A file of checked items: their true label and the label given."),
    levelled,
    click.option("--method", default=None, help="Interval method: bootstrap, posterior, ...; default: the best."),
    click.option("--draws", default=4000, show_default=True, type=WHOLE, help="Random draws of a method."),
    seeded,
    click.option("--measure", "measures", multiple=True, help="A further measure, e.g. 'f_measure(beta=2)'."),
    click.option("--cost", help="Cost of each actual x predicted outcome: '0 1; 5 0', or a file."),
    click.option("--value", help="Value of each outcome, written like --cost."),
    click.option("--view", default="table", show_default=True, help="View: table, inverse, dual or perverse."),
)


def answering(function: F) -> Callable[..., None]:
    """A command that gives a result: printed, or written to the file that -o names."""

    @printing
    @wraps(function)
    def printed(*, style: str | None, output: Path | None, every: bool, **options: Any) -> None:
        emit(function(**options), style, output, every=every)

    return printed


def _pictured(context: click.Context, _: click.Parameter, name: str | None) -> None:
    """Keep the name of a chart until a result leaves the program; where no image is written it has no effect."""
    output = context.params.get("output")
    if name is not None and (output is None or output.suffix not in IMAGES):
        raise InputError(f"--chart {name} is for images; give -o FILE.svg, .png or .pdf")
    context.meta[CHART] = name


def saving_as(formats: tuple[str, ...]) -> Callable[[F], F]:
    """Where an answer goes, and in which of these formats."""
    return stacked(
        click.option("--format", "style", type=Named(formats), help="Format; by default the ending of -o, or text."),
        click.option("-o", "--output", type=FILE, is_eager=True, help="Write to this file."),
        click.option(
            "--chart",
            expose_value=False,
            callback=_pictured,
            help="The chart that -o FILE.png, .svg or .pdf holds: roc, labels, 'kite(c=2)', ...",
        ),
        click.option(
            "--title",
            expose_value=False,
            callback=lambda context, _, text: context.meta.update({TITLE: text}),
            help="The heading of a report in HTML, Markdown or Excel, or of a chart.",
        ),
    )


every = click.option("--all", "every", is_flag=True, help="Show every measure and test.")
saving = saving_as(FORMATS)
printing = stacked(saving, every)
printing_evaluation = stacked(saving_as((*FORMATS, "classification_report")), every)
printing_consensus = stacked(saving_as((*FORMATS, "label-studio")), every)

SHOWN = ("report", "regression", "pairs", "significance", "corrections")
showing = click.option(
    "--show",
    "shown",
    default="report",
    show_default=True,
    help="report; regression; pairs (DeltaP of every class and label); significance (every test); or corrections "
    "(information without small-sample bias).",
)

CHART = "informed.chart"  # where --chart waits until a result leaves the program
TAKER = "informed.taker"  # who takes the result of a command that another door calls


def emit(result: Any, style: str | None, output: Path | None, *, of: Any = None, **options: Any) -> None:
    """Print a result, or write it to a file in the format its ending asks for and say so.

    Where --record asks for it, it is recorded, or what it is a reading ``of``.
    """
    from informed.cli.recording import kept, named

    named(of or result)  # a mistake is found before anything is written
    leave(result, style, output, **options)
    kept(of or result)


def leave(result: Any, style: str | None, output: Path | None, **options: Any) -> None:
    """Print a result, write it to a file, or give it to the door that called the command."""
    context = click.get_current_context(silent=True)
    if context is not None and TAKER in context.meta:
        context.meta[TAKER](result)
        return
    about = origin(context) if context is not None else {}
    chart = context.meta.get(CHART) if context else None
    if output is None:
        click.echo(result.report(style or "text", **about, **options).rstrip("\n"))
        return
    with warnings.catch_warnings(record=True, action="always", category=UserWarning) as noted:
        result.save(output, style, chart=chart, **about, **options)
    click.echo("\n".join([f"wrote {output}", *(f"Note: {each.message}" for each in noted)]), err=True)


COLUMNS = ("actual", "predicted", "weights", "weight_kind", "by", "labels", "missing", "abstain")
OPENED = ("encoding", "separator", "table", "sql")
READING = (*OPENED, "skip_bad_rows")
LOGGED = ("scorer", "target", "model", "gold_file", "id")
ABOUT_READING = {*COLUMNS, *READING, *LOGGED, "kind", "question", "rater", "cluster", "stratum", "systems"}


def counted(options: dict[str, Any], *, ids: bool = False) -> tuple[Counts, dict[str, Any]]:
    """The counts that the reading options describe, and the options that are left; ``ids``: also those of ids."""
    found, left = _counted(options) if ids else _classes(options)
    if isinstance(found, Counts):
        return found, left
    if found.cluster is None:
        return found.counts(), left
    raise InputError(
        "the file holds several answers per item (epochs or raters), so the answers are not independent; "
        "use informed evaluate, which treats the answers to one item as a cluster"
    )


def _counted(options: dict[str, Any], **design: str | None) -> tuple[Counts | Items, dict[str, Any]]:
    from informed.cli.exports import EXPORTED, counted_export, holds_truth
    from informed.cli.logs import counted_logs, kind_read
    from informed.cli.progress import progress
    from informed.readers.columns import Columns
    from informed.readers.counting import count_files
    from informed.readers.distinct import distinct
    from informed.readers.saved import all_saved

    columns = {name: options.pop(name) for name in COLUMNS}
    how = {name: options.pop(name) for name in READING}
    logged = {name: options.pop(name) for name in LOGGED}
    exported = {name: options.pop(name) for name in EXPORTED}
    files, depending = options.pop("files"), any(design.values())
    kind = options.pop("kind")
    if holds_truth(kind, files, columns["actual"]):
        only(("kind", "by", "labels", "abstain", *EXPORTED), "with an export")
        return counted_export(files, kind, columns, exported), options
    refuse(exported, EXPORTED, "here: it is for exports of annotation tools, see --input")
    if (kind := kind_read(kind, files, columns["actual"], logged)) != "rows":
        return counted_logs(files, kind, columns | design, logged), options
    if all_saved(files):
        only(("kind",), "with saved counts")
    columns["abstain"] = columns["abstain"] or None
    with progress("counting") as show:
        if depending:
            return distinct(files, Columns.named(**columns, **design), progress=show, **how), options
        return count_files(files, Columns.named(**columns), progress=show, **how), options


def lacking(missing: Sequence[str], files: Sequence[str], reading: Mapping[str, Any] | None = None) -> InputError:
    """What a command still needs, all of it at once, and the columns of its file to choose from."""
    said = f"missing {' and '.join([', '.join(missing[:-1]), missing[-1]] if len(missing) > 1 else missing)}"
    if not files and (reading or {}).get("sql"):
        return InputError("missing --database, the database that --sql is asked of")
    said += "".join(f", for example {each} {SAMPLES[each]}" for each in missing if each in SAMPLES)
    if not files or files[0] == "-" or set(missing) <= set(SAMPLES):
        return InputError(said)
    from informed.readers.files import columns_of

    known = {name: each for name, each in (reading or {}).items() if name in READING}
    names = columns_of(files[0], **known)[0]
    return InputError(f"{said}; the columns of {files[0]} are {', '.join(names)}")


def typed(name: str) -> bool:
    """Whether an option was typed, be it with its usual value."""
    context = click.get_current_context(silent=True)
    return context is not None and context.get_parameter_source(name) is ParameterSource.COMMANDLINE


def only(used: Iterable[str], why: str) -> None:
    """Refuse every option about reading that was typed and is not ``used`` here: it would be without effect."""
    context = click.get_current_context(silent=True)
    for option in context.command.params if context else ():
        if option.name in ABOUT_READING - {*used} and typed(option.name):
            raise InputError(f"{option_of(option)} cannot be used {why}; leave it out")


def refuse(options: dict[str, Any], names: Iterable[str], why: str) -> None:
    """Refuse options that would be without effect."""
    for name in names:
        if options[name]:
            raise InputError(f"--{name} cannot be used {why}; leave it out")


def sampled(options: dict[str, Any]) -> tuple[Counts | Items, dict[str, Any]]:
    """The counts that the reading options describe, of items in clusters and strata if any; and what is left."""
    return _classes(options, **{name: options.pop(name) for name in ("cluster", "stratum")})


def _classes(options: dict[str, Any], **design: str | None) -> tuple[Counts | Items, dict[str, Any]]:
    """The same, of columns that hold classes, not ids."""
    from informed.readers.labels import refuse_ids

    listed = options["labels"]
    found, left = _counted(options, **design)
    if not listed:
        counts = found if isinstance(found, Counts) else found.counts()
        refuse_ids({*counts.labels, *counts.labels_predicted}, counts.n, "--actual and --predicted")
    return found, left


def told(notes: Iterable[str]) -> None:
    """Notes beside what is printed, on standard error."""
    for note in notes:
        click.echo(visible(f"informed: {note}"), err=True)


def judged(data: Counts | Items, how: dict[str, Any]) -> Evaluation:
    """The evaluation that the judging options describe."""
    from informed.cli.special import import_special_functions
    from informed.questions.evaluate import evaluate
    from informed.questions.evaluate.views import view
    from informed.readers.matrix import read_prices

    import_special_functions()
    counts = view(data if isinstance(data, Counts) else data.counts(), how["view"])
    sides = counts.labels, counts.labels_predicted
    prices = {name: None if how[name] is None else read_prices(how[name], *sides) for name in ("cost", "value")}
    return evaluate(data, **{**how, **prices, "positive": label_of(how["positive"], counts)})


def show(evaluation: Evaluation, what: str, style: str | None, output: Path | None, *, every: bool) -> None:
    """Print the report of an evaluation, or another reading of the same table."""
    if choice("--show", what, SHOWN) == "report":
        emit(evaluation, style, output, every=every)
    else:
        found = getattr(evaluation, what)
        emit(found() if callable(found) else found, style, output, of=evaluation)


def label_of(text: str | None, counts: Counts) -> Any:
    """The label that is written like this; on the command line every label is text."""
    return next((label for label in counts.labels if str(label) == text), text)
