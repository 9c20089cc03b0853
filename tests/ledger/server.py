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
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from pathlib import Path
from tempfile import mkdtemp

VARIABLE = "INFORMED_TEST_POSTGRES"
PATIENCE = 60.0  # seconds until the server must answer


def program(name):
    """A program of the server, which Debian keeps apart from others; None where there is none."""
    places = [*sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"))[-1:], shutil.which(name)]
    return next((str(each) for each in places if each), None)


SERVABLE = bool(program("initdb")) and find_spec("psycopg") is not None and Path("/proc").is_dir()


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Server:
    """A server with a folder of its own, which can be killed and started again."""

    def __init__(self, folder, who):
        self.folder, self.data, self.how = folder, folder / "data", {"cwd": folder, "text": True, **who}
        password, port = secrets.token_hex(16), free_port()
        (folder / "password").write_text(password)
        if who:
            for each in (folder, folder / "password"):
                shutil.chown(each, **who)
        self.url = f"postgresql://informed:{password}@127.0.0.1:{port}/postgres"
        settings = ["listen_addresses=127.0.0.1", "unix_socket_directories=", f"port={port}", "fsync=off"]
        self.words = [word for setting in settings for word in ("-c", setting)]
        start = [program("initdb"), "-D", self.data, "-U", "informed", "-A", "scram-sha-256", "-E", "UTF8", "--no-sync"]
        start += [f"--pwfile={folder / 'password'}", "--locale=C"]
        subprocess.run(start, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, **self.how)

    def start(self):
        """Start it, and wait until it answers."""
        with (self.folder / "log").open("a") as log:
            words = [program("postgres"), "-D", self.data, *self.words]
            self.running = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=log, **self.how)
        answered(self.url, self.running, self.folder / "log")

    def kill(self):
        """End it and the processes that it started at once, whatever they are doing, and wait until all are gone."""
        mine = [self.running.pid, *children(self.running.pid)]
        for each in mine:
            with suppress(ProcessLookupError):
                os.kill(each, signal.SIGKILL)
        self.running.wait(timeout=PATIENCE)
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end and any(Path(f"/proc/{each}").exists() for each in mine):
            time.sleep(0.05)

    def stop(self):
        """A fast shutdown, which ends open connections."""
        self.running.send_signal(signal.SIGINT)
        self.running.wait(timeout=PATIENCE)


def children(process):
    """The processes that one has started."""
    return list(map(int, Path(f"/proc/{process}/task/{process}/children").read_text().split()))


@contextmanager
def server():
    """A server that runs as long as the block does."""
    folder = Path(mkdtemp(prefix="informed-postgres-"))
    made = Server(folder, {"user": "postgres", "group": "postgres"} if os.getuid() == 0 else {})
    try:
        made.start()
        yield made
    finally:
        made.stop()
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
    with server() as made:
        code = subprocess.run(sys.argv[1:], env={**os.environ, VARIABLE: made.url}, check=False).returncode
    sys.exit(code)
