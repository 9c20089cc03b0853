"""Flat numbers for trackers: legal names that tell everything apart, and the numbers of the answer."""

import json
import math
import posixpath
import re

import hypothesis.strategies as st
import pytest
from hypothesis import given
from questions_recorded import ANSWERS

import informed
from informed import InputError
from informed.core.estimate import Estimate
from informed.core.metrics import Figure, flat, measure_name
from informed.core.registry import find

MLFLOW = re.compile(r"[/\w.\- :]{1,250}")  # mlflow.utils.validation
TENSORBOARD = re.compile(r"[-/\w.]+")  # what tensorboardX.utils.clean_tag leaves as it is


def legal(name):
    """Whether every tracker takes a name as it is."""
    path = posixpath.normpath(name) == name and not name.startswith(("/", ".."))
    return bool(path and MLFLOW.fullmatch(name) and TENSORBOARD.fullmatch(name))


@pytest.fixture(scope="module", params=ANSWERS)
def answer(request):
    return ANSWERS[request.param]()


def test_every_answer_has_few_numbers_with_legal_names(answer):
    found = answer.metrics()
    assert found
    assert all(type(value) is float and math.isfinite(value) for value in found.values())
    assert len(found) <= 12
    assert all(map(legal, found))
    assert found.items() <= answer.metrics(every=True).items()


def test_intervals_stand_beside_their_values(answer):
    found, alone = answer.metrics(), answer.metrics(intervals=False)
    assert alone == {name: value for name, value in found.items() if not name.endswith(("_low", "_high"))}
    for name, value in alone.items():
        assert found.get(f"{name}_low", value) <= value + 1e-12
        assert found.get(f"{name}_high", value) >= value - 1e-12


def test_no_number_is_lost(answer):
    """Different figures have different names, so that as many numbers come out as went in."""
    figures = {(*each[2:], each.measure): each.estimate for each in answer.every_figure()}
    ends = [end for each in figures.values() for end in (each.value, each.low, each.high)]
    assert len(answer.metrics(every=True)) == sum(end is not None and math.isfinite(end) for end in ends)


def test_an_answer_gives_the_same_numbers_once_it_was_printed(answer):
    before = answer.metrics()
    str(answer)
    assert answer.metrics() == before
    assert json.loads(answer.report("metrics")) == before
    assert json.loads(answer.report("metrics", every=True)) == answer.metrics(every=True)


ACTUAL, PREDICTED = ["ill", "well"] * 20, ["ill", "well", "ill", "ill", "well", "well"] * 6 + ["ill", "well"] * 2


def test_numbers_are_the_estimates():
    found = informed.evaluate(ACTUAL, PREDICTED, by={"site": list("nnss" * 10)})
    numbers = found.metrics(every=True)
    assert numbers["informedness_low"] == found.measures["informedness"].low
    assert numbers["label/ill/recall"] == found.per_label["ill"]["recall"].value
    assert numbers["group/s/accuracy"] == found.groups[1].measures["accuracy"].value
    assert list(found.metrics(intervals=False)) == ["informedness", "accuracy", "mcc", "proficiency"]
    asked = informed.evaluate(ACTUAL, PREDICTED, measures=["kappa", "f_measure(beta=0.5)", "recall"], positive="ill")
    assert list(asked.metrics(intervals=False)) == ["kappa", "f_measure_beta_0_5", "recall"]


def test_only_the_measures_asked_for():
    found = informed.evaluate(ACTUAL, PREDICTED)
    one = found.metrics("recall[ill]", intervals=False)
    assert one == {"label/ill/recall": found.per_label["ill"]["recall"].value}
    two = found.metrics(["youden", "recall"], intervals=False)
    assert list(two) == ["informedness", "label/ill/recall", "label/well/recall"]
    with pytest.raises(InputError, match=r"label of recall='sick' is not one of ill, well"):
        found.metrics("recall[sick]")
    with pytest.raises(InputError, match=r"only='recal'.*did you mean 'recall'"):
        found.metrics("recal")


@pytest.mark.parametrize("measure", ["mcc", "recall", "recall[ill]"])
def test_a_measure_is_the_same_asked_for_before_or_after(measure):
    """``--measure`` asks before; both give the whole, the groups and the labels under the same names."""
    site = {"site": list("nnss" * 10)}
    before, after = (informed.evaluate(ACTUAL, PREDICTED, by=site, **how) for how in ({"measures": [measure]}, {}))
    assert before.metrics() == after.metrics(measure)
    assert before.metrics().items() <= before.metrics(every=True).items()
    assert any(name.startswith("group/s/") for name in before.metrics())


def test_every_requirement_has_its_number():
    found = informed.evaluate(ACTUAL, PREDICTED)
    numbers = informed.check(found, require=["recall[ill] >= 0.9", "mcc >= 0"]).metrics(intervals=False)
    assert numbers == {"met": 0.0, **found.metrics(["recall[ill]", "mcc"], intervals=False)}


def test_undefined_numbers_are_left_out():
    found = informed.evaluate(["ill", "well"], ["well", "well"])
    assert math.isnan(found.per_label["ill"]["precision"].value)
    assert "label/ill/precision" not in found.metrics(every=True)


def test_an_answer_without_numbers_says_so():
    with pytest.raises(InputError, match="kind 'plan' has no numbers for a tracker"):
        informed.plan(informedness=0.5, width=0.2).metrics()


ODD = st.text("ab_x7CF/,|:. \n", max_size=9) | st.text(max_size=4) | st.sampled_from([".", "..", "x" * 300])
PLACES = st.fixed_dictionaries({"group": st.tuples(ODD, ODD) | st.none(), "label": ODD | st.none()})


@given(PLACES, PLACES)
def test_different_places_have_different_names(one, other):
    names = [next(iter(flat([Figure("accuracy", Estimate(0.5), **each)]))) for each in (one, other)]
    assert (names[0] == names[1]) == (one == other)
    assert all(map(legal, names))


def test_names_of_measures_stay_apart():
    """Also from the ends of each other's intervals."""
    known = [str(each) for each in find()] + ["f_measure(beta=2)", "f_measure(beta=0.5)", "f_measure(beta=5)"]
    names = {measure_name(each) for each in known}
    assert len(names) == len(set(known))
    assert not names & {f"{each}_{end}" for each in names for end in ("low", "high")}
