"""Work that can be stopped: answers come from processes with limits, which end when nobody waits for them."""

import asyncio
import errno
import multiprocessing
import multiprocessing.forkserver
import os
import tempfile
import threading
import time
import traceback
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request

from informed.core.errors import InputError

LOOK = 0.02  # seconds between two looks at whether there is an answer
GIB = 2**30
NEEDED = [
    "informed.web.data",
    "informed.web.warm",
    "informed.questions.evaluate.page",
    "duckdb",
    "scipy.stats",
]  # by most answers
REMEDY = "use the command line for this file, it has no such limit"


class AbandonedError(Exception):
    """Whoever asked has gone."""


class BrokenError(Exception):
    """An error of ours in the other process; its traceback is in the log."""


@dataclass(frozen=True)
class Workers:
    """At most so many processes at once, each with so many seconds, bytes of memory and bytes written to one file.

    ``patient``: how far they stand back for other processes, as ``nice`` counts it.
    """

    seconds: float = 60.0
    patient: int = 0
    memory: int = 3 * GIB
    written: int = 2 * GIB
    at_once: int = max(2, os.cpu_count() or 2)
    seats: asyncio.Semaphore = field(init=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "seats", asyncio.Semaphore(self.at_once))

    async def answer(
        self, function: Callable[..., Any], *given: Any, folder: Path, abandoned: Callable[[], Awaitable[bool]]
    ) -> Any:
        """What the function returns, or why not; it is stopped when its time is over or nobody waits any more."""
        try:
            async with asyncio.timeout(self.seconds):
                await self.seats.acquire()
        except TimeoutError:
            raise InputError("the workbench is busy with other answers; try again in a minute") from None
        try:
            return await self._worked(function, given, folder, abandoned)
        finally:
            self.seats.release()

    async def _worked(
        self, function: Callable[..., Any], given: tuple[Any, ...], folder: Path, abandoned: Callable[..., Any]
    ) -> Any:
        context = ready()
        ours, theirs = context.Pipe(duplex=False)
        watched, alive = context.Pipe(duplex=False)  # its end tells the process that this one is gone
        work = (theirs, watched, (self.memory, self.written, self.patient), folder, function, given)
        process = context.Process(target=_work, args=work, daemon=True)
        await run_in_threadpool(process.start)
        theirs.close()
        watched.close()
        try:
            await _awaited(ours, self.seconds, abandoned)
            kind, found = await run_in_threadpool(ours.recv)
        except EOFError:
            raise InputError(
                f"the work ended before there was an answer, perhaps for lack of memory; {REMEDY}"
            ) from None
        finally:
            process.kill()
            alive.close()
            ours.close()
        if kind == "refused":
            raise InputError(found)
        if kind == "broken":
            raise BrokenError(found)
        return found


async def worked(request: Request, function: Callable[..., Any], *given: Any, lane: str = "files") -> Any:
    """What the function returns, from a process that ends with the request; its copies lie in a folder of its own.

    ``lane``: answers about "files" wait for each other; "sums", which read none, never wait for them.
    """
    workers: Workers = request.app.state.workers[lane]
    with request.app.state.spool.request() as folder:
        return await workers.answer(function, *given, folder=Path(folder), abandoned=request.is_disconnected)


def ready() -> Any:
    """How processes are started: from one that has imported what they need, where the system can do that."""
    if "forkserver" not in multiprocessing.get_all_start_methods():
        return multiprocessing.get_context("spawn")
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(NEEDED)
    return context


def warm() -> None:
    """Start importing what answers need before anybody asks."""
    if ready().get_start_method() == "forkserver":
        multiprocessing.forkserver.ensure_running()


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


def _work(
    theirs: Connection,
    watched: Connection,
    limits: tuple[int, int, int],
    folder: Path,
    function: Callable[..., Any],
    given: tuple[Any, ...],
) -> None:
    """In the other process: the answer, or what is wrong with the question."""
    threading.Thread(target=_end_with, args=(watched,), daemon=True).start()
    tempfile.tempdir = str(folder)  # copies lie where the server clears them, whatever happens here
    memory, written, patient = limits
    _limit(memory, written)
    if patient and hasattr(os, "nice"):
        os.nice(patient)
    try:
        answer = "found", function(*given)
    except InputError as error:
        answer = "refused", str(error)
    except MemoryError:
        answer = "refused", f"this needs more than {memory / GIB:.0f} GiB of memory; {REMEDY}"
    except Exception as error:
        answer = _wrong(error, written)
    theirs.send(answer)


def _wrong(error: Exception, written: int) -> tuple[str, str]:
    """A limit of ours that was met, or a bug of ours."""
    if isinstance(error, OSError) and error.errno == errno.EFBIG:
        return "refused", f"the file unpacks to more than {written / GIB:.0f} GiB; {REMEDY}"
    traceback.print_exc()
    return "broken", f"{type(error).__name__}: {error}"


def _end_with(watched: Connection) -> None:
    """End this process when the server is gone, however it went."""
    try:
        watched.recv()
    except (EOFError, OSError):
        os._exit(1)


def _limit(memory: int, written: int) -> None:
    """Bound the memory beyond what is in use, and the size of a file, where the system can do that."""
    try:
        import resource
    except ImportError:
        return
    statm = Path("/proc/self/statm")
    used = int(statm.read_text().split()[5]) * resource.getpagesize() if statm.exists() else 0
    # what can be written to, not all addresses: the engine that draws charts reserves many that it never uses
    for what, most in ((resource.RLIMIT_DATA, used + memory), (resource.RLIMIT_FSIZE, written)):
        ceiling = resource.getrlimit(what)[1]
        resource.setrlimit(what, (most if ceiling == resource.RLIM_INFINITY else min(most, ceiling), ceiling))
