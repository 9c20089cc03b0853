"""Costs and values of the slides of Steingold & Laclavik."""

import pytest
from published import paper

from informed import Counts, price
from informed.core import measures as m


@pytest.fixture(scope="module")
def slides():
    return {case["name"]: case for case in paper("steingold_binary")["other"]}


def test_total_cost_is_50_not_45(slides):
    case = slides["cost_matrix"]
    found = price(Counts(case["confusion"]), cost=case["costs"])
    assert -found.total == case["correct"] != case["printed"]


def test_profitable_but_worthless(slides):
    case = slides["expected_value"]
    shares = Counts(case["joint"], labels=["bought", "did not buy"])
    found = price(shares, value=case["value"])
    assert found.value.value == pytest.approx(case["expected"], abs=case["tolerance"])
    assert m.proficiency(shares.table) == pytest.approx(case["proficiency"], abs=1e-12)
    assert found.profitable
    assert found.worthless
    assert any(each.startswith("Profitable but worthless") for each in found.findings)
    counted = price(Counts(case["joint"], labels=["bought", "did not buy"], n=10000), value=case["value"])
    assert counted.worthless
    assert counted.gain.low < 0 < counted.gain.high
