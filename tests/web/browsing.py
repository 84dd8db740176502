"""Somebody with a browser, without a browser: pages and their forms, cookies and redirects."""

import html
import re
from dataclasses import dataclass, field
from urllib.parse import urlencode

from tests.web.asgi import ORIGIN, Heard, ask
from tests.web.live import Live

FORM = "application/x-www-form-urlencoded"


@dataclass
class Browser:
    """Keeps cookies, sends forms from our own pages, and remembers where it was led."""

    live: Live
    cookies: dict[str, str] = field(default_factory=dict)
    address: str = ""

    async def get(self, path: str, **headers: str) -> Heard:
        """Go to a page."""
        self.address = path
        return await self.send("GET", path, b"", {"sec-fetch-site": "same-origin", **headers})

    async def post(self, path: str, form: dict[str, str] | None = None, **headers: str) -> Heard:
        """Send a form, and follow where it leads."""
        given = {"content-type": FORM, "origin": ORIGIN, "sec-fetch-site": "same-origin", **headers}
        heard = await self.send("POST", path, urlencode(form or {}).encode(), given)
        return await self.get(heard.header("location")) if heard.status == 303 else heard

    async def send(self, method: str, path: str, raw: bytes, headers: dict[str, str]) -> Heard:
        cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        given = {
            "accept": "text/html",
            "sec-fetch-mode": "navigate",
            "sec-fetch-dest": "document",
            **({"cookie": cookies} if cookies else {}),
        }
        given |= headers
        heard = await ask(self.live.app, method, path, headers={k: v for k, v in given.items() if v}, raw=raw)
        for name, value in heard.headers:
            if name == "set-cookie":
                key, _, rest = value.partition(";")[0].partition("=")
                self.cookies[key] = rest.strip('"')
                if not self.cookies[key]:
                    del self.cookies[key]
        return heard

    async def enter(self, name: str = "Ada", **more: str) -> Heard:
        return await self.post("/enter", {"name": name, **more})


def text_of(heard: Heard) -> str:
    """What a page says, without its markup."""
    body = re.sub(r"<(head|script)\b.*?</\1>", " ", heard.body.decode(), flags=re.DOTALL)
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", body)).split())


def fields_of(heard: Heard, action: str) -> dict[str, str]:
    """The fields of a form as they stand on a page: inputs and chosen options; unticked boxes are left out."""
    found = re.search(rf'<form[^>]*action="{re.escape(action)}"[^>]*>(.*?)</form>', heard.body.decode(), re.DOTALL)
    assert found, f"no form for {action}"
    fields: dict[str, str] = {}
    for tag in re.findall(r"<input\b[^>]*>", found[1]):
        given = {name: html.unescape(value) for name, value in re.findall(r'([\w.-]+)="([^"]*)"', tag)}
        is_pick = given.get("type") in ("radio", "checkbox")
        if "name" in given and (not is_pick or re.search(r"\schecked\b", tag)):
            fields[given["name"]] = given.get("value", "")
    for select in re.finditer(r'<select\b[^>]*\bname="([^"]+)"[^>]*>(.*?)</select>', found[1], re.DOTALL):
        chosen = re.search(r'<option value="([^"]*)" selected', select[2]) or re.search(r'value="([^"]*)"', select[2])
        assert chosen
        fields[select[1]] = html.unescape(chosen[1])
    return fields
