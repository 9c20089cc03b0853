"""How fast rows are counted, beside the peers, in one process and interleaved: medians of processor time, and ratios.

python benchmarks/counting.py [SECTION ...] [--rows 10000000]
Sections: integers, bytes, texts, files, command, stream, flat (a stream of 1e9 rows; minutes)
INFORMED_PURE=1 shows what counting takes without the loops in C.
"""

from __future__ import annotations

import argparse
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np

import informed
from informed.core import speed
from informed.readers.streams import Counter

Work = Mapping[str, Callable[[], Any]]
REPEATS = 7


def interleaved(work: Work, repeats: int = REPEATS) -> dict[str, float]:
    """The median seconds of each, run in turns so that a busy machine is busy for all."""
    times: dict[str, list[float]] = {name: [] for name in work}
    for _ in range(repeats):
        for name, run in work.items():
            start = time.process_time()
            run()
            times[name].append(time.process_time() - start)
    return {name: median(each) for name, each in times.items()}


def show(title: str, times: Mapping[str, float], rows: int, goal: str) -> None:
    """One line for each, with its ratio to ours."""
    ours = times["informed"]
    print(f"\n{title}, {rows:,} rows (goal: {goal})")
    for name, seconds in times.items():
        ratio = "" if name == "informed" else f"{seconds / ours:10.2f} x ours"
        print(f"  {name:<34}{seconds / rows * 1e9:10.2f} ns/row{ratio}")


def pairs(rows: int, classes: int, kind: str = "int64") -> tuple[Any, Any]:
    """Two columns of random codes."""
    rng = np.random.default_rng(classes)
    return tuple(rng.integers(0, classes, rows).astype(kind) for _ in range(2))  # type: ignore[return-value]


def chunked_bincount(actual: Any, predicted: Any, classes: int, chunk: int = 2**17) -> Any:
    """What counting costs with NumPy and nothing checked."""
    total = np.zeros(classes**2, np.int64)
    for start in range(0, len(actual), chunk):
        codes = actual[start : start + chunk] * classes + predicted[start : start + chunk]
        total += np.bincount(codes, minlength=classes**2)
    return total


def integers(rows: int) -> None:
    """int64 pairs."""
    import duckdb
    import polars
    from sklearn.metrics import confusion_matrix

    pool = ThreadPoolExecutor(2)
    for classes in (2, 10, 100):
        y, p = pairs(rows, classes)
        frame = polars.DataFrame({"y": y, "p": p})
        connection = duckdb.connect()
        work = {
            "informed": lambda y=y, p=p: informed.count(y, p),
            "reading both, two threads": lambda y=y, p=p: list(pool.map(np.sum, (y, p))),
            "chunked bincount, unchecked": lambda y=y, p=p, k=classes: chunked_bincount(y, p, k),
            "polars group_by": lambda frame=frame: frame.group_by("y", "p").len(),
            "duckdb group by": lambda c=connection, y=y, p=p: _duckdb_arrays(c, y, p),
        }
        times = interleaved(work)
        times |= interleaved({"scikit-learn": lambda y=y, p=p: confusion_matrix(y, p)}, 1)
        show(f"int64 pairs, {classes} classes", times, rows, "sklearn >= 30 x, ahead of all, <= 2 x the read")


def _duckdb_arrays(connection: Any, y: Any, p: Any) -> Any:
    connection.register("t", {"y": y, "p": p})
    return connection.sql("select y, p, count(*) from t group by all").fetchall()


def bytes_(rows: int) -> None:
    """uint8 pairs."""
    import polars
    from sklearn.metrics import confusion_matrix

    y, p = pairs(rows, 10, "uint8")
    frame = polars.DataFrame({"y": y, "p": p})
    times = interleaved(
        {
            "informed": lambda: informed.count(y, p),
            "polars group_by": lambda: frame.group_by("y", "p").len(),
        }
    )
    times |= interleaved({"scikit-learn": lambda: confusion_matrix(y, p)}, 1)
    show("uint8 pairs, 10 classes", times, rows, "sklearn >= 13 x, ahead of all")


def texts(rows: int) -> None:
    """Texts in every form, and categoricals."""
    import pandas
    import polars
    import pyarrow
    from sklearn.metrics import confusion_matrix

    rows = min(rows, 10**6)
    names = np.array([f"label_{place}" for place in range(10)], object)
    y, p = (names[codes] for codes in pairs(rows, 10))
    sklearn = interleaved({"scikit-learn": lambda: confusion_matrix(y, p)}, 1)
    show("object texts", interleaved({"informed": lambda: informed.count(y, p)}) | sklearn, rows, "sklearn >= 40 x")
    widths = y.astype(str), p.astype(str)
    theirs = interleaved({"scikit-learn": lambda: confusion_matrix(*widths)}, 3)
    ours = interleaved({"informed": lambda: informed.count(*widths)})
    show("texts of one width", ours | theirs, rows, "sklearn >= 40 x")
    lists = y.tolist(), p.tolist()
    show("lists of texts", interleaved({"informed": lambda: informed.count(*lists)}) | sklearn, rows, "sklearn >= 40 x")

    table = pyarrow.table({"y": y, "p": p})
    frame, pandas_frame = polars.from_arrow(table), table.to_pandas()
    wanted = {"actual": "y", "predicted": "p"}
    for title, data, own in (
        ("polars texts", frame, lambda: frame.group_by("y", "p").len()),
        ("arrow texts", table, lambda: table.group_by(["y", "p"]).aggregate([([], "count_all")])),
        ("pandas texts", pandas_frame, lambda: pandas_frame.groupby(["y", "p"]).size()),
    ):
        times = interleaved({"informed": lambda data=data: informed.count(data, **wanted), "its own group_by": own})
        show(title, times, rows, "own group_by >= 0.77 x (within 1.3 x)")
    series = frame["y"], frame["p"]
    own = {"informed": lambda: informed.count(*series), "its own group_by": lambda: frame.group_by("y", "p").len()}
    show("polars series", interleaved(own), rows, "own group_by >= 0.77 x (within 1.3 x)")
    categories = pandas.Series(pandas.Categorical(y)), pandas.Series(pandas.Categorical(p))
    times = interleaved({"informed": lambda: informed.count(*categories)})
    times |= interleaved({"scikit-learn": lambda: confusion_matrix(*categories)}, 1)
    show("pandas Categorical", times, rows, "sklearn >= 500 x")


FILE_RUN = """
import sys, time
kind, how = sys.argv[2], sys.argv[3]
import duckdb
import narwhals._duckdb.dataframe  # what both need, and what ours needs besides, is imported before
import informed.readers.files.rows
import informed.readers.counting
import informed
start = time.process_time()
if how == "raw":
    reader = {"csv": "read_csv", "parquet": "read_parquet"}[kind]
    duckdb.connect().execute(f"select y, p, count(*) from {reader}('{sys.argv[1]}') group by all").fetchall()
else:
    informed.count(sys.argv[1], actual="y", predicted="p")
spent = time.process_time() - start
# Its own peak: that of getrusage is inherited from the process that started it.
peak = next(line for line in open("/proc/self/status") if line.startswith("VmHWM"))
print(spent, int(peak.split()[1]) / 1024)
"""


def files(rows: int) -> None:
    """CSV and Parquet, each run in a process of its own for the sake of its peak memory."""
    import duckdb

    kinds = {
        "csv, numbers": ("csv", rows, "floor(random() * 10)::int"),
        "csv, texts": ("csv", rows, "'label_' || floor(random() * 10)::int"),
        "parquet, numbers": ("parquet", 10 * rows, "floor(random() * 10)::int"),
        "parquet, texts": ("parquet", 10 * rows, "'label_' || floor(random() * 10)::int"),
    }
    with tempfile.TemporaryDirectory() as folder:
        for title, (kind, length, label) in kinds.items():
            path = Path(folder) / f"rows.{kind}"
            query = f"select {label} y, {label} p, random()::decimal(9, 8) s, range id from range({length})"
            duckdb.sql(f"copy ({query}) to '{path}'")
            found: dict[str, list[list[float]]] = {"raw": [], "informed": []}
            for _ in range(5):
                for how, runs in found.items():
                    runs.append([float(part) for part in _run(FILE_RUN, str(path), kind, how).split()[-2:]])
            size = path.stat().st_size / 2**20
            print(f"\n{title}: {length:,} rows, {size:,.0f} MiB (goal: within 1.2 x of raw duckdb, under 350 MiB)")
            for how, runs in found.items():
                seconds, peak = median(run[0] for run in runs), max(run[1] for run in runs)
                print(f"  {how:<12}{seconds:8.2f} s{peak:8.0f} MiB")
            print(f"  ratio {median(run[0] for run in found['informed']) / median(run[0] for run in found['raw']):.2f}")


def command(rows: int) -> None:
    """The whole command on a CSV, from the start of the interpreter, beside a script that asks DuckDB the same."""
    import duckdb

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "rows.csv"
        label = "floor(random() * 10)::int"
        duckdb.sql(f"copy (select {label} y, {label} p, range id from range({rows})) to '{path}'")
        query = f"select y, p, count(*) from read_csv('{path}') group by all"
        script = f"import numpy, duckdb; print(duckdb.connect().execute({query!r}).fetchall())"
        sides = {
            "informed": ["-m", "informed", "evaluate", str(path), "--actual", "y", "--predicted", "p"],
            "duckdb in a script": ["-c", script],
        }
        works = {name: lambda each=each: subprocess.run([sys.executable, *each], stdout=subprocess.DEVNULL, check=True)
                 for name, each in sides.items()}  # fmt: skip
        show("the whole command on a CSV", interleaved_children(works), rows, "duckdb >= 0.67 x (within 1.5 x)")


def interleaved_children(work: Work, repeats: int = REPEATS) -> dict[str, float]:
    """As `interleaved`, the processor time of what each starts."""

    def spent() -> float:
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        return used.ru_utime + used.ru_stime

    times: dict[str, list[float]] = {name: [] for name in work}
    for _ in range(repeats):
        for name, run in work.items():
            start = spent()
            run()
            times[name].append(spent() - start)
    return {name: median(each) for name, each in times.items()}


def _run(script: str, *arguments: str) -> str:
    done = subprocess.run([sys.executable, "-c", script, *arguments], capture_output=True, text=True, check=True)
    return done.stdout


def stream(rows: int) -> None:
    """A stream in batches."""
    for batch in (2**16, 2**20):
        y, p = pairs(batch, 10)
        batches = max(rows // batch, 1)

        def ours(y: Any = y, p: Any = p, batches: int = batches) -> Any:
            counter = Counter()
            for _ in range(batches):
                counter.update(y, p)
            return counter.counts

        def plain(y: Any = y, p: Any = p, batches: int = batches) -> Any:
            total = np.zeros(100, np.int64)
            for _ in range(batches):
                total += np.bincount(y * 10 + p, minlength=100)
            return total

        times = interleaved({"informed": ours, "bincount of each batch": plain})
        show(f"Counter, batches of {batch:,}", times, batches * batch, "bincount >= 0.77 x (within 1.3 x)")


def flat(rows: int) -> None:
    """A billion rows of a stream: the memory it takes."""
    y, p = pairs(2**20, 10)
    counter = Counter()
    counter.update(y, p)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    start = time.perf_counter()
    for _ in range(10**9 // 2**20):
        counter.update(y, p)
    grown = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024
    seconds = time.perf_counter() - start
    print(f"\nCounter, {counter.counts.n:,} rows: {seconds:.1f} s, peak memory grew by {grown:.1f} MiB (goal: flat)")


SECTIONS = {
    "integers": integers,
    "bytes": bytes_,
    "texts": texts,
    "files": files,
    "command": command,
    "stream": stream,
    "flat": flat,
}

if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sections", nargs="*", metavar="SECTION", default=[name for name in SECTIONS if name != "flat"])
    parser.add_argument("--rows", type=int, default=10**7)
    given = parser.parse_args()
    print(f"loops {'in C' if speed.compiled else 'in Python'}, load {os.getloadavg()[0]:.1f}")
    for name in given.sections:
        SECTIONS[name](given.rows)
