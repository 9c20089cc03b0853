"""Exports of annotation tools: who gave which item which label, or which spans.

One module per tool turns an entry of its export into annotations (`export`); `reading` tells the tools apart by the
shape of a file; `tables` makes ratings, and labels against a ground truth, of them.
"""

from typing import TYPE_CHECKING

from informed.core.later import later
from informed.readers.annotations.export import KINDS, NAMES, Annotation, Export, Span, Task

if TYPE_CHECKING:
    from informed.readers.annotations.tables import items_of_export, ratings_of
    from informed.readers.annotations.tools import export_of, read_exports
else:
    PLACES = {"tables": "items_of_export ratings_of", "tools": "export_of read_exports"}
    __getattr__, __dir__ = later(__name__, {f"{__name__}.{place}": names for place, names in PLACES.items()})

__all__ = [
    "KINDS",
    "NAMES",
    "Annotation",
    "Export",
    "Span",
    "Task",
    "export_of",
    "items_of_export",
    "ratings_of",
    "read_exports",
]
