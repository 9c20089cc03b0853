"""Suites: the mean over tasks is that of strata, ties are told by test, and an order that turns is named."""

from __future__ import annotations

import json

import numpy as np
import pytest
from scipy.stats import ttest_rel

from informed import InputError
from informed.cli import main
from informed.core.words import number
from informed.inference.grades import of_strata_gaps, stratified
from informed.more import suite
from informed.questions.suite import Task, Tasks, suited
from informed.writers.page import parts


def written(path, model, tasks, epochs=1):
    rows = [
        {"id": f"{task}-{at}", "task": task, "model": model, "grade": grade, "epoch": epoch + 1, "half": at % 2}
        for task, grades in tasks.items()
        for at, grade in enumerate(grades)
        for epoch in range(epochs)
    ]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


def shares(n, right):
    return [1] * right + [0] * (n - right)


def test_strata():
    """Cochran 1977, chapter 5: the variance of a stratified mean; one stratum is Student's paired test."""
    draw = np.random.default_rng(1)
    one, two = draw.random(40), draw.random(15)
    found = stratified([one, two], np.array([0.3, 0.7]))
    assert found.value == pytest.approx(0.3 * one.mean() + 0.7 * two.mean())
    assert found.squared == pytest.approx(0.09 * one.var(ddof=1) / 40 + 0.49 * two.var(ddof=1) / 15)
    first, second = draw.random(30), draw.random(30)
    known = ttest_rel(first, second)
    (low, high, _), p = of_strata_gaps([first - second], np.array([1.0]), 0.95)
    assert p == pytest.approx(known.pvalue)
    assert (low, high) == pytest.approx(tuple(known.confidence_interval(0.95)))


def test_the_interval_of_a_difference_leaves_out_0_where_its_adjusted_p_does():
    """Four systems on three tasks, one of them better: p and intervals allow for all six pairs (Holm)."""
    draw = np.random.default_rng(7)
    rates = {"a": 0.5, "b": 0.55, "c": 0.65, "d": 0.8}
    grades = [
        {who: tuple((float(draw.random() < rate),) for _ in range(60)) for who, rate in rates.items()} for _ in "xyz"
    ]
    tasks = [Task(name, "own", each, None) for name, each in zip("xyz", grades, strict=True)]
    found = suited(Tasks(tuple(tasks), ()))
    shown = [each.p_adjusted < 0.05 for each in found.differences]
    assert 0 < sum(shown) < 6
    assert shown == [not each.estimate.low <= 0 <= each.estimate.high for each in found.differences]


def test_a_suite(tmp_path):
    tasks = {"easy": shares(100, 90), "hard": shares(50, 20)}
    paths = [
        written(tmp_path / "a.jsonl", "a", tasks),
        written(tmp_path / "b.jsonl", "b", {name: each[::-1] for name, each in tasks.items()}),
    ]
    found = suite(paths)
    assert [task.name for task in found.tasks] == ["easy", "hard"]
    assert found.pooled["a"].value == pytest.approx((0.9 + 0.4) / 2)  # every task counts alike
    assert suite(paths, weights="items").pooled["a"].value == pytest.approx(110 / 150)
    assert set(found.ranks.values()) == {1}
    assert "Tied for the first place" in found.verdict[0]
    assert max(map(len, str(found).splitlines())) <= 80
    drawn = {(row["row"], row["measure"]): row["value"] for row in found.chart("tasks").rows}
    assert drawn == {(task.name, name): each.value for task in found.tasks for name, each in task.values.items()}
    assert found.report("html").count("<figure") == 2


def test_the_better_system_is_first_and_an_order_that_turns_is_told(tmp_path):
    strong = written(tmp_path / "a.jsonl", "strong", {"x": shares(80, 75), "y": shares(80, 70), "z": shares(80, 10)})
    weak = written(tmp_path / "b.jsonl", "weak", {"x": shares(80, 20), "y": shares(80, 30), "z": shares(80, 45)})
    found = suite([strong, weak])
    assert found.ranks == {"strong": 1, "weak": 2}
    (turn,) = found.reversals
    assert {turn.task, turn.other} == {"z", "x"}
    assert any(line.startswith("Reversal: 'weak' is better on 'z'") for line in found.verdict)


def test_a_task_that_one_system_lacks(tmp_path):
    both = written(tmp_path / "a.jsonl", "a", {"x": shares(20, 15), "y": shares(20, 5)})
    one = written(tmp_path / "b.jsonl", "b", {"x": shares(20, 10)})
    found = suite([both, one])
    assert found.pooled["a"].value == pytest.approx(0.75)
    assert any("not in the mean over tasks: 'y'" in note for note in found.notes)
    other = written(tmp_path / "c.jsonl", "c", {"z": shares(20, 10)})
    with pytest.raises(InputError, match="no task was done by all"):
        suite([both, other])
    with pytest.raises(InputError, match="two logs of system 'a'"):
        suite([both, both])


def test_a_field_splits_tasks_and_one_system_is_enough(tmp_path, capsys):
    path = written(tmp_path / "a.jsonl", "a", {"x": shares(40, 30)}, epochs=3)
    found = suite([path], task="half")
    assert sorted(task.name for task in found.tasks) == ["0", "1"]
    assert found.differences == ()
    with pytest.raises(SystemExit) as stop:
        main(["suite", str(path), "--task", "halves"])
    assert stop.value.code == 2
    assert "Did you mean 'half'?" in capsys.readouterr().err


def test_systems_without_a_task_in_common_are_told_their_tasks(tmp_path):
    logs = [written(tmp_path / f"{name}.jsonl", name, {task: [0, 1, 1]}) for name, task in ("ax", "by")]
    with pytest.raises(InputError, match=r"'a' did 'x'; 'b' did 'y'\. .* a field 'task', choose a field with task="):
        suite(logs)


def test_the_page_names_every_row_in_plain_words(tmp_path):
    """No row without a name, no name of a method or of a field of the program, and every number of the rows."""
    shown = {"easy": shares(30, 22), "hard": shares(30, 9)}
    found = suite([written(tmp_path / f"{name}.jsonl", name, shown) for name in ("one", "two")])
    page = parts(found)
    rows = [row for grid in page["grids"] for row in grid.rows]
    assert all(row[0] for row in rows)
    text = " ".join(cell for row in rows for cell in row) + " ".join(page["facts"])
    assert "_" not in text
    assert all(number(row["value"]) in text and number(row["low"]) in text for row in found.rows())
