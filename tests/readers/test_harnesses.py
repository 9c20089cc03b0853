"""Logs that the harnesses themselves make, with their mock models, are read back exactly.

``./dev test logs`` installs inspect_ai, lm_eval and deepeval and runs this file; without them its tests are skipped.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from importlib.util import find_spec
from types import SimpleNamespace

import pytest

from informed.questions.evaluate.grades import graded
from informed.readers.kinds import kind_of
from informed.readers.logs import grades_of, items_of_runs, read_log, read_run
from informed.readers.logs.every_eval_ever import save

inspected = pytest.mark.skipif(find_spec("inspect_ai") is None, reason="inspect_ai is not installed: ./dev test logs")
harnessed = pytest.mark.skipif(find_spec("lm_eval") is None, reason="lm_eval is not installed: ./dev test logs")
evaluated = pytest.mark.skipif(find_spec("deepeval") is None, reason="deepeval is not installed: ./dev test logs")
ITEMS, EPOCHS = 6, 3


def chosen(item, epoch):
    return "ABC"[item * epoch % 3]


def written(item, epoch):
    return (f"City{item}", f"It is City{item}.", "No idea")[(item + epoch) % 3]


def make(folder, format):
    """Logs of two tasks, choices and free text, with three epochs and two scorers."""
    import inspect_ai
    import tiktoken
    from inspect_ai.dataset import MemoryDataset, Sample
    from inspect_ai.model import ModelOutput, get_model
    from inspect_ai.scorer import choice, exact, includes
    from inspect_ai.solver import generate, multiple_choice

    tiktoken.get_encoding = lambda name: SimpleNamespace(
        encode=lambda text, **_: list(text)
    )  # else it asks the network
    colours, about = ["red", "green", "blue"], [{"topic": "xy"[item % 2]} for item in range(ITEMS)]
    own = [{"input": "?", "id": item + 1, "metadata": about[item]} for item in range(ITEMS)]
    quiz = [Sample(choices=colours, target="ABC"[item % 3], **each) for item, each in enumerate(own)]
    free = [Sample(target=f"City{item}", **each) for item, each in enumerate(own)]
    tasks = {
        "quiz": (quiz, multiple_choice(), [choice()], lambda item, epoch: f"ANSWER: {chosen(item, epoch)}"),
        "free": (free, generate(), [includes(), exact()], written),
    }
    for name, (samples, solver, scorers, says) in tasks.items():
        said = [says(item, epoch) for epoch in range(EPOCHS) for item in range(ITEMS)]
        outputs = [ModelOutput.from_content("mockllm/model", text) for text in said]
        task = inspect_ai.Task(dataset=MemoryDataset(samples), solver=solver, scorer=scorers, epochs=EPOCHS, name=name)
        model = get_model("mockllm/model", custom_outputs=outputs)
        how = {"log_dir": folder, "log_format": format, "max_samples": 1, "max_connections": 1, "display": "none"}
        inspect_ai.eval(task, model=model, **how)


@pytest.fixture(scope="module")
def logs(tmp_path_factory):
    """Made by a process of its own: warnings are errors here, and not there."""
    found = {}
    for format in ("eval", "json"):
        folder = tmp_path_factory.mktemp(format)
        subprocess.run([sys.executable, __file__, str(folder), format], check=True, capture_output=True)
        found |= {(name, format): path for name in ("quiz", "free") for path in folder.glob(f"*_{name}_*.{format}")}
    return found


@inspected
@pytest.mark.parametrize("format", ["eval", "json"])
def test_choices_of_inspect(logs, format):
    path = logs["quiz", format]
    assert kind_of(path).log == "inspect"
    found = {(int(each.id) - 1, each.epoch): each for each in read_log(path).items}
    assert len(found) == ITEMS * EPOCHS
    for (item, epoch), each in found.items():
        assert (each.target, each.options, each.metadata) == (
            ("ABC"[item % 3],),
            ("A", "B", "C"),
            {"topic": "xy"[item % 2]},
        )
        assert each.grades["choice"].answer == chosen(item, epoch - 1)
        assert each.grades["choice"].value == float(chosen(item, epoch - 1) == "ABC"[item % 3])
    right = sum(chosen(item, epoch) == "ABC"[item % 3] for item in range(ITEMS) for epoch in range(EPOCHS))
    assert items_of_runs(read_run([path])).counts().table.trace() == right


@inspected
@pytest.mark.parametrize("format", ["eval", "json"])
def test_free_text_of_inspect_by_two_scorers(logs, format, tmp_path):
    path = logs["free", format]
    for scorer, right in (("includes", (0, 1)), ("exact", (0,))):
        (run,) = read_run([path], scorer=scorer)  # which reproduces the header of Inspect, or stops
        for each in run.answers:
            assert each.grade.value == float((int(each.item.id) + each.item.epoch - 2) % 3 in right)
        assert graded(grades_of([run], "")).estimate.value == run.mean == pytest.approx(len(right) / 3)
    log = read_log(path)
    save(log, tmp_path / "run.json")
    back = read_log(tmp_path / "run.json")
    assert [(one.id, one.epoch, one.target) for one in log.items] == [
        (two.id, two.epoch, two.target) for two in back.items
    ]


DEEPEVAL = """
from deepeval import evaluate
from deepeval.metrics import ExactMatchMetric
from deepeval.test_case import LLMTestCase
said = [LLMTestCase(input=f"q{at}", actual_output="BA"[at % 3 > 0], expected_output="A") for at in range(6)]
evaluate(said, [ExactMatchMetric()])
"""


@evaluated
def test_a_run_of_deepeval_with_its_metric_without_a_model(tmp_path):
    """Right are the four of six answers that equal the expected one."""
    quiet = {"DEEPEVAL_TELEMETRY_OPT_OUT": "YES", "DEEPEVAL_RESULTS_FOLDER": str(tmp_path / "runs")}
    how = {"check": True, "capture_output": True, "cwd": tmp_path, "env": {**os.environ, **quiet}}
    subprocess.run([sys.executable, "-c", DEEPEVAL], **how)
    (path,) = (tmp_path / "runs").glob("*.json")
    assert kind_of(path).log == "deepeval"
    for scorer in (None, "Exact Match"):
        (run,) = read_run([path], scorer=scorer)  # the pass rate of its header is reproduced, or it stops
        assert [each.grade.value for each in run.answers] == [0, 1, 1, 0, 1, 1]
    assert items_of_runs(read_run([path])).counts().table.tolist() == [[4, 2], [0, 0]]


TASK = """
task: {name}
dataset_path: json
dataset_kwargs: {{data_files: {{test: {data}}}}}
test_split: test
doc_to_text: "{{{{question}}}}"
{more}
"""
CHOICES = """output_type: multiple_choice
doc_to_choice: ["red", "green", "blue"]
doc_to_target: answer
metric_list: [{metric: acc}, {metric: acc_norm}]"""
FREE = "output_type: generate_until\ndoc_to_target: word\nmetric_list: [{metric: exact_match}]"


@harnessed
@pytest.mark.parametrize(("name", "more"), [("choices", CHOICES), ("free", FREE)])
def test_the_dummy_model_of_the_harness(tmp_path, name, more):
    data = tmp_path / "data.json"
    rows = [{"question": f"Q{at}?", "answer": at % 3, "word": "lol" if at % 2 else "no"} for at in range(12)]
    data.write_text("".join(json.dumps(row) + "\n" for row in rows))
    (tmp_path / f"{name}.yaml").write_text(TASK.format(name=name, data=data, more=more))
    command = [sys.executable, "-m", "lm_eval", "--model", "dummy", "--tasks", name, "--include_path", str(tmp_path)]
    subprocess.run([*command, "--log_samples", "--output_path", str(tmp_path / "out")], check=True, capture_output=True)
    (path,) = (tmp_path / "out").rglob(f"samples_{name}_*.jsonl")
    (results,) = (tmp_path / "out").rglob("results_*.json")
    stated = json.loads(results.read_text())["results"][name]
    log = read_log(path)
    assert {each.metadata["question"] for each in log.items} == {row["question"] for row in rows}
    for scorer in log.scorers:
        (run,) = read_run([path], scorer=scorer)
        assert run.log.claims
        assert run.mean == pytest.approx(stated[f"{scorer},none"])


if __name__ == "__main__":
    make(*sys.argv[1:])
