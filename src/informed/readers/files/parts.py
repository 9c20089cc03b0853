"""Parts of files that hold several tables: a sheet, a table of a database, a file of an archive."""

from collections.abc import Sequence
from pathlib import Path

from informed.core.errors import InputError, choice

MOST = 10  # parts named in a message


def part_named(given: str, endings: tuple[str, ...]) -> tuple[str, str | None]:
    """A file and its part after ``#``, where one is named; the names of both may hold a # themselves."""
    marks = [at for at, sign in enumerate(given) if sign == "#" and given[:at].lower().endswith(endings)]
    if not marks or Path(given).exists():
        return given, None
    mark = next((at for at in marks if Path(given[:at]).exists()), marks[0])
    return given[:mark], given[mark + 1 :]


def part_of(name: str, part: str | None, parts: Sequence[str], kind: str = "table") -> str:
    """The part that is meant: the one that is named, or the only one."""
    if part is not None:
        return choice(f"{name}: table", part, parts)
    if len(parts) == 1:
        return parts[0]
    if not parts:
        raise InputError(f"{name} has no {kind}s; is it the right file?")
    more = f" and {len(parts) - MOST:,} more" if len(parts) > MOST else ""
    raise InputError(
        f"{name} has {len(parts):,} {kind}s: {', '.join(parts[:MOST])}{more}; name one: '{name}#{parts[0]}'"
    )
