"""Long tables are made wide by whatever holds them, with the same result as row by row."""

from __future__ import annotations

import pytest

from informed import InputError, agree, evaluate, sweep
from informed.readers.engines import groupby, pivots
from informed.readers.ratings import read_ratings
from informed.readers.sets import read_sets

RATINGS = {
    "item": [1, 1, 1, 2, 2, 3, 3, 3, 4],
    "rater": ["ann", "bob", "cyd", "ann", "bob", "ann", "bob", "cyd", "cyd"],
    "label": ["a", "a", "b", "b", None, "a", "b", "b", "a"],
    "site": ["n", "n", "n", "n", "n", "s", "s", "s", "s"],
}
WIDE = {"ann": ["a", "b", "a", None], "bob": ["a", None, "b", None], "cyd": ["b", None, "b", "a"]}
LONG = {"item": "item", "rater": "rater", "label": "label"}


@pytest.mark.parametrize("most", [1, 250], ids=["whole columns", "inside"])
def test_long_ratings_are_wide_ones(engine, monkeypatch, most):
    monkeypatch.setattr(pivots, "MOST_LEVELS", most)
    assert read_ratings(engine(RATINGS), **LONG) == read_ratings(WIDE)
    by = read_ratings({**WIDE, "site": ["n", "n", "s", "s"]}, raters=list(WIDE), by="site")
    assert read_ratings(engine(RATINGS), **LONG, by="site") == by


def test_what_a_long_table_may_not_hold(engine):
    for change, message in [
        ({"rater": ["ann", "ann", *RATINGS["rater"][2:]]}, "rater 'ann' rated item 1 twice"),
        ({"rater": [None, *RATINGS["rater"][1:]]}, "column 'rater' has missing values"),
        ({"site": ["s", *RATINGS["site"][1:]]}, "item 1 has several values in site"),
    ]:
        with pytest.raises(InputError, match=message):
            read_ratings(engine({**RATINGS, **change}), **LONG, by="site")


ACTUAL = {"id": [1, 1, 2, 3, 3, 3], "label": ["a", "b", "c", "a", "a", " b"]}
PREDICTED = {"id": [1, 2, 3, 3, 4], "label": ["a", "c", "b", None, "d"]}


@pytest.mark.parametrize("bits", [1, 40], ids=["a word for each label", "one word"])
def test_long_sets_are_sets(engine, monkeypatch, bits):
    """Item 3 repeats a label, item 4 has none that is actual; a word may have any number of bits."""
    if engine is dict:
        pytest.skip("a dictionary is no frame")
    if engine.__name__ == "_dask" and bits == 1:
        pytest.skip("Dask takes seconds to plan it; ./dev test engines has it with two words")
    monkeypatch.setattr(pivots, "BITS", bits)
    found = read_sets(engine(ACTUAL), engine(PREDICTED), id="id", label="label")
    sets = read_sets([{"a", "b"}, {"c"}, {"a", "b"}, set()], [{"a"}, {"c"}, {"b"}, {"d"}])
    assert (found.labels, found.to_dict()["sides"]) == (sets.labels, sets.to_dict()["sides"])
    assert found.read["rows"] == 4
    names = [
        f"{side}_{name}" for side in ("actual", "predicted") for name in ("labels", "blank", "repeated", "stripped")
    ]
    assert [found.read[name] for name in names] == [6, 0, 1, 1, 5, 1, 0, 0]


def test_an_engine_gives_only_so_many_rows(monkeypatch):
    duckdb = pytest.importorskip("duckdb")
    monkeypatch.setattr(groupby, "MOST", 10)
    rows = duckdb.connect().sql(
        "select range % 2 as y, range % 3 = 0 as p, range % 7 as patient, range / 50 as s from range(50)"
    )
    rows = rows.project("y, p::int as p, patient, s")
    for ask, message in [
        (lambda: sweep(rows, actual="y", scores="s", positive=1), "50 distinct rows are more than the 10 .* bins=1000"),
        (lambda: evaluate(rows, "p", actual="y", cluster="patient"), "28 distinct rows are more .* cluster="),
        (lambda: agree(rows, raters=["y", "p", "patient"]), "28 distinct rows are more .* fewer raters"),
    ]:
        with pytest.raises(InputError, match=message):
            ask()
