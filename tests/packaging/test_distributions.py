"""What a user would install holds everything that runs."""

import tarfile
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
KEPT_OUT = {".pyc"}
PACKAGE = {
    path.relative_to(ROOT / "src").as_posix()
    for path in (ROOT / "src" / "informed").rglob("*")
    if path.is_file() and path.suffix not in KEPT_OUT
}


def test_the_wheel_holds_every_file_of_the_package(tmp_path):
    wheel = pytest.importorskip("hatchling.builders.wheel")
    (built,) = wheel.WheelBuilder(str(ROOT)).build(directory=str(tmp_path), versions=["standard"])
    with zipfile.ZipFile(built) as archive:
        inside = set(archive.namelist())
        metadata = archive.read(next(name for name in inside if name.endswith("METADATA"))).decode()
    assert inside >= PACKAGE
    assert all(name.startswith(("informed/", "informed-")) for name in inside)
    assert "Requires-Dist: numpy>=" in metadata


def test_the_source_distribution_holds_the_package_and_its_tests(tmp_path):
    sdist = pytest.importorskip("hatchling.builders.sdist")
    (built,) = sdist.SdistBuilder(str(ROOT)).build(directory=str(tmp_path), versions=["standard"])
    with tarfile.open(built) as archive:
        inside = {name.partition("/")[2] for name in archive.getnames()}
    assert inside >= {f"src/{name}" for name in PACKAGE} | {"LICENSE", "README.md", "tests/conftest.py", "CITATION.cff"}


def test_all_extras_leave_out_what_is_heavy():
    import tomllib

    extras = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    (everything,) = extras["all"]
    for heavy in ("torch", "spark", "mlflow"):
        assert heavy in extras
        assert heavy not in everything
