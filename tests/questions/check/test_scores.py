"""Requirements of scores: what the interval shows, refutes or leaves open, and what is refused."""

import numpy as np
import pytest

import informed
from informed import InputError
from informed.cli import main

RNG = np.random.default_rng(2)
ILL = RNG.random(500) < 0.3
LOGIT = RNG.standard_normal(500) + 1.6 * ILL - 1.2
SCORE = 1 / (1 + np.exp(-LOGIT))
WORSE = 1 / (1 + np.exp(-(LOGIT + 2 * RNG.standard_normal(500))))
ACTUAL = ILL.astype(int)


def swept(**how):
    return informed.sweep(ACTUAL, SCORE, draws=2, **how)


@pytest.mark.parametrize("name", ["auc", "gini", "average_precision", "brier", "log_loss", "slope"])
def test_a_claim_is_shown_refuted_or_undecided_by_the_interval(name):
    sweep = swept()
    found = getattr(sweep.calibration() if name in ("brier", "log_loss", "slope") else sweep, name)
    for bound, outcome in ((found.low, "met"), (found.value, "undecided"), (found.high * 1.001, "not met")):
        assert informed.check(sweep, require=f"{name} at least {bound!r}")[0].outcome == outcome


def test_the_part_of_a_curve_and_net_benefit_are_those_that_were_asked_for():
    sweep = swept(fallout=(0, 0.2), benefit=(0.1, 0.4))
    part, benefit, gain = informed.check(
        sweep, require=["partial_auc > 0", "net_benefit > 0", "net_benefit_gain at least 0"]
    )
    assert part.reached == sweep.partial_auc.value
    assert benefit.reached == min(each.value for each in sweep.net_benefit.values)
    assert gain.estimate.low == min(each.low for each in sweep.net_benefit.gains)


def test_each_group_must_meet_what_is_required_in_every_group():
    site = np.where(np.arange(500) % 2, "a", "b")
    found = informed.check(swept(by={"site": site}), require="auc at least 0.6 in every site")
    assert [each.group for each in found] == ["a", "b"]
    assert found.met


def test_of_several_scores_a_later_one_must_be_better_than_the_first():
    ahead = informed.sweep(ACTUAL, {"worse": WORSE, "score": SCORE}, draws=0)
    assert informed.check(ahead, require="better").met
    behind = informed.sweep(ACTUAL, {"score": SCORE, "worse": WORSE}, draws=0)
    assert not informed.check(behind, require="better").met


REFUSED = {
    "partial_auc at least 0.6": "needs fallout= or recall=",
    "net_benefit at least 0": "needs benefit=",
    "recall at least 0.5": "of scores there are auc",
    "auc[ill] > 0.5": "scores have no labels",
    "auc > 0.5 in every town": "the groups are by nothing",
}


@pytest.mark.parametrize("require", REFUSED)
def test_what_a_sweep_does_not_have_is_refused_by_name(require):
    with pytest.raises(InputError, match=REFUSED[require]):
        informed.check(swept(), require=require)


def test_a_table_has_no_area():
    with pytest.raises(InputError, match=r"is of scores, and informed.sweep\(...\) takes it"):
        informed.check(ACTUAL, ACTUAL, require="auc at least 0.7")


@pytest.mark.parametrize(
    ("require", "code"), [("auc at least 0.6", 0), ("auc at least 0.99", 1), ("auc at least 0.85", 4)]
)
def test_the_exit_code_of_the_shell_is_the_outcome(tmp_path, capsys, require, code):
    path = tmp_path / "scores.csv"
    path.write_text("y,p\n" + "".join(f"{y},{p}\n" for y, p in zip(ACTUAL, SCORE, strict=True)))
    with pytest.raises(SystemExit) as done:
        main(["sweep", str(path), "--actual=y", "--scores=p", "--draws=0", "--require", require])
    assert (done.value.code or 0) == code
    assert require in capsys.readouterr().out
