"""The workbench on a port of this machine."""

from __future__ import annotations

import socket
from collections.abc import Callable
from typing import Any
from urllib.parse import quote

import uvicorn

from informed.core.errors import InputError
from informed.web.app import create_app

PATIENCE = 1  # seconds that answers under way are waited for when the workbench is stopped


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
    told(f"The workbench is at {address}  (Ctrl-C stops it)")
    if opened is not None:
        opened(address)
    config = uvicorn.Config(app, log_level="warning", server_header=False, timeout_graceful_shutdown=PATIENCE)
    uvicorn.Server(config).run(sockets=[listening])


def listen(host: str, port: int) -> socket.socket:
    """The port, taken before anybody is told of it."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
    except OSError as error:
        listening.close()
        raise InputError(
            f"--host {host} --port {port}: {error.strerror or error}; choose another, or --port 0"
        ) from None
    listening.listen()  # a browser that comes early waits instead of being turned away
    return listening
