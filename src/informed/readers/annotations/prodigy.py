"""Prodigy: one line per answer, by the annotator or the session that it names.

A line of the recipe ``review`` is a ground truth; the answers that were reviewed stand in its ``versions``.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from informed.core.errors import InputError
from informed.core.labels import Label
from informed.readers.annotations.export import (
    RATER,
    TRUTH,
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

ANSWERS = ("accept", "reject", "ignore")
HASHES = ("_input_hash", "_task_hash")
CHOICE, SPANS = "accept", "spans"


def fits(entry: Mapping[str, Any]) -> bool:
    """Whether an entry has the shape of an answer."""
    return any(name in entry for name in HASHES) or ("answer" in entry and "_session_id" in entry)


def read(path: Path, place: str, entry: Mapping[str, Any]) -> Entry:
    """An answer; a task that was ignored, or whose options were rejected, says nothing of its labels."""
    text = entry.get("text") if isinstance(entry.get("text"), str) else None
    item = item_of(entry.get("_input_hash", text if text is not None else entry.get("_task_hash")))
    tokens = tuple(span_of(each.get("start"), each.get("end"), "token", text)[:2] for each in objects(entry, "tokens"))
    task = Task({"text": text} if text is not None else {"item": item}, text, tokens)
    given = list(_answers(item, place, entry, text))
    return Entry(item, task, tuple(each for each in given if each), sum(each is None for each in given))


def _answers(item: Label, place: str, entry: Mapping[str, Any], text: str | None) -> Iterator[Annotation | None]:
    versions = list(objects(entry, "versions"))
    yield _annotation(item, _rater(entry), entry, TRUTH if versions else RATER, place, text)
    for each in versions:
        for session in listed(each, "sessions"):
            yield _annotation(
                item, str(label_of(session, "'sessions'")), {"answer": "accept", **each}, RATER, place, text
            )


def _rater(entry: Mapping[str, Any]) -> str:
    for name in ("_annotator_id", "_session_id"):
        if entry.get(name) is not None:
            return str(label_of(entry[name], repr(name)))
    return "(unnamed)"


def _annotation(
    item: Label, who: str, entry: Mapping[str, Any], role: str, place: str, text: str | None
) -> Annotation | None:
    answer = entry.get("answer", "accept")
    if answer not in ANSWERS:
        raise InputError(f"its answer is {answer!r:.80}, not accept, reject or ignore")
    if answer == "ignore":
        return None
    if "options" in entry or CHOICE in entry:
        chosen = labels_of(entry.get(CHOICE, []), f"{CHOICE!r}")
        return Annotation(item, who, {CHOICE: chosen}, {}, role, place) if answer == "accept" and chosen else None
    if "spans" in entry and "label" not in entry:
        spans: tuple[Span, ...] = tuple(
            span_of(each.get("start"), each.get("end"), each.get("label"), text) for each in objects(entry, "spans")
        )
        return Annotation(item, who, {}, {SPANS: spans}, role, place) if answer == "accept" else None
    if "label" in entry:  # one label was shown, and accepted or rejected
        return Annotation(item, who, {str(label_of(entry["label"], "'label'")): (answer,)}, {}, role, place)
    return Annotation(item, who, {"answer": (answer,)}, {}, role, place)
