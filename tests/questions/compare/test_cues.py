"""Cues given other cues: the model in which the truth is known, regression, chains, information that adds up."""

import numpy as np
import pytest
from scipy.special import ndtri

import informed
from informed import InputError
from informed.cli import main
from informed.core import measures as m
from informed.inference.conditional import conditional, strata

RNG = np.random.default_rng(3)
SHARES = {2: np.array([0.3, 0.7]), 3: np.array([0.2, 0.3, 0.5])}


def mixture(prevalence, bias, informed_with):
    """The table of who knows with this probability and guesses by this bias otherwise (Powers 2007, section 3)."""
    return informed_with * np.diag(prevalence) + (1 - informed_with) * np.outer(prevalence, bias)


@pytest.mark.parametrize("k", [2, 3])
def test_who_knows_with_one_probability_in_every_stratum_has_it_as_informedness(k):
    """Prevalence, bias and size differ between strata; the probability to know is the same."""
    tables = [n * mixture(RNG.dirichlet(np.ones(k)), RNG.dirichlet(np.ones(k)), 0.37) for n in (90, 400, 37)]
    assert conditional(np.array(tables), 0.95)[0].value == pytest.approx(0.37)


def test_one_stratum_gives_informedness_itself():
    for table in ([[30, 12], [9, 44]], [[30, 5, 9], [8, 40, 1], [3, 3, 22]]):
        assert conditional(np.array([table], float), 0.95)[0].value == pytest.approx(float(m.informedness(table)))


def drawn(n=500):
    outcome = RNG.random(n) < 0.4
    first = np.where(RNG.random(n) < 0.5, outcome, RNG.random(n) < 0.3)
    second = np.where(RNG.random(n) < 0.6, first, RNG.random(n) < 0.5)
    return outcome, first, second


def test_it_is_the_slope_of_the_regression_with_a_constant_for_each_stratum():
    """And what is alone is what remains given the other, plus what the other passes on (omitted variable)."""
    outcome, first, second = (each.astype(float) for each in drawn())
    columns = np.column_stack([outcome, first == 1, first == 0]).astype(float)
    slope = np.linalg.lstsq(columns, second, rcond=None)[0]
    found = informed.compare(outcome, {"first": first, "second": second}, cues=True).cues[1]
    assert found.given.value == pytest.approx(slope[0])
    passed = (slope[1] - slope[2]) * float(m.informedness(informed.count(outcome, first).table))
    assert found.alone.value == pytest.approx(slope[0] + passed)


def test_along_a_chain_informedness_multiplies_and_the_far_cue_tells_nothing_given_the_near_one():
    """Outcome - near - far, the far cue depends on the near one alone: shares of all eight combinations."""
    near = mixture(np.array([0.3, 0.7]), np.array([0.6, 0.4]), 0.5)  # outcome x near
    far = mixture(near.sum(0), np.array([0.2, 0.8]), 0.7) / near.sum(0)[:, None]  # far, given near
    whole = 1e6 * near[:, :, None] * far  # outcome x near x far
    assert float(m.informedness(whole.sum(1))) == pytest.approx(0.5 * 0.7)
    assert conditional(whole.transpose(1, 0, 2), 0.95)[0].value == pytest.approx(0, abs=1e-12)


def test_the_ends_of_two_classes_solve_klingenbergs_equation():
    """(d - e)^2 W^2 = z^2 (e P + Q) at both ends e, with Sato's (1989) P and Q."""
    tables = RNG.integers(1, 9, (6, 2, 2)).astype(float)
    found, p = conditional(tables, 0.9)
    one, two, n = tables[:, 0].sum(1), tables[:, 1].sum(1), tables.sum((1, 2))
    x, y, z = tables[:, 0, 0], tables[:, 1, 0], float(ndtri(0.95))
    w = (one * two / n).sum()
    d = ((x * two - y * one) / n).sum() / w
    slope = ((one**2 * y - two**2 * x + one * two * (two - one) / 2) / n**2).sum()
    fixed = ((x * (two - y) + y * (one - x)) / (2 * n)).sum()
    assert found.value == pytest.approx(d)
    for end in (found.low, found.high):
        assert (d - end) ** 2 * w**2 == pytest.approx(z**2 * (end * slope + fixed))
    assert (p < 0.1) == (not found.low <= 0 <= found.high)


def test_what_cues_add_is_the_information_of_all_together():
    outcome, first, second = drawn()
    third = RNG.random(len(outcome)) < 0.5
    found = informed.compare(outcome, {"a": first, "b": second, "c": third}, cues=True)
    joint = np.zeros((2, 8))
    np.add.at(joint, (outcome.astype(int), 4 * first + 2 * second + third), 1)
    assert sum(each.added for each in found.cues) == pytest.approx(float(m.proficiency(joint)))


def test_a_copy_adds_nothing_and_two_halves_of_a_riddle_depend_on_each_other():
    outcome, first, _ = drawn()
    copy = informed.compare(outcome, {"one": first, "copy": first}, cues=True).cues[1]
    assert (copy.added, copy.p_added, copy.p) == (0, 1, 1)
    one, two = np.array([[0, 0, 1, 1], [0, 1, 0, 1]]).repeat(100, axis=1)
    riddle = informed.compare(one ^ two, {"one": one, "two": two}, cues=True)
    assert [each.code for each in riddle.findings] == ["depends", "depends", "together"]
    assert sum(each.added for each in riddle.cues) == pytest.approx(1)


def test_a_stratum_is_given_too():
    outcome, first, second = drawn()
    given = {"first": first, "second": second}
    site = RNG.integers(0, 3, len(outcome))
    found = informed.compare(outcome, given, stratum=site, cues=True).cues[1]
    both = strata(np.column_stack([first, site]), 1 - outcome, 1 - second, np.ones(len(outcome), int), 2)
    assert found.given.value == pytest.approx(conditional(both, 0.95)[0].value)


@pytest.mark.parametrize(
    ("data", "more", "says"),
    [
        ({"a": [1, 0, 1]}, {}, "two cues or more"),
        ({"a": [1, 0, 1], "b": [2, 3, 2]}, {}, "never a label of the outcome"),
        ({"a": [1, 0, 1], "b": [1, 1, 0]}, {"by": [1, 2, 1]}, "by= cannot be used with cues="),
        ({"a": [1, 0, 1], "b": [1, 1, 0]}, {"weights": [1.5, 2, 1]}, "leave out by=, cluster= and weights="),
    ],
)
def test_what_cues_cannot_be_is_refused(data, more, says):
    with pytest.raises(InputError, match=says):
        informed.compare([1, 0, 0], data, cues=True, **more)


def test_the_command_says_what_python_says(tmp_path, capsys):
    outcome, first, second = (np.where(each, "flu", "none").tolist() for each in drawn())
    path = tmp_path / "cues.csv"
    path.write_text("y,a,b\n" + "\n".join(map(",".join, zip(outcome, first, second, strict=True))) + "\n")
    with pytest.raises(SystemExit) as done:
        main(["compare", str(path), "--actual=y", "--predicted=a", "--predicted=b", "--cues", "--format=json"])
    assert not done.value.code
    assert capsys.readouterr().out.strip() == informed.compare(outcome, {"a": first, "b": second}, cues=True).to_json()
