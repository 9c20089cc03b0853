"""What commands make of sample logs: rows and logs told apart, logs read, their fields chosen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from informed.cli.options import LOGGED, only, refuse, typed
from informed.core.errors import InputError, choice

if TYPE_CHECKING:
    from informed.core.items import Items
    from informed.readers.logs import Grades, Keys, Run

LOG_USES = ("kind", "actual", "predicted", "by", "cluster", "stratum", "labels", "missing", "abstain", *LOGGED)


def kind_read(kind: str, files: tuple[str, ...], actual: str | None, logged: dict[str, Any]) -> str:
    """What the files are: what the first of them looks like; plain items are rows where a column is named."""
    from informed.readers.logs import KINDS, kind_of

    if choice("--input", kind, ("auto", "rows", *KINDS)) == "auto":
        kind = kind_of(files[0]) or "rows"
        kind = "rows" if kind == "items" and actual is not None and not logged["gold_file"] else kind
    if kind == "rows":
        refuse({**logged, "id": typed("id")}, LOGGED, "with rows: it is for sample logs, see --input")
    elif typed("id") and not logged["gold_file"]:
        raise InputError("--id is the column of ids in --gold-file; give --gold-file too")
    return kind


def runs_read(files: Sequence[str], kind: str, logged: dict[str, Any]) -> list[Run]:
    """The logs by one scorer, with the labels of --gold-file among their fields."""
    from informed.readers.logs import read_log, runs_of
    from informed.readers.logs.gold import joined, labels_by_id

    logs = [read_log(path, kind, logged["target"]) for path in files]
    if logged["gold_file"]:
        logs = joined(logs, labels_by_id(logged["gold_file"], logged["id"]), logged["gold_file"])
    return runs_of(logs, scorer=logged["scorer"], model=logged["model"])


def keys_read(how: dict[str, Any], logged: dict[str, Any]) -> Keys:
    """The fields of a log that were asked for; a gold file with one column of labels needs no --actual."""
    from informed.readers.files import columns_of
    from informed.readers.logs import Keys

    actual = how.get("actual")
    if logged["gold_file"] and actual is None:
        others = [name for name in columns_of(logged["gold_file"])[0] if name != logged["id"]]
        if len(others) != 1:
            raise InputError(f"missing --actual; the columns of {logged['gold_file']} are {', '.join(others)}")
        (actual,) = others
    return Keys(actual, how.get("predicted"), tuple(how["by"]), how.get("cluster"), how.get("stratum"))


def counted_logs(files: tuple[str, ...], kind: str, how: dict[str, Any], logged: dict[str, Any]) -> Items:
    """The items of sample logs, which know their own columns."""
    from informed.readers.logs import NotOptionsError, grades_of, items_of_runs

    refuse(how, ("weights",), f"with --input {kind}: logs have no weights")
    only(LOG_USES, "with a sample log")
    runs, keys = runs_read(files, kind, logged), keys_read(how, logged)
    try:
        return items_of_runs(runs, labels=how["labels"], abstain=how["abstain"], missing=how["missing"], keys=keys)
    except NotOptionsError as reason:
        refuse({"stratum": None, **how}, ("stratum",), f"where only grades are known ({reason})")
        raise GradedOnly(grades_of(runs, str(reason), keys)) from None


class GradedOnly(InputError):  # noqa: N818
    """A log without a table of options: its grades, for the command that can judge them, and a reason for others."""

    def __init__(self, grades: Grades) -> None:
        super().__init__(f"{grades.reason}; informed evaluate LOG gives the accuracy by its grades")
        self.grades = grades
