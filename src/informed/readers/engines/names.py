"""Names of columns that an engine takes for one."""

from collections.abc import Iterable

from informed.core.errors import InputError


def _folded(name: str) -> bytes:
    """The name as DuckDB compares it: the case of ASCII letters says nothing."""
    return name.encode("utf-8", "surrogatepass").lower()


def check_apart(columns: Iterable[tuple[str, Iterable[str]]], caseless: bool = True) -> None:
    """Refuse names that are equal but for case, in one file or in two; ``columns``: each file with its names."""
    first: dict[bytes, tuple[str, str]] = {}
    for file, names in columns:
        own = list(names)
        if len(own) > len(set(own)):
            twice = next(name for name in own if own.count(name) > 1)
            raise InputError(f"{file}: two columns are called {twice!r}; rename one of them")
        for name in own if caseless else ():
            where, other = first.setdefault(_folded(name), (file, name))
            if other != name:
                files = file if where == file else f"{where} and {file}"
                raise InputError(f"{files}: columns {other!r} and {name!r} differ only in case; rename one of them")
