"""MLflow on a local store: answers as metrics and artifacts, measures as metrics of its evaluations."""

from __future__ import annotations

import pytest

import informed

ACTUAL = ["rain", "sun", "sun", "rain", "sun", "a|b/c"] * 4
PREDICTED = ["rain", "sun", "rain", "rain", "sun", "sun"] * 4


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
    from informed.integrations.mlflow import log_result

    labels = ["a|b", "a:b", "a b", "a_b", "a_x7C_b", "a/b", "", ".", "..", "ü", "x" * 300, "x" * 299 + "y"]
    evaluations = {
        "test/": informed.evaluate(labels * 2, labels + labels[1:] + labels[:1]),
        "train|": informed.evaluate(ACTUAL, PREDICTED),
        "": informed.evaluate(ACTUAL, PREDICTED[::-1]),
        "cmp": informed.evaluate(ACTUAL, PREDICTED),
        "a/b2": informed.evaluate(ACTUAL, PREDICTED),
        "val_": informed.evaluate(ACTUAL, PREDICTED),
    }
    with mlflow.start_run() as run:
        for prefix, evaluation in evaluations.items():
            log_result(evaluation, prefix=prefix, every=True)
    logged = mlflow.get_run(run.info.run_id).data
    sizes = {prefix: len(each.metrics(every=True)) for prefix, each in evaluations.items()}
    assert len(logged.metrics) == sum(sizes.values())
    assert sizes["test/"] > 1000  # what MLflow takes at once
    for prefix, evaluation in zip(
        ["test/", "train_x7C_", "", "cmp/", "a/b2/", "val_"], evaluations.values(), strict=True
    ):
        assert logged.metrics[f"{prefix}informedness_high"] == evaluation.measures["informedness"].high
        assert logged.tags[f"{prefix}informed.signature"] == evaluation.signature
        saved = f"{run.info.artifact_uri}/{prefix}informed/evaluation.json"
        assert mlflow.artifacts.load_dict(saved) == evaluation.to_dict()
    assert logged.metrics["test/label/a_x7C_b/recall"] == evaluations["test/"].per_label["a|b"]["recall"].value


@pytest.mark.filterwarnings("ignore")
def test_a_rate_has_the_interval_of_its_label(mlflow):
    from informed.integrations.mlflow import make_metrics

    actual, predicted = [0, 1, 1, 1, 0, 1] * 5, [0, 1, 0, 1, 1, 1] * 5
    metrics = {each.name: each.eval_fn(predicted, actual).aggregate_results for each in make_metrics("recall")}
    found = {name: each[name] for name, each in metrics.items()}
    expected = informed.estimate(informed.count(actual, predicted), "recall", label=1)
    assert found == {"recall": expected.value, "recall_low": expected.low, "recall_high": expected.high}


@pytest.mark.filterwarnings("ignore")
def test_a_mean_over_labels_has_no_interval(mlflow):
    from informed.integrations.mlflow import make_metrics

    (mean,) = make_metrics("f_measure(beta=2)", average="macro")
    value = mean.eval_fn(PREDICTED, ACTUAL).aggregate_results[mean.name]
    assert (mean.name, value) == ("f_measure_beta_2", informed.evaluate(ACTUAL, PREDICTED,
            measures=["f_measure(beta=2)"]).average("f_measure(beta=2)", weights="equal"))  # fmt: skip
