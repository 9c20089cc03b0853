"""Importing the package is light: NumPy and nothing heavier, until something heavier is used. So is a command."""

import subprocess
import sys
from importlib.metadata import version

import pytest

NUMPY = tuple(map(int, version("numpy").split(".")[:2]))
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
        "import informed; informed.measures.find(family='information'); informed.measures.get('mcc')",
    ],
)
def test_nothing_heavy_is_loaded(code):
    assert not loaded_after(code) & set(HEAVY)


@pytest.mark.skipif(NUMPY >= (2, 5), reason="SciPy 1.18 imports all of NumPy 2.5 with its compiled functions")
def test_a_command_on_a_small_file_starts_no_engine_and_draws_nothing(tmp_path):
    path = tmp_path / "rows.csv"
    path.write_text("actual,predicted\n" + "x,x\ny,y\nx,y\n" * 3)  # few items: there are notes
    command = ["evaluate", str(path), "--actual", "actual", "--predicted", "predicted"]
    code = f"from informed.cli import main\ntry: main({command!r})\nexcept SystemExit as done: assert not done.code"
    code += "\nassert 'scipy.special._basic' not in sys.modules, 'more of SciPy than its compiled functions'"
    code += "\nassert not {'numpy.ma', 'numpy.random', 'sqlite3'} & set(sys.modules), 'what no small file needs'"
    unread = "informed.readers.logs.runs", "informed.readers.annotations.tools"
    code += f"\nassert not {{*{unread}}} & set(sys.modules)"
    assert not loaded_after(code) & {"pandas", "sklearn", "duckdb", "rich", "narwhals", "polars", "torch", "jinja2"}


def test_special_functions_come_first_and_the_rest_of_their_package_when_asked_for():
    code = (
        "from informed.asking.special import import_special_functions; import_special_functions()\n"
        "from scipy.special import betaincinv, ndtri; early = betaincinv, ndtri\n"
        "import scipy.stats, scipy.optimize; from scipy.special import comb, softmax, betaincinv, ndtri\n"
        "assert comb(4, 2) == 6 and early == (betaincinv, ndtri) and scipy.special.__file__"
    )
    assert "scipy" in loaded_after(code)
