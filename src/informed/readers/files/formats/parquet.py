"""Parquet, read by DuckDB. Of a folder all files are read; its folders called `key=value` are columns."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from informed.core.errors import InputError
from informed.readers.engines.names import check_apart
from informed.readers.files.sources import Source
from informed.readers.labels import numbers

ENDINGS = (".parquet", ".pq")
MAGIC = rb"PAR1"
NOTHING = "__HIVE_DEFAULT_PARTITION__"  # how Hive and Spark write a missing value into the name of a folder
WHERE = "file that a row stands in"  # a column that no file has


def table(connection: Any, files: Sequence[Source]) -> Any:
    """The rows of all files, whose columns are matched by name."""
    paths = [each.pattern for each in files]
    found = connection.read_parquet(paths, union_by_name=len(files) > 1, hive_partitioning=False)
    columns = _columns(connection, paths)
    called = {str(each.path): each.name for each in files}
    check_apart((called.get(path, path), names) for path, names in columns.items())
    named = {name for names in columns.values() for name in names}
    keys = {str(each.path): _keys(each) for each in files if each.root is not None}
    new = [name for name in _shared(keys) if name not in named]
    if not new:
        return found
    check_apart([(f"{files[0].root or files[0].name} and its folders", [*sorted(named), *new])])
    return _with_keys(connection, paths, keys, new)


def _columns(connection: Any, paths: list[str]) -> dict[str, list[str]]:
    """The names of the columns of each file, as it writes them; those inside other columns are left out."""
    found: dict[str, list[str]] = {}
    left: list[int] = []  # how many names are still to come, of the root and of each column that is open
    asked = "select file_name, name, coalesce(num_children, 0) from parquet_schema(?)"
    for path, name, inside in connection.execute(asked, [paths]).fetchall():
        if not left:
            found[path] = []
        elif len(left) == 1:
            found[path].append(name)
        left = [*left[:-1], left[-1] - 1, inside] if left else [inside]
        while left and not left[-1]:
            left.pop()
    return found


def _keys(file: Source) -> dict[str, str | None]:
    """What the folders between the named one and the file say."""
    folders = file.path.parent.relative_to(file.root or Path()).parts
    said = [unquote(each).partition("=") for each in folders if "=" in each]
    check_apart([(f"the folders of {file.name}", [name for name, _, _ in said])])
    return {name: None if value == NOTHING else value for name, _, value in said}


def _shared(keys: dict[str, dict[str, str | None]]) -> list[str]:
    """The names of the keys, which all files of a folder must have."""
    first = next(iter(keys), "")
    for path, each in keys.items():
        if list(each) != list(keys[first]):
            raise InputError(
                f"{first} and {path} lie in folders with other keys ({', '.join(keys[first]) or 'none'}; "
                f"{', '.join(each) or 'none'}); name the files to read"
            )
    return list(keys.get(first, ()))


def _with_keys(connection: Any, paths: list[str], keys: dict[str, dict[str, str | None]], new: list[str]) -> Any:
    """The rows with the keys of their folders; as in text, keys are numbers where all of them are."""
    columns: list[list[Any]] = [list(keys), *(_typed([each[name] for each in keys.values()]) for name in new)]
    given: dict[str, Any] = {"paths": paths} | {f"key_{place}": values for place, values in enumerate(columns)}
    unnested = ", ".join(f"unnest($key_{place}) as {_quoted(name)}" for place, name in enumerate([WHERE, *new]))
    return connection.sql(
        f"select * exclude ({_quoted(WHERE)}) from read_parquet($paths, union_by_name = true, filename = '{WHERE}', "
        f"hive_partitioning = false) left join (select {unnested}) using ({_quoted(WHERE)})",
        params=given,
    )


def _typed(values: list[str | None]) -> list[Any]:
    meaning = numbers({each for each in values if each is not None})
    return [None if each is None else meaning.get(each, each) for each in values]


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'
