"""What every log is read into: items, their grades, what the log says of the run; and all that is known by name."""

import json
import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cached_property
from pathlib import Path
from string import ascii_uppercase
from typing import Any, NamedTuple
from zipfile import BadZipFile
from zlib import error as PackingError  # noqa: N812

from informed.core.errors import InputError
from informed.core.words import many

RIGHT, WRONG = 1.0, 0.0
KINDS = (  # of logs, in the order in which their shapes are tried
    *("inspect", "lm-eval", "helm", "every-eval-ever", "promptfoo", "openai-evals", "mlflow", "deepeval", "items"),
)
BROKEN = (  # what a fuzzed or truncated log may raise while one of its parts is read
    *(ValueError, KeyError, TypeError, IndexError, AttributeError, OverflowError, RecursionError, RuntimeError),
    *(EOFError, OSError, BadZipFile, PackingError),
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


@dataclass(frozen=True, repr=False)
class Log:
    """A sample log: its answers in order, its scorers, the numbers in its header, and notes on what was left out.

    Attributes
    ----------
    path, kind
        The file, and its format: "inspect", "lm-eval", "helm", ...
    items
        One `Item` per answer: id, epoch, target, grades by scorer, options, metadata, model and task.
    scorers
        Who graded the answers; the first is the one that counts unless another is asked for.
    claims
        The means that the log itself states; a question asked of the log reproduces them, or stops.
    notes
        What a reader should know: samples left out, a run that did not finish.
    names_task
        Whether the log says which task it is of; else the task is taken from the name of the file.
    """

    path: Path
    kind: str
    items: tuple[Item, ...]
    scorers: tuple[str, ...]
    claims: tuple[Claim, ...] = ()
    notes: tuple[str, ...] = ()
    names_task: bool = True

    @cached_property
    def models(self) -> tuple[str, ...]:
        """The models that answered, in order."""
        return tuple(dict.fromkeys(each.model for each in self.items))

    @cached_property
    def tasks(self) -> tuple[str, ...]:
        """The tasks they were given, in order."""
        return tuple(dict.fromkeys(each.task for each in self.items))

    def __repr__(self) -> str:
        questions = len({(each.task, each.id) for each in self.items})
        held = f"{many(len(self.items), 'answer')} to {many(questions, 'item')}"
        return f"<{self.kind} log: {held}, scorers {listed(self.scorers)}>"


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


@contextmanager
def told(where: str, what: str) -> Iterator[None]:
    """Whatever goes wrong inside is said with its place."""
    try:
        yield
    except InputError as error:
        raise InputError(f"{where}: {error}") from None
    except BROKEN as error:
        raise InputError(f"{where}: not {what} ({error!r})") from None


def lines(path: Path, what: str) -> Iterator[tuple[int, dict[str, Any]]]:
    """The objects of a file with one per line, each with the number of its line."""
    with path.open("rb") as file:
        for number, line in enumerate(file, start=1):
            if line.strip():
                yield number, parsed(f"{path}, line {number}", what, lambda line=line: line)  # type: ignore[misc]


def mapping(value: Any) -> Mapping[str, Any]:
    """A JSON object, or an empty one where there is none."""
    if value is None:
        return {}
    if not isinstance(value, dict):
        raise ValueError(f"a {type(value).__name__} where an object belongs")
    return value


def text_of(value: Any) -> str | None:
    """A value as the text of an answer; None where there is none."""
    if value is None:
        return None
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return text.strip() or None


def texts_of(value: Any) -> tuple[str, ...]:
    """One answer or a list of them as texts."""
    several = value if isinstance(value, list) else [] if value is None else [value]
    return tuple(text for text in map(text_of, several) if text is not None)


def letter(place: int) -> str:
    """What the option at this place is called."""
    return ascii_uppercase[place] if place < len(ascii_uppercase) else str(place + 1)


WORDS = {"yes": 1.0, "true": 1.0, "pass": 1.0, "correct": 1.0, "no": 0.0, "false": 0.0, "fail": 0.0, "incorrect": 0.0}


def grade_of(scorer: str, value: Any) -> float | None:
    """A grade as a number: numbers as they are, true and false, yes and no; None where there is none."""
    if value is None or (isinstance(value, float) and math.isnan(value)):
        return None
    if isinstance(value, str) and value.strip().lower() in WORDS:
        return WORDS[value.strip().lower()]
    try:
        return real(value)
    except (TypeError, ValueError):
        raise InputError(f"the grade {value!r} of scorer {scorer!r} is neither yes, no nor a number") from None


def real(value: Any) -> float:
    """A finite number; numbers written as text, as harnesses do, are read."""
    number = float(value)
    if not math.isfinite(number):
        raise ValueError(f"{value!r} is not a finite number")
    return number


def epoch_of(value: Any) -> int:
    """Which time an item was asked: a whole number, 0 among them."""
    try:
        number = real(value)
    except (TypeError, ValueError):
        number = math.nan
    if not number.is_integer():
        raise InputError(f"the epoch {value!r} is not a whole number; number the repeats of an item 1, 2, 3, ...")
    return int(number)


def listed(names: Sequence[str], most: int = 5) -> str:
    """A few names, quoted, and how many more there are."""
    more = f" and {len(names) - most:,} more" if len(names) > most else ""
    return ", ".join(repr(each) for each in names[:most]) + more


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
