"""Recorded runs in the files of other tools: metrics that DVC reads, results that the Hugging Face Hub shows."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from informed.core.errors import InputError
from informed.ledger.figures import Recorded
from informed.ledger.run import Run, written

if TYPE_CHECKING:
    from informed.ledger import Ledger

HUB = re.compile(r"[\w.-]+/[\w.-]+")  # how the Hub names a data set


def metrics(ledger: Ledger, runs: Sequence[Run]) -> str:
    """The last run of each system: its numbers by system and measure, as nested JSON for ``dvc metrics show``."""
    found: dict[str, dict[str, dict[str, float | None]]] = {}
    for each in _last(ledger, runs):
        if not each.group and not each.label:
            row = {"value": each.value, "low": each.low, "high": each.high}
            found.setdefault(_name(each), {})[each.measure] = {
                name: value for name, value in row.items() if value is not None
            }
    return json.dumps(found, indent=2, ensure_ascii=False) + "\n"


def eval_results(ledger: Ledger, runs: Sequence[Run], measure: str = "accuracy") -> str:
    """The last run of each system as entries of ``.eval_results/*.yaml``; its data must be named as the Hub does."""
    byname = {each.id: each for each in runs}
    wanted = [each for each in _last(ledger, runs) if each.measure == measure and not each.group and not each.label]
    if not wanted:
        raise InputError(f"none of the runs has a recorded {measure}; name another with measure=")
    return "".join(_entry(byname[each.run], each) for each in wanted)


def _entry(run: Run, found: Recorded) -> str:
    if not HUB.fullmatch(run.dataset):
        raise InputError(
            f"run {run.id[:10]}: the Hub needs data named 'owner/name', not {run.dataset!r}; record it with --data"
        )
    limits = (
        ""
        if found.low is None or found.high is None
        else f", {found.level or 0:.0%} CI {found.low:.3f} to {found.high:.3f}"
    )
    notes = f"{found.measure} of {found.system}{limits}, n {found.n}; informed {run.informed}"
    lines = ["- dataset:", f"    id: {_text(run.dataset)}", f"    task_id: {_text(run.task)}"]
    lines += [f"  value: {found.value!r}", f"  date: {_text(written(run.time))}", f"  notes: {_text(notes)}"]
    if run.source.startswith("https://"):
        lines += ["  source:", f"    url: {_text(run.source)}"]
    return "\n".join(lines) + "\n"


def _text(text: str) -> str:
    """A text as YAML reads it; JSON's way is one of YAML's."""
    return json.dumps(text)


def _last(ledger: Ledger, runs: Sequence[Run]) -> Iterable[Recorded]:
    """The numbers of the last run of each system."""
    last = {each.name: each for each in runs}
    return ledger.estimates(last.values())


def _name(found: Recorded) -> str:
    return f"{found.system} {found.version}" if found.version else found.system
