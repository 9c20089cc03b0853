"""Exports told apart by their shape, and read entry by entry; whatever is wrong is said with its place."""

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

from informed.core.errors import InputError, arg, choice
from informed.core.labels import Label
from informed.readers.annotations import argilla, doccano, label_studio, prodigy
from informed.readers.annotations.export import KINDS, NAMES, TRUTH, Annotation, Entry, Export, Task
from informed.readers.files.packing import parsing
from informed.readers.lists import are_paths
from informed.readers.logs.items import BROKEN

TOOLS: dict[str, ModuleType] = dict(zip(KINDS, (label_studio, argilla, prodigy, doccano), strict=True))


def export_of(data: Any, kind: str, named: bool) -> Export | None:
    """The export that the data are: as ``kind`` says, or for "auto" by their shape unless columns are ``named``."""
    if kind == "auto":
        if named or not are_paths(data):
            return None
        paths = [data] if isinstance(data, (str, Path)) else list(data)
        kind = _seen(paths[0]) or "rows"
    if choice("input", kind, ("auto", "rows", *KINDS)) == "rows":
        return None
    if not are_paths(data):
        raise InputError(f"{arg('input', kind)} is for files; give the path of an export")
    return read_exports([data] if isinstance(data, (str, Path)) else list(data), kind)


def _seen(path: str | Path) -> str | None:
    from informed.readers.kinds import kind_of

    return kind_of(path).export


def export_said(export: Export) -> str:
    """What was found, in a sentence."""
    return f"An export of {NAMES[export.kind]}: {len(export.annotations):,} annotations."


def asked_of_export(export: Export) -> tuple[str, ...]:
    """The questions that it answers: labels against a ground truth where there is one, raters against each other."""
    labelled, marked = bool(export.labelled), bool(export.marked)
    asked = {"evaluate": labelled and bool(export.raters(TRUTH)), "agree": labelled, "consensus": labelled}
    return tuple(name for name, fits in {**asked, "spans": marked}.items() if fits)


def read_exports(paths: Sequence[str | Path], kind: str) -> Export:
    """The annotations in all of these files; items of one name are one item."""
    choice("input", kind, KINDS)
    annotations: list[Annotation] = []
    tasks: dict[Label, Task] = {}
    skipped = 0
    for path in map(Path, paths):
        with parsing(path):
            for place, entry in _entries(path):
                found = _read(TOOLS[kind], path, place, entry)
                annotations += found.annotations
                tasks.setdefault(found.item, found.task)
                skipped += found.skipped
    if not annotations:
        named = ", ".join(map(str, paths))
        raise InputError(f"{named}: there is no annotation in this export of {NAMES[kind]}")
    return Export(kind, tuple(annotations), tasks, skipped)


def _read(tool: ModuleType, path: Path, place: str, entry: Mapping[str, Any]) -> Entry:
    try:
        found: Entry = tool.read(path, f"{path}, {place}", entry)
    except InputError as error:
        seen = _seen(path)
        like = "" if seen in (None, _kind(tool)) else f"; the file looks like an export of {NAMES[str(seen)]}"
        raise InputError(f"{path}, {place}: {error}{like}") from None
    except BROKEN as error:
        raise InputError(f"{path}, {place}: not an entry of such an export ({error!r:.200})") from None
    return found


def _kind(tool: ModuleType) -> str:
    return next(kind for kind, each in TOOLS.items() if each is tool)


def _entries(path: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    """The objects in a file with their places: a list in JSON, or one object per line."""
    text = _text(path)
    if not text.strip():
        raise InputError(f"{path} is empty; an export has one object per item")
    if text.lstrip()[0] == "[":
        found = _parsed(path, text, 0)
        yield from ((f"entry {place}", _object(path, f"entry {place}", each)) for place, each in enumerate(found, 1))
        return
    for place, line in enumerate(text.splitlines(), 1):
        if line.strip():
            yield f"line {place}", _object(path, f"line {place}", _parsed(path, line, place - 1))


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise InputError(f"{path}: {error.strerror or error}") from None
    except UnicodeDecodeError as error:
        raise InputError(f"{path} is not UTF-8 at byte offset {error.start:,}; save the export as UTF-8") from None


def _parsed(path: Path, text: str, before: int) -> Any:
    """What a text in JSON holds; ``before``: how many lines of the file precede it."""
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        cut = "; the file may be truncated" if error.pos >= len(text.rstrip()) - 1 else ""
        raise InputError(f"{path}, line {before + error.lineno}: not valid JSON ({error.msg}){cut}") from None
    except (RecursionError, ValueError) as error:
        raise InputError(f"{path}, line {before + 1}: not valid JSON ({error!r:.100})") from None


def _object(path: Path, place: str, found: Any) -> dict[str, Any]:
    if not isinstance(found, dict):
        raise InputError(f"{path}, {place}: a JSON {type(found).__name__}, not an object")
    return found
