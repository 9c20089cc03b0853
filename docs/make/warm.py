"""Programs run in children of one process that has imported what most of them need: a start costs what `fork` costs.

``run`` gives what `subprocess.run` would: the exit code, and what was printed to both.
"""

import atexit
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

NEEDED = """
import numpy, scipy.optimize, scipy.stats, duckdb, narwhals
import informed.cli.commanding, informed.more, informed.questions.evaluate.batch
"""


class Done(NamedTuple):
    """How a program ended, and what it printed."""

    code: int
    out: str
    error: str


def run(program: str, *arguments: str, folder: str, environment: Mapping[str, str]) -> Done:
    """Run ``informed`` with arguments, or a text as Python runs it with ``-W error -c``."""
    with tempfile.TemporaryDirectory() as kept:
        ask = {"program": program, "arguments": arguments, "folder": folder, "kept": kept}
        process = _server(environment["PYTHONPATH"])
        process.stdin.write(json.dumps({**ask, "environment": dict(environment)}) + "\n")
        process.stdin.flush()
        code = int(process.stdout.readline())
        return Done(code, *((Path(kept) / name).read_text() for name in ("out", "error")))


@cache
def _server(path: str) -> subprocess.Popen[str]:
    """The process from which all are started, one for this process."""
    command = [sys.executable, "-W", "error", __file__]
    environment = {**os.environ, "PYTHONPATH": path}
    process = subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment, start_new_session=True
    )
    atexit.register(process.communicate)
    return process


def _serve() -> None:
    """Start what is asked for, line by line, and say how it ended."""
    exec(NEEDED, {})
    for line in sys.stdin:
        ask = json.loads(line)
        if not (child := os.fork()):
            _become(**ask)
            return
        print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)


def _become(program: str, arguments: list[str], folder: str, kept: str, environment: dict[str, str]) -> None:
    """Be the program; what it raises ends this process as it would end that."""
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    for name, place in (("out", 1), ("error", 2)):
        os.dup2(os.open(f"{kept}/{name}", os.O_WRONLY | os.O_CREAT), place)
    sys.stdin = open(0, closefd=False)  # noqa: SIM115  # the other one holds what was asked for
    sys.path[0] = ""
    sys.modules["__main__"] = main = ModuleType("__main__")
    sys.argv = ["informed", *arguments] if program == "informed" else ["-c"]
    if program == "informed":
        from informed.cli import main as command

        command()
    else:
        exec(compile(program, "<string>", "exec"), vars(main))


if __name__ == "__main__":
    _serve()
