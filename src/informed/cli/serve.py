"""``informed serve``: the workbench in the browser."""

from __future__ import annotations

import rich_click as click

from informed.errors import InputError

LOCAL = ("127.0.0.1", "localhost", "::1")


@click.command("serve")
@click.option("--port", default=8000, show_default=True, type=click.IntRange(0, 65535), help="0 takes any free port.")
@click.option("--host", default="127.0.0.1", show_default=True, help="Any address but this machine's needs --token.")
@click.option("--token", help="A secret that the address must carry: for use from other machines.")
@click.option("--no-browser", is_flag=True, help="Do not open the page.")
@click.option(
    "--upload-limit", default=100, show_default=True, type=click.IntRange(min=1), help="Largest upload in MB."
)
def command(port: int, host: str, token: str | None, no_browser: bool, upload_limit: int) -> None:
    """Open the workbench: edit a table and watch measures, odds and verdict follow; drop a file; compare systems.

    \b
    informed serve
    informed serve --port 8080 --no-browser
    informed serve --host 0.0.0.0 --token "$(openssl rand -hex 16)"
    """
    if host not in LOCAL and not token:
        raise InputError(f"--host {host} lets other machines in; give them a secret: --token ...")
    try:
        from informed.web.server import serve
    except ModuleNotFoundError as error:
        raise InputError(f"the workbench needs {error.name}; install it with: pip install 'informed[web]'") from None

    serve(
        host,
        port,
        token=token,
        upload_limit=upload_limit * 10**6,
        opened=None if no_browser else click.launch,
        told=click.echo,
    )
