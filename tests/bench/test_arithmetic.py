"""Every number and every interval of the page is that of Python."""

import json
import math
from pathlib import Path

import numpy as np
import pytest
from published import figures

import informed
from golden_rows import rows_of, table_of
from informed.core.table import one_vs_rest
from informed.inference.claims import guessing
from informed.inference.design import Independent
from informed.inference.interval import interval
from informed.questions.bookmaker.odds import payoffs

CLOSE = 1e-9
WHOLE = ("informedness", "edge", "markedness", "correlation", "mcc", "kappa", "accuracy", "proficiency")
CLINIC = {
    "sensitivity": "recall",
    "specificity": "inverse_recall",
    "ppv": "precision",
    "npv": "inverse_precision",
    "lrPositive": "likelihood_ratio_positive",
    "lrNegative": "likelihood_ratio_negative",
}
ANSWER = """tables => tables.map(table => JSON.stringify({
  ...bench.measures(table),
  gains: bench.gains(table),
  informednessLimits: bench.informednessLimits(table),
  accuracyLimits: bench.accuracyLimits(table),
  p: bench.guessingP(table),
  clinic: table.map((_, i) => bench.rates(bench.against(table, i))),
  clinicLimits: table.map((_, i) => bench.ratesLimits(bench.against(table, i))),
  verdict: (({ key, rest }) => key + rest)(bench.informed(table, table.map((_, i) => String.fromCharCode(97 + i)))),
  constant: bench.againstConstant(table, table.map((_, i) => String.fromCharCode(97 + i))),
}, (key, value) => typeof value === "number" && !Number.isFinite(value) ? String(value) : value))"""


def golden():
    """Every square table that a paper or another tool gives, and every table of the golden files."""
    found = [figure.table for figure in figures()]
    for path in sorted((Path(__file__).parents[1] / "golden").glob("*.csv")):
        found += [table_of(row["table"]) for row in rows_of(path.read_text())]
    return [table for table in map(np.asarray, found) if table.ndim == 2 and square(table)]


def square(table):
    return table.shape[0] == table.shape[1] > 1 and table.sum() > 0 and (table >= 0).all()


def generated():
    """Whole tables of all sizes: sparse, constant, perfect, perverse, with unused labels, and very large ones."""
    rng = np.random.default_rng(4)
    for size in (2, 2, 2, 3, 4, 7):
        for most in (2, 6, 60, 5000, 10**6):
            for _ in range(6):
                table = rng.integers(0, most, (size, size)) * (rng.random((size, size)) < rng.choice([0.5, 1.0]))
                yield table + (table.sum() == 0)
    yield from (np.diag([40, 60]), np.diag([40, 60])[::-1], [[362, 0], [3, 0]], [[0, 0], [7, 2]], [[1, 0], [0, 0]])
    yield from (np.diag([3, 4, 5]), [[5, 0, 2], [0, 0, 0], [1, 0, 9]], [[10**9, 5], [7, 10**9]], [[3, 10**8], [0, 8]])
    yield from ([[26, 14], [202, 3758]], [[30, 30], [12, 28]], [[10**8, 10**8 + 9], [10**8, 10**8]])


def asked(page, tables):
    return [json.loads(each) for each in page.evaluate(ANSWER, [np.asarray(table).tolist() for table in tables])]


@pytest.fixture(scope="module")
def tables():
    distinct = {str(np.asarray(each).tolist()): np.asarray(each, float) for each in [*golden(), *generated()]}
    return list(distinct.values())


@pytest.fixture(scope="module")
def answers(tables, browser, bench):
    page = browser.new_page()
    page.goto(bench)
    yield list(zip(tables, asked(page, tables), strict=True))
    page.close()


def same(mine, python, what):
    mine = math.nan if mine is None else float(mine)
    python = math.nan if python is None else float(python)
    assert mine == pytest.approx(python, rel=CLOSE, abs=CLOSE, nan_ok=True), what


def same_ends(mine, python, what):
    for place, end in enumerate((python.low, python.high)):
        same(None if mine is None else mine[place], end, what)


def test_there_are_tables_from_every_paper(tables):
    assert len(tables) > 150


@pytest.mark.parametrize("name", WHOLE)
def test_values(answers, name):
    for table, answer in answers:
        same(answer[name], informed.measures.get(name)(table), (table, name))


def test_what_is_undefined_is_said_to_be(answers):
    for table, answer in answers:
        names = ("informedness", "edge", "markedness", "mcc", "kappa", "proficiency")
        undefined = {name for name in names if np.isnan(informed.measures.get(name).raw(table))}
        assert {*answer["undefined"]} == undefined, table


def test_values_and_intervals_of_every_label(answers):
    for table, answer in answers:
        parts = one_vs_rest(table)
        for place, each in enumerate(parts):
            for mine, name in CLINIC.items():
                same(answer["clinic"][place][mine], informed.measures.get(name)(each), (each, name))
                shown = answer["clinicLimits"][place][mine]
                if shown is not None or not mine.startswith("lr") or not uneven(each):
                    same_ends(shown, interval(name, each), (each, name))
        gains = informed.measures.get("informedness").raw(parts)
        for mine, python in zip(answer["gains"], gains, strict=True):
            same(mine, python, table)


def uneven(two):
    """Classes so unlike in size that the score of a ratio is lost in rounding; the page then shows no interval."""
    sizes = two.sum(-1)
    return sizes.max() > 1e6 * sizes.min()


def test_intervals_of_informedness_and_accuracy(answers):
    for table, answer in answers:
        counts = informed.Counts(table)
        same_ends(answer["informednessLimits"], interval("informedness", counts), table)
        same_ends(answer["accuracyLimits"], interval("accuracy", counts), table)


def test_the_p_of_guessing(answers):
    for table, answer in answers:
        if informed.Counts(table).n is not None:
            same(answer["p"], guessing(Independent(table)), table)


def test_the_verdict_is_the_sentence_of_evaluate(answers):
    for table, answer in answers:
        labels = [chr(97 + place) for place in range(len(table))]
        counts = informed.Counts(table, labels=labels)
        said = {each.code: str(each) for each in informed.evaluate(counts).findings}
        if counts.n is not None and "informed" in said:
            assert answer["verdict"] == said["informed"], table
            assert answer["constant"] == said.get("against_constant", ""), table


def test_bets_at_fair_odds_win_informedness_on_two_classes(opened):
    page = opened()
    for table in ([[30, 30], [12, 28]], [[362, 0], [3, 0]], [[59.5, 10.5], [20.4, 9.6]]):
        won = page.evaluate("table => bench.winnings(table, bench.payoffs(table))", table) / np.sum(table)
        assert won == pytest.approx(float(informed.measures.get("informedness")(table)), abs=1e-12)


@pytest.mark.parametrize("size", [2, 3, 5])
def test_payoffs_are_those_of_the_bookmaker_at_a_stake_for_which_perfect_answers_win_one(opened, size):
    rows = np.arange(1, size + 1) * 10.0
    table = np.diag(rows)
    mine = np.array(opened().evaluate("table => bench.payoffs(table)", table.tolist()))
    share = rows / rows.sum()
    np.testing.assert_allclose(mine, payoffs(share) * (1 - share) / (size - 1), atol=1e-12)
    assert (table * mine).sum() == pytest.approx(rows.sum())


def test_fifteen_per_cent_informed_wins_exactly_fifteen_per_cent(opened):
    # Powers 2003, Figure 1: prevalence 0.7, the guesses say "yes" with probability 0.8.
    page = opened()
    for share in (0, 1, 0.15, -0.15):
        won = page.evaluate("share => { const t = bench.mixture(0.7, 0.8, share);"
                            " return bench.winnings(t, bench.payoffs(t)); }", share)  # fmt: skip
        assert won == pytest.approx(share, abs=1e-12)
