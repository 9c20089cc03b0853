"""The cases have the figures that were published, and keep to a page."""

import re
from pathlib import Path

import pytest

import informed

ROOT = Path(__file__).parents[2]
CASES = ROOT / "docs" / "cases"
FILES = ROOT / "examples" / "cases"
INDEX = (CASES / "index.md").read_text()
COUNTED = {"weights": "people", "weight_kind": "frequency", "by": "group"}


def rates(counts, group, positive, digits):
    """Sensitivity, specificity and predictive values in percent."""
    table = counts[counts.groups.index((group,))].table
    first = counts.labels.index(positive)
    hits, missed = table[first, first], table[first, 1 - first]
    false, left = table[1 - first, first], table[1 - first, 1 - first]
    shares = (hits / (hits + missed), left / (left + false), hits / (hits + false), left / (left + missed))
    return [round(100 * share, digits) for share in shares]


def test_the_antigen_test_has_the_published_rates():
    """Pray et al. 2021, abstract."""
    counts = informed.count(FILES / "antigen.csv", actual="pcr", predicted="antigen", **COUNTED)
    assert rates(counts, "symptoms", "infected", 1) == [80.0, 98.9, 94.1, 95.9]
    assert rates(counts, "none", "infected", 1) == [41.2, 98.4, 33.3, 98.8]
    assert counts.table.sum((-1, -2)).tolist() == [871, 227]


def test_the_risk_score_has_the_published_rates():
    """Larson et al. 2016: false positive and false negative rates 44.85 and 27.99, 23.45 and 47.72."""
    counts = informed.count(FILES / "compas.csv", actual="rearrested", predicted="score", **COUNTED)
    assert rates(counts, "black", "yes", 2)[:2] == [72.01, 55.15]
    assert rates(counts, "white", "yes", 2)[:2] == [52.28, 76.55]


def test_the_neurologists_have_the_published_kappas():
    """Landis & Koch 1977."""
    counts = informed.count(FILES / "neurologists.csv", actual="new_orleans", predicted="winnipeg", by="patients")
    found = {
        group[0]: round(informed.measures.kappa(counts[place]).item(), 3) for place, group in enumerate(counts.groups)
    }
    assert found == {"Winnipeg": 0.208, "New Orleans": 0.297}


def test_the_sepsis_model_has_the_published_rates():
    """Wong et al. 2021, abstract: sensitivity 33 %, specificity 83 %, predictive values 12 % and 95 %."""
    table = re.search(r'"(\d+) (\d+); (\d+) (\d+)" --rows actual', (CASES / "sepsis.md").read_text())
    hits, missed, false, left = map(int, table.groups())
    assert (hits + missed, missed, hits + false, hits + missed + false + left) == (2552, 1709, 6971, 38455)
    shares = (hits / (hits + missed), left / (left + false), hits / (hits + false), left / (left + missed))
    assert [round(100 * share) for share in shares] == [33, 83, 12, 95]


def test_there_are_ten_cases_of_every_kind():
    assert len(re.findall(r"\]\(\w+\.md\)", INDEX)) == 10 == len(list(CASES.iterdir())) - 1
    assert INDEX.count("| reverses |") >= 3
    assert INDEX.count("| holds |") >= 2


@pytest.mark.parametrize("path", sorted(CASES.iterdir()), ids=lambda path: path.stem)
def test_a_case_fits_a_page_and_says_where_it_is_from(path):
    text = path.read_text()
    assert len(text.splitlines()) <= 60
    said = ("**Published.**", "**What is true.**", "](../pictures/")
    assert path.stem == "index" or all(each in text for each in said)
