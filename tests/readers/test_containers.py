"""Whatever holds the rows, the table is the one of its columns; what cannot be read is refused with a remedy."""

from __future__ import annotations

import bz2
import gzip
import json
import lzma
import sqlite3
from zipfile import ZipFile

import pyarrow
import pytest
from pyarrow import feather, ipc, parquet

from informed import InputError, count, read
from informed.cli import main

Y, P = ["cat", "dog", "cat", "emu", "dog"], ["cat", "dog", "dog", "cat", "dog"]
ROWS = list(zip(Y, P, strict=True))
SITE = [1, 1, 2, 2, 2]
EXPECTED = count(Y, P)
NAMED = {"actual": "y", "predicted": "p"}
TEXT = "y,p\n" + "".join(f"{y},{p}\n" for y, p in ROWS)
TABLE = pyarrow.table({"y": Y, "p": P, "site": SITE})


def shell(capsys, *words):
    """What a command prints, or the line in which it refuses."""
    with pytest.raises(SystemExit) as stop:
        main([str(each) for each in words])
    said = capsys.readouterr()
    assert stop.value.code in (0, 2), said.err
    return said.out if stop.value.code == 0 else said.err


# --- packed files -----------------------------------------------------------------------------------------------------

PACKERS = {".bz2": bz2.compress, ".xz": lzma.compress, ".gz": gzip.compress}


@pytest.mark.parametrize("ending", PACKERS)
def test_packed_files_hold_what_is_inside(tmp_path, ending):
    inside = {
        "rows.csv": TEXT.encode(),
        "rows.jsonl": jsonl().encode(),
        "rows.arrow": arrow_bytes(),
        "rows": jsonl().encode(),
    }
    for name, data in inside.items():
        path = tmp_path / f"{name}{ending}"
        path.write_bytes(PACKERS[ending](data))
        assert count(path, **NAMED) == EXPECTED
        path.write_bytes(PACKERS[ending](data)[:-5])
        with pytest.raises(InputError, match="damaged or cut short"):
            count(path, **NAMED)


def jsonl():
    return "".join(json.dumps({"y": y, "p": p}) + "\n" for y, p in ROWS)


def arrow_bytes():
    sink = pyarrow.BufferOutputStream()
    with ipc.new_file(sink, TABLE.schema) as writer:
        writer.write_table(TABLE)
    return sink.getvalue().to_pybytes()


def test_an_archive_of_one_file_is_that_file_and_of_several_one_is_named(tmp_path):
    with ZipFile(tmp_path / "rows.zip", "w") as archive:
        archive.writestr("folder/rows.csv", TEXT)
        archive.writestr("__MACOSX/rows.csv", "x")
    assert count(tmp_path / "rows.zip", **NAMED) == EXPECTED
    with ZipFile(tmp_path / "rows.zip", "a") as archive:
        archive.writestr("more.csv", TEXT)
    assert count(f"{tmp_path}/rows.zip#more.csv", **NAMED) == EXPECTED
    with pytest.raises(InputError, match=r"has 2 files: folder/rows.csv, more.csv; name one: '.*#folder/rows.csv'"):
        count(tmp_path / "rows.zip", **NAMED)
    with pytest.raises(InputError, match=r"table='other' is not one of folder/rows.csv, more.csv"):
        count(f"{tmp_path}/rows.zip#other", **NAMED)


# --- Arrow files ------------------------------------------------------------------------------------------------------


def test_arrow_files_and_streams(tmp_path):
    feather.write_feather(TABLE, str(tmp_path / "rows.feather"), compression="zstd")
    with ipc.new_stream(str(tmp_path / "rows.arrows"), TABLE.schema) as writer:
        writer.write_table(TABLE, max_chunksize=2)
    (tmp_path / "no-ending").write_bytes((tmp_path / "rows.arrows").read_bytes())
    for name in ("rows.feather", "rows.arrows", "no-ending"):
        assert count(tmp_path / name, **NAMED) == EXPECTED
    assert read([tmp_path / "rows.feather", tmp_path / "rows.arrows"], **NAMED).counts() == EXPECTED + EXPECTED


@pytest.mark.filterwarnings("ignore:Feather V1")
def test_the_first_version_of_feather_is_refused(tmp_path):
    feather.write_feather(TABLE.select(["y", "p"]), str(tmp_path / "old.feather"), version=1)
    with pytest.raises(InputError, match="Feather version 1; write it again as version 2"):
        count(tmp_path / "old.feather", **NAMED)


# --- folders ----------------------------------------------------------------------------------------------------------


@pytest.fixture
def folder(tmp_path):
    """A data set as Spark writes it, in folders of two keys, below a folder whose name is no key of it."""
    root = tmp_path / "run=7" / "rows"
    for place, (year, code) in enumerate([("2024", "007"), ("2025", "7"), ("2025", "__HIVE_DEFAULT_PARTITION__")]):
        below = root / f"year={year}" / f"code={code}"
        below.mkdir(parents=True)
        parquet.write_table(pyarrow.table({"y": Y, "p": P[place:] + P[:place]}), below / "part-0.parquet")
    (root / "_SUCCESS").write_text("")
    return root


def test_the_keys_of_a_folder_are_columns(folder):
    found = count(folder, **NAMED, by="year")
    assert (found.groups, found.n) == (((2024,), (2025,)), 15)
    assert count(folder, **NAMED, by="code", missing="drop").groups == (("007",), ("7",))  # 007 is no number
    with pytest.raises(InputError, match="no column 'run'"):
        count(folder, **NAMED, by="run")


def test_a_file_or_a_pattern_has_no_keys(folder):
    assert count(f"{folder}/**/*.parquet", **NAMED).n == 15
    with pytest.raises(InputError, match="no column 'year'"):
        count(f"{folder}/**/*.parquet", **NAMED, by="year")


def test_a_key_that_files_hold_is_theirs(tmp_path):
    (tmp_path / "year=1").mkdir()
    parquet.write_table(pyarrow.table({"y": Y, "p": P, "year": ["one"] * 5}), tmp_path / "year=1" / "a.parquet")
    assert count(tmp_path, **NAMED, by="year").groups == (("one",),)


def test_folders_that_are_no_data_set_are_refused(folder):
    (folder / "notes.txt").write_text("x")
    with pytest.raises(InputError, match=r"but also holds notes.txt; name the files to read, for example '.*parquet'"):
        count(folder, **NAMED)
    (folder / "notes.txt").unlink()
    parquet.write_table(TABLE, folder / "loose.parquet")
    with pytest.raises(InputError, match=r"folders with other keys \(none; year, code\)"):
        count(folder, **NAMED)


# --- databases --------------------------------------------------------------------------------------------------------


@pytest.fixture
def sqlite_file(tmp_path):
    with sqlite3.connect(tmp_path / "rows.sqlite") as database:
        database.execute("create table rows (y, p, site)")
        database.executemany("insert into rows values (?, ?, ?)", zip(Y, P, SITE, strict=True))
    database.close()
    return tmp_path / "rows.sqlite"


@pytest.fixture
def duckdb_file(tmp_path):
    import duckdb

    with duckdb.connect(str(tmp_path / "rows.duckdb")) as database:
        database.from_arrow(TABLE).create("rows")
    return tmp_path / "rows.duckdb"


@pytest.fixture(params=["sqlite_file", "duckdb_file"])
def database(request):
    """A database with one table, and the means to add another."""
    return request.getfixturevalue(request.param)


def add_table(path):
    import duckdb

    connect = sqlite3.connect if path.suffix == ".sqlite" else duckdb.connect
    database = connect(str(path))
    database.execute("create table more as select * from rows where site = 2")
    database.commit()
    database.close()


def test_the_only_table_of_a_database_is_read(database):
    assert count(database, **NAMED) == EXPECTED
    plain = database.rename(database.parent / "no-ending.db")
    assert count(plain, **NAMED) == EXPECTED


@pytest.mark.parametrize("name", ["#hash", "a#b", "rows.sqlite#rows", "#"])
@pytest.mark.parametrize("file", ["{}", "a#{}", "rows.db#{}"])
def test_tables_and_files_whose_names_hold_the_mark_are_read(database, file, name):
    import duckdb

    connect = sqlite3.connect if database.suffix == ".sqlite" else duckdb.connect
    opened = connect(str(database))
    opened.execute(f'create table "{name}" as select * from rows where site = 2')
    opened.commit()
    opened.close()
    place = database.rename(database.with_name(file.format(database.name)))
    assert count(f"{place}#{name}", **NAMED) == count(Y[2:], P[2:])


def test_of_several_tables_one_is_named(database, capsys):
    add_table(database)
    with pytest.raises(InputError, match=r"has 2 tables: more, rows; name one: '.*#more'"):
        count(database, **NAMED)
    packed = database.with_name(f"{database.name}.gz")
    packed.write_bytes(gzip.compress(database.read_bytes()))
    for each in (database, packed):
        assert count(f"{each}#more", **NAMED) == count(Y[2:], P[2:])
    assert read(database, **NAMED, table="more").counts() == count(Y[2:], P[2:])
    assert '"n": 3' in shell(capsys, "count", database, "--table", "more", "--actual", "y", "--predicted", "p")
    assert "did you mean 'more'?" in shell(
        capsys, "count", database, "--table", "mor", "--actual", "y", "--predicted", "p"
    )
    assert "names another part" in shell(capsys, "count", f"{database}#more", "--table", "rows")


QUERY = "select y as truth, p from rows where site = 2"
ASKED = ("--actual", "truth", "--predicted", "p")


def test_a_query_is_read(database, capsys):
    expected = count(Y[2:], P[2:]).table.tolist()
    said = shell(capsys, "count", "--sql", QUERY, "--database", database, *ASKED)
    assert json.loads(said)["table"] == expected
    assert json.loads(shell(capsys, "count", database, "--sql", f"{QUERY};", *ASKED))["table"] == expected
    assert read(database, "p", actual="truth", sql=QUERY).counts().table.tolist() == expected


@pytest.mark.parametrize(
    "sql",
    [
        "create table x (y integer)",
        "insert into rows values ('a', 'b', 1)",
        "attach 'other.db' as other",
        "select 1; select 2",
        "pragma user_version",
        "",
    ],
)
def test_only_one_select_is_run(database, capsys, sql):
    before = database.read_bytes()
    said = shell(capsys, "count", database, "--sql", sql, *ASKED)
    assert "only one select statement is run" in said
    assert len(said.splitlines()) == 1
    assert database.read_bytes() == before


def test_a_query_reads_nothing_but_its_database(duckdb_file, tmp_path, capsys):
    (tmp_path / "secret.csv").write_text(TEXT)
    said = shell(capsys, "count", duckdb_file, "--sql", f"select * from read_csv('{tmp_path}/secret.csv')", *ASKED)
    assert "file system operations are disabled" in said


def test_mistakes_in_queries_are_told_in_one_line(database, capsys):
    for sql in ("selec y", "select nothing from rows", "select * from nowhere"):
        said = shell(capsys, "count", database, "--sql", sql, *ASKED)
        assert said.startswith("informed: --sql")
        assert len(said.splitlines()) == 1


def test_queries_and_tables_are_for_databases(tmp_path, database, capsys):
    (tmp_path / "rows.csv").write_text(TEXT)
    for words, message in {
        ("rows.csv", "--sql", QUERY): "--sql is asked of a database",
        ("rows.csv", "--table", "t"): "has only one table",
        (database.name, "--sql", QUERY, "--table", "t"): "--sql names its tables itself",
    }.items():
        assert message in shell(capsys, "count", tmp_path / words[0], *words[1:], *ASKED)


def test_a_query_without_a_database_asks_for_one(capsys):
    assert "missing --database" in shell(capsys, "evaluate", "--sql", QUERY, *ASKED)


def test_a_column_that_is_elsewhere_is_pointed_at(tmp_path):
    """In another spelling, in the name of a folder, in another sheet, or inside an object."""
    openpyxl = pytest.importorskip("openpyxl")
    (tmp_path / "rows.csv").write_text(TEXT)
    with pytest.raises(InputError, match=r"has no column 'Y'.* Did you mean 'y'\?"):
        count(tmp_path / "rows.csv", actual="Y", predicted="p")
    for year in (2020, 2021):
        (tmp_path / "parts" / f"year={year}").mkdir(parents=True)
        parquet.write_table(TABLE, tmp_path / "parts" / f"year={year}" / "rows.parquet")
    with pytest.raises(InputError, match=r"folders 'year=...', name the folder that holds them: '.*parts'"):
        count(f"{tmp_path}/parts/*/*.parquet", **NAMED, by="year")
    assert count(tmp_path / "parts", **NAMED, by="year").by == ("year",)
    book = openpyxl.Workbook()
    book.active.title = "First"
    book.active.append(["a", "b"])
    book.active.append([1, 2])
    book.create_sheet("Second").append(["y", "p"])
    book.save(tmp_path / "two.xlsx")
    with pytest.raises(InputError, match=r"sheet 'First', has no column 'y'.* other sheets are Second; .*#Second'"):
        count(tmp_path / "two.xlsx", **NAMED)
    (tmp_path / "rows.json").write_text('[{"y": {"expected": "a"}, "p": "a"}, {"y": {"expected": "b"}, "p": "a"}]')
    with pytest.raises(InputError, match=r"name a value inside it, such as 'y.expected'"):
        count(tmp_path / "rows.json", **NAMED)
    assert count(tmp_path / "rows.json", actual="y.expected", predicted="p").n == 2


def test_every_command_of_rows_takes_a_query(database, capsys):
    query = ("--sql", "select y, p as q, site as s, rowid as i from rows", "--database", database, "--format", "json")
    for words in (
        ("evaluate", "--actual", "y", "--predicted", "q"),
        ("compare", "--actual", "y", "--predicted", "q", "--predicted", "y2=y"),
        ("sweep", "--actual", "y", "--scores", "s", "--positive", "cat"),
        ("agree", "--rater", "y", "--rater", "q"),
        ("match", "--actual", "y", "--predicted", "q"),
        ("multilabel", "--actual", "y", "--predicted", "q"),
        ("consensus", "--item", "i", "--rater", "y", "--rater", "q"),
        ("judge", "--human", "y", "--judge", "q", "--drawn", "random"),
        ("judge", "--human", "y", "--judge", "q", "--drawn", "random", "--id", "i"),
    ):
        said = shell(capsys, words[0], *query, *words[1:])
        assert said.startswith(("{", "informed: predicted='y'", "informed: system 'y2'")), said


def test_the_same_answer_from_a_table_a_query_and_a_file(tmp_path, capsys):
    rows = "".join(f"{item},{'ab'[item % 2]},{'ab'[item % 3 > 0]},{'aab'[item % 3]}\n" for item in range(24))
    (tmp_path / "rows.csv").write_text(f"i,y,p,q\n{rows}")
    database = sqlite3.connect(tmp_path / "rows.db")
    for name in ("t", "other"):
        database.execute(f"create table {name} (i integer, y text, p text, q text)")
    database.executemany("insert into t values (?, ?, ?, ?)", [line.split(",") for line in rows.splitlines()])
    database.commit()
    database.close()
    whole = ("--database", tmp_path / "rows.db", "--sql", "select * from t")
    for words in (
        ("multilabel", "--actual", "y", "--predicted", "p"),
        ("consensus", "--item", "i", "--rater", "y", "--rater", "p", "--rater", "q"),
        ("judge", "--human", "y", "--judge", "p", "--drawn", "random"),
        ("judge", "--human", "y", "--judge", "p", "--drawn", "random", "--id", "i"),
    ):
        command, *rest = words
        found = {
            shell(capsys, command, *source, *rest)
            for source in ((tmp_path / "rows.csv",), (tmp_path / "rows.db", "--table", "t"), whole)
        }
        assert len(found) == 1
        assert "informed: " not in found.pop()


def test_lines_of_labels_are_no_table(database, capsys):
    said = shell(capsys, "multilabel", database, database)
    assert "is a table, not lines of labels; give --input long" in said
    said = shell(capsys, "multilabel", database, database, "--sql", QUERY)
    assert "--sql asks one database for columns of sets" in said


# --- addresses --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("address", "remedy"),
    [
        ("https://example.org/rows.csv", "curl -LO https://example.org/rows.csv"),
        ("s3://bucket/rows.parquet", "aws s3 cp s3://bucket/rows.parquet ."),
        ("gs://bucket/*.csv", "gcloud storage cp gs://bucket/*.csv ."),
        ("hf://datasets/a/b.csv", "hf download"),
        ("abfs://x/y", "copy it to a file first"),
    ],
)
def test_addresses_are_refused_with_the_remedy(address, remedy, capsys):
    said = shell(capsys, "evaluate", address, "--actual", "y", "--predicted", "p")
    assert f"{address} is an address" in said
    assert remedy in said


# --- values inside values ---------------------------------------------------------------------------------------------

NESTED = [
    {"id": place, "data": {"expected": y, "more": {"site": site}}, "choices": [{"label": p}, {"label": "x"}], "w.w": 1}
    for place, (y, p, site) in enumerate(zip(Y, P, SITE, strict=True))
]
INSIDE = {"actual": "data.expected", "predicted": "choices[0].label"}


def nested_json(path):
    path.write_text("".join(json.dumps(each) + "\n" for each in NESTED))


def nested_parquet(path):
    parquet.write_table(pyarrow.Table.from_pylist(NESTED), path)


@pytest.mark.parametrize("write", [nested_json, nested_parquet])
def test_values_inside_values_are_named_by_their_path(tmp_path, write):
    path = tmp_path / {nested_json: "rows.jsonl", nested_parquet: "rows.parquet"}[write]
    write(path)
    assert count(path, **INSIDE) == EXPECTED
    assert count(path, **INSIDE, by="data.more.site", weights="w.w").groups == ((1,), (2,))
    with pytest.raises(InputError, match=r"no column 'data.expcted'; its columns are .*Did you mean 'data.expected'"):
        count(path, actual="data.expcted", predicted="id")
    with pytest.raises(InputError, match=r"no column 'id.inside'"):
        count(path, actual="data.expected", predicted="id.inside")


def test_paths_lead_into_rows_of_python_too():
    assert count(NESTED, **INSIDE) == EXPECTED
    assert count(NESTED, **INSIDE, by="data.more.site", weights="w.w").groups == ((1,), (2,))
    with pytest.raises(InputError, match=r"did you mean 'data.expected'"):
        count(NESTED, actual="data.expcted", predicted="id")


# --- what Python holds ------------------------------------------------------------------------------------------------


def held_as(name):
    """The rows in a container of Python."""
    columns = {"y": Y, "p": P, "site": SITE}
    rows = [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]
    if name in ("rows", "columns"):
        return rows if name == "rows" else columns
    if name == "xarray":
        return pytest.importorskip("xarray").Dataset({each: ("item", values) for each, values in columns.items()})
    if name == "hugging face":
        return pytest.importorskip("datasets").Dataset.from_dict(columns)
    from pyarrow import dataset

    return dataset.dataset(TABLE) if name == "dataset" else dataset.dataset(TABLE).scanner()


HELD = ("rows", "columns", "xarray", "hugging face", "dataset", "scanner")


@pytest.mark.parametrize("name", HELD)
def test_containers_of_python(name):
    import informed

    assert count(held_as(name), **NAMED) == EXPECTED
    assert count(held_as(name), **NAMED, by="site").groups == ((1,), (2,))
    assert count(held_as(name), **NAMED, weights="site").table.sum() == sum(SITE)
    assert informed.agree(held_as(name), raters=["y", "p"]).n == 5
    swept = informed.sweep(held_as(name), actual="y", scores="site", positive="cat")
    assert repr(swept) == repr(informed.sweep(Y, SITE, positive="cat"))
    with pytest.raises(InputError, match="'nothing'"):
        count(held_as(name), actual="nothing", predicted="p")


def test_the_names_of_classes_are_labels():
    datasets = pytest.importorskip("datasets")
    features = datasets.Features(
        {
            "y": datasets.ClassLabel(names=["no", "yes", "never"]),
            "s": datasets.List(datasets.ClassLabel(names=["u", "v"])),
        }
    )
    data = datasets.Dataset.from_dict({"y": [1, 0, -1, None], "s": [[0], [1, 0], [], [1]]}, features=features)
    data = data.add_column("p", ["yes", "yes", "no", "no"])
    found = count(data, actual="y", predicted="p", missing="drop")
    assert (found.labels, found.missing, found.n) == (("no", "yes", "never"), 2, 2)
    assert count(data.select([1, 0]), actual="y", predicted="p").table.tolist() == [[0, 1, 0], [0, 1, 0], [0, 0, 0]]
    import informed

    data = data.add_column("t", [["u"], [], [], ["v"]])
    assert informed.multilabel(data, actual="s", predicted="t").labels == ("u", "v")


def test_splits_and_streams_are_refused():
    datasets = pytest.importorskip("datasets")
    data = held_as("hugging face")
    with pytest.raises(InputError, match=r"splits \('train', 'test'\); give one, as data\['train'\]"):
        count(datasets.DatasetDict(train=data, test=data), **NAMED)
    with pytest.raises(InputError, match="without streaming=True"):
        count(data.to_iterable_dataset(), **NAMED)


def test_arrays_with_coordinates_need_the_same():
    xarray = pytest.importorskip("xarray")
    y = xarray.DataArray([["a", "b"], ["b", "a"]], dims=("x", "t"), coords={"t": [1, 2]})
    assert count(y, y.transpose()).table.tolist() == [[2, 0], [0, 2]]
    with pytest.raises(InputError, match="other coordinates along 't'"):
        count(y, y[:, ::-1])
    with pytest.raises(InputError, match="give all of them the same"):
        count(y, y[:, 0])
    data = xarray.Dataset({"y": y, "site": ("x", ["u", "v"]), "alone": ("z", [1])})
    assert count(data, actual="y", predicted="site", labels=["a", "b", "u", "v"]).table[0].tolist() == [0, 0, 1, 1]
    with pytest.raises(InputError, match="'alone' has the dimension 'z', which 'y' lacks"):
        count(data, actual="y", predicted="alone")


def test_a_data_set_is_scanned_and_not_held(tmp_path):
    from pyarrow import dataset

    parquet.write_to_dataset(TABLE, tmp_path / "rows", partition_cols=["site"])
    held = dataset.dataset(tmp_path / "rows", partitioning="hive")
    assert count(held, **NAMED, by="site").groups == count(tmp_path / "rows", **NAMED, by="site").groups == ((1,), (2,))
