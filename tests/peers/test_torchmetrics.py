"""torchmetrics' own tests of its kappa and its correlation, over our metric.

They are in no package: $PEERS names a folder that holds a checkout of its repository.
"""

from __future__ import annotations

import os
import warnings
from pathlib import Path

import pytest

pytest.importorskip("torchmetrics", reason="needs torchmetrics: ./dev test torch")
pytest.importorskip("cachier", reason="needs cachier, as torchmetrics' tests do: ./dev test torch")
if not (Path(os.environ.get("PEERS", "no such folder")) / "torchmetrics").exists():
    pytest.skip("needs a checkout of torchmetrics in the folder $PEERS", allow_module_level=True)
warnings.simplefilter("ignore")  # theirs; pytest sets back what is so again

from torchmetrics_of_ours import TESTS, theirs  # noqa: E402

globals().update(TESTS)
pytestmark = pytest.mark.filterwarnings("ignore")


@pytest.fixture(scope="module", autouse=True)
def pool():
    """Two processes of torch.distributed, on this machine alone."""
    theirs.pytest_sessionstart()
    yield
    theirs.pytest_sessionfinish()
