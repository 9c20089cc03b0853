"""Whatever a log knows of an answer, by name: its own fields, the grade by any scorer, its metadata."""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from difflib import get_close_matches
from typing import Any

from informed.core.errors import InputError
from informed.readers.logs.items import Grade, Item, Log, listed

OWN: dict[str, Callable[[Item, Grade], Any]] = {
    "id": lambda item, grade: item.id,
    "epoch": lambda item, grade: item.epoch,
    "model": lambda item, grade: item.model,
    "task": lambda item, grade: item.task,
    "target": lambda item, grade: " | ".join(item.target) or None,
    "answer": lambda item, grade: grade.answer,
    "grade": lambda item, grade: grade.value,
}
MOST = 25  # fields named in a message


def names(items: Iterable[Item]) -> list[str]:
    """Every field of these items; parts of nested metadata are written with a dot."""
    found = dict.fromkeys(OWN)
    for item in items:
        found.update(dict.fromkeys(item.grades))
        found.update(dict.fromkeys(name for name, _ in flat(item.metadata)))
    return list(found)


def flat(metadata: Mapping[str, Any], before: str = "") -> Iterable[tuple[str, Any]]:
    """Metadata without nesting: {"a": {"b": 1}} is a.b."""
    for name, value in metadata.items():
        if isinstance(value, dict) and value:
            yield from flat(value, f"{before}{name}.")
        else:
            yield f"{before}{name}", value


def column(answers: Sequence[tuple[Item, Grade]], name: str, option: str) -> list[Any]:
    """One field of every answer, None where an answer lacks it; refused where all do."""
    found = [value_of(item, grade, name) for item, grade in answers]
    if any(value is not None for value in found):
        return found
    known = names(item for item, _ in answers)
    close = get_close_matches(name, known, n=1, cutoff=0.6)
    hint = f". Did you mean {close[0]!r}?" if close and close[0] != name else ""
    empty = f"the field {name!r} is empty" if name in known else f"the log has no field {name!r}"
    raise InputError(f"{option}: {empty}; its fields are {listed(known, MOST)}{hint}")


def value_of(item: Item, grade: Grade, name: str) -> Any:
    """One field of an answer, None where it lacks it."""
    metadata = dict(flat(item.metadata))
    if name in metadata:
        return _plain(metadata[name])
    if name in OWN:
        return _plain(OWN[name](item, grade))
    other = item.grades.get(name)
    return None if other is None else _plain(other.label)


def _plain(value: Any) -> Any:
    """A value as a label: lists as text, whole numbers whole, true and false in words."""
    if isinstance(value, (list, dict, bool)):
        return json.dumps(value)
    return int(value) if isinstance(value, float) and value.is_integer() else value


def rows(log: Log, scorer: str | None = None) -> list[dict[str, Any]]:
    """One flat row per answer: its own fields, the grade by every scorer, and its metadata."""
    chosen = scorer or log.scorers[0]
    none = Grade(None)
    found = []
    for item in log.items:
        own = {name: value(item, item.grades.get(chosen, none)) for name, value in OWN.items()}
        scored = (
            {f"score.{name}": item.grades.get(name, none).value for name in log.scorers} if len(log.scorers) > 1 else {}
        )
        found.append({**dict(flat(item.metadata)), **scored, **own})
    names = dict.fromkeys(name for name in (*OWN, *(key for row in found for key in row)))
    return [{name: row.get(name) for name in names} for row in found]
