"""Data that can be read once: an Arrow stream gives what the table it comes from gives, to every question."""

import pytest

import informed

pa = pytest.importorskip("pyarrow")
duckdb = pytest.importorskip("duckdb")

COLUMNS = {
    "y": ["a", "b", "b", "c", "a", "b", "c", "a"] * 3,
    "p": ["a", "b", "a", "c", "a", "b", "b", "b"] * 3,
    "q": ["a", "a", "b", "c", "b", "b", "c", "a"] * 3,
    "z": [0, 1, 1, 0, 0, 1, 0, 1] * 3,
    "k": [1, 1, 0, 0, 0, 1, 0, 1] * 3,
    "s": [0.1, 0.9, 0.7, 0.2, 0.6, 0.8, 0.3, 0.4] * 3,
    "w": [1.0, 0.5, 2.0, 1.5, 1.0, 1.0, 0.25, 3.0] * 3,
    "site": ["n", "n", "s", "s"] * 6,
    "who": [place // 3 for place in range(24)],
}
QUESTIONS = {
    "count": lambda data: informed.count(data, actual="y", predicted="p"),
    "count whole numbers": lambda data: informed.count(data, actual="z", predicted="k"),
    "count by, weighted": lambda data: informed.count(data, actual="y", predicted="p", weights="w", by=["site"]),
    "evaluate": lambda data: informed.evaluate(data, actual="y", predicted="p"),
    "evaluate by": lambda data: informed.evaluate(data, actual="y", predicted="p", by="site", weights="w"),
    "evaluate clusters": lambda data: informed.evaluate(data, actual="y", predicted="p", cluster="who"),
    "compare": lambda data: informed.compare(data, {"p": "p", "q": "q"}, actual="y"),
    "compare weighted": lambda data: informed.compare(data, {"p": "p", "q": "q"}, actual="y", weights="w"),
    "sweep": lambda data: informed.sweep(data, actual="z", scores="s", positive=1),
    "sweep weighted": lambda data: informed.sweep(data, actual="z", scores="s", positive=1, weights="w"),
    "agree": lambda data: informed.agree(data, raters=["y", "p", "q"]),
    "match": lambda data: informed.match(data, actual="y", predicted="q"),
}


def as_reader(table):
    return table.to_reader()


def as_batches(table):
    return pa.RecordBatchReader.from_batches(table.schema, table.to_batches(max_chunksize=5))


def as_duckdb(items):
    found = duckdb.sql("from items").arrow()  # a reader in newer versions, a table in older ones
    return found if isinstance(found, pa.RecordBatchReader) else found.to_reader()


@pytest.mark.parametrize("stream", [as_reader, as_batches, as_duckdb])
@pytest.mark.parametrize("question", QUESTIONS)
def test_a_stream_gives_what_its_table_gives(question, stream):
    table, ask = pa.table(COLUMNS), QUESTIONS[question]
    assert ask(stream(table)).to_json() == ask(table).to_json()
