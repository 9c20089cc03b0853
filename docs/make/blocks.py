"""The code on a page: run it, and put what it printed where the page shows it.

A ``console`` block holds commands after ``$`` and their output. The ``python`` blocks of a page are one script; a
``text`` block right after one of them is what that block printed. A page that says ``<!-- needs: NAME -->`` is left as
it is where that package is not installed, and one that says ``<!-- run by: FILE -->`` has a test of its own.
"""

import os
import re
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import warm

ROOT = Path(__file__).parents[2]
CONSOLE = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)
PYTHON = re.compile(r"^```python\n(?P<code>.*?)^```$(?:\n\n^```text\n(?P<shown>.*?)^```$)?", re.MULTILINE | re.DOTALL)
NEEDS = re.compile(r"<!-- needs: (\w+) -->")
RUN_ELSEWHERE = "<!-- run by: "
BETWEEN = "=== next block ==="
QUOTED = r"""'[^']*'|"[^"$`\\]*"|[^\s'"$`\\|;&<>()*?\[\]~#!{}]"""  # what a shell takes as it is
FULL = re.compile(r"\b\d+\.\d{13,}")
PLAIN = re.compile(rf"informed((?:\s|{QUOTED})*)(?:\|(.*))?")


def pages() -> list[Path]:
    """Every page whose code is run."""
    return [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]


def regenerate(text: str) -> str:
    """The page with every output as it is now; as it was, where nothing but digits beyond the twelfth would change."""
    now = _run_anew(text)
    return text if _rounded(now) == _rounded(text) else now


def _rounded(text: str) -> str:
    """Numbers in full with the digits that are the same on every processor."""
    return FULL.sub(lambda number: f"{float(number[0]):.12g}", text)


def _run_anew(text: str) -> str:
    if RUN_ELSEWHERE in text or any(find_spec(name) is None for name in NEEDS.findall(text)):
        return text
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "examples").symlink_to(ROOT / "examples")
        text = CONSOLE.sub(lambda block: f"```console\n{_session(block[1], folder)}```", text)
        printed = _script([match["code"] for match in PYTHON.finditer(text)], folder)
        return PYTHON.sub(lambda block: _with_output(block, next(printed)), text)


def _session(block: str, folder: str) -> str:
    commands = [line[2:] for line in block.splitlines() if line.startswith("$ ")]
    return "\n".join(f"$ {command}\n{_tidy(_run(command, folder))}" for command in commands)


def _run(command: str, folder: str) -> str:
    """What a shell prints, errors too; ``informed`` and ``pytest`` are those of this interpreter."""
    programs = "".join(f'{name}() {{ "{sys.executable}" -m {name} "$@"; }}\n' for name in ("informed", "pytest"))
    how: dict[str, Any] = {"cwd": folder, "env": _environment(), "capture_output": True, "text": True}
    if not (plain := PLAIN.fullmatch(command)):
        done = subprocess.run(["sh", "-c", f"{programs}{command}"], **how)
        return f"{done.stdout}{done.stderr}"
    _, out, error = warm.run("informed", *shlex.split(plain[1]), folder=folder, environment=_environment())
    if plain[2]:
        done = subprocess.run(["sh", "-c", f"{programs}{plain[2]}"], input=out, **how)
        out, error = done.stdout, f"{error}{done.stderr}"
    return f"{out}{error}"


def _script(blocks: list[str], folder: str) -> Iterator[str]:
    if not blocks:
        return iter(())
    script = f"print({BETWEEN!r})\n".join(blocks)
    done = warm.run(script, folder=folder, environment=_environment())
    if done.code:
        raise RuntimeError(f"a Python block failed:\n{done.error}")
    return iter(done.out.split(f"{BETWEEN}\n"))


def _with_output(block: re.Match[str], printed: str) -> str:
    code = f"```python\n{block['code']}```"
    return f"{code}\n\n```text\n{_tidy(printed)}```" if printed.strip() else code


def _tidy(text: str) -> str:
    lines = [line.rstrip() for line in text.strip("\n").splitlines()]
    return "".join(f"{line}\n" for line in lines)


def _environment() -> dict[str, str]:
    """A terminal of 100 columns without colour, and this checkout's package."""
    return {**os.environ, "COLUMNS": "100", "NO_COLOR": "1", "PYTHONPATH": str(ROOT / "src"), "PYTHONWARNINGS": "error"}
