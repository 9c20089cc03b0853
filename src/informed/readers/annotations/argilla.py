"""Argilla: one record per item, with the responses of users and the suggestions of models to every question.

``records.to_json`` nests them, ``records.to_datasets`` writes columns such as ``sentiment.responses``.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from informed.core.errors import InputError
from informed.core.labels import Label
from informed.readers.annotations.export import (
    MODEL,
    RATER,
    Annotation,
    Entry,
    Span,
    Task,
    item_of,
    label_of,
    labels_of,
    listed,
    objects,
    span_of,
)

RESPONSES, SUGGESTION = ".responses", ".suggestion"
COUNTED = ("submitted", None)  # a draft is not finished, a discarded record was skipped
OWN = ("id", "status", "_server_id", "responses", "suggestions", "vectors", "metadata", "fields")


def fits(entry: Mapping[str, Any]) -> bool:
    """Whether an entry has the shape of a record."""
    nested = isinstance(entry.get("responses"), dict) and isinstance(entry.get("fields"), dict)
    return nested or any(name.endswith(f"{RESPONSES}.users") for name in entry)


def read(path: Path, place: str, entry: Mapping[str, Any]) -> Entry:
    """A record: what each user answered, and what models suggested."""
    nested = isinstance(entry.get("responses"), dict)
    fields = entry.get("fields") if nested else _flat_fields(entry)
    if not isinstance(fields, dict):
        raise InputError("there are no 'fields', so this is no record of Argilla")
    item, data = item_of(entry.get("id")), {name: each for name, each in fields.items() if each is not None}
    text = data.get("text") if isinstance(data.get("text"), str) else None
    given = list(_nested(entry) if nested else _flat(entry))
    kept = [each for each in given if each[4] in COUNTED]
    found = [_annotation(item, question, who, value, role, place) for question, who, value, role, _ in kept]
    return Entry(item, Task(data or {"item": item}, text), tuple(found), len(given) - len(kept))


Given = tuple[str, str, Any, str, Any]


def _nested(entry: Mapping[str, Any]) -> Iterator[Given]:
    for question in entry["responses"]:
        for each in objects(entry["responses"], question):
            who = str(label_of(each.get("user_id"), "'user_id'"))
            yield question, who, each.get("value"), RATER, each.get("status")
    suggestions = entry.get("suggestions") or {}
    if not isinstance(suggestions, dict):
        raise InputError(f"'suggestions' is a {type(suggestions).__name__}, not an object")
    for question, each in suggestions.items():
        if isinstance(each, dict) and each.get("value") is not None:
            yield question, str(each.get("agent") or "(suggestion)"), each["value"], MODEL, None


def _flat_fields(entry: Mapping[str, Any]) -> dict[str, Any]:
    marks = (RESPONSES, SUGGESTION)
    return {name: each for name, each in entry.items() if name not in OWN and not any(m in name for m in marks)}


def _flat(entry: Mapping[str, Any]) -> Iterator[Given]:
    for name in entry:
        question = name.removesuffix(RESPONSES)
        if question != name:
            values, users = listed(entry, name), listed(entry, f"{name}.users")
            status = listed(entry, f"{name}.status") or [None] * len(values)
            if not len(values) == len(users) == len(status):
                raise InputError(f"{name!r} has {len(values)} values, {len(users)} users and {len(status)} states")
            for value, who, state in zip(values, users, status, strict=True):
                yield question, str(label_of(who, f"'{name}.users'")), value, RATER, state
        question = name.removesuffix(SUGGESTION)
        if question != name and entry[name] is not None:
            yield question, str(entry.get(f"{name}.agent") or "(suggestion)"), entry[name], MODEL, None


def _annotation(item: Label, question: str, who: str, value: Any, role: str, place: str) -> Annotation:
    """One answer: a label, several of them, or spans."""
    if isinstance(value, list) and all(isinstance(each, dict) for each in value):
        spans: tuple[Span, ...] = tuple(
            span_of(each.get("start"), each.get("end"), each.get("label"), None) for each in value
        )
        return Annotation(item, who, {}, {question: spans}, role, place)
    labels = labels_of(value, repr(question)) if isinstance(value, list) else (label_of(value, repr(question)),)
    return Annotation(item, who, {question: labels}, {}, role, place)
