"""A command that is told to end: it removes its copies of files first."""

import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

SIGNALS = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]


@contextmanager
def orderly() -> Iterator[None]:
    """Take SIGTERM and SIGHUP for Ctrl-C, so that copies are removed; the exit code is that of the signal."""
    came: list[int] = []

    def stop(number: int, _: Any) -> None:
        signal.signal(number, signal.SIG_IGN)  # to be told twice must not stop the cleaning
        came.append(number)
        raise KeyboardInterrupt

    here = threading.current_thread() is threading.main_thread()
    ours = [each for each in SIGNALS if here and signal.getsignal(each) is signal.SIG_DFL]  # nohup ignores SIGHUP
    try:
        for each in ours:
            signal.signal(each, stop)
        yield
    finally:
        for each in ours:
            signal.signal(each, signal.SIG_DFL)
        if came:
            sys.exit(128 + came[0])  # a signal to itself would leave what other libraries clear at the end
