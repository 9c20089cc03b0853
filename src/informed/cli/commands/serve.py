"""``informed serve``: the workbench in the browser."""

from __future__ import annotations

import os
import secrets
import shutil
import subprocess
import sys

import rich_click as click

from informed.cli.kinds import Number, Whole
from informed.core.errors import InputError

SECRET = "INFORMED_TOKEN"
LOCAL = ("127.0.0.1", "localhost", "::1")


@click.command("serve")
@click.option(
    "--port", default=8000, show_default=True, type=Whole(least=0, most=65535), help="Port; 0 takes any free port."
)
@click.option(
    "--host",
    default="127.0.0.1",
    show_default=True,
    help="Any other address lets other machines in. They need a token: INFORMED_TOKEN, or a new one.",
)
@click.option("--no-browser", is_flag=True, help="Do not open the page.")
@click.option("--upload-limit", default=100, show_default=True, type=Whole(least=1), help="Largest upload in MB.")
@click.option(
    "--time-limit",
    default=60.0,
    show_default=True,
    type=Number(above=0),
    help="Seconds an answer about a file may take.",
)
def command(port: int, host: str, no_browser: bool, upload_limit: int, time_limit: float) -> None:
    """Open the workbench: edit a table and see measures, odds and verdict change; evaluate a file; compare systems.

    \b
    informed serve
    informed serve --port 8080 --no-browser
    informed serve --host 0.0.0.0
    """
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
        port,
        token=token,
        upload_limit=upload_limit * 10**6,
        time_limit=time_limit,
        opened=None if no_browser else _open,
        told=click.echo,
    )


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
