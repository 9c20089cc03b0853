"""MLflow on a local store, and the flat numbers that any tracker takes."""

from __future__ import annotations

import json
import math
import posixpath
import re

import hypothesis.strategies as st
import pytest
from hypothesis import given

import informed
from informed.integrations.mlflow import metric_name
from informed.questions.evaluate.formats import flat, part_of_name

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
    assert numbers["label/a|b_x2F_c/recall"] == 0
    assert not any(f"label/a|b_x2F_c/{name}" in numbers for name in undefined)


def estimates(evaluation):
    """How many finite numbers there are: of the whole, of labels, of groups."""
    rows = [evaluation.measures, *evaluation.per_label.values()]
    found = [end for row in rows for each in row.values() for end in (each.value, each.low, each.high)]
    return sum(end is not None and math.isfinite(end) for end in found) + sum(map(estimates, evaluation.groups))


def test_no_number_is_lost_between_groups():
    groups = {"x": ["a,b", "a", "a/b", "a_x2C_b"] * 2, "y": ["c", "b,c", "", "c"] * 2}
    evaluation = informed.evaluate(["u", "v"] * 4, ["u", "v"] * 3 + ["v", "u"], by=groups)
    assert len(flat(evaluation)) == estimates(evaluation)


ODD = st.lists(st.text("ab_x7CF/,|:. \n", max_size=9) | st.text(max_size=4), max_size=3).map(tuple)


@given(ODD, ODD)
def test_different_labels_have_different_names(one, other):
    """Whatever the labels are: at each place of a name, and where they make up its parts together."""
    named = [f"group/{','.join(map(part_of_name, each))}/accuracy" for each in (one, other)]
    alike = one == other or {one, other} == {(), ("",)}  # no group at all is not beside an empty one
    assert (named[0] == named[1]) == alike
    assert (metric_name(named[0]) == metric_name(named[1])) == alike
    for name in map(metric_name, named):
        assert re.fullmatch(r"[\w./ -]{1,250}", name)
        assert posixpath.normpath(name) == name  # as MLflow demands


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

    labels = ["a|b", "a:b", "a b", "a_b", "a_x7C_b", "a/b", "", ".", "..", "ü", "x" * 300, "x" * 299 + "y"]
    evaluations = {
        "test/": informed.evaluate(labels * 2, labels + labels[1:] + labels[:1]),
        "train|": informed.evaluate(ACTUAL, PREDICTED),
        "": informed.evaluate(ACTUAL, PREDICTED[::-1]),
    }
    with mlflow.start_run() as run:
        for prefix, evaluation in evaluations.items():
            log_evaluation(evaluation, prefix=prefix)
    logged = mlflow.get_run(run.info.run_id).data
    assert len(logged.metrics) == sum(map(estimates, evaluations.values()))
    assert estimates(evaluations["test/"]) > 1000  # what MLflow takes at once
    for prefix, evaluation in zip(["test/", "train_x7C_", ""], evaluations.values(), strict=True):
        assert logged.metrics[f"{prefix}informedness.high"] == evaluation.measures["informedness"].high
        assert logged.tags[f"{prefix}informed.signature"] == evaluation.signature
        saved = f"{run.info.artifact_uri}/{prefix}informed/evaluation.json"
        assert mlflow.artifacts.load_dict(saved) == evaluation.to_dict()
    assert logged.metrics["test/label/a_x7C_b/recall"] == evaluations["test/"].per_label["a|b"]["recall"].value


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
    assert set(found.metrics) == {"informedness", "f_measure_x28_beta_x3D_2_x29_"}
