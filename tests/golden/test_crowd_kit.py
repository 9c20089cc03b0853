"""Dawid & Skene's model as crowd-kit has it (crowd_kit.json; crowd_kit.py wrote it)."""

import json
import warnings
from importlib.util import find_spec
from pathlib import Path

import pytest
from numpy.testing import assert_allclose

from informed import consensus

KEPT = json.loads((Path(__file__).parent / "crowd_kit.json").read_text())


def agrees(theirs):
    """Maximum likelihood from the votes: the same shares, the same matrices, the same label of every item."""
    columns = {name: [row[name] for row in KEPT["ratings"]] for name in ("task", "worker", "label")}
    ours = consensus(columns, item="task", rater="worker", label="label", prior=0, model="dawid_skene")
    assert_allclose([ours.prevalence[label].value for label in "abc"], list(theirs["prevalence"].values()), atol=1e-5)
    for who, said, *given in theirs["errors"]:  # one row per label that the rater gave; columns are true classes
        assert_allclose(ours.matrices[who][:, "abc".index(said)], given, atol=1e-5)
    for each in ours.labels:
        assert theirs["probability"][str(each.item)][each.label] == pytest.approx(each.probability, abs=1e-5)


def test_crowd_kit_finds_the_same():
    agrees(KEPT)


def test_crowd_kit_as_installed_finds_the_same():
    if find_spec("crowdkit") is None:
        pytest.skip("crowd-kit is not installed: pip install --no-deps crowd-kit")
    from crowd_kit import found

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        agrees(found(KEPT["ratings"]))
