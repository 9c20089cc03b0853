"""Faults that were put into a list of labels are found, and none where there is none."""

import numpy as np
import pytest
from hypothesis import given, settings

import informed
from informed import Counts, InputError
from informed.cli import main
from informed.core import measures as m
from informed.more import taxonomy
from informed.questions.match.changes import merged, read_as, readings
from strategies import tables

LABELS = list("abcde")
GOOD = np.full((5, 5), 8) + np.diag([160] * 5)  # 84 % right, errors spread evenly


def changes(table, labels=LABELS, **how):
    found = taxonomy(Counts(table, labels=labels), **how)
    return [(each.action, each.labels) for each in found.changes], found


def test_exchanged_names_are_two_renames_and_mending_them_is_what_it_says():
    found, doctor = changes(GOOD[:, [1, 0, 2, 3, 4]])
    assert sorted(found) == [("rename", ("a", "b")), ("rename", ("b", "a"))]
    assert doctor.after == pytest.approx(m.informedness(GOOD), abs=0.05)
    assert "Rename: predicted 'a' means class 'b'" in " ".join(doctor.verdict)


def test_a_class_under_two_names_is_a_split():
    table = np.zeros((6, 6), int)
    table[:5, :5] = GOOD
    table[:5, 5] = GOOD[:, 0] // 2
    table[:5, 0] -= table[:5, 5]
    found, doctor = changes(table, labels=[*LABELS, "f"])
    assert found == [("split", ("f", "a"))]
    assert doctor.after > doctor.before
    assert doctor.changes[0].lost < 0.01  # two names for one thing say no more than one


def test_classes_that_are_not_told_apart_are_merged():
    table = GOOD * 5
    table[:2] = table[:2].sum(0) // 2
    found, doctor = changes(table)
    assert found == [("merge", ("a", "b"))]
    assert doctor.changes[0].share < 0.01
    assert doctor.changes[0].lost < 0.005


def test_classes_that_are_often_confused_but_told_apart_stay_two():
    table = GOOD * 5
    table[0, :2], table[1, :2] = (600, 240), (240, 600)
    assert changes(table)[0] == []


@pytest.mark.parametrize("informed_share", [0.0, 0.5])
def test_without_a_fault_hardly_any_data_set_leads_to_a_change(informed_share):
    """At most 5 % of them; 60 sets with 5 %: more than 7 have a chance of 1 in 100."""
    rng, alarms = np.random.default_rng(5), 0
    for seed in range(60):
        real, said = rng.dirichlet([3.0] * 4, 2)
        joint = informed_share * np.diag(real) + (1 - informed_share) * np.outer(real, said)
        table = rng.multinomial(300, joint.ravel()).reshape(4, 4)
        alarms += bool(taxonomy(Counts(table), seed=seed).changes)
    assert alarms <= 7


@settings(max_examples=50)
@given(tables(classes=(2, 5), batch=((),), most=1000))
def test_what_labels_are_read_as_adds_up_to_informedness(table):
    table = np.asarray(table)
    worth = readings(table)
    assert worth.diagonal().sum() == pytest.approx(m.informedness(table), abs=1e-9)
    gain = worth[1, 0] - worth[0, 0]
    assert m.informedness(read_as(table, 0, 1)) - m.informedness(table) == pytest.approx(gain, abs=1e-9)


@settings(max_examples=50)
@given(tables(classes=(3, 5), batch=((),), most=1000))
def test_merging_never_gains_information(table):
    table = np.asarray(table)
    assert m.mutual_information(merged(table, 0, 1)) <= m.mutual_information(table) + 1e-9
    assert merged(table, 0, 1).sum() == table.sum()


@pytest.mark.parametrize(
    "odd", [{"maximize": "trace"}, {"many_to_one": True}, {"draws": 9}, {"abstain": ["a"]}, {"by": {"site": [1, 2]}}]
)
def test_what_is_for_a_match_is_refused_by_name_and_the_other_way_round(odd):
    with pytest.raises(InputError, match=rf"{next(iter(odd))}= cannot be used with changes="):
        informed.match(["a", "b"], ["a", "b"], changes=True, **odd)
    with pytest.raises(InputError, match="loss= cannot be used without changes="):
        informed.match(["a", "b"], ["a", "b"], loss=0.2)


def test_the_former_command_is_the_option(tmp_path, capsys):
    path = tmp_path / "rows.csv"
    path.write_text("y,p\n" + "a,b\nb,a\nc,c\n" * 60)
    printed = []
    for words in (["match", "--changes"], ["taxonomy"]):
        with pytest.raises(SystemExit) as done:
            main([words[0], str(path), "--actual=y", "--predicted=p", "--loss=0.05", *words[1:]])
        assert not done.value.code
        printed.append(capsys.readouterr().out)
    assert printed[0] == printed[1]
    assert "Rename: predicted 'a' means class 'b'" in printed[0]


def test_weights_are_refused():
    with pytest.raises(InputError, match="needs plain counts"):
        taxonomy(informed.count(["a", "b"], ["a", "b"], weights=[1.5, 2]))
