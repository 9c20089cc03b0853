"""What every export is read into: annotations, each by one rater about one item, and the tasks they are about."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from informed.core.errors import InputError
from informed.core.labels import Label

RATER, TRUTH, MODEL = "rater", "truth", "model"
NAMES = {"label-studio": "Label Studio", "argilla": "Argilla", "prodigy": "Prodigy", "doccano": "doccano"}
KINDS = tuple(NAMES)  # of exports, the most telling shape first


class Span(NamedTuple):
    """A part of a text, from ``start`` up to and without ``end``, and what it is called."""

    start: int
    end: int
    label: str


class Annotation(NamedTuple):
    """What one rater made of one item: ``labels`` and ``spans`` by the question they answer.

    ``role`` is "rater", "truth" where the export marks a ground truth, or "model" for what a model predicted.
    """

    item: Label
    rater: str
    labels: Mapping[str, tuple[Label, ...]]
    spans: Mapping[str, tuple[Span, ...]]
    role: str = RATER
    place: str = ""


class Task(NamedTuple):
    """An item as the tool shows it: its ``data``, its text, and the ``tokens`` where the export has them."""

    data: Mapping[str, Any]
    text: str | None = None
    tokens: tuple[tuple[int, int], ...] = ()
    shown_by: Mapping[str, str] = {}  # the name of the object that each question is about


class Entry(NamedTuple):
    """What one entry of an export holds; ``skipped`` counts annotations that were skipped or rejected."""

    item: Label
    task: Task
    annotations: tuple[Annotation, ...]
    skipped: int = 0


class Export(NamedTuple):
    """An export: its annotations in order, its tasks by item, and how many annotations were skipped."""

    kind: str
    annotations: tuple[Annotation, ...]
    tasks: Mapping[Label, Task]
    skipped: int = 0

    @property
    def labelled(self) -> tuple[str, ...]:
        """The questions that were answered with labels."""
        return tuple(dict.fromkeys(name for each in self.annotations for name in each.labels))

    @property
    def marked(self) -> tuple[str, ...]:
        """The questions that were answered with spans."""
        return tuple(dict.fromkeys(name for each in self.annotations for name, found in each.spans.items() if found))

    def raters(self, *roles: str) -> tuple[str, ...]:
        """The names of those who annotated in one of these roles, in order of appearance."""
        return tuple(dict.fromkeys(each.rater for each in self.annotations if each.role in roles))


def label_of(value: Any, what: str) -> Label:
    """A label: a text, or a number."""
    if isinstance(value, (str, int)) and value != "":
        return value
    if isinstance(value, float) and value == value and abs(value) != float("inf"):
        return int(value) if value.is_integer() else value
    raise InputError(f"{what} is {value!r:.80}, not a label")


def labels_of(values: Any, what: str) -> tuple[Label, ...]:
    """A list of labels."""
    if not isinstance(values, list):
        raise InputError(f"{what} is {values!r:.80}, not a list of labels")
    return tuple(label_of(each, what) for each in values)


def item_of(value: Any) -> Label:
    """What names an item: a number or a text that is not empty."""
    if isinstance(value, bool) or not isinstance(value, (str, int)) or value == "":
        raise InputError(f"its id is {value!r:.80}, not a number or a text")
    return value


def span_of(start: Any, end: Any, label: Any, text: str | None) -> Span:
    """A span whose ends lie in the text, in this order."""
    if not all(isinstance(each, int) and not isinstance(each, bool) for each in (start, end)):
        raise InputError(f"a span runs from {start!r:.40} to {end!r:.40}; both must be whole numbers")
    if not 0 <= start < end or (text is not None and end > len(text)):
        length = "" if text is None else f" of a text of {len(text):,} characters"
        raise InputError(f"a span runs from {start} to {end}{length}")
    return Span(start, end, str(label_of(label, "the label of a span")))


def listed(entry: Mapping[str, Any], name: str) -> list[Any]:
    """A list in an entry; an absent one is empty."""
    found = entry.get(name)
    if found is None:
        return []
    if not isinstance(found, list):
        raise InputError(f"{name!r} is a {type(found).__name__}, not a list")
    return found


def objects(entry: Mapping[str, Any], name: str) -> Iterator[dict[str, Any]]:
    """The objects of a list in an entry."""
    for each in listed(entry, name):
        if not isinstance(each, dict):
            raise InputError(f"{name!r} holds a {type(each).__name__}, not an object")
        yield each
