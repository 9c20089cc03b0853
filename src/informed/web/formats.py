"""Files that know their own columns: logs of evaluations, exports of annotation tools, files of tags."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from informed.readers import annotations as exports
from informed.readers import logs
from informed.readers.annotations.export import MODEL, RATER, TRUTH
from informed.readers.logs.fields import names
from informed.web.tabs import SPANS, Tab

TAGGED = (".conll", ".bio", ".iob", ".iob2", ".bioes")  # endings of files with a token and its tags per line
MOST = 200  # fields, scorers, raters to choose from
ASKS = {
    "evaluate": "How informed are the answers?",
    "groups": "Which groups are misjudged?",
    "compare": "Which model is better?",
    "agree": "Do the raters agree?",
    "consensus": "How good are the raters, and what is the label of every item?",
    "spans": SPANS.asks,
}


class Format(NamedTuple):
    """What a file is, the questions that fit it, and what can be chosen in their fields."""

    said: str
    tabs: tuple[Tab, ...]
    known: Mapping[str, Sequence[str]]
    waits: tuple[str, ...] = ()  # questions that need a choice first


def main_of(path: Path) -> Path:
    """Of files that were opened together the one that tells the format; the others lie beside it."""
    beside = sorted(each for each in path.parent.iterdir() if each != path)
    if not beside:
        return path
    return next((each for each in (path, *beside) if logs.kind_of(each) or exports.kind_of(each)), path)


def format_of(path: Path) -> Format | None:
    """The format of a file; None for rows, whose columns are to be chosen."""
    if (kind := logs.kind_of(path)) is not None:
        return _log(logs.read_log(path, kind))
    if (kind := exports.kind_of(path)) is not None:
        return _export(exports.read_exports([path], kind))
    if path.suffix.lower() in TAGGED:
        known = {"actual": (), "predicted": (), "cluster": ("sentence", "document")}
        return Format("A file of tags, one token per line.", (SPANS,), known)
    return None


def _log(log: logs.Log) -> Format:
    fields = names(log.items)
    tabs = [_tab("evaluate", "scorer model", "actual predicted cluster positive missing")]
    tabs.append(_tab("groups", "by scorer model", command="evaluate"))
    tabs += [_tab("compare", "scorer", "cluster margin adjust")] * (len(log.models) > 1)
    columns = dict.fromkeys(("actual", "predicted", "by", "cluster"), fields)
    said = f"A log of {log.kind}: {len(log.items):,} answers."
    known = _bounded({**columns, "scorer": log.scorers, "model": log.models})
    return Format(said, tuple(tabs), known, ("groups", "evaluate") if len(log.models) > 1 else ("groups",))


def _export(export: exports.Export) -> Format:
    """Labels against a ground truth where there is one, raters against each other, and spans."""
    tabs = []
    if export.labelled:
        tabs += [_tab("evaluate", "question rater")] * bool(export.raters(TRUTH))
        tabs += [_tab("agree", "raters question metric"), _tab("consensus", "raters question", "model")]
    tabs += [_tab("spans", "actual predicted question")] * bool(export.marked)
    raters = export.raters(RATER, TRUTH, MODEL)
    known = {"rater": raters, "question": (*export.labelled, *export.marked)}
    said = f"An export of {exports.NAMES[export.kind]}: {len(export.annotations):,} annotations."
    return Format(said, tuple(tabs), _bounded({**known, **dict.fromkeys(("actual", "predicted"), raters)}))


def _tab(name: str, fields: str, folded: str = "", command: str = "") -> Tab:
    return Tab(name, ASKS[name], fields, folded, command)


def _bounded(known: Mapping[str, Sequence[Any]]) -> dict[str, Sequence[str]]:
    return {name: tuple(dict.fromkeys(map(str, found)))[:MOST] for name, found in known.items()}
