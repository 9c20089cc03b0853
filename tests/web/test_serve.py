"""``informed serve`` as a user starts it."""

import re
import subprocess
import sys
import urllib.request

import pytest

from informed.cli import main
from informed.web.server import listen


def refused(capsys, *arguments):
    with pytest.raises(SystemExit) as stop:
        main(["serve", "--no-browser", *arguments])
    assert stop.value.code == 2
    return capsys.readouterr().err


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.168.0.7", "example.org"])
def test_other_machines_need_a_token(capsys, host):
    assert "--token" in refused(capsys, "--host", host)


def test_a_port_that_is_taken_is_said(capsys):
    with listen("127.0.0.1", 0) as taken:
        port = str(taken.getsockname()[1])
        assert f"--port {port}" in refused(capsys, "--port", port)


def test_the_address_that_is_told_answers():
    command = [sys.executable, "-m", "informed", "serve", "--port", "0", "--no-browser"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as serving:
        try:
            address = re.search(r"http://127\.0\.0\.1:\d+/", serving.stdout.readline())[0]
            with urllib.request.urlopen(address + "file", timeout=20) as answer:
                assert b"Drop a file here" in answer.read()
        finally:
            serving.terminate()


def test_the_browser_is_opened_at_that_address(monkeypatch):
    from informed.web import server

    opened, told = [], []
    monkeypatch.setattr(server.uvicorn.Server, "run", lambda self, sockets: [each.close() for each in sockets])
    server.serve("127.0.0.1", 0, token="a b", upload_limit=10, opened=opened.append, told=told.append)
    assert re.fullmatch(r"http://127\.0\.0\.1:\d+/\?token=a%20b", opened[0])
    assert opened[0] in told[0]
