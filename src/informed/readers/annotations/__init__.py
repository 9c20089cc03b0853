"""Exports of annotation tools: who gave which item which label, or which spans.

One module per tool turns an entry of its export into annotations (`export`); `reading` tells the tools apart by the
shape of a file; `tables` makes ratings, and labels against a ground truth, of them.
"""

from informed.readers.annotations.export import Annotation, Export, Span, Task
from informed.readers.annotations.tables import items_of_export, ratings_of
from informed.readers.annotations.tools import KINDS, NAMES, export_of, read_exports

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
