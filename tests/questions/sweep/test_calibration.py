"""Whether probabilities mean what they say: statsmodels' line, laws of the test, bands, groups, two scores."""

import numpy as np
import pytest
from scipy.special import expit, logit
from scipy.stats import binomtest, chi2
from statsmodels.api import GLM, add_constant, families

import informed
from informed import InputError
from informed.cli import main

RNG = np.random.default_rng(11)
LOGITS = RNG.normal(-0.5, 1.3, 300)
SAID = expit(LOGITS)
TRUE = (RNG.random(300) < SAID).astype(int)
BENT = expit(2 * LOGITS + 0.7)


def asked(actual, scores, **more):
    return informed.sweep(actual, scores, positive=1, **more)


@pytest.mark.parametrize("scores", [SAID, BENT])
def test_slope_and_intercept_are_those_of_statsmodels(scores):
    found = asked(TRUE, scores).calibration()
    x = logit(scores)
    free = GLM(TRUE, add_constant(x), family=families.Binomial()).fit()
    held = GLM(TRUE, np.ones(len(x)), family=families.Binomial(), offset=x).fit()
    assert found.slope.value == pytest.approx(free.params[1])
    assert found.intercept.value == pytest.approx(held.params[0])
    assert (found.slope.low, found.slope.high) == pytest.approx(tuple(free.conf_int()[1]), rel=0.02)
    assert (found.intercept.low, found.intercept.high) == pytest.approx(tuple(held.conf_int()[0]), rel=0.02)


def test_the_drawn_p_is_that_of_chi_squared_where_there_are_many_items():
    off = np.stack([np.ones_like(SAID), LOGITS]) @ (TRUE - SAID)
    known = np.stack([np.ones_like(SAID), LOGITS]) * (SAID * (1 - SAID)) @ np.column_stack([np.ones_like(SAID), LOGITS])
    expected = chi2.sf(off @ np.linalg.solve(known, off), 2)
    assert asked(TRUE, SAID).calibration().p == pytest.approx(expected, abs=0.03)


def test_scores_that_are_bent_are_found_out_and_which_way():
    found = asked(TRUE, BENT).calibration()
    assert found.p < 0.01
    assert found.slope.high < 1
    assert found.intercept.high < 0
    assert "The scores do not mean what they say" in found.verdict[0]
    assert "too extreme" in found.verdict[0]
    assert "rarer than they say" in found.verdict[0]
    assert [each.code for each in found.steps()] == ["recalibrate"]


def test_the_band_is_exact_for_all_bins_together():
    found = asked(TRUE, SAID).calibration()
    for each in found.bins:
        sure = binomtest(round(each.share.value * each.n), int(each.n)).proportion_ci(1 - 0.05 / len(found.bins))
        assert each.band == pytest.approx((sure.low, sure.high))


def test_what_cannot_be_and_was_has_no_chance():
    found = asked([1, 0, 1, 0], [0.0, 0.3, 0.8, 0.4]).calibration()
    assert found.p == 0
    assert "1 items have a score of 0 or 1" in found.note


def test_groups_are_tested_together_and_each_is_as_alone():
    site = np.repeat(["n", "s"], 150)
    mixed = np.where(site == "s", BENT, SAID)
    found = asked(TRUE, mixed, by=site).calibrations
    alone = asked(TRUE[150:], BENT[150:]).calibration()
    assert found.parts["s"].slope == alone.slope
    assert found.p["s"] == pytest.approx(2 * alone.p)
    assert found.p["s"] < 0.05 < found.p["n"]
    assert found.verdict[0] == "In 's' the scores do not mean what they say (2 groups tested together)."


def test_two_scores_are_compared_item_by_item():
    found = asked(TRUE, {"said": SAID, "bent": BENT}).calibrations
    brier, slope, intercept = found.differences
    gaps = (BENT - TRUE) ** 2 - (SAID - TRUE) ** 2
    assert brier.estimate.value == pytest.approx(gaps.mean())
    error = gaps.std(ddof=1) / len(gaps) ** 0.5
    assert brier.estimate.high - brier.estimate.low == pytest.approx(2 * 1.968 * error, rel=0.01)
    assert slope.estimate.value == pytest.approx(found.parts["bent"].slope.value - found.parts["said"].slope.value)
    assert slope.estimate.high < 0
    assert "'said' is nearer to what came true than 'bent'" in " ".join(found.verdict)
    assert intercept.measure == "intercept"


def test_a_score_and_its_copy_differ_by_nothing():
    found = asked(TRUE, {"one": SAID, "two": SAID}).calibrations
    assert [each.estimate.value for each in found.differences] == [0, 0, 0]


@pytest.mark.parametrize(
    ("scores", "more", "says"),
    [
        (TRUE, {}, "a label and no probability"),
        (LOGITS, {}, "is not a probability"),
        (SAID, {"cluster": np.arange(300) // 2}, "drawn one by one"),
    ],
)
def test_what_is_no_probability_is_refused(scores, more, says):
    with pytest.raises(InputError, match=says):
        asked(TRUE, scores, **more).calibration()


def test_with_weights_there_are_losses_and_no_test():
    found = asked(TRUE, SAID, weights=np.linspace(0.5, 2, 300)).calibration()
    assert (found.slope, found.intercept, found.p) == (None, None, None)
    assert "weights" in found.note


def test_the_command_says_what_python_says(tmp_path, capsys):
    path = tmp_path / "risks.csv"
    rows = zip(TRUE.tolist(), SAID.tolist(), BENT.tolist(), strict=True)
    path.write_text("ill,said,bent\n" + "".join(f"{y},{p!r},{q!r}\n" for y, p, q in rows))
    for scores, found in (
        (("said",), asked(TRUE, SAID).calibration()),
        (
            ("said", "bent"),
            asked(TRUE, {"said": SAID, "bent": BENT}).calibrations,
        ),
    ):
        named = [f"--scores={name}" for name in scores]
        with pytest.raises(SystemExit) as done:
            main(["sweep", str(path), "--actual=ill", *named, "--positive=1", "--show=calibration", "--format=json"])
        assert not done.value.code
        assert capsys.readouterr().out.strip() == found.to_json()


@pytest.mark.parametrize("option", ["--cost-fn=5", "--prevalence=0.1", "--benefit=0.1,0.5", "--threshold=0.5"])
def test_what_is_of_thresholds_is_refused_by_name(tmp_path, capsys, option):
    path = tmp_path / "risks.csv"
    path.write_text("ill,said\n" + "".join(f"{y},{p!r}\n" for y, p in zip(TRUE.tolist(), SAID.tolist(), strict=True)))
    with pytest.raises(SystemExit) as done:
        main(["sweep", str(path), "--actual=ill", "--scores=said", "--positive=1", "--show=calibration", option])
    assert done.value.code == 2
    name = option.partition("=")[0]
    assert f"{name} cannot be used with --show calibration" in capsys.readouterr().err
