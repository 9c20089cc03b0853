"""The tests of the 2007 report in every format, each explained."""

import csv
import io
import json

import numpy as np
import pytest

import informed
from informed import Counts, InputError, evaluate
from informed.cli import main
from informed.core.errors import choice
from informed.inference.significance.catalogue import BY_NAME, QUESTIONS, TESTS
from informed.questions.evaluate.question import SHOWN

CASE_1 = ["table", "30 12; 30 28", "--rows", "predicted", "--labels", "+,-", "--show", "significance"]
PRINTED = {"chi2_kb": 1.92, "chi2_km": 1.89, "chi2_kbm": 1.91}  # Powers 2007, Table 2, case 1
RIGHT = {"pearson": 3.941, "g2": 4.012, "chi2_positive_actual": 1.5764}  # errata E15 and E16 of the same table


def shown(capsys, *more):
    with pytest.raises(SystemExit) as left:
        main([*CASE_1, *more])
    assert not left.value.code
    return capsys.readouterr().out


def test_the_statistics_of_table_2_are_in_text_markdown_and_csv(capsys):
    rows = {row["test"]: row for row in csv.DictReader(io.StringIO(shown(capsys, "--format", "csv")))}
    text = {line.split()[0]: line.split() for line in shown(capsys).splitlines() if line.strip()}
    cells = [line.split(" | ") for line in shown(capsys, "--format", "markdown").splitlines() if line.startswith("| ")]
    markdown = {row[0].removeprefix("| "): row for row in cells}
    for name, value in PRINTED.items():
        assert float(rows[name]["statistic"]) == pytest.approx(value, abs=0.005)
        assert float(text[name][1]) == pytest.approx(value, abs=0.006)
        assert float(markdown[name][2]) == pytest.approx(value, abs=0.006)
    for name, value in RIGHT.items():
        assert float(rows[name]["statistic"]) == pytest.approx(value, abs=5e-4)
    assert float(rows["pearson"]["p"]) == pytest.approx(0.0471, abs=5e-5)
    assert float(rows["fisher"]["p"]) == pytest.approx(0.0629, abs=5e-5)


def test_the_sellke_bound_is_named_with_alpha_and_beta(capsys):
    """Powers 2007, equations 36 to 38: L = -e p ln p, alpha = L / (1 + L), beta = 1 / (1 + L)."""
    tests = json.loads(shown(capsys, "--format", "json"))["tests"]
    p = tests["informedness"]["p"]
    bound = -np.e * p * np.log(p)
    assert tests["sellke"]["statistic"] == pytest.approx(bound)
    assert tests["sellke"]["p"] == pytest.approx(bound / (1 + bound))
    assert tests["sellke_beta"]["p"] == pytest.approx(1 / (1 + bound))
    assert "Sellke bound" in shown(capsys)
    assert informed.odds.sellke(0.05) == pytest.approx((0.4072, 0.2893, 0.7107), abs=5e-5)
    assert informed.odds.sellke(0.01)[1:] == pytest.approx((0.1113, 0.8887), abs=5e-5)


def test_k_minus_1_degrees_of_freedom_are_called_beta():
    """Section 5: (K - 1)^2 degrees of freedom for alpha, K - 1 suggested for beta."""
    found = evaluate(Counts([[40, 10, 0], [5, 20, 2], [5, 10, 8]])).significance
    for name in ("chi2_kb", "chi2_km", "chi2_kbm"):
        assert (found[name].df, found[f"{name}_beta"].df) == (4, 2)
        assert found[name].statistic == found[f"{name}_beta"].statistic
        assert "beta" in found[f"{name}_beta"].note


@pytest.mark.parametrize("table", [[[30, 30], [12, 28]], [[40, 10, 0], [5, 20, 2], [5, 10, 8]], [[5, 2, 1], [1, 4, 3]]])
def test_every_test_that_is_run_is_explained(table):
    found = evaluate(Counts(table, labels_predicted=range(len(table[0])))).significance
    assert set(found) <= set(BY_NAME)
    assert sum(map(len, found.asking().values())) == len(found)


def test_the_catalogue_has_each_name_once():
    assert len(BY_NAME) == len(TESTS)
    assert {each.asks for each in TESTS} == set(QUESTIONS)
    two, three = (evaluate(Counts(each)).significance for each in ([[30, 30], [12, 28]], np.eye(3) + 3))
    assert {*two, *three} == set(BY_NAME)


def test_nothing_to_test_is_said_in_a_sentence():
    assert "No test of informedness applies" in str(evaluate(Counts([[0.3, 0.3], [0.12, 0.28]])).significance)


def test_an_unknown_reading_names_those_there_are():
    with pytest.raises(InputError, match="significance"):
        choice("--show", "signifcance", SHOWN)
