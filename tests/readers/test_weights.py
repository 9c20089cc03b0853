"""Sampling weights mean their ratios, however large or small they are, wherever the rows lie."""

from __future__ import annotations

import numpy as np
import pytest

from informed import InputError, count, evaluate

ACTUAL, PREDICTED, WEIGHTS = [0, 0, 0, 1, 1, 1] * 5, [0, 0, 1, 1, 0, 1] * 5, np.array([3.0, 2, 1, 1, 1, 2] * 5)
NAMED = {"actual": "y", "predicted": "p", "weights": "w"}


def in_arrays(_, weights):
    return count(ACTUAL, PREDICTED, weights=weights)


def in_text(folder, weights):
    path = folder / "rows.csv"
    rows = zip(ACTUAL, PREDICTED, weights.tolist(), strict=True)
    path.write_text("y,p,w\n" + "".join(f"{a},{p},{w!r}\n" for a, p, w in rows))
    return count(path, **NAMED)


def in_duckdb(_, weights):
    duckdb = pytest.importorskip("duckdb")
    rows = ", ".join(str(row) for row in zip(ACTUAL, PREDICTED, weights.tolist(), strict=True))
    with duckdb.connect() as connection:
        return count(connection.sql(f"SELECT y, p, w::DOUBLE AS w FROM (VALUES {rows}) AS rows(y, p, w)"), **NAMED)


def in_polars(_, weights):
    polars = pytest.importorskip("polars")
    return count(polars.DataFrame({"y": ACTUAL, "p": PREDICTED, "w": weights}), **NAMED)


def in_pandas(_, weights):
    pandas = pytest.importorskip("pandas")
    return count(pandas.DataFrame({"y": ACTUAL, "p": PREDICTED, "w": weights}), **NAMED)


READERS = {each.__name__: each for each in (in_arrays, in_text, in_duckdb, in_polars, in_pandas)}


@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize("scale", [1e-300, 1e-170, 1e-162, 1e-99, 1e-20, 1e16, 1e150, 1e160])
def test_one_number_times_all_weights_changes_nothing_or_is_refused(tmp_path, reader, scale):
    if not 1e-100 < scale < 1e17:
        with pytest.raises(InputError, match=r"weights must be 0 or 1e-100 to 1e\+18;.* divide all of them by one"):
            READERS[reader](tmp_path, WEIGHTS * scale)
        return
    found, plain = (evaluate(READERS[reader](tmp_path, WEIGHTS * each)) for each in (scale, 1.0))
    for name in ("informedness", "proficiency", "accuracy"):
        one, other = found.measures[name], plain.measures[name]
        assert [one.value, one.low, one.high] == pytest.approx([other.value, other.low, other.high], rel=1e-6)


@pytest.mark.parametrize("reader", READERS)
def test_one_vanishing_weight_is_refused_and_zero_is_not(tmp_path, reader):
    weights = WEIGHTS.copy()
    weights[[0, 6]] = 0.0
    assert READERS[reader](tmp_path, weights).n == len(ACTUAL) - 2
    weights[7] = 1e-200  # beside one of 0 in another cell and in the same
    weights[1] = 0.0
    with pytest.raises(InputError, match="1e-200; weights must be 0 or"):
        READERS[reader](tmp_path, weights)
