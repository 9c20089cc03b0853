"""Where every row went, and that an abstention which never occurs is not passed over in silence."""

import pytest

from informed import count, items, multilabel, sweep
from informed.core.accounting import left_out

NEVER = "nothing that is predicted is what abstain= names"
ACTUAL = ["a", "b", "a", "b"]


def of_labels(mark):
    return count(ACTUAL, ["a", "b", "b", "unsure"], abstain=mark)


def of_systems(mark):
    return items(ACTUAL, {"old": ACTUAL, "new": ["a", "b", "b", "unsure"]}, abstain=mark)


def of_scores(mark):
    return sweep([0, 1, 0, 1, 1], [0.1, 0.8, 0.4, 0.3, -1.0], abstain={"unsure": -1.0, "unsre": 7.0}[mark]).scores


def of_sets(mark):
    sets = [["a"], ["b"], ["b"], ["unsure"]]
    return multilabel([[each] for each in ACTUAL], sets, abstain=mark).sets


@pytest.mark.parametrize("counted", [of_labels, of_systems, of_scores, of_sets])
def test_an_abstention_that_never_occurs_is_said(counted):
    assert any(NEVER in each for each in left_out(counted("unsre")))
    assert not any(NEVER in each for each in left_out(counted("unsure")))


def test_sums_say_it_only_where_no_part_abstains():
    part = count(ACTUAL, ACTUAL, abstain="unsure")
    assert left_out(part) == (NEVER,)
    assert NEVER not in left_out(part + of_labels("unsure"))
