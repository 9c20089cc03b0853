"""Nothing is worked out that is not looked at, and laziness is seen only in time."""

import pickle
import re
from dataclasses import FrozenInstanceError

import numpy as np
import pytest

import informed
from informed.questions.evaluate import batch, result

ACTUAL = [1, 0, 2, 1, 0, 2, 1, 1, 0, 2] * 6
SAID = [1, 0, 2, 0, 0, 1, 1, 2, 0, 2] * 6
SITE = ["north", "south"] * 30


@pytest.fixture
def looked(monkeypatch):
    """The measures whose intervals were worked out, in order."""
    found = []
    known = batch.interval
    monkeypatch.setattr(
        batch, "interval", lambda measure, *rest, **how: found.append(str(measure)) or known(measure, *rest, **how)
    )
    return found


def test_an_evaluation_finds_only_what_is_looked_at(looked, monkeypatch):
    monkeypatch.setattr(result, "all_tests", lambda *_, **__: pytest.fail("nobody asked for tests"))
    found = informed.evaluate(ACTUAL, SAID, by=SITE)
    assert looked == []
    first = found.measures["kappa"]
    assert looked == ["kappa"]
    assert found.measures["kappa"] == first
    assert found.measures.value("mcc") == found.measures["mcc"].value
    assert looked == ["kappa", "mcc"]


def test_all_groups_are_judged_at_once(looked):
    found = informed.evaluate(ACTUAL, SAID, by=SITE)
    values = [each.measures["informedness"].value for each in found.groups]
    assert looked == ["informedness"]
    assert values == list(found.groups.column("informedness").value)


def test_a_screen_makes_no_permutations(monkeypatch):
    monkeypatch.setattr(result, "all_tests", lambda *_, **__: pytest.fail("the screen shows no tests"))
    assert "informedness" in str(informed.evaluate(ACTUAL, SAID, by=SITE))


def test_evaluations_are_equal_by_counts_and_recipe():
    one, same, other = (informed.evaluate(ACTUAL, SAID, by=SITE, level=level) for level in (0.95, 0.95, 0.9))
    one.to_json()  # what was looked at makes no difference
    assert one == same
    assert hash(one) == hash(same)
    assert one != other
    assert one.groups[0] == same.groups[0] != same.groups[1]
    priced = [informed.evaluate([0, 1, 1], [0, 1, 0], value=[[worth, 0], [0, 1]]) for worth in (1, 2)]
    assert priced[0] != priced[1]


def test_evaluations_come_back_from_a_pickle():
    found = informed.evaluate(ACTUAL, SAID, by=SITE, level=0.9)
    back = pickle.loads(pickle.dumps(found))
    assert back == found
    assert back.to_dict() == found.to_dict()
    assert pickle.loads(pickle.dumps(found.groups[1])).measures == found.groups[1].measures


def test_an_evaluation_cannot_be_changed():
    found = informed.evaluate(ACTUAL, SAID)
    with pytest.raises(FrozenInstanceError):
        found.level = 0.5


def test_wrong_options_are_refused_at_once():
    for wrong in ({"level": 2}, {"method": "none"}, {"draws": 1}, {"value": [[1, 2]]}, {"measures": ["nothing"]}):
        with pytest.raises(informed.InputError):
            informed.evaluate(ACTUAL, SAID, **wrong)


def test_labels_keep_their_type_and_measures_their_aliases():
    found = informed.evaluate(ACTUAL, SAID)
    assert list(found.per_label) == [0, 1, 2]
    assert found.per_label[1] == found.per_label["1"]
    assert found.per_label[1]["f1"] == found.per_label[1]["f_measure"]
    assert found.measures["cohen_kappa"] == found.measures["kappa"]
    assert "cohen_kappa" in found.measures
    assert found.measures.get("nonsense") is None
    assert 7 not in found.per_label
    with pytest.raises(KeyError):
        found.measures["recall"]  # a measure of one label, and no label is named


def test_very_many_groups_are_shown_by_their_extremes():
    """Of 2,000 groups, each informed as its number says, the least and the best are listed."""
    hits = np.arange(2000)
    tables = np.stack([np.stack([hits + 1, np.full(2000, 9)], -1), np.stack([np.full(2000, 9), hits + 1], -1)], -2)
    counts = informed.Counts(tables, by=("site",), groups=tuple((f"s{place}",) for place in range(2000)))
    shown = [line.split()[0] for line in str(informed.evaluate(counts)).splitlines() if re.match(r"  s\d", line)]
    assert shown == [f"s{place}" for place in (*range(3), *range(1997, 2000))]
