"""Every test of the ledger runs against SQLite, and against PostgreSQL where `./dev test ledger` started a server."""

import os

import pytest

from informed import Ledger

SERVER = os.environ.get("INFORMED_TEST_POSTGRES", "")  # postgresql://...
STORES = ["sqlite", pytest.param("postgresql", marks=pytest.mark.skipif(not SERVER, reason="see ./dev test ledger"))]


def emptied(url: str) -> str:
    """The server without a ledger."""
    import psycopg

    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("DROP SCHEMA IF EXISTS informed CASCADE")
    return url


@pytest.fixture(params=STORES)
def url(request, tmp_path):
    return f"sqlite:///{tmp_path / 'ledger.db'}" if request.param == "sqlite" else emptied(SERVER)


@pytest.fixture
def ledger(url):
    with Ledger(url) as opened:
        yield opened
