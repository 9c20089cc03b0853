"""Bodies of requests: each has a largest size and a least rate; when too many are waited for, the slowest gives way."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from starlette.types import Message, Receive

PART_SECONDS = 20.0  # that the next part of a body may take
LEAST_RATE = 50_000.0  # bytes a second that a body must arrive at, after these seconds
MOST_BODIES = 50  # that are waited for at once


class TooLargeError(Exception):
    """A request body went over the limit."""


class SlowError(Exception):
    """A request body arrives too slowly, or stopped arriving."""


class Bodies:
    """The bodies of one workbench that are waited for."""

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self._waits: set[asyncio.Timeout] = set()

    def bounded(self, receive: Receive, arriving: bool) -> Receive:
        """The body, cut off at the limit even when its length was not announced, or when it arrives too slowly.

        Only the time in which the client is waited for counts, not the time that we take over a part.
        """
        seen, waited = 0, 0.0

        async def next_part() -> Message:
            nonlocal seen, waited, arriving
            if not arriving:
                return await receive()  # which waits for the end of the connection
            begun = asyncio.get_running_loop().time()
            async with self._wait(min(PART_SECONDS, PART_SECONDS + seen / LEAST_RATE - waited)):
                message = await receive()
            waited += asyncio.get_running_loop().time() - begun
            seen += len(message.get("body", b""))
            arriving = bool(message.get("more_body"))
            if seen > self.limit:
                raise TooLargeError
            return message

        return next_part

    @asynccontextmanager
    async def _wait(self, seconds: float) -> AsyncIterator[None]:
        """Wait this long; where too many wait, the one whose time ends first gives way."""
        try:
            async with asyncio.timeout(seconds) as wait:
                self._waits.add(wait)
                self._make_room()
                try:
                    yield
                finally:
                    self._waits.discard(wait)
        except TimeoutError:
            raise SlowError from None

    def _make_room(self) -> None:
        open_waits = [each for each in self._waits if not each.expired()]
        if len(open_waits) > MOST_BODIES:
            slowest = min(open_waits, key=lambda each: each.when() or 0.0)
            self._waits.discard(slowest)
            slowest.reschedule(0.0)
