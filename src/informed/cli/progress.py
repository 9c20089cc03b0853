"""A progress bar on standard error, for work that takes more than a second and only on a terminal."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

PATIENCE = 1.0  # seconds before anything is shown


@contextmanager
def progress(what: str) -> Iterator[Callable[[float], None] | None]:
    """Something to call with the share done; None where nobody is watching."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import Progress

    started = time.monotonic()
    bar = Progress(console=Console(stderr=True), transient=True)
    task = bar.add_task(what, total=1.0)

    def show(share: float) -> None:
        if time.monotonic() - started > PATIENCE:
            bar.start()
            bar.update(task, completed=share)

    try:
        yield show
    finally:
        bar.stop()
