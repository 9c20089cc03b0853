"""MLflow on a local store, and the flat numbers that any tracker takes."""

from __future__ import annotations

import json

import pytest

import informed
from informed.writers.metrics import flat

ACTUAL = ["rain", "sun", "sun", "rain", "sun", "a|b/c"]
PREDICTED = ["rain", "sun", "rain", "rain", "sun", "sun"]


def test_flat_metrics_are_the_estimates():
    evaluation = informed.evaluate(ACTUAL, PREDICTED, by={"site": list("nnnsss")})
    numbers = json.loads(evaluation.report("metrics"))
    assert numbers == flat(evaluation)
    assert numbers["informedness.low"] == evaluation.measures["informedness"].low
    assert numbers["label/rain/recall"] == evaluation.per_label["rain"]["recall"].value
    assert numbers["group/s/accuracy"] == evaluation.groups[1].measures["accuracy"].value
    assert all(isinstance(value, float) for value in numbers.values())
    undefined = [name for name, each in evaluation.per_label["a|b/c"].items() if each.value != each.value]
    assert undefined
    assert not any(f"label/a|b/c/{name}" in numbers for name in undefined)


@pytest.fixture
def mlflow(tmp_path, monkeypatch):
    library = pytest.importorskip("mlflow", reason="needs MLflow: pip install 'informed[mlflow]'")
    monkeypatch.setenv("MLFLOW_ALLOW_FILE_STORE", "true")  # a folder will do here
    monkeypatch.chdir(tmp_path)
    library.set_tracking_uri((tmp_path / "runs").as_uri())
    yield library
    library.end_run()


@pytest.mark.filterwarnings("ignore")  # MLflow's own
def test_an_evaluation_is_logged_whole(mlflow):
    from informed.integrations.mlflow import log_evaluation

    evaluation = informed.evaluate(ACTUAL, PREDICTED)
    with mlflow.start_run() as run:
        log_evaluation(evaluation, prefix="test/")
    logged = mlflow.get_run(run.info.run_id).data
    assert logged.metrics["test/informedness.high"] == evaluation.measures["informedness"].high
    assert logged.metrics["test/label/a_b/c/recall"] == 0
    assert len(logged.metrics) == len(flat(evaluation))
    assert logged.tags["informed.signature"] == evaluation.signature
    assert mlflow.artifacts.load_dict(f"{run.info.artifact_uri}/informed/evaluation.json") == evaluation.to_dict()


@pytest.mark.filterwarnings("ignore")
def test_a_measure_among_its_metrics(mlflow):
    import pandas

    pytest.importorskip("matplotlib", reason="mlflow.models.evaluate draws")

    from informed.integrations.mlflow import make_metric

    frame = pandas.DataFrame({"y": ACTUAL, "p": PREDICTED})
    extra = [make_metric("informedness"), make_metric("f_measure(beta=2)", average="macro")]
    with mlflow.start_run():
        found = mlflow.models.evaluate(data=frame, targets="y", predictions="p", extra_metrics=extra)
    counts = informed.count(ACTUAL, PREDICTED)
    assert found.metrics["informedness"] == pytest.approx(float(informed.measures.informedness(counts)))
    assert set(found.metrics) == {"informedness", "f_measure_beta_2_"}
