import json
import re

import numpy as np
import pytest
from hypothesis import given, settings
from numpy.testing import assert_allclose

from informed import Counts, InputError, bookmaker, deploy, evaluate, price
from informed.core import measures as m
from informed.core.measures.informedness import gains
from informed.core.table import actuals, as_table, biases
from informed.lab import mixture
from strategies import tables

WEATHER = Counts([[30, 30, 5], [20, 15, 5], [12, 30, 2]], labels=["sun", "rain", "snow"])


@given(tables(classes=(2, 6), batch=((),), most=10**6))
def test_the_book_adds_up(table):
    book = bookmaker(table, pool=7)
    assert book.total == pytest.approx(7 * m.edge(table), abs=1e-6)
    assert book.edge.value == pytest.approx(m.edge(table), abs=1e-9)
    assert book.informedness.value == pytest.approx(m.informedness(table), abs=1e-9)
    assert sum(book.by_class) == pytest.approx(sum(bet.won for bet in book.bets), abs=1e-6)
    assert_allclose([bet.bias for bet in book.bets], biases(as_table(table)), rtol=1e-12)
    assert book.fairness.fair


def test_the_edge_is_the_informedness_of_the_label_bet_on_averaged_over_the_bets():
    """It is not what a unit staked at fair odds wins on average, nor that over what perfect play wins."""
    table = np.array([[50, 3, 2], [4, 60, 6], [1, 2, 70]])
    actual, bets = (np.repeat(each.ravel(), table.ravel()) for each in np.indices((3, 3)))
    informedness = [np.mean(bets[actual == each] == each) - np.mean(bets[actual != each] == each) for each in range(3)]
    book = bookmaker(Counts(table, ["a", "b", "c"]))
    assert book.edge.value == pytest.approx(np.mean(np.array(informedness)[bets]))
    assert abs(book.edge.value - book.unit_stakes / book.unit_stakes_perfect) > 0.001
    share = (3 * np.mean(np.diag(table) / table.sum(-1)) - 1) / 2
    assert any(f"all classes alike, it wins {book.unit_stakes:.3f} of 2 ({share:.3f})" in each for each in book.verdict)


@given(tables(classes=(2, 6), batch=((),), most=10**6))
def test_unit_stakes_win_what_balanced_accuracy_says(table):
    book = bookmaker(table)
    classes = int((actuals(table) > 0).sum())
    assert book.unit_stakes == pytest.approx(classes * m.balanced_accuracy(table) - 1, abs=1e-9)
    assert book.unit_stakes_perfect == pytest.approx(classes - 1, abs=1e-9)
    made = [bet for bet in book.bets if bet.bets and bet.prevalence]
    lost = sum(bet.bias for bet in book.bets if not bet.prevalence)  # a bet on a class that never occurs is lost
    assert sum(bet.bias * bet.returned for bet in made) - lost == pytest.approx(book.unit_stakes, abs=1e-9)


@given(tables(classes=(2, 6), batch=((),), most=1000, dense=True))
def test_every_edge_has_an_interval_that_holds_it(table):
    book = bookmaker(table)
    for edge in (book.edge, book.informedness, *(bet.edge for bet in book.bets)):
        assert -1 <= edge.low <= edge.value <= edge.high <= 1
        assert edge.level == 0.95
    assert_allclose([bet.guesswork for bet in book.bets], 1 - abs(gains(as_table(table))), atol=1e-12)


def test_two_classes_keep_the_interval_made_for_two():
    book = bookmaker(Counts.binary(tp=30, fp=12, fn=30, tn=28))  # inference notes: .20 [.0037, .3756] by MOVER-Jeffreys
    for edge in (book.informedness, book.bets[0].edge):
        assert (edge.low, edge.high) == pytest.approx((0.0037, 0.3756), abs=5e-5)


@settings(max_examples=30)
@given(tables(classes=(3, 6), batch=((),), most=1000))
def test_remedies_give_what_they_promise(table):
    counts = Counts(table)
    book = bookmaker(counts)
    for remedy in book.remedies:
        if remedy.action == "swap":
            one, two = remedy.labels
            changed = bookmaker(counts.relabel({one: two, two: one}, axis="predicted").aligned(counts.labels))
            assert remedy.edge > book.edge.value
        elif remedy.coverage:
            changed = bookmaker(counts.discard(remedy.labels))
            assert not changed.remedies
        else:
            continue
        assert changed.edge.value == pytest.approx(remedy.edge, abs=1e-9)
        assert changed.coverage == pytest.approx(remedy.coverage)


def test_labels_that_lose_are_flagged_and_only_they():
    book = bookmaker(WEATHER)
    assert [bool(bet.advice) for bet in book.bets] == [gain < 0 for gain in gains(as_table(WEATHER.table))]
    assert "exchange it with snow" in book.bets[1].advice
    assert {remedy.action for remedy in book.remedies} == {"discard", "swap"}
    assert bookmaker(Counts(np.diag([3, 4, 5]))).remedies == ()


def test_a_perverse_predictor_of_two_classes_should_say_the_opposite():
    book = bookmaker(mixture(0.7, 0.8, perverse=0.4))
    discard, swap = book.remedies
    assert (discard.edge, discard.coverage) == (0, 0)
    assert swap.edge == pytest.approx(0.4)


def test_abstentions_are_bets_not_placed():
    half = Counts([[25, 0], [0, 25]], abstained=[25, 25])
    book = bookmaker(half)
    assert book.coverage == 0.5
    assert book.edge.value == pytest.approx(0.5)  # not 0.25: bias over all items would discount twice
    assert book.unit_stakes == pytest.approx(1)  # every unit staked doubles
    assert book.n == 100


def test_a_price_list_of_ones_own():
    book = bookmaker(WEATHER, payoffs=np.ones((3, 3)))
    assert not book.fairness.fair
    assert book.per_bet == pytest.approx(1)
    assert book.edge.value == pytest.approx(m.edge(WEATHER.table))
    assert "not the fair ones" in str(book)


def test_shares_have_no_interval_and_say_so():
    book = bookmaker(mixture(0.7, 0.8, informed=0.15))
    assert book.edge.low is None
    assert "give n=" in book.edge.note
    assert book.edge.value == pytest.approx(0.15)


def test_weights_are_used():
    table = np.array([[3.5, 1.0], [0.5, 4.0]])
    counts = Counts(table, items=[[4, 1], [1, 4]], squares=[[4.0, 1.0], [0.25, 4.5]])
    book = bookmaker(counts)
    assert book.edge.value == pytest.approx(m.edge(table))
    assert book.edge.method == "sandwich"
    assert all(bet.edge.low is not None for bet in book.bets)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"data": Counts([[1, 2], [3, 4]], labels_predicted=["x", "y"])}, "same labels"),
        ({"data": WEATHER, "pool": 0}, "pool=0"),
        ({"data": WEATHER, "payoffs": [[1, 2], [3, 4]]}, "3 x 3"),
        ({"data": WEATHER, "level": 95}, "0.95"),
    ],
)
def test_books_that_cannot_be_made(arguments, message):
    with pytest.raises(InputError, match=message):
        bookmaker(arguments.pop("data"), **arguments)


def test_the_book_is_plain_data():
    book = bookmaker(WEATHER)
    data = json.loads(book.to_json())
    assert data == json.loads(json.dumps(book.to_dict()))
    assert data["kind"] == "book"
    assert data["bets"][1]["label"] == "rain"
    assert data["bets"][1]["odds"]["pays_with_stake"] == pytest.approx(149 / 40)
    assert bookmaker(np.diag([3, 0])).to_json()  # a class that never occurs: no infinity in JSON


def test_the_slip_reads_verdict_first():
    lines = str(bookmaker(WEATHER)).splitlines()
    assert lines[0].startswith("Betting slip   149 bets, 3 labels")
    assert "At fair odds it loses" in lines[2]
    assert max(map(len, lines)) <= 80
    text = bookmaker(WEATHER).report(every=True)
    for part in ("bet on", "guesswork", "95% CI", "rain !", "Notes", "Without bets on rain and snow"):
        assert part in text
    assert max(map(len, text.splitlines())) <= 100


def test_a_slip_of_many_labels_leaves_the_cells_out():
    text = str(bookmaker(np.eye(40, dtype=int) * 5 + 1))
    assert "What each cell won" not in text
    assert "... and 28 more labels: .report(every=True)" in text
    assert [line.split()[0] for line in text.splitlines() if "1800" in line.replace(",", "")][-1] == "all"  # 40 x 45
    assert text.count("\n") < 60


@pytest.mark.parametrize(
    ("counts", "said"),
    [
        (Counts(np.zeros((2, 2), int), abstained=[20, 5]), "No bet was placed"),
        (Counts([[5, 5], [0, 0]]), "Only one class occurs"),
        (Counts([[50, 10], [8, 132]], abstained=[20, 5]), "of all items and guessing or no bet on the rest"),
        (
            Counts(mixture(0.7, 0.8, perverse=0.4), n=200),
            "worse than guessing; do not bet on it, or exchange it with 1",
        ),
        (
            Counts(mixture(0.7, 0.8, perverse=0.4)),
            "below guessing, though perhaps by chance; consider not to bet on it",
        ),
        (Counts([[42, 28], [18, 12]]), "not shown to beat guessing"),
    ],
)
def test_what_the_slip_says(counts, said):
    assert said in " ".join(bookmaker(counts).report(every=True).split())


SAYS = re.compile("guessing|Cannot|Turned round")


def _claim(sentences):
    told = " ".join(sentences).lower().replace("not shown to beat", "no evidence").replace("turned round", "worse than")
    return next((side for side in ("no evidence", "cannot tell", "better than", "worse than") if side in told), None)


def test_two_labels_have_one_verdict():
    """Of two labels the edge is informedness: what `evaluate` says of it is what the slip says, shares or counts."""
    rng, seen = np.random.default_rng(2718), set()
    for table in rng.integers(0, 14, size=(150, 2, 2)):
        if table.sum(0).all() and table.sum(1).all():
            for counts in (Counts(table), Counts(table / table.sum())):
                said = _claim([each for each in evaluate(counts).verdict if SAYS.search(each)])
                assert _claim(each for each in bookmaker(counts).findings if each.code == "beats") == said, table
                seen.add(said)
    assert seen == {"no evidence", "cannot tell", "better than", "worse than"}


@pytest.mark.parametrize(
    "ask",
    [
        evaluate,
        bookmaker,
        lambda counts: deploy(counts, prevalence=0.3),
        lambda counts: price(counts, cost=[[0, 1], [1, 0]]),
    ],
    ids=["evaluate", "bookmaker", "deploy", "price"],
)
def test_nothing_is_claimed_of_shares_without_n(ask):
    told = " ".join(ask(Counts([[0.4, 0.1], [0.1, 0.4]], labels=["a", "b"])).verdict).lower()
    assert "better than guessing" not in told
    assert "worse than guessing" not in told
