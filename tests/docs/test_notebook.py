"""The tour runs from top to bottom, in a kernel of its own."""

import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
RUN = "import nbclient, nbformat; nbclient.NotebookClient(nbformat.read('tour.ipynb', 4), timeout=120).execute()"


@pytest.mark.skipif(find_spec("nbclient") is None or find_spec("ipykernel") is None, reason="needs nbclient, ipykernel")
def test_the_tour_runs():
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    done = subprocess.run(
        [sys.executable, "-c", RUN], cwd=ROOT / "examples", env=environment, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr


def test_the_tour_is_kept_without_outputs():
    assert '"output_type"' not in (ROOT / "examples" / "tour.ipynb").read_text()
