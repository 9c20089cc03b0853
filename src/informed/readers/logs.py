"""Sample logs of language model benchmarks: what was right, what the model chose, among which options.

Reads lm-evaluation-harness (``samples_*.jsonl``) and Inspect (``.json``, ``.eval``). An item without an answer, because
the model refused or its text could not be understood, is an abstention, not one more wrong option.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from os import SEEK_CUR
from pathlib import Path
from string import ascii_uppercase
from typing import Any, NamedTuple
from zipfile import BadZipFile, ZipFile

from informed.counts import Counts
from informed.errors import InputError, choice
from informed.patterns import Patterns
from informed.readers.arrays import encode
from informed.readers.counting import count

NO_ANSWER = "(no answer)"
UNREADABLE = ("", "[invalid]")  # what the harness leaves where its filter found nothing
ZSTANDARD = 93  # a way of packing, by its number in zip archives
LENGTHS = 26  # where the header of a member says how long its name and its extra field are
MOST_ANSWERS = 100  # beyond this the answers are free text, not options


class Item(NamedTuple):
    """One question: the right option, the one chosen (None: no answer), and the options as far as they are known."""

    actual: str
    predicted: str | None
    options: tuple[str, ...] = ()


class Log(NamedTuple):
    """The questions of a log by their name in it, and how many further answers to them were left aside."""

    items: dict[str, Item]
    repeats: int = 0


def count_logs(paths: Iterable[str | Path], kind: str, *, labels: Iterable[Any] | None = None) -> Counts:
    """Counts over the answer options of all the questions in these logs."""
    logs = [read_log(path, kind) for path in paths]
    items = [item for log in logs for item in log.items.values()]
    _check_options(items)
    actual, predicted = [item.actual for item in items], [item.predicted for item in items]
    counts = count(actual, predicted, labels=labels, abstain=[None])
    return replace(counts, notes=(*counts.notes, *_guessing(items), *_repeats(logs)))


def patterns_of_logs(paths: Sequence[str | Path], kind: str) -> Patterns:
    """What several models said about the same questions, one log each; what one of them lacks is left out."""
    if len(paths) < 2:
        raise InputError(f"only one log, {str(*paths)!r}; give one for each model")
    read = [read_log(path, kind) for path in paths]
    logs = {name: log.items for name, log in zip(_names(paths), read, strict=True)}
    (first, shared), *others = logs.items()
    both = [key for key in shared if all(key in log for _, log in others)]
    if not both:
        raise InputError(f"the logs {', '.join(logs)} have no question in common; compare runs of the same task")
    for name, log in others:
        if odd := [key for key in both if log[key].actual != shared[key].actual]:
            raise InputError(
                f"question {odd[0]!r} has another right answer in {name} than in {first}: not the same task"
            )
    _check_options([shared[key] for key in both])
    said = [[log[key].predicted or NO_ANSWER for key in both] for log in logs.values()]
    encoded = encode([shared[key].actual for key in both], *said)
    missing = len({key for log in logs.values() for key in log}) - len(both)
    lost = [f"{missing} questions are not in all logs and were left out"] if missing else []
    notes = (*encoded.notes, *lost, *_repeats(read))
    actual, *answers = encoded.codes
    systems = dict(zip(logs, answers, strict=True))
    return Patterns.of(actual, systems, encoded.labels, missing=missing, notes=notes)


def read_log(path: str | Path, kind: str) -> Log:
    """One log; of several answers to a question (filters, epochs) the first is taken."""
    read = KINDS[choice("input", kind, KINDS)]
    items: dict[str, Item] = {}
    met = 0
    for key, item in read(Path(path)):
        items.setdefault(key, item)
        met += 1
    if not items:
        raise InputError(f"{path}: no samples in this log; run with samples logged")
    return Log(items, met - len(items))


# --- lm-evaluation-harness -------------------------------------------------------------------------------------------


def _lm_eval(path: Path) -> Iterator[tuple[str, Item]]:
    with path.open(encoding="utf-8") as lines:
        for number, line in enumerate(lines, start=1):
            if not line.strip():
                continue
            try:
                sample = json.loads(line)
                yield str(sample["doc_id"]), _harness_item(sample)
            except (ValueError, KeyError, TypeError, IndexError) as error:
                raise InputError(f"{path}, line {number}: not a sample of lm-evaluation-harness ({error!r})") from None


def _harness_item(sample: Mapping[str, Any]) -> Item:
    found, target = sample["filtered_resps"], sample["target"]
    if isinstance(found[0], list) and len(found) > 1:  # the log-likelihood of each option
        texts = [str(given[1]).strip() for given in _arguments(sample["arguments"])]
        likely = max(range(len(found)), key=lambda place: float(found[place][0]))
        right = texts.index(str(target).strip()) if str(target).strip() in texts else int(target)
        options = ascii_uppercase[: len(found)]
        return Item(options[right], options[likely], tuple(options))
    answer = found[0][0] if isinstance(found[0], list) else found[0]
    answer = str(answer).strip()
    return Item(str(target).strip(), None if answer in UNREADABLE else answer)


def _arguments(given: Any) -> list[Any]:
    """Prompt and continuation of each request; newer logs name what older ones listed."""
    if isinstance(given, list):
        return given
    return [list(each.values()) for each in given.values()]


# --- Inspect ---------------------------------------------------------------------------------------------------------


def _inspect(path: Path) -> Iterator[tuple[str, Item]]:
    try:
        for sample in _inspect_samples(path):
            if sample["scores"]:  # a sample that ended in an error has none
                yield str(sample["id"]), _inspect_item(sample)
    except InputError:
        raise
    except (ValueError, KeyError, TypeError, BadZipFile) as error:
        raise InputError(f"{path}: not an Inspect log with samples ({error!r})") from None


def _inspect_samples(path: Path) -> Iterator[Mapping[str, Any]]:
    if path.suffix != ".eval":
        yield from json.loads(path.read_text(encoding="utf-8"))["samples"] or ()
        return
    with ZipFile(path) as log:
        for name in sorted(each for each in log.namelist() if each.startswith("samples/")):
            try:
                yield json.loads(_unpacked(path, log, name))
            except (NotImplementedError, ModuleNotFoundError):
                raise InputError(
                    f"{path} is compressed in a way this Python cannot read; pip install 'informed[dataframe]' brings "
                    "Arrow, which can, or write it as JSON: inspect log convert LOG --to json --output-dir DIR"
                ) from None


def _unpacked(path: Path, log: ZipFile, name: str) -> bytes:
    """A member of an archive; Zstandard, which newer logs use and Python's own reader lacks, by Arrow."""
    member = log.getinfo(name)
    if member.compress_type != ZSTANDARD:
        return log.read(name)
    import pyarrow

    with path.open("rb") as archive:
        archive.seek(member.header_offset + LENGTHS)
        before = sum(int.from_bytes(archive.read(2), "little") for _ in ("name", "extra"))
        archive.seek(before, SEEK_CUR)
        packed = archive.read(member.compress_size)
    unpacked: bytes = pyarrow.Codec("zstd").decompress(packed, member.file_size, asbytes=True)
    return unpacked


def _inspect_item(sample: Mapping[str, Any]) -> Item:
    target = sample["target"]
    actual = target if isinstance(target, str) else target[0]
    answer = str(next(iter(sample["scores"].values())).get("answer") or "").strip()
    return Item(actual, answer or None, tuple(ascii_uppercase[: len(sample.get("choices") or ())]))


KINDS: dict[str, Callable[[Path], Iterator[tuple[str, Item]]]] = {"lm-eval": _lm_eval, "inspect": _inspect}


# --- what a reader should know ---------------------------------------------------------------------------------------


def _check_options(items: Sequence[Item]) -> None:
    answers = {item.actual for item in items}
    if len(answers) > MOST_ANSWERS or (not items[0].options and len(answers) > len(items) / 2 > 5):
        raise InputError(
            f"{len(items)} questions have {len(answers)} different right answers: free text, not options; "
            "whether an answer is informed can be told only where the options are few and come again"
        )


def _guessing(items: Sequence[Item]) -> list[str]:
    """How often a blind guess among the options is right."""
    sizes = [len(item.options) for item in items]
    if not all(sizes):
        return []
    rate = sum(1 / size for size in sizes) / len(sizes)
    return [f"a blind guess among the options of each question is right {100 * rate:.1f} % of the time"]


def _repeats(logs: Iterable[Log]) -> list[str]:
    repeats = sum(log.repeats for log in logs)
    return [f"{repeats} further answers to the same questions (filters, epochs) were left aside"] if repeats else []


def _names(paths: Sequence[str | Path]) -> list[str]:
    """What tells the logs apart: the names of the files, of their folders, or the whole paths."""
    ways: tuple[Callable[[Path], str], ...] = (lambda path: path.stem, lambda path: path.parent.name, str)
    for name in ways:
        names = [name(Path(path)) for path in paths]
        if len(set(names)) == len(names):
            return names
    raise InputError(f"the same log is given twice: {', '.join(map(str, paths))}")
