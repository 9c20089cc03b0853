"""The snippets of docs/guides/trackers.md, run against the trackers that are light enough to be here."""

import json

import pytest

import informed

FOUND = informed.evaluate(["ill", "well"] * 20, ["ill", "well", "well", "well"] * 10)


@pytest.mark.filterwarnings("ignore")  # of protobuf
def test_tensorboard_reads_back_what_was_written(tmp_path):
    library = pytest.importorskip("tensorboardX", reason="needs tensorboardX: pip install tensorboardX")
    from tensorboardX.proto.event_pb2 import Event

    with library.SummaryWriter(str(tmp_path)) as writer:
        for name, value in FOUND.metrics().items():
            writer.add_scalar(name, value, global_step=3)
    (file,) = tmp_path.iterdir()
    raw, place, seen = file.read_bytes(), 0, {}
    while place < len(raw):  # a record: its length (8 bytes), a checksum (4), the event, a checksum (4)
        size = int.from_bytes(raw[place : place + 8], "little")
        event = Event.FromString(raw[place + 12 : place + 12 + size])
        seen |= {each.tag: each.simple_value for each in event.summary.value}
        place += 12 + size + 4
    assert seen == pytest.approx(FOUND.metrics(), rel=1e-6)  # TensorBoard keeps single precision


def test_dvc_reads_a_flat_file(tmp_path):
    """DVC takes any JSON of numbers by name."""
    FOUND.save(tmp_path / "metrics.json", "metrics")
    assert json.loads((tmp_path / "metrics.json").read_text()) == FOUND.metrics()
