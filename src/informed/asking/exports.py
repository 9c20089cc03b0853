"""What questions make of exports of annotation tools."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from informed.asking.declared import Choice, Parameter
from informed.asking.vocabulary import QUESTION
from informed.core.counts import Counts
from informed.core.items import Items


def kinds() -> Iterable[str]:
    """Rows, and the tools whose exports are read."""
    from informed.readers.annotations import KINDS

    return "auto", "rows", *KINDS


EXPORT = Parameter(
    "kind", "The kind of file: rows, or an export of a tool; auto detects it.", Choice(kinds), "logs", default="auto",
    option="input",
)  # fmt: skip
EXPORTING = (EXPORT, QUESTION)


def is_export(kind: str, files: Sequence[str], named: bool) -> bool:
    """Whether files are an export of an annotation tool: by ``kind``, or by their shape where no column is named."""
    from informed.readers.kinds import kind_of

    return (not named and kind_of(files[0]).export is not None) if kind == "auto" else kind != "rows"


def holds_truth(kind: str, files: Sequence[str], actual: str | None) -> bool:
    """Whether files are an export to evaluate."""
    from informed.readers.annotations import KINDS
    from informed.readers.kinds import kind_of

    return kind in KINDS or (kind == "auto" and actual is None and kind_of(files[0]).export is not None)


def counted_export(
    files: Sequence[str], kind: str, how: Mapping[str, Any], exported: Mapping[str, Any]
) -> "Counts | Items":
    """The labels in an export against its ground truth."""
    from informed.readers.annotations import items_of_export, read_exports
    from informed.readers.kinds import kind_of

    export = read_exports(files, kind if kind != "auto" else kind_of(files[0]).tool)
    abstain = how["abstain"] or None
    found = items_of_export(export, **exported, labels=how["labels"], abstain=abstain, by=how["by"])
    return found if found.cluster is not None else found.counts()
