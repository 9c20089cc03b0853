"""Options of commands that read exports of annotation tools, and what they make of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import rich_click as click

from informed.cli.options import stacked
from informed.core.errors import choice

if TYPE_CHECKING:
    from informed.core.counts import Counts
    from informed.core.items import Items

EXPORTED = ("question", "rater")

exported = stacked(
    click.option(
        "--input",
        "kind",
        default="auto",
        show_default=True,
        help="The kind of file: rows, or an export of label-studio, prodigy, doccano or argilla; auto detects it.",
    ),
    click.option("--question", help="For an export with several questions: the one to use."),
)


def is_export(kind: str, files: Sequence[str], named: bool) -> bool:
    """Whether files are an export of an annotation tool: by ``kind``, or by their shape where no column is named."""
    from informed.readers.annotations import KINDS, kind_of

    if choice("--input", kind, ("auto", "rows", *KINDS)) == "auto":
        return not named and kind_of(files[0]) is not None
    return kind != "rows"


def holds_truth(kind: str, files: Sequence[str], actual: str | None) -> bool:
    """Whether files are an export to evaluate."""
    from informed.readers.annotations import KINDS, kind_of

    return kind in KINDS or (kind == "auto" and actual is None and kind_of(files[0]) is not None)


def counted_export(
    files: tuple[str, ...], kind: str, how: dict[str, Any], exported: dict[str, str | None]
) -> Counts | Items:
    """The labels in an export against its ground truth."""
    from informed.readers.annotations import items_of_export, kind_of, read_exports

    export = read_exports(files, kind if kind != "auto" else kind_of(files[0]) or "")
    abstain = how["abstain"] or None
    found = items_of_export(export, **exported, labels=how["labels"], abstain=abstain, by=how["by"])
    return found if found.cluster is not None else found.counts()
