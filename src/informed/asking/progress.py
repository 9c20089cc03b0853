"""A progress bar on standard error, for work that takes more than a second and only on a terminal."""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

PATIENCE = 1.0  # seconds before anything is shown
STEPS = 1000


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
            bars[0].update(round(share * STEPS) - bars[0].pos)

    try:
        yield show
    finally:
        for bar in bars:
            bar.render_finish()


def _bar(what: str) -> Any:
    import click

    bar = click.progressbar(length=STEPS, label=what, file=sys.stderr)
    bar.render_progress()
    return bar
