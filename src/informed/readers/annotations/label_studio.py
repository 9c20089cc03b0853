"""Label Studio: one object per task, with its annotations and the predictions of models."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from informed.core.errors import InputError
from informed.readers.annotations.export import (
    MODEL,
    RATER,
    TRUTH,
    Annotation,
    Entry,
    Span,
    Task,
    item_of,
    label_of,
    labels_of,
    objects,
    span_of,
)

SPANS = ("labels", "hypertextlabels")
UNNAMED = "(unnamed)"


def fits(entry: Mapping[str, Any]) -> bool:
    """Whether an entry has the shape of a task."""
    return isinstance(entry.get("data"), dict) and ("annotations" in entry or "predictions" in entry)


def read(path: Path, place: str, entry: Mapping[str, Any]) -> Entry:
    """A task: its annotations, without those that were skipped, and its predictions."""
    if not isinstance(entry.get("data"), dict):
        raise InputError("there is no 'data', so this is no task of Label Studio")
    item, given = item_of(entry.get("id")), list(objects(entry, "annotations"))
    kept = [each for each in given if not each.get("was_cancelled")]
    data, shown_by = entry["data"], dict(_objects_shown([*kept, *objects(entry, "predictions")]))
    text = _text(data)
    found = [
        _annotation(item, each, _rater(each), TRUTH if each.get("ground_truth") else RATER, place, text)
        for each in kept
    ]
    found += [
        _annotation(item, each, str(each.get("model_version") or UNNAMED), MODEL, place, text)
        for each in objects(entry, "predictions")
    ]
    return Entry(item, Task(data, text, shown_by=shown_by), tuple(found), len(given) - len(kept))


def _text(data: Mapping[str, Any]) -> str | None:
    """The text that spans lie in, where only one can be meant."""
    texts = [each for each in data.values() if isinstance(each, str)]
    if isinstance(data.get("text"), str):
        return str(data["text"])
    return texts[0] if len(texts) == 1 else None


def _rater(given: Mapping[str, Any]) -> str:
    who = given.get("completed_by")
    if isinstance(who, dict):
        who = who.get("email") or who.get("id")
    return UNNAMED if who is None else str(label_of(who, "'completed_by'"))


def _objects_shown(annotations: list[dict[str, Any]]) -> Iterator[tuple[str, str]]:
    for each in annotations:
        for result in objects(each, "result"):
            if isinstance(result.get("from_name"), str) and isinstance(result.get("to_name"), str):
                yield result["from_name"], result["to_name"]


def _annotation(item: Any, given: Mapping[str, Any], who: str, role: str, place: str, text: str | None) -> Annotation:
    labels: dict[str, tuple[Any, ...]] = {}
    spans: dict[str, tuple[Span, ...]] = {}
    for result in objects(given, "result"):
        question, kind, value = str(result.get("from_name")), result.get("type"), result.get("value")
        if not isinstance(value, dict):
            continue  # a relation between two regions has none
        if kind in SPANS:
            spans[question] = (*spans.get(question, ()), *_spans(value, str(kind), text))
        elif (answer := _answer(str(kind), value)) is not None and "start" not in value:
            labels[question] = (*labels.get(question, ()), *answer)
    return Annotation(item, who, labels, spans, role, place)


def _answer(kind: str, value: Mapping[str, Any]) -> tuple[Any, ...] | None:
    """What was chosen, typed or rated; None for a kind of answer that is no label, such as a drawn region."""
    if kind == "choices":
        return labels_of(value.get("choices"), "'choices'")
    if kind in ("rating", "number"):
        return (label_of(value.get(kind), f"{kind!r}"),)
    if kind == "pairwise":
        return (label_of(value.get("selected"), "'selected'"),)
    if kind == "taxonomy":
        paths = value.get("taxonomy")
        if not isinstance(paths, list) or not all(isinstance(path, list) for path in paths):
            raise InputError(f"'taxonomy' is {paths!r:.80}, not a list of paths")
        return tuple(" / ".join(map(str, labels_of(path, "'taxonomy'"))) for path in paths)
    return None


def _spans(value: Mapping[str, Any], kind: str, text: str | None) -> Iterator[Span]:
    ends = value.get("globalOffsets") if kind == "hypertextlabels" else value
    if not isinstance(ends, dict):
        raise InputError("a span of HTML has no 'globalOffsets'; export it with them, or annotate plain text")
    for label in labels_of(value.get(kind, value.get("labels")), f"{kind!r}"):
        yield span_of(ends.get("start"), ends.get("end"), label, None if kind == "hypertextlabels" else text)
