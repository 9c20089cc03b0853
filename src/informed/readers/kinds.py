"""What a file is: the one place where that is decided. Shell, workbench and Python ask here.

`kind_of` looks at the beginning of a file. `recognised` looks at its first rows as well: which columns there are, what
they are probably for (`roles`), and which questions can be asked of it.
"""

import csv
import json
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

from informed.core.errors import InputError
from informed.core.estimate import Record
from informed.readers.files.matrix import cells_of
from informed.readers.files.packing import parsing
from informed.readers.files.preview import look
from informed.readers.files.sqlite import MAGIC, tables
from informed.readers.frames.frame import as_frame, whole_columns
from informed.readers.frames.held import as_list, holder_of
from informed.readers.logs import graded, helm
from informed.readers.logs.items import BROKEN
from informed.readers.roles import SAMPLE, Column, Role, Seen, roles_of, seen

HEAD = 2**16  # bytes that tell what a file is
FIRST = 2**20  # characters that are read at once to find the first object
JSON = (".json", ".jsonl", ".ndjson")
TAGGED = (".conll", ".bio", ".iob", ".iob2", ".bioes")  # a token and its tags per line
SAVED = re.compile(r'\s*\{\s*"kind"\s*:\s*"(counts|items|scores|label sets)"')  # however the document is set out
ANSWER = re.compile(r'\s*\{\s*"informed"\s*:\s*"[^"]*"\s*,\s*"kind"\s*:')
RECORDED = re.compile(r'\s*\{\s*"informed_ledger"\s*:')
LEDGER = {"schema_version", "run", "statistic", "figure"}  # tables of a ledger
RUN, JUDGEMENTS = 6, 4  # fields of a line in files of TREC
SAID = {
    "rows": "rows",
    "tags": "a file of tags, one token per line",
    "run": "a search run (TREC)",
    "qrels": "a file of relevance judgements (TREC)",
    "matrix": "a table of counts",
    "answer": "an answer of informed, saved as JSON",
    "ledger": "a ledger: recorded runs",
}
ASKED = {  # of what needs no look inside
    "tags": ("spans",),
    "run": ("evaluate", "sweep"),
    "qrels": ("evaluate", "sweep"),
    "matrix": ("evaluate", "bookmaker", "deploy", "check"),
    "ledger": ("history", "leaderboard", "watch"),
    "counts": ("evaluate", "compare", "bookmaker", "deploy", "check"),
    "items": ("evaluate", "compare"),
    "scores": ("sweep",),
    "label sets": ("multilabel",),
}


class Kind(NamedTuple):
    """What a file is, and whose: the tool of a log or an export, the statistic that was saved."""

    what: str
    tool: str = ""

    @property
    def log(self) -> str | None:
        """The tool whose log it is."""
        return self.tool if self.what == "log" else None

    @property
    def export(self) -> str | None:
        """The annotation tool whose export it is."""
        return self.tool if self.what == "export" else None

    @property
    def statistic(self) -> str | None:
        """The statistic that was saved."""
        return self.tool if self.what == "statistic" else None


ROWS = Kind("rows")


@dataclass(frozen=True)
class Recognised(Record):
    """What data are, in plain values.

    ``what``: rows, log, export, tags, run, qrels, statistic, matrix, answer or ledger; ``tool``: whose log or export,
    which statistic, or the format of rows. ``columns``, ``roles``: of rows. ``questions``: what can be asked.
    """

    name: str
    what: str
    tool: str
    said: str
    columns: tuple[Column, ...] = ()
    roles: tuple[Role, ...] = ()
    questions: tuple[str, ...] = ()


# --- by the beginning of a file ---------------------------------------------------------------------------------------


def kind_of(path: str | Path) -> Kind:
    """What a file is, by its shape; rows where nothing else is known, for whoever reads it says what is wrong."""
    path = Path(path)
    try:
        if path.is_dir():
            return Kind("log", "helm") if (path / f"{helm.STATE}.json").is_file() else ROWS
        if not path.is_file():
            return ROWS
        with path.open("rb") as file:
            head = file.read(HEAD)
    except (OSError, ValueError):
        return ROWS
    with parsing(path):
        if head.startswith(MAGIC):
            return _database(path)
        text = head.decode("utf-8-sig", "replace")
        if saved := SAVED.match(text):
            return Kind("statistic", saved[1])
        if ANSWER.match(text):
            return Kind("answer")
        if RECORDED.match(text):
            return Kind("ledger")
        if path.suffix == ".eval":
            return Kind("log", "inspect")
        if path.suffix in JSON:
            return _document(path) or ROWS
        return _lines(path, text, len(head) < HEAD) or ROWS


def _database(path: Path) -> Kind:
    try:
        return Kind("ledger") if {*tables(path, path.name)} >= LEDGER else ROWS
    except InputError:
        return ROWS


def _document(path: Path) -> Kind | None:
    """A log or an export in JSON; graded items, which have the loosest shape, come last."""
    from informed.readers.annotations.tools import TOOLS
    from informed.readers.logs.runs import MODULES

    try:
        first, whole = _first(path)
    except BROKEN:
        return None
    log = next((kind for kind, reader in MODULES.items() if reader.fits(whole)), None)
    tool = next((kind for kind, tool in TOOLS.items() if isinstance(first, dict) and tool.fits(first)), None)
    if log is not None and (log != "items" or tool is None):
        return Kind("log", log)
    return Kind("export", tool) if tool is not None else None


def _first(path: Path) -> tuple[Any, Any]:
    """The first object of a file, and what tells a log: the document, its first line, or a list of its first object.

    No more than its beginning is read where that is enough; None for a document that is not whole.
    """
    with path.open(encoding="utf-8-sig") as file:
        head = file.read(FIRST)
        if not head.lstrip().startswith("["):
            file.seek(0)
            try:
                lines = islice(filter(str.strip, file), None if path.suffix == ".json" else 1)
                whole = json.loads("".join(lines))
                return whole, whole
            except json.JSONDecodeError:
                return _decoded(head, file), None
        first = _decoded(head, file)
    return first, [first]


def _decoded(head: str, file: Any) -> Any:
    """The first object of a text; the rest of the file is read where its beginning does not hold it."""
    inside, decoder = head.lstrip("[ \t\r\n"), json.JSONDecoder()
    try:
        return decoder.raw_decode(inside)[0]
    except json.JSONDecodeError:
        return decoder.raw_decode(inside + file.read())[0]


def _lines(path: Path, text: str, whole: bool) -> Kind | None:
    """A text: a table of graded items, a bare table of counts, files of TREC, tags."""
    if path.suffix in graded.TABLES:
        try:
            head = next(csv.reader(text.splitlines(keepends=True), delimiter=graded.TABLES[path.suffix]), [])
        except csv.Error:
            return None
        if graded.fits_table(head):
            return Kind("log", "items")
    if path.suffix.lower() in TAGGED:
        return Kind("tags")
    lines = [each.split() for each in text.splitlines() if each.strip()]
    if searched := _searched(lines[: len(lines) - (not whole)]):
        return Kind(searched)
    return Kind("matrix") if whole and _is_matrix(text) else None


def _searched(lines: Sequence[Sequence[str]]) -> str | None:
    """A run or judgements of TREC: the rank and the score, or the grade, of a document of a topic in every line."""
    size = len(lines[0]) if lines else 0
    numbers = {RUN: slice(3, 5), JUDGEMENTS: slice(3, 4)}.get(size)
    if numbers is None or any(len(each) != size or not all(map(_is_number, each[numbers])) for each in lines):
        return None
    if size == len(lines) and all(map(_is_number, (cell for each in lines for cell in each))):
        return None  # as many rows as columns, all of numbers: a table of counts
    return "run" if size == RUN else "qrels"


def _is_matrix(text: str) -> bool:
    """Whether a text is a bare table of counts: as many rows as columns, named alike on both sides or not at all."""
    written = [each for each in text.splitlines() if each.strip()]
    if len(written) < 2 or len(written) != len(cells_of(written[-1])):
        return False
    head, *body = map(cells_of, written)
    if {len(each) for each in body} != {len(written)}:
        return False
    if all(_is_number(cell) for line in (head, *body) for cell in line):
        return len(head) == len(written)
    side, numbers = [each[0] for each in body], (cell for each in body for cell in each[1:])
    return len(side) > 1 and head[-len(side) :] == side and all(map(_is_number, numbers))


def _is_number(text: str) -> bool:
    return text.lstrip("-").replace(".", "", 1).isdigit()


# --- by what it holds -------------------------------------------------------------------------------------------------


def recognised(data: Any, encoding: str = "utf-8", **how: Any) -> Recognised:
    """What a file is, or a frame or named columns in memory: what they hold, and what can be asked.

    ``how`` rows of a file are read: see `Reading`.
    """
    if not isinstance(data, (str, Path)):
        return rows_recognised("", "frame", seen_in(data))
    kind, name = kind_of(data), str(data)
    if kind.log is not None:
        from informed.readers.logs.runs import asked_of_log, log_said, read_log

        log = read_log(data, kind.log)
        return Recognised(name, *kind, log_said(log), questions=asked_of_log(log))
    if kind.export is not None:
        from informed.readers.annotations.tools import asked_of_export, export_said, read_exports

        export = read_exports([data], kind.export)
        return Recognised(name, *kind, export_said(export), questions=asked_of_export(export))
    if kind.statistic is not None:
        return Recognised(name, *kind, f"Saved {kind.tool}.", questions=ASKED[kind.tool])
    if kind != ROWS:
        return Recognised(name, *kind, _sentence(kind.what), questions=ASKED.get(kind.what, ()))
    sample = look(data, encoding, **how)
    return rows_recognised(name, sample.format, sample.columns)


def _sentence(what: str) -> str:
    return f"{SAID[what][0].upper()}{SAID[what][1:]}."


def rows_recognised(name: str, form: str, columns: Sequence[Seen]) -> Recognised:
    """The same of rows whose first ones have been seen."""
    roles = roles_of(columns)
    told = tuple(each.column for each in columns)
    return Recognised(name, "rows", form, _sentence("rows"), told, roles, asked_of_rows(told, roles))


def seen_in(data: Any) -> list[Seen]:
    """The columns of a frame, or of whatever holds them by name, as their first rows show them."""
    holder = holder_of(data)
    if holder is not None:
        return [seen(name, as_list(each)[:SAMPLE]) for name, each in holder.taken(holder.names).items()]
    if (frame := as_frame(data)) is None:
        raise InputError(f"a file, a frame or named columns are needed; got {type(data)}")
    names = frame.collect_schema().names()
    return [seen(name, cells) for name, cells in whole_columns(frame.head(SAMPLE), names).items()]


def asked_of_rows(columns: Iterable[Column], roles: Iterable[Role]) -> tuple[str, ...]:
    """The questions that columns with these roles can answer."""
    of = {each.name: each for each in columns}
    partly = any(each.role == "actual" and of[each.column].filled < of[each.column].sampled for each in roles)
    there = Counter(each.role for each in roles)
    judged = there["actual"] and there["predicted"]
    asked = {
        "evaluate": judged,
        "compare": there["actual"] and there["predicted"] > 1,
        "sweep": there["actual"] and there["scores"],
        "check": judged,
        "deploy": judged,
        "bookmaker": judged,
        "judge": judged and partly,
        "agree": there["rater"] > 1 or there["label"],
        "consensus": there["rater"] > 1 or there["label"],
        "match": there["actual"] and there["clusters"],
        "multilabel": any(each.type == "list" for each in of.values()),
    }
    return tuple(name for name, fits in asked.items() if fits)


def refuse_foreign(path: str | Path, remedies: Mapping[str, str]) -> None:
    """Refuse a file that holds no rows, where rows are asked for: what it is, and what to do with it in this door."""
    kind = kind_of(path)
    if kind.what in remedies:
        raise InputError(f"{path} holds no rows: it is {SAID[kind.what]}; {remedies[kind.what]}")
