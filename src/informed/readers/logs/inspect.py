"""Logs of Inspect, ``.json`` and ``.eval``: https://inspect.aisi.org.uk/eval-logs.html."""

import math
from collections.abc import Container, Iterable, Iterator, Mapping
from io import BytesIO
from os import SEEK_CUR
from pathlib import Path
from string import ascii_uppercase
from typing import Any
from zipfile import ZipFile

from informed.core.errors import InputError
from informed.readers.logs.items import BROKEN, Claim, Grade, Item, Log, epoch_of, parsed, real, told

ZSTANDARD = 93  # a way of packing, by its number in zip archives
LENGTHS = 26  # where the header of a member says how long its name and its extra field are


def unpacked(path: Path, archive: ZipFile, name: str) -> bytes:
    """A member of an archive."""
    member = archive.getinfo(name)
    if member.compress_type != ZSTANDARD:
        return archive.read(name)
    with path.open("rb") as file:
        file.seek(member.header_offset + LENGTHS)
        before = sum(int.from_bytes(file.read(2), "little") for _ in ("name", "extra"))
        file.seek(before, SEEK_CUR)
        packed = file.read(member.compress_size)
    return _zstandard(path, packed, member.file_size)


def _zstandard(path: Path, packed: bytes, size: int) -> bytes:
    found: bytes
    try:
        import zstandard
    except ModuleNotFoundError:
        found = _arrow(path, packed, size)
    else:
        try:
            found = zstandard.ZstdDecompressor().stream_reader(BytesIO(packed), read_across_frames=True).read()
        except zstandard.ZstdError as error:
            raise ValueError(str(error)) from None
    if len(found) != size:
        raise ValueError(f"{len(found):,} bytes unpacked, {size:,} expected")
    return found


def _arrow(path: Path, packed: bytes, size: int) -> bytes:
    try:
        import pyarrow
    except ModuleNotFoundError:
        raise InputError(
            f"{path} is packed with Zstandard, which this Python cannot read: pip install zstandard (or "
            "'informed[dataframe]'), or write the log as JSON: inspect log convert LOG --to json --output-dir DIR"
        ) from None
    found: bytes = pyarrow.Codec("zstd").decompress(packed, size, asbytes=True)
    return found


LABELS = {"C": 1.0, "P": 0.5, "I": 0.0, "N": 0.0}  # correct, partial, incorrect, no answer
WORDS = {"yes": 1.0, "true": 1.0, "no": 0.0, "false": 0.0}
MEANS = ("accuracy", "mean")  # metrics that are the mean of the grades
HEADER, START = "header.json", "_journal/start.json"
NOT_A_LOG = "a log of Inspect"
NOT_A_SAMPLE = "a sample of Inspect"
Parts = tuple[Mapping[str, Any], Iterable[tuple[str, Mapping[str, Any]]]]


def fits(found: Any) -> bool:
    """Whether an object is a log."""
    return isinstance(found, dict) and isinstance(found.get("eval"), dict) and "status" in found


def read(path: Path) -> Log:
    """The log, its samples as far as they were scored."""
    header, samples = _archive(path) if path.suffix == ".eval" else _document(path)
    about = _about(path, header)
    items, unscored, failed, held = [], 0, 0, 0
    for place, sample in samples:
        held += 1
        with told(f"{path}, {place}", NOT_A_SAMPLE):
            item = _item(sample, place, about)
        if any(grade.value is not None for grade in item.grades.values()):
            items.append(item)
        else:
            unscored += 1
            failed += bool(sample.get("error"))
    graded = dict.fromkeys(name for item in items for name in item.grades)
    claims = tuple(_claims(path, header, held, graded))
    if not items:
        raise InputError(_nothing(path, claims, held))
    first = [each.scorer for each in claims if each.scorer in graded]  # the header has them in their own order
    scorers = tuple(dict.fromkeys((*first, *graded)))
    return Log(path, "inspect", tuple(items), scorers, claims, tuple(_notes(header, held, unscored, failed)))


# --- the two ways it is stored ---------------------------------------------------------------------------------------


def _document(path: Path) -> Parts:
    document = parsed(str(path), NOT_A_LOG, path.read_bytes)
    if not isinstance(document.get("eval"), dict):
        raise InputError(f"{path}: not {NOT_A_LOG} (it has no 'eval' section)")
    samples = document.get("samples") or []
    if not isinstance(samples, list):
        raise InputError(f"{path}: not {NOT_A_LOG} ('samples' is a {type(samples).__name__}, not a list)")
    return document, [(f"samples[{place}]", _mapping(path, place, each)) for place, each in enumerate(samples)]


def _mapping(path: Path, place: int, sample: Any) -> Mapping[str, Any]:
    if isinstance(sample, dict):
        return sample
    raise InputError(f"{path}, samples[{place}]: not {NOT_A_SAMPLE} (a {type(sample).__name__}, not an object)")


def _archive(path: Path) -> Parts:
    try:
        archive = ZipFile(path)
    except FileNotFoundError:
        raise
    except BROKEN as error:
        raise InputError(f"{path}: not a zip archive, as {NOT_A_LOG} is ({error}); it may be truncated") from None
    names = list(dict.fromkeys(archive.namelist()))  # of members of one name the last one counts
    try:
        head = next((each for each in (HEADER, START) if each in names), None)
        if head is None:
            raise InputError(f"{path}: not {NOT_A_LOG} (the archive has neither {HEADER} nor {START})")
        header = _member(path, archive, head, NOT_A_LOG)
    except InputError:
        archive.close()
        raise
    return header, _members(path, archive, [each for each in names if each.startswith("samples/")])


def _members(path: Path, archive: ZipFile, names: Iterable[str]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    with archive:
        for name in names:
            yield name, _member(path, archive, name, NOT_A_SAMPLE)


def _member(path: Path, archive: ZipFile, name: str, what: str) -> Mapping[str, Any]:
    return parsed(f"{path}, {name}", what, lambda: unpacked(path, archive, name))


# --- samples ---------------------------------------------------------------------------------------------------------


def _about(path: Path, header: Mapping[str, Any]) -> dict[str, str]:
    about = header.get("eval")
    if not isinstance(about, dict):
        raise InputError(f"{path}: not {NOT_A_LOG} (its header has no 'eval' section)")
    return {name: str(about.get(name) or "") for name in ("model", "task")}


def _item(sample: Mapping[str, Any], place: str, about: Mapping[str, str]) -> Item:
    scores = sample.get("scores") or ({"score": sample["score"]} if sample.get("score") else {})
    grades = {name: grade for scorer, score in scores.items() for name, grade in _grades(scorer, score)}
    target = sample["target"]
    right = (target,) if isinstance(target, str) else tuple(map(str, target))
    choices = sample.get("choices") or ()
    options = tuple(ascii_uppercase[: len(choices)]) if len(choices) <= len(ascii_uppercase) else ()
    metadata = sample.get("metadata") or {}
    return Item(
        str(sample["id"]), epoch_of(sample.get("epoch", 1)), right, grades, options, metadata, place=place, **about
    )


def _grades(scorer: str, score: Mapping[str, Any]) -> Iterator[tuple[str, Grade]]:
    """The grade of a scorer, or one for each key where it gave several at once."""
    value, answer = score["value"], score.get("answer")
    answer = str(answer).strip() or None if answer is not None else None
    if isinstance(value, dict):
        for key, part in value.items():
            yield f"{scorer}/{key}", Grade(_number(scorer, part), None, part)
    elif not isinstance(value, list):  # a list is no grade: there is no saying which of its parts counts
        yield scorer, Grade(_number(scorer, value), None if value == "N" else answer, value)


def _number(scorer: str, value: Any) -> float | None:
    """What Inspect takes a grade for (``value_to_float``); None where there is none, which it writes as NaN."""
    if value is None or (isinstance(value, float) and math.isnan(value)):
        return None
    if isinstance(value, str):
        known = {**LABELS, **WORDS}.get(value, WORDS.get(value.lower()))
        if known is not None:
            return known
    try:
        return real(value)
    except (TypeError, ValueError):
        raise InputError(f"the grade {value!r} of scorer {scorer!r} is neither C, P, I, N nor a number") from None


# --- the header ------------------------------------------------------------------------------------------------------


def _claims(path: Path, header: Mapping[str, Any], held: int, graded: Container[str]) -> Iterator[Claim]:
    """The means in the header; the grades of a scorer that gave several are told apart by its name and theirs."""
    try:
        results = header.get("results") or {}
        covers = held >= int(results.get("completed_samples") or 0)
        for score in results.get("scores") or ():
            name, part = str(score["name"]), f"{score.get('scorer')}/{score['name']}"
            reducer = str(score.get("reducer") or "mean")  # what Inspect does unless told otherwise
            for metric in MEANS:
                if metric in score["metrics"]:
                    value = float(score["metrics"][metric]["value"])
                    yield Claim(part if part in graded else name, metric, value, reducer, covers)
    except BROKEN as error:
        raise InputError(f"{path}: not {NOT_A_LOG} (its results: {error!r})") from None


def _nothing(path: Path, claims: Iterable[Claim], held: int) -> str:
    if held:
        return f"{path}: none of its {held:,} samples is scored; score them with: inspect score {path.name}"
    told = "; ".join(f"{each.metric} {each.value:.4g} by {each.scorer!r}" for each in claims)
    header = f", only its header ({told})" if told else ""
    return f"{path}: no samples in this log{header}; one answer per item is needed: run with samples logged"


def _notes(header: Mapping[str, Any], held: int, unscored: int, failed: int) -> Iterator[str]:
    status = header.get("status", "started")
    if status != "success":
        yield f"the run did not finish (status {status!r}): the log is read as far as it goes"
    if unscored:
        ended = f", {failed:,} of them ended in an error" if failed else ""
        yield f"{unscored:,} of {held:,} samples have no score and were left out{ended}"
