"""Other tools read what we write, and what they wrote is recorded."""

import json
from xml.etree import ElementTree

import numpy as np
import pytest

import informed
from informed import InputError
from informed.cli import main
from informed.ledger.interchange import eval_results, every_eval_ever, metrics
from informed.questions.check import check

RNG = np.random.default_rng(11)
ACTUAL = RNG.choice(["a", "b"], 90)
FOUND = informed.evaluate(ACTUAL, np.where(RNG.random(90) < 0.7, ACTUAL, "a"))


@pytest.fixture
def two(ledger):
    """Two systems, the first of them recorded twice."""
    first = informed.evaluate(ACTUAL, np.where(ACTUAL == "a", "b", "a"))
    ledger.record(first, task="exam", system="m", dataset="owner/data")
    ledger.record(FOUND, task="exam", system="m", dataset="owner/data")
    ledger.record(first, task="exam", system="k", version="2", dataset="owner/data", source="https://example.org/job")
    return ledger


def test_metrics_for_dvc_are_the_last_numbers_of_each_system(two):
    read = json.loads(metrics(two, two.runs("exam")))
    value = FOUND.measures["informedness"]
    assert {each.split("/")[0] for each in read} == {"m", "k_x20_2"}
    numbers = {"": value.value, "_low": value.low, "_high": value.high}
    assert {f"m/informedness{end}": number for end, number in numbers.items()}.items() <= read.items()


def test_results_for_the_hub_are_yaml_with_the_keys_it_requires(two):
    """huggingface/hub-docs, docs/hub/eval-results.md: dataset.id, dataset.task_id and value; date, source, notes."""
    yaml = pytest.importorskip("yaml")
    mine, other = yaml.safe_load(eval_results(two, two.runs("exam")))
    assert mine["dataset"] == {"id": "owner/data", "task_id": "exam"}
    assert mine["value"] == FOUND.measures["accuracy"].value
    assert "accuracy of m, 95% CI" in mine["notes"]
    assert other["source"] == {"url": "https://example.org/job"}


def test_data_that_the_hub_cannot_name_and_measures_never_recorded_are_refused(two):
    two.record(FOUND, task="local", system="m", dataset="preds.csv")
    with pytest.raises(InputError, match=r"the Hub needs data named 'owner/name', not 'preds\.csv'"):
        eval_results(two, two.runs("local"))
    with pytest.raises(InputError, match="none of the runs has a recorded lift"):
        eval_results(two, two.runs("exam"), "lift")


def test_a_document_of_every_eval_ever_has_what_its_schema_requires(two):
    """evaleval/every_eval_ever, eval.schema.json 0.3.0: required keys, and the interval beside the score."""
    with pytest.raises(InputError, match="a document holds one system, not 2"):
        every_eval_ever(two, two.runs("exam"))
    read = json.loads(every_eval_ever(two, two.runs("exam", system="m")))
    required = {"schema_version", "evaluation_id", "retrieved_timestamp", "source_metadata", "eval_library"}
    assert read.keys() >= {*required, "model_info", "evaluation_results"}
    assert read["model_info"]["additional_details"].keys() == {"deployment_type", "model_availability"}
    (found,) = [each for each in read["evaluation_results"] if each["metric_config"]["metric_id"] == "informedness"]
    value = FOUND.measures["informedness"]
    assert found["source_data"] == {"dataset_name": "owner/data", "source_type": "hf_dataset", "hf_repo": "owner/data"}
    assert found["metric_config"]["lower_is_better"] is False
    assert found["score_details"] == {
        "score": value.value,
        "uncertainty": {
            "num_samples": 90,
            "confidence_interval": {"lower": value.low, "upper": value.high, "confidence_level": 0.95},
        },
    }


def test_junit_has_a_case_per_requirement_and_a_failure_where_it_is_not_met():
    """The attributes that Jenkins' junit-10.xsd names; text that a terminal or XML would obey is written out."""
    found = check(FOUND, require=["n >= 10", "informedness.low >= 0.99"])
    suites = ElementTree.fromstring(found.report("junit"))
    (suite,) = suites
    assert (suites.tag, suite.tag, suite.get("tests"), suite.get("failures")) == ("testsuites", "testsuite", "2", "1")
    met, missed = suite.findall("testcase")
    assert met.get("name") == "n >= 10"
    assert met.find("failure") is None
    assert missed.find("failure").get("message") == found[1].shown
    assert suite.find("properties/property").get("value") == FOUND.signature


def test_the_shell_writes_them(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / ".informed").mkdir()
    rows = "".join(f"{each},{each}\n" for each in ACTUAL)
    (tmp_path / "p.csv").write_text(f"y,p\n{rows}")
    gate = ["check", "p.csv", "--actual", "y", "--predicted", "p", "--require", "n > 1", "--record", "t", "--as", "s"]
    for words in ([*gate, "--data", "owner/data", "-o", "junit.xml"], [*gate, "--format", "markdown"]):
        with pytest.raises(SystemExit) as stopped:
            main(words)
        assert stopped.value.code == 0
    assert ElementTree.parse(tmp_path / "junit.xml").getroot().get("failures") == "0"
    assert "| n > 1 |" in capsys.readouterr().out
    for kind, start in (("metrics", '{\n  "s/'), ("eval_results", "- dataset:\n")):
        with pytest.raises(SystemExit):
            main(["ledger", "t", "--export", "--format", kind])
        assert capsys.readouterr().out.startswith(start)


def test_an_evaluation_table_of_mlflow_is_recorded_and_given_again(tmp_path, monkeypatch, capsys):
    """``eval_results_table.json`` holds grades and no options: the mean grade is recorded with its items."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / ".informed").mkdir()
    data = [[f"q{place}", "yes", "yes", float(place % 4 > 0)] for place in range(40)]
    table = {"columns": ["id", "targets", "outputs", "exact_match/v1/score"], "data": data}
    (tmp_path / "eval_results_table.json").write_text(json.dumps(table))
    printed = []
    for words in (["evaluate", "eval_results_table.json", "--record", "t", "--as", "m"], ["ledger", "--show", "last"]):
        with pytest.raises(SystemExit) as stopped:
            main(words)
        assert stopped.value.code == 0
        printed.append(capsys.readouterr().out)
    assert printed[0] == printed[1]
    with informed.Ledger() as ledger:
        (run,) = ledger.runs("t")
        assert (run.n, run.question) == (40, "grade")
        assert [each.value for each in ledger.estimates([run])] == [0.75]
        with pytest.raises(InputError, match="holds no counts"):
            ledger.counts(run)
