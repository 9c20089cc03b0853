"""Kinds of files with typed columns, one file each; a file here is a kind of its name.

``ENDINGS`` are the endings of such files, ``MAGIC`` is a regular expression of how they begin, and
``table(connection, files)`` is what they hold: a relation of DuckDB, whose connection it is, or any data frame that
gives its columns as Arrow does (pyarrow, polars, pandas). Other packages add kinds by the entry point
``informed.readers``.
"""

from collections.abc import Mapping, Sequence
from functools import cache, partial
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from informed.core.extending import Addition, loaded

if TYPE_CHECKING:
    from informed.readers.files.sources import Source


class Format(Protocol):
    """What the module of a kind has."""

    ENDINGS: tuple[str, ...]
    MAGIC: bytes

    def table(self, connection: Any, files: "Sequence[Source]") -> Any:
        """What the files hold together."""


@cache
def formats() -> Mapping[str, Format]:
    """Every kind by its name, those of other packages last."""
    from informed.readers.files.sources import KINDS

    names = sorted(path.stem for path in Path(__file__).parent.glob("[!_]*.py"))
    own: dict[str, Any] = {name: import_module(f"{__name__}.{name}") for name in names}
    known = KINDS | {name: each.ENDINGS for name, each in own.items()}
    return own | loaded("reader", known, partial(_fitting, known))


def _fitting(known: Mapping[str, Sequence[str]], addition: Addition) -> Any:
    """The module of a kind in another package, if it has all that a kind has, and endings of its own."""
    found = addition.load()
    if lacking := [name for name in ("ENDINGS", "MAGIC", "table") if not hasattr(found, name)]:
        raise addition.refused(f"{found.__name__} has no {lacking[0]}")
    for name, endings in known.items():
        if both := sorted({*endings} & {*found.ENDINGS}):
            raise addition.refused(f"files that end in {both[0]} are read as {name!r}")
    return found
