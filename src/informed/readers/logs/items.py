"""What every log is read into: items, the grades that their answers got, and what the log says of the whole run."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple
from zipfile import BadZipFile
from zlib import error as PackingError  # noqa: N812

from informed.core.errors import InputError

RIGHT, WRONG = 1.0, 0.0
BROKEN = (  # what a fuzzed or truncated log may raise while one of its parts is read
    ValueError,
    KeyError,
    TypeError,
    IndexError,
    AttributeError,
    OverflowError,
    RecursionError,
    RuntimeError,
    EOFError,
    OSError,
    BadZipFile,
    PackingError,
)


class Grade(NamedTuple):
    """What one scorer made of one answer; ``value`` is 1 for right and 0 for wrong, None where it gave no grade.

    ``answer`` is what was graded, None where the model gave none or the log does not hold it; ``label`` is the grade as
    the log writes it.
    """

    value: float | None
    answer: str | None = None
    label: Any = None


class Item(NamedTuple):
    """One answer to one question: ``target`` holds every answer that is right, ``grades`` one grade per scorer.

    ``place`` says where in the log it stands: a line or a member.
    """

    id: str
    epoch: int
    target: tuple[str, ...]
    grades: Mapping[str, Grade]
    options: tuple[str, ...] = ()
    metadata: Mapping[str, Any] = {}
    model: str = ""
    task: str = ""
    place: str = ""


class Claim(NamedTuple):
    """A number in the header of a log: the mean grade by a scorer, repeated answers reduced to one by ``reducer``."""

    scorer: str
    metric: str
    value: float
    reducer: str = "mean"
    covers: bool = True  # whether the log holds all the answers that the header speaks of


class Log(NamedTuple):
    """A log: its answers in order, the numbers in its header, and notes on what was left out."""

    path: Path
    kind: str
    items: tuple[Item, ...]
    scorers: tuple[str, ...]
    claims: tuple[Claim, ...] = ()
    notes: tuple[str, ...] = ()


def parsed(where: str, what: str, text: Callable[[], str | bytes]) -> dict[str, Any]:
    """The JSON object that a part of a log holds; whatever is wrong with it is said with its place."""
    with_place = f"{where}: not {what}"
    try:
        found = json.loads(text())
    except InputError:
        raise
    except json.JSONDecodeError as error:
        cut = "; the file may be truncated" if error.pos >= len(error.doc.rstrip()) - 1 else ""
        raise InputError(f"{with_place} (not valid JSON: {error}){cut}") from None
    except BROKEN as error:
        raise InputError(f"{with_place} ({error!r})") from None
    if not isinstance(found, dict):
        raise InputError(f"{with_place} (a JSON {type(found).__name__}, not an object)")
    return found


def real(value: Any) -> float:
    """A finite number; numbers written as text, as harnesses do, are read."""
    number = float(value)
    if not math.isfinite(number):
        raise ValueError(f"{value!r} is not a finite number")
    return number


def listed(names: Sequence[str], most: int = 5) -> str:
    """A few names, quoted, and how many more there are."""
    more = f" and {len(names) - most:,} more" if len(names) > most else ""
    return ", ".join(repr(each) for each in names[:most]) + more
