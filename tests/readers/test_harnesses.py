"""Logs that the harnesses themselves make, with their mock models, are read back exactly.

``./dev test logs`` installs each tool in an environment of its own below $HARNESSES, so that none changes another
or this one, and runs this file; without them its tests are skipped.
"""

from __future__ import annotations

import json
import os
import subprocess
from inspect import getsource
from pathlib import Path
from types import SimpleNamespace

import pytest

from informed.questions.evaluate.grades import graded
from informed.readers.kinds import kind_of
from informed.readers.logs import grades_of, items_of_runs, read_log, read_run
from informed.readers.logs.every_eval_ever import save

FOLDER = Path(os.environ.get("HARNESSES", "no such folder")).resolve()
ITEMS, EPOCHS = 6, 3


def run_by(tool, folder, *command, **environment):
    """Run a program of an environment under $HARNESSES, quiet and without anything of this one."""
    program = FOLDER / tool / command[0]
    if not program.exists():
        pytest.skip(f"{tool} is not in $HARNESSES: ./dev test logs")
    clean = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "COV"))}
    how = {"check": True, "capture_output": True, "cwd": folder, "timeout": 300, "env": {**clean, **environment}}
    subprocess.run([str(program), *map(str, command[1:])], **how)


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


INSPECT = "import sys\nfrom types import SimpleNamespace\nmake(*sys.argv[1:])"


@pytest.fixture(scope="module")
def logs(tmp_path_factory):
    """Made by a process of the tool, which knows nothing of this file but these functions."""
    code = "\n".join([f"ITEMS, EPOCHS = {ITEMS}, {EPOCHS}", *map(getsource, (chosen, written, make)), INSPECT])
    found = {}
    for format in ("eval", "json"):
        folder = tmp_path_factory.mktemp(format)
        run_by("inspect", folder, "bin/python", "-c", code, folder, format)
        found |= {(name, format): path for name in ("quiz", "free") for path in folder.glob(f"*_{name}_*.{format}")}
    return found


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


def test_a_run_of_deepeval_with_its_metric_without_a_model(tmp_path):
    """Right are the four of six answers that equal the expected one."""
    quiet = {"DEEPEVAL_TELEMETRY_OPT_OUT": "YES", "DEEPEVAL_RESULTS_FOLDER": str(tmp_path / "runs")}
    run_by("deepeval", tmp_path, "bin/python", "-c", DEEPEVAL, **quiet)
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


def harness(folder, name, more):
    """The samples and the results of a task by the dummy model of lm-evaluation-harness."""
    data = folder / "data.json"
    rows = [{"question": f"Q{at}?", "answer": at % 3, "word": "lol" if at % 2 else "no"} for at in range(12)]
    data.write_text("".join(json.dumps(row) + "\n" for row in rows))
    (folder / f"{name}.yaml").write_text(TASK.format(name=name, data=data, more=more))
    command = ("-m", "lm_eval", "--model", "dummy", "--model_args", "pretrained=acme/dummy", "--tasks", name)
    more = ("--include_path", folder, "--log_samples", "--output_path", folder / "out")
    run_by("lm-eval", folder, "bin/python", *command, *more)
    (path,) = (folder / "out").rglob(f"samples_{name}_*.jsonl")
    (results,) = (folder / "out").rglob("results_*.json")
    return rows, path, results


@pytest.mark.parametrize(("name", "more"), [("choices", CHOICES), ("free", FREE)])
def test_the_dummy_model_of_the_harness(tmp_path, name, more):
    rows, path, results = harness(tmp_path, name, more)
    stated = json.loads(results.read_text())["results"][name]
    log = read_log(path)
    assert {each.metadata["question"] for each in log.items} == {row["question"] for row in rows}
    for scorer in log.scorers:
        (run,) = read_run([path], scorer=scorer)
        assert run.log.claims
        assert run.mean == pytest.approx(stated[f"{scorer},none"])


def test_records_that_every_eval_ever_makes_of_a_log(tmp_path):
    """Its own converter, and the log that it converted, hold the same grades."""
    _, path, results = harness(tmp_path, "choices", CHOICES)
    command = ("convert", "lm_eval", "--log_path", results, "--include_samples", "--output_dir", tmp_path / "made")
    run_by("every-eval-ever", tmp_path, "bin/every_eval_ever", *command)
    (made,) = (tmp_path / "made").rglob("*_samples.jsonl")
    assert kind_of(made).log == "every-eval-ever"
    for scorer in ("acc", "acc_norm"):
        (one,), (two,) = read_run([path], scorer=scorer), read_run([made], scorer=scorer)
        assert sorted(each.grade.value for each in one.answers) == sorted(each.grade.value for each in two.answers)
        assert two.mean == pytest.approx(one.mean)


def test_a_run_of_helm_with_its_model_that_needs_no_weights(tmp_path):
    """Ten questions of its own: the means over them that it states are reproduced from the items, or reading stops."""
    command = ("--run-entries", "simple_mcqa:model=simple/model1", "--suite", "s", "--max-eval-instances", "10")
    run_by("helm", tmp_path, "bin/helm-run", *command, "--disable-cache")
    (path,) = tmp_path.rglob("scenario_state.json")
    assert kind_of(path).log == "helm"
    stats = {each["name"]["name"]: each for each in json.loads(path.with_name("stats.json").read_text())
             if each["name"]["split"] == "test" and "perturbation" not in each["name"]}  # fmt: skip
    for scorer in ("exact_match", "quasi_exact_match"):
        (run,) = read_run([path], scorer=scorer)
        assert run.log.claims
        assert run.mean == pytest.approx(stats[scorer]["mean"])
        assert len(run.answers) == 10


SAID = """
right, said = list("ABABAB"), list("AABBAB")  # four of six
asked = [f"q{at}" for at in range(6)]
"""
MLFLOW = """
import mlflow
from pandas import DataFrame
mlflow.set_tracking_uri("sqlite:///runs.db")
def same(predictions, targets):
    return mlflow.metrics.MetricValue(scores=[float(p == t) for p, t in zip(predictions, targets)])
exact = mlflow.metrics.make_metric(eval_fn=same, greater_is_better=True, name="exactness")
rows = DataFrame({"inputs": asked, "ground_truth": right, "outputs": said})
with mlflow.start_run():
    mlflow.models.evaluate(data=rows, targets="ground_truth", predictions="outputs", extra_metrics=[exact])
"""
RAGAS = """
from ragas import EvaluationDataset, SingleTurnSample, evaluate
from ragas.metrics import ExactMatch
each = zip(asked, said, right)
rows = [SingleTurnSample(user_input=q, response=s, reference=r) for q, s, r in each]
found = evaluate(EvaluationDataset(samples=rows), metrics=[ExactMatch()], show_progress=False).to_pandas()
found.to_csv("ragas.csv", index=False)
found.to_json("ragas.jsonl", orient="records", lines=True)
"""


@pytest.mark.parametrize(
    ("tool", "code", "found", "kind", "scorer"),
    [
        ("mlflow", MLFLOW, "mlruns/**/eval_results_table.json", "mlflow", "exactness"),
        ("ragas", RAGAS, "ragas.csv", "items", "exact_match"),
        ("ragas", RAGAS, "ragas.jsonl", "items", "exact_match"),
    ],
)
def test_a_table_of_answers_that_a_tool_graded(tmp_path, tool, code, found, kind, scorer):
    """Two labels, three of each, of which each is found twice."""
    run_by(tool, tmp_path, "bin/python", "-c", SAID + code, RAGAS_DO_NOT_TRACK="true", MLFLOW_DISABLE_TELEMETRY="true")
    (path,) = tmp_path.glob(found)
    assert kind_of(path).log == kind
    (run,) = read_run([path], scorer=scorer)
    assert [each.grade.value for each in run.answers] == [1, 0, 0, 1, 1, 1]
    assert items_of_runs(read_run([path])).counts().table.tolist() == [[2, 1], [1, 2]]


@pytest.mark.parametrize("name", ["out.json", "out.jsonl"])
def test_results_of_promptfoo_with_the_provider_that_echoes(tmp_path, name):
    """Of two prompts one says what both tests of equality want; what contains a letter both say."""
    equal = [{"vars": {"word": x}, "assert": [{"type": "equals", "value": f"Say {x}"}]} for x in "AB"]
    within = {"vars": {"word": "C"}, "assert": [{"type": "contains", "value": "C"}], "metadata": {"topic": "x"}}
    asked = {"prompts": ["Say {{word}}", "Please say {{word}}"], "providers": ["echo"], "tests": [*equal, within]}
    (tmp_path / "asked.json").write_text(json.dumps(asked))
    quiet = {"PROMPTFOO_DISABLE_TELEMETRY": "1", "PROMPTFOO_DISABLE_UPDATE": "1", "PROMPTFOO_CONFIG_DIR": str(tmp_path),
             "PROMPTFOO_PASS_RATE_THRESHOLD": "0"}  # fmt: skip
    command = ("eval", "-c", "asked.json", "--no-cache", "--no-table", "--output", name)
    run_by("promptfoo", tmp_path, "node_modules/.bin/promptfoo", *command, **quiet)
    assert kind_of(tmp_path / name).log == "promptfoo"
    log = read_log(tmp_path / name)
    assert sorted(log.models) == ["echo, Please say {{word}}", "echo, Say {{word}}"]
    for run in read_run([tmp_path / name]):
        polite = run.answers[0].item.model.startswith("echo, Please")
        graded_so = {each.item.metadata["word"]: each.grade.value for each in run.answers}
        assert graded_so == {"A": 1 - polite, "B": 1 - polite, "C": 1}
        for each in run.answers:
            assert each.grade.answer == f"{'Please say' if polite else 'Say'} {each.item.metadata['word']}"


EVAL = """
words: {{id: words.v0, metrics: [accuracy]}}
words.v0: {{class: "evals.elsuite.basic.match:Match", args: {{samples_jsonl: {data}}}}}
"""


def test_a_record_of_openai_evals_with_its_dummy(tmp_path):
    """It always says the same, which is right for four of six; wrong answers are kept as they were said."""
    dummy, data = "This is a dummy response.", tmp_path / "data.jsonl"
    ideal = [dummy if at % 3 else "other" for at in range(6)]
    asked = [{"input": [{"role": "user", "content": f"q{at}"}], "ideal": each} for at, each in enumerate(ideal)]
    data.write_text("".join(json.dumps(each) + "\n" for each in asked))
    (tmp_path / "registry" / "evals").mkdir(parents=True)
    (tmp_path / "registry" / "evals" / "words.yaml").write_text(EVAL.format(data=data))
    command = ("dummy", "words", "--registry_path", tmp_path / "registry", "--record_path", tmp_path / "record.jsonl")
    run_by("evals", tmp_path, "bin/oaieval", *command, OPENAI_API_KEY="unused")  # its client asks for one, and no more
    path = tmp_path / "record.jsonl"
    assert kind_of(path).log == "openai-evals"
    (run,) = read_run([path])  # the accuracy of its final report is reproduced, or it stops
    assert run.log.claims
    assert run.mean == pytest.approx(4 / 6)
    found = {each.item.id: each for each in run.answers}
    for at, each in enumerate(ideal):
        answer = found[f"words.v0.{at}"]
        assert (answer.item.target, answer.grade.answer) == ((each,), dummy)
        assert answer.grade.value == (each == dummy)
