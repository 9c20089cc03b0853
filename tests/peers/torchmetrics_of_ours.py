"""torchmetrics' own tests with our metric in them, in a module that its other processes can import."""

from __future__ import annotations

import importlib
import os
import sys
from pathlib import Path

import shims
from borrowed import borrowed

ROOT = Path(os.environ["PEERS"]) / "torchmetrics" / "tests"
os.environ["USE_PYTEST_POOL"] = "1"  # their tests of two processes ask for a pool of them
sys.path.insert(0, str(ROOT))

theirs = importlib.import_module("unittests.conftest")
NAMES = {name: getattr(shims, name) for name in dir(shims) if "atthews" in name or "ohen" in name}
TESTS = {}
for file in ("cohen_kappa", "matthews_corrcoef"):
    found = vars(borrowed(__name__, ROOT / "unittests" / "classification" / f"test_{file}.py", NAMES, {}))
    TESTS |= {name: each for name, each in found.items() if name.startswith(("Test", "test_"))}
    globals().update({name: each for name, each in found.items() if not name.startswith("__")})
del TESTS["test_wrapper_class"]  # of their classes alone
