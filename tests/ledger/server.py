"""A PostgreSQL server of its own on loopback for as long as a command runs: ``python server.py COMMAND ...``.

Data folder, port, user and password are made for this run and are gone afterwards. The command finds the address in
``INFORMED_TEST_POSTGRES``. PostgreSQL refuses to run as root; then Debian's user ``postgres`` runs it.
"""

import os
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path
from tempfile import mkdtemp

VARIABLE = "INFORMED_TEST_POSTGRES"
PATIENCE = 60.0  # seconds until the server must answer


def program(name):
    """A program of the server, which Debian keeps apart from others."""
    places = [*sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"))[-1:], shutil.which(name)]
    return str(next(each for each in places if each))


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


@contextmanager
def server():
    """The address of a server that runs as long as the block does."""
    folder = Path(mkdtemp(prefix="informed-postgres-"))
    who = {"user": "postgres", "group": "postgres"} if os.getuid() == 0 else {}
    password, port = secrets.token_hex(16), free_port()
    (folder / "password").write_text(password)
    if who:
        for each in (folder, folder / "password"):
            shutil.chown(each, **who)
    data = folder / "data"
    how = {"stdout": subprocess.DEVNULL, "stderr": subprocess.PIPE, "cwd": folder, "text": True, **who}
    start = [program("initdb"), "-D", data, "-U", "informed", "-A", "scram-sha-256", "-E", "UTF8", "--no-sync"]
    subprocess.run([*start, f"--pwfile={folder / 'password'}", "--locale=C"], check=True, **how)
    settings = ["listen_addresses=127.0.0.1", "unix_socket_directories=", f"port={port}", "fsync=off"]
    words = [word for setting in settings for word in ("-c", setting)]
    with (folder / "log").open("w") as log:
        running = subprocess.Popen([program("postgres"), "-D", data, *words], **how | {"stderr": log})
    url = f"postgresql://informed:{password}@127.0.0.1:{port}/postgres"
    try:
        answered(url, running, folder / "log")
        yield url
    finally:
        running.send_signal(signal.SIGINT)  # a fast shutdown, which ends open connections
        running.wait(timeout=PATIENCE)
        shutil.rmtree(folder)


def answered(url, running, log):
    """Wait until the server answers, or say why it does not."""
    import psycopg

    end = time.monotonic() + PATIENCE
    while time.monotonic() < end and running.poll() is None:
        try:
            psycopg.connect(url, connect_timeout=2).close()
            return
        except psycopg.OperationalError:
            time.sleep(0.1)
    raise SystemExit(f"PostgreSQL did not start:\n{log.read_text()}")


if __name__ == "__main__":
    with server() as url:
        code = subprocess.run(sys.argv[1:], env={**os.environ, VARIABLE: url}, check=False).returncode
    sys.exit(code)
