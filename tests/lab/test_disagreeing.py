"""Pairs that measures rank differently: those of the slides, and that every pair found is one."""

import json
from itertools import combinations

import numpy as np
import pytest

from informed import lab as study
from informed.core.errors import InputError
from informed.core.registry import get

SLIDES = {  # Steingold & Laclavik 2015, "2 against 2" and "The odd one out": tp, fn, fp, tn of A and of B
    "2 against 2, take 1": ((2, 3, 0, 45), (5, 0, 7, 38), {"proficiency", "f_measure"}),
    "2 against 2, take 2": ((3, 2, 2, 43), (5, 0, 7, 38), {"proficiency", "mcc"}),
    "proficiency": ((3, 2, 1, 44), (5, 0, 6, 39), {"proficiency"}),
    "accuracy": ((1, 4, 0, 45), (5, 0, 13, 32), {"accuracy"}),
    "f_measure": ((1, 4, 0, 45), (2, 3, 2, 43), {"f_measure"}),
}


@pytest.fixture(scope="module")
def found():
    return study.disagreement(items=50, positives=5)


@pytest.mark.parametrize("name", SLIDES)
def test_pairs_of_the_slides_are_found(found, name):
    first, second, side = SLIDES[name]
    pair = [np.reshape(each, (2, 2)) for each in (first, second)]
    split = found.split(*pair)
    assert set(split.some) == side
    assert split.odd == (name if len(side) == 1 else None)
    listed = found.pairs(split)
    assert any((each == pair).all() or (each == pair[::-1]).all() for each in listed)
    assert len(listed) == found.counts[split]


def test_every_pair_found_is_one(found):
    for split in found.counts:
        pairs = found.pairs(split)
        for name in found.measures:
            first, second = get(name)(pairs[:, 0]), get(name)(pairs[:, 1])
            assert (first > second).all() if name in split.some else (first < second).all()


def test_no_pair_is_missed():
    found = study.disagreement(["accuracy", "recall", "precision"], items=12, positives=4)
    values = {name: get(name)(found.tables) for name in found.measures}
    disagreeing = agreeing = 0
    for one, two in combinations(range(len(found.tables)), 2):
        signs = {np.sign(np.round(each[one] - each[two], 12)) for each in values.values()}
        disagreeing += signs == {-1, 1}
        agreeing += signs in ({1}, {-1})
    assert sum(found.counts.values()) == disagreeing
    assert found.agreed == agreeing


def test_clearest_examples_come_first(found):
    for split, places in found.clearest.items():
        pairs = found.pairs(split)
        gaps = [abs(get(name)(pairs[:, 0]) - get(name)(pairs[:, 1])) for name in found.measures]
        clearest = np.min(gaps, axis=0).max()
        first = [abs(found.values[places[0, 0], column] - found.values[places[0, 1], column]) for column in range(4)]
        assert min(first) == pytest.approx(clearest)


def test_phi_stands_alone_only_where_it_is_negative():
    """Erratum E36: against proficiency and accuracy it never does among predictors better than chance."""
    names = ["mcc", "proficiency", "accuracy"]
    better = study.disagreement(names, items=50, positives=5)
    every = study.disagreement(names, items=50, positives=5, perverse=True)
    assert "mcc" not in {split.odd for split in better.counts}
    assert "mcc" in {split.odd for split in every.counts}


def test_more_tables_than_can_be_compared_are_sampled():
    found = study.disagreement(items=1000, positives=300, tables=200, seed=4)
    assert 20 < len(found.tables) <= 200
    assert (found.tables.sum((-2, -1)) == 1000).all()
    assert (found.tables.sum(-1)[:, 0] == 300).all()
    assert found.to_dict() == study.disagreement(items=1000, positives=300, tables=200, seed=4).to_dict()


def test_more_classes():
    found = study.disagreement(["informedness", "accuracy", "proficiency"], classes=4, tables=100)
    assert found.tables.shape[1:] == (4, 4)
    assert found.counts


def test_the_json_has_examples(found):
    data = json.loads(found.to_json())
    assert {split["odd"] for split in data["splits"]} == {"proficiency", "accuracy", "f_measure", None}
    example = data["splits"][0]["examples"][0]
    assert set(example["first"]["measures"]) == set(found.measures)


def test_errors_name_the_remedy(found):
    with pytest.raises(InputError, match="positives=50"):
        study.disagreement(items=50, positives=50)
    with pytest.raises(InputError, match="2 to 16"):
        study.disagreement(["accuracy"])
    with pytest.raises(InputError, match="not among"):
        found.split([[1, 1], [1, 1]], [[5, 0], [7, 38]])
