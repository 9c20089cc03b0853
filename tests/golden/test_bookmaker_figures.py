"""Figure 1 and the examples of Powers 2003, cell by cell."""

import numpy as np
import pytest
from numpy.testing import assert_allclose
from published import paper

from informed import Counts, bookmaker
from informed.core import measures as m
from informed.lab import mixture
from informed.questions.bookmaker.odds import Odds, payoffs
from informed.questions.evaluate.abstention import abstaining

MODELS = ("model1_guess", "model2_perfect", "model3_plus15", "model4_minus15")


@pytest.fixture(scope="module")
def figure():
    return paper("powers2003_fig1")


@pytest.fixture(scope="module")
def examples():
    return {case["name"]: case for case in paper("powers2003_examples")["cases"]}


@pytest.fixture(params=MODELS)
def model(request, figure):
    return next(each for each in figure["models"] if each["name"] == request.param)


def test_the_model_is_the_mixture_it_is_said_to_be(model):
    tp, fp, fn, tn = model["guess_table"]
    bias = (tp + fp) / (tp + fp + fn + tn)
    table = 100 * mixture(model["prevalence"], bias, **model["mixture"])
    cells = model["input"]
    assert_allclose(table, [[cells["tp"], cells["fn"]], [cells["fp"], cells["tn"]]], atol=1e-9)


def test_the_book_is_the_spreadsheet(model):
    cells, sheet = model["input"], model["payoff_odds_sum10"]
    counts = Counts.binary(**{name: cells[name] for name in ("tp", "fp", "fn", "tn")}, n=100)
    book = bookmaker(counts, pool=10)
    room = sheet["tolerance"]
    assert_allclose(np.transpose(book.cells), sheet["cells"], atol=room)  # the sheet has bets in rows
    assert_allclose([bet.won for bet in book.bets], sheet["won_per_label"], atol=room)
    assert_allclose([bet.weighted for bet in book.bets], sheet["weighted_by_bias"], atol=room)
    assert_allclose(book.by_class, sheet["column_totals"], atol=room)
    assert book.total == pytest.approx(sheet["total"], abs=room)
    assert book.edge.value == pytest.approx(model["expected"]["informedness"], abs=5e-4)
    assert [bet.odds.reduced[1] for bet in book.bets] == sheet["odds"]
    assert sum(book.bets[0].odds.reduced) == 10


def test_perfect_play_wins_a_pool_on_each_label_not_one_in_all(figure):
    # Erratum E42: printed "we win $1 for every single bet"; at the printed weights it is $1 a horse, $2 a bet.
    cells = figure["models"][1]["input"]
    book = bookmaker(Counts.binary(**{name: cells[name] for name in ("tp", "fp", "fn", "tn")}))
    assert book.per_bet == pytest.approx(2)
    assert [bet.won for bet in book.bets] == pytest.approx([1, 1])
    assert book.edge.value == 1


def test_fair_odds(examples):
    case = examples["fair_odds"]
    odds = Odds(case["input"]["X"], case["input"]["Y"])
    assert odds.probability == pytest.approx(case["expected"]["p_win"])
    assert 1 - odds.probability == pytest.approx(case["expected"]["p_lose"])
    gain = odds.probability * odds.win - (1 - odds.probability) * odds.lose
    assert gain == pytest.approx(case["expected"]["expected_gain"], abs=1e-12)


def test_binary_weights(examples):
    case = examples["binary_weights"]
    assert_allclose(payoffs(np.array(case["input"]["p_R"])).T, case["expected"]["w"], rtol=1e-12)


def test_weights_of_three_classes(examples):
    case = examples["weights_K3"]
    prevalence, bias = (np.array(case["input"][name]) for name in ("p_R", "p_P"))
    guess = np.outer(prevalence, bias)
    book = bookmaker(Counts(guess, n=1000))
    assert book.total == pytest.approx(case["expected"]["guess_B_general_weight"], abs=case["tolerance"])
    printed = np.where(np.eye(3, dtype=bool), 1.0, -1.0) / prevalence[:, None]
    book = bookmaker(Counts(guess, n=1000), payoffs=printed)
    assert book.total == pytest.approx(case["expected"]["guess_B_binary_weight_extended"], abs=case["tolerance"])
    assert not book.fairness.fair


@pytest.mark.parametrize("name", ["chance_table", "always_noun_degenerate"])
def test_guessing_and_always_the_same_win_nothing(examples, name):
    book = bookmaker(Counts.binary(**examples[name]["input"]))
    assert book.edge.value == pytest.approx(0, abs=1e-12)
    assert book.unit_stakes == pytest.approx(0, abs=1e-12)


def test_abstention_discount(examples):
    case = examples["abstention_discount"]
    given, expected = case["input"], case["expected"]
    answered = given["n"] * mixture([0.4, 0.35, 0.25], informed=given["B"])
    found = abstaining(Counts(answered, n=given["n"], abstained=[200, 100, 30]))
    assert found.coverage.value == pytest.approx(expected["n_over_N"])
    assert found.answers["edge"].value == pytest.approx(given["B"])
    assert found.discounted["edge"].value == pytest.approx(expected["discounted_B"], abs=case["tolerance"])
    assert found.n == given["N"]


def test_figures_of_the_brown_table_that_can_be_checked(examples):
    # The 12 x 12 matrix is not published; F and G of each class follow from the printed rows within their rounding.
    case = examples["brown_12_class"]
    rows = [np.array(case[f"printed_row{row}"]) / 100 for row in (1, 2)]
    for means, printed in ((lambda p, r: 2 * p * r / (p + r), "F"), (lambda p, r: np.sqrt(p * r), "G")):
        ends = [means(*(np.clip(row + sign * 0.005, 0, 1) for row in rows)) for sign in (-1, 1)]
        values = np.array(case[f"printed_{printed}"]) / 100
        assert (ends[0] - 0.005 <= values).all()
        assert (values <= ends[1] + 0.005).all()
    assert sum(examples["brown_table1_counts"]["input"]["tf"].values()) == 500


def test_informedness_is_the_bookmakers(figure):
    for model in figure["models"]:
        cells = model["input"]
        table = [[cells["tp"], cells["fn"]], [cells["fp"], cells["tn"]]]
        assert m.informedness(table) == pytest.approx(model["expected"]["informedness"], abs=5e-4)
