"""Where the ledger lies: what was asked for, the environment, the project's folder, or the user's data folder."""

import os
import sys
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit, urlunsplit

from informed.core.errors import InputError

VARIABLE = "INFORMED_LEDGER"
FOLDER, FILE = ".informed", "ledger.db"
POSTGRES = ("postgresql", "postgres")
SQLITE = "sqlite:///"


class Place(NamedTuple):
    """The address of a ledger, and why it is this one."""

    url: str
    why: str

    @property
    def file(self) -> Path | None:
        """The file of an SQLite ledger; None where a server holds it."""
        return Path(self.url.removeprefix(SQLITE)) if self.url.startswith(SQLITE) else None

    @property
    def shown(self) -> str:
        """The address for reading: from here where the file lies below, and without a password."""
        if self.file is not None:
            here = Path.cwd()
            return str(self.file.relative_to(here) if self.file.is_relative_to(here) else self.file)
        parts = urlsplit(self.url)
        if parts.password is None:
            return self.url
        who = f"{parts.username}:***@" if parts.username else ":***@"
        return urlunsplit(parts._replace(netloc=who + parts.netloc.rpartition("@")[2]))


def place_of(given: str | Path | None = None) -> Place:
    """The ledger that was asked for, or else the one that applies here."""
    if given is not None and str(given):
        return Place(_url(str(given)), "as given")
    if named := os.environ.get(VARIABLE):
        return Place(_url(named), f"{VARIABLE} names it")
    here = Path.cwd()
    for folder in (here, *here.parents):
        if (folder / FOLDER).is_dir():
            return Place(f"{SQLITE}{folder / FOLDER / FILE}", f"the nearest folder {FOLDER} holds it")
    return Place(f"{SQLITE}{_data_folder() / FILE}", f"the user's data folder; no folder above has {FOLDER}")


def _url(text: str) -> str:
    """An address as it is; the name of a file as the address of an SQLite ledger."""
    scheme, mark, rest = text.partition("://")
    if not mark:
        return f"{SQLITE}{Path(text).expanduser()}"
    if scheme in POSTGRES or (text.startswith(SQLITE) and len(text) > len(SQLITE)):
        return text
    raise InputError(
        f"ledger {scheme}://{rest.rpartition('@')[2]}: the address of a ledger is postgresql://..., "
        "sqlite:///FILE, or the name of a file"
    )


def _data_folder() -> Path:
    home = Path.home()
    if sys.platform == "darwin":
        return home / "Library" / "Application Support" / "informed"
    if os.name == "nt":
        return Path(os.environ.get("LOCALAPPDATA") or home / "AppData" / "Local") / "informed"
    return Path(os.environ.get("XDG_DATA_HOME") or home / ".local" / "share") / "informed"
