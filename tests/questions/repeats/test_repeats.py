"""Repeats: pass@k, pass^k and majority are means over draws, variances add up, and the item is what counts."""

from __future__ import annotations

from itertools import combinations
from math import comb

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose

from informed import InputError
from informed.core.words import number
from informed.more import repeats
from informed.questions.evaluate.grades import graded
from informed.readers.logs import Grades
from informed.writers.page import parts

ROWS = st.lists(st.lists(st.integers(0, 1), min_size=4, max_size=4), min_size=2, max_size=8)


@given(ROWS, st.integers(1, 4))
def test_k_answers_are_every_draw_of_k(rows, k):
    """Chen et al. 2021, equation 1, and Yao et al. 2024: the mean over all C(r, k) draws, worked out one by one."""
    (found,) = repeats(rows, k=[k]).drawn
    draws = [[sum(row[at] for at in each) for each in combinations(range(4), k)] for row in rows]
    assert found.pass_at.value == pytest.approx(np.mean([[c > 0 for c in one] for one in draws]))
    assert found.pass_all.value == pytest.approx(np.mean([[c == k for c in one] for one in draws]))
    half = [[1.0 if 2 * c > k else 0.5 if 2 * c == k else 0.0 for c in one] for one in draws]
    assert found.majority.value == pytest.approx(np.mean(half))
    for each in (found.pass_at, found.pass_all, found.majority):
        assert each.low <= each.value <= each.high


def test_by_hand():
    """3 of 5 right: pass@2 = 1 - C(2,2)/C(5,2) = 0.9, pass^2 = C(3,2)/C(5,2) = 0.3."""
    (found,) = repeats([[1, 1, 1, 0, 0]] * 6, k=[2]).drawn
    assert (found.pass_at.value, found.pass_all.value) == pytest.approx((0.9, 0.3))
    drawn = {row["measure"]: row["value"] for row in repeats([[1, 1, 1, 0, 0]] * 6, k=[2]).chart().rows}
    assert (drawn["one right"], drawn["all right"]) == pytest.approx((0.9, 0.3))
    assert comb(5, 2) == 10


def test_the_variances_of_the_mean():
    """Miller 2024, arXiv:2411.00640, section 3.1: Var(mean) = between / n + within / (n r)."""
    draw = np.random.default_rng(1)
    chance = draw.beta(2, 2, 4000)
    found = repeats((draw.random((4000, 6)) < chance[:, None]).astype(float).tolist(), k=[1])
    assert found.between == pytest.approx(1 / 20, abs=0.004)  # the variance of Beta(2, 2)
    assert found.within == pytest.approx(1 / 5, abs=0.004)  # the mean of p (1 - p) over it
    errors = found.errors
    now = (found.between + found.within / 6) / 4000
    assert errors["now"] ** 2 == pytest.approx(now)
    assert errors["twice the items"] ** 2 == pytest.approx(now / 2)
    assert errors["twice the repeats"] ** 2 == pytest.approx((found.between + found.within / 12) / 4000)
    assert found.noise == pytest.approx(1 - errors["endless repeats"] ** 2 / errors["now"] ** 2)


def test_answers_always_alike_and_answers_by_chance():
    alike = repeats([[1, 1, 1]] * 10 + [[0, 0, 0]] * 10)
    assert (alike.within, alike.noise, alike.consistency.value) == (0, 0, 1)
    draw = np.random.default_rng(2)
    chance = repeats((draw.random((300, 5)) < 0.5).astype(float).tolist())
    assert chance.consistency.low < 0 < chance.consistency.high
    assert chance.noise > 0.8


def test_items_asked_less_often():
    found = repeats([[1, 0, 1], [1, None, None], [0, 0, None], [1, 1, 1]], k=[1, 3])
    assert (found.fewest, found.most, found.answers) == (1, 3, 9)
    assert [each.items for each in found.drawn] == [4, 2]
    assert any("k = 3: 2 items with fewer answers were left out" in note for note in found.notes)
    assert found.mean.value == pytest.approx(np.mean([2 / 3, 1, 0, 1]))


def test_points_have_no_pass():
    found = repeats([[0.2, 0.4], [0.9, 1.0], [0.5, 0.5]])
    assert found.drawn == ()
    assert "Mean grade" in found.verdict[0]
    assert "pass" not in str(found)


@pytest.mark.parametrize(
    ("rows", "k", "said"),
    [
        ([[1, 0]], [3], "between 1 and 2"),
        ([["good", 1]], None, "row 0"),
        ([], None, "no graded answers"),
    ],
)
def test_what_has_no_repeats(rows, k, said):
    with pytest.raises(InputError, match=said):
        repeats(rows, k=k)


@pytest.mark.parametrize("rows", [[[1], [0], [1], [1]], [[0.2], [0.9], [None, 0.5], [1]]])
def test_items_that_were_answered_once_have_a_grade_and_no_repeats(rows):
    """How often right is that of the grades; what more items bring is known, what repeats bring is not."""
    found = repeats(rows)
    graded_rows = tuple(tuple(each for each in row if each is not None) for row in rows)
    assert found.mean == graded(Grades("grade", graded_rows, "")).estimate
    assert_allclose(found.errors["twice the items"] / found.errors["now"], 0.5**0.5)
    told = found.to_dict()
    assert told["within"] is told["noise"] is told["errors"]["twice the repeats"] is told["consistency"] is None
    assert found.findings[-1].code == "answered_once"


def test_the_screen_fits():
    text = str(repeats([[1, 0, 1, 1, 0, 1, 1, 1]] * 9 + [[0, 0, 0, 0, 1, 0, 0, 0]] * 9))
    assert max(map(len, text.splitlines())) <= 80
    assert "Twice the items" in text


@pytest.mark.parametrize(("rows", "bounded"), [(((1, 1), (0, 0), (1, 0)) * 5, True), (((1, 0), (0, 1)) * 5, False)])
def test_a_bound_of_0_is_not_told(rows, bounded):
    """Where items do not differ, endless repeats would remove all of the error: there is no bound to name."""
    found = repeats(rows)
    assert (found.errors["endless repeats"] > 0) == bounded
    assert any("can never bring it below" in each for each in found.verdict) == bounded


def test_the_page_names_every_row_in_plain_words():
    """No name of a method or of a field of the program; every number that k answers bring."""
    found = repeats([[1, 1, 0], [1, 1, 1], [0, 0, 1], [1, 0, 1]] * 4)
    page = parts(found)
    rows = [row for grid in page["grids"] for row in grid.rows]
    assert all(row[0] for row in rows)
    text = " ".join(cell for row in rows for cell in row) + " ".join(page["facts"])
    assert "_" not in text
    assert all(f"{number(row['value'])} ({number(row['low'])} to " in text for row in found.rows())
