"""Every statistic is the same from every engine, and no more than its distinct rows leave the engine."""

from __future__ import annotations

import random

import pytest

import informed
from informed import InputError
from informed.readers.columns import Scored
from informed.readers.distinct import distinct
from informed.readers.engines import groupby
from informed.readers.ratings import read_ratings
from informed.readers.sets import read_sets
from informed.readers.votes import read_votes

pytestmark = [pytest.mark.engines, pytest.mark.filterwarnings("ignore")]  # warnings of engines are not ours

RANDOM = random.Random(20261116)
SIZE = 600


def some(values):
    return [RANDOM.choice(values) for _ in range(SIZE)]


ROWS = {
    "y": some(["cat", "dog", "emu"]),
    "p": some(["cat", "dog", "emu"]),
    "q": some(["cat", "dog", None]),
    "site": some(["north", "south"]),
    "patient": some(list(range(20))),
    "w": some([0.25, 0.5, 1.5, 2.0]),  # whose sums are exact in any order
    "s": some([place / 64 for place in range(40)]),
    "odd": some([-1.0, None, float("inf"), -float("inf"), 0.0, 3.25, 70.5]),
    "far": some([1e18 + 128 * place for place in range(5)]),  # where no number is nearer to another
}


def kinds(columns, *names):
    """How many distinct rows these columns have."""
    return len(set(zip(*(columns[name] for name in names), strict=True)))


# --- items -----------------------------------------------------------------------------------------------------------

ROLES = {"actual": "y", "predicted": "p"}
BOTH = {"actual": "y", "predicted": ["p", "q"], "abstain": [None]}
ITEMS = {
    "one": (ROLES, "yp"),
    "groups": ({**ROLES, "by": "site"}, ("y", "p", "site")),
    "weights": ({**ROLES, "weights": "w", "by": "site"}, ("y", "p", "site")),
    "clusters": ({**ROLES, "cluster": "patient", "weights": "w"}, ("y", "p", "patient")),
    "strata": ({**ROLES, "cluster": "patient", "stratum": "site"}, ("y", "p", "patient", "site")),
    "systems": (BOTH, "ypq"),
    "all": ({**BOTH, "cluster": "patient", "by": "site", "weights": "w"}, ("y", "p", "q", "patient", "site")),
}


@pytest.mark.parametrize("case", ITEMS)
def test_items(engine, fetched, case):
    roles, names = ITEMS[case]
    assert informed.items(engine(ROWS), **roles) == informed.items(ROWS, **roles)
    assert max(fetched) <= kinds(ROWS, *names)


# --- scores ----------------------------------------------------------------------------------------------------------

SCORES = {
    "exact": {},
    "bins": {"bins": 8},
    "width": {"width": 0.125},
    "groups": {"by": "site", "bins": 8},
    "clusters": {"cluster": "patient", "weights": "w"},
    "marks": {"predicted": "odd", "bins": 8, "abstain": [-1.0], "missing": "drop"},
    "mark at a bin": {"bins": 8, "abstain": [0.0]},
    "dense": {"predicted": "far", "bins": 1000},
}


@pytest.mark.parametrize("case", SCORES)
def test_scores(engine, fetched, case):
    columns = Scored.named("y", **{"predicted": "s", "positive": "cat", **SCORES[case]})
    found = distinct(engine(ROWS), columns)
    assert found == distinct(ROWS, columns)
    keys = [SCORES[case][name] for name in ("by", "cluster") if name in SCORES[case]]
    most = 3 * 2 * 16 if {"bins", "width"} & set(SCORES[case]) else kinds(ROWS, "y", "s", *keys)
    assert max(fetched, default=0) <= most  # an Arrow table is ranked where it lies


# --- raters ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "how", [{}, {"by": "site"}, {"cluster": "patient", "weights": "w"}], ids=["bare", "by", "weights"]
)
def test_wide_ratings(engine, fetched, how):
    how = {"raters": ["y", "p", "q"], **how}
    assert read_ratings(engine(ROWS), **how) == read_ratings(ROWS, **how)
    assert max(fetched) <= kinds(ROWS, "y", "p", "q", *(how[name] for name in ("by", "cluster") if name in how))


PAIRS = [(item, rater) for item in range(200) for rater in ("ann", "bob", "cyd") if RANDOM.random() < 0.9]
LONG = {
    "item": [item for item, _ in PAIRS],
    "rater": [rater for _, rater in PAIRS],
    "label": [RANDOM.choice(["a", "b", "c", None]) for _ in PAIRS],
    "site": ["north" if item % 3 else "south" for item, _ in PAIRS],
    "w": [0.5 + item % 2 for item, _ in PAIRS],
    "grade": [float(RANDOM.choice([1, 2, 2.5])) for _ in PAIRS],
}
LONG_ROLES = {
    "bare": {"label": "label"},
    "groups": {"label": "label", "by": "site"},
    "weights": {"label": "label", "weights": "w", "cluster": "site"},
    "numbers": {"label": "grade", "fractions": True},
}


@pytest.mark.parametrize("case", LONG_ROLES)
def test_long_ratings(engine, fetched, case):
    how = {"item": "item", "rater": "rater", **LONG_ROLES[case]}
    found = read_ratings(engine(LONG), **how)
    assert found == read_ratings(LONG, **how)
    assert max(fetched) <= len(found.items)


def test_texts_are_no_numbers(engine):
    for ask in (
        lambda frame: informed.sweep(frame, actual="y", scores="p", positive="cat"),
        lambda frame: informed.count(frame, **ROLES, weights="site"),
    ):
        with pytest.raises(InputError, match=r"texts|number"):
            ask(engine(ROWS))


def test_a_rater_rates_an_item_once(engine):
    twice = {name: [*values, values[0]] for name, values in LONG.items()}
    with pytest.raises(InputError, match=f"rater {LONG['rater'][0]!r} rated item 0 twice"):
        read_ratings(engine(twice), item="item", rater="rater", label="label")


def test_an_item_lies_in_one_group(engine):
    sites = {**LONG, "site": ["elsewhere", *LONG["site"][1:]]}
    with pytest.raises(InputError, match="item 0 has several values in site"):
        read_ratings(engine(sites), item="item", rater="rater", label="label", by="site")


def test_votes(engine):
    for data, how in ((LONG, {"item": "item", "rater": "rater", "label": "label", "by": "site"}),):
        assert repr(read_votes(engine(data), **how)) == repr(read_votes(data, **how))


# --- sets of labels --------------------------------------------------------------------------------------------------


def labels_of(words, most, repeat=0):
    """A long table of labels: some items have none, and so many rows are there twice."""
    pairs = [(item, word) for item in range(150) for word in RANDOM.sample(words, RANDOM.randrange(most))]
    pairs += pairs[:repeat]
    return {
        "id": [item for item, _ in pairs],
        "label": [word for _, word in pairs],
        "site": ["north" if item % 3 else "south" for item, _ in pairs],
        "w": [0.5 + item % 2 for item, _ in pairs],
    }


FEW, MANY = ["a", "b", "c"], [f"label {place:03}" for place in range(50)]
SETS = {
    "few": (labels_of(FEW, 4), labels_of(FEW, 3), {}),
    "many": (labels_of(MANY, 3), labels_of(MANY, 4), {}),
    "repeated": (labels_of(FEW, 4, repeat=9), labels_of(FEW, 3, repeat=3), {}),
    "untidy": (labels_of(["a", " a", "", None, "b "], 5, repeat=9), labels_of(FEW, 3), {}),
    "raw": (labels_of(["a", " a", "", None, "b "], 5, repeat=9), labels_of(FEW, 3), {"strip": False}),
    "groups": (labels_of(FEW, 4), labels_of(FEW, 3), {"by": "site", "missing": "drop"}),
    "weights": (labels_of(FEW, 4), labels_of(FEW, 3), {"weights": "w", "cluster": "site", "missing": "drop"}),
    "silent": (labels_of(FEW, 4), labels_of([*FEW, "?"], 2), {"abstain": "?"}),
    "numbers": (labels_of([1, 2, 30], 4), labels_of([2, 30], 3), {}),
}


@pytest.mark.parametrize("case", SETS)
def test_long_label_sets(engine, fetched, case):
    pandas = pytest.importorskip("pandas")
    actual, predicted, how = SETS[case]
    how = {"id": "id", "label": "label", **how}
    expected = read_sets(pandas.DataFrame(actual), pandas.DataFrame(predicted), **how)
    found = read_sets(engine(actual), engine(predicted), **how)
    assert found == expected
    assert max(fetched) < expected.read["actual_labels"]


TEXTS = {**ROWS, "tags": some(["a", "a;b", "b;c", "", None]), "said": some(["a", "b;a", "c", ""])}


def test_texts_of_labels(engine, fetched):
    how = {"actual": "tags", "predicted": "said", "separator": ";", "missing": "drop", "by": "site"}
    assert read_sets(engine(TEXTS), **how) == read_sets(TEXTS, **how)
    assert max(fetched) <= kinds(TEXTS, "tags", "said", "site")


def test_columns_of_single_labels(engine, fetched):
    columns = {**ROWS, "r": some(["cat", None]), "t": some(["dog", "emu"])}
    how = {"actual": ["y", "q"], "predicted": {"new": ["p", "r"], "old": ["t", "site"]}, "weights": "w"}
    assert read_sets(engine(columns), **how) == read_sets(columns, **how)
    assert max(fetched) <= kinds(columns, "y", "q", "p", "r", "t", "site")


# --- limits ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        (lambda frame: informed.sweep(frame, actual="y", scores="s", positive="cat"), r"\d+ distinct rows.*bins="),
        (lambda frame: informed.evaluate(frame, **ROLES, cluster="patient"), r"\d+ distinct rows.*cluster="),
        (lambda frame: informed.agree(frame, raters=["y", "p", "q"]), r"\d+ distinct rows.*fewer raters"),
        (lambda frame: informed.consensus(frame, raters=["y", "p", "q"]), r"600 rows.*sample"),
    ],
    ids=["scores", "clusters", "ratings", "votes"],
)
def test_too_many_distinct_rows_are_refused(engine, monkeypatch, asked, message):
    data = engine(ROWS)
    if type(data).__module__.startswith("pyarrow"):
        pytest.skip("an Arrow table lies in memory already")
    monkeypatch.setattr(groupby, "MOST", 20)
    with pytest.raises(InputError, match=message):
        asked(data)
