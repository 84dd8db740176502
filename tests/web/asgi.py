"""Asking an app without a network: whole answers, and streams message by message."""

import asyncio
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from starlette.types import ASGIApp, Message, Scope

HOST = "127.0.0.1:8777"
ORIGIN = f"http://{HOST}"
Headers = Mapping[str, str] | list[tuple[str, str]]
NONE: Headers = MappingProxyType({})


@dataclass
class Heard:
    """An answer."""

    status: int = 0
    headers: list[tuple[str, str]] = field(default_factory=list)
    body: bytes = b""

    @property
    def json(self) -> Any:
        return json.loads(self.body)

    def header(self, name: str) -> str:
        return ", ".join(value for key, value in self.headers if key == name)


def scope_of(method: str, path: str, headers: Headers = NONE, *, client: str = "127.0.0.1") -> Scope:
    """A request as a server hands it on."""
    given = list(headers.items()) if isinstance(headers, Mapping) else list(headers)
    names = {name.lower() for name, _ in given}
    pairs = [*given, *([] if "host" in names else [("host", HOST)])]
    target, _, query = path.partition("?")
    return {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": method,
        "scheme": "http",
        "path": target,
        "raw_path": target.encode(),
        "root_path": "",
        "query_string": query.encode(),
        "headers": [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in pairs],
        "client": (client, 50_000),
        "server": ("127.0.0.1", 8777),
    }


async def ask(
    app: ASGIApp,
    method: str,
    path: str,
    body: object = None,
    headers: Headers = NONE,
    *,
    raw: bytes | None = None,
    client: str = "127.0.0.1",
) -> Heard:
    """Ask something and hear all of the answer; a POST has a body of JSON."""
    given = list(headers) if isinstance(headers, list) else dict(headers)
    if method == "POST" and isinstance(given, dict):
        given.setdefault("content-type", "application/json")
    text = raw if raw is not None else b"" if method in ("GET", "HEAD") else json.dumps(body or {}).encode()
    heard = Heard()
    sent = False
    over = asyncio.Event()

    async def receive() -> Message:
        nonlocal sent
        if sent:
            await over.wait()
            return {"type": "http.disconnect"}
        sent = True
        return {"type": "http.request", "body": text, "more_body": False}

    async def send(message: Message) -> None:
        if message["type"] == "http.response.start":
            heard.status = message["status"]
            heard.headers = [(name.decode("latin-1"), value.decode("latin-1")) for name, value in message["headers"]]
        else:
            heard.body += message.get("body", b"")

    await app(scope_of(method, path, given, client=client), receive, send)
    return heard
