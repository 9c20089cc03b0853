"""One way to talk to SQLite (the standard library's) and to PostgreSQL (psycopg 3): the same SQL, the same errors.

Both are so near to each other in what a ledger needs that a toolkit between them would be longer than this file, and
SQLite then needs nothing to be installed.
"""

import os
import sqlite3
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from threading import RLock
from typing import Any

from informed.core.errors import InputError, arg
from informed.ledger import chain
from informed.ledger.place import Place
from informed.ledger.run import TABLES
from informed.ledger.schema import MIGRATIONS, SINCE, WORDS


class LedgerError(InputError):
    """The ledger cannot be read or written."""


class DiskFullError(LedgerError):
    """The disk, or the space allowed to the ledger, is full; nothing of the run was kept."""


class BusyError(LedgerError):
    """Other writers held the ledger for longer than this one may wait."""


class NewerLedgerError(LedgerError):
    """The ledger was written by a newer version of informed."""


WAIT = 60.0  # seconds that a writer waits for others
LOCK = 7_146_633  # of PostgreSQL's advisory locks: who holds it may write
DOOR = "schema_version"

Row = tuple[Any, ...]


class Store(ABC):
    """A connection that is opened when it is first needed, and again in a process that was forked.

    Only who writes makes tables or changes them; readers leave everything as it is.
    """

    dialect: str

    def __init__(self, place: Place) -> None:
        self.place = place
        self._lock = RLock()
        self._connection: Any = None
        self._process, self._writes = 0, False

    @abstractmethod
    def _open(self, writing: bool) -> Any:
        """A connection."""

    @abstractmethod
    def _error(self, error: Exception) -> Exception:
        """The same error by its name."""

    @abstractmethod
    def _known(self) -> set[str]:
        """The tables where a ledger has its own."""

    def exists(self) -> bool:
        """Whether anything is at this place."""
        return True

    @abstractmethod
    def _written(self, sql: str) -> str:
        """The SQL as this database reads it; a question mark stands for a value."""

    @abstractmethod
    def _begin(self) -> str:
        """What opens a transaction that will write."""

    def rows(self, sql: str, values: Sequence[Any] = ()) -> list[Row]:
        """The rows of a query; none where nothing was ever recorded here."""
        with self._lock, self._named_errors():
            connection = self._ready(writing=False)
            found: list[Row] = connection.execute(self._written(sql), values).fetchall() if connection else []
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
                self._in_turn()
                yield execute
                connection.execute("COMMIT")
            except BaseException:
                self._undo(connection)
                raise

    def many(self, sql: str, rows: Iterable[Sequence[Any]]) -> int:
        """The same statement for many rows, inside `writing`; how many rows it changed."""
        if not (every := list(rows)):
            return 0
        cursor = self._connection.cursor()
        cursor.executemany(self._written(sql), every)
        count: int = cursor.rowcount
        return count

    def version(self) -> int:
        """The schema of the ledger; 0 where there is none."""
        with self._lock, self._named_errors():
            return self._version() if self._ready(writing=False) else 0

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

    def _ready(self, writing: bool = True) -> Any:
        """The connection, to a ledger whose tables are those of this version; None where a reader finds no tables."""
        lost = self._process != os.getpid() or getattr(self._connection, "closed", False)
        if self._connection is not None and not lost and (self._writes or not writing):
            return self._connection
        self.close()
        if not writing and not self.exists():
            return None
        self._process, self._writes = os.getpid(), writing
        self._connection = self._open(writing)
        try:
            version = self._version()
            if version < len(MIGRATIONS) and writing:
                self._migrate()
            elif version == 0:
                return self.close()
            self._check_columns(len(MIGRATIONS) if writing else version)
        except BaseException:
            self.close()
            raise
        return self._connection

    def _version(self) -> int:
        """How many migrations the ledger has run; 0 where there are no tables. Another program's are refused."""
        tables = self._known()
        if not tables:
            return 0
        if DOOR not in tables:
            names = ", ".join(sorted(tables)[:5])
            raise self._no_ledger(f"it holds tables of another program ({names})")
        rows = self._connection.execute(f"SELECT * FROM {DOOR}").fetchall()
        if len(rows) != 1 or len(rows[0]) != 1 or type(rows[0][0]) is not int or rows[0][0] < 1:
            raise self._no_ledger(f"its {DOOR} is {rows!r:.60}")
        version: int = rows[0][0]
        if version > len(MIGRATIONS):
            raise NewerLedgerError(
                f"ledger {self.place.shown} has schema version {version}, this informed knows {len(MIGRATIONS)}; "
                f"upgrade informed (pip install -U informed), or name another ledger with {arg('ledger')}"
            )
        return version

    def _check_columns(self, version: int) -> None:
        """Refuse tables that lack a column; those of a later schema than this ledger has are not looked for."""
        for table, columns in TABLES.items():
            if SINCE.get(table, 1) > version:
                continue
            try:
                self._connection.execute(f"SELECT {', '.join(columns)} FROM {table} LIMIT 0")
            except Exception as error:
                raise self._no_ledger(" ".join(str(error).split())) from None

    def _no_ledger(self, why: str) -> LedgerError:
        return LedgerError(
            f"ledger {self.place.shown}: no ledger of informed, or "
            f"a damaged one: {why}; name another with {arg('ledger')}"
        )

    def _migrate(self) -> None:
        words = WORDS[self.dialect]
        self._connection.execute(self._begin())
        try:
            self._in_turn()
            done = self._version()  # another process may have been first
            if not done:
                self._connection.execute(f"CREATE TABLE {DOOR} (version INTEGER NOT NULL)")
            for step in MIGRATIONS[done:]:
                for statement in step:
                    self._connection.execute(statement.format(**words))
            self._connection.execute(f"DELETE FROM {DOOR}")
            self._connection.execute(f"INSERT INTO {DOOR} VALUES ({len(MIGRATIONS)})")
            if done < SINCE["link"] <= len(MIGRATIONS):
                chain.begin(self)
            self._connection.execute("COMMIT")
        except BaseException:
            self._undo(self._connection)
            raise

    @abstractmethod
    def _in_turn(self) -> None:
        """Wait until no other process is in a transaction that writes."""


TABLES_HERE = "SELECT name FROM sqlite_master WHERE type IN ('table', 'view') AND substr(name, 1, 7) <> 'sqlite_'"
UNWRITABLE = ("SQLITE_CANTOPEN", "SQLITE_READONLY", "SQLITE_READONLY_CANTINIT", "SQLITE_READONLY_DIRECTORY")


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

    def _open(self, writing: bool) -> Any:
        if writing:
            self.file.parent.mkdir(parents=True, exist_ok=True)
        connection = self._connected("mode=rwc" if writing else "mode=rw")  # mode=ro leaves files of the log behind
        try:
            connection.execute(TABLES_HERE)
        except sqlite3.DatabaseError as error:
            connection.close()
            if writing or _name(error) not in UNWRITABLE:
                raise
            connection = self._unwritten()
        for setting in ("synchronous = NORMAL", "foreign_keys = ON") if writing else ("query_only = ON",):
            connection.execute(f"PRAGMA {setting}")
        return connection

    def _connected(self, how: str) -> Any:
        address = f"{self.file.absolute().as_uri()}?{how}"
        return sqlite3.connect(address, uri=True, timeout=WAIT, isolation_level=None, check_same_thread=False)

    def _unwritten(self) -> Any:
        """A file on a disk that cannot be written, where SQLite cannot make the files of the log beside it."""
        log = self.file.with_name(f"{self.file.name}-wal")
        if log.exists() and log.stat().st_size:
            raise LedgerError(
                f"ledger {self.file}: its last runs are still in {log.name}, which only a disk that can be written "
                "lets us read; copy both files to one"
            )
        return self._connected("immutable=1")

    def _known(self) -> set[str]:
        return {name for (name,) in self._connection.execute(TABLES_HERE)}

    def _begin(self) -> str:
        return "BEGIN IMMEDIATE"

    def _written(self, sql: str) -> str:
        return sql

    def _in_turn(self) -> None:
        """A transaction that writes is alone."""

    def _migrate(self) -> None:
        self._connection.execute("PRAGMA journal_mode = WAL")  # which the file remembers
        super()._migrate()

    def _error(self, error: Exception) -> Exception:
        name = _name(error)
        if name.startswith("SQLITE_FULL"):
            return DiskFullError(f"ledger {self.file}: disk full, the run was not recorded; free some space, run again")
        if name.startswith(("SQLITE_BUSY", "SQLITE_LOCKED")):
            return BusyError(f"ledger {self.file}: busy for {WAIT:g} s; try again, or use PostgreSQL for many writers")
        if name.startswith(("SQLITE_NOTADB", "SQLITE_CORRUPT")):
            return LedgerError(
                f"ledger {self.file}: not an SQLite file, or a damaged one; name another with {arg('ledger')}"
            )
        if name.startswith(("SQLITE_CANTOPEN", "SQLITE_READONLY", "SQLITE_PERM", "SQLITE_IOERR")):
            return LedgerError(f"ledger {self.file}: {error}; check the folder and its permissions")
        if isinstance(error, sqlite3.DatabaseError) and not isinstance(error, sqlite3.ProgrammingError):
            return self._no_ledger(str(error))
        return error


def _name(error: Exception) -> str:
    """What SQLite calls an error."""
    return getattr(error, "sqlite_errorname", "") or ""


class PostgreSQL(Store):
    """A server, by psycopg 3. The tables lie in the schema ``informed`` of the database."""

    dialect = "postgresql"

    def _open(self, writing: bool) -> Any:
        try:
            import psycopg
        except ModuleNotFoundError:
            raise LedgerError("a PostgreSQL ledger needs psycopg; pip install 'informed[ledger]'") from None
        try:
            connection = psycopg.connect(self.place.url, autocommit=True, connect_timeout=10)
        except psycopg.Error as error:
            said = " ".join(str(error).split())
            raise LedgerError(f"ledger {self.place.shown}: no connection ({said}); check the address") from None
        connection.execute("SET search_path TO informed")
        connection.execute(f"SET default_transaction_read_only TO {'off' if writing else 'on'}")
        return connection

    def _begin(self) -> str:
        return "BEGIN"

    def _in_turn(self) -> None:
        self._connection.execute(f"SELECT pg_advisory_xact_lock({LOCK})")

    def _migrate(self) -> None:
        with self._connection.transaction():
            self._in_turn()
            self._connection.execute("CREATE SCHEMA IF NOT EXISTS informed")
        super()._migrate()

    def _written(self, sql: str) -> str:
        return sql.replace("?", "%s")

    def _known(self) -> set[str]:
        here = "SELECT tablename FROM pg_tables WHERE schemaname = 'informed'"
        return {name for (name,) in self._connection.execute(here)}

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
        return error if error.sqlstate is None else self._no_ledger(said)


def store_at(place: Place) -> Store:
    """The store of an address."""
    return PostgreSQL(place) if place.file is None else SQLite(place)
