"""Stakes in proportion to belief grow by the mutual information (Kelly 1956)."""

import numpy as np
import pytest
from hypothesis import given
from numpy.testing import assert_allclose

from informed import Counts, bookmaker
from informed.core import measures as m
from informed.core.table import predictions
from strategies import tables


@given(tables(classes=(2, 5), batch=((),), most=10**5))
def test_wealth_grows_by_the_mutual_information_and_perfect_play_by_the_entropy(table):
    slip = bookmaker(table).kelly
    assert slip.growth.value == pytest.approx(m.mutual_information(table), abs=1e-9)
    assert slip.perfect == pytest.approx(m.entropy_actual(table), abs=1e-9)
    assert slip.proficiency.value == pytest.approx(m.proficiency(table), abs=1e-9)
    shares = np.asarray(predictions(np.asarray(table)) / np.sum(table))
    assert shares @ slip.by_label == pytest.approx(slip.growth.value, abs=1e-9)


@given(tables(classes=(2, 4), batch=((),), most=30, dense=True))
def test_the_wealth_after_all_items_is_what_the_growth_says(table):
    """Bet by bet: the stake on the class that turns out, times what the class pays."""
    table, slip = np.asarray(table, float), bookmaker(table).kelly
    pays = table.sum() / table.sum(1)
    logs = [table[c, said] * np.log2(slip.stakes[said][c] * pays[c]) for c, said in np.ndindex(table.shape)]
    assert sum(logs) == pytest.approx(table.sum() * slip.growth.value, abs=1e-6)
    made = [sum(stakes) for stakes, bets in zip(slip.stakes, table.sum(0), strict=True) if bets]
    assert_allclose(made, 1)


def test_no_other_stakes_grow_faster():
    """On the items themselves, stakes in proportion to the shares are the best there are."""
    table = np.array([[30, 5, 2], [8, 25, 9], [4, 6, 11]], float)
    slip, pays, rng = bookmaker(table).kelly, table.sum() / table.sum(1), np.random.default_rng(3)
    for stakes in rng.dirichlet(np.ones(3), (500, 3)):
        assert (table * np.log2(stakes.T * pays[:, None])).sum() / table.sum() <= slip.growth.value


def test_a_binary_symmetric_channel():
    """Cover & Thomas, chapter 6: one race in two, a tip wrong one time in ten: 1 - H(0.1) = 0.5310 bits."""
    slip = bookmaker(Counts([[450, 50], [50, 450]])).kelly
    assert slip.growth.value == pytest.approx(0.5310, abs=5e-5)
    assert slip.stakes == ((0.9, 0.1), (0.1, 0.9))
    assert slip.growth.low < slip.growth.value < slip.growth.high


def test_an_item_left_alone_leaves_the_wealth_as_it_is():
    """Half of the items doubled the wealth, the others were not bet on: half a bit per item."""
    counts = Counts([[25, 0], [0, 25]], labels=["a", "b"], abstained=[25, 25])
    assert bookmaker(counts).kelly.growth.value == pytest.approx(0.5)


def test_both_slips_are_in_one_picture_and_in_the_text():
    book = bookmaker(Counts([[450, 50], [50, 450]], labels=["yes", "no"]))
    rows = book.chart("slips").rows
    found = {row["measure"]: row["value"] for row in rows if row["row"] == "all"}
    assert list(found.values()) == pytest.approx([0.8, 0.531], abs=5e-5)
    assert "wealth grows by 0.531 bits per item" in " ".join(book.verdict)
    assert "Kelly's stakes" in book.report(every=True)
    assert book.to_dict()["kelly"]["factor"] == pytest.approx(2**0.531, abs=1e-4)
