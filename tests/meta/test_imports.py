"""Importing the package is light: NumPy and nothing heavier, until something heavier is used."""

import subprocess
import sys

import pytest

HEAVY = ("pandas", "scipy", "sklearn", "duckdb", "rich", "narwhals", "polars", "pyarrow", "torch", "jax", "jinja2")


def loaded_after(code: str) -> set[str]:
    """Which packages a fresh interpreter holds after running some code."""
    script = f"import sys\n{code}\nprint(*{{name.split('.')[0] for name in sys.modules}})"
    return set(
        subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout.split()
    )


@pytest.mark.parametrize(
    "code",
    [
        "import informed",
        "import informed; informed.Counts([[3, 1], [2, 4]])",
        "import informed; informed.measures.informedness([[3, 1], [2, 4]])",
        "import informed; informed.find(family='information'); informed.get('mcc')",
    ],
)
def test_nothing_heavy_is_loaded(code):
    assert not loaded_after(code) & set(HEAVY)
