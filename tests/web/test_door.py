"""The door: what is let in, what is refused, and what every answer carries."""

import asyncio
import json
from collections.abc import Mapping

import pytest
from starlette.responses import JSONResponse, Response
from starlette.types import Message, Receive, Scope, Send

from croupier.web.door import HEADERS, POLICY, Door, cookie
from croupier.web.metrics import Metrics
from croupier.web.pace import Pace
from croupier.web.problem import Problem
from croupier.web.settings import Limits, Rate, Settings, settings_for
from tests.web.asgi import NONE, ORIGIN, Headers, Heard, ask, scope_of

SETTINGS = settings_for("127.0.0.1", 8777, None)


class Behind:
    """An app that tells what it was asked, behind a door that remembers what it refused."""

    def __init__(self, settings: Settings = SETTINGS) -> None:
        self.asked: list[tuple[str, bytes]] = []
        self.noted: list[str] = []
        self.metrics = Metrics()
        self.seconds = 0.0
        self.door = Door(
            self.app,
            settings=settings,
            metrics=self.metrics,
            noted=lambda _, problem: self.noted.append(problem.error),
            seconds=lambda: self.seconds,
        )

    async def app(self, scope: Scope, receive: Receive, send: Send) -> None:
        body = (await receive())["body"]
        self.asked.append((scope["method"], body))
        response: Response = JSONResponse({"address": scope["state"]["address"]})
        await response(scope, receive, send)

    def ask(
        self,
        method: str = "GET",
        headers: Headers = NONE,
        raw: bytes | None = None,
        client: str = "127.0.0.1",
        path: str = "/api/x",
    ) -> Heard:
        return asyncio.run(ask(self.door, method, path, None, headers, raw=raw, client=client))


@pytest.mark.parametrize("method", ["GET", "POST"])
def test_what_is_meant_for_the_house_gets_in(method: str) -> None:
    behind = Behind()
    assert behind.ask(method).status == 200
    assert [asked for asked, _ in behind.asked] == [method]
    assert behind.noted == []


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1", "127.0.0.1:1", "127.0.0.1:8777.evil.example", ""])
@pytest.mark.parametrize("method", ["GET", "POST"])
def test_another_host_is_refused(method: str, host: str) -> None:
    behind = Behind()
    heard = behind.ask(method, {"host": host})
    assert (heard.status, heard.json["error"]) == (421, "host")
    assert behind.asked == []
    assert behind.noted == ["host"]


def test_two_hosts_are_refused_even_if_one_is_right() -> None:
    behind = Behind()
    assert behind.ask("GET", [("host", "127.0.0.1:8777"), ("host", "evil.example")]).status == 421
    assert behind.asked == []


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "http://evil.example"},
        {"origin": "null"},
        {"origin": "https://127.0.0.1:8777"},
        {"origin": "http://localhost:8777"},  # ours too, but not the page at the host that is asked
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
        {"origin": ORIGIN, "sec-fetch-site": "cross-site"},
    ],
)
@pytest.mark.parametrize("method", ["GET", "POST"])
def test_somebody_elses_page_is_refused(method: str, headers: Mapping[str, str]) -> None:
    behind = Behind()
    heard = behind.ask(method, headers)
    assert (heard.status, heard.json["error"]) == (403, "origin")
    assert behind.asked == []
    assert behind.noted == ["origin"]


def test_our_own_page_may_ask() -> None:
    behind = Behind()
    assert (
        behind.ask("POST", {"origin": ORIGIN, "sec-fetch-site": "same-origin", "sec-fetch-mode": "cors"}).status == 200
    )


def test_a_form_is_refused_even_on_our_own_page() -> None:
    behind = Behind()
    assert behind.ask("POST", {"origin": ORIGIN, "sec-fetch-mode": "navigate"}).status == 403
    assert behind.asked == []


# ── Pages and their forms ────────────────────────────────────────────────────────────────────────────────────────────

FORM = {"origin": ORIGIN, "content-type": "application/x-www-form-urlencoded"}


def test_a_form_of_our_own_page_gets_in() -> None:
    behind = Behind()
    own = {**FORM, "sec-fetch-site": "same-origin", "sec-fetch-mode": "navigate"}
    assert behind.ask("POST", own, raw=b"a=1", path="/table/x/bet").status == 200
    assert behind.asked == [("POST", b"a=1")]


@pytest.mark.parametrize(
    "headers",
    [
        {"content-type": FORM["content-type"]},
        {**FORM, "origin": "null"},
        {**FORM, "origin": "http://evil.example"},
        {**FORM, "origin": "https://127.0.0.1:8777"},
        {**FORM, "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate"},
        {**FORM, "sec-fetch-site": "same-site", "sec-fetch-mode": "navigate"},
    ],
)
def test_a_form_without_our_origin_is_refused(headers: Mapping[str, str]) -> None:
    behind = Behind()
    heard = behind.ask("POST", headers, raw=b"a=1", path="/table/x/bet")
    assert (heard.status, heard.json["error"]) == (403, "origin")
    assert behind.asked == []
    assert behind.noted == ["origin"]


@pytest.mark.parametrize("type_", ["application/json", "text/plain", "multipart/form-data; boundary=x", ""])
def test_a_form_comes_as_a_form(type_: str) -> None:
    behind = Behind()
    assert behind.ask("POST", {**FORM, "content-type": type_}, raw=b"a=1", path="/table/x/bet").status == 415
    assert behind.asked == []


def test_browsers_name_our_origin_with_our_forms() -> None:
    """Under `no-referrer` a browser sends `Origin: null` with a form, which is refused like any other origin."""
    assert HEADERS["referrer-policy"] == "same-origin"


@pytest.mark.parametrize("site", ["cross-site", "same-site", "same-origin", "none"])
def test_a_link_from_elsewhere_leads_to_a_page_and_to_nothing_of_the_api(site: str) -> None:
    visit = {"sec-fetch-site": site, "sec-fetch-mode": "navigate", "sec-fetch-dest": "document"}
    assert Behind().ask("GET", visit, path="/table/x").status == 200
    framed = Behind().ask("GET", {**visit, "sec-fetch-dest": "iframe"}, path="/table/x").status
    assert framed == (200 if site in ("same-origin", "none") else 403)
    assert Behind().ask("GET", visit, path="/api/me").status == (200 if site in ("same-origin", "none") else 403)


@pytest.mark.parametrize("mode", ["cors", "no-cors", "same-origin"])
def test_another_sites_script_or_picture_gets_no_page(mode: str) -> None:
    behind = Behind()
    assert behind.ask("GET", {"sec-fetch-site": "cross-site", "sec-fetch-mode": mode}, path="/table/x").status == 403
    assert behind.asked == []


@pytest.mark.parametrize("type_", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""])
def test_a_command_that_another_sites_form_could_send_is_refused(type_: str) -> None:
    behind = Behind()
    assert behind.ask("POST", {"content-type": type_}).status == 415
    assert behind.asked == []


@pytest.mark.parametrize("method", ["HEAD", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "CONNECT", "BREW"])
def test_other_methods_are_refused(method: str) -> None:
    behind = Behind()
    heard = behind.ask(method)
    assert (heard.status, heard.header("allow")) == (405, "GET, POST")
    assert behind.asked == []


def test_a_body_may_be_small_and_not_large() -> None:
    behind = Behind(settings_for("127.0.0.1", 8777, None, limits=Limits(body_bytes=10)))
    assert behind.ask("POST", raw=b"x" * 10).status == 200
    assert behind.ask("POST", raw=b"x" * 11).status == 413
    assert behind.ask("POST", {"content-length": "11"}, raw=b"").status == 413
    assert behind.ask("POST", {"content-length": "9" * 5000}, raw=b"").status == 413
    assert behind.ask("POST", {"content-length": "-1"}, raw=b"").status == 413
    assert behind.asked == [("POST", b"x" * 10)]


def test_a_request_that_only_reads_has_no_body() -> None:
    behind = Behind()
    assert behind.ask("GET", raw=b"{}").status == 400
    assert behind.asked == []


def test_a_body_with_two_ends_is_refused() -> None:
    behind = Behind()
    heard = behind.ask("POST", {"content-length": "2", "transfer-encoding": "chunked"}, b"{}")
    assert (heard.status, heard.header("connection")) == (400, "close")
    assert behind.asked == []


def test_a_body_that_does_not_arrive_is_given_up() -> None:
    behind = Behind(settings_for("127.0.0.1", 8777, None, limits=Limits(body_seconds=0.01)))
    sent: list[Message] = []

    async def receive() -> Message:
        await asyncio.sleep(0)
        if not sent:
            sent.append({})
            return {"type": "http.request", "body": b"{", "more_body": True}
        await asyncio.Event().wait()
        raise AssertionError

    async def send(message: Message) -> None:
        sent.append(message)

    asyncio.run(behind.door(scope_of("POST", "/api/x", {"content-type": "application/json"}), receive, send))
    assert sent[1]["status"] == 408
    assert behind.asked == []


def test_every_answer_is_protected_also_a_refusal() -> None:
    for heard in (Behind().ask(), Behind().ask("GET", {"host": "evil.example"})):
        for name, value in HEADERS.items():
            assert heard.header(name) == value
        assert heard.header("cache-control") == "no-store"
        assert heard.header("strict-transport-security") == ""


def test_behind_tls_browsers_are_told_to_stay_there() -> None:
    settings = settings_for("127.0.0.1", 8777, "https://play.example")
    heard = Behind(settings).ask("GET", {"host": "play.example", "origin": "https://play.example"})
    assert heard.status == 200
    assert heard.header("strict-transport-security").startswith("max-age=")


def test_the_policy_allows_nothing_inline_and_nothing_from_elsewhere() -> None:
    assert "unsafe" not in POLICY
    assert "http" not in POLICY
    assert "default-src 'none'" in POLICY


# ── How often ────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_whoever_asks_too_often_waits_and_nobody_else_does() -> None:
    behind = Behind(settings_for("127.0.0.1", 8777, None, limits=Limits(address=Rate(2, 0.5))))
    told = [behind.ask(client="10.0.0.1").status for _ in range(3)]
    assert told == [200, 200, 429]
    assert behind.ask(client="10.0.0.1").header("retry-after") == "2"
    assert behind.ask(client="10.0.0.2").status == 200
    behind.seconds = 2.0
    assert behind.ask(client="10.0.0.1").status == 200


def test_whoever_has_a_network_has_no_more_than_one_address() -> None:
    behind = Behind(settings_for("127.0.0.1", 8777, None, limits=Limits(address=Rate(2, 0.5))))
    assert [behind.ask(client=f"2001:db8:1:2::{end}").status for end in (1, 2, 3)] == [200, 200, 429]
    assert behind.ask(client="2001:db8:1:3::1").status == 200


def test_only_so_many_clients_are_remembered() -> None:
    pace = Pace(Rate(1, 0.001), clients_max=2)
    assert [pace.wait(name, 0) == 0 for name in ("a", "a", "b", "c", "a")] == [True, False, True, True, True]
    assert len(pace.buckets) == 2


# ── Where from ───────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("proxies", "peer", "forwarded", "address"),
    [
        ((), "10.0.0.9", "1.2.3.4", "10.0.0.9"),
        (("10.0.0.9",), "10.0.0.9", "1.2.3.4", "1.2.3.4"),
        (("10.0.0.9",), "10.0.0.8", "1.2.3.4", "10.0.0.8"),
        (("10.0.0.9",), "10.0.0.9", "6.6.6.6, 1.2.3.4", "1.2.3.4"),
        (("10.0.0.0/8",), "10.0.0.9", "6.6.6.6, 1.2.3.4, 10.0.0.7", "1.2.3.4"),
        (("10.0.0.9",), "10.0.0.9", "not an address", "unknown"),
        (("10.0.0.9",), "10.0.0.9", "", "unknown"),
        (("10.0.0.9",), "::ffff:10.0.0.9", "1.2.3.4", "1.2.3.4"),
        ((), "::ffff:10.0.0.9", "", "10.0.0.9"),
        ((), "2001:db8:1:2:3:4:5:6", "", "2001:db8:1:2::/64"),
        (("::1",), "::1", "2001:db8:1:2:ffff::1", "2001:db8:1:2::/64"),
    ],
)
def test_only_a_trusted_proxy_says_where_a_request_comes_from(
    proxies: tuple[str, ...], peer: str, forwarded: str, address: str
) -> None:
    behind = Behind(settings_for("127.0.0.1", 8777, None, proxies))
    assert behind.ask("GET", {"x-forwarded-for": forwarded}, client=peer).json == {"address": address}


@pytest.mark.parametrize(
    ("sent", "value"),
    [("croupier=a", "a"), ("x=1; croupier=a", "a"), ("croupier=a; croupier=b", ""), ("xcroupier=a", ""), ("", "")],
)
def test_a_cookie_that_is_sent_twice_is_nobodys(sent: str, value: str) -> None:
    assert cookie(scope_of("GET", "/", {"cookie": sent}), "croupier") == value


def test_a_websocket_is_closed() -> None:
    sent: list[Message] = []

    async def send(message: Message) -> None:
        sent.append(message)

    async def receive() -> Message:
        return {"type": "websocket.connect"}

    asyncio.run(Behind().door({"type": "websocket", "headers": []}, receive, send))
    assert sent == [{"type": "websocket.close", "code": 1008}]


def test_a_refusal_has_the_shape_of_every_other() -> None:
    problem = Problem(404, "there is no such table", field="table")
    assert json.loads(bytes(problem.response().body)) == {
        "error": "unknown",
        "reason": "there is no such table",
        "field": "table",
        "clause": "",
    }
