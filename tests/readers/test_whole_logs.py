"""Logs with everything that their programs write around the answers: events, attachments, summaries, accounts.

The same laws hold for two folders of the same file names: logs in our own words, which `make` writes in the shapes of
Inspect 0.3 (2024 to 2026), lm-evaluation-harness 0.4, HELM and Every Eval Ever 0.3; and logs of real models in
../shared/data/logs, which quote other people's questions and are no part of this project.
``python tests/readers/test_whole_logs.py FOLDER`` writes ours.
"""

from __future__ import annotations

import hashlib
import json
import shutil
import sys
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

import pytest

from informed import InputError, evaluate
from informed.questions.evaluate.grades import graded
from informed.readers.kinds import kind_of
from informed.readers.logs import NotOptionsError, grades_of, items_of_runs, read_log, read_run

REAL = Path(__file__).parents[3] / "shared" / "data" / "logs"
WHEN = "2026-01-05T10:00:00+00:00"
COLOURS = ["red", "green", "blue", "grey"]

# --- Inspect ---------------------------------------------------------------------------------------------------------


def sample(number, epoch, question, target, said, scores, **more):
    """A sample with its messages, events and attachments."""
    attached = hashlib.md5(question.encode(), usedforsecurity=False).hexdigest()
    asked = {"id": f"m{number}", "role": "user", "source": "input", "content": f"attachment://{attached}"}
    answer = {"message": {"role": "assistant", "source": "generate", "content": said}, "stop_reason": "stop"}
    usage = {"input_tokens": 20, "output_tokens": 2, "total_tokens": 22}
    state = {"messages": [asked], "tools": [], "tool_choice": None, "store": {}, "completed": False}
    events = [
        {"event": "span_begin", "timestamp": WHEN, "id": "s1", "type": "init", "name": "init"},
        {"event": "sample_init", "timestamp": WHEN, "sample": {"input": question, "target": target}, "state": state},
        {"event": "model", "timestamp": WHEN, "model": "mockllm/model", "input": [asked], "output": {}},
        *({"event": "score", "timestamp": WHEN, "score": each, "target": target} for each in scores.values()),
    ]
    return {
        "id": number,
        "epoch": epoch,
        "input": question,
        "target": target,
        "messages": [asked, answer["message"]],
        "output": {"model": "model", "choices": [answer], "completion": said, "usage": usage, "time": 0.5},
        "scores": scores,
        "metadata": {"shade": ["light", "dark"][epoch % 2]},
        "store": {},
        "events": events,
        "model_usage": {"mockllm/model": usage},
        "uuid": f"u{number}-{epoch}",
        "error_retries": [],
        "attachments": {attached: question},
        **more,
    }


def inspected(task, scorer, samples, *, epochs=1, unscored=False, mean=None):
    """The log of a run: what was planned, what came out, the samples, and their grades over epochs."""
    grades: dict = {}
    for each in () if unscored else samples:
        grades.setdefault(each["id"], []).append(float(each["scores"][scorer]["value"] == "C"))
    reduced = {number: sum(each) / len(each) for number, each in grades.items()}
    told = mean if mean is not None else sum(reduced.values()) / max(len(reduced), 1)
    metrics = {
        name: {"name": name, "value": value, "params": {}} for name, value in (("accuracy", told), ("stderr", 0))
    }
    score = {"name": scorer, "scorer": scorer, "scored_samples": len(grades), "params": {}, "metrics": metrics}
    config = {"epochs": epochs, "epochs_reducer": ["mean"], "fail_on_error": True, "log_samples": True}
    dataset = {"name": task, "samples": 100, "sample_ids": list(grades), "shuffled": False}
    planned = {"run_id": "r1", "created": WHEN, "task": task, "task_id": "t1", "task_version": 0, "dataset": dataset}
    planned |= {"model": "mockllm/model", "model_args": {}, "config": config, "packages": {"inspect_ai": "0.3.162"}}
    whole = len(samples) or 1000
    results = {"total_samples": whole, "completed_samples": whole, "scores": [] if unscored else [score]}
    reductions = [{"scorer": scorer, "samples": [{"value": value, "sample_id": at} for at, value in reduced.items()]}]
    return {
        "version": 2,
        "status": "success",
        "eval": planned,
        "plan": {"name": "plan", "steps": [{"solver": "generate", "params": {}}], "config": {"temperature": 0.0}},
        "results": results,
        "stats": {"started_at": WHEN, "completed_at": WHEN, "model_usage": {}},
        "samples": samples,
        "reductions": reductions,
    }


def packed(path, log):
    """The archive: the journal of the run, a file for each sample, summaries, grades over epochs, header."""
    header = {name: part for name, part in log.items() if name not in ("samples", "reductions")}
    start = {name: header[name] for name in ("version", "eval", "plan")}
    summaries = [{name: each[name] for name in ("id", "epoch", "input", "target", "scores")} for each in log["samples"]]
    members = {"_journal/start.json": start}
    members |= {f"samples/{each['id']}_epoch_{each['epoch']}.json": each for each in log["samples"]}
    members |= {"_journal/summaries/1.json": summaries, "summaries.json": summaries}
    members |= {"reductions.json": log["reductions"], "header.json": header}
    with ZipFile(path, "w", ZIP_DEFLATED) as archive:
        for name, part in members.items():
            archive.writestr(name, json.dumps(part))


def make_inspect(folder):
    def grade(right, answer):
        return {"value": "C" if right else "I", "answer": answer, "explanation": f"ANSWER: {answer}", "history": []}

    def choices(number, epoch, options, said):
        right = "ABCD"[hash_of(number) % len(options)]
        scores = {"choice": grade(said == right, said)}
        question = f"Which colour has the number {number}?"
        return sample(number, epoch, question, right, f"ANSWER: {said}", scores, choices=options)

    quiz = [choices(at, epoch, COLOURS, "ABCD"[at * epoch % 4]) for epoch in (1, 2, 3) for at in range(1, 8)]
    packed(folder / "inspect-mmlu-choices.eval", inspected("colours", "choice", quiz, epochs=3))
    named = [choices(f"1000{at}", 1, COLOURS[:3], "ABC"[at % 3]) for at in range(5)]
    dump(folder / "inspect-pubmedqa.json", inspected("three_colours", "choice", named))
    bare = [sample(at, 1, f"Is {at} even?", " Yes", "Yes", {}) for at in range(1, 11)]
    packed(folder / "inspect-popularity.eval", inspected("even", "match", bare, unscored=True))
    said = ["Yes", "No", "yes.", "No", "Yes"]
    texts = [
        sample(at, 1, f"Is {at} odd?", " Yes", text, {"match": {"value": "CI"[text == "No"], "answer": text}})
        for at, text in enumerate(said)
    ]
    early = inspected("odd", "match", texts)  # before 2025 events lay in a transcript, reductions among the results
    early["results"]["sample_reductions"] = early.pop("reductions")
    for each in early["samples"]:
        each["transcript"] = {"events": each.pop("events"), "content": each.pop("attachments")}
    dump(folder / "inspect-formats.json", early)
    header = inspected("facts", "own_scorer", [], mean=0.375)
    dump(folder / "inspect-llm-scored.json", {name: header[name] for name in header if name not in LEFT_OUT})


LEFT_OUT = ("version", "samples", "reductions")  # of a log that was published without its samples


def hash_of(number):
    return int(hashlib.sha256(str(number).encode()).hexdigest(), 16)


# --- the others ------------------------------------------------------------------------------------------------------


def make_harness(folder):
    """Free text of 10 of 40 sums, 3 of them right; the results are those of all 40."""

    def row(at):
        total, said = 3 * at + 1, 3 * at + (1 if at < 3 else 2)
        how = {"until": ["Sum:"], "do_sample": False, "temperature": 0.0, "max_gen_toks": 16}
        return {
            "doc_id": at,
            "doc": {"idx": at, "sum": f"{at} + {2 * at + 1}", "answer": str(total), "level": "Level 1"},
            "target": f"{total} in all",
            "arguments": {"gen_args_0": {"arg_0": f"Sum: {at} + {2 * at + 1}", "arg_1": how}},
            "resps": [[f" {said} in all"]],
            "filtered_resps": [f"{said} in all"],
            "filter": "none",
            "metrics": ["exact_match"],
            "doc_hash": f"{at:064x}",
            "prompt_hash": f"{at + 1:064x}",
            "target_hash": f"{total:064x}",
            "exact_match": float(total == said),
        }

    (folder / "lm-eval-math-samples.jsonl").write_text("".join(json.dumps(row(at)) + "\n" for at in range(10)))
    metric = {"metric": "exact_match", "aggregation": "mean", "higher_is_better": True}
    config = {"task": "sums", "doc_to_text": "Sum: {{sum}}", "num_fewshot": 0, "metric_list": [metric], "repeats": 1}
    results = {
        "results": {"sums": {"alias": "sums", "exact_match,none": 0.25, "exact_match_stderr,none": 0.0693}},
        "group_subtasks": {"sums": []},
        "configs": {"sums": {**config, "output_type": "generate_until"}},
        "versions": {"sums": 1.0},
        "n-shot": {"sums": 0},
        "higher_is_better": {"sums": {"exact_match": True}},
        "n-samples": {"sums": {"original": 40, "effective": 40}},
        "config": {"model": "dummy", "model_args": "", "batch_size": 1, "limit": None, "random_seed": 0},
        "git_hash": None,
        "date": 1767607200.0,
        "lm_eval_version": "0.4.9.2",
        "task_hashes": {"sums": f"{7:064x}"},
        "model_name": "dummy",
        "total_evaluation_time_seconds": "1.5",
    }
    dump(folder / "lm-eval-math-results.json", results)


def make_helm(folder):
    """Ten questions, one of them of another split, and the accounts that HELM keeps among the grades."""
    states, grades = [], []
    for at in range(10):
        right, said, split = hash_of(at) % 4, at % 4, "valid" if at == 1 else "test"
        texts = [f"{colour} {at}" for colour in COLOURS]
        references = [{"output": {"text": text}, "tags": ["correct"] * (k == right)} for k, text in enumerate(texts)]
        instance = {"input": {"text": f"Colour {at}?"}, "references": references, "split": split, "id": f"id{at}"}
        completion = {"text": f" {'ABCD'[said]}", "logprob": 0.0, "tokens": [{"text": " A", "logprob": 0.0}]}
        request = {"model_deployment": "own/model", "model": "own/model", "prompt": f"Colour {at}?", "max_tokens": 1}
        result = {"success": True, "completions": [completion], "cached": False, "request_time": 0.5}
        state = {"instance": instance, "request": request, "result": result, "num_train_instances": 5}
        mapping = dict(zip("ABCD", texts, strict=True))
        states.append({**state, "train_trial_index": 0, "output_mapping": mapping, "prompt_truncated": False})
        told = {"num_references": 4, "inference_runtime": 0.5, "finish_reason_length": 1, "max_prob": 1.0}
        told |= {name: int(said == right) for name in ("exact_match", "quasi_exact_match")} | {"logprob": 0.0}
        stats = [
            {"name": {"name": name, "split": split}, "count": 1, "sum": each, "min": each, "max": each, "mean": each}
            for name, each in told.items()
        ]
        grades.append({"instance_id": f"id{at}", "train_trial_index": 0, "stats": stats})
    spec = {"method": "multiple_choice_joint", "instructions": "Choose a colour.", "max_eval_instances": 10}
    dump(folder / "helm-mmlu-scenario_state.json", {"adapter_spec": spec, "request_states": states})
    dump(folder / "helm-mmlu-per_instance_stats.json", grades)


def make_every_eval_ever(folder):
    """An aggregate that quotes a document, and one of its samples."""
    about = {"schema_version": "0.3.0", "evaluation_id": "own/own_model/1767607200"}
    sums = {"evaluation_result_id": "own.sums", "evaluation_name": "own.sums"}
    attribution = {"turn_idx": 0, "source": "output.raw", "extracted_value": "8", "extraction_method": "match"}
    record = {
        **about,
        "model_id": "own/model",
        **sums,
        "sample_id": "sum_0001",
        "interaction_type": "single_turn",
        "input": {"raw": "5 + 3", "formatted": "Sum: 5 + 3", "reference": ["8"]},
        "output": {"raw": ["It is 8"]},
        "answer_attribution": [{**attribution, "is_terminal": True}],
        "evaluation": {"score": 1.0, "is_correct": True},
        "token_usage": {"input_tokens": 5, "output_tokens": 3, "total_tokens": 8},
        "metadata": {"subject": "sums"},
    }
    lines = json.dumps(record) + "\n"
    (folder / "every-eval-ever-samples.jsonl").write_text(lines)
    metric = {"metric_id": "accuracy", "metric_name": "accuracy", "lower_is_better": False, "score_type": "continuous"}
    relation = {"source_organization_name": "own", "evaluator_relationship": "third_party"}
    checksum = hashlib.sha256(lines.encode()).hexdigest()
    detailed = {"format": "jsonl", "file_path": "data/own/model/samples.jsonl", "checksum": checksum, "total_rows": 1}
    aggregate = {
        **about,
        "retrieved_timestamp": "1767607201",
        "source_metadata": {"source_name": "own", "source_type": "documentation", **relation},
        "eval_library": {"name": "unknown", "version": "unknown"},
        "model_info": {"name": "model", "id": "own/model", "developer": "own"},
        "evaluation_results": [{**sums, "metric_config": metric, "score_details": {"score": 0.625}}],
        "detailed_evaluation_results": {**detailed, "hash_algorithm": "sha256"},
    }
    dump(folder / "every-eval-ever-aggregate.json", aggregate)


def dump(path, found):
    path.write_text(json.dumps(found))


def make(folder):
    """Every log, in our own words."""
    for each in (make_inspect, make_harness, make_helm, make_every_eval_ever):
        each(folder)


# --- laws ------------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def ours(tmp_path_factory):
    folder = tmp_path_factory.mktemp("logs")
    make(folder)
    return folder


@pytest.fixture(params=["ours", "real"])
def logs(request, ours):
    if request.param == "ours":
        return ours
    if not REAL.is_dir():
        pytest.skip("../shared/data/logs is not here: logs of real models, which quote other people's questions")
    return REAL


def header_of(path):
    if path.suffix == ".eval":
        with ZipFile(path) as archive:
            return json.loads(archive.read("header.json"))
    return json.loads(path.read_text())


def judged(path, kind):
    """The accuracy that a reader is shown for a log, however it is told."""
    runs = read_run([path], kind)
    try:
        found = items_of_runs(runs)
    except NotOptionsError as reason:
        return graded(grades_of(runs, str(reason))).estimate.value
    return evaluate(found).measures["accuracy"].value


@pytest.mark.parametrize("name", ["inspect-mmlu-choices.eval", "inspect-formats.json", "inspect-pubmedqa.json"])
def test_logs_of_inspect_give_the_accuracy_of_their_header(logs, name):
    told = header_of(logs / name)["results"]["scores"][0]["metrics"]["accuracy"]["value"]
    assert judged(logs / name, "inspect") == pytest.approx(told, abs=1e-9)


def test_ours_are_neither_all_right_nor_all_wrong(ours):
    for name in ("inspect-mmlu-choices.eval", "inspect-formats.json", "inspect-pubmedqa.json"):
        assert 0 < judged(ours / name, "inspect") < 1


def test_logs_of_inspect_without_grades_say_so(logs):
    with pytest.raises(InputError, match="none of its 10 samples is scored"):
        judged(logs / "inspect-popularity.eval", "inspect")
    (score,) = header_of(logs / "inspect-llm-scored.json")["results"]["scores"]
    told = rf"only its header \(accuracy {score['metrics']['accuracy']['value']} by '{score['name']}'\)"
    with pytest.raises(InputError, match=told):
        judged(logs / "inspect-llm-scored.json", "inspect")


def test_a_log_of_the_harness_is_graded_free_text(logs):
    path = logs / "lm-eval-math-samples.jsonl"
    with pytest.raises(NotOptionsError, match="free text"):
        items_of_runs(read_run([path], "lm-eval"))
    rows = [json.loads(line) for line in path.read_text().splitlines()]
    assert judged(path, "lm-eval") == sum(row["exact_match"] for row in rows) / len(rows)


def test_samples_of_the_harness_beside_results_of_more_of_them(logs, tmp_path):
    """The results are of all samples, the file holds ten: both numbers are told, and nothing is refused."""
    results = json.loads((logs / "lm-eval-math-results.json").read_text())["results"]
    task, date = next(iter(results)), "2026-01-21T03-44-18.458309"
    samples = tmp_path / f"samples_{task}_{date}.jsonl"
    shutil.copy(logs / "lm-eval-math-samples.jsonl", samples)
    shutil.copy(logs / "lm-eval-math-results.json", tmp_path / f"results_{date}.json")
    (run,) = read_run([samples])
    assert run.log.claims[0].value == results[task]["exact_match,none"]
    assert not run.log.claims[0].covers
    assert run.mean == judged(logs / "lm-eval-math-samples.jsonl", "lm-eval")


def test_a_run_of_helm_gives_the_grades_beside_it(logs):
    log = read_log(logs / "helm-mmlu-scenario_state.json")
    stats = json.loads((logs / "helm-mmlu-per_instance_stats.json").read_text())
    known = {
        each["instance_id"]: one["mean"]
        for each in stats
        for one in each["stats"]
        if one["name"]["name"] == "exact_match" and one["name"]["split"] == "test"
    }
    assert len(known) == 9
    assert {each.id: each.grades["exact_match"].value for each in log.items} == known
    assert judged(log.path, "helm") == pytest.approx(sum(known.values()) / 9)


def test_a_record_of_every_eval_ever(logs, tmp_path):
    samples, aggregate = (logs / f"every-eval-ever-{part}" for part in ("samples.jsonl", "aggregate.json"))
    record, whole = json.loads(samples.read_text()), json.loads(aggregate.read_text())
    for path in (aggregate, samples):
        (item,) = read_log(path).items
        wanted = (record["sample_id"], tuple(record["input"]["reference"]), record["metadata"])
        assert (item.id, item.target, item.metadata) == wanted
        said = record["answer_attribution"][0]["extracted_value"]
        assert [(each.value, each.answer) for each in item.grades.values()] == [(record["evaluation"]["score"], said)]
    assert any("quotes a document" in note for note in read_log(aggregate).notes)
    shutil.copy(aggregate, tmp_path / "alone.json")
    (result,) = whole["evaluation_results"]
    told = rf"only the means \({result['evaluation_name']} {result['score_details']['score']}"
    with pytest.raises(InputError, match=told):
        read_log(tmp_path / "alone.json")


def test_every_log_is_told_by_its_shape(logs):
    found = sorted(path for path in logs.iterdir() if path.suffix in (".eval", ".json", ".jsonl"))
    assert len(found) == 11
    for path in found:
        kinds = ("inspect", "lm-eval", "helm", "every-eval-ever")
        assert kind_of(path).log == next(kind for kind in kinds if path.name.startswith(kind))
    with pytest.raises(InputError, match="totals only, not the answers"):
        read_log(logs / "lm-eval-math-results.json")


if __name__ == "__main__":
    make(Path(sys.argv[1]))
