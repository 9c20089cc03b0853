"""The walk of the data is short: few functions from the command to the number and its print."""

import subprocess
import sys
from pathlib import Path


def test_the_spine_of_a_grouped_evaluation_has_at_most_30_functions():
    """In a fresh interpreter, where nothing has been counted or kept yet."""
    script = Path(__file__).with_name("spine.py")
    *lines, last = subprocess.run(
        [sys.executable, str(script)], capture_output=True, text=True, check=True
    ).stdout.splitlines()
    assert [line for line in lines if not line.startswith(" ")] == ["counted", "interval", "written"]
    assert int(last.split()[0]) <= 30, "\n".join(lines)
