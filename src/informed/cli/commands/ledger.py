"""``informed ledger``: which ledger applies here, what it holds, and its runs as lines of JSON."""

from __future__ import annotations

import sys
import warnings
from pathlib import Path
from typing import TYPE_CHECKING

import click

from informed.asking.declared import FLAG, WHOLE, Given, Parameter, Question
from informed.asking.vocabulary import LEDGER, OUTPUT, PRINTING, SINCE, SYSTEM, TASK, formatted
from informed.cli.commanding import leave, tell
from informed.core.errors import InputError, arg, choice, door
from informed.core.writing import visible, write

if TYPE_CHECKING:
    from informed.ledger import Ledger, Run, Runs

LISTED = 20  # runs on a screen
EXPORTS = ("jsonl", "metrics", "eval_results", "every_eval_ever")  # all of a run; DVC; the Hugging Face Hub


QUESTION = Question(
    "ledger",
    "Say which ledger applies here and what it holds; with TASK, list the runs of a task.",
    (
        TASK.but(required=False),
        SYSTEM,
        Parameter("tags", "Only runs with this tag.", repeats=True, option="tag", shown="NAME=VALUE", usual=True),
        SINCE.but(usual=True),
        Parameter("last", "Only the newest so many runs.", WHOLE, usual=True),
        Parameter("shown", "Give an answer again: the id of a run, or last.", option="show", shown="RUN", usual=True),
        Parameter(
            "exporting",
            "Write the runs: --format jsonl (all of them), metrics (DVC) or eval_results.",
            FLAG,
            option="export",
            usual=True,
        ),
        Parameter(
            "importing",
            "Read runs that --export wrote; - for standard input.",
            option="import",
            shown="FILE",
            usual=True,
        ),
        Parameter(
            "verifying",
            "Say whether every run is as it was recorded; exit code 1 if not.",
            FLAG,
            option="verify",
            usual=True,
        ),
        Parameter("hash", "With --verify: the last hash that an earlier one named, kept elsewhere."),
        Parameter(
            "age", "Drop runs that were last recorded longer ago.", option="keep", shown="'400 days'", usual=True
        ),
        Parameter("measure", "With --format eval_results: the measure.", default="accuracy"),
        OUTPUT,
        formatted(EXPORTS),
        *(each for each in PRINTING if each.name not in ("output", "explain")),
        LEDGER.but(usual=True),
    ),
    examples=(
        "informed ledger",
        "informed ledger nightly --as v1.3 --last 10",
        "informed ledger nightly --show last -o report.html",
        "informed ledger --export -o runs.jsonl",
        "informed ledger nightly --export --format metrics -o metrics.json",
        "informed ledger --import runs.jsonl --ledger sqlite:///team.db",
        "informed ledger --verify",
        "informed ledger nightly --keep '400 days'",
    ),
    place="informed.cli.commands.ledger",
    formats=None,
)
WAY_OUT = ("output", "every", "chart", "title", "style")


def answer(given: Given) -> None:
    """The ledger, its runs, one of them again, or all of them written and read."""
    from informed.cli import COMMANDS, command_named
    from informed.ledger import Ledger
    from informed.ledger.chosen import known_task

    task, shown, exporting, style, output = (given[name] for name in ("task", "shown", "exporting", "style", "output"))
    if (style or output) and not (exporting or shown):
        raise InputError("--format and -o go with --show RUN or --export; the list of runs is text")
    if "measure" in given.said and not (exporting and style == "eval_results"):
        raise InputError("--measure goes with --export --format eval_results")
    if given["chart"] is not None and not shown:
        raise InputError("goes with --show RUN", argument="chart", value=given["chart"])
    if given["hash"] is not None and not given["verifying"]:
        raise InputError("--hash goes with --verify")
    ways = {"--import": given["importing"], "--export": exporting, "--show": shown}
    ways |= {"--verify": given["verifying"], "--keep": given["age"]}
    if len(ways_taken := [way for way, each in ways.items() if each]) > 1:
        raise InputError(f"{ways_taken[0]} and {ways_taken[1]} ask for different things; give one of them")
    whole = ("task", "system", "tags", "since", "last")
    if given["verifying"] and (some := next((name for name in whole if given[name]), None)) is not None:
        raise InputError(f"--verify reads the whole chain; leave {arg(some)} out")
    with Ledger(given["ledger"]) as ledger:
        if given["importing"] is not None:
            click.echo(_import(ledger, given["importing"]))
            return
        if given["verifying"]:
            found = ledger.verify(given["hash"])
            click.echo(visible(str(found)))
            raise SystemExit(0 if found.intact else 1)
        if task is not None:
            known_task(ledger, task)
        chosen = {name: given[name] for name in ("system", "tags", "since", "last")}
        if task is not None and not (ways_taken or given["every"] or any(chosen.values())):
            newest, every = ledger.runs(task, last=LISTED), ledger.tasks()[task]
            click.echo(visible(_listed(newest, True) + _more(len(newest), every)))
            return
        runs = ledger.runs(task, **chosen)
        if given["age"] is not None:
            size, since = ledger.keep(given["age"], runs)
            left = f"{len(runs) - size:,} are kept"
            click.echo(f"{size:,} runs dropped, last recorded before {since:%Y-%m-%d %H:%M} UTC; {left}")
        elif exporting:
            _export(
                ledger, None if task is None and not any(chosen.values()) else runs, style, given["measure"], output
            )
        elif shown is not None:
            run = _one(ledger, runs, shown)
            if run.question in COMMANDS:  # whose options the answer may name
                setattr(door(), "command", command_named(run.question))  # noqa: B010
            with warnings.catch_warnings(record=True, action="always", category=UserWarning) as noted:
                found = ledger.reproduce(run)
            setattr(door(), "goes_on", False)  # noqa: B010
            leave(found, **{name: given[name] for name in WAY_OUT})
            tell([str(each.message) for each in noted])
        else:
            listed = task is not None or any(chosen.values())
            click.echo(visible(_listed(runs, given["every"]) if listed else _about(ledger)))


def _one(ledger: Ledger, runs: Runs, shown: str) -> Run:
    """The run of this id, or the newest of those chosen."""
    if shown != "last":
        return ledger.run(shown)
    if not runs:
        raise InputError("--show last: no run matches")
    return runs[-1]


def _about(ledger: Ledger) -> str:
    """Where the ledger lies and why, and its tasks."""
    from informed.writers.layout import columns

    lines = [f"Ledger: {ledger.place.shown}   ({ledger.place.why})", ""]
    tasks = ledger.tasks()
    if not tasks:
        return "\n".join([*lines, "  Nothing is recorded yet. Record a run with: --record TASK --as SYSTEM"])
    rows = [["task", "systems", "last run", "runs"]]
    for name, size in tasks.items():
        (last,) = ledger.runs(name, last=1)
        rows.append([name, _some(ledger.systems(name)), f"{last.time:%Y-%m-%d %H:%M}", f"{size:,}"])
    return "\n".join([*lines, columns(rows, left=3), "", "Runs of a task: informed ledger TASK"])


def _some(names: tuple[str, ...], most: int = 4) -> str:
    return ", ".join(names[:most]) + (f" and {len(names) - most:,} more" if len(names) > most else "")


def _listed(runs: Runs, every: bool) -> str:
    """The newest runs, one line each."""
    from informed.writers.layout import columns

    newest = runs if every else runs[-LISTED:]
    head = ["time (UTC)", "system", "question", "data", "run", "passed", "items"]
    table = columns([head, *map(_row, newest)], left=6) if newest else "  No run matches."
    return table + _more(len(newest), len(runs))


def _more(listed: int, runs: int) -> str:
    return f"\n\nThe last {listed} of {runs:,} runs. All of them: --all" if listed < runs else ""


def _row(run: Run) -> list[str]:
    size = "" if run.n is None else f"{run.n:,}"
    met = {None: "", True: "yes", False: "no"}[run.passed]
    return [f"{run.time:%Y-%m-%d %H:%M}", run.name, run.question, run.dataset, run.id[:10], met, size]


def _export(ledger: Ledger, chosen: Runs | None, style: str | None, measure: str, output: Path | None) -> None:
    from informed.core.words import many
    from informed.ledger.interchange import eval_results, every_eval_ever, metrics

    kind, runs = choice("style", style or "jsonl", EXPORTS), ledger.runs() if chosen is None else chosen
    if kind == "metrics":
        text = metrics(ledger, runs)
    elif kind == "eval_results":
        text = eval_results(ledger, runs, measure)
    elif kind == "every_eval_ever":
        text = every_eval_ever(ledger, runs)
    else:
        text = "".join(f"{line}\n" for line in ledger.export(chosen))
    if output is None:
        click.echo(text, nl=False)
        return
    write(output, text)
    last = f"the last run of {many(len({each.name for each in runs}), 'system')}"
    click.echo(f"wrote {output}: {many(len(runs), 'run') if kind == 'jsonl' else last}", err=True)


def _import(ledger: Ledger, source: str) -> str:
    from informed.core.words import many

    if source == "-":
        every, new = ledger.load(getattr(sys.stdin, "buffer", sys.stdin), "standard input")
    else:
        with Path(source).open("rb") as lines:
            every, new = ledger.load(lines, source)
    return f"{many(every, 'run')} read, {new:,} of them new, into {ledger.place.shown}"
