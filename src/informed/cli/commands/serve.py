"""``informed serve``: the workbench in the browser."""

import os
import secrets
import shutil
import subprocess
import sys
from pathlib import Path

import click

from informed.asking.declared import FLAG, Given, Number, Parameter, Question, Whole
from informed.core.errors import InputError

SECRET = "INFORMED_TOKEN"
LOCAL = ("127.0.0.1", "localhost", "::1")


QUESTION = Question(
    "serve",
    "Open the workbench: edit a table and see measures, odds and verdict change; evaluate a file; compare systems.",
    (
        Parameter("port", "Port; 0 takes any free port.", Whole(least=0, most=65535), default=8000, usual=True),
        Parameter(
            "host",
            "Any other address lets other machines in. They need a token: INFORMED_TOKEN, or a new one.",
            default="127.0.0.1",
            usual=True,
        ),
        Parameter("no_browser", "Do not open the page.", FLAG, usual=True),
        Parameter(
            "mcp",
            "Answer an assistant over standard input instead (Model Context Protocol), about files below this folder.",
            FLAG,
            usual=True,
        ),
        Parameter("upload_limit", "Largest upload in MB.", Whole(least=1), default=100, usual=True),
        Parameter("time_limit", "Seconds an answer about a file may take.", Number(above=0), default=60.0, usual=True),
    ),
    examples=(
        "informed serve",
        "informed serve --port 8080 --no-browser",
        "informed serve --host 0.0.0.0",
        "informed serve --mcp",
    ),
    place="informed.cli.commands.serve",
    formats=None,
)


def answer(given: Given) -> None:
    """Serve until it is stopped."""
    if given["mcp"]:
        _answer_assistant()
        return
    host = given["host"]
    # never an option: arguments can be read by everybody in the list of processes
    token = os.environ.get(SECRET) or (None if host in LOCAL else secrets.token_urlsafe(16))
    if token and not token.isprintable():
        raise InputError(f"{SECRET} holds a control character or is not UTF-8; use letters, digits and punctuation")
    try:
        from informed.web.server import serve
    except ModuleNotFoundError as error:
        raise InputError(f"the workbench needs {error.name}; install it with: pip install 'informed[web]'") from None

    serve(
        host,
        given["port"],
        token=token,
        upload_limit=given["upload_limit"] * 10**6,
        time_limit=given["time_limit"],
        opened=None if given["no_browser"] else _open,
        told=click.echo,
    )


def _answer_assistant() -> None:
    try:
        from informed.integrations.mcp import serve
    except ModuleNotFoundError as error:
        raise InputError(f"--mcp needs {error.name}; install it with: pip install 'informed[mcp]'") from None

    serve(Path.cwd())


def _open(address: str) -> subprocess.Popen[bytes] | None:
    """Ask the desktop, where there is one, to show the page; it is not heard, for the address is printed anyway."""
    if sys.platform in ("win32", "darwin"):
        click.launch(address)
        return None
    opener = shutil.which("xdg-open")
    if not opener or not {"DISPLAY", "WAYLAND_DISPLAY"} & os.environ.keys():
        return None
    quiet = subprocess.DEVNULL
    return subprocess.Popen([opener, address], stdin=quiet, stdout=quiet, stderr=quiet, start_new_session=True)
