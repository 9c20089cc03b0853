"""The workbench on a port of this machine."""

import asyncio
import socket
from collections.abc import Callable
from typing import Any
from urllib.parse import quote

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from informed.core.errors import InputError
from informed.readers.files.spool import clear_leftovers
from informed.web import working
from informed.web.app import create_app

PATIENCE = 1  # seconds that answers under way are waited for when the workbench is stopped
HEAD_SECONDS = 10.0  # that a request may take to say what it wants
MOST_CONNECTIONS = 200


class Prompt(H11Protocol):
    """A connection that is closed when the head of a request does not arrive in time.

    When there are too many, the one whose last request is longest ago is closed, so that whoever comes is answered.
    """

    _late: asyncio.TimerHandle | None = None
    _asked = 0.0  # when the last request came, or the connection was made

    def connection_made(self, transport: Any) -> None:
        """Wait for the head of the first request."""
        super().connection_made(transport)
        self._asked = self.loop.time()
        self._make_room()
        self._expect()

    def data_received(self, data: bytes) -> None:
        """Stop waiting once a request is being answered; a part of the next head starts the wait again."""
        super().data_received(data)
        if self.cycle is not None and not self.cycle.response_complete:
            self._stop_waiting()
            self._asked = self.loop.time()
        elif self._late is None:
            self._expect()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the wait."""
        self._stop_waiting()
        super().connection_lost(exc)

    def _make_room(self) -> None:
        every: list[Any] = [each for each in self.connections if not each.transport.is_closing()]
        if len(every) > MOST_CONNECTIONS:
            idle = [each for each in every if each.cycle is None or each.cycle.response_complete]
            min(idle, key=lambda each: each._asked, default=self).transport.abort()

    def _expect(self) -> None:
        self._late = self.loop.call_later(HEAD_SECONDS, self.transport.abort)

    def _stop_waiting(self) -> None:
        if self._late is not None:
            self._late.cancel()
            self._late = None


def configured(app: Any, **options: Any) -> uvicorn.Config:
    """How the application is served."""
    return uvicorn.Config(app, http=Prompt, server_header=False, timeout_graceful_shutdown=PATIENCE, **options)


def serve(
    host: str,
    port: int,
    *,
    token: str | None,
    upload_limit: int,
    time_limit: float,
    opened: Callable[[str], Any] | None,
    told: Callable[[str], Any],
) -> None:
    """Answer until stopped; the address is told, and opened in a browser, once it works."""
    listening = listen(host, port)
    name = "127.0.0.1" if host in ("0.0.0.0", "::") else f"[{host}]" if ":" in host else host
    address = f"http://{name}:{listening.getsockname()[1]}/" + (f"?token={quote(token)}" if token else "")
    app = create_app(hosts=(name,), token=token, upload_limit=upload_limit, time_limit=time_limit)
    clear_leftovers()
    working.warm()
    told(f"The workbench is at {address}  (Ctrl-C stops it)")
    if opened is not None and not token:  # an opened address can be read in the list of processes
        opened(address)
    uvicorn.Server(configured(app, log_level="warning")).run(sockets=[listening])


def listen(host: str, port: int) -> socket.socket:
    """The port, taken before anybody is told of it."""
    if not host.strip():
        raise InputError("--host is empty; leave it out, or give 0.0.0.0 to let other machines in")
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # asyncio sends small answers at once (no delay) only where the protocol is named
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
    except (OSError, UnicodeError) as error:  # a name that is no name of a machine
        listening.close()
        problem = getattr(error, "strerror", None) or error
        raise InputError(f"--host {host} --port {port}: {problem}; choose another, or --port 0") from None
    listening.listen()  # a browser that comes early waits instead of being turned away
    return listening
