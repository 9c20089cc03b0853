"""Systems by prompts by items: the planted crossover, variance parts of a textbook, and what is refused."""

import csv
import json

import numpy as np
import pytest

import informed
from informed import InputError
from informed.cli import main
from informed.questions.compare.crossing import crossed
from informed.readers.logs import CrossedGrades

BY = ["--by", "prompt"]


def rows(advantage, items=40, runs=3, seed=3):
    """Answers of two systems; how much likelier, in logits, each is right under each prompt."""
    rng = np.random.default_rng(seed)
    hard = rng.standard_normal(items)
    return [
        {"id": item, "epoch": run, "model": model, "prompt": prompt, "grade": int(rng.random() < 1 / (1 + np.exp(-x)))}
        for (model, prompt), gain in advantage.items()
        for run in range(runs)
        for item in range(items)
        for x in [hard[item] + gain]
    ]


CROSSOVER = {("m1", "p1"): 0.9, ("m2", "p1"): -0.4, ("m1", "p2"): -0.4, ("m2", "p2"): 0.9}
CROSSOVER |= {("m1", "p3"): 0.2, ("m2", "p3"): 0.2}
ALIKE = dict.fromkeys(CROSSOVER, 0.2)


def written(path, given):
    with path.open("w", newline="") as file:
        out = csv.DictWriter(file, list(given[0]))
        out.writeheader()
        out.writerows(given)
    return str(path)


def code(*words):
    with pytest.raises(SystemExit) as done:
        main(list(words))
    return done.value.code or 0


def test_a_planted_crossover_is_shown_in_the_shell_and_in_python(tmp_path, capsys):
    given = rows(CROSSOVER)
    assert code("compare", written(tmp_path / "crossed.csv", given), *BY, "--format", "json") == 0
    told = json.loads(capsys.readouterr().out)
    found = informed.compare(informed.read(given), by="prompt")
    assert told["kind"] == found.kind == "crossed_comparison"
    assert told["crossing"]["p"] == found.crossing.p < 0.01
    assert "depends" in [each.code for each in found.findings]
    better = {part.group[0]: part.difference("m2", "m1") for part in found.groups}
    assert better["p1"].estimate.high < 0 < better["p2"].estimate.low


def test_without_one_nothing_is_said_to_depend_on_the_prompt():
    found = informed.compare(informed.read(rows(ALIKE)), by="prompt")
    assert "not_dependent" in [each.code for each in found.findings]


def test_logs_of_one_model_and_prompt_each_are_the_same_as_one_frame(tmp_path):
    given = rows(CROSSOVER)
    whole = informed.compare(informed.read(given), by="prompt").crossing
    parts = [[each for each in given if (each["model"], each["prompt"]) == cell] for cell in dict.fromkeys(CROSSOVER)]
    logs = [informed.read(part) for part in parts]
    apart = informed.compare(logs, by="prompt").crossing
    assert apart.squared == pytest.approx(whole.squared)
    assert [each.value for each in apart.anew.values()] == [each.value for each in whole.anew.values()]


def as_grades(values):
    """Systems, conditions, items, runs."""
    of = {f"s{at}": tuple(tuple(map(tuple, cell)) for cell in each) for at, each in enumerate(values.tolist())}
    return CrossedGrades("grade", ("prompt",), tuple(f"p{each}" for each in range(values.shape[1])), of)


def test_parts_are_those_of_the_analysis_of_variance_of_two_factors():
    """Expected mean squares of a balanced table of two random factors (Searle, Casella & McCulloch 1992)."""
    values = np.random.default_rng(5).normal(size=(2, 4, 6, 3)) + np.random.default_rng(6).normal(size=(2, 4, 6, 1))
    gap = values[1].mean(-1) - values[0].mean(-1)
    grand = gap.mean()
    rest = gap - gap.mean(1, keepdims=True) - gap.mean(0, keepdims=True) + grand
    squares = {
        "conditions": 6 * ((gap.mean(1) - grand) ** 2).sum() / 3,
        "items": 4 * ((gap.mean(0) - grand) ** 2).sum() / 5,
        "rest": (rest**2).sum() / 15,
    }
    within = values.var(axis=-1, ddof=1).mean(axis=(1, 2)).sum()
    found = crossed(as_grades(values)).crossing.variance
    assert found["runs"] == pytest.approx(within)
    assert found["conditions"] == pytest.approx(max((squares["conditions"] - squares["rest"]) / 6, 0))
    assert found["items"] == pytest.approx(max((squares["items"] - squares["rest"]) / 4, 0))
    assert found["conditions x items"] == pytest.approx(max(squares["rest"] - within / 3, 0))


def test_what_all_systems_share_changes_nothing():
    """Hard items and hard prompts move all systems alike."""
    values = np.random.default_rng(8).normal(size=(2, 3, 12, 2))
    hard = np.random.default_rng(9).normal(size=(3, 12, 1)) * 4
    one, two = (crossed(as_grades(each)).crossing for each in (values, values + hard))
    assert two.p == pytest.approx(one.p)
    assert two.variance == pytest.approx(one.variance)


def test_twice_of_a_part_halves_what_it_adds():
    crossing = crossed(as_grades(np.random.default_rng(8).normal(size=(2, 3, 12, 2)))).crossing
    whole = sum(crossing.squared.values())
    assert 1 - (1 - crossing.doubled("runs")) ** 2 == pytest.approx(crossing.squared["runs"] / 2 / whole)


def test_answers_that_were_given_once_say_nothing_of_runs():
    found = informed.compare(informed.read(rows(CROSSOVER, runs=1)), by="prompt")
    assert np.isnan(found.crossing.variance["runs"])
    assert "nothing is known of more runs" in str(found.findings)


def test_one_prompt_is_said_and_gives_no_number_for_others():
    given = [each for each in rows(ALIKE) if each["prompt"] == "p1"]
    found = informed.compare(informed.read(given), by="prompt")
    assert found.kind == "grade_comparison"
    assert "prompt has one value: nothing can be said of others" in found.notes


def test_an_item_that_lacks_a_cell_is_named_and_left_out():
    given = [each for each in rows(ALIKE) if (each["id"], each["model"], each["prompt"]) != (7, "m2", "p3")]
    found = informed.compare(informed.read(given), by="prompt")
    assert found.items == 39
    assert any("1 item without an answer in some cell left out: '7'" in each for each in found.notes)


def test_a_single_item_in_all_cells_is_refused():
    given = [each for each in rows(ALIKE, items=3) if each["id"] == 0 or each["model"] == "m1"]
    with pytest.raises(InputError, match="1 item answered by all of 2 systems under every prompt"):
        informed.compare(informed.read(given), by="prompt")


@pytest.mark.parametrize(("words", "why"), [(["--cluster", "epoch"], "--cluster"), (["--margin", "0.1"], "--margin")])
def test_what_has_no_use_is_refused_by_name(tmp_path, capsys, words, why):
    assert code("compare", written(tmp_path / "crossed.csv", rows(ALIKE)), *BY, *words) == 2
    assert why in capsys.readouterr().err


def test_a_requirement_is_held_under_every_prompt(tmp_path, capsys):
    path = written(tmp_path / "crossed.csv", rows(CROSSOVER))
    assert code("compare", path, *BY, "--require", "better") == 1
    assert "NOT MET" in capsys.readouterr().out


def test_a_frame_is_read_as_its_rows():
    import polars

    given = rows(CROSSOVER)
    assert informed.read(polars.DataFrame(given)).items == informed.read(given).items
