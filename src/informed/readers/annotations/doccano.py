"""doccano: one line per document, and one file per member of the project, named after them.

A project in which all members share their labels has one file, ``all.jsonl``, and so one rater.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from informed.core.errors import InputError
from informed.readers.annotations.export import Annotation, Entry, Span, Task, item_of, labels_of, listed, span_of

SHOWN = ("text", "filename")
LABELS, SPANS = ("label", "labels", "cats", "categories"), ("entities", "label", "labels")


def fits(entry: Mapping[str, Any]) -> bool:
    """Whether an entry has the shape of a document."""
    names = {*LABELS, *SPANS}
    return any(isinstance(entry.get(name), str) for name in SHOWN) and any(
        isinstance(entry.get(name), list) for name in names
    )


def read(path: Path, place: str, entry: Mapping[str, Any]) -> Entry:
    """A document with the labels or spans of the member whose file this is."""
    shown = next((name for name in SHOWN if isinstance(entry.get(name), str)), None)
    if shown is None:
        raise InputError("there is neither 'text' nor 'filename', so this is no document of doccano")
    text = str(entry[shown])
    item = item_of(entry.get("id", text))
    spans: dict[str, tuple[Span, ...]] = {
        name: tuple(_spans(listed(entry, name), text)) for name in SPANS if _holds_spans(entry, name)
    }
    labels = {name: labels_of(entry[name], repr(name)) for name in LABELS if entry.get(name) and name not in spans}
    unmarked = [name for name in SPANS if entry.get(name) == []]  # no label, or no span: both are written alike
    spans = {**dict.fromkeys(unmarked, ()), **spans}
    found = Annotation(item, path.stem, labels, spans, place=place)
    return Entry(item, Task({shown: text}, text if shown != "filename" else None), (found,) if labels or spans else ())


def _holds_spans(entry: Mapping[str, Any], name: str) -> bool:
    """Whether a list is one of spans: triples, or objects with offsets."""
    found = entry.get(name)
    return isinstance(found, list) and any(isinstance(each, (list, dict)) for each in found)


def _spans(found: list[Any], text: str) -> Iterator[Span]:
    for each in found:
        if isinstance(each, dict):
            yield span_of(each.get("start_offset"), each.get("end_offset"), each.get("label"), text)
        elif isinstance(each, list) and len(each) == 3:
            start, end, label = each
            yield span_of(start, end, label, text)
        else:
            raise InputError(f"a span is {each!r:.80}, not [start, end, label]")
