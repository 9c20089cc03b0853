"""One way to talk to SQLite (the standard library's) and to PostgreSQL (psycopg 3): the same SQL, the same errors.

Both are so near to each other in what a ledger needs that a toolkit between them would be longer than this file, and
SQLite then needs nothing to be installed.
"""

from __future__ import annotations

import os
import sqlite3
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from threading import RLock
from typing import Any

from informed.core.errors import InputError
from informed.ledger.errors import BusyError, DiskFullError, LedgerError, NewerLedgerError
from informed.ledger.place import Place
from informed.ledger.schema import MIGRATIONS, WORDS

WAIT = 60.0  # seconds that a writer waits for others
LOCK = 7_146_633  # of PostgreSQL's advisory locks: who holds it may migrate
DOOR = "CREATE TABLE IF NOT EXISTS schema_version (version INTEGER NOT NULL)"

Row = tuple[Any, ...]


class Store(ABC):
    """A connection that is opened when it is first needed, and again in a process that was forked."""

    dialect: str

    def __init__(self, place: Place) -> None:
        self.place = place
        self._lock = RLock()
        self._connection: Any = None
        self._process = 0

    @abstractmethod
    def _open(self) -> Any:
        """A connection."""

    @abstractmethod
    def _error(self, error: Exception) -> Exception:
        """The same error by its name."""

    @abstractmethod
    def exists(self) -> bool:
        """Whether there is a ledger at this place."""

    @abstractmethod
    def _written(self, sql: str) -> str:
        """The SQL as this database reads it; a question mark stands for a value."""

    @abstractmethod
    def _begin(self) -> str:
        """What opens a transaction that will write."""

    def rows(self, sql: str, values: Sequence[Any] = ()) -> list[Row]:
        """The rows of a query; none where nothing was ever recorded here."""
        if not self.exists():
            return []
        with self._lock, self._named_errors():
            found: list[Row] = self._ready().execute(self._written(sql), values).fetchall()
            return found

    @contextmanager
    def writing(self) -> Iterator[Any]:
        """A transaction: all of it is kept, or nothing; gives what executes a statement and returns its row count."""

        def execute(sql: str, values: Sequence[Any] = ()) -> int:
            count: int = connection.execute(self._written(sql), values).rowcount
            return count

        with self._lock, self._named_errors():
            connection = self._ready()
            connection.execute(self._begin())
            try:
                yield execute
                connection.execute("COMMIT")
            except BaseException:
                self._undo(connection)
                raise

    def many(self, sql: str, rows: Iterable[Sequence[Any]]) -> None:
        """The same statement for many rows, inside `writing`."""
        self._connection.cursor().executemany(self._written(sql), list(rows))

    def close(self) -> None:
        """Close the connection; the next use opens it again."""
        with self._lock:
            connection, self._connection = self._connection, None
            if connection is not None and self._process == os.getpid():
                connection.close()

    def __del__(self) -> None:
        self.close()

    def _undo(self, connection: Any) -> None:
        try:
            connection.execute("ROLLBACK")
        except Exception:  # a full disk may have ended the transaction already, a lost server the connection
            self._connection = None

    @contextmanager
    def _named_errors(self) -> Iterator[None]:
        try:
            yield
        except (InputError, OSError):
            raise
        except Exception as error:
            named = self._error(error)
            if named is error:
                raise
            raise named from None

    def _ready(self) -> Any:
        """The connection, to a ledger whose tables are those of this version."""
        if self._connection is None or self._process != os.getpid() or getattr(self._connection, "closed", False):
            self._connection, self._process = self._open(), os.getpid()
            try:
                self._migrate()
            except BaseException:
                self.close()
                raise
        return self._connection

    def _migrate(self) -> None:
        if self._version() == len(MIGRATIONS):
            return
        words = WORDS[self.dialect]
        self._connection.execute(self._begin())
        try:
            self._alone()
            self._connection.execute(DOOR)
            done = self._version()  # another process may have been first
            if done > len(MIGRATIONS):
                raise NewerLedgerError(
                    f"ledger {self.place.shown} has schema version {done}, this informed knows {len(MIGRATIONS)}; "
                    "upgrade informed (pip install -U informed), or name another ledger with --ledger"
                )
            for step in MIGRATIONS[done:]:
                for statement in step:
                    self._connection.execute(statement.format(**words))
            self._connection.execute("DELETE FROM schema_version")
            self._connection.execute(f"INSERT INTO schema_version VALUES ({len(MIGRATIONS)})")
            self._connection.execute("COMMIT")
        except BaseException:
            self._undo(self._connection)
            raise

    @abstractmethod
    def _alone(self) -> None:
        """Wait until no other process migrates."""

    @abstractmethod
    def _version(self) -> int:
        """How many migrations the ledger has run."""


class SQLite(Store):
    """A file. Readers and one writer work at the same time (WAL); writers wait for each other.

    A commit survives the end of the process at any moment; a power cut may lose the last ones, never the file.
    """

    dialect = "sqlite"

    @property
    def file(self) -> Path:
        """The file of the ledger."""
        assert self.place.file is not None
        return self.place.file

    def exists(self) -> bool:
        """Whether the file is there."""
        return self.file.exists()

    def _open(self) -> Any:
        self.file.parent.mkdir(parents=True, exist_ok=True)
        connection = sqlite3.connect(self.file, timeout=WAIT, isolation_level=None, check_same_thread=False)
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = NORMAL")
        connection.execute("PRAGMA foreign_keys = ON")
        return connection

    def _begin(self) -> str:
        return "BEGIN IMMEDIATE"

    def _written(self, sql: str) -> str:
        return sql

    def _alone(self) -> None:
        """A transaction that writes is alone."""

    def _version(self) -> int:
        there = "SELECT 1 FROM sqlite_master WHERE name = 'schema_version'"
        if not self._connection.execute(there).fetchone():
            return 0
        found = self._connection.execute("SELECT version FROM schema_version").fetchone()
        return int(found[0]) if found else 0

    def _error(self, error: Exception) -> Exception:
        name = getattr(error, "sqlite_errorname", "") or ""
        if name.startswith("SQLITE_FULL"):
            return DiskFullError(f"ledger {self.file}: disk full, the run was not recorded; free some space, run again")
        if name.startswith(("SQLITE_BUSY", "SQLITE_LOCKED")):
            return BusyError(f"ledger {self.file}: busy for {WAIT:g} s; try again, or use PostgreSQL for many writers")
        if name.startswith(("SQLITE_NOTADB", "SQLITE_CORRUPT")):
            return LedgerError(f"ledger {self.file}: not an SQLite file, or a damaged one; name another with --ledger")
        if name.startswith(("SQLITE_CANTOPEN", "SQLITE_READONLY", "SQLITE_PERM", "SQLITE_IOERR")):
            return LedgerError(f"ledger {self.file}: {error}; check the folder and its permissions")
        return error


class PostgreSQL(Store):
    """A server, by psycopg 3. The tables lie in the schema ``informed`` of the database."""

    dialect = "postgresql"

    def exists(self) -> bool:
        """A server has a ledger as soon as it is asked."""
        return True

    def _open(self) -> Any:
        try:
            import psycopg
        except ModuleNotFoundError:
            raise LedgerError("a PostgreSQL ledger needs psycopg; pip install 'informed[ledger]'") from None
        try:
            connection = psycopg.connect(self.place.url, autocommit=True, connect_timeout=10)
        except psycopg.Error as error:
            said = " ".join(str(error).split())
            raise LedgerError(f"ledger {self.place.shown}: no connection ({said}); check the address") from None
        connection.execute("SET search_path TO informed, public")
        return connection

    def _begin(self) -> str:
        return "BEGIN"

    def _alone(self) -> None:
        self._connection.execute(f"SELECT pg_advisory_xact_lock({LOCK})")
        self._connection.execute("CREATE SCHEMA IF NOT EXISTS informed")

    def _written(self, sql: str) -> str:
        return sql.replace("?", "%s")

    def _version(self) -> int:
        if self._connection.execute("SELECT to_regclass('informed.schema_version')").fetchone()[0] is None:
            return 0
        found = self._connection.execute("SELECT version FROM informed.schema_version").fetchone()
        return int(found[0]) if found else 0

    def _error(self, error: Exception) -> Exception:
        import psycopg

        if not isinstance(error, psycopg.Error):
            return error
        said = " ".join(str(error).split())
        if isinstance(error, psycopg.errors.DiskFull):
            return DiskFullError(f"ledger {self.place.shown}: disk full, the run was not recorded; free some space")
        if isinstance(error, psycopg.errors.LockNotAvailable):
            return BusyError(f"ledger {self.place.shown}: busy; try again")
        if isinstance(error, psycopg.errors.InsufficientPrivilege):
            return LedgerError(f"ledger {self.place.shown}: {said}; ask for the right to create the schema informed")
        if isinstance(error, psycopg.OperationalError):
            return LedgerError(f"ledger {self.place.shown}: {said}; is the server up?")
        return error


def store_at(place: Place) -> Store:
    """The store of an address."""
    return PostgreSQL(place) if place.file is None else SQLite(place)
