"""What questions make of sample logs: rows and logs told apart, logs read, their fields chosen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from informed.asking.declared import Given
from informed.asking.reading import LOGGED, only, refuse
from informed.core.errors import InputError, arg, choice

if TYPE_CHECKING:
    from informed.core.items import Items
    from informed.readers.logs import Grades, Keys, Run

LOG_USES = ("kind", "actual", "predicted", "by", "cluster", "stratum", "labels", "missing", "abstain", *LOGGED)


def kind_read(kind: str, files: Sequence[str], actual: str | None, given: Given) -> str:
    """What the files are: what the first of them looks like; plain items are rows where a column is named."""
    from informed.readers.kinds import kind_of
    from informed.readers.logs import KINDS

    if choice("kind", kind, ("auto", "rows", *KINDS)) == "auto":
        kind = kind_of(files[0]).log or "rows"
        kind = "rows" if kind == "items" and actual is not None and not given.get("gold_file") else kind
    if kind == "rows":
        unread = {**given, "id": "id" in given.said}
        refuse(unread, LOGGED, f"with rows: it is for sample logs, see {arg('kind')}")
    elif "id" in given.said and not given.get("gold_file"):
        raise InputError(f"{arg('id')} is the column of ids in {arg('gold_file')}; give {arg('gold_file')} too")
    return kind


def runs_read(files: Sequence[str], kind: str, given: Given) -> list[Run]:
    """The logs by one scorer, with the labels of --gold-file among their fields."""
    from informed.readers.logs import read_log, runs_of
    from informed.readers.logs.gold import joined, labels_by_id

    logs = [read_log(path, kind, given["target"]) for path in files]
    if given["gold_file"]:
        logs = joined(logs, labels_by_id(given["gold_file"], given["id"]), given["gold_file"])
    return runs_of(logs, scorer=given["scorer"], model=given["model"])


def keys_read(how: Mapping[str, Any], given: Mapping[str, Any]) -> Keys:
    """The fields of a log that were asked for; a gold file with one column of labels needs no actual one."""
    from informed.readers.files.rows import columns_of
    from informed.readers.logs import Keys

    actual, gold = how.get("actual"), given.get("gold_file")
    if gold and actual is None:
        others = [name for name in columns_of(gold) if name != given["id"]]
        if len(others) != 1:
            raise InputError(f"missing {arg('actual')}; the columns of {gold} are {', '.join(others)}")
        (actual,) = others
    return Keys(actual, how.get("predicted"), tuple(how.get("by") or ()), how.get("cluster"), how.get("stratum"))


def counted_logs(files: Sequence[str], kind: str, how: Mapping[str, Any], given: Given) -> Items | Grades:
    """The items of sample logs, which know their own columns; the grades alone where there are no few options."""
    from informed.readers.logs import NotOptionsError, grades_of, items_of_runs

    refuse(how, ("weights",), f"with {arg('kind', kind)}: logs have no weights")
    only(given, LOG_USES, "with a sample log")
    runs, keys = runs_read(files, kind, given), keys_read(how, given)
    chosen: dict[str, Any] = {name: how.get(name) for name in ("labels", "abstain", "missing")}
    try:
        return items_of_runs(runs, keys=keys, **chosen)
    except NotOptionsError as reason:
        refuse(how, ("stratum",), f"where only grades are known ({reason})")
        return grades_of(runs, str(reason), keys)
