"""Attacks on a running workbench: other sites, slow or greedy clients, bombs, ends by force. Each was a hole once."""

import gzip
import io
import os
import re
import select
import signal
import socket
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from urllib.parse import quote

import httpx2 as httpx
import pytest
from starlette.testclient import TestClient

from informed.readers.files import spool
from informed.web import bodies, guard, server
from informed.web.app import create_app

HERE = "http://127.0.0.1:8000"
COLUMNS = {"actual": "actual", "predicted": "predicted"}


def client(address=HERE, **options):
    return TestClient(create_app(**options), base_url=address, follow_redirects=False, raise_server_exceptions=False)


@contextmanager
def serving(folder, *arguments):
    """A workbench as a process of its own, whose temporary files lie in this folder: its address and process."""
    command = [sys.executable, "-m", "informed", "serve", "--port", "0", "--no-browser", *arguments]
    environment = {**os.environ, "TMPDIR": str(folder)}
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment
    ) as process:
        try:
            yield re.search(r"http://127\.0\.0\.1:\d+", process.stdout.readline())[0], process
        finally:
            process.kill()


def ask(address, rows, tab="evaluate", name="rows.csv", **data):
    """What the workbench answers to a file, or None where it went away."""
    with suppress(httpx.HTTPError):
        sent = httpx.post(f"{address}/data", files={"file": (name, rows)}, headers={"Origin": address}, timeout=120)
        there = sent.headers["location"].replace("/evaluate", f"/{tab}")
        return httpx.get(address + there, params=COLUMNS | data, timeout=120)


def processes(text):
    """The processes whose environment holds the text."""
    found = []
    for each in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if text.encode() in (each / "environ").read_bytes():
                found.append(int(each.name))
    return found


def settled(condition, seconds=10.0):
    """Whether the condition comes true in time."""
    last = time.monotonic() + seconds
    while not condition() and time.monotonic() < last:
        time.sleep(0.05)
    return condition()


# Other sites


@pytest.mark.parametrize("path", ["/", "/recover?measure=recall&value=.5&n=1000", "/evaluation.json", "/data"])
@pytest.mark.parametrize(
    "headers",
    [
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
        {"Referer": "http://evil.example/page"},
        {"Referer": "http://127.0.0.1:9999/"},
    ],
    ids=str,
)
def test_another_site_cannot_make_the_server_compute(path, headers):
    assert client().get(path, headers=headers).status_code == 403


@pytest.mark.parametrize("headers", [{"Sec-Fetch-Site": "same-origin"}, {"Sec-Fetch-Site": "none"}, {"Referer": HERE}])
def test_this_site_and_typed_addresses_can(headers):
    assert client().get("/data", headers=headers).status_code == 200


def test_a_form_without_scripts_is_taken_from_this_page_alone():
    """Under some policies browsers send Origin: null; then their own word on the site decides."""
    sent = {"file": ("x.csv", "a,b\n1,2\n")}
    same, foreign = ({"Origin": "null", "Sec-Fetch-Site": site} for site in ("same-origin", "cross-site"))
    assert client().post("/data", headers=same, files=sent).status_code == 303
    assert client().post("/data", headers=foreign, files=sent).status_code == 403


@pytest.mark.parametrize("address", ["http://[", "http://[::1", "http://]x", "//[", "http://[v1.x]y"])
def test_what_is_no_address_is_refused_as_another_site(address):
    far = client("http://192.168.0.7:8000", token="s3cret")
    for asking in (client(), far):
        assert asking.get("/data", headers={"Referer": address}).status_code == 403
        assert asking.post("/data", headers={"Origin": address}).status_code == 403


# The token

OURS = f"{guard.COOKIE}_8000"


@pytest.mark.parametrize("other", ['prefs={"a": 1}', "k@y:z=1", "a=b; c", "=;=;", '"'])
def test_cookies_of_other_applications_do_not_hide_the_token(other):
    far = client("http://192.168.0.7:8000", token="s3cret")
    for cookie in (f"{other}; {OURS}=s3cret", f"{OURS}=s3cret; {other}"):
        assert far.get("/data", headers={"Cookie": cookie}).status_code == 200


@pytest.mark.parametrize("token", ["a,b", "pä", 'x"y', "a b;c", "100%41", "\\", "a+b&c=d", "漢字"])
def test_the_address_lets_in_whatever_the_token_holds(token):
    far = client("http://192.168.0.7:8000", token=token)
    assert far.get(f"/data?token={quote(token)}").status_code == 303
    assert far.get("/data").status_code == 200


def test_one_right_cookie_of_several_is_enough():
    far = client("http://192.168.0.7:8000", token="s3cret")
    for cookie in (f"{OURS}=wrong; {OURS}=s3cret", f"{OURS}=s3cret; {OURS}=wrong"):
        assert far.get("/data", headers={"Cookie": cookie}).status_code == 200
    assert far.get("/data", headers={"Cookie": f"{OURS}=wrong; {OURS}=worse"}).status_code == 401


def test_two_workbenches_on_one_machine_keep_a_cookie_each():
    """Browsers send cookies to all ports of a machine, and keep one of each name."""
    asked = [client(f"http://192.168.0.7:{port}", token="s3cret").get("/?token=s3cret") for port in (8000, 8001)]
    names = [answer.headers["set-cookie"].partition("=")[0] for answer in asked]
    assert names[0] != names[1]


@pytest.mark.parametrize("path", ["//evil.example/", "///evil.example", "/\\evil.example/", "//evil.example/%2e%2e"])
def test_the_welcome_leads_nowhere_else(path):
    far = client("http://192.168.0.7:8000", token="s3cret")
    there = far.get(f"http://192.168.0.7:8000{path}?token=s3cret").headers["location"]
    assert re.match(r"/[^/\\]", there)


def test_the_welcome_keeps_the_table():
    far = client("http://192.168.0.7:8000", token="s3cret")
    assert far.get("/?table=1,2;3,4&token=s3cret&label=a").headers["location"] == "/?table=1,2;3,4&label=a"


# Requests without bounds


@pytest.mark.parametrize(
    "path",
    [
        "/recover?measure=recall&value=.5&n=1000000000",
        "/recover?measure=recall&value=.5&n=1000000000000",
        "/recover?measure=recall&value=.5&n=" + "9" * 5000,
        "/recover?measure=recall&value=" + "1" * 50_000,
        "/evaluation.json?table=1e18,1e18;1e18,1",
        "/evaluation.json?table=x,1;1,1",
        "/evaluation.json?table=1;2;3",
        "/evaluation.json?table=1e999,1;1,1",
        "/evaluation.json?table=" + "1," * 3000,
        "/evaluation.json?table=1,2;3,4&n=" + "9" * 5000,
        "/plan?informedness=" + "9" * 5000,
        "/plan?informedness=0.1&width=1e-12",
        "/plan?informedness=nan&prevalence=nan&width=nan",
        "/data/key/evaluate?actual=a",
        "/data/key/nothing",
        "/data/key/rows?threshold=x",
        "/data/key/rows.exe",
        "/data/key/evaluate/answer.exe",
    ],
    ids=lambda path: path[:60],
)
def test_odd_questions_get_words_not_errors(path):
    answer = client().get(path)
    assert answer.status_code < 500
    assert "Traceback" not in answer.text


def test_the_largest_table_is_answered():
    assert client().get("/evaluation.json?table=1e11,2e11;3e11,1e11").status_code == 200


@pytest.mark.parametrize(
    "asked",
    [
        "sweep?actual=a&scores=b&positive=" + "x" * 3000,
        "sweep?actual=a&scores=b&cost-fp=nan&cost-fn=-1",
        "rows?actual=a&scores=b&positive=1&threshold=inf",
        "rows?actual=a&predicted=b&is=%00&said='",
        "rows?by=a&group=1",
        "rows",
        "rows.exe?actual=a&predicted=b",
        "evaluate/answer.exe?actual=a&predicted=b",
        "evaluate?actual=a&predicted=b&" + "&".join(["abstain=x"] * 500),
        "nothing?actual=a",
        "plan?informedness=0.4&width=0.1",
    ],
)
def test_odd_questions_about_a_file_get_words(asked):
    asking = client()
    sent = asking.post("/data", headers={"Origin": HERE}, files={"file": ("x.csv", "a,b\n1,2\n1,1\n")})
    answer = asking.get(sent.headers["location"].replace("evaluate", asked))
    assert answer.status_code < 500
    assert "Traceback" not in answer.text


# Slow clients


def test_a_head_that_does_not_arrive_is_closed(address, monkeypatch):
    monkeypatch.setattr(server, "HEAD_SECONDS", 0.5)
    host, port = address.removeprefix("http://").split(":")
    for begun in (b"", b"GET / HTTP/1.1\r\nHost: 127", b"GET /data HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\nGET"):
        with socket.create_connection((host, int(port)), timeout=20) as slow:
            slow.sendall(begun)
            with suppress(ConnectionError):
                while slow.recv(65536):
                    pass  # the answer to a whole request comes first; then the connection ends


def test_a_body_that_stops_arriving_is_given_up(address, monkeypatch):
    monkeypatch.setattr(bodies, "PART_SECONDS", 0.5)
    with slow_body(address) as slow:
        assert b" 408 " in slow.recv(65536)


def slow_body(address):
    """A connection on which a large body has begun."""
    host, port = address.removeprefix("http://").split(":")
    head = f"POST /data HTTP/1.1\r\nHost: {host}:{port}\r\nOrigin: {address}\r\nContent-Length: 1000000\r\n"
    slow = socket.create_connection((host, int(port)), timeout=20)
    slow.sendall(f"{head}Content-Type: multipart/form-data; boundary=x\r\n\r\n--x\r\n".encode())
    return slow


def test_a_body_that_drips_is_given_up_and_its_connection_closed(address, monkeypatch):
    """Every byte comes in time for the next part, but all of them together are too slow."""
    monkeypatch.setattr(bodies, "PART_SECONDS", 1.0)
    answer = b""
    with slow_body(address) as slow:
        with suppress(ConnectionError):
            for _ in range(400):
                slow.sendall(b"a")
                if select.select([slow], [], [], 0.05)[0]:
                    break
        with suppress(ConnectionError):
            while part := slow.recv(65536):
                answer += part  # until the connection ends
    assert b" 408 " in answer


def test_slow_bodies_leave_room_for_others(lone, monkeypatch):
    monkeypatch.setattr(bodies, "PART_SECONDS", 600.0)
    monkeypatch.setattr(bodies, "MOST_BODIES", 3)
    address, _ = lone
    with ExitStack() as held:
        slow = [held.enter_context(slow_body(address)) for _ in range(8)]
        assert settled(lambda: len(select.select(slow, [], [], 0)[0]) == 5)
        assert all(b" 408 " in each.recv(65536) for each in select.select(slow, [], [], 0)[0])
        sent = httpx.post(f"{address}/data", files={"file": ("x.csv", "a,b\n")}, headers={"Origin": address})
        assert sent.status_code == 303


def test_whoever_comes_is_answered_when_idle_connections_fill_the_room(lone, monkeypatch):
    monkeypatch.setattr(server, "HEAD_SECONDS", 600.0)
    monkeypatch.setattr(server, "MOST_CONNECTIONS", 5)
    address, _ = lone
    host, port = address.removeprefix("http://").split(":")
    with ExitStack() as held:
        for begun in (b"", b"GET / HTTP/1.1\r\nHost: 127") * 5:
            idle = held.enter_context(socket.create_connection((host, int(port)), timeout=20))
            with suppress(ConnectionError):
                idle.sendall(begun)
        assert httpx.get(f"{address}/data").status_code == 200


def test_too_many_connections_are_turned_away_and_the_rest_answered(address, monkeypatch):
    monkeypatch.setattr(server, "MOST_CONNECTIONS", 20)
    host, port = address.removeprefix("http://").split(":")
    held = [socket.create_connection((host, int(port)), timeout=20) for _ in range(60)]
    time.sleep(0.2)
    for each in held:
        each.close()
    assert settled(lambda: _answers(f"{address}/data"))


def _answers(address):
    with suppress(httpx.HTTPError):
        return httpx.get(address).status_code == 200
    return False


def test_small_answers_are_sent_at_once():
    """Asyncio turns Nagle's delay off only for sockets whose protocol is named."""
    with server.listen("127.0.0.1", 0) as listening:
        assert listening.proto == socket.IPPROTO_TCP


# Bombs


def parquet_bomb(rows=30_000_000):
    """A small file with a column of this many different numbers."""
    pa, pq = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    np = pytest.importorskip("numpy")
    made = io.BytesIO()
    table = pa.table({"actual": np.arange(rows), "predicted": np.arange(rows)})
    pq.write_table(
        table,
        made,
        use_dictionary=False,
        column_encoding=dict.fromkeys(COLUMNS, "DELTA_BINARY_PACKED"),
        compression="zstd",
    )
    return made.getvalue()


def test_a_small_file_of_countless_labels_is_refused_by_a_process_with_limits(tmp_path):
    bomb = parquet_bomb()
    assert len(bomb) < 3_000_000
    with serving(tmp_path, "--time-limit", "60") as (address, process):
        labels = ask(address, bomb, "sweep", "bomb.parquet")
        found = ask(address, bomb, "evaluate", "bomb.parquet")
        assert labels.status_code == 422
        assert "more than" in labels.text
        assert found.status_code == 422
        peak = int(re.search(r"VmHWM:\s+(\d+)", Path(f"/proc/{process.pid}/status").read_text())[1])
        assert peak < 600_000  # kB in the server itself


def test_a_compressed_file_that_unpacks_without_end_is_stopped(tmp_path, monkeypatch):
    from informed.web import app

    monkeypatch.setattr(app, "Workers", lambda seconds, **lane: working(seconds))
    packed = gzip.compress(b"actual,predicted\n" + b"a,b\n" * 5_000_000)
    answer = ask_client(packed, encoding="latin-1")
    assert answer.status_code == 422
    assert "unpacks to more than" in answer.text


def working(seconds):
    from informed.web.working import Workers

    return Workers(seconds=seconds, written=10**6)


def ask_client(rows, **data):
    asking = client()
    sent = asking.post("/data", headers={"Origin": HERE}, files={"file": ("bomb.csv.gz", rows)})
    return asking.get(sent.headers["location"], params=data)


def test_many_at_once_are_all_answered(address):
    paths = ["/report.html?table=100,20;30,50", "/evaluation.json?table=5,6;7,8", "/recover"] * 5
    with ThreadPoolExecutor(15) as crowd:
        answers = list(crowd.map(lambda path: httpx.get(address + path, timeout=120).status_code, paths))
    assert set(answers) == {200}


# Ends by force


def long_question():
    """Rows whose answer takes long: many labels in many clusters."""
    return "actual,predicted,who\n" + "".join(f"{i * i % 191},{i * 7 % 191},{i // 3}\n" for i in range(100_000))


@pytest.mark.skipif(sys.platform != "linux", reason="looks at /proc")
@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGKILL], ids=["terminated", "killed"])
def test_no_process_outlives_the_server_and_no_file_the_next_one(tmp_path, how, monkeypatch):
    with serving(tmp_path, "--time-limit", "600") as (address, process), ThreadPoolExecutor(1) as apart:
        asked = apart.submit(ask, address, long_question(), cluster="who", encoding="latin-1")
        assert settled(lambda: len(list(tmp_path.glob(f"{spool.PREFIX}*/*/*"))) > 0, 30)
        time.sleep(1)
        process.send_signal(how)
        process.wait(30)
        asked.result()
    assert settled(lambda: processes(f"TMPDIR={tmp_path}") == [], 60)
    if how == signal.SIGTERM:
        assert process.returncode == 128 + how
        assert list(tmp_path.iterdir()) == []
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setattr(spool, "YOUNG", 0.0)
    spool.clear_leftovers()
    assert list(tmp_path.glob("informed-*")) == []


def test_a_timeout_leaves_no_file(tmp_path):
    with serving(tmp_path, "--time-limit", "1.5") as (address, _):
        answer = ask(address, long_question(), cluster="who", encoding="latin-1")
        assert answer.status_code == 422
        assert "--time-limit" in answer.text
        assert len(list(tmp_path.glob(f"{spool.PREFIX}*/*/*"))) == 1  # the file itself, and no copy of it


def test_the_folder_of_a_living_server_is_not_cleared(tmp_path, monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setattr(spool, "YOUNG", 0.0)
    with spool.Spool() as mine:
        there = mine.path
        spool.clear_leftovers()
        assert there.exists()
    assert not there.exists()


@pytest.mark.skipif(sys.platform == "win32", reason="folders of others are not cleared there")
def test_a_folder_whose_process_died_before_its_lock_is_cleared_once_it_is_old(tmp_path, monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    left, new = (tmp_path / f"{spool.PREFIX}{name}" for name in ("left", "new"))
    for folder, age in ((left, spool.OLD + 60), (new, spool.YOUNG + 60)):
        folder.mkdir()
        os.utime(folder, (time.time() - age,) * 2)
    spool.clear_leftovers()
    assert list(tmp_path.iterdir()) == [new]


def test_messages_name_no_place_on_this_machine():
    asking = client()
    sent = asking.post("/data", headers={"Origin": HERE}, files={"file": ("x.csv", "a,b\n1,2\n")})
    for tab in ("evaluate", "evaluate/answer.html", "evaluate/answer.json", "rows", "rows.csv", "judge", "match"):
        answer = asking.get(sent.headers["location"].replace("evaluate", tab), params=COLUMNS)
        assert answer.status_code in (200, 422)
        assert spool.PREFIX not in answer.text
        assert tempfile.gettempdir() + "/" not in answer.text
