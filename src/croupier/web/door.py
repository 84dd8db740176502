"""What every request passes before the app sees it, and what every answer carries.

A request is refused here if it is meant for another host, comes from somebody else's page, or is too large, too slow
or one of too many. A browser names the page it acts for (`Origin`, `Sec-Fetch-Site`); a program that is not a browser
names none, and has no cookie that somebody else could make it send.
"""

import asyncio
import time
from collections.abc import Callable
from typing import Final

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from croupier.web.client_address import client_address, values
from croupier.web.logs import log
from croupier.web.metrics import Metrics
from croupier.web.pace import Pace
from croupier.web.problem import Problem
from croupier.web.settings import Settings

SAFE: Final = ("GET",)
METHODS: Final = (*SAFE, "POST")
OWN_PAGES: Final = ("same-origin", "none")
STREAMS: Final = ("/api/stream", "/stream", "/lobby/stream")
JSON: Final = "application/json"
FORM: Final = "application/x-www-form-urlencoded"
POLICY: Final = (
    "default-src 'none'; connect-src 'self'; font-src 'self'; img-src 'self'; script-src 'self'; style-src 'self'; "
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'; require-trusted-types-for 'script'; "
    "trusted-types croupier"
)
HEADERS: Final = {
    "content-security-policy": POLICY,
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "referrer-policy": "same-origin",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
}
HSTS: Final = ("strict-transport-security", "max-age=63072000")

Noted = Callable[[Scope, Problem], None]
"""Is told of every request that is refused at the door."""


class Door:
    """Wraps the app: checks what comes in, protects what goes out, counts and logs both."""

    def __init__(
        self,
        app: ASGIApp,
        *,
        settings: Settings,
        metrics: Metrics,
        noted: Noted,
        seconds: Callable[[], float] = time.monotonic,
    ) -> None:
        """Take the app, and the clock that paces clients."""
        self.app = app
        self.settings = settings
        self.metrics = metrics
        self.noted = noted
        self.seconds = seconds
        self.pace = Pace(settings.limits.address, settings.limits.addresses)
        always = [*HEADERS.items(), *([HSTS] if settings.is_secure else [])]
        self.headers = [(name.encode(), value.encode()) for name, value in always]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request in, or answer why not."""
        if scope["type"] != "http":
            if scope["type"] == "lifespan":
                await self.app(scope, receive, send)
            else:  # a WebSocket: there are none here
                await send({"type": "websocket.close", "code": 1008})
            return
        began, status = self.seconds(), 500
        scope.setdefault("state", {})["address"] = client_address(scope, self.settings.proxies)

        async def protected(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = [*message.get("headers", ()), *self.headers, *cached(message)]
            await send(message)

        try:
            await self.let_in(scope, receive, protected)
        finally:
            route = getattr(scope.get("route"), "path", "none")
            seconds = self.seconds() - began
            method = scope["method"] if scope["method"] in METHODS else "OTHER"
            if route not in STREAMS:
                self.metrics.count(method, route, status, seconds)
            guest = scope["state"].get("guest", "")
            log("request", method=method, route=route, status=status, ms=round(seconds * 1000, 1), guest=guest)

    async def let_in(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Check a request and hand it on with its body, or answer why not."""
        try:
            self.check(scope)
            body = await self.body(scope, receive)
        except Problem as problem:
            self.metrics.refused[problem.error] += 1
            self.noted(scope, problem)
            await problem.response()(scope, receive, send)
            return

        is_read = False

        async def receive_read() -> Message:
            nonlocal is_read
            if is_read:
                return await receive()  # whether the client has gone
            is_read = True
            return {"type": "http.request", "body": body, "more_body": False}

        await self.app(scope, receive_read, send)

    def check(self, scope: Scope) -> None:
        """Refuse what is not meant for this house, or comes from somebody else's page."""
        hosts = list(values(scope, b"host"))
        if len(hosts) != 1 or hosts[0].lower() not in self.settings.hosts:
            raise Problem(421, "this house is not at that host; use the address that it was started with")
        wait = self.pace.wait(scope["state"]["address"], self.seconds())
        if wait:
            raise too_many(wait)
        if scope["method"] not in METHODS:
            allowed = {"Allow": ", ".join(METHODS)}
            raise Problem(405, "only GET and POST are understood here", headers=allowed)
        if any(not self.is_own(origin, hosts[0].lower()) for origin in values(scope, b"origin")):
            raise Problem(403, "requests from other sites are refused", error="origin")
        if any(site not in OWN_PAGES for site in values(scope, b"sec-fetch-site")) and not is_followed_link(scope):
            raise Problem(403, "requests from other sites are refused", error="origin")
        if scope["method"] not in SAFE and is_navigation(scope) and is_api(scope):
            raise Problem(403, "commands are sent by scripts, not by forms or links", error="origin")
        if scope["method"] not in SAFE and not is_api(scope) and not list(values(scope, b"origin")):
            raise Problem(403, "a form says which page it comes from; yours did not", error="origin")

    def is_own(self, origin: str, host: str) -> bool:
        """Whether an origin is ours, and that of the host which is asked."""
        return origin in self.settings.origins and origin.partition("://")[2] == host

    async def body(self, scope: Scope, receive: Receive) -> bytes:
        """Read all of a body, if it is small and comes in time."""
        most = self.settings.limits.body_bytes
        lengths = list(values(scope, b"content-length"))
        if lengths and any(values(scope, b"transfer-encoding")):  # a proxy may have read another end of it
            raise Problem(400, "a body has a length or comes in chunks, not both", headers={"Connection": "close"})
        if any(not length.isdecimal() or int(length[:20]) > most for length in lengths):
            raise Problem(413, f"a body may have {most} bytes")
        read: bytes = b""
        try:
            async with asyncio.timeout(self.settings.limits.body_seconds):
                while True:
                    message = await receive()
                    if message["type"] == "http.disconnect":
                        raise Problem(400, "the body ended too early")
                    read += message.get("body", b"")
                    if len(read) > most:
                        raise Problem(413, f"a body may have {most} bytes")
                    if not message.get("more_body", False):
                        break
        except TimeoutError:
            raise Problem(408, "the body took too long to arrive", headers={"Connection": "close"}) from None
        if scope["method"] in SAFE and read:
            raise Problem(400, "a request that only reads has no body")
        if scope["method"] not in SAFE and kind_of(scope) != (JSON if is_api(scope) else FORM):
            raise Problem(415, f"a body is sent here with Content-Type: {JSON if is_api(scope) else FORM}")
        return read


def cached(message: Message) -> list[tuple[bytes, bytes]]:
    """Nothing is kept by browsers and proxies that does not say it may be."""
    has_one = any(name.lower() == b"cache-control" for name, _ in message.get("headers", ()))
    return [] if has_one else [(b"cache-control", b"no-store")]


def is_navigation(scope: Scope) -> bool:
    """Whether a browser sends this to show a page, as for a form or a link."""
    return any(mode == "navigate" for mode in values(scope, b"sec-fetch-mode"))


def is_followed_link(scope: Scope) -> bool:
    """Whether a browser opens one of our pages by a link, on whatever site; it sends no session's cookie then."""
    is_opened = is_navigation(scope) and list(values(scope, b"sec-fetch-dest")) == ["document"]
    return is_opened and scope["method"] in SAFE and not is_api(scope)


def is_api(scope: Scope) -> bool:
    """Whether this is for programs; the rest is for pages and their forms."""
    return str(scope["path"]).startswith("/api/")


def kind_of(scope: Scope) -> str:
    """What a body says that it is; none where it says it twice."""
    types = [value.partition(";")[0].strip().lower() for value in values(scope, b"content-type")]
    return types[0] if len(types) == 1 else ""


def too_many(wait: float) -> Problem:
    """The answer to somebody who asks too often."""
    seconds = max(1, int(wait + 0.999))
    return Problem(429, f"too many requests; try again in {seconds} s", headers={"Retry-After": str(seconds)})


def cookie(scope: Scope, name: str) -> str:
    """The value of a cookie; none where it is sent twice, because one of them may be somebody else's."""
    parts = [part.strip().partition("=") for value in values(scope, b"cookie") for part in value.split(";")]
    found = [value for key, _, value in parts if key == name]
    return found[0] if len(found) == 1 else ""
