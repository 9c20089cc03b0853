"""Labels from another file, joined to the items of a log by their id."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from informed.core.errors import InputError, arg
from informed.core.labels import some
from informed.core.words import many
from informed.readers.logs.items import Log, listed


def labels_by_id(path: str, id: str) -> dict[str, dict[str, Any]]:
    """The other columns of a file of any kind, by the column of ids."""
    from informed.readers.files.rows import columns_of, rows_of
    from informed.readers.files.tables import Query

    names = columns_of(path)
    if id not in names:
        raise InputError(f"{arg('id')}: {path} has no column {id!r}; its columns are {some(names, 25)}")
    others = [name for name in names if name != id]
    if not others:
        raise InputError(f"{arg('gold_file')}: {path} has ids, but no column of labels")
    found: dict[str, dict[str, Any]] = {}
    for row in rows_of([path], Query((id, *others))).found.rows:
        key = str(row[0])
        if key in found:
            raise InputError(f"{arg('gold_file')}: {path} has several rows for {id} {key!r}; give one per item")
        found[key] = dict(zip(others, row[1:], strict=False))
    return found


def joined(logs: Sequence[Log], gold: Mapping[str, Mapping[str, Any]], path: str) -> list[Log]:
    """The logs with these labels among the metadata; items without one are left out and named."""
    met = {item.id for log in logs for item in log.items}
    if not met & gold.keys():
        raise InputError(
            f"{arg('gold_file')}: none of the ids in {path} ({listed(list(gold))}) is an id of the log "
            f"({listed(sorted(met))}); name the column of ids with {arg('id')}"
        )
    return [_joined(log, gold, path) for log in logs]


def _joined(log: Log, gold: Mapping[str, Mapping[str, Any]], path: str) -> Log:
    kept = tuple(each._replace(metadata={**each.metadata, **gold[each.id]}) for each in log.items if each.id in gold)
    known = {each.id for each in log.items}
    lost, over = [id for id in dict.fromkeys(each.id for each in log.items) if id not in gold], gold.keys() - known
    notes = [f"{many(len(lost), 'item')} of the log without a row in {path} left out: {listed(lost)}"] if lost else []
    notes += [f"{many(len(over), 'id')} of {path} not in the log: {listed(sorted(over))}"] if over else []
    claims = tuple(each._replace(covers=each.covers and not lost) for each in log.claims)
    return replace(log, items=kept, claims=claims, notes=(*log.notes, *notes))
