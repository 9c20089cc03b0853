"""Every statistic inside an engine beside the bare group-by in the same engine, in turns, and the memory it takes.

python benchmarks/engines.py [ENGINE ...] [--rows 10000000] [--loaded 1000000] [--repeats 1]

Engines: duckdb, polars, arrow, dask, ibis (on DuckDB), sqlite, postgres, spark, connect. Each runs in a process of its
own. SQLite and PostgreSQL have to load their rows first, so they get fewer: ``--loaded``. Processor time is that of the
driver and of all its children (the machine of Java, the server), so that a busy machine matters little.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
import warnings
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, closing, suppress
from pathlib import Path
from statistics import median
from typing import Any

ROLES = {"actual": "y", "predicted": "p"}
COUNT = "select y, p, count(*) as n from rows group by y, p"
WEIGHTS = "select y, p, count(*) as n, sum(w) as v, sum(w * w) as u from rows group by y, p"
BINS = "select y, floor(s * 1024) as b, count(*) as n from rows group by y, floor(s * 1024)"
CLUSTERS = "select patient, y, p, q, count(*) as n from rows group by patient, y, p, q"
WIDE = "select y, p, q, count(*) as n from rows group by y, p, q"
SEATS = ", ".join(f"max(case when rater = '{rater}' then label end) as {rater}" for rater in ("ann", "bob", "cyd"))
LONG = (
    f"select ann, bob, cyd, count(*) as n from (select item, {SEATS} from ratings group by item) as i "
    "group by ann, bob, cyd"
)
SETS = (
    "select a, p, count(*) as n from (select id, max(a) as a, max(p) as p from "
    "(select id, {0} as a, null as p from actual group by id union all "
    "select id, null as a, {0} as p from predicted group by id) as u group by id) as i group by a, p"
)
JOINED = {
    "duckdb": "string_agg(distinct label, ',' order by label)",
    "postgres": "string_agg(distinct label, ',' order by label)",
    "sqlite": "group_concat(distinct label)",
    "spark": "array_join(array_sort(collect_set(label)), ',')",
}
MAKING = {
    "rows": """select case when h % 10 < 4 then 'yes' else 'no' end as y,
        case when (h // 10) % 10 < 4 then 'yes' else 'no' end as p,
        case when (h // 100) % 10 < 4 then 'yes' else 'no' end as q,
        (h // 1000) % 20000 as patient, ((h // 7) % 1000003)::double / 1000003 as s, (0.5 + h % 2)::double as w
        from (select (hash(range) // 16)::bigint as h from range({0}))""",
    "ratings": """select range // 3 as item, ['ann', 'bob', 'cyd'][1 + (range % 3)::int] as rater,
        ['a', 'b', 'c', 'd'][1 + (hash(range) % 4)::int] as label from range({0})""",
    "actual": """select distinct range // 4 as id, 'label ' || (hash(range) % 12) as label from range({0} // 2)""",
    "predicted": """select distinct range // 4 as id, 'label ' || (hash(range + 1) % 12) as label
        from range({0} // 2)""",
}


def asked(informed: Any, frames: Mapping[str, Any]) -> dict[str, tuple[Callable[[], Any], str]]:
    """What is asked, and the bare query that the same rows need."""
    from informed.readers.columns import Scored
    from informed.readers.distinct import distinct
    from informed.readers.ratings import read_ratings
    from informed.readers.sets import read_sets

    rows = frames["rows"]
    return {
        "count": (lambda: informed.count(rows, **ROLES), COUNT),
        "count with weights": (lambda: informed.count(rows, **ROLES, weights="w"), WEIGHTS),
        "scores, bins=1000": (lambda: distinct(rows, Scored.named("y", "s", positive="yes", bins=1000)), BINS),
        "two systems, 20,000 clusters": (
            lambda: informed.items(rows, ["p", "q"], actual="y", cluster="patient"),
            CLUSTERS,
        ),
        "raters, wide": (lambda: read_ratings(rows, raters=["y", "p", "q"]), WIDE),
        "raters, long": (
            lambda: read_ratings(frames["ratings"], item="item", rater="rater", label="label"),
            LONG,
        ),
        "label sets, long": (lambda: read_sets(frames["actual"], frames["predicted"], id="id", label="label"), SETS),
    }


Engine = tuple[dict[str, Any], Callable[[str], Any]]


def duckdb_engine(folder: Path, stack: ExitStack) -> Engine:
    import duckdb

    connection = stack.enter_context(duckdb.connect())
    for name in MAKING:
        connection.execute(f"create view {name} as from read_parquet('{folder / name}.parquet')")
    return {name: connection.table(name) for name in MAKING}, lambda query: connection.execute(query).fetchall()


def polars_engine(folder: Path, stack: ExitStack) -> Engine:
    import polars

    held = {name: polars.scan_parquet(folder / f"{name}.parquet") for name in MAKING}
    context = polars.SQLContext(held)

    def bare(query: str) -> Any:
        if "label)" in query:
            sets = {
                side: held[side].group_by("id").agg(polars.col("label").unique().sort().str.join(",").alias(side))
                for side in ("actual", "predicted")
            }
            both = sets["actual"].join(sets["predicted"], on="id", how="full", coalesce=True)
            return both.group_by("actual", "predicted").len().collect(engine="streaming")
        return context.execute(query).collect(engine="streaming")

    return held, bare


def arrow_engine(folder: Path, stack: ExitStack) -> Engine:
    from pyarrow import parquet

    held = {name: parquet.read_table(folder / f"{name}.parquet") for name in MAKING}
    keys = {COUNT: ["y", "p"], CLUSTERS: ["patient", "y", "p", "q"], WIDE: ["y", "p", "q"]}

    def bare(query: str) -> Any:
        import pyarrow.compute as pc

        rows = held["rows"]
        if query in keys:
            return rows.group_by(keys[query]).aggregate([([], "count_all")])
        if query == WEIGHTS:
            squared = rows.append_column("u", pc.multiply(rows["w"], rows["w"]))
            return squared.group_by(["y", "p"]).aggregate([([], "count_all"), ("w", "sum"), ("u", "sum")])
        if query == BINS:
            binned = rows.append_column("b", pc.floor(pc.multiply(rows["s"], 1024.0)))
            return binned.group_by(["y", "b"]).aggregate([([], "count_all")])
        return None

    return held, bare


def ibis_engine(folder: Path, stack: ExitStack) -> Engine:
    import duckdb
    import ibis

    connection = stack.enter_context(duckdb.connect())
    for name in MAKING:
        connection.execute(f"create view {name} as from read_parquet('{folder / name}.parquet')")
    held = ibis.duckdb.from_connection(connection)
    return {name: held.table(name) for name in MAKING}, lambda query: connection.execute(query).fetchall()


def dask_engine(folder: Path, stack: ExitStack) -> Engine:
    import dask.dataframe as dask

    held = {name: dask.read_parquet(folder / f"{name}.parquet", blocksize="16MiB") for name in MAKING}

    def bare(query: str) -> Any:
        if query == COUNT:
            return held["rows"].groupby(["y", "p"]).size().compute()
        if query == WEIGHTS:
            with_squares = held["rows"].assign(u=held["rows"].w ** 2)
            return with_squares.groupby(["y", "p"]).agg({"w": "sum", "u": "sum", "q": "size"}).compute()
        if query == BINS:
            return held["rows"].assign(b=held["rows"].s * 1024 // 1).groupby(["y", "b"]).size().compute()
        if query in (CLUSTERS, WIDE):
            return held["rows"].groupby([*(["patient"] if query == CLUSTERS else []), "y", "p", "q"]).size().compute()
        return None

    return held, bare


def loaded(folder: Path, place: str) -> str:
    """A database of SQLite with the rows."""
    import sqlite3

    import duckdb

    path = f"{place}/rows.db"
    with closing(sqlite3.connect(path)) as connection:
        for name in MAKING:
            found = duckdb.sql(f"from read_parquet('{folder / name}.parquet')")
            kinds = {"BIGINT": "integer", "DOUBLE": "real", "VARCHAR": "text"}
            columns = ", ".join(
                f"{each} {kinds[str(kind)]}" for each, kind in zip(found.columns, found.types, strict=True)
            )
            connection.execute(f"create table {name} ({columns})")
            marks = ", ".join("?" * len(found.columns))
            connection.executemany(f"insert into {name} values ({marks})", found.fetchall())
        connection.commit()
    return path


def database(folder: Path, stack: ExitStack, kind: str) -> Engine:
    import duckdb
    import ibis

    if kind == "sqlite":
        held = ibis.sqlite.connect(loaded(folder, stack.enter_context(tempfile.TemporaryDirectory())))
    else:
        sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "ledger"))
        from server import server

        held = ibis.connect(stack.enter_context(server()).url)
        for name in MAKING:
            held.create_table(name, duckdb.sql(f"from read_parquet('{folder / name}.parquet')").to_arrow_table())
    stack.callback(held.disconnect)

    def bare(query: str) -> Any:
        with closing(held.raw_sql(query)) as cursor:
            return cursor.fetchall()

    return {name: held.table(name) for name in MAKING}, bare


def spark_engine(folder: Path, stack: ExitStack, connect: bool = False) -> Engine:
    from pyspark.sql import SparkSession

    builder = SparkSession.builder.remote("local[2]") if connect else SparkSession.builder.master("local[2]")
    for key, value in {
        "spark.ui.enabled": "false",
        "spark.ui.showConsoleProgress": "false",
        "spark.driver.bindAddress": "127.0.0.1",
        "spark.driver.host": "127.0.0.1",
        "spark.connect.grpc.binding.address": "127.0.0.1",
        "spark.sql.shuffle.partitions": "4",
        "spark.driver.memory": "3g",
    }.items():
        builder = builder.config(key, value)
    session = builder.getOrCreate()
    stack.callback(session.stop)
    held = {name: session.read.parquet(str(folder / f"{name}.parquet")) for name in MAKING}
    for name, frame in held.items():
        frame.createOrReplaceTempView(name)
    return held, lambda query: session.sql(query).collect()


ENGINES: dict[str, Callable[[Path, ExitStack], Engine]] = {
    "duckdb": duckdb_engine,
    "polars": polars_engine,
    "arrow": arrow_engine,
    "dask": dask_engine,
    "ibis": ibis_engine,
    "sqlite": lambda folder, stack: database(folder, stack, "sqlite"),
    "postgres": lambda folder, stack: database(folder, stack, "postgres"),
    "spark": spark_engine,
    "connect": lambda folder, stack: spark_engine(folder, stack, connect=True),
}


LOADED = ("sqlite", "postgres")  # whose rows are loaded before they are asked


def family(root: int) -> Iterator[int]:
    """A process and all that come from it."""
    parents = {}
    for each in Path("/proc").iterdir():
        if each.name.isdigit():
            with suppress(OSError):
                parents[int(each.name)] = int((each / "stat").read_text().rpartition(")")[2].split()[1])
    known = {root}
    while more := {child for child, parent in parents.items() if parent in known} - known:
        known |= more
    yield from known


def busy() -> float:
    """Processor seconds of this process and of its children so far, those that have ended among them."""
    ticks = 0
    for process in family(os.getpid()):
        with suppress(OSError):
            ticks += sum(map(int, Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[11:15]))
    return ticks / os.sysconf("SC_CLK_TCK")


def memory(name: str) -> float:
    """MiB of this process: resident now (VmRSS), or at most since `forget` (VmHWM)."""
    lines = Path("/proc/self/status").read_text().splitlines()
    return int(next(line for line in lines if line.startswith(name)).split()[1]) / 1024


def forget() -> float:
    """Forget the peak of memory, and say what is resident."""
    Path("/proc/self/clear_refs").write_text("5")
    return memory("VmRSS")


def timed(work: Callable[[], Any]) -> tuple[float, float]:
    start, wall = busy(), time.perf_counter()
    work()
    return busy() - start, time.perf_counter() - wall


def measure(engine: str, folder: Path, repeats: int) -> None:
    """One engine: processor seconds, wall seconds, ratios and peak memory of each statistic."""
    import informed

    warnings.simplefilter("ignore")
    with ExitStack() as stack:
        frames, bare = ENGINES[engine](folder, stack)
        for name, (ours, query) in asked(informed, frames).items():
            kind = {"connect": "spark", "ibis": "duckdb"}.get(engine, engine)
            plain = query.format(JOINED.get(kind, "list(label)")) if query is SETS else query
            turns: dict[str, list[tuple[float, float]]] = {"bare": [], "ours": []}
            peak = 0.0
            for _ in range(repeats + 1):  # the first turn warms up
                turns["bare"].append(timed(lambda plain=plain: bare(plain)))
                before = forget()
                turns["ours"].append(timed(ours))
                peak = max(peak, memory("VmHWM") - before)
            cpu, wall = ({side: median(each[at] for each in done[1:]) for side, done in turns.items()} for at in (0, 1))
            print(
                f"| {engine} | {name} | {cpu['bare']:.2f} | {cpu['ours']:.2f} | {_ratio(cpu)} | "
                f"{wall['ours']:.2f} | {_ratio(wall)} | {peak:.0f} |",
                flush=True,
            )


def _ratio(seconds: Mapping[str, float]) -> str:
    return f"{seconds['ours'] / seconds['bare']:.2f}" if seconds["bare"] > 0.02 else "-"  # too short, or no bare query


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("engines", nargs="*", choices=[*ENGINES, []])
    parser.add_argument("--rows", type=int, default=10_000_000)
    parser.add_argument("--loaded", type=int, default=1_000_000, help="rows for SQLite and PostgreSQL")
    parser.add_argument("--repeats", type=int, default=1)
    parser.add_argument("--folder", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.folder:
        measure(given.engines[0], Path(given.folder), given.repeats)
        return
    import duckdb

    print(f"{given.rows:,} rows; {', '.join(LOADED)}: {min(given.loaded, given.rows):,}")
    print(f"load {os.getloadavg()[0]:.0f} on {os.cpu_count()} cores", flush=True)
    print("| engine | statistic | bare, s | informed, s | ratio | wall, s | ratio | driver, MiB |")
    print("|---|---|---|---|---|---|---|---|", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        for engine in given.engines or ENGINES:
            size = min(given.rows, given.loaded) if engine in LOADED else given.rows
            made = Path(folder) / str(size)
            if not made.exists():
                made.mkdir()
                for name, query in MAKING.items():
                    duckdb.execute(f"copy ({query.format(size)}) to '{made}/{name}.parquet' (row_group_size 500000)")
            arguments = [engine, "--folder", str(made), "--repeats", str(given.repeats)]
            subprocess.run([sys.executable, __file__, *arguments], check=False)


if __name__ == "__main__":
    main()
