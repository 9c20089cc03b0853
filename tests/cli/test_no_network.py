"""No command reaches out: with every socket refused, they answer as ever."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

WEATHER = Path(__file__).parents[2] / "examples" / "weather.csv"
COLUMNS = ["--actual", "actual", "--predicted", "forecast"]
COMMANDS = [
    [str(WEATHER)],
    ["evaluate", str(WEATHER), *COLUMNS],
    ["evaluate", str(WEATHER), *COLUMNS, "-o", "report.html"],
    ["evaluate", str(WEATHER), *COLUMNS, "-o", "report.xlsx"],
    ["evaluate", str(WEATHER), *COLUMNS, "--ledger", "runs.db", "--record", "weather", "--as", "forecast"],
    ["history", "weather", "--ledger", "runs.db"],
    ["compare", str(WEATHER), "--actual", "actual", "--predicted", "forecast", "--predicted", "radar"],
    ["evaluate", "https://example.org/rows.csv", *COLUMNS],
    ["measures", "kappa"],
    ["recover", "--recall", ".5", "--precision", ".6", "--n", "100"],
]
RUN = """
import json, sys
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO

asked = []

def refuse(event, arguments):
    if event.startswith(("socket.", "urllib.", "http.")) and event not in ("socket.gethostname", "socket.__new__"):
        asked.append(event)
        raise OSError("no network")

sys.addaudithook(refuse)
from informed.cli import main

codes = []
for command in json.loads(sys.argv[1]):
    with redirect_stdout(StringIO()), redirect_stderr(StringIO()) as said:
        try:
            main(command)
        except SystemExit as stop:
            codes.append([stop.code, said.getvalue()])
print(json.dumps([codes, asked]))
"""


def test_no_command_opens_a_connection(tmp_path):
    done = subprocess.run(
        [sys.executable, "-c", RUN, json.dumps(COMMANDS)], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    codes, asked = json.loads(done.stdout)
    assert asked == []
    refused = [command for command, (code, _) in zip(COMMANDS, codes, strict=True) if code == 2]
    assert refused == [command for command in COMMANDS if "https://example.org/rows.csv" in command], codes
