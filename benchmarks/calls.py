"""How many functions of the project one answer calls, and how many formulas of measures it evaluates.

    python benchmarks/calls.py

A call counts where the function lies in the package; comprehensions and the bodies of modules do not. "Between core and
inference": calls from a function of one room straight into the other. The command runs first, as it does in the shell;
the comparison runs a second time, when all is imported.
"""

from __future__ import annotations

import os
import sys
from collections import Counter
from collections.abc import Callable
from contextlib import redirect_stdout, suppress
from pathlib import Path
from types import FrameType
from typing import Any

import numpy as np

import informed

ROOT = f"{Path(informed.__file__).parent}{os.sep}"
EXAMPLE = Path(__file__).parents[1] / "examples" / "weather.csv"
NEIGHBOURS = {("core", "inference"), ("inference", "core")}


class Calls:
    """Calls by what is called."""

    def __init__(self, work: Callable[[], Any]) -> None:
        self.made: Counter[tuple[str, str]] = Counter()
        self.between = 0
        sys.setprofile(self._seen)
        try:
            work()
        finally:
            sys.setprofile(None)

    def _seen(self, frame: FrameType, event: str, _: Any) -> None:
        room, name = _place(frame), frame.f_code.co_name
        if event == "call" and room and (name[0] != "<" or name == "<lambda>"):
            self.made[room, name] += 1
            self.between += (_room(frame.f_back), _room(frame)) in NEIGHBOURS

    @property
    def formulas(self) -> int:
        """How often the value of a measure was worked out."""
        return self.made["core/registry.py", "_value"]


def _place(frame: FrameType | None) -> str:
    path = frame.f_code.co_filename if frame else ""
    return path[len(ROOT) :] if path.startswith(ROOT) else ""


def _room(frame: FrameType | None) -> str:
    return _place(frame).partition(os.sep)[0]


def command() -> None:
    """``informed evaluate`` of a small file."""
    from informed.cli import main

    with suppress(SystemExit), open(os.devnull, "w", encoding="utf-8") as nowhere, redirect_stdout(nowhere):
        main(["evaluate", str(EXAMPLE), "--actual", "actual", "--predicted", "forecast"])


def comparison(classes: int, items: int = 1000) -> Callable[[], Any]:
    """Two systems on the same items."""
    draw = np.random.default_rng(classes)
    actual = draw.integers(0, classes, items)
    said = {name: np.where(draw.random(items) < 0.6, actual, draw.integers(0, classes, items)) for name in "ab"}
    return lambda: informed.compare(actual, said)


def main() -> None:
    works = {"`informed evaluate` of 365 rows in the shell": command}
    works |= {f"`compare` of two systems, {size} classes": comparison(size) for size in (2, 4, 20)}
    print("| work | calls | formulas | between core and inference |\n|---|---|---|---|")
    for name, work in works.items():
        if work is not command:
            work()
        found = Calls(work)
        print(f"| {name} | {found.made.total():,} | {found.formulas:,} | {found.between:,} |", flush=True)


if __name__ == "__main__":
    main()
