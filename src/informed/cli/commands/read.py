"""``informed count read``: what a sample log holds, or its items in another format."""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from informed.asking.declared import Choice, Given, Parameter, Question
from informed.asking.vocabulary import INPUT, OUTPUT, SCORER
from informed.cli.commanding import tell
from informed.core.accounting import left_out
from informed.core.counts import Counts
from informed.core.errors import InputError, choice
from informed.core.words import many, number
from informed.core.writing import visible, write
from informed.writers.layout import columns

if TYPE_CHECKING:
    from informed.readers.logs import Log


OTHERS = (".xlsx", ".csv", ".html", ".md", ".svg", ".png", ".pdf")  # endings of what an answer can be written as


def save(counts: Counts, output: Path | None) -> None:
    """Counts as JSON, to a file or to standard output; what happened to the rows goes to standard error."""
    from informed.readers.files.saved import write_counts

    if output is not None and output.suffix.lower() in OTHERS:
        why = f": counts are saved as JSON; name the file {output.stem}.json"
        raise InputError(why, argument="output", value=str(output))
    lost = left_out(counts)
    tell(counts.notes if output else (*counts.notes, *lost))
    if output is None:
        click.echo(visible(counts.to_json()))
        return
    write_counts(counts, output)
    (rows,) = lost or (f"{counts.rows_read:,} rows read, {counts.n:,} counted",)
    click.echo(f"{output}: {rows}", err=True)


def kinds() -> Iterable[str]:
    """The formats of logs."""
    from informed.readers.logs import KINDS

    return "auto", *KINDS


ENDINGS = ".csv and .jsonl hold one row per answer, .json is Every Eval Ever"


QUESTION = Question(
    "count read",
    "Show what a sample log holds: format, models, tasks, scorers and fields; or write its items.",
    (
        Parameter("file", "The log.", required=True, positional="one"),
        INPUT.but(kind=Choice(kinds), help="The format of the log; auto detects it.", usual=True),
        SCORER.but(help="The scorer whose grade and answer fill the columns grade and answer.", usual=True),
        Parameter("model", "Of a log of several models: the one to write.", usual=True),
        OUTPUT.but(help=f"Write the items: {ENDINGS}.", group="asked"),
    ),
    examples=(
        "informed count read log.eval",
        "informed count read log.eval -o items.csv",
        "informed count read log.eval -o run.json",
    ),
    place="informed.cli.commands.read",
    formats=None,
)


def answer(given: Given) -> None:
    """Show the log, or write its items."""
    from informed.readers.logs import read_log, runs_of

    scorer, model, output = (given[name] for name in ("scorer", "model", "output"))
    log = read_log(given["file"], given["kind"])
    if scorer is not None:
        choice("scorer", scorer, log.scorers)
    runs = {name: runs_of([log], scorer=name, model=model) for name in ([scorer] if scorer else log.scorers)}
    if output is not None:
        _write(next(iter(runs.values()))[0].log if model else log, scorer, output)
        return
    click.echo(visible(_shown(log, runs)))
    tell(log.notes)


def _shown(log: "Log", runs: dict[str, Any]) -> str:
    """The log in a few lines: its header reproduced for every scorer."""
    from informed.readers.logs.items import OWN, names

    questions = len({(each.model, each.task, each.id) for each in log.items})
    about = f"{log.path}: a log of {log.kind}, {many(len(log.items), 'answer')} to {many(questions, 'item')}"
    more = [name for name in names(log.items) if name not in OWN and name not in log.scorers]
    lines = [about, "", f"  models  {_few(log.models)}", f"  tasks   {_few(log.tasks)}", f"  fields  {_few(more)}", ""]
    rows = [["scorer", "model", "answers", "mean grade"]]
    for name, found in runs.items():
        rows += [[name, run.answers[0].item.model or "-", f"{len(run.answers):,}", number(run.mean)] for run in found]
    return "\n".join([*lines, columns(rows, left=2)])


def _few(names: Any, most: int = 12) -> str:
    found = [name or "-" for name in names]
    return ", ".join(found[:most]) + (f" and {len(found) - most} more" if len(found) > most else "") or "-"


def _write(log: "Log", scorer: str | None, output: Path) -> None:
    from informed.readers.logs.every_eval_ever import save
    from informed.readers.logs.items import rows
    from informed.writers.tabular import delimited

    if output.suffix == ".json":
        files = save(log, output)
        click.echo(f"wrote {' and '.join(map(str, files))}", err=True)
        return
    found = rows(log, scorer)
    if output.suffix == ".jsonl":
        text = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in found)
    elif output.suffix == ".csv":
        text = delimited(list(found[0]), ([*row.values()] for row in found))
    else:
        raise InputError(f": unknown file ending {output.suffix!r}; {ENDINGS}", argument="output", value=str(output))
    write(output, text)
    click.echo(f"wrote {output}", err=True)
