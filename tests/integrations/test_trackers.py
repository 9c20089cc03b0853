"""The snippets of docs/guides/trackers.md, run against the trackers that are here; the others are skipped."""

import re
from pathlib import Path
from textwrap import dedent

import pytest

import informed

GUIDE = (Path(__file__).parents[2] / "docs" / "guides" / "trackers.md").read_text()
ACTUAL, PREDICTED = ["ill", "well"] * 20, ["ill", "well", "well", "well"] * 10
FOUND = informed.evaluate(ACTUAL, PREDICTED)
COMPARED = informed.compare(ACTUAL, {"a": PREDICTED, "b": ACTUAL}, draws=100)
pytestmark = pytest.mark.filterwarnings("ignore")  # the trackers' own


def ran(heading, package, **names):
    """Run the code below a heading of the guide; skip where the package is not installed."""
    pytest.importorskip(package, reason=f"needs {package}: pip install {package}")
    section = re.search(rf"^## {heading}\n(.*?)(?=^## |\Z)", GUIDE, re.M | re.S)[1]
    blocks = re.findall(r"(?:^    .*\n|^\n)+", section, re.M)
    code = "".join(dedent(each) for each in blocks if each.strip())
    exec(code, {"evaluation": FOUND, "comparison": COMPARED, "epoch": 3, **names})


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_tensorboard_reads_back_what_was_written(folder):
    library = pytest.importorskip("tensorboardX", reason="needs tensorboardX: pip install tensorboardX")
    from tensorboardX.proto.event_pb2 import Event

    ran("TensorBoard", "tensorboardX", SummaryWriter=library.SummaryWriter)
    (file,) = (folder / "runs" / "screening").iterdir()
    raw, place, seen = file.read_bytes(), 0, {}
    while place < len(raw):  # a record: its length (8 bytes), a checksum (4), the event, a checksum (4)
        size = int.from_bytes(raw[place : place + 8], "little")
        event = Event.FromString(raw[place + 12 : place + 12 + size])
        seen |= {each.tag: each.simple_value for each in event.summary.value}
        place += 12 + size + 4
    assert seen == pytest.approx(FOUND.metrics(), rel=1e-6)  # TensorBoard keeps single precision


def test_mlflow_holds_what_was_logged(folder, monkeypatch):
    pandas = pytest.importorskip("pandas")
    mlflow = pytest.importorskip("mlflow", reason="needs MLflow: pip install 'informed[mlflow]'")
    pytest.importorskip("matplotlib", reason="mlflow.models.evaluate draws")
    monkeypatch.setenv("MLFLOW_ALLOW_FILE_STORE", "true")  # a folder will do here
    mlflow.set_tracking_uri((folder / "runs").as_uri())
    ran("MLflow", "mlflow", frame=pandas.DataFrame({"y": ACTUAL, "p": PREDICTED}))
    mlflow.end_run()
    evaluated, logged = (each.data.metrics for each in mlflow.search_runs(output_format="list"))
    tested = {f"test/{name}": value for name, value in COMPARED.metrics("informedness").items()}
    assert logged == FOUND.metrics() | tested
    assert evaluated == FOUND.metrics(["informedness", "mcc"])


def test_dvc_finds_a_flat_file(folder):
    import json

    ran("DVC", "json")
    assert json.loads((folder / "metrics.json").read_text()) == FOUND.metrics()


def test_wandb_takes_them(monkeypatch):
    monkeypatch.setenv("WANDB_MODE", "offline")
    ran(r"W&B", "wandb")


def test_aim_takes_them():
    ran("aim", "aim")
