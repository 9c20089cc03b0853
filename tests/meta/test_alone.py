"""The project stands alone: nothing that lies beside its checkout is needed to build, use or test it."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
EXTRA = {"tests/readers/test_whole_logs.py"}  # the same laws once more, over logs that quote other people's texts
CLIMBS = re.compile(r"""Path\(__file__\)(?:\.resolve\(\))?\.parents\[(\d+)\]((?:\.parent|\s*/\s*"\.\.")*)""")


def code():
    for folder in ("src", "tests", "benchmarks", "docs/make", "examples"):
        yield from (ROOT / folder).rglob("*.py")
    yield ROOT / "hatch_build.py"


def leaves(path):
    """Whether a file names a folder above the checkout, counted in steps up from itself."""
    climbs = CLIMBS.findall(path.read_text(encoding="utf-8"))
    return any(int(steps) + len(re.findall(r"parent|\.\.", more)) >= len(path.parts) for steps, more in climbs)


def test_no_file_reads_what_lies_beside_the_checkout(monkeypatch):
    monkeypatch.chdir(ROOT)
    assert {str(path) for path in (each.relative_to(ROOT) for each in code()) if leaves(path)} == EXTRA
