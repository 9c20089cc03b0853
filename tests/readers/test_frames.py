"""Counting columns of frames: every engine gives what plain Python gives."""

from __future__ import annotations

import contextlib
import math
import random
import sqlite3

import pytest

from informed import InputError, count, evaluate

RANDOM = random.Random(20240501)


def some(values, size=400):
    return [RANDOM.choice(values) for _ in range(size)]


TEXTS = {
    "y": some(["cat", "dog", "emu"]),
    "yhat": some(["cat", "dog", "emu"]),
    "site": some(["north", "south"]),
    "round": some([1, 2, 3]),
    "w": [RANDOM.uniform(0.5, 2) for _ in range(400)],
}
NUMBERS = {**TEXTS, "y": some([0, 1, 7]), "yhat": some([0, 1, 7])}
GAPS = {**TEXTS, "y": some(["cat", "dog", None]), "yhat": some(["cat", "dog", "?", None])}


def table_of(columns, labels, **where):
    """The table by the plainest of means."""
    kept = [all(columns[name][row] == value for name, value in where.items()) for row in range(len(columns["y"]))]
    pairs = [pair for pair, keep in zip(zip(columns["y"], columns["yhat"], strict=True), kept, strict=True) if keep]
    return [[pairs.count((actual, predicted)) for predicted in labels] for actual in labels]


@pytest.mark.parametrize("columns", [TEXTS, NUMBERS], ids=["texts", "numbers"])
def test_counts(engine, columns):
    counts = count(engine(columns), actual="y", predicted="yhat")
    assert list(counts.labels) == sorted(set(columns["y"]))
    assert counts.table.tolist() == table_of(columns, counts.labels)
    assert counts.rows_read == len(columns["y"])


def test_groups(engine):
    counts = count(engine(TEXTS), actual="y", predicted="yhat", by=["site", "round"])
    assert counts.by == ("site", "round")
    assert counts.groups == tuple((site, number) for site in ("north", "south") for number in (1, 2, 3))
    for place, (site, number) in enumerate(counts.groups):
        assert counts.table[place].tolist() == table_of(TEXTS, counts.labels, site=site, round=number)


def test_weights(engine):
    counts = count(engine(TEXTS), actual="y", predicted="yhat", weights="w")
    cell = [w for y, p, w in zip(TEXTS["y"], TEXTS["yhat"], TEXTS["w"], strict=True) if (y, p) == ("cat", "dog")]
    assert counts.items.tolist() == table_of(TEXTS, counts.labels)
    assert counts.table[0, 1] == pytest.approx(math.fsum(cell), rel=1e-12)
    assert counts.squares[0, 1] == pytest.approx(math.fsum(w * w for w in cell), rel=1e-12)
    assert counts.total == pytest.approx(math.fsum(TEXTS["w"]), rel=1e-12)
    again = count(engine(TEXTS), actual="y", predicted="yhat", weights="w")  # an engine adds in any order
    assert again.table == pytest.approx(counts.table, rel=1e-12)
    assert again.items.tolist() == counts.items.tolist()


def test_an_item_of_weight_0_is_as_good_as_absent(engine):
    data = {"y": [1, 1, 0, 0, 1], "p": [1, 0, 0, 1, 1], "w": [1.5, 2.0, 3.0, 4.0, 5.0]}
    more = {name: [*values, extra] for (name, values), extra in zip(data.items(), (1, 0, 0.0), strict=True)}
    assert count(engine(more), actual="y", predicted="p", weights="w") == count(
        engine(data), actual="y", predicted="p", weights="w"
    )


def test_weights_beside_named_columns_are_named_too(engine):
    for beside, message in [
        ({"weights": TEXTS["w"]}, "weights is list, but actual= names a column; name the column of weights= too"),
        ({"weights": "v"}, "weights: column='v' is not one of"),
        ({"weights": "y"}, "weights='y' is already the actual column"),
    ]:
        with pytest.raises(InputError, match=message):
            count(engine(TEXTS), actual="y", predicted="yhat", **beside)


def test_a_column_of_labels_may_be_a_group_as_well(engine):
    counts = count(engine(TEXTS), actual="y", predicted="yhat", by=["y", "y"])
    assert (counts.by, counts.groups) == (("y",), (("cat",), ("dog",), ("emu",)))
    for place, label in enumerate(counts.labels):
        assert counts.table[place].tolist() == table_of(TEXTS, counts.labels, y=label)


def test_frequencies(engine):
    counts = count(engine(TEXTS), actual="y", predicted="yhat", weights="round", weight_kind="frequency")
    assert not counts.weighted
    assert counts.n == sum(TEXTS["round"])


def test_whole_weights_are_noted(engine):
    counts = count(engine(TEXTS), actual="y", predicted="yhat", weights="round")
    assert any("weight_kind='frequency'" in note for note in counts.notes)


def test_items_without_a_label_stop_the_count(engine):
    with pytest.raises(InputError, match=r"yhat|actual|predicted|y\b.*missing='drop'"):
        count(engine(GAPS), actual="y", predicted="yhat")


def test_rows_add_up(engine):
    counts = count(engine(GAPS), actual="y", predicted="yhat", missing="drop", abstain="?")
    pairs = list(zip(GAPS["y"], GAPS["yhat"], strict=True))
    assert counts.missing == sum(None in pair for pair in pairs)
    assert counts.abstained.tolist() == [pairs.count(("cat", "?")), pairs.count(("dog", "?"))]
    assert counts.rows_read == len(pairs)


def test_unjudged_items_are_counted_apart(engine):
    columns = {"y": ["a", None, "b", None], "yhat": ["a", "b", "b", "b"]}
    counts = count(engine(columns), actual="y", predicted="yhat", missing="unjudged")
    assert (counts.n, counts.unjudged.tolist(), counts.rows_read) == (2, [0, 2], 4)


def test_integers_with_gaps_stay_exact(engine):
    big = 2**53 + 1  # no float can hold it
    columns = {"y": [big, 1, None, 1], "yhat": [big, big, 1, 1]}
    if engine.__name__ in ("_pandas", "_pandas_nullable"):
        pytest.skip("pandas itself makes floats of integers with gaps")
    counts = count(engine(columns), actual="y", predicted="yhat", missing="drop")
    assert counts.labels == (1, big)
    assert counts.table.tolist() == [[1, 1], [0, 1]]


def test_booleans(engine):
    columns = {"y": [True, False, True], "yhat": [True, True, True]}
    counts = count(engine(columns), actual="y", predicted="yhat")
    assert counts.labels == (False, True)
    assert all(isinstance(label, bool) for label in counts.labels)
    assert counts.table.tolist() == [[0, 1], [0, 2]]


def test_whole_floats_are_integers(engine):
    columns = {"y": [1.0, 0.0, float("nan"), -0.0], "yhat": [1.0, 1.0, 0.0, 0.0]}
    counts = count(engine(columns), actual="y", predicted="yhat", missing="drop")
    assert (counts.labels, counts.table.tolist(), counts.missing) == ((0, 1), [[1, 1], [0, 1]], 1)


def test_scores_are_refused(engine):
    columns = {"y": [1, 0, 1], "yhat": [0.9, 0.2, 0.7]}
    with pytest.raises(InputError, match=r"looks like scores; did you mean informed.sweep"):
        count(engine(columns), actual="y", predicted="yhat")


@pytest.mark.parametrize(
    ("weights", "message"),
    [
        ([1.0, -2.0, 1.0], r"-2.0.*>= 0"),
        ([1.0, float("inf"), 1.0], r"inf.*finite"),
        ([1.0, None, 1.0], r"missing='drop'"),
        ([1.0, float("nan"), 1.0], r"missing='drop'"),
        ([0.0, 0.0, 0.0], r"weights are all 0"),
    ],
    ids=["negative", "infinite", "null", "nan", "zero"],
)
def test_bad_weights(engine, weights, message):
    columns = {"y": ["a", "b", "a"], "yhat": ["a", "a", "a"], "w": weights}
    with pytest.raises(InputError, match=message):
        count(engine(columns), actual="y", predicted="yhat", weights="w")


def test_items_without_a_weight_can_be_dropped(engine):
    columns = {"y": ["a", "b", "a"], "yhat": ["a", "a", "a"], "w": [1.5, None, 0.5]}
    counts = count(engine(columns), actual="y", predicted="yhat", weights="w", missing="drop")
    assert (counts.missing, counts.n, counts.table.tolist(), counts.rows_read) == (1, 2, [[2.0]], 3)


def test_an_unknown_column_is_named(engine):
    with pytest.raises(InputError, match=r"'yhatt'.*yhat"):
        count(engine(TEXTS), actual="y", predicted="yhatt")


def test_one_column_cannot_be_both(engine):
    if engine is dict:
        pytest.skip("columns of a dictionary may be the same object")
    with pytest.raises(InputError, match="already the actual column"):
        count(engine(TEXTS), actual="y", predicted="y")


# --- categories -------------------------------------------------------------------------------------------------------

LEVELS = ["low", "middle", "high"]


def _enum(columns):
    polars = pytest.importorskip("polars")
    return polars.DataFrame(columns, schema=dict.fromkeys(columns, polars.Enum(LEVELS)))


def _categories(columns):
    pandas = pytest.importorskip("pandas")
    return pandas.DataFrame({name: pandas.Categorical(values, LEVELS) for name, values in columns.items()})


def _duckdb_enum(columns):
    duckdb = pytest.importorskip("duckdb")
    rows = ", ".join(
        "(" + ", ".join(f"'{value}'" for value in row) + ")" for row in zip(*columns.values(), strict=True)
    )
    connection = duckdb.connect()
    connection.execute(f"create type level as enum {tuple(LEVELS)}")
    return connection.sql(f"select y::level y, p::level p from (values {rows}) t(y, p)")


@pytest.mark.parametrize(
    "frame",
    [_categories, _enum, lambda columns: _enum(columns).lazy(), _duckdb_enum],
    ids=["pandas", "polars", "polars-lazy", "duckdb"],
)
def test_declared_levels_are_labels_in_their_order(frame):
    counts = count(frame({"y": ["high", "low", "low"], "p": ["low", "low", "high"]}), actual="y", predicted="p")
    assert counts.labels == tuple(LEVELS)
    assert counts.table.tolist() == [[1, 0, 1], [0, 0, 0], [1, 0, 0]]
    assert any("'middle'" in note for note in counts.notes)


@pytest.mark.parametrize("levels", [2, 127, 128, 300])
def test_categories_with_gaps(levels):
    pandas = pytest.importorskip("pandas")
    names = [f"{place:03}" for place in range(levels)]
    column = pandas.Categorical([*names, None], names)
    counts = count(column, column, missing="drop")
    assert (counts.labels, counts.missing, int(counts.table.trace())) == (tuple(names), 1, levels)


def test_encodings_that_are_no_declarations_leave_the_order_alone():
    polars, pyarrow = pytest.importorskip("polars"), pytest.importorskip("pyarrow")
    columns = {"y": ["b", "a", "b"], "p": ["b", "c", "b"]}
    expected = count(columns, actual="y", predicted="p")
    categorical = polars.DataFrame(columns).with_columns(polars.all().cast(polars.Categorical))
    dictionary = pyarrow.table({name: pyarrow.array(values).dictionary_encode() for name, values in columns.items()})
    for frame in (categorical, categorical.lazy(), dictionary):
        assert count(frame, actual="y", predicted="p") == expected


@pytest.mark.filterwarnings("ignore")  # those of Ibis about pandas
def test_tables_of_a_database(tmp_path):
    """SQLite has neither infinity nor booleans to ask for; what it holds is counted like a dictionary of columns."""
    ibis = pytest.importorskip("ibis")
    pytest.importorskip("ibis.backends.sqlite", reason="needs ibis-framework[sqlite]")
    columns = {
        "y": ["a", "a", "b", "b", "b", "a"],
        "p": ["a", "b", "b", "b", "a", "a"],
        "w": [1.5, 0.5, 2.0, 0.0, None, 0.25],
        "site": ["x", "y", "x", "y", "y", "x"],
        "f": [1.0, 2.0, 1.0, 1.0, 2.0, 2.0],
        "g": [1.0, 1.0, 1.0, 2.0, 2.0, 2.0],
    }
    with contextlib.closing(sqlite3.connect(tmp_path / "items.db")) as database:
        database.execute("create table items (y text, p text, w real, site text, f real, g real)")
        database.executemany("insert into items values (?, ?, ?, ?, ?, ?)", zip(*columns.values(), strict=True))
        database.execute("create table endless as select y, p, 9e999 as w from items")
        database.commit()
    held = ibis.sqlite.connect(tmp_path / "items.db")
    for roles in (
        {"actual": "y", "predicted": "p", "weights": "w", "by": "site", "missing": "drop"},
        {"actual": "y", "predicted": "p", "by": "site"},
        {"actual": "f", "predicted": "g"},
    ):
        assert count(held.table("items"), **roles) == count(columns, **roles)
    with pytest.raises(InputError, match="weight inf"):
        count(held.table("endless"), actual="y", predicted="p", weights="w")
    with pytest.raises(InputError, match="looks like scores"):
        count(held.table("items"), actual="y", predicted="w")
    held.disconnect()


def test_a_frame_without_named_columns_is_told_how_to_name_them():
    frame = pytest.importorskip("polars").DataFrame({"y": ["a", "b"], "p": ["a", "b"]})
    with pytest.raises(InputError, match="name them: actual='column', predicted='column'"):
        evaluate(frame)
    with pytest.raises(InputError, match=r"give evaluate\(frame, actual='column', predicted='column'\)"):
        evaluate(frame, y="y")
