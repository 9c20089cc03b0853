"""The JSON of many groups is made in one batch: each table is drawn once, and nothing depends on what stands beside."""

from __future__ import annotations

import json

import numpy as np
import pytest

import informed
from informed.inference import drawn
from informed.inference.draws.sampler import Sampler
from informed.inference.significance.named import significance

RNG = np.random.default_rng(3)
N, GROUPS = 600, 20
ACTUAL, GROUP = RNG.integers(0, 2, N), RNG.integers(0, GROUPS, N)
PREDICTED = np.where(RNG.random(N) < 0.7, ACTUAL, 1 - ACTUAL)
OPTIONS = {
    "plain": {},
    "weights": {"weights": RNG.random(N)},
    "clusters": {"cluster": np.arange(N) // 5},
    "level": {"level": 0.8, "draws": 500, "seed": 9},
    "posterior": {"method": "posterior", "draws": 300},
}


def grouped(**options):
    return informed.evaluate(ACTUAL, PREDICTED, by={"g": GROUP}, **options)


@pytest.mark.parametrize("options", OPTIONS)
def test_one_number_looked_at_is_that_of_the_whole_document(options):
    """Found one by one the numbers have the same digits as found together."""
    whole, apart = grouped(**OPTIONS[options]).to_dict(), grouped(**OPTIONS[options])
    names = ["proficiency", "mutual_information", "cramers_v", "phi_contingency", "informedness"]
    for part, found in zip(apart.groups, whole["groups"], strict=True):
        alone = {name: part.measures[name].to_dict() for name in names}
        assert json.loads(json.dumps(alone)) == {name: found["measures"][name] for name in names}


def test_each_table_is_drawn_once_whatever_its_labels_are_called(monkeypatch):
    met, made = [], drawn.posterior.block

    def block(table, *how, **options):
        met.append(table.tobytes())
        return made(table, *how, **options)

    monkeypatch.setattr(drawn, "posterior", Sampler(block, "counted"))
    grouped().to_dict()
    assert len(met) == len(set(met))
    assert len(met) <= GROUPS + 1


@pytest.mark.parametrize("options", ["plain", "weights"])
def test_the_p_of_a_group_is_that_of_the_group_alone(options):
    found = grouped(**OPTIONS[options])
    for place, part in enumerate(found.groups):
        alone = significance(found.counts[place])
        assert {name: each.p for name, each in part.significance.items()} == {n: e.p for n, e in alone.items()}
