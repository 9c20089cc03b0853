"""What a user would install holds everything that runs."""

import tarfile
import zipfile
from pathlib import Path

import pytest

from loops import compiled

ROOT = Path(__file__).parents[2]
KEPT_OUT = {".pyc", ".so"}  # what is compiled is compiled anew
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


@pytest.mark.parametrize("compiler", ["as it is", "broken"])
def test_a_wheel_is_built_with_a_compiler_and_without(tmp_path, monkeypatch, compiler):
    """With one it serves every CPython from 3.11 on, without one every Python: neither fails."""
    wheel = pytest.importorskip("hatchling.builders.wheel")
    if compiler == "broken":
        monkeypatch.setenv("CFLAGS", "--no-such-option")
    else:
        compiled()  # skips where there is none
    (built,) = wheel.WheelBuilder(str(ROOT)).build(directory=str(tmp_path), versions=["standard"])
    with zipfile.ZipFile(built) as archive:
        inside = [name for name in archive.namelist() if name.endswith(".so")]
    if compiler == "broken":
        assert Path(built).name.endswith("-py3-none-any.whl")
        assert inside == []
    else:
        assert "-cp311-abi3-" in Path(built).name
        assert inside == ["informed/_speed.abi3.so"]


def test_the_source_distribution_holds_the_package_and_its_tests(tmp_path):
    sdist = pytest.importorskip("hatchling.builders.sdist")
    (built,) = sdist.SdistBuilder(str(ROOT)).build(directory=str(tmp_path), versions=["standard"])
    with tarfile.open(built) as archive:
        inside = {name.partition("/")[2] for name in archive.getnames()}
    assert inside >= {f"src/{name}" for name in PACKAGE} | {"LICENSE", "README.md", "tests/conftest.py", "CITATION.cff"}
    assert inside >= {"hatch_build.py", "src/speed/module.c", "src/speed/scores.c"}


def test_the_same_bytes_from_any_folder(tmp_path, monkeypatch):
    """Built here, and from the unpacked source distribution: neither the folder nor the hour is in a wheel."""
    wheel = pytest.importorskip("hatchling.builders.wheel")
    sdist = pytest.importorskip("hatchling.builders.sdist")
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1700000000")

    def build(builder, root, folder):
        (built,) = builder(str(root)).build(directory=str(tmp_path / folder), versions=["standard"])
        return Path(built)

    sources = build(sdist.SdistBuilder, ROOT, "here")
    with tarfile.open(sources) as archive:
        archive.extractall(tmp_path, filter="data")
    unpacked = tmp_path / sources.name.removesuffix(".tar.gz")
    here, there = (build(wheel.WheelBuilder, root, folder) for root, folder in ((ROOT, "here"), (unpacked, "there")))
    assert here.name == there.name
    assert here.read_bytes() == there.read_bytes()


def test_all_extras_leave_out_what_is_heavy():
    import tomllib

    extras = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    (everything,) = extras["all"]
    for heavy in ("torch", "spark", "mlflow"):
        assert heavy in extras
        assert heavy not in everything
