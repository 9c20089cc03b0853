"""What a comparison works out: each value once, all systems and groups at once, and nothing that nobody looks at."""

import numpy as np
import pytest

import informed
from informed.inference import interval, pairing

RNG = np.random.default_rng(0)
ACTUAL = RNG.integers(0, 3, 400)


def systems(count):
    return {
        f"s{place}": np.where(RNG.random(400) < 0.4 + 0.4 * place / count, ACTUAL, RNG.integers(0, 3, 400))
        for place in range(count)
    }


@pytest.fixture
def searches(monkeypatch):
    """The measures that limits were made of."""
    made, limits_of = [], interval.limits_of

    def counted(measure, *given, **options):
        made.append(measure)
        return limits_of(measure, *given, **options)

    for module in (interval, pairing):
        monkeypatch.setattr(module, "limits_of", counted)
    return made


def test_more_systems_and_groups_need_no_more_searches(searches):
    informed.compare(ACTUAL, systems(2))
    few = len(searches)
    informed.compare(ACTUAL, systems(7))
    assert len(searches) - few <= few + 8  # at most one more for each measure: intervals that allow for all pairs
    before = len(searches)
    informed.compare(ACTUAL, systems(2), by={"group": np.arange(400) % 6})
    assert len(searches) - before <= 2 * few + 2 * 8


def test_a_verdict_draws_nothing_and_looking_at_a_test_does(monkeypatch):
    found = informed.compare(ACTUAL, systems(2))
    monkeypatch.setattr(pairing, "swapped_p", lambda *_, **__: pytest.fail("drawn"))
    assert found.verdict
    assert str(found)
    with pytest.raises(pytest.fail.Exception, match="drawn"):
        found.to_dict()


def test_tests_made_later_are_those_of_the_items():
    once, again = (informed.compare(ACTUAL, {"a": ACTUAL, "b": np.roll(ACTUAL, 1)}) for _ in range(2))
    assert once.flips[0].tests["swap"].p < 0.01
    assert once == again
    assert once.to_json() == again.to_json()
