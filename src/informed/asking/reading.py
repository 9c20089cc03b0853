"""What a question reads, from what was said in any door: counts of rows, items, sample logs, exports, bare tables."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from informed.asking import vocabulary
from informed.asking.declared import Given, Question
from informed.core.counts import Counts
from informed.core.errors import InputError, arg, call
from informed.core.items import Items

if TYPE_CHECKING:
    from informed.readers.logs import Grades


PATIENCE = 1.0  # seconds before anything is shown
STEPS = 1000


@contextmanager
def progress(what: str) -> Iterator[Callable[[float], None] | None]:
    """Something to call with the share done; None where nobody is watching."""
    if sys.stderr is None or not sys.stderr.isatty():
        yield None
        return
    started = time.monotonic()
    bars: list[Any] = []

    def show(share: float) -> None:
        if time.monotonic() - started > PATIENCE:
            if not bars:
                bars.append(_bar(what))
            bars[0].update(round(share * STEPS) - bars[0].pos)

    try:
        yield show
    finally:
        for bar in bars:
            bar.render_finish()


def _bar(what: str) -> Any:
    import click

    bar = click.progressbar(length=STEPS, label=what, file=sys.stderr)
    bar.render_progress()
    return bar


COLUMNS = ("actual", "predicted", *(each.name for each in vocabulary.KEYED))
OPENED = tuple(each.name for each in vocabulary.OPENED)
FILED = tuple(each.name for each in vocabulary.FILED)
LOGGED = tuple(each.name for each in vocabulary.LOGGED)
EXPORTED = ("question", "rater")
DESIGN = ("cluster", "stratum")
ABOUT_READING = (*COLUMNS, *FILED, *LOGGED, "kind", *EXPORTED, *DESIGN, "systems", "fold")
SAMPLES = {"require": "'informedness.low >= 0.6'"}  # of required parameters that name no column


def only(given: Given, used: Iterable[str], why: str) -> None:
    """Refuse whatever was said about reading that is not ``used`` here: it would be without effect."""
    for name in ABOUT_READING:
        if name in given.said and name not in used:
            raise InputError(f"{arg(name)} cannot be used {why}; leave it out")


def named(given: Mapping[str, Any], names: Iterable[str]) -> dict[str, Any]:
    """These of what was said; what a question does not have was not said."""
    return {name: given.get(name) for name in names}


def opening(given: Mapping[str, Any], names: Iterable[str] = FILED) -> dict[str, Any]:
    """How files are opened, as far as the question lets one say it."""
    return {name: given[name] for name in names if name in given}


def refuse(given: Mapping[str, Any], names: Iterable[str], why: str) -> None:
    """Refuse what would be without effect."""
    for name in names:
        if given.get(name):
            raise InputError(f"{arg(name)} cannot be used {why}; leave it out")


def lacking(missing: Sequence[str], given: Mapping[str, Any]) -> InputError:
    """What a question still needs, all of it at once, and the columns of its file to choose from."""
    written = ["FILES" if each == "files" else arg(each) for each in missing]
    said = f"missing {' and '.join([', '.join(written[:-1]), written[-1]] if len(written) > 1 else written)}"
    files = given.get("files") or ()
    if not files and given.get("sql"):
        return InputError(f"missing {arg('database')}, the database that {arg('sql')} is asked of")
    said += "".join(f", for example {arg(each)} {SAMPLES[each]}" for each in missing if each in SAMPLES)
    if not files or files[0] == "-" or set(missing) <= set(SAMPLES):
        return InputError(said)
    from informed.readers.files.rows import columns_of

    names = columns_of(files[0], **opening(given))
    return InputError(f"{said}; the columns of {files[0]} are {', '.join(names)}")


def needed(given: Mapping[str, Any], *names: str) -> None:
    """Stop where one of these was not said."""
    if missing := [name for name in names if given.get(name) in (None, (), "")]:
        raise lacking(missing, given)


def complete(question: Question, given: Mapping[str, Any]) -> None:
    """Stop where something that a question needs was not said."""
    needed(given, *(each.name for each in question.parameters if each.required and not given.get(each.unless)))


# --- rows, logs and exports ------------------------------------------------------------------------------------------


def counted(given: Given, *, ids: bool = False) -> Counts:
    """The counts of what is named; ``ids``: columns of ids are counted too."""
    found = _labelled(_read(given, {}) if ids else _classes(given, {}))
    if isinstance(found, Counts):
        return found
    if found.cluster is None:
        return found.counts()
    raise InputError(
        "the file holds several answers per item (epochs or raters), so the answers are not independent; "
        f"use {call('evaluate')}, which treats the answers to one item as a cluster"
    )


def sampled(given: Given) -> Counts | Items | Grades:
    """The counts of what is named, of items in clusters and strata if any; the grades of a log that has no more."""
    return _classes(given, named(given, DESIGN))


def judgeable(given: Given) -> Counts | Items:
    """The same, where grades alone are not enough."""
    return _labelled(sampled(given))


def _labelled(found: Counts | Items | Grades) -> Counts | Items:
    if not isinstance(found, (Counts, Items)):
        raise InputError(f"{found.reason}; {call('evaluate')} gives the accuracy by its grades")
    return found


def _classes(given: Given, design: Mapping[str, Any]) -> Counts | Items | Grades:
    """The same, of columns that hold classes, not ids."""
    from informed.readers.labels import refuse_ids

    found = _read(given, design)
    if not given.get("labels") and isinstance(found, (Counts, Items)):
        counts = found if isinstance(found, Counts) else found.counts()
        refuse_ids({*counts.labels, *counts.labels_predicted}, counts.n, f"{arg('actual')} and {arg('predicted')}")
    return found


def _read(given: Given, design: Mapping[str, Any]) -> Counts | Items | Grades:
    from informed.asking.exports import counted_export, holds_truth
    from informed.asking.logs import counted_logs, kind_read
    from informed.readers.columns import Columns
    from informed.readers.counting import count_files
    from informed.readers.distinct import distinct
    from informed.readers.files.saved import all_saved
    from informed.readers.kinds import refuse_foreign

    files, columns = given["files"], named(given, COLUMNS)
    if given.get("rows") or (len(files) == 1 and is_table(files[0])):
        if len(files) > 1:
            raise InputError(f"{len(files)} tables; give one, or name the columns of files: {arg('actual')}")
        only(given, ("labels",), f"with {arg('rows')}: a table has no columns")
        return tabled(files[0], given)
    if holds_truth(given["kind"], files, columns["actual"]):
        only(given, ("kind", "by", "labels", "abstain", *EXPORTED), "with an export")
        return counted_export(files, given["kind"], columns, named(given, EXPORTED))
    refuse(given, EXPORTED, f"here: it is for exports of annotation tools, see {arg('kind')}")
    if (kind := kind_read(given["kind"], files, columns["actual"], given)) != "rows":
        return counted_logs(files, kind, columns | dict(design), given)
    if all_saved(files):
        only(given, ("kind",), "with saved counts")
    elif not (columns["actual"] or columns["predicted"] or given["kind"] == "rows"):
        refuse_foreign(files[0], _foreign())
    if not all_saved(files) and (given.get("require") or given.get("recording")):
        needed(given, "actual", "predicted")  # what is kept or stops a build is never about columns that were guessed
    columns["abstain"] = columns["abstain"] or None
    with progress("counting") as show:
        if any(design.values()):
            return distinct(files, Columns.named(**columns, **design), progress=show, **opening(given))
        return count_files(files, Columns.named(**columns), progress=show, **opening(given))


def _foreign() -> dict[str, str]:
    """What to do with files that hold no rows."""
    sides = f"{arg('rows', 'actual')} or {arg('rows', 'predicted')}"
    return {
        "run": f"{call('evaluate')} takes it with its judgements, {arg('qrels')}",
        "qrels": f"{call('evaluate')} takes it as {arg('qrels')}, with the run",
        "matrix": f"{call('evaluate')} takes it with {sides}, which says what its rows are",
        "answer": "name the data that it was found from",
    }


# --- bare tables -----------------------------------------------------------------------------------------------------


def tabled(source: str, given: Given) -> Counts:
    """The counts of a bare table: the text itself, a file, saved counts, or - for standard input."""
    from informed.readers.files.matrix import read_matrix, read_matrix_file
    from informed.readers.files.saved import read_counts

    if not source.strip():
        raise InputError("the table is empty; write it as '30 12; 30 28', name a file, or - for standard input")
    if source.endswith(".json"):
        refuse({**given, "n": given.get("n") is not None}, ("rows", "labels", "n"), "with saved counts")
        return read_counts(source)
    if given.get("rows") is None:
        ways = f"{arg('rows', 'actual')} (scikit-learn) or {arg('rows', 'predicted')} (R)"
        raise InputError(f"missing {arg('rows')}: give {ways}")
    options = {"rows": given["rows"], "labels": given.get("labels") or (), "n": given.get("n")}
    return read_matrix(source, **options) if is_table(source) else read_matrix_file(source, **options)


def is_table(source: str) -> bool:
    """Whether a text is a table itself, and no file."""
    return any(mark in source for mark in ";\n") or source.replace(" ", "").replace(".", "").isdigit()


def label_of(text: str | None, counts: Counts) -> Any:
    """The label that is written like this; what a person types is text."""
    return next((label for label in counts.labels if str(label) == text), text)


def prices(given: Given, counts: Counts) -> dict[str, Any]:
    """Costs and values as a person writes them, or from a file."""
    from informed.readers.files.matrix import read_prices

    sides = counts.labels, counts.labels_predicted
    said = named(given, ("cost", "value"))
    return {name: None if text is None else read_prices(text, *sides) for name, text in said.items()}
