"""Plans for other aims than informedness: what is promised is what fresh samples give."""

import inspect

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy.special import ndtri

import informed
from informed import Counts, InputError, plan
from informed.inference.proportions import tango
from informed.inference.trial import trial
from informed.questions.evaluate.grades import graded
from informed.questions.judge import rates
from informed.questions.plan import aims, solve
from informed.questions.plan.aims import allocated
from informed.readers.logs import Grades
from thorough import few

SEED = 2718
COUNTS = Counts([[40, 10], [5, 45]], labels=("pass", "fail"))
THREE = Counts([[20, 2, 1], [2, 5, 1], [1, 1, 60]], labels=("a", "b", "c"))

# The aim, the measure, and a truth with the value that is expected; what does not matter for it is even.
WIDTHS = {
    "recall": ({"value": 0.9, "prevalence": 0.1, "width": 0.12}, "recall", [[0.09, 0.01], [0.45, 0.45]]),
    "specificity": (
        {"value": 0.95, "prevalence": 0.3, "width": 0.06},
        "inverse_recall",
        [[0.15, 0.15], [0.035, 0.665]],
    ),
    "precision": ({"value": 0.8, "bias": 0.2, "width": 0.1}, "precision", [[0.16, 0.4], [0.04, 0.4]]),
    "kappa": ({"value": 0.6, "prevalence": 0.3, "width": 0.2}, "kappa", [[0.216, 0.084], [0.084, 0.616]]),
}


@pytest.mark.parametrize("aim", WIDTHS)
def test_a_promised_width_is_what_fresh_tables_give(aim):
    asked, measure, truth = WIDTHS[aim]
    found = plan(measure=aim, **asked)
    got = trial(measure, truth, n=found.n, tables=4000, seed=SEED)
    assert found.width <= asked["width"]
    assert got.width == pytest.approx(asked["width"], rel=0.02)


def test_a_promised_power_of_a_rate_is_what_fresh_tables_give():
    """Of so many items a fifth is positive, nine tenths of which are found; the interval has to lie above .8."""
    from informed.inference.interval import interval

    found = plan(measure="recall", value=0.9, against=0.8, prevalence=0.2, power=0.8)
    rng = np.random.default_rng(SEED)
    tables = rng.multinomial(found.n, [0.18, 0.02, 0.4, 0.4], size=6000).reshape(-1, 2, 2)
    assert (interval("recall", tables).low > 0.8).mean() == pytest.approx(found.power, abs=0.02)
    assert found.power >= 0.8


def test_a_promised_power_of_kappa_is_what_fresh_tables_give():
    found = plan(measure="kappa", value=0.3, classes=3, power=0.9)
    truth = 0.3 * np.eye(3) / 3 + 0.7 / 9
    got = trial("kappa", truth, n=found.n, tables=6000, seed=SEED)
    assert got.rejected == pytest.approx(found.power, abs=0.02)
    assert found.power >= 0.9


def test_a_promised_area_is_what_fresh_scores_give():
    """Normal scores whose means lie sqrt(2) z apart have an area of Phi(z)."""
    found = plan(measure="auc", value=0.7, prevalence=0.3, power=0.8)
    rng, apart = np.random.default_rng(SEED), np.sqrt(2) * ndtri(0.7)
    low = []
    for _ in range(1500):
        actual = rng.random(found.n) < 0.3
        low.append(informed.sweep(actual, rng.normal(actual * apart), positive=True, draws=0).auc.low)
    assert (np.array(low) > 0.5).mean() == pytest.approx(found.power, abs=0.035)
    assert found.power >= 0.8


@pytest.mark.parametrize(
    ("value", "difference", "prevalence", "correlation"),
    few([(0.61, 0.12, 0.363, 0.0), (0.94, 0.04, 0.3, 0.5), (0.75, 0.2, 0.2, -0.3)], 1),
)
def test_a_promised_difference_of_areas_is_what_fresh_scores_give(value, difference, prevalence, correlation):
    """Two normal scores that correlate within each class, judged by `compare_auc`."""
    found = plan(measure="auc", value=value, difference=difference, prevalence=prevalence, correlation=correlation)
    rng, apart = np.random.default_rng(SEED), np.sqrt(2) * ndtri([value, value + difference])
    within, shown, wide = [[1, correlation], [correlation, 1]], [], []
    for _ in range(600):
        actual = (rng.random(found.n) < prevalence).astype(int)
        scores = rng.multivariate_normal([0, 0], within, size=found.n) + np.outer(actual, apart)
        gap = informed.more.compare_auc(actual, scores[:, 1], scores[:, 0]).difference
        shown.append(gap.low > 0)
        wide.append(gap.high - gap.low)
    assert np.mean(shown) == pytest.approx(found.power, abs=0.055)  # three standard errors of both
    assert np.mean(wide) == pytest.approx(found.width, rel=0.03)
    assert found.power >= 0.8


def test_two_areas_take_about_as_many_items_as_pROC_says():
    """pROC's own test (test-power.roc.test.R, "kappa works with two ROC curves"), s100b and ndka of aSAH.

    213.12 cases and 374.26 controls for power .9, by DeLong's variances of the data: areas .7314 (95% CI .630 to .833)
    and .6120 (.501 to .723), z = 1.3908 of their difference, from which the areas correlate by -.25. Normal scores vary
    a little less than these.
    """
    se, gap = np.array([0.833 - 0.630, 0.723 - 0.501]) / 2 / 1.959964, 0.7314 - 0.6120
    together = ((se**2).sum() - (gap / 1.3908) ** 2) / (2 * se.prod())
    found = plan(measure="auc", value=0.6120, difference=gap, prevalence=41 / 113, correlation=together, power=0.9)
    assert found.n == pytest.approx(213.117677 + 374.255432, rel=0.1)


def test_a_promised_paired_difference_is_what_fresh_items_give():
    """Both differ on 15 % of the items: one alone is right on 10 %, the other alone on 5 %."""
    found = plan(measure="accuracy", difference=0.05, agreement=0.85)
    drawn = np.random.default_rng(SEED).multinomial(found.n, [0.1, 0.05, 0.85], size=6000).astype(float)
    low, high = tango(drawn[:, 0], drawn[:, 1], np.full(6000, float(found.n)), 0.025)
    assert (low > 0).mean() == pytest.approx(found.power, abs=0.02)
    assert (high - low).mean() == pytest.approx(found.width, rel=0.02)


def test_promised_items_and_repeats_are_what_fresh_runs_give():
    """Items whose chances follow a beta distribution: answers to one item correlate by 1 / (a + b + 1)."""
    found = plan(measure="accuracy", value=0.7, repeats=4, correlation=0.5, width=0.12)
    rng, wide = np.random.default_rng(SEED), []
    for _ in range(1000):
        right = rng.random((found.n, 4)) < rng.beta(0.7, 0.3, (found.n, 1))
        run = graded(Grades("match", tuple(map(tuple, right.astype(float))), "")).estimate
        wide.append(run.high - run.low)
    assert np.mean(wide) == pytest.approx(0.12, rel=0.02)
    assert found.n < plan(measure="accuracy", value=0.7, width=0.12).n  # repeats help, though by less than fourfold


def test_promised_human_labels_are_what_fresh_labels_give():
    """The judge's labels are right as often as the first few say, half a label of each kind added."""
    found = plan(judge=COUNTS, pool=20_000, width=0.06)
    looked, pool = np.array(list(found.allocation.values())), np.array([9000.0, 11000.0])
    right = np.array([40.5 / 46, 10.5 / 56])
    hits = np.random.default_rng(SEED).binomial(looked, right, size=(4000, 2)).astype(float)
    low, high = rates.post_stratified_limits(
        np.stack([hits, looked - hits], axis=1), np.broadcast_to(pool, (4000, 2)), 0.025
    )
    assert (high - low)[:, 0].mean() == pytest.approx(0.06, rel=0.02)
    assert found.n == looked.sum()


def test_labels_that_are_there_are_taken_off():
    """What is left to label is what the plan takes of each of the judge's labels less what there is, never below 0."""
    found = plan(judge=COUNTS, pool=20_000, width=0.06)
    there = dict(zip(COUNTS.labels, COUNTS.table.sum(0).tolist(), strict=True))
    left = {label: max(n - there[label], 0) for label, n in found.allocation.items()}
    assert found.more == left
    assert f"You have 100. If they are of this pool, label {sum(left.values()):,} more by hand" in found.verdict[-1]
    enough = plan(judge=Counts(50 * COUNTS.table, labels=COUNTS.labels), pool=20_000, width=0.06)
    assert set(enough.more.values()) == {0}
    assert "You have 5,000, which is enough" in enough.verdict[-1]


def test_labels_are_allocated_by_share_and_doubt():
    """Neyman 1934: in proportion to the size of a stratum times its standard deviation."""
    pool, true = np.array([8000.0, 2000.0]), np.array([[0.9, 0.5], [0.1, 0.5]])
    found = allocated(1000, pool, true, 0)
    assert found.sum() == pytest.approx(1000, abs=1)
    assert_allclose(found[0] / found[1], 8000 * 0.3 / (2000 * 0.5), rtol=0.01)
    assert allocated(1000, np.array([9000.0, 3.0]), true, 0)[1] == 3  # never more than there are
    assert allocated(100, np.array([9000.0, 90.0]), true, 0)[1] == 5  # always a few


def test_what_a_number_of_items_gives():
    found = plan(measure="recall", value=0.9, prevalence=0.5, n=200, against=0.8)
    assert (found.n, found.asked) == (200, "n")
    assert plan(measure="recall", value=0.9, prevalence=0.5, n=800, against=0.8).width < found.width


REFUSED = {
    "value= is missing": {"measure": "recall", "width": 0.1},
    "measure='recal' is not one of.*did you mean 'recall'": {"measure": "recal", "value": 0.5, "width": 0.1},
    "power= needs against=": {"measure": "recall", "value": 0.9, "power": 0.8},
    "nothing says how many items are enough": {"measure": "recall", "value": 0.9},
    "agreement= is missing": {"measure": "accuracy", "difference": 0.1},
    "differ on 0.1 of the items": {"measure": "accuracy", "difference": 0.2, "agreement": 0.9},
    "value= is the area of the weaker system": {"measure": "auc", "value": 0.9, "difference": 0.1},
    "value= is not used in a plan of informedness, only of: recall": {"value": 0.8, "informedness": 0.5, "width": 0.1},
    "give one of power= and n=": {"informedness": 0.5, "n": 100, "power": 0.9},
    "judge= needs width=": {"judge": COUNTS, "pool": 1000},
    "even with every item of the pool labelled it is .* ask for a wider interval": {
        "judge": COUNTS,
        "pool": 100,
        "width": 0.01,
    },
    "pool= is not used in a plan of recall, only of: a judge": {
        "measure": "recall",
        "value": 0.9,
        "pool": 5,
        "width": 0.1,
    },
}


@pytest.mark.parametrize("message", REFUSED)
def test_what_cannot_be_planned_is_refused(message):
    with pytest.raises(InputError, match=message):
        plan(**REFUSED[message])


# A plan of each kind; and two values of every argument that any plan takes, where both can be had.
PLANS = {
    "informedness": {"informedness": 0.5, "width": 0.4},
    "informedness of two systems": {"informedness": 0.3, "difference": 0.3, "width": 0.4},
    "recall": {"measure": "recall", "value": 0.7, "width": 0.3},
    "specificity": {"measure": "specificity", "value": 0.7, "width": 0.3},
    "precision": {"measure": "precision", "value": 0.7, "width": 0.3},
    "kappa": {"measure": "kappa", "value": 0.3, "width": 0.4},
    "auc": {"measure": "auc", "value": 0.7, "width": 0.3},
    "auc of two systems": {"measure": "auc", "value": 0.6, "difference": 0.2, "width": 0.4},
    "accuracy": {"measure": "accuracy", "value": 0.7, "width": 0.3},
    "accuracy over repeats": {"measure": "accuracy", "value": 0.7, "repeats": 3, "correlation": 0.5, "width": 0.3},
    "accuracy of two systems": {"measure": "accuracy", "difference": 0.2, "agreement": 0.7, "width": 0.3},
    "a judge": {"judge": THREE, "pool": 2000, "width": 0.2},
}
VALUES = {
    "prevalence": (0.3, 0.45),
    "bias": (0.3, 0.45),
    "classes": (2, 3),
    "informedness": (0.3, 0.6),
    "difference": (0.1, 0.25),
    "correlation": (0.1, 0.6),
    "width": (0.3, 0.35),
    "power": (0.7, 0.9),
    "n": (60, 90),
    "measure": ("recall", "kappa"),
    "value": (0.4, 0.65),
    "against": (0.2, 0.65),
    "agreement": (0.6, 0.7),
    "repeats": (2, 4),
    "judge": (COUNTS, Counts([[40, 30], [25, 45]], labels=("pass", "fail"))),
    "pool": (500, 900),
    "positive": ("a", "c"),
    "level": (0.9, 0.99),
    "simulate": (True, False),
}
TURNS = ("measure", "judge", "difference")
ENOUGH = ("width", "power", "n")  # one of which says how many items are enough


def test_every_argument_of_plan_has_two_values_here():
    piloted = {"pilot", "actual", "predicted"}  # see test_pilot.py
    assert {*VALUES, "seed", *piloted} == {*inspect.signature(plan).parameters}


@pytest.mark.parametrize("name", VALUES)
@pytest.mark.parametrize("kind", PLANS)
def test_an_argument_is_used_or_refused(kind, name, monkeypatch):
    """Another value of an argument gives another plan, unless the argument is refused by its name.

    What makes a plan one of another kind may leave another argument without use.
    """
    for module, size in ((aims, "TABLES"), (aims, "CURVES"), (solve, "TABLES")):
        monkeypatch.setattr(module, size, 60)
    given = {each: value for each, value in PLANS[kind].items() if not (name in ENOUGH and each in ENOUGH)}
    found = [_planned_or_refused({**given, name: value}) for value in VALUES[name]]
    refused = [each for each in found if isinstance(each, str)]
    assert all(f"{name}=" in each for each in refused) or name in TURNS
    assert found[0] != found[1] or len(refused) == 2


def _planned_or_refused(given):
    try:
        made = plan(**given)
    except InputError as refusal:
        return str(refusal)
    return made.aim, made.n, made.width, made.power, dict(made.allocation)
