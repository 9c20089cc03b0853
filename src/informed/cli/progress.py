"""A progress bar on standard error, for work that takes more than a second and only on a terminal."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

PATIENCE = 1.0  # seconds before anything is shown


@contextmanager
def progress(what: str) -> Iterator[Callable[[float], None] | None]:
    """Something to call with the share done; None where nobody is watching."""
    if sys.stderr is None or not sys.stderr.isatty():
        yield None
        return
    started = time.monotonic()
    bars: list[Any] = []

    def show(share: float) -> None:
        if time.monotonic() - started > PATIENCE:
            if not bars:
                bars.append(_bar(what))
            bars[0].update(bars[0].task_ids[0], completed=share)

    try:
        yield show
    finally:
        for bar in bars:
            bar.stop()


def _bar(what: str) -> Any:
    from rich.console import Console
    from rich.progress import Progress

    bar = Progress(console=Console(stderr=True), transient=True)
    bar.add_task(what, total=1.0)
    bar.start()
    return bar
