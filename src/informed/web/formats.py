"""Files that know their own columns: logs of evaluations, exports of annotation tools, tags, searches, saved counts."""

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from informed.core.errors import choice
from informed.readers import annotations as exports
from informed.readers import logs
from informed.readers.annotations.export import MODEL, RATER, TRUTH
from informed.readers.annotations.tools import asked_of_export, export_said
from informed.readers.files.sources import parts_of
from informed.readers.kinds import Kind, kind_of, refuse_foreign
from informed.readers.logs.items import names
from informed.readers.logs.runs import asked_of_log, log_said
from informed.web.tabs import ABOUT_FILES, REPEATS, SPANS, SUITE, Subject, Tab

RIGHT = re.compile("gold|truth|actual|reference", re.IGNORECASE)  # in the name of a file of actual tags
MOST = 200  # fields, scorers, raters to choose from
ASKS = {
    "evaluate": "How informed are the answers?",
    "groups": "Which groups are misjudged?",
    "compare": "Which model is better?",
    "agree": "Do the raters agree?",
    "consensus": "How good are the raters, and what is the label of every item?",
    "spans": SPANS.asks,
}
EXPORTED = {  # the fields of each question about an export
    "evaluate": ("question rater",),
    "agree": ("raters question metric",),
    "consensus": ("raters question", "model"),
    "spans": ("actual predicted question",),
}
FOREIGN = {  # what to do with files that hold no rows
    "run": "open it together with its judgements",
    "qrels": "open it together with the run",
    "matrix": "type its counts into the table on the first page",
    "answer": "open the data that it was found from",
}
SEARCH = (
    Tab("evaluate", "How informed is what the search returns?", "cutoff relevant unjudged"),
    Tab("groups", "Which topics are answered worst?", "by cutoff relevant unjudged", about="evaluate"),
    Tab("sweep", "Do the scores rank relevant documents first?", "relevant"),
)
COUNTED = (Tab("evaluate", "How informed are the predictions?", "", "positive"),)
SAMPLES = (Tab("compare", "Which sample is better?", "", "margin"),)


class Format(NamedTuple):
    """What files are, the questions that fit them, what those are about, and what can be chosen in their fields."""

    said: str
    tabs: tuple[Tab, ...]
    subject: Subject
    known: Mapping[str, Sequence[str]] = {}
    waits: tuple[str, ...] = ()  # questions that need a choice first
    log: str = ""  # the kind of a log whose answers can be looked at
    parts: Sequence[str] = ()  # the tables, sheets or files of which one is read

    @property
    def rows(self) -> bool:
        """Whether the files hold rows, whose columns are to be chosen."""
        return not self.said


def format_of(path: Path, part: str = "") -> Format:
    """What the files are that were opened together: those beside this one too. ``part``: what is read of a file."""
    every = (path, *sorted(each for each in path.parent.iterdir() if each != path))
    kinds = {each: kind_of(each) for each in every}
    ways = (_searched, _saved, _logged, _exported, _tagged)
    return next((found for way in ways if (found := way(kinds)) is not None), None) or _rows(every, part)


def _rows(every: Sequence[Path], part: str) -> Format:
    """Rows; of several tables, sheets or files inside a file the one that is named, or the first."""
    if len(every) == 1:
        refuse_foreign(every[0], FOREIGN)
    parts = parts_of(every[0]) if len(every) == 1 else []
    if len(parts) < 2:
        return Format("", ABOUT_FILES, _about(every))
    read = choice("table", part or parts[0], parts)
    return Format("", ABOUT_FILES, Subject((f"{every[0]}#{read}",)), parts=parts[:MOST])


def _about(paths: Sequence[Path], **options: Path) -> Subject:
    return Subject(tuple(map(str, paths)), tuple((name, str(each)) for name, each in options.items()))


Kinds = Mapping[Path, Kind]  # of files that were opened together


def _searched(kinds: Kinds) -> Format | None:
    """A run of a search with the judgements of its documents."""
    paths = {kind.what: path for path, kind in kinds.items()}
    if len(kinds) != 2 or paths.keys() != {"run", "qrels"}:
        return None
    subject = _about([paths["run"]], qrels=paths["qrels"])
    return Format("A search run with its judgements (TREC).", SEARCH, subject, {"by": ("topic",)}, ("groups",))


def _saved(kinds: Kinds) -> Format | None:
    if {kind.statistic for kind in kinds.values()} != {"counts"}:
        return None
    said = "Saved counts." if len(kinds) == 1 else f"{len(kinds)} files of saved counts, each a sample of its own."
    return Format(said, COUNTED if len(kinds) == 1 else SAMPLES, _about([*kinds]))


def _logged(kinds: Kinds) -> Format | None:
    """A log, with the files it is made of beside it; or several logs, each a system on the same items."""
    found = {path: kind.log for path, kind in kinds.items() if kind.log is not None}
    if not found:
        return None
    if len(found) > 1 and len(found) == len(kinds):
        read = [logs.read_log(each, kind) for each, kind in found.items()]
        known = _bounded({"scorer": [name for log in read for name in log.scorers]})
        said = f"{len(read)} logs of {', '.join(dict.fromkeys(found.values()))}; their items are joined by id."
        models, tasks = ({each for log in read for each in getattr(log, name)} for name in ("models", "tasks"))
        tabs = (_tab("compare", "scorer", "cluster margin adjust"), *(SUITE,) * (len(models) > 1 and len(tasks) > 1))
        return Format(said, tabs, _about([*kinds]), known)
    path = next(iter(found))
    return _log(logs.read_log(path, found[path]), path)


def _log(log: logs.Log, path: Path) -> Format:
    fields = names(log.items)
    tabs = [_tab("evaluate", "scorer model", "actual predicted cluster positive missing")]
    tabs.append(_tab("groups", "by scorer model", command="evaluate"))
    more = {"compare": _tab("compare", "scorer", "cluster margin adjust"), "repeats": REPEATS, "suite": SUITE}
    tabs += [more[name] for name in asked_of_log(log) if name in more]
    columns = dict.fromkeys(("actual", "predicted", "by", "cluster"), fields)
    known = _bounded({**columns, "scorer": log.scorers, "model": log.models})
    waits = ("groups", "evaluate", "repeats") if len(log.models) > 1 else ("groups",)
    return Format(log_said(log), tuple(tabs), _about([path]), known, waits, log.kind)


def _exported(kinds: Kinds) -> Format | None:
    found = next(((path, kind.tool) for path, kind in kinds.items() if kind.export is not None), None)
    return None if found is None else _export(exports.read_exports([found[0]], found[1]), found[0])


def _export(export: exports.Export, path: Path) -> Format:
    """The questions that an export answers, with the fields that fit it."""
    tabs = [_tab(name, *EXPORTED[name]) for name in asked_of_export(export)]
    raters = export.raters(RATER, TRUTH, MODEL)
    known = {"rater": raters, "question": (*export.labelled, *export.marked)}
    choices = _bounded({**known, **dict.fromkeys(("actual", "predicted"), raters)})
    return Format(export_said(export), tuple(tabs), _about([path]), choices)


def _tagged(kinds: Kinds) -> Format | None:
    """Tags, the actual and the predicted ones in one file or in two."""
    if {kind.what for kind in kinds.values()} != {"tags"}:
        return None
    every = sorted(kinds, key=lambda each: RIGHT.search(each.stem) is None)  # the others stay in their order
    known = {"actual": (), "predicted": (), "cluster": ("sentence", "document")}
    told = "A file of tags, one token per line." if len(every) == 1 else (
        f"{len(every)} files of tags, one token per line: {every[0].name} is right, {every[1].name} is judged."
    )  # fmt: skip
    return Format(told, (SPANS,), _about(every), known)


def _tab(name: str, fields: str, folded: str = "", command: str = "") -> Tab:
    return Tab(name, ASKS[name], fields, folded, command)


def _bounded(known: Mapping[str, Sequence[Any]]) -> dict[str, Sequence[str]]:
    return {name: tuple(dict.fromkeys(map(str, found)))[:MOST] for name, found in known.items()}
