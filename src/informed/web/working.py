"""Work that can be stopped: an answer is found in a process of its own, which ends when nobody waits for it."""

from __future__ import annotations

import asyncio
import multiprocessing
import time
from collections.abc import Awaitable, Callable
from multiprocessing.connection import Connection
from typing import Any

from starlette.concurrency import run_in_threadpool

from informed.core.errors import InputError

LOOK = 0.02  # seconds between two looks at whether there is an answer
NEEDED = ["informed.web.uploads", "informed.writers.charts.drawings", "duckdb", "scipy.stats"]  # by most answers


class AbandonedError(Exception):
    """Whoever asked has gone."""


def ready() -> Any:
    """How processes are started: from one that has imported what they need, where the system can do that."""
    if "forkserver" not in multiprocessing.get_all_start_methods():
        return multiprocessing.get_context("spawn")
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(NEEDED)
    return context


async def worked(
    function: Callable[..., str], *given: Any, seconds: float, abandoned: Callable[[], Awaitable[bool]]
) -> str:
    """What the function tells, or why not; it is stopped after so many seconds, or once nobody waits any more."""
    context = ready()
    ours, theirs = context.Pipe(duplex=False)
    process = context.Process(target=_work, args=(theirs, function, given), daemon=True)
    await run_in_threadpool(process.start)
    theirs.close()
    try:
        await _awaited(ours, seconds, abandoned)
        told, wrong = await run_in_threadpool(ours.recv)
    except EOFError:
        raise InputError(
            "the work ended before there was an answer, perhaps for want of memory; use the command line for this file"
        ) from None
    finally:
        process.kill()
        ours.close()
    if wrong:
        raise InputError(told)
    return str(told)


async def _awaited(ours: Connection, seconds: float, abandoned: Callable[[], Awaitable[bool]]) -> None:
    last = time.monotonic() + seconds
    while not ours.poll():
        if time.monotonic() > last:
            raise InputError(
                f"this takes longer than {seconds:g} seconds and was stopped; are these columns of labels? "
                "The command line has no limit, and `informed serve --time-limit` sets another"
            )
        if await abandoned():
            raise AbandonedError
        await asyncio.sleep(LOOK)


def _work(theirs: Connection, function: Callable[..., str], given: tuple[Any, ...]) -> None:
    """In the other process: the answer, or what is wrong with the question."""
    try:
        answer = function(*given), False
    except InputError as error:
        answer = str(error), True
    theirs.send(answer)
