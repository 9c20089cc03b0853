"""Statistics kept as JSON, and their merging."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import reduce
from pathlib import Path
from typing import Any, TypeVar

from informed.core.counts import Counts
from informed.core.errors import InputError, arg
from informed.core.items import Items
from informed.core.labels import in_order
from informed.core.saving import Saved
from informed.core.writing import write
from informed.readers.columns import Columns
from informed.readers.counting import count_files
from informed.readers.files.packing import parsing
from informed.readers.files.rows import columns_of
from informed.readers.files.sources import resolved, twice
from informed.readers.kinds import kind_of

Statistic = TypeVar("Statistic", bound=Saved)
Summed = TypeVar("Summed", Counts, Items)


def saved_among(paths: Iterable[str | Path], kind: type[Statistic]) -> tuple[list[Statistic], list[str | Path]]:
    """The statistics of this kind that files hold, and the files that hold rows; patterns are resolved."""
    every = _every(paths)
    saved = [each for each in every if kind_of(each).statistic]
    return [_read(each, kind) for each in saved], [each for each in every if each not in saved]


def all_saved(paths: Iterable[str | Path]) -> bool:
    """Whether no file holds rows."""
    return all(kind_of(each).statistic for each in _every(paths))


def _every(paths: Iterable[str | Path]) -> list[str | Path]:
    return [each for path in paths for each in resolved(path) or [path]]


def read_counts(path: str | Path) -> Counts:
    """Counts saved by `write_counts`."""
    return _read(path, Counts)


def _read(path: str | Path, kind: type[Statistic]) -> Statistic:
    with parsing(path):
        try:
            return kind.from_json(Path(path).read_text(encoding="utf-8"))
        except FileNotFoundError:
            raise InputError(f"{path}: there is no such file") from None
        except (OSError, ValueError) as error:
            raise InputError(f"{path}: {getattr(error, 'strerror', None) or error}") from None


def samples_of_files(paths: Iterable[str | Path]) -> dict[str, Counts]:
    """Saved counts by the name of their file, as independent samples; of files of one name by their paths."""
    given = [Path(path) for path in paths]
    if again := next((path for path in given if given.count(path) > 1), None):
        raise InputError(f"{again} is given twice; independent samples need a file each")
    stems = [path.stem for path in given]
    names = [stem if stems.count(stem) == 1 else str(path) for stem, path in zip(stems, given, strict=True)]
    return {name: read_counts(path) for name, path in zip(names, given, strict=True)}


def write_counts(counts: Counts, path: str | Path) -> None:
    """Save counts as JSON, to be merged or evaluated later."""
    write(path, counts.to_json() + "\n")


def merge_files(paths: Iterable[str | Path], union: bool = False) -> Counts:
    """Saved counts added up; with ``union`` over all labels of any of them. A file given twice counts twice."""
    given = list(paths)
    total, again = merged([read_counts(path) for path in given], union), twice(map(str, given))
    return replace(total, notes=tuple(dict.fromkeys((*total.notes, *again)))) if again else total


def merged(parts: Sequence[Summed], union: bool = False) -> Summed:
    """Counts or items added up; with ``union`` their labels may differ and come in order."""
    if not parts:
        raise InputError("no counts were given; name one or more files of saved counts")
    if not union or len({(each.labels, getattr(each, "labels_predicted", ())) for each in parts}) == 1:
        return reduce(lambda left, right: left + right, parts)
    total = reduce(lambda left, right: left.union(right), parts)
    return total.aligned(in_order(total.labels)) if getattr(total, "square", True) else total


def quality_of(given: Any) -> Any:
    """How labels err, read where it is a file, so that an answer that is recorded needs the file no longer."""
    return read_quality(given) if isinstance(given, (str, Path)) else given


def read_quality(source: str | Path) -> Counts:
    """How labels err: counts truth x label, saved, or of a file whose two columns are the truth and the label."""
    if str(source).endswith(".json"):
        return read_counts(source)
    names = columns_of(source)
    if len(names) != 2:
        raise InputError(
            f"{arg('reference_quality', str(source))}: its columns are {list(names)}; it needs two, truth and label"
        )
    return count_files([source], Columns.named(*names))
