"""``informed serve`` as a user starts it."""

import re
import subprocess
import sys
import threading
import urllib.request
from contextlib import suppress

import httpx2 as httpx
import numpy as np
import pytest
from click.testing import CliRunner

from informed.cli import cli, main
from informed.web.server import listen


def refused(capsys, *arguments):
    with pytest.raises(SystemExit) as stop:
        main(["serve", "--no-browser", *arguments])
    assert stop.value.code == 2
    return capsys.readouterr().err


def told_address(monkeypatch, *arguments):
    """The address that is told, from a server that does not run."""
    from informed.web import server

    monkeypatch.setattr(server.uvicorn.Server, "run", lambda self, sockets: [each.close() for each in sockets])
    monkeypatch.setattr(server.working, "warm", lambda: None)
    told = CliRunner().invoke(cli, ["serve", "--no-browser", "--port", "0", *arguments]).output
    return re.search(r"http://\S+", told)[0]


def test_other_machines_need_a_token(monkeypatch):
    monkeypatch.delenv("INFORMED_TOKEN", raising=False)
    first, second = (told_address(monkeypatch, "--host", "0.0.0.0") for _ in range(2))
    tokens = [address.partition("?token=")[2] for address in (first, second)]
    assert all(len(token) >= 20 for token in tokens)
    assert tokens[0] != tokens[1]


def test_the_token_is_no_argument_for_the_list_of_processes_shows_arguments(monkeypatch, capsys):
    assert "token" in refused(capsys, "--token", "s3cret")
    monkeypatch.setenv("INFORMED_TOKEN", "s3cret")
    assert told_address(monkeypatch).endswith("?token=s3cret")


def test_a_port_that_is_taken_is_said(capsys):
    with listen("127.0.0.1", 0) as taken:
        port = str(taken.getsockname()[1])
        assert f"--port {port}" in refused(capsys, "--port", port)


@pytest.mark.parametrize("host", ["", " ", "a..b", "x" * 70])
def test_a_host_that_is_no_address_is_said(capsys, host):
    said = refused(capsys, "--port", "0", "--host", host)
    assert "--host" in said
    assert "Traceback" not in said


def test_a_token_that_no_address_can_hold_is_said(monkeypatch, capsys):
    for token in ("a\nb", "a\udcff"):
        monkeypatch.setenv("INFORMED_TOKEN", token)
        assert "INFORMED_TOKEN" in refused(capsys, "--port", "0")


def test_the_address_that_is_told_answers():
    command = [sys.executable, "-m", "informed", "serve", "--port", "0", "--no-browser"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as serving:
        try:
            address = re.search(r"http://127\.0\.0\.1:\d+/", serving.stdout.readline())[0]
            with urllib.request.urlopen(address + "data", timeout=20) as answer:
                assert b"Drop a file here" in answer.read()
        finally:
            serving.terminate()


def test_it_stops_at_once_whatever_it_works_on(tmp_path):
    """An answer that would take minutes is given up when the workbench is told to stop."""
    labels = np.random.default_rng(3).integers(0, 190, (2, 100_000))
    rows = "actual,predicted,who\n" + "".join(f"{a},{b},{i // 3}\n" for i, (a, b) in enumerate(labels.T))
    command = [sys.executable, "-m", "informed", "serve", "--port", "0", "--no-browser", "--time-limit", "600"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as serving:
        try:
            address = re.search(r"http://127\.0\.0\.1:\d+", serving.stdout.readline())[0]
            asking = threading.Thread(target=_ask, args=(address, rows), daemon=True)
            asking.start()
            asking.join(4)
            assert asking.is_alive()
            serving.terminate()
            serving.wait(30)
        finally:
            serving.kill()
    asking.join(30)


def _ask(address, rows):
    with suppress(httpx.HTTPError):
        sent = httpx.post(f"{address}/data", files={"file": ("rows.csv", rows)}, headers={"Origin": address})
        asked = {"actual": "actual", "predicted": "predicted", "cluster": "who"}
        httpx.get(address + sent.headers["location"], params=asked, timeout=600)


@pytest.mark.parametrize("display", [{}, {"DISPLAY": ":0"}])
def test_the_opener_is_not_heard(tmp_path, monkeypatch, capfd, display):
    from informed.cli.commands import serve

    opener = tmp_path / "xdg-open"
    opener.write_text(f"#!/bin/sh\necho no browser >&2\necho $1 > {tmp_path}/opened\n")
    opener.chmod(0o755)
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    for name, value in display.items():
        monkeypatch.setenv(name, value)
    started = serve._open("http://127.0.0.1:1/")
    assert (started is None) == (not display)
    if started is not None:
        started.wait()
        assert (tmp_path / "opened").read_text() == "http://127.0.0.1:1/\n"
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize("token", [None, "a b"])
def test_the_browser_is_opened_at_that_address_unless_it_holds_a_secret(monkeypatch, token):
    from informed.web import server

    opened, told = [], []
    monkeypatch.setattr(server.uvicorn.Server, "run", lambda self, sockets: [each.close() for each in sockets])
    monkeypatch.setattr(server.working, "warm", lambda: None)
    server.serve("127.0.0.1", 0, token=token, upload_limit=10, time_limit=60, opened=opened.append, told=told.append)
    if token:
        assert opened == []
        assert re.search(r"http://127\.0\.0\.1:\d+/\?token=a%20b ", told[0])
    else:
        assert opened[0] in told[0]
