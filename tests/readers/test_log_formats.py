"""Every format of sample logs gives the same items: read as its project writes it, and reproduced exactly.

Shapes: HELM (``scenario_state.json``, ``per_instance_stats.json``, ``stats.json``), promptfoo (``EvaluateSummaryV3`` in
src/types/index.ts), OpenAI evals (``LocalRecorder`` in evals/record.py), MLflow (``log_table``), Every
Eval Ever (schema 0.3.0, instance_level_eval.schema.json), DeepEval (a run of 4.3.1 with metrics of our own), Ragas
(``to_pandas`` of 0.4 after its metrics without a model).
"""

from __future__ import annotations

import json
import re

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import informed
from informed import InputError
from informed.cli import main
from informed.readers.kinds import kind_of
from informed.readers.logs import KINDS, Keys, grades_of, items_of_runs, read_log, read_run, runs_of
from informed.readers.logs.every_eval_ever import save
from informed.readers.logs.gold import joined, labels_by_id
from informed.readers.logs.items import rows


def dumped(path, found):
    path.write_text(json.dumps(found))
    return path


def lined(path, rows):
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


# --- one log of every format: four questions, three of them right, over two options ----------------------------------

TARGETS, ANSWERS = "ABAB", "ABBB"
RIGHT = [float(target == answer) for target, answer in zip(TARGETS, ANSWERS, strict=True)]


def helm(folder):
    """A run of HELM, one of its five instances in another split and one request perturbed."""

    def state(at, target, answer, split="test", **more):
        tags = [["correct"] if letter == target else [] for letter in "AB"]
        references = [
            {"output": {"text": text}, "tags": each} for text, each in zip(("red", "blue"), tags, strict=True)
        ]
        instance = {"input": {"text": "?"}, "references": references, "split": split, "id": f"id{at}", **more}
        result = {"success": True, "completions": [{"text": f" {answer}"}]}
        mapping = {"A": "red", "B": "blue"}
        request = {"model": "openai/gpt2"}
        return {
            "instance": instance,
            "train_trial_index": 0,
            "output_mapping": mapping,
            "request": request,
            "result": result,
        }

    def stats(at, value):
        names = (("num_references", 2), ("exact_match", value), ("finish_reason_stop", 1))
        each = [{"name": {"name": name, "split": "test"}, "count": 1, "sum": got} for name, got in names]
        return {"instance_id": f"id{at}", "train_trial_index": 0, "stats": each}

    folder = folder / "quiz:subject=colours,model=openai_gpt2"
    folder.mkdir()
    states = [state(at, *each) for at, each in enumerate(zip(TARGETS, ANSWERS, strict=True))]
    states += [state(7, "A", "A", split="valid"), state(0, "A", "B", perturbation={"name": "typos"})]
    dumped(folder / "scenario_state.json", {"adapter_spec": {}, "request_states": states})
    dumped(folder / "per_instance_stats.json", [*(stats(at, each) for at, each in enumerate(RIGHT)), stats(7, 1.0)])
    mean = {"name": {"name": "exact_match", "split": "test"}, "count": 1, "sum": 0.75}
    dumped(folder / "stats.json", [mean, {**mean, "name": {"name": "exact_match", "split": "valid"}, "sum": 1.0}])
    return folder


def promptfoo(folder, providers=("openai:x",)):
    def result(at, provider, value, answer):
        return {
            "promptIdx": 0,
            "testIdx": at,
            "testCase": {"vars": {"q": f"q{at}"}, "assert": [{"type": "equals", "value": TARGETS[at]}]},
            "provider": {"id": provider},
            "prompt": {"raw": "{{q}}", "label": "p"},
            "vars": {"q": f"q{at}"},
            "response": {"output": answer},
            "success": bool(value),
            "score": value,
            "failureReason": 0 if value else 1,
            "namedScores": {"tone": 0.5},
        }

    found = [result(at, name, RIGHT[at], ANSWERS[at]) for name in providers for at in range(4)]
    failed = {**result(0, providers[0], 0.0, None), "vars": {"q": "q9"}, "failureReason": 2}
    stats = {"successes": 3 * len(providers), "failures": len(providers), "errors": 1}
    summary = {"version": 3, "results": [*found, failed], "prompts": [], "stats": stats}
    return dumped(folder / "promptfoo.json", {"evalId": "eval-1", "results": summary, "config": {}})


def openai_evals(folder):
    spec = {"completion_fns": ["gpt-x"], "eval_name": "quiz.dev.v0", "run_id": "1", "run_config": {}}
    events = [{"spec": spec}]
    for at, (target, answer) in enumerate(zip(TARGETS, ANSWERS, strict=True)):
        about = {"run_id": "1", "event_id": at, "sample_id": f"quiz.dev.{at}", "created_by": "", "created_at": ""}
        match = {"correct": target == answer, "expected": target, "picked": answer}
        events.append({**about, "type": "sampling", "data": {"prompt": "?", "sampled": [answer]}})
        events.append({**about, "type": "match", "data": match})
    return lined(folder / "evals.jsonl", [*events, {"final_report": {"accuracy": 0.75}}])


def mlflow(folder):
    columns = ["question", "topic", "targets", "outputs", "correctness/v1/score", "correctness/v1/justification"]
    data = [["?", "colour", TARGETS[at], ANSWERS[at], RIGHT[at], "because"] for at in range(4)]
    return dumped(folder / "eval_results_table.json", {"columns": columns, "data": data})


def deepeval(folder):
    def case(at):
        metric = {"name": "Exact Match", "threshold": 1.0, "success": bool(RIGHT[at]), "score": RIGHT[at]}
        tone = {"name": "Tone", "threshold": 0.5, "success": True, "score": 0.7, "evaluationModel": "judge"}
        own = {"name": f"test_case_{at}", "input": f"q{at}", "actualOutput": ANSWERS[at], "expectedOutput": TARGETS[at]}
        return {**own, "flaky": False, "success": bool(RIGHT[at]), "metricsData": [metric, tone], "order": at}

    about = {"conversationalTestCases": [], "metricsScores": [], "testPassed": 3, "testFailed": 1}
    return dumped(folder / "test_run_20260101_000000.json", {"testCases": [case(at) for at in range(4)], **about})


def ragas(folder):
    """A question without an answer is its own item; a metric that failed is NaN, an empty cell."""
    head = "user_input,retrieved_contexts,response,reference,exact_match,faithfulness"
    rows = [f"q{at},['c'],{ANSWERS[at]},{TARGETS[at]},{RIGHT[at]},{'' if at else 0.5}" for at in range(4)]
    (folder / "ragas.csv").write_text("\n".join([head, *rows, ""]))
    return folder / "ragas.csv"


def items(folder):
    found = [{"id": at, "target": TARGETS[at], "answer": ANSWERS[at], "correct": bool(RIGHT[at])} for at in range(4)]
    return lined(folder / "mine.jsonl", [{**each, "model": "m", "topic": "colour"} for each in found])


def every_eval_ever(folder):
    def record(at):
        said = {"turn_idx": 0, "source": "output.raw", "extracted_value": ANSWERS[at], "extraction_method": "match"}
        return {
            "schema_version": "0.3.0",
            "evaluation_id": "run",
            "model_id": "org/model",
            "evaluation_name": "quiz",
            "evaluation_result_id": "quiz.accuracy",
            "sample_id": str(at),
            "interaction_type": "single_turn",
            "input": {"raw": "?", "reference": [TARGETS[at]], "choices": ["red", "blue"]},
            "output": {"raw": [f"It is {ANSWERS[at]}"]},
            "answer_attribution": [{**said, "is_terminal": True}],
            "evaluation": {"score": RIGHT[at], "is_correct": bool(RIGHT[at])},
            "metadata": {"topic": "colour"},
        }

    metric = {"metric_name": "accuracy", "lower_is_better": False}
    result = {"evaluation_result_id": "quiz.accuracy", "evaluation_name": "quiz", "metric_config": metric}
    source = {"source_type": "evaluation_run", "source_organization_name": "o", "evaluator_relationship": "other"}
    about = {"schema_version": "0.3.0", "evaluation_id": "run", "source_metadata": source}
    dumped(folder / "run.json", {**about, "evaluation_results": [{**result, "score_details": {"score": 0.75}}]})
    return lined(folder / "run_samples.jsonl", [record(at) for at in range(4)])


FORMATS = {
    "helm": helm,
    "promptfoo": promptfoo,
    "openai-evals": openai_evals,
    "mlflow": mlflow,
    "deepeval": deepeval,
    "items": items,
    "every-eval-ever": every_eval_ever,
}


@pytest.mark.parametrize("kind", FORMATS)
def test_every_format_gives_the_same_items(tmp_path, kind):
    path = FORMATS[kind](tmp_path)
    assert kind_of(path).log == kind
    log = informed.read(path)
    assert [each.target for each in log.items] == [(each,) for each in TARGETS]
    grades = [each.grades[log.scorers[0]] for each in log.items]
    assert [each.value for each in grades] == RIGHT
    assert [each.answer for each in grades] == list(ANSWERS)
    assert [each.epoch for each in log.items] == [1] * 4
    found = items_of_runs(read_run([path]))
    assert found.counts().table.tolist() == [[1, 1], [0, 2]]
    assert any(f"read as a log of {kind}" in note for note in found.notes)


def test_two_assertions_of_promptfoo_may_state_the_same_answer(tmp_path):
    path = promptfoo(tmp_path)
    run = json.loads(path.read_text())
    for each in run["results"]["results"]:
        each["testCase"]["assert"] *= 2
        each["metadata"] = {"_promptfooFileMetadata": {}}  # as it writes of every result
    log = read_log(dumped(path, run))
    assert [each.target for each in log.items] == [(each,) for each in TARGETS]
    assert {*log.items[0].metadata} == {"q"}


def test_a_table_of_ragas_has_a_grade_in_every_column_of_numbers(tmp_path):
    log = informed.read(ragas(tmp_path))
    assert (log.kind, log.scorers) == ("items", ("exact_match", "faithfulness"))
    assert [each.id for each in log.items] == ["q0", "q1", "q2", "q3"]
    assert [each.grades["exact_match"].value for each in log.items] == RIGHT
    assert [each.grades["faithfulness"].value for each in log.items] == [0.5, None, None, None]
    assert items_of_runs(read_run([tmp_path / "ragas.csv"])).counts().table.tolist() == [[1, 1], [0, 2]]
    bare = tmp_path / "samples.csv"
    bare.write_text("user_input,response,reference\nq,a,b\n")
    assert kind_of(bare).what == "rows"  # not evaluated yet


def test_inputs_of_deepeval_with_several_contexts_are_known_by_their_names(tmp_path):
    """The same text about two contexts is two items; the same text about the same is asked twice."""
    path = deepeval(tmp_path)
    run = json.loads(path.read_text())
    for at, context in enumerate(("x", "y", "x", "x")):
        run["testCases"][at] |= {
            "input": "Sum up.",
            "context": [context],
            "name": f"doc {context}",
            "expectedOutput": "A",
        }
    log = read_log(dumped(path, run))
    assert [(each.id, each.epoch) for each in log.items] == [("doc x", 1), ("doc y", 1), ("doc x", 2), ("doc x", 3)]
    for each in run["testCases"]:
        each["context"] = ["x"]
    assert {each.id for each in read_log(dumped(path, run)).items} == {"Sum up."}


@pytest.mark.parametrize("kind", sorted(set(FORMATS) - {"mlflow", "items"}))
def test_the_mean_that_a_log_states_is_reproduced(tmp_path, kind):
    """And a log whose answers contradict it is refused with both numbers."""
    path = FORMATS[kind](tmp_path)
    log = read_log(path)
    assert [each.value for each in log.claims if each.scorer == log.scorers[0]] == [0.75]
    broken = log.claims[0]._replace(value=0.5)
    with pytest.raises(InputError, match=r"says .* 0\.5 by .*, its samples give 0\.75"):
        runs_of([type(log)(log.path, log.kind, log.items, log.scorers, (broken,))])


def test_what_each_format_knows_beside_the_answers(tmp_path):
    run = read_log(helm(tmp_path))
    assert (run.models, run.tasks) == (("openai/gpt2",), ("quiz:subject=colours",))
    assert run.items[0].options == ("A", "B")
    assert run.scorers == ("exact_match",)
    assert any("split 'test'" in note for note in run.notes)
    assert read_log(tmp_path / "quiz:subject=colours,model=openai_gpt2" / "per_instance_stats.json").items == run.items
    two = read_log(promptfoo(tmp_path, ("openai:x", "ollama:y")))
    assert two.models == ("openai:x", "ollama:y")
    assert two.scorers == ("pass", "score", "tone")
    assert any("1 of 9 results ended in an error" in note for note in two.notes)
    assert [len(run.answers) for run in runs_of([two])] == [4, 4]
    assert len(runs_of([two], model="ollama:y")) == 1
    with pytest.raises(InputError, match="model='ollama:z'"):
        runs_of([two], model="ollama:z")
    assert "informed.judge(...)" in read_log(mlflow(tmp_path)).notes[0]
    assert read_log(mlflow(tmp_path)).items[0].metadata["topic"] == "colour"


def test_a_run_without_its_end_is_read_as_far_as_it_goes(tmp_path):
    path = openai_evals(tmp_path)
    path.write_text("".join(path.read_text().splitlines(keepends=True)[:-3]))
    log = read_log(path)
    assert len(log.items) == 3
    assert any("did not finish" in note for note in log.notes)


def test_repeats_of_plain_items_are_numbered(tmp_path):
    table = tmp_path / "answers.csv"
    table.write_text("item,grade,topic\na,1,x\nb,0,x\na,0,y\n")
    assert kind_of(table).log == "items"
    assert [(each.id, each.epoch, each.metadata["topic"]) for each in read_log(table).items] == [
        ("a", 1, "x"),
        ("b", 1, "x"),
        ("a", 2, "y"),
    ]
    table.write_text("item,grade\na,1\nb\n")
    with pytest.raises(InputError, match="line 3"):
        read_log(table)
    for text in ("actual,predicted\na,b\n", "id,label,score\n1,a,0.5\n", "id,score\n1,0.5\n"):
        table.write_text(text)
        assert kind_of(table).log is None  # rows of labels or scores are no graded items


# --- every_eval_ever, there and back ---------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", FORMATS)
def test_round_trip_through_every_eval_ever(tmp_path, kind):
    """The metadata are text there, as its schema wants; all else comes back as it was."""
    log = read_log(FORMATS[kind](tmp_path))
    aggregate, samples = save(log, tmp_path / "written.json")
    assert kind_of(aggregate).log == kind_of(samples).log == "every-eval-ever"
    for path in (aggregate, samples):
        back = read_log(path)
        assert (back.models, back.tasks, back.scorers) == (log.models, log.tasks, log.scorers)
        for one, two in zip(log.items, back.items, strict=True):
            assert (one.id, one.epoch, one.target, one.options) == (two.id, two.epoch, two.target, two.options)
            assert [(each.value, each.answer) for each in one.grades.values()] == [
                (each.value, each.answer) for each in two.grades.values()
            ]
            assert {name: str(value) for name, value in one.metadata.items() if isinstance(value, str)}.items() <= (
                two.metadata.items()
            )
    assert runs_of([back])[0].mean == pytest.approx(0.75)  # which reproduces the mean that we stated


REQUIRED = {  # https://github.com/evaleval/every_eval_ever, schemas/instance_level_eval.schema.json, version 0.3.0
    *("schema_version", "evaluation_id", "model_id", "evaluation_name", "sample_id", "interaction_type", "input"),
    *("answer_attribution", "evaluation", "output"),
}


def test_what_is_written_has_what_the_schema_asks_for(tmp_path):
    aggregate, samples = save(read_log(items(tmp_path)), tmp_path / "written.json")
    record = json.loads(samples.read_text().splitlines()[0])
    assert set(record) >= REQUIRED
    assert set(record["evaluation"]) == {"score", "is_correct"}
    assert all(isinstance(value, str) for value in record["metadata"].values())
    about = json.loads(aggregate.read_text())
    assert {"source_metadata", "model_info", "eval_library", "retrieved_timestamp"} <= set(about)
    assert about["detailed_evaluation_results"]["total_rows"] == 4
    uuid = r"[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}"  # eval.schema.json, file_path
    assert re.fullmatch(
        rf"data/[^/]+/[^/]+/[^/]+/{uuid}_samples\.jsonl", about["detailed_evaluation_results"]["file_path"]
    )
    with pytest.raises(InputError, match="2 models"):
        save(read_log(promptfoo(tmp_path, ("x", "y"))), tmp_path / "two.json")


# --- fields of a log -------------------------------------------------------------------------------------------------


def graded(folder):
    found = [
        {
            "id": at,
            "epoch": 1 + epoch,
            "grade": (at + epoch) % 3 > 0,
            "meta": {"site": "ab"[at % 2]},
            "passage": at // 2,
        }
        for at in range(12)
        for epoch in range(2)
    ]
    return lined(folder / "graded.jsonl", found)


def test_any_field_groups_and_clusters(tmp_path):
    path = graded(tmp_path)
    runs = read_run([path])
    grades = grades_of(runs, "", Keys(by=("meta.site",), cluster="passage"))
    assert set(grades.groups) == {("a",), ("b",)}
    assert len(set(grades.clusters)) == 6
    with pytest.raises(InputError, match=r"by=: the log has no field 'site'.*Did you mean 'meta.site'"):
        grades_of(runs, "", Keys(by=("site",)))
    with pytest.raises(InputError, match="cluster=: 'epoch' differs between answers to item '0'"):
        grades_of(runs, "", Keys(cluster="epoch"))
    found = items_of_runs(runs, keys=Keys(actual="meta.site", predicted="grade")).counts()
    assert (found.n, found.labels) == (24, ("0", "1", "a", "b"))


def test_labels_are_joined_by_id(tmp_path):
    path, gold = items(tmp_path), tmp_path / "human.csv"
    gold.write_text("item,human\n0,A\n1,A\n3,B\n9,A\n")
    (log,) = joined([read_log(path)], labels_by_id(str(gold), "item"), str(gold))
    assert [each.metadata["human"] for each in log.items] == ["A", "A", "B"]
    assert any("1 item of the log without a row" in note and "'2'" in note for note in log.notes)
    assert any("'9'" in note for note in log.notes)
    found = items_of_runs(runs_of([log]), keys=Keys(actual="human"))
    assert found.counts().table.tolist() == [[1, 1], [0, 1]]  # as a human says against the answers A, B, B
    gold.write_text("item,human\n0,A\n0,B\n")
    with pytest.raises(InputError, match="several rows for item '0'"):
        labels_by_id(str(gold), "item")
    with pytest.raises(InputError, match="no column 'id'"):
        labels_by_id(str(gold), "id")


def test_rows_are_flat(tmp_path):
    (first, *_) = rows(read_log(graded(tmp_path)))
    assert first == {
        "id": "0",
        "epoch": 1,
        "model": "",
        "task": "",
        "target": None,
        "answer": None,
        "grade": 0.0,
        "meta.site": "a",
        "passage": 0,
    }


# --- damaged logs ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", FORMATS)
@given(
    where=st.floats(0, 1),
    put=st.sampled_from([b"", b"x", b"null", b"[", b"{}", b"1e999", b'"'][::-1]),
    keep=st.booleans(),
)
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture], derandomize=True)
def test_a_log_that_is_cut_or_changed_is_read_or_refused_by_name(tmp_path_factory, kind, where, put, keep):
    folder = tmp_path_factory.mktemp("log")
    path = FORMATS[kind](folder)
    for each in [path] if path.is_file() else sorted(path.iterdir()):
        whole = each.read_bytes()
        at = int(where * len(whole))
        each.write_bytes(whole[:at] + put + (whole[at + len(put) :] if keep else b""))
        refused = ""
        try:
            runs_of([read_log(path, kind)])
        except InputError as error:
            refused = str(error)
        assert not refused or str(folder) in refused
        each.write_bytes(whole)


def test_the_place_of_what_is_broken(tmp_path):
    path = items(tmp_path)
    path.write_text(path.read_text() + '{"id": 5, "grade": "good"}\n')
    with pytest.raises(InputError, match="line 5: the grade 'good' of scorer 'grade' is neither yes, no nor a number"):
        read_log(path)
    path = mlflow(tmp_path)
    path.write_text(path.read_text().replace("0.0", '"bad"'))
    with pytest.raises(InputError, match=r"data\[2\]: the grade 'bad'"):
        read_log(path)


# --- the shell -------------------------------------------------------------------------------------------------------


def said(capsys, *arguments):
    try:
        main([str(each) for each in arguments])
        code = 0
    except SystemExit as end:
        code = end.code or 0
    found = capsys.readouterr()
    return code, found.out, found.err


@pytest.mark.parametrize("kind", FORMATS)
def test_the_shell_says_which_format_it_took(tmp_path, capsys, kind):
    code, out, _ = said(capsys, "evaluate", FORMATS[kind](tmp_path))
    assert code == 0
    assert f"read as a log of {kind}" in out.replace("\n  ", " ")


def test_the_shell_joins_compares_and_refuses(tmp_path, capsys):
    path, gold = items(tmp_path), tmp_path / "human.csv"
    gold.write_text("item,human\n0,A\n1,A\n2,B\n3,B\n")
    code, out, _ = said(capsys, "evaluate", path, "--gold-file", gold, "--id", "item", "--format", "json")
    assert (code, json.loads(out)["measures"]["accuracy"]["value"]) == (0, 0.75)
    code, out, _ = said(capsys, "compare", promptfoo(tmp_path, ("x", "y")), "--scorer", "score", "--format", "json")
    assert code == 0
    code, _, err = said(capsys, "evaluate", promptfoo(tmp_path, ("x", "y")))
    assert (code, "several models ('x', 'y')" in err) == (2, True)
    code, _, err = said(capsys, "evaluate", path, "--input", "helmet")
    assert (code, "helm" in err) == (2, True)
    code, out, _ = said(capsys, "evaluate", graded(tmp_path), "--by", "meta.site", "--cluster", "passage")
    assert (code, "meta.site" in out) == (0, True)


def test_graded_runs_are_compared_by_item(tmp_path, capsys):
    """Miller 2024, arXiv:2411.00640, section 4.2: the paired difference; McNemar's counts are the items that differ."""
    for name, right in (("one", "1101101011"), ("two", "1111111010")):
        lined(tmp_path / f"{name}.jsonl", [{"id": at, "grade": int(each)} for at, each in enumerate(right)])
    code, out, _ = said(capsys, "compare", tmp_path / "one.jsonl", tmp_path / "two.jsonl", "--format", "json")
    found = json.loads(out)
    assert (code, found["kind"], found["measure"]) == (0, "grade_comparison", "accuracy")
    (gap,) = found["differences"]
    assert (gap["first"], gap["value"]) == ("two", pytest.approx(0.1))
    assert (gap["first_better"], gap["second_better"]) == (2, 1)
    assert gap["low"] < 0.1 < gap["high"]
    assert said(capsys, "compare", tmp_path / "one.jsonl", tmp_path / "two.jsonl", "--margin", "0.1")[0] == 2


def test_the_kinds_are_named_where_they_are_chosen():
    assert set(KINDS) == {"inspect", "lm-eval", *FORMATS}
