"""The statistics of a run, read back."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence

from informed.core.counts import Counts
from informed.core.errors import InputError
from informed.core.items import Items
from informed.core.labelsets import LabelSets
from informed.core.ratings import Ratings
from informed.core.saving import Saved
from informed.core.scores import Scores
from informed.ledger.run import Run
from informed.readers.saved import merged

KINDS: dict[str, type[Saved]] = {each.kind: each for each in (Counts, Items, Scores, LabelSets, Ratings)}


def read(rows: Iterable[tuple[str, str, str]]) -> dict[str, Saved]:
    """Statistics by name, from the rows name, kind and JSON."""
    found: dict[str, Saved] = {}
    for name, kind, document in rows:
        if kind not in KINDS:
            raise InputError(f"the ledger holds {kind!r}, which this version does not know; upgrade informed")
        found[name if name not in found else f"{name} {len(found)}"] = KINDS[kind].from_dict(json.loads(document))
    return found


def counts_of(run: str, statistics: dict[str, Saved], system: str | None) -> Counts:
    """The table of one system of a run."""
    tables = {name.rpartition("/")[2]: each for name, each in statistics.items() if isinstance(each, Counts)}
    tables.pop("reference_quality", None)  # what the actual labels were checked by
    if len(tables) == 1:
        return next(iter(tables.values()))
    if tables:
        if system in tables:
            return tables[system]
        raise InputError(f"run {run} holds counts of {', '.join(tables)}; name one of them with system=")
    for each in statistics.values():
        if isinstance(each, Items) and not isinstance(each, Ratings):
            return each.counts() if len(each.systems) == 1 else each.counts(system)
    kinds = ", ".join(dict.fromkeys(each.kind for each in statistics.values())) or "grades"
    raise InputError(f"run {run} holds {kinds}, not counts; use ledger.statistics(run)")


def summed(runs: Sequence[Run], counts: Sequence[Counts]) -> Counts:
    """The sum of the counts of runs, each set of data once: asked about twice, it still holds the same items."""
    apart = {
        (run.fingerprint or run.dataset, run.version, each.to_json()): each
        for run, each in zip(runs, counts, strict=True)
    }
    return merged(list(apart.values()), union=True)
