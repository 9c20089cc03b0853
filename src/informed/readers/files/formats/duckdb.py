"""DuckDB databases: the only table, or the one that is named."""

from collections.abc import Sequence
from typing import Any
from zlib import crc32

from informed.core.errors import InputError, arg
from informed.readers.engines.names import check_apart
from informed.readers.files.packing import part_of
from informed.readers.files.sources import Source

ENDINGS = (".duckdb", ".ddb")
MAGIC = rb".{8}DUCK"
TABLES = """select case schema_name when 'main' then '' else schema_name || '.' end || name, schema_name, name from (
select database_name, schema_name, table_name as name from duckdb_tables() where not internal union all
select database_name, schema_name, view_name from duckdb_views() where not internal)
where database_name = ? order by 1"""


def table(connection: Any, files: Sequence[Source]) -> Any:
    """The rows of a table or of a query in each file, whose columns are matched by name."""
    asked = [_asked(connection, source) for source in files]
    held = [connection.sql(each) for each in asked]
    check_apart((source.name, each.columns) for source, each in zip(files, held, strict=True))
    return held[0] if len(held) == 1 else connection.sql(" union all by name ".join(asked))


def _asked(connection: Any, source: Source) -> str:
    """What is asked of one file, which is attached so that nothing can be written to it."""
    path = str(source.path)
    called, quoted = f"database_{crc32(path.encode())}", path.replace("'", "''")
    connection.execute(f"attach if not exists '{quoted}' as {called} (read_only)")
    if source.sql is not None:
        return _query(connection, source.sql, called)
    known = {shown: (schema, name) for shown, schema, name in connection.execute(TABLES, [called]).fetchall()}
    schema, name = (each.replace('"', '""') for each in known[part_of(source.name, source.part, list(known))])
    return f'from {called}."{schema}"."{name}"'


def _query(connection: Any, sql: str, called: str) -> str:
    """The text of one select statement."""
    import duckdb

    connection.execute(f"use {called}")
    try:
        statements = connection.extract_statements(sql)
        if [each.type for each in statements] != [duckdb.StatementType.SELECT]:
            raise InputError(f"{arg('sql')} {sql!r:.80}: only one select statement is run")
        connection.sql(statements[0].query)
    except duckdb.Error as error:
        raise InputError(f"{arg('sql')} {sql!r:.80}: {str(error).splitlines()[0].partition(': ')[2]}") from None
    whole = str(statements[0].query).encode()
    ends = [place for place, _ in duckdb.tokenize(whole.decode()) if whole[place : place + 1] == b";"]
    return whole[: next(iter(ends), None)].decode()
