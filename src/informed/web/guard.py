"""What stands between the workbench and the rest of the world: Host, Origin, token, size, and what a page may load."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Iterable
from urllib.parse import parse_qsl, urlencode, urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

LOCAL = frozenset({"127.0.0.1", "localhost", "[::1]"})
SAFE = frozenset({"GET", "HEAD"})
OURS = frozenset({"same-origin", "none"})  # Sec-Fetch-Site of this page, and of an address typed by hand
COOKIE = "informed_token"
PART_SECONDS = 20.0  # that the next part of a body may take
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


class TooLargeError(Exception):
    """A request body went over the limit."""


class SlowError(Exception):
    """A request body stopped arriving."""


class Guard:
    """Refuses what does not come from this page, and anything too large; every answer forbids foreign content.

    Without a token only names of this machine are answered, so that no other site can be pointed at it (DNS rebinding).
    With a token any name is, since whoever lacks the token learns nothing.
    """

    def __init__(self, app: ASGIApp, hosts: Iterable[str] = (), token: str | None = None, limit: int = 0) -> None:
        self.app, self.token, self.limit = app, token, limit
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
            await self.app(scope, self._bounded(receive), guarded)
        except TooLargeError:
            await self._too_large()(scope, receive, guarded)
        except SlowError:
            await PlainTextResponse("The upload stopped arriving; send it again.\n", 408)(scope, receive, guarded)

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
        if self.token is None or _matches(_cookie(headers), self.token):
            return None
        query = parse_qsl(scope["query_string"].decode("latin-1"), keep_blank_values=True)
        if not _matches(dict(query).get("token", ""), self.token):
            return PlainTextResponse("A token is needed: open the address that was printed, with ?token=...\n", 401)
        rest = urlencode([pair for pair in query if pair[0] != "token"], safe=",;")
        here = "/" + scope["path"].lstrip("/\\")  # never //host, which would lead to another machine
        answer = RedirectResponse(f"{here}?{rest}" if rest else here, 303)
        answer.set_cookie(COOKIE, self.token, httponly=True, samesite="strict")
        return answer

    def _too_large(self) -> Response:
        most = self.limit // 10**6
        return PlainTextResponse(
            f"The upload is larger than {most} MB; count it with `informed count`, or start with --upload-limit.\n", 413
        )

    def _bounded(self, receive: Receive) -> Receive:
        """The body, cut off at the limit even when its length was not announced, or when it stops arriving."""
        seen, arriving = 0, True

        async def next_part() -> Message:
            nonlocal seen, arriving
            try:
                async with asyncio.timeout(PART_SECONDS if arriving else None):
                    message = await receive()
            except TimeoutError:
                raise SlowError from None
            seen += len(message.get("body", b""))
            arriving = bool(message.get("more_body"))
            if seen > self.limit:
                raise TooLargeError
            return message

        return next_part


def _name(host: str) -> str:
    """The host without its port."""
    return host if host.endswith("]") else host.rpartition(":")[0] or host


def _foreign(headers: Headers, host: str) -> bool:
    """Whether another site makes the browser ask: what the browser says, else where the request refers to."""
    site = headers.get("sec-fetch-site")
    if site is not None:
        return site not in OURS
    referrer = headers.get("referer")
    return referrer is not None and urlsplit(referrer).netloc != host


def _same_origin(headers: Headers, host: str) -> bool:
    origin = headers.get("origin")
    if origin == "null":  # a page without scripts or referrer; the browser's own word on the site stands
        return headers.get("sec-fetch-site") == "same-origin"
    return origin is not None and urlsplit(origin).netloc == host


def _cookie(headers: Headers) -> str:
    """Our own cookie; those of other applications on this host may be written in any way."""
    pairs = (part.strip().partition("=") for part in headers.get("cookie", "").split(";"))
    return next((value.strip('"') for name, _, value in pairs if name == COOKIE), "")


def _matches(given: str, token: str) -> bool:
    return secrets.compare_digest(given.encode(), token.encode())
