"""Every test of the ledger runs against SQLite, and against PostgreSQL where `./dev test ledger` started a server."""

import os

import pytest

from informed import Ledger
from informed.ledger.place import VARIABLE

SERVER = os.environ.get("INFORMED_TEST_POSTGRES", "")  # postgresql://...
STORES = ["sqlite", pytest.param("postgresql", marks=pytest.mark.skipif(not SERVER, reason="see ./dev test ledger"))]


def emptied(url: str) -> str:
    """The server without a ledger."""
    import psycopg

    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("DROP SCHEMA IF EXISTS informed CASCADE")
    return url


@pytest.fixture(autouse=True)
def _no_ledger_of_the_user(tmp_path, monkeypatch):
    """No test reads or writes the ledger of whoever runs it."""
    monkeypatch.delenv(VARIABLE, raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))


@pytest.fixture(params=STORES)
def url(request, tmp_path):
    return f"sqlite:///{tmp_path / 'ledger.db'}" if request.param == "sqlite" else emptied(SERVER)


@pytest.fixture
def ledger(url):
    with Ledger(url) as opened:
        yield opened
