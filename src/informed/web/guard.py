"""What stands between the workbench and the rest of the world: Host, Origin, token, size, and what a page may load."""

import re
import secrets
from collections.abc import Iterable
from urllib.parse import parse_qsl, quote, unquote, urlencode, urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from informed.web.bodies import Bodies, SlowError, TooLargeError

LOCAL = frozenset({"127.0.0.1", "localhost", "[::1]"})
SAFE = frozenset({"GET", "HEAD"})
OURS = frozenset({"same-origin", "none"})  # Sec-Fetch-Site of this page, and of an address typed by hand
COOKIE = "informed_token"  # and the port: browsers send the cookies of all ports of a machine
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",  # without it a form of this page would be sent with the Origin "null"
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}


class Guard:
    """Refuses what does not come from this page, and anything too large; every answer forbids foreign content.

    Without a token only names of this machine are answered, so that no other site can be pointed at it (DNS rebinding).
    With a token any name is, since whoever lacks the token learns nothing.
    """

    def __init__(self, app: ASGIApp, hosts: Iterable[str] = (), token: str | None = None, limit: int = 0) -> None:
        self.app, self.token, self.limit = app, token, limit
        self.bodies = Bodies(limit)
        self.hosts = LOCAL | frozenset(hosts)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Check the request, then let it through with a bounded body."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(HEADERS)
            await send(message)

        answer = self.refusal(scope)
        if answer is not None:
            await answer(scope, receive, guarded)
            return
        try:
            await self.app(scope, self.bodies.bounded(receive, _has_body(scope)), guarded)
        except TooLargeError:
            await self._too_large()(scope, receive, guarded)
        except SlowError:
            await _too_slow()(scope, receive, guarded)

    def refusal(self, scope: Scope) -> Response | None:
        """Why this request is not answered, if it is not."""
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        if self.token is None and _name(host) not in self.hosts:
            return PlainTextResponse(f"Host {host!r} is not this machine; open the address that was printed.\n", 400)
        if _foreign(headers, host):
            return PlainTextResponse("Another site asked for this; type or paste the address yourself.\n", 403)
        if scope["method"] not in SAFE and not _same_origin(headers, host):
            return PlainTextResponse("This form was not sent by this page; open the workbench and try again.\n", 403)
        if int(headers.get("content-length") or 0) > self.limit:
            return self._too_large()
        return self._admission(scope, headers)

    def _admission(self, scope: Scope, headers: Headers) -> Response | None:
        """The token arrives once in the address and stays as a cookie."""
        if self.token is None or any(_matches(each, self.token) for each in _cookies(headers)):
            return None
        query = parse_qsl(scope["query_string"].decode("latin-1"), keep_blank_values=True)
        if not _matches(dict(query).get("token", ""), self.token):
            return PlainTextResponse("A token is needed: open the address that was printed, with ?token=...\n", 401)
        rest = urlencode([pair for pair in query if pair[0] != "token"], safe=",;")
        here = "/" + scope["path"].lstrip("/\\")  # never //host, which would lead to another machine
        answer = RedirectResponse(f"{here}?{rest}" if rest else here, 303)
        answer.set_cookie(_cookie_name(headers), quote(self.token, safe=""), httponly=True, samesite="strict")
        return answer

    def _too_large(self) -> Response:
        most = self.limit // 10**6
        return PlainTextResponse(
            f"The upload is larger than {most} MB; count it with `informed count`, or start with --upload-limit.\n", 413
        )


def _too_slow() -> Response:
    text = "The upload arrived too slowly or stopped; send it again, over a faster connection.\n"
    return PlainTextResponse(text, 408, {"Connection": "close"})  # the rest is not waited for


def _has_body(scope: Scope) -> bool:
    headers = Headers(scope=scope)
    return "transfer-encoding" in headers or headers.get("content-length", "0") != "0"


def _name(host: str) -> str:
    """The host without its port."""
    return host if host.endswith("]") else host.rpartition(":")[0] or host


def _site(address: str) -> str | None:
    """The host and port of an address; none of what is no address."""
    try:
        return urlsplit(address).netloc
    except ValueError:
        return None


def _foreign(headers: Headers, host: str) -> bool:
    """Whether another site makes the browser ask: what the browser says, else where the request refers to."""
    site = headers.get("sec-fetch-site")
    if site is not None:
        return site not in OURS
    referrer = headers.get("referer")
    return referrer is not None and _site(referrer) != host


def _same_origin(headers: Headers, host: str) -> bool:
    origin = headers.get("origin")
    if origin == "null":  # a page without scripts or referrer; the browser's own word on the site stands
        return headers.get("sec-fetch-site") == "same-origin"
    return origin is not None and _site(origin) == host


def _cookie_name(headers: Headers) -> str:
    """Our cookie under the port that the browser asks at, so that two workbenches on one machine keep one each."""
    port = headers.get("host", "").rpartition(":")[2]
    return f"{COOKIE}_{port}" if re.fullmatch("[0-9]+", port) else COOKIE


def _cookies(headers: Headers) -> list[str]:
    """What our cookie holds, each time it is sent; those of other applications here may be written in any way."""
    ours = _cookie_name(headers)
    pairs = (part.strip().partition("=") for part in headers.get("cookie", "").split(";"))
    return [unquote(value) for name, _, value in pairs if name == ours]


def _matches(given: str, token: str) -> bool:
    return secrets.compare_digest(given.encode(), token.encode())
