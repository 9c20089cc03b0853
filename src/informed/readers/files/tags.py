"""Tags of tokens, one column per annotator as in the CoNLL shared tasks, and the spans that they spell."""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from informed.core.errors import InputError
from informed.readers.annotations.export import Span

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
