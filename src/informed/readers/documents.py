"""Texts in which systems or people marked spans, from tags, from lists of spans and from exports."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from informed.core.errors import InputError, arg, call, choice
from informed.readers.annotations.export import KINDS, MODEL, NAMES, RATER, TRUTH, Export, Span, span_of
from informed.readers.annotations.tables import question_of
from informed.readers.annotations.tools import read_exports
from informed.readers.kinds import kind_of
from informed.readers.lists import are_paths

TAG = re.compile(r"O|[BIESLUM]-\S+")
OUTSIDE, STARTS, ENDS = "O", "BSU", "ESLU"
DOCUMENT = "-DOCSTART-"


class Sentence(NamedTuple):
    """The tags of the tokens of a sentence, one sequence per column; the line it begins on, and its document."""

    columns: tuple[tuple[str, ...], ...]
    line: int
    document: int


def spans_of(tags: Sequence[str]) -> tuple[Span, ...]:
    """The spans that tags spell, in tokens, as the script of the CoNLL shared tasks reads them.

    A span begins at B, S or U, after E, S, L or U, after O, and where the label changes. So IOB1, IOB2, IO, BIOES and
    BILOU are all read alike.
    """
    found: list[Span] = []
    start, label, before = 0, "", OUTSIDE
    for place, tag in enumerate((*tags, OUTSIDE)):
        kind, _, name = tag.partition("-")
        if before != OUTSIDE and (kind == OUTSIDE or kind in STARTS or before in ENDS or name != label):
            found.append(Span(start, place, label))
            before = OUTSIDE
        if kind != OUTSIDE and before == OUTSIDE:
            start, label = place, name
        before = kind
    return tuple(found)


def check_tag(tag: str, where: str) -> str:
    """The tag, if it is one."""
    if not TAG.fullmatch(tag):
        raise InputError(f"{where}: {tag!r:.60} is no tag; a tag is O, or one of B- I- E- S- L- U- M- and a label")
    return tag


def sentences_of(path: Path, wanted: Sequence[int], encoding: str = "utf-8") -> list[Sentence]:
    """The sentences of a file with a token per line and a blank line after each sentence.

    ``wanted``: the columns of tags, counted from 0, or from the end where negative.
    """
    found: list[Sentence] = []
    rows: list[tuple[str, ...]] = []
    begun, width, document = 1, 0, 0
    for number, fields in _lines(path, encoding):
        if fields and fields[0] == DOCUMENT:
            document += 1
        elif fields:
            width = width or len(fields)
            begun = begun if rows else number
            rows.append(_tags(fields, wanted, width, f"{path}, line {number}"))
        if rows and not fields:
            found.append(Sentence(tuple(zip(*rows, strict=True)), begun, document))
            rows = []
    if not found:
        raise InputError(f"{path}: there is no token; give one token per line with its tags")
    return found


def _lines(path: Path, encoding: str) -> Iterator[tuple[int, list[str]]]:
    """The fields of every line; a blank line has none, and one follows the last."""
    try:
        text = path.read_text(encoding=encoding)
    except OSError as error:
        raise InputError(f"{path}: {error.strerror or error}") from None
    except (UnicodeError, LookupError) as error:
        raise InputError(f"{path} is not {encoding}: {error}; give another encoding") from None
    number = 0
    for number, line in enumerate(text.removeprefix("\ufeff").splitlines(), 1):
        fields = [each.strip() for each in line.split("\t")] if "\t" in line else line.split()
        if line.startswith("# ") and not TAG.fullmatch(fields[-1]):
            continue  # a comment, as in CoNLL-U
        yield number, fields if line.strip() else []
    yield number + 1, []


def _tags(fields: Sequence[str], wanted: Sequence[int], width: int, where: str) -> tuple[str, ...]:
    if len(fields) != width:
        raise InputError(f"{where}: {len(fields)} columns, where the first token has {width}")
    for place in wanted:
        if not -width <= place < width:
            column = place + 1 if place >= 0 else -place
            raise InputError(f"{where}: there are {width} columns, so there is no column {column} of tags")
    return tuple(check_tag(fields[place], where) for place in wanted)


CONLL = "conll"
WORDS = re.compile(r"\w+|[^\w\s]")


class Document(NamedTuple):
    """A text: what it is called, where its tokens lie, and the spans that each system marked, in order."""

    name: Any
    tokens: tuple[tuple[int, int], ...]
    spans: Mapping[str, tuple[Span, ...]]


class Documents(NamedTuple):
    """Texts with the spans of several systems; ``actual`` names the one that is the truth, if any.

    ``unit``: what a text is, which is drawn as a whole: a sentence or a document.
    """

    texts: tuple[Document, ...]
    systems: tuple[str, ...]
    actual: str | None
    unit: str = "document"
    notes: tuple[str, ...] = ()


def read_documents(
    data: Any,
    predicted: Any = None,
    *,
    actual: Any = None,
    kind: str = "auto",
    question: str | None = None,
    cluster: str | None = None,
    encoding: str = "utf-8",
) -> Documents:
    """Spans of an actual and a predicted side, or of several raters.

    ``data`` and ``predicted`` are sequences of tags or spans, one per text; or files. For one file ``actual`` and
    ``predicted`` name its columns of tags, or its raters.
    """
    choice("input", kind, ("auto", CONLL, *KINDS))
    if cluster is not None:
        choice("cluster", cluster, ("sentence", "document"))
    if not are_paths(data):
        return _of_lists(data, predicted)
    files = [Path(each) for each in ([data] if isinstance(data, (str, Path)) else data)]
    found = (kind_of(files[0]).export or CONLL) if kind == "auto" else kind
    if found != CONLL:
        if cluster is not None:
            raise InputError(f"{arg('cluster', cluster)} is for files of tags; in an export every item is a document")
        if encoding != "utf-8":
            raise InputError(f"{arg('encoding', encoding)} has no effect on an export, which is UTF-8; leave it out")
        return _of_export(read_exports(files, found), actual, predicted, question)
    if question is not None:
        raise InputError(
            f"{arg('question', question)} is for exports; a file of "
            f"tags has columns: {arg('actual')} and {arg('predicted')}"
        )
    return _of_columns(files, actual, predicted, cluster, encoding)


# --- lists -----------------------------------------------------------------------------------------------------------


def _of_lists(data: Any, predicted: Any) -> Documents:
    if predicted is None:
        raise InputError("predicted is missing: give the tags or spans of every text, as for the actual ones")
    sides = [list(data), list(predicted)]
    if len(sides[0]) != len(sides[1]):
        raise InputError(f"there are {len(sides[0]):,} actual texts and {len(sides[1]):,} predicted ones")
    if not sides[0]:
        raise InputError("there is no text; give the tags or spans of at least one")
    texts = [_text(place, *pair) for place, pair in enumerate(zip(*sides, strict=True))]
    return Documents(tuple(texts), ("actual", "predicted"), "actual", "sentence")


def _text(place: int, *sides: Any) -> Document:
    """A text of which both sides are tags, or both are spans ``(start, end, label)``."""
    pair = [list(each) for each in sides]
    if any(isinstance(each, str) for each in (*pair[0], *pair[1])):
        if len(pair[0]) != len(pair[1]):
            raise InputError(f"text {place}: {len(pair[0])} actual tags and {len(pair[1])} predicted ones")
        tags = [[check_tag(str(tag), f"text {place}") for tag in side] for side in pair]
        return _tagged(place, tags)
    spans = [_ordered(_span(each, place) for each in side) for side in pair]
    reach = max((span.end for side in spans for span in side), default=0)
    tokens = tuple((at, at + 1) for at in range(reach))
    return Document(place, tokens, dict(zip(("actual", "predicted"), spans, strict=True)))


def _span(given: Any, place: int) -> Span:
    try:
        start, end, label = (given["start"], given["end"], given["label"]) if isinstance(given, Mapping) else given
        return span_of(start, end, label, None)
    except (TypeError, KeyError, ValueError) as error:
        raise InputError(f"text {place}: {given!r:.80} is no span (start, end, label): {error}") from None


def _tagged(name: Any, tags: Sequence[Sequence[str]], systems: Sequence[str] = ("actual", "predicted")) -> Document:
    tokens = tuple((at, at + 1) for at in range(len(tags[0])))
    return Document(name, tokens, {who: spans_of(side) for who, side in zip(systems, tags, strict=True)})


def _ordered(spans: Iterable[Span]) -> tuple[Span, ...]:
    return tuple(sorted(spans))


# --- columns of tags -------------------------------------------------------------------------------------------------


def _of_columns(files: Sequence[Path], actual: Any, predicted: Any, cluster: str | None, encoding: str) -> Documents:
    if len(files) > 2:
        raise InputError(f"{len(files)} files of tags; give one file, or the actual tags and those of one system")
    first, last = _column("actual", actual, -2), _column("predicted", predicted, -1)
    if len(files) == 1:
        read = sentences_of(files[0], (first, last), encoding)
    else:
        sides = [
            sentences_of(file, (-1 if given is None else _column(name, given, -1),), encoding)
            for file, name, given in zip(files, ("actual", "predicted"), (actual, predicted), strict=True)
        ]
        read = _beside(files, *sides)
    marked = len({each.document for each in read}) > 1
    unit = cluster or ("document" if marked else "sentence")
    if unit == "document" and not marked:
        raise InputError(f"{files[0]} does not mark documents with -DOCSTART- lines; use {arg('cluster', 'sentence')}")
    names = (each.document if unit == "document" else each.line for each in read)
    texts = tuple(_tagged(name, each.columns) for name, each in zip(names, read, strict=True))
    return Documents(texts, ("actual", "predicted"), "actual", unit)


def _column(name: str, given: Any, usual: int) -> int:
    """The place of a column that is given by its number, counted from 1."""
    if given is None:
        return usual
    if str(given).isdigit() and int(given) > 0:
        return int(given) - 1
    raise InputError(f"{name}={given!r:.60} is no column of tags; give its number, counted from 1")


def _beside(files: Sequence[Path], first: list[Sentence], second: list[Sentence]) -> list[Sentence]:
    """The sentences of two files side by side, which must be of the same length."""
    for one, other in zip(first, second, strict=False):
        if len(one.columns[0]) != len(other.columns[0]):
            raise InputError(
                f"{files[1]}, line {other.line}: a sentence of {len(other.columns[0])} tokens, which in {files[0]} "
                f"(line {one.line}) has {len(one.columns[0])}"
            )
    if len(first) != len(second):
        raise InputError(f"{files[0]} has {len(first):,} sentences, {files[1]} {len(second):,}; tag the same text")
    return [one._replace(columns=(*one.columns, *other.columns)) for one, other in zip(first, second, strict=True)]


# --- exports ---------------------------------------------------------------------------------------------------------


def _of_export(export: Export, actual: Any, predicted: Any, question: str | None) -> Documents:
    """The spans of an export: against its ground truth, against a rater, or of all raters."""
    asked = question_of(export.marked, question, "spans", f"{call('agree')} and informed consensus read labels")
    truth, systems = _sides(export, actual, predicted)
    given: dict[Any, dict[str, tuple[Span, ...]]] = {}
    for each in export.annotations:
        who = "ground truth" if each.role == TRUTH and truth == "ground truth" else each.rater
        if who in systems and asked in each.spans:
            if who in given.setdefault(each.item, {}):
                raise InputError(f"{each.place}: {who!r} marked item {each.item!r} twice; keep one of them")
            given[each.item][who] = _ordered(each.spans[asked])
    texts = [
        Document(item, _tokens(export, item, marked), marked)
        for item, marked in given.items()
        if (truth is None or truth in marked) and len(marked) > 1
    ]
    if not texts:
        raise InputError(f"no text was marked by two of {', '.join(map(repr, systems))}; nothing can be compared")
    notes = [f"read as an export of {NAMES[export.kind]}: spans of {asked!r}"]
    if lost := len(given) - len(texts):
        notes.append(f"{lost:,} texts that only one of them marked were left out")
    if not all(export.tasks[each.name].tokens for each in texts):
        notes.append("the export has no tokens: words and punctuation marks are taken for tokens")
    return Documents(tuple(texts), systems, truth, "document", tuple(notes))


def _sides(export: Export, actual: str | None, predicted: str | None) -> tuple[str | None, tuple[str, ...]]:
    """Who is the truth, and whose spans are looked at, the truth first."""
    people, models = export.raters(RATER), export.raters(MODEL)
    known = (*people, *models)
    if actual is None and not export.raters(TRUTH):
        if predicted is not None:
            raise InputError(
                f"{arg('predicted', predicted)}: the export marks no ground truth; name the actual side too"
            )
        return None, people or models
    truth = "ground truth" if actual is None else choice("actual", actual, known)
    others = [each for each in (people or models) if each != truth]
    if predicted is not None:
        others = [choice("predicted", predicted, [each for each in known if each != truth])]
    if len(others) != 1:
        raise InputError(
            f"spans of {', '.join(map(repr, others)) or 'nobody'} beside {truth!r}; name one: {arg('predicted')}"
        )
    return truth, (truth, others[0])


def _tokens(export: Export, item: Any, marked: Mapping[str, tuple[Span, ...]]) -> tuple[tuple[int, int], ...]:
    task = export.tasks[item]
    if task.tokens or task.text is None:
        reach = max((span.end for spans in marked.values() for span in spans), default=0)
        return task.tokens or tuple((at, at + 1) for at in range(reach))
    return tuple(found.span() for found in WORDS.finditer(task.text))
