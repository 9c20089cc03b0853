"""Who is answered, and with what: Host, Origin, token, size, and the policy of every page."""

import asyncio
from concurrent.futures import ThreadPoolExecutor

import pytest
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.routing import Route
from starlette.testclient import TestClient

from informed.web.app import create_app
from informed.web.guard import Guard

HERE = "http://127.0.0.1:8000"
SENT = {"file": ("x.csv", "a,b\n1,2\n")}


def client(address=HERE, **options):
    return TestClient(create_app(**options), base_url=address, follow_redirects=False)


@pytest.mark.parametrize("host", ["127.0.0.1:8000", "localhost:8000", "localhost", "[::1]:8000", "127.0.0.1"])
def test_this_machine_is_answered(host):
    assert client().get("/data", headers={"Host": host}).status_code == 200


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:8000", "127.0.0.1.evil.example", "192.168.0.7:8000", ""]
)
def test_other_names_are_not(host):
    """A name that was pointed at this machine (DNS rebinding) does not reach the workbench."""
    answer = client().get("/data", headers={"Host": host})
    assert answer.status_code == 400
    assert "not this machine" in answer.text


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "http://127.0.0.1:9999", "https://127.0.0.1:8000x", "null", None]
)
def test_forms_of_other_pages_are_refused(origin):
    headers = {} if origin is None else {"Origin": origin}
    assert client().post("/data", headers=headers, files=SENT).status_code == 403
    assert client().post("/data/key/forget", headers=headers).status_code == 403


def test_forms_of_this_page_are_taken():
    assert client().post("/data", headers={"Origin": HERE}, files=SENT).status_code == 303


def test_every_answer_forbids_foreign_content():
    for path in ("/", "/data", "/recover", "/static/workbench.js", "/assets/style.css", "/nowhere", "/assets/nothing"):
        headers = client().get(path).headers
        policy = headers["Content-Security-Policy"]
        assert "default-src 'none'" in policy
        assert "script-src 'self'" in policy
        assert "unsafe" not in policy
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert "access-control-allow-origin" not in headers


@pytest.mark.parametrize(
    "path", ["/static/../app.py", "/static/%2e%2e/app.py", "/static/..%2fapp.py", "/assets/..%2fhtml.py"]
)
def test_no_path_leads_out(path):
    assert client().get(path).status_code == 404


def test_an_address_of_nothing_is_a_page_with_the_way_back():
    lost = client().get("/nope<b>", headers={"Accept": "text/html"})
    assert lost.status_code == 404
    assert "There is no page at /nope&lt;b&gt;" in lost.text
    assert 'href="/data"' in lost.text


def upload(size, limit, path="/data"):
    content = b"actual,predicted\n" + b"a,b\n" * (size // 4)
    return client(upload_limit=limit).post(path, headers={"Origin": HERE}, files={"file": ("p.csv", content)})


def test_uploads_have_a_limit_that_is_said():
    assert upload(2_000_000, 4 * 10**6).status_code == 303
    answer = upload(8_000_000, 4 * 10**6)
    assert answer.status_code == 413
    assert "larger than 4 MB" in answer.text
    assert "--upload-limit" in answer.text


def test_a_body_of_unknown_length_is_cut_off():
    """Without a Content-Length nothing announces the size: the guard counts what comes."""
    read = []

    async def swallow(request: Request):
        async for part in request.stream():
            read.append(len(part))
        return PlainTextResponse("all of it")

    routes = [Route("/", swallow, methods=["POST"])]
    guarded = Starlette(routes=routes, middleware=[Middleware(Guard, limit=1000)])
    parts = [b"x" * 300] * 10
    sent = []

    async def receive():
        return {"type": "http.request", "body": parts.pop(), "more_body": bool(parts)}

    async def send(message):
        sent.append(message)

    headers = [(b"host", b"localhost"), (b"origin", b"http://localhost"), (b"transfer-encoding", b"chunked")]
    scope = {"type": "http", "method": "POST", "path": "/", "query_string": b"", "headers": headers}
    with ThreadPoolExecutor(1) as apart:  # a browser of other tests may have a loop in this thread
        apart.submit(lambda: asyncio.run(guarded(scope, receive, send))).result()
    assert sent[0]["status"] == 413
    assert sum(read) <= 1000


def test_from_other_machines_only_with_the_token():
    far = client("http://192.168.0.7:8000", token="s3cret")
    assert far.get("/data").status_code == 401
    assert far.get("/data?token=guess").status_code == 401
    welcome = far.get("/data?token=s3cret")
    assert (welcome.status_code, welcome.headers["location"]) == (303, "/data")  # the secret leaves the address
    cookie = welcome.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=strict" in cookie
    assert far.get("/data").status_code == 200
    far.cookies.clear()
    assert far.get("/data").status_code == 401


def test_the_token_does_not_lift_the_other_rules():
    far = client("http://192.168.0.7:8000", token="s3cret")
    far.get("/?token=s3cret")
    assert far.post("/data", headers={"Origin": "http://evil.example"}).status_code == 403
