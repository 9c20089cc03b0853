"""Conditions within subjects: Student's paired t by hand, bits by Wolpaw's formula, and the size of the test."""

import math

import numpy as np
import pytest

import informed
from informed import Counts, InputError
from informed.cli import main
from informed.core import measures as m
from informed.more import conditions
from informed.questions.compare.conditions import _contrasts, mean_of, overall


def binary(right, wrong):
    """As many of each class, and as many of each right: informedness is right less wrong over both."""
    return [[right, wrong], [wrong, right]]


def layout(cells):
    """Tables by subject and condition."""
    groups = [(subject, condition) for subject, row in enumerate(cells) for condition in "ab"[: len(row)]]
    tables = [table for row in cells for table in row]
    return Counts(tables, labels=["l", "r"], by=("subject", "condition"), groups=groups)


def test_the_differences_within_subjects_by_hand():
    """Informedness .2 and .4, .4 and .8, .6 and .6: differences .2, .4, 0; their mean .2, standard error .2/sqrt(3)."""
    found = conditions(
        layout([[binary(6, 4), binary(7, 3)], [binary(7, 3), binary(9, 1)], [binary(8, 2), binary(8, 2)]])
    )
    assert found.values == tuple(pytest.approx(row) for row in [(0.2, 0.4), (0.4, 0.8), (0.6, 0.6)])
    (contrast,) = found.contrasts
    t = 0.2 / (0.2 / math.sqrt(3))
    assert contrast.difference.value == pytest.approx(0.2)
    # Student's t with 2 degrees of freedom has the distribution 1/2 + t / (2 sqrt(2 + t^2)).
    assert contrast.p == pytest.approx(1 - t / math.sqrt(2 + t**2))
    assert contrast.difference.high == pytest.approx(0.2 + 4.302653 * 0.2 / math.sqrt(3), abs=1e-6)
    assert [each.informedness.value for each in found.conditions] == pytest.approx([0.4, 0.6])
    assert "of 'b' from 'a': informedness differs by 0.200" in found.verdict[0]  # never as if it were a value


def test_bits_are_those_of_wolpaw_where_errors_are_spread_evenly():
    """Wolpaw et al. 2002: log2 K + P log2 P + (1 - P) log2((1 - P) / (K - 1)) bits; K = 4, P = .9: 1.3725."""
    table = np.full((4, 4), 10000) + np.diag([260000] * 4)
    counts = Counts([table, table], by=("subject", "condition"), groups=[("s", "a"), ("t", "a")])
    (found,) = conditions(counts, rate=12).conditions
    assert found.bits == pytest.approx(2 + 0.9 * math.log2(0.9) + 0.1 * math.log2(0.1 / 3), abs=1e-5)
    assert found.per_minute == pytest.approx(12 * 1.3725, abs=1e-3)


def test_the_number_of_items_makes_no_difference_surer_than_subjects_do():
    few = [[binary(6, 4), binary(7, 3)], [binary(7, 3), binary(9, 1)], [binary(8, 2), binary(8, 2)]]
    many = [[np.multiply(table, 1000) for table in row] for row in few]
    assert conditions(layout(few)).contrasts[0].p == pytest.approx(conditions(layout(many)).contrasts[0].p)


def test_under_equal_conditions_at_most_one_in_twenty_is_called_different():
    """400 studies of 6 subjects: more than 33 alarms have a chance below 1 in 100 at 5 %."""
    rng = np.random.default_rng(8)
    levels = np.clip(rng.normal(0.75, 0.1, (400, 6, 1)), 0.5, 1)
    hits = rng.binomial(20, np.broadcast_to(levels[..., None], (400, 6, 2, 2)))
    gains = hits.sum(-1) / 20 - 1
    p = [mean_of(each[:, 1] - each[:, 0], 0.95)[1] for each in gains]
    assert np.mean(np.less(p, 0.05)) <= 33 / 400


def test_a_subject_that_missed_a_condition_counts_in_the_other_alone():
    found = conditions(layout([[binary(6, 4), binary(7, 3)], [binary(7, 3), binary(9, 1)], [binary(8, 2)]]))
    assert [each.subjects for each in found.conditions] == [3, 2]
    assert found.contrasts[0].subjects == 2


def test_all_pairs_are_allowed_for():
    tables = [binary(5 + place, 5 - place) for place in (0, 1, 3, 1, 2, 5, 0, 2, 4)]
    groups = [(subject, condition) for subject in "xyz" for condition in "abc"]
    found = conditions(Counts(tables, by=("subject", "condition"), groups=groups))
    gaps = np.diff(np.array(found.values)[:, :2]).ravel()
    assert len(found.contrasts) == 3
    assert found.contrasts[0].p == pytest.approx(min(max(3 * mean_of(gaps, 0.95)[1], found.overall.p), 1))


def test_the_command_reads_trials(tmp_path, capsys):
    rng, rows = np.random.default_rng(2), []
    for subject in "stuv":
        for cue, right in (("none", 0.6), ("full", 0.95)):
            for actual in "lr" * 30:
                said = actual if rng.random() < right else "lr"[actual == "l"]
                rows.append(f"{actual},{said},{subject},{cue}")
    path = tmp_path / "trials.csv"
    path.write_text("y,p,who,cue\n" + "\n".join(rows) + "\n")
    printed = []
    for name in ("compare", "conditions"):  # which is its former name
        with pytest.raises(SystemExit) as done:
            main([name, str(path), "--actual=y", "--predicted=p", "--subject=who", "--condition=cue", "--rate=12"])
        assert not done.value.code
        printed.append(capsys.readouterr().out)
    out = printed[0]
    assert printed[1] == out
    assert "'none' is worse than 'full'" in out
    assert "Most information on these items: 'full'" in out
    frame = {name: [row.split(",")[place] for row in rows] for place, name in enumerate(("y", "p", "who", "cue"))}
    found = conditions(frame, actual="y", predicted="p", subject="who", condition="cue")
    own = informed.count(frame, actual="y", predicted="p", by=["who", "cue"])
    assert found.values[0][0] == pytest.approx(m.informedness(own[0].table))


def test_counts_without_subjects_are_refused():
    with pytest.raises(InputError, match=r"by=\['who', 'cue'\]"):
        informed.compare(Counts([[3, 1], [1, 3]]), subject="who", condition="cue")


@pytest.mark.parametrize(
    "odd",
    [
        *({name: "x"} for name in ("by", "cluster", "stratum", "fold", "positive")),
        *({"measures": ["mcc"]}, {"margin": 0.1}, {"adjust": "bh"}, {"draws": 9}, {"seed": 1}),
        {"reference_quality": (0.9, 0.1)},
    ],
)
def test_what_is_for_several_systems_is_refused_by_name_within_subjects(odd):
    frame = {"y": [1, 0] * 4, "p": [1, 0] * 4, "who": list("ssttssttsstt"[:8]), "cue": list("aabbaabb"), "x": [1] * 8}
    asked = {"actual": "y", "predicted": "p", "subject": "who", "condition": "cue"}
    assert informed.compare(frame, **asked).kind == "conditions"
    with pytest.raises(InputError, match=rf"{next(iter(odd))}= cannot be used with condition="):
        informed.compare(frame, **asked, **odd)


def test_one_system_has_conditions_and_both_columns_are_named():
    with pytest.raises(InputError, match="predictions of one system"):
        informed.compare([1, 0], {"a": [1, 0], "b": [1, 1]}, subject=[1, 1], condition=[1, 2])
    for alone in ({"subject": [1, 2]}, {"condition": [1, 2]}, {"rate": 12}):
        with pytest.raises(InputError, match="missing subject= and condition="):
            informed.compare([1, 0], [1, 0], **alone)


# Field (2013), Discovering Statistics, chapter 14: seconds until eight celebrities retch, by what they eat.
BUSHTUCKER = [
    [8, 9, 6, 5, 8, 7, 10, 12],
    [7, 5, 2, 3, 4, 5, 2, 6],
    [1, 2, 3, 1, 5, 6, 7, 8],
    [6, 5, 8, 9, 8, 7, 2, 1],
]


def test_all_conditions_together_as_published():
    """Field prints F(3, 21) = 3.79, epsilon .533 and p = .063 with it (df 1.60 and 11.19)."""
    found = overall(np.array(BUSHTUCKER, float).T)
    assert found.f == pytest.approx(3.79, abs=0.005)
    assert found.epsilon == pytest.approx(0.533, abs=0.0005)
    assert found.df == (pytest.approx(1.60, abs=0.005), pytest.approx(11.19, abs=0.005))
    assert found.p == pytest.approx(0.063, abs=0.0005)


def test_two_conditions_need_no_test_of_all_and_alike_subjects_give_none():
    assert overall(np.array([[0.1, 0.4], [0.2, 0.3], [0.5, 0.9]])) is None
    assert overall(np.array([[0.1, 0.4, 0.5]] * 4)) is None


def test_the_size_of_the_test_of_all_conditions():
    """400 studies, 8 subjects, 4 equal conditions of unequal spread: above 33 alarms once in 100 at 5%."""
    rng = np.random.default_rng(3)
    spread = np.array([0.02, 0.05, 0.1, 0.2])
    studies = rng.normal(0, 0.3, (400, 8, 1)) + rng.normal(0, spread, (400, 8, 4))
    assert sum(overall(each).p < 0.05 for each in studies) <= 33


@pytest.mark.parametrize("subjects", [5, 8])
def test_conditions_alike_are_seldom_said_to_differ_by_any_sentence(subjects):
    """600 studies of three conditions of 30: all sentences together are false in at most 5 %, 46 of 600 (p .005)."""
    rng = np.random.default_rng(subjects)
    skill = np.clip(rng.normal(0.5, 0.15, (600, subjects, 1, 1)), 0, 1)
    right = rng.binomial(15, np.broadcast_to(0.5 + skill / 2, (600, subjects, 3, 2)))
    false = 0
    for values in right.sum(-1) / 15 - 1:
        together = overall(values)
        pairs = _contrasts(tuple("abc"), values, 0.95, together.p)
        false += together.p < 0.05 or any(each.p < 0.05 for each in pairs)
    assert false <= 46


def test_all_conditions_in_words_and_as_a_chart():
    rng = np.random.default_rng(1)
    level = {"a": 0.6, "b": 0.75, "c": 0.95}
    keys = [(who, when) for who in range(6) for when in level]
    tables = [binary(hit := rng.binomial(40, level[when]), 40 - hit) for _, when in keys]
    found = conditions(Counts(tables, by=("who", "when"), groups=keys))
    assert found.verdict[0].startswith("The 3 conditions differ: F(")
    assert found.verdict[0].endswith("(repeated measures, Greenhouse-Geisser, 6 subjects).")
    assert [row["measure"] for row in found.chart("conditions").rows] == ["a", "b", "c"]
    assert max(map(len, str(found).splitlines())) <= 80
    alike = conditions(layout([[binary(5, 5), binary(10, 0)]] * 2))
    assert alike.verdict[0].startswith("Cannot tell 'b' from 'a': informedness differs by 1.00")
