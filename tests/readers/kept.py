"""The same values in every container that can hold them: how each is made, and what the rule says of its labels."""

from __future__ import annotations

import bz2
import csv
import gzip
import io
import json
import lzma
import math
import re
import sqlite3
from collections import Counter
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta, timezone
from decimal import Decimal
from typing import Any, NamedTuple
from zipfile import ZipFile

import numpy as np

REFUSED, MISSING = "refused", "missing"
EAST = timezone(timedelta(hours=2))
VALUES: dict[str, list[Any]] = {
    "texts": ["a", "b", "ab "],
    "an empty text": ["", "a"],
    "NA, null": ["NA", "null", "a"],
    "texts of numbers": ["1", "1.0", "2"],
    "leading zeros": ["007", "7"],
    "texts of truth values": ["true", "False"],
    "forms of Unicode": ["\u00e9", "e\u0301"],
    "whole numbers": [0, 1, -2],
    "beyond 2**53": [2**53, 2**53 + 1],
    "beyond 2**63": [2**63, 2**63 + 1],
    "beyond 2**64": [2**64, 2**64 + 1],
    "whole floats": [1.0, 2.0],
    "floats beyond 2**53": [2.0**53, 2.0**60],
    "fractions": [0.5, 1.0],
    "infinity": [math.inf, 1.0],
    "NaN": [math.nan, 1.0],
    "None beside texts": [None, "a"],
    "None beside numbers": [None, 1],
    "truth values": [True, False],
    "1 beside '1'": [1, "1"],
    "1 beside true": [0, 1, True],
    "days": [date(2024, 5, 1), date(2024, 5, 2)],
    "times": [datetime(2024, 5, 1, 12, 30), datetime(2024, 5, 2)],
    "times with a zone": [datetime(2024, 5, 1, 12, tzinfo=EAST), datetime(2024, 5, 1, 9, 0, 1, 500_000, tzinfo=UTC)],
    "decimals": [Decimal("1"), Decimal("2.00")],
    "decimals with a fraction": [Decimal("0.5"), Decimal("1.0")],
    "bytes": [b"a", b"b"],
    "bytes that are no UTF-8": [b"a", b"\xff"],
    "durations": [timedelta(seconds=1), timedelta(days=1)],
    "lists": [["a", "b"], ["a", "b", "c"]],
}
TEXTS = ("texts", "NA, null", "texts of numbers", "leading zeros", "texts of truth values", "forms of Unicode")
WHOLE = ("whole numbers", "beyond 2**53")
FLOATS = ("whole floats", "floats beyond 2**53", "fractions", "infinity", "NaN")
MIXED = ("1 beside '1'", "1 beside true")
NOTHING = ("None beside texts", "None beside numbers")


class Container(NamedTuple):
    """How columns are put into a container; what its own types make of a value; the kinds that it cannot hold."""

    made: Callable[[dict[str, list[Any]], Any], Any]
    group: str
    holds: Callable[[str], bool] = lambda kind: True
    keeps: Callable[[Any], Any] = lambda value: value
    text: bool = False


def meaning(values: list[Any], text: bool) -> list[Any] | str:
    """The label of each value by the rule of docs/compatibility.md; or why there is none."""
    if text:
        values = _written(values)
    if any(each is None or each != each for each in values):
        return MISSING
    if any(isinstance(each, (list, timedelta)) for each in values):
        return REFUSED
    labels = []
    for each in values:
        if isinstance(each, bytes):
            try:
                each = each.decode()
            except UnicodeDecodeError:
                return REFUSED
        if isinstance(each, datetime):
            each = each.astimezone(UTC).isoformat(" ") if each.tzinfo else each.isoformat(" ").removesuffix(" 00:00:00")
        elif isinstance(each, date):
            each = each.isoformat()
        if isinstance(each, (float, Decimal)):
            if math.isinf(each) or each != int(each):
                return REFUSED
            each = int(each)
        labels.append(each)
    if len({isinstance(each, str) for each in labels}) > 1:
        return REFUSED
    return labels


NUMBER = re.compile(r"[+-]?(0|[1-9][0-9]*)([.][0-9]+)?([eE][+-]?[0-9]+)?")  # 007 is a text


def _written(values: list[Any]) -> list[Any]:
    """Texts of a file without types: numbers where all of them are written as numbers, an empty one is missing."""
    found = [each or None for each in values]
    if all(each is None or each == "nan" or NUMBER.fullmatch(each) for each in found):
        return [None if each is None else int(each) if each.lstrip("+-").isdigit() else float(each) for each in found]
    return found


def expected(pairs: list[tuple[Any, Any]], of: Container) -> Counter[Any] | str:
    """How often each pair of labels occurs; or why nothing is counted."""
    kept = [of.keeps(each) for pair in pairs for each in pair]
    while of.made is workbook and kept[-2:] == [None, None]:  # whose last row is the last with a cell
        kept = kept[:-2]
    if not kept:
        return REFUSED
    labels = meaning(kept, of.text)
    if isinstance(labels, str):
        return labels
    return Counter(zip(labels[::2], labels[1::2], strict=True))


# --- how containers are made ------------------------------------------------------------------------------------------


def as_csv(columns, separator=","):
    file = io.StringIO()
    writer = csv.writer(file, delimiter=separator, lineterminator="\n")
    writer.writerows([list(columns), *zip(*columns.values(), strict=True)])
    return file.getvalue().encode()


def as_json(columns):
    return "".join(
        json.dumps(dict(zip(columns, row, strict=True)), ensure_ascii=False) + "\n" for row in rows(columns)
    ).encode()


def rows(columns):
    return zip(*columns.values(), strict=True)


def written(name, to, pack=bytes):
    """A file with these bytes."""

    def made(columns, folder):
        path = folder / name
        path.write_bytes(pack(to(columns)))
        return path

    return made


def zipped(columns, folder):
    with ZipFile(folder / "rows.zip", "w") as archive:
        archive.writestr("rows.csv", as_csv(columns))
    return folder / "rows.zip"


def sqlite_table(columns, folder):
    (folder / "rows.sqlite").unlink(missing_ok=True)
    database = sqlite3.connect(folder / "rows.sqlite")
    database.execute(f"create table t ({', '.join(columns)})")
    database.executemany(f"insert into t values ({', '.join('?' * len(columns))})", rows(columns))
    database.commit()
    database.close()
    return folder / "rows.sqlite"


def workbook(columns, folder):
    import openpyxl

    book = openpyxl.Workbook()
    for row in [list(columns), *rows(columns)]:
        book.active.append(row)
    book.save(folder / "rows.xlsx")
    return folder / "rows.xlsx"


def arrow(columns, _=None):
    import pyarrow

    def typed(values):
        long = any(type(each) is int and each >= 2**63 for each in values)
        return pyarrow.array(values, pyarrow.uint64() if long else None)

    return pyarrow.table({name: typed(values) for name, values in columns.items()})


def arrow_file(columns, folder):
    from pyarrow import ipc

    table = arrow(columns)
    with ipc.new_file(str(folder / "rows.arrow"), table.schema) as writer:
        writer.write_table(table)
    return folder / "rows.arrow"


def arrow_stream(columns, folder):
    from pyarrow import ipc

    table = arrow(columns)
    with ipc.new_stream(str(folder / "rows.arrows"), table.schema) as writer:
        writer.write_table(table)
    return folder / "rows.arrows"


def parquet_file(columns, folder):
    from pyarrow import parquet

    parquet.write_table(arrow(columns), folder / "rows.parquet")
    return folder / "rows.parquet"


def parquet_folder(columns, folder):
    (folder / "parts").mkdir(exist_ok=True)
    parquet_file(columns, folder / "parts")
    return folder / "parts"


def data_set(columns, _):
    from pyarrow import dataset

    return dataset.dataset(arrow(columns))


def duckdb_table(columns, folder):
    import duckdb

    (folder / "rows.duckdb").unlink(missing_ok=True)
    with duckdb.connect(str(folder / "rows.duckdb")) as database:
        database.from_arrow(arrow(columns)).create("t")
    return folder / "rows.duckdb"


def relation(columns, _):
    import duckdb

    return duckdb.connect().from_arrow(arrow(columns))


def pandas_frame(columns, _):
    import pandas

    return pandas.DataFrame(columns)


def pandas_objects(columns, _):
    import pandas

    return pandas.DataFrame(columns, dtype=object)


def polars_frame(columns, _):
    import polars

    return polars.DataFrame(columns)


def polars_lazy(columns, _):
    return polars_frame(columns, None).lazy()


def hugging_face(columns, _):
    from datasets import Dataset

    return Dataset(arrow(columns))


def xarray_set(columns, _):
    import xarray

    return xarray.Dataset({name: ("item", objects(values)) for name, values in columns.items()})


def objects(values):
    array = np.empty(len(values), object)
    array[:] = values
    return array


def arrays(columns, _):
    return {name: objects(values) for name, values in columns.items()}


def row_dictionaries(columns, _):
    return [dict(zip(columns, row, strict=True)) for row in rows(columns)]


def not_among(*kinds):
    return lambda kind: kind not in kinds


def among(*kinds):
    return lambda kind: kind in kinds


def as_text(value):
    return "" if value is None else str(value)


ARROW = not_among("beyond 2**64", *MIXED)
TEXT = {
    "holds": among(
        *TEXTS,
        *WHOLE,
        "beyond 2**63",
        "beyond 2**64",
        *FLOATS,
        *NOTHING,
        *MIXED,
        "an empty text",
        "truth values",
        "days",
    ),
    "keeps": as_text,
    "text": True,
}
JSON = {
    "holds": among(
        *TEXTS,
        *WHOLE,
        "beyond 2**63",
        "beyond 2**64",
        *FLOATS,
        *NOTHING,
        *MIXED,
        "an empty text",
        "truth values",
        "lists",
    )
}

CONTAINERS = {
    "lists": Container(lambda columns, _: dict(columns), "Python"),
    "rows of dictionaries": Container(row_dictionaries, "Python"),
    "arrays of objects": Container(arrays, "Python"),
    "xarray": Container(xarray_set, "Python", not_among("lists")),
    "pandas": Container(pandas_frame, "frames"),
    "pandas, objects": Container(pandas_objects, "frames"),
    "polars": Container(polars_frame, "frames", not_among("beyond 2**64", *MIXED)),
    "polars, lazy": Container(polars_lazy, "frames", not_among("beyond 2**64", *MIXED)),
    "Arrow": Container(arrow, "Arrow", ARROW),
    "Arrow data set": Container(data_set, "Arrow", ARROW),
    "Arrow file": Container(arrow_file, "Arrow", ARROW),
    "Arrow stream": Container(arrow_stream, "Arrow", ARROW),
    "Parquet": Container(parquet_file, "Parquet", not_among("beyond 2**64", *MIXED, "durations")),
    "folder of Parquet": Container(parquet_folder, "Parquet", not_among("beyond 2**64", *MIXED, "durations")),
    "DuckDB relation": Container(relation, "DuckDB", ARROW),
    "DuckDB file": Container(duckdb_table, "DuckDB", ARROW),
    "Hugging Face": Container(hugging_face, "Arrow", ARROW),
    "JSON lines": Container(written("rows.jsonl", as_json), "JSON", **JSON),
    "JSON, gzip": Container(written("rows.jsonl.gz", as_json, gzip.compress), "JSON", **JSON),
    "SQLite": Container(
        sqlite_table,
        "SQLite",
        among(
            *TEXTS,
            *WHOLE,
            *FLOATS,
            *NOTHING,
            *MIXED,
            "an empty text",
            "truth values",
            "bytes",
            "bytes that are no UTF-8",
        ),
        lambda value: int(value) if isinstance(value, bool) else None if value != value else value,
    ),
    "workbook": Container(
        workbook,
        "workbook",
        among(
            *TEXTS,
            *WHOLE,
            "beyond 2**63",
            "whole floats",
            "fractions",
            *NOTHING,
            *MIXED,
            "truth values",
            "days",
            "times",
            "decimals",
        ),
        lambda value: [value] if isinstance(value, int) and value >= 2**53 else value,  # Excel keeps 15 digits: refused
    ),
    "CSV": Container(written("rows.csv", as_csv), "text", **TEXT),
    "CSV, bzip2": Container(written("rows.csv.bz2", as_csv, bz2.compress), "text", **TEXT),
    "CSV, xz": Container(written("rows.csv.xz", as_csv, lzma.compress), "text", **TEXT),
    "CSV in zip": Container(zipped, "text", **TEXT),
    "tabs": Container(written("rows.tsv", lambda columns: as_csv(columns, "\t")), "text", **TEXT),
}
ALIKE = ("folder of Parquet", "DuckDB relation", "JSON, gzip", "CSV, bzip2", "CSV, xz", "CSV in zip", "tabs")
"""Containers that one of the others shares its reader with."""
