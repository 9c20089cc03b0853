"""``informed repeats``: the same items asked several times."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import rich_click as click

from informed.cli.kinds import WHOLES
from informed.cli.logs import kind_read, runs_read
from informed.cli.options import LOGGED, answering, levelled, logged
from informed.core.errors import InputError
from informed.core.result import Result


@click.command("repeats")
@click.argument("files", nargs=-1, required=True)
@click.option("--k", type=WHOLES, default=None, help="Numbers of answers for pass@k, pass^k and majority: 1,5,10.")
@logged
@levelled
@answering
def command(files: tuple[str, ...], k: tuple[int, ...] | None, kind: str, level: float, **options: Any) -> Result:
    """Measure how answers vary over repeats (epochs): pass@k, pass^k, majority of k, and what more items would bring.

    FILES are sample logs of one model, or CSV and JSONL files with an id and a grade per answer.

    \b
    informed repeats epochs.jsonl
    informed repeats attempts.csv --k 1,3
    """
    from informed.questions.repeats.compute import repeated
    from informed.readers.logs import grades_of

    own = {name: options.pop(name) for name in LOGGED}
    if missing := [name for name in files if not Path(name).exists()]:
        raise InputError(f"{missing[0]}: there is no such file")
    if (kind := kind_read(kind, files, None, own | {"gold_file": own["gold_file"]})) == "rows":
        raise InputError(f"{files[0]}: no sample log; a table needs the columns id and grade, one row per answer")
    return repeated(grades_of(runs_read(files, kind, own), ""), k=k, level=level)
