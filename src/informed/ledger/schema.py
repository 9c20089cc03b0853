"""The tables of a ledger, as migrations: version N is reached by running the first N of them.

A migration is never changed once a ledger has run it; a new one is added below. What differs between SQLite and
PostgreSQL stands in braces and in `WORDS`. JSON is kept as text, digit for digit as it was written.
"""

WORDS = {
    "sqlite": {"bytes": "BLOB", "real": "REAL", "time": "run.at"},
    "postgresql": {"bytes": "BYTEA", "real": "DOUBLE PRECISION", "time": "run.at::timestamptz"},
}

MIGRATIONS: tuple[tuple[str, ...], ...] = (
    (
        """CREATE TABLE run (
            id TEXT PRIMARY KEY,
            at TEXT NOT NULL,
            task TEXT NOT NULL,
            dataset TEXT NOT NULL,
            fingerprint TEXT NOT NULL,
            system TEXT NOT NULL,
            systems TEXT NOT NULL,
            version TEXT NOT NULL,
            tags TEXT NOT NULL,
            source TEXT NOT NULL,
            question TEXT NOT NULL,
            way TEXT NOT NULL,
            options TEXT NOT NULL,
            signature TEXT NOT NULL,
            informed TEXT NOT NULL,
            n BIGINT,
            passed INTEGER
        )""",
        "CREATE INDEX run_of_task ON run (task, at)",
        "CREATE INDEX run_of_system ON run (task, system, at)",
        "CREATE INDEX run_at ON run (at)",
        """CREATE TABLE statistic (
            run TEXT NOT NULL REFERENCES run (id),
            place INTEGER NOT NULL,
            name TEXT NOT NULL,
            kind TEXT NOT NULL,
            document TEXT NOT NULL,
            PRIMARY KEY (run, place)
        )""",
        """CREATE TABLE figure (
            run TEXT NOT NULL REFERENCES run (id),
            system TEXT NOT NULL,
            grouped TEXT NOT NULL,
            label TEXT NOT NULL,
            measure TEXT NOT NULL,
            value {real},
            low {real},
            high {real},
            chance {real},
            level {real},
            PRIMARY KEY (run, system, grouped, label, measure)
        )""",
        "CREATE TABLE look (run TEXT NOT NULL REFERENCES run (id), at TEXT NOT NULL, PRIMARY KEY (run, at))",
        """CREATE TABLE item (
            run TEXT PRIMARY KEY REFERENCES run (id),
            n BIGINT NOT NULL,
            hashed INTEGER NOT NULL,
            document {bytes} NOT NULL
        )""",
        "CREATE TABLE setting (name TEXT PRIMARY KEY, value TEXT NOT NULL)",
        """CREATE VIEW estimate AS
            SELECT {time} AS time, run.task, figure.system, run.version, run.dataset, figure.grouped, figure.label,
                figure.measure, figure.value, figure.low, figure.high, figure.chance, figure.level, run.n,
                run.passed, run.id AS run
            FROM run JOIN figure ON figure.run = run.id""",
    ),
    (
        """CREATE TABLE link (
            place BIGINT PRIMARY KEY,
            run TEXT NOT NULL,
            at TEXT NOT NULL,
            digest TEXT NOT NULL,
            note TEXT NOT NULL,
            hash TEXT NOT NULL
        )""",
    ),
)
SINCE = {"link": 2}
"""The schema that a table came with, where that is not the first: readers do without it in an older ledger."""
