"""Type checkers accept every Python block of README and docs, as a user would write it, without an error."""

import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from blocks import PYTHON, ROOT, pages


@pytest.fixture(scope="module")
def scripts(tmp_path_factory):
    """The blocks of each page as one script, which is how they are run."""
    folder = tmp_path_factory.mktemp("typed")
    for path in pages():
        blocks = [match["code"] for match in PYTHON.finditer(path.read_text())]
        name = "_".join(path.relative_to(ROOT).with_suffix("").parts).replace("-", "_")
        if blocks:
            (folder / f"{name}.py").write_text("\n".join(blocks))
    assert len([*folder.iterdir()]) > 100
    lax = '"reportMissingImports": false, "reportMissingModuleSource": false'
    (folder / "pyrightconfig.json").write_text(f'{{"extraPaths": ["{ROOT / "src"}"], {lax}}}')
    return folder


def told(folder: Path, *command: str) -> str:
    found = subprocess.run([sys.executable, "-m", *command], cwd=folder, capture_output=True, text=True, check=False)
    return found.stdout + found.stderr


def test_mypy_accepts_every_block(scripts):
    said = told(ROOT, "mypy", str(scripts))  # strict, as the package is, and with its cache
    assert said.startswith("Success"), said


def test_pyright_accepts_every_block(scripts):
    if find_spec("pyright") is None:
        pytest.skip("pyright is not installed: pip install 'pyright[nodejs]'")
    said = told(scripts, "pyright", "--pythonpath", sys.executable, ".")
    if "errors, " not in said and "error, " not in said:
        pytest.skip(f"pyright cannot be run here, it downloads itself when first used: {said[-200:]}")
    assert "0 errors, " in said, said
