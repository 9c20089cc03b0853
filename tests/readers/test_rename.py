"""Labels under other names: counting with ``rename`` is counting columns in which every label was written anew."""

import json

import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

import informed
from informed.cli import main

TRUTH = ["ill", "well", "ill", "well", "well", "ill", "well"]
TEST = ["pos", "neg", "neg", "pos", "equivocal", "pos", "neg"]
NAMES = {"pos": "ill", "neg": "well"}
ANEW = [NAMES.get(each, each) for each in TEST]
SOURCES = {
    "dictionary": dict,
    "pandas": pd.DataFrame,
    "categories": lambda data: pd.DataFrame(data, dtype="category"),
    "polars": pl.DataFrame,
    "lazy polars": pl.LazyFrame,
    "arrow": pa.table,
}


@given(
    st.lists(st.tuples(st.sampled_from("abc"), st.sampled_from("abxyz")), min_size=1),
    st.dictionaries(st.sampled_from("abcxyz"), st.sampled_from("abcq"), max_size=4),
)
def test_renaming_is_counting_labels_written_anew(rows, names):
    """Whatever is renamed, swapped or merged; what is renamed twice over moves once."""
    actual, predicted = (list(each) for each in zip(*rows, strict=True))
    names = {old: new for old, new in names.items() if old in {*actual, *predicted}}
    anew = [[names.get(each, each) for each in column] for column in (actual, predicted)]
    assert informed.count(actual, predicted, rename=names) == informed.count(*anew)
    assert informed.items(actual, predicted, rename=names, cluster=list(range(len(rows)))).to_dict() == (
        informed.items(*anew, cluster=list(range(len(rows)))).to_dict()
    )


@pytest.mark.parametrize("source", SOURCES)
def test_every_source_renames_alike(source):
    data = SOURCES[source]({"y": TRUTH, "p": TEST, "site": list("aabbaba")})
    how = {"actual": "y", "by": "site", "abstain": "equivocal", "rename": NAMES}
    wanted = informed.count({"y": TRUTH, "p": ANEW, "site": list("aabbaba")}, "p", **(how | {"rename": None}))
    assert informed.count(data, "p", **how) == wanted


def test_texts_and_numbers_may_be_joined():
    said = informed.count(["yes", "no", "yes", "no"], [1, 0, 0, 0], rename={1: "yes", 0: "no"})
    assert said == informed.count(["yes", "no", "yes", "no"], ["yes", "no", "no", "no"])
    said = informed.count([True, False, True], ["y", "n", "n"], rename={"y": True, "n": False})
    assert said == informed.count([True, False, True], [True, False, False])


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "rows.csv"
    rows = [
        "id,y,p,q",
        *(f"{place},{y},{p},{y}" for place, (y, p) in enumerate(zip(TRUTH * 20, TEST * 20, strict=True))),
    ]
    path.write_text("\n".join(rows) + "\n")
    return str(path)


def asked(capsys, *words):
    with pytest.raises(SystemExit) as ended:
        main([*words])
    return ended.value.code or 0, capsys.readouterr()


OPTIONS = ("--actual", "y", "--rename", "pos=ill", "--rename", "neg=well", "--abstain", "equivocal")


def test_commands_rename(file, capsys):
    """Evaluate, compare, check and deploy take it, and use the new names."""
    code, said = asked(capsys, "evaluate", file, "--predicted", "p", *OPTIONS, "--positive", "ill", "--format", "json")
    assert code == 0
    counts = json.loads(said.out)
    assert counts["labels"] == ["ill", "well"]
    assert counts["table"] == informed.count(TRUTH * 20, ANEW * 20, abstain="equivocal").table.tolist()
    code, said = asked(capsys, "compare", file, "--predicted", "p", "--predicted", "q", *OPTIONS)
    assert code == 0
    assert "'pos'" not in said.out
    assert asked(capsys, "check", file, "--predicted", "p", *OPTIONS, "--require", "n >= 120")[0] == 0
    words = ("--positive", "ill", "--prevalence", "0.2", "--actual", "y", "--rename", "pos=ill", "--rename", "neg=well")
    code, said = asked(capsys, "deploy", file, "--predicted", "q", *words)
    assert code == 2  # no item of q is called pos
    assert "--rename pos is no label here; the labels are 'ill', 'well'" in said.err


def test_items_are_recorded_under_their_new_names(file, tmp_path, capsys):
    ledger = str(tmp_path / "runs.db")
    words = ("--require", "n >= 120", "--record", "ward", "--as", "test", "--keep-items", "id", "--ledger", ledger)
    assert asked(capsys, "check", file, "--predicted", "p", *OPTIONS, *words)[0] == 0
    with informed.Ledger(ledger) as kept:
        run = kept.runs(task="ward")[0]
        rows = kept.items(run)
    assert rows.labels == ("ill", "well")
    (said,) = rows.predicted.values()
    assert {*said} == {0, 1, -1}  # an abstention is no label


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"maybe": "no"}, "rename='maybe' is no label here; the labels are 'equivocal', 'ill', 'neg', 'pos', 'well'"),
        (3, "rename=3 must give each label its new name: {'pos': 'ill'}"),
        (["pos"], "rename=['pos'] must give each label its new name: {'pos': 'ill'}"),
        (["pos=ill", "pos=well"], "rename='pos' has two new names; give it one"),
    ],
)
def test_a_wrong_renaming_is_refused_by_name(given, told):
    with pytest.raises(informed.InputError, match="rename") as reason:
        informed.count(TRUTH, TEST, rename=given)
    assert str(reason.value) == told


def test_other_names_of_the_same_labels_are_seen(file, capsys):
    """What goes together is offered as a command that can be pasted, and its answer knows something."""
    code, said = asked(capsys, "evaluate", file, "--actual", "y", "--predicted", "p")
    assert code == 0
    assert "no predicted label is an actual one" in said.out
    assert "--rename pos=ill --rename neg=well" in " ".join(said.out.replace("\\\n", " ").split())
