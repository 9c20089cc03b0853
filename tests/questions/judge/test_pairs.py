"""Which way a judge of pairs leans: counts by hand, what must and must not matter, readings, refusals."""

import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose
from scipy.stats import norm

import informed
from informed import InputError, judge
from informed.cli import main

COLUMNS = {"judged": "w", "first": "a", "second": "b", "id": "q"}
PAIRS = str(Path(__file__).parents[3] / "examples" / "pairs.csv")
TURNED = {"first": "second", "second": "first"}


def shown(verdicts, names=("x", "y"), **more):
    """Each pair of verdicts by place: the first when ``x`` is shown first, the second when ``y`` is."""
    rows = {"q": [], "a": [], "b": [], "w": []} | {name: [] for name in more}
    for at, both in enumerate(verdicts):
        for turned, verdict in enumerate(both):
            if verdict is None:
                continue
            one, other = names[::-1] if turned else names
            rows["q"].append(at)
            rows["a"].append(one)
            rows["b"].append(other)
            rows["w"].append(verdict)
            for name, values in more.items():
                rows[name].append(values[at][turned] if isinstance(values[at], tuple) else values[at])
    return rows


def test_the_place_is_counted_by_hand():
    """Of ten pairs the first wins twice in four, once and a half in one, once in five: 8 + 1.5 + 5 of 20 showings."""
    verdicts = [("first", "first")] * 4 + [("first", "tie")] + [("first", "second")] * 5
    found = judge(shown(verdicts), **COLUMNS)
    assert_allclose(found.first.value, 14.5 / 20)
    assert_allclose(found.changed.value, 5 / 10)
    assert found.pairs == 10


def test_without_ties_the_limits_are_tangos_for_mcnemars_table():
    """Tango 1998: the ends are where the score of the restricted likelihood is the normal quantile."""
    first, second, n = 14, 5, 60
    verdicts = [("first",) * 2] * first + [("second",) * 2] * second + [("first", "second")] * (n - first - second)
    found = judge(shown(verdicts), **COLUMNS).first
    for end, z in ((found.low, norm.ppf(0.975)), (found.high, norm.ppf(0.025))):
        gap = 2 * end - 1
        a, b, c = 2 * n, -first - second + (2 * n - first + second) * gap, -second * gap * (1 - gap)
        q = (np.sqrt(b * b - 4 * a * c) - b) / (2 * a)
        assert_allclose((first - second - n * gap) / np.sqrt(n * (2 * q + gap * (1 - gap))), z, rtol=1e-6)


@settings(deadline=None, max_examples=40)
@given(st.lists(st.tuples(*[st.sampled_from(("first", "second", "tie"))] * 2), min_size=3, max_size=30))
def test_turning_every_verdict_turns_the_lean(verdicts):
    one = judge(shown(verdicts), **COLUMNS).first
    other = judge(shown([tuple(TURNED.get(each, each) for each in both) for both in verdicts]), **COLUMNS).first
    assert_allclose([one.value, one.low, one.high], [1 - other.value, 1 - other.high, 1 - other.low], atol=1e-9)


def test_names_of_systems_and_of_systems_places_say_the_same():
    verdicts = [("first", "second"), ("second", "tie"), ("first", "first")] * 5
    orders = ({"first": "x", "second": "y"}, {"first": "y", "second": "x"})
    named = [tuple(order.get(said, said) for said, order in zip(both, orders, strict=True)) for both in verdicts]
    places, names = (judge(shown(each), **COLUMNS) for each in (verdicts, named))
    assert places.to_dict() == names.to_dict()


# --- length and own answers ------------------------------------------------------------------------------------------


def leaned(both, neither, only_judge, only_human, **asked):
    """Pairs shown once, "x" the longer and the judge's own: preferred by both, by neither, by one of the two."""
    sizes = {("x", "x"): both, ("y", "y"): neither, ("x", "y"): only_judge, ("y", "x"): only_human}
    said = [(judged, human) for (judged, human), times in sizes.items() for _ in range(times)]
    rows = shown([(judged, None) for judged, _ in said], h=[human for _, human in said])
    rows |= {"la": ["a long answer"] * len(said), "lb": ["short"] * len(said)}
    return judge(rows, **COLUMNS, human="h", **asked)


@pytest.mark.parametrize("asked", [{"length": ("la", "lb")}, {"own": "x"}])
def test_excess_and_agreement_are_counted_by_hand(asked):
    """70 of 100 by the judge, 50 by the human; they agree in 45 of 50 and in 25 of 50."""
    (lean,) = leaned(45, 25, 25, 5, **asked).leans.values()
    assert_allclose([lean.judge, lean.human, lean.excess.value], [0.7, 0.5, 0.2])
    assert_allclose([each.value for each in lean.agrees.values()], [0.9, 0.5])
    assert_allclose(lean.gap.value, 0.4)


def test_a_lean_needs_the_excess_and_the_agreement():
    """A judge who errs alike on both sides prefers the commoner one less often than the human: no lean to the other."""
    found = {
        name: leaned(*cells, own="x") for name, cells in {"real": (90, 50, 50, 10), "even": (480, 120, 30, 120)}.items()
    }
    assert "leans_own" in {each.code for each in found["real"].findings}
    even = found["even"].leans["own"]
    assert even.excess.high < 0  # fewer than by the human, but
    assert_allclose([each.value for each in even.agrees.values()], [0.8, 0.8])
    assert "no_lean_own" in {each.code for each in found["even"].findings}


def test_ties_and_changed_verdicts_say_nothing_of_a_lean():
    rows = shown([("first", "first"), ("tie", "tie"), ("first", "second")], h=["x", "x", "x"])
    found = judge(rows, **COLUMNS, human="h", own="x")
    assert sum(found.leans["own"].pairs.values()) == 1
    assert any("2 of 3 pairs" in note for note in found.notes)


def test_the_order_of_rows_does_not_matter_and_several_pairs_of_an_item_are_a_cluster():
    rows = shown([("first", "first"), ("first", "second")] * 12, h=["x", "y"] * 12)
    again = {name: values[::-1] for name, values in rows.items()}
    assert judge(rows, **COLUMNS, human="h", own="x").to_dict() == judge(again, **COLUMNS, human="h", own="x").to_dict()
    wide = shown([("first", "first")] * 20 + [("first", "second")] * 60)
    among = {name: list(values) for name, values in wide.items()}
    among["a"], among["b"] = (
        [f"{each}{at % 8}" for at, each in zip(wide["q"], wide[name], strict=True)] for name in "ab"
    )
    among["q"] = [each // 8 for each in wide["q"]]  # what came first wins in the same items
    alone, held = (judge(each, **COLUMNS).first for each in (wide, among))
    assert held.value == alone.value
    assert held.high - held.low > alone.high - alone.low


# --- doors and refusals ----------------------------------------------------------------------------------------------


def test_shell_and_python_give_the_same(capsys):
    examples = {"judged": "winner", "first": "a", "second": "b", "id": "question", "human": "human"}
    here = judge(PAIRS, **examples, length=("length_a", "length_b"))
    asked = (
        *("judge", PAIRS, "--first", "a", "--second", "b", "--judge", "winner", "--id", "question"),
        *("--human", "human", "--length", "length_a", "--length", "length_b", "--format", "json"),
    )
    with pytest.raises(SystemExit):
        main(list(asked))
    assert json.loads(capsys.readouterr().out) == here.to_dict()
    assert {"leans_first", "leans_longer"} <= {each.code for each in here.findings}


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"own": "x"}, "human"),
        ({"own": "z", "human": "h"}, "own='z' no pair"),
        ({"length": ("la",), "human": "h"}, "names 1 columns"),
        ({"id": None}, "id="),
        ({"second": None}, "second="),
    ],
)
def test_what_is_missing_is_named(change, said):
    rows = shown([("first", "second")] * 3, h=["x"] * 3, la=[1] * 3)
    with pytest.raises(InputError, match=said):
        judge(rows, **{**COLUMNS, **change})


def test_a_verdict_of_a_third_system_is_refused():
    with pytest.raises(InputError, match="holds 'z' for the pair 'x', 'y'"):
        judge(shown([("z", "first")]), **COLUMNS)


def test_pairs_in_one_order_say_nothing_of_the_place():
    found = judge(shown([("first", None)] * 5), **COLUMNS)
    assert found.first is None
    assert [each.code for each in found.findings] == ["one_order"]


def test_a_recorded_answer_is_asked_again(tmp_path):
    found = judge(shown([("first", "second")] * 5, h=["x"] * 5), **COLUMNS, human="h", own="x")
    with informed.Ledger(tmp_path / "runs.db") as ledger:
        assert ledger.reproduce(ledger.record(found, task="t", system="judge")).to_dict() == found.to_dict()
