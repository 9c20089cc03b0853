"""What stands between the workbench and the rest of the world: Host, Origin, token, size, and what a page may load."""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from http.cookies import SimpleCookie
from urllib.parse import parse_qs, urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

LOCAL = frozenset({"127.0.0.1", "localhost", "[::1]"})
SAFE = frozenset({"GET", "HEAD"})
COOKIE = "informed_token"
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}


class TooLargeError(Exception):
    """A request body went over the limit."""


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

    def refusal(self, scope: Scope) -> Response | None:
        """Why this request is not answered, if it is not."""
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        if self.token is None and _name(host) not in self.hosts:
            return PlainTextResponse(f"Host {host!r} is not this machine; open the address that was printed.\n", 400)
        if scope["method"] not in SAFE and not _same_origin(headers.get("origin"), host):
            return PlainTextResponse("This form was not sent by this page; open the workbench and try again.\n", 403)
        if int(headers.get("content-length") or 0) > self.limit:
            return self._too_large()
        return self._admission(scope, headers)

    def _admission(self, scope: Scope, headers: Headers) -> Response | None:
        """The token arrives once in the address and stays as a cookie."""
        if self.token is None or _matches(_cookie(headers), self.token):
            return None
        given = parse_qs(scope["query_string"].decode("latin-1")).get("token", [""])[0]
        if not _matches(given, self.token):
            return PlainTextResponse("A token is needed: open the address that was printed, with ?token=...\n", 401)
        answer = RedirectResponse(scope["path"], 303)
        answer.set_cookie(COOKIE, self.token, httponly=True, samesite="strict")
        return answer

    def _too_large(self) -> Response:
        most = self.limit // 10**6
        return PlainTextResponse(
            f"The upload is larger than {most} MB; count it with `informed count`, or start with --upload-limit.\n", 413
        )

    def _bounded(self, receive: Receive) -> Receive:
        """The body, cut off at the limit even when its length was not announced."""
        seen = 0

        async def next_part() -> Message:
            nonlocal seen
            message = await receive()
            seen += len(message.get("body", b""))
            if seen > self.limit:
                raise TooLargeError
            return message

        return next_part


def _name(host: str) -> str:
    """The host without its port."""
    return host if host.endswith("]") else host.rpartition(":")[0] or host


def _same_origin(origin: str | None, host: str) -> bool:
    return origin is not None and urlsplit(origin).netloc == host


def _cookie(headers: Headers) -> str:
    found = SimpleCookie(headers.get("cookie", "")).get(COOKIE)
    return found.value if found else ""


def _matches(given: str, token: str) -> bool:
    return secrets.compare_digest(given.encode(), token.encode())
