"""Access: every route against everybody who has no business there.

The rows are checked against the app's own routes, so that a new route without a row fails. Whoever is denied changes
nothing, and the refusal is on record.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import urlencode

import pytest
from fastapi import FastAPI
from fastapi.routing import iter_route_contexts

from croupier.pages.places import stylesheet_name
from croupier.web.app import make_app
from croupier.web.client import new_key
from tests.web.asgi import ORIGIN, Heard
from tests.web.live import Live, Visitor, running
from tests.web.page_access import PAGES

PUBLIC, GUEST, SEAT, OWNER, OPERATOR = "public", "guest", "seat", "owner", "operator"
"""Who a route is for: everybody, whoever has a session, sits at the table or opened it, operators."""


@dataclass
class Scene:
    """Two people at a table in mid-betting, somebody who watches, and an operator."""

    live: Live
    table: str
    seated: Visitor
    other: Visitor
    spectator: Visitor
    operator: Visitor
    key: str
    """Of a command that was answered already."""
    guest: str

    @classmethod
    async def set(cls, live: Live) -> "Scene":
        table = await live.open()
        seated, other, spectator = [await live.visitor(name) for name in ("Ada", "Bob", "Cyd")]
        await seated.sit(table, 1)
        await other.sit(table, 2)
        key = "a-key-of-adas"
        against = await seated.against(table)
        heard = await seated.post(f"/api/tables/{table}/bet", {"wagers": {"player": 500}, "against": against}, key=key)
        assert heard.status == 200
        guest = (await seated.get("/api/me")).json["guest"]
        return cls(live, table, seated, other, spectator, await live.operator(), key, guest)


@dataclass(frozen=True)
class Row:
    """A route: who it is for, and a body that would be taken."""

    access: str
    body: dict[str, Any] | None = None
    """None for a route that only reads."""
    other: dict[str, Any] | None = None
    """Another body that would be taken, for a route whose commands have keys."""
    is_timed: bool = False
    """Whether commands are made against a moment."""
    is_own: bool = False
    """Whether it shows something that is the guest's alone."""


REASON: Final = {"reason": "a test"}
SET: Final = {"set": "player:600"}
FORMS: Final = {
    "GET /art/{name}": Row(PUBLIC),
    "GET /static/{name}": Row(PUBLIC),
    "GET /felt/{name}.css": Row(PUBLIC),
    "POST /enter": Row(PUBLIC, {"name": "Eve"}),
    "GET /table/{table}": Row(GUEST),
    "GET /stream": Row(GUEST),
    "POST /table/{table}/{what}": Row(SEAT, SET, {"set": "player:700"}, is_timed=True),
}
"""What people use, with forms instead of JSON; no part of the API."""
ROWS: Final = {
    "GET /api/house": Row(PUBLIC),
    "GET /api/games": Row(PUBLIC),
    "GET /healthz": Row(PUBLIC),
    "GET /readyz": Row(PUBLIC),
    "GET /metrics": Row(PUBLIC),
    "GET /openapi.json": Row(PUBLIC),
    "POST /api/guests": Row(PUBLIC, {"name": "Eve"}),
    "POST /api/links/redeem": Row(PUBLIC, {"secret": "x" * 43}),
    "POST /api/operator/enter": Row(PUBLIC, {"name": "ada", "key": "wrong"}),
    "GET /api/me": Row(GUEST),
    "POST /api/me/rename": Row(GUEST, {"name": "Eve"}, {"name": "Fay"}),
    "POST /api/me/rotate": Row(GUEST, {}),
    "POST /api/me/link": Row(GUEST, {}),
    "POST /api/me/top-up": Row(GUEST, {}),
    "POST /api/me/pace": Row(GUEST, {"pace": "slow"}, {"pace": "usual"}),
    "POST /api/me/end": Row(GUEST, {"erase": True}, {"erase": False}),
    "POST /api/me/tables": Row(GUEST, {"game": "baccarat", "name": "X"}, {"game": "baccarat", "name": "Y"}),
    "POST /api/me/tables/{table}/pause": Row(OWNER, REASON, {"reason": "another"}),
    "POST /api/me/tables/{table}/resume": Row(OWNER, REASON, {"reason": "another"}),
    "POST /api/me/tables/{table}/close": Row(OWNER, REASON, {"reason": "another"}),
    "GET /api/answers/{key}": Row(GUEST, is_own=True),
    "GET /api/rounds": Row(GUEST),
    "GET /api/me/tally": Row(GUEST),
    "GET /api/tables/{table}/rounds/{number}": Row(GUEST, is_own=True),
    "POST /api/tables/{table}/rounds/{number}/share": Row(GUEST, {}, is_own=True),
    "GET /api/shares": Row(GUEST),
    "POST /api/shares/{share}/revoke": Row(GUEST, {}, is_own=True),
    "GET /api/shared/{secret}": Row(PUBLIC),
    "GET /api/tables": Row(GUEST),
    "GET /api/tables/{table}": Row(GUEST),
    "GET /api/tables/{table}/edges": Row(GUEST),
    "GET /api/games/{game}/edges": Row(GUEST),
    "GET /api/stream": Row(GUEST),
    "POST /api/tables/{table}/sit": Row(GUEST, {"cents": 1000}, {"cents": 2000}),
    "POST /api/tables/{table}/stand": Row(SEAT, {}),
    "POST /api/tables/{table}/return": Row(SEAT, {}),
    "POST /api/tables/{table}/banking": Row(SEAT, {"banks": False}, {"banks": True}),
    "POST /api/tables/{table}/clock": Row(SEAT, {"pace": "slow"}, {"pace": "usual"}),
    "POST /api/tables/{table}/buy": Row(SEAT, {"cents": 1000}, {"cents": 2000}, is_timed=True),
    "POST /api/tables/{table}/bet": Row(SEAT, {"wagers": {"player": 600}}, {"wagers": {"player": 700}}, is_timed=True),
    "POST /api/tables/{table}/done": Row(SEAT, {}, is_timed=True),
    "POST /api/tables/{table}/choose": Row(SEAT, {"option": "x"}, {"option": "y"}, is_timed=True),
    "POST /api/tables/{table}/bank": Row(SEAT, {"act": "take"}, {"act": "pass"}, is_timed=True),
    "POST /api/operator/leave": Row(OPERATOR, {}),
    "GET /api/operator/tables": Row(OPERATOR),
    "POST /api/operator/tables": Row(OPERATOR, {"game": "baccarat", "name": "X"}, {"game": "baccarat", "name": "Y"}),
    "POST /api/operator/tables/{table}/pause": Row(OPERATOR, REASON, {"reason": "another"}),
    "POST /api/operator/tables/{table}/resume": Row(OPERATOR, REASON, {"reason": "another"}),
    "POST /api/operator/tables/{table}/close": Row(OPERATOR, REASON, {"reason": "another"}),
    "POST /api/operator/tables/{table}/void": Row(OPERATOR, REASON, {"reason": "another"}),
    "POST /api/operator/tables/{table}/rules": Row(
        OPERATOR, {"changes": {"tie_pays": 9}, **REASON}, {"changes": {"tie_pays": 8}, **REASON}
    ),
    "POST /api/operator/tables/{table}/settings": Row(
        OPERATOR, {"changes": {"bet": 60}, **REASON}, {"changes": {"bet": 90}, **REASON}
    ),
    "POST /api/operator/tables/{table}/journal": Row(OPERATOR, REASON),
    "POST /api/operator/tables/{table}/openings": Row(OPERATOR, REASON),
    "GET /api/operator/log": Row(OPERATOR),
    "POST /api/operator/verify": Row(OPERATOR, {}),
    "GET /api/operator/guests": Row(OPERATOR),
    "POST /api/operator/guests/{guest}/end": Row(OPERATOR, REASON, {"reason": "another"}),
}
ALL: Final = ROWS | FORMS


def routes_of(app: FastAPI) -> Iterator[str]:
    """Every route of an app, as the rows name it."""
    for context in iter_route_contexts(app.routes):
        for method in sorted(context.methods or ()):
            if method != "HEAD":
                yield f"{method} {context.path}"


def test_every_route_has_a_row() -> None:
    from tests.web.test_round_pages import ROUND_PAGES  # noqa: PLC0415  # which uses the scene of this module

    assert set(routes_of(make_app())) == {*ALL, *PAGES, *ROUND_PAGES}


def routes(*accesses: str) -> list[str]:
    return [route for route, row in ALL.items() if row.access in accesses]


async def send(
    scene: Scene,
    route: str,
    who: Visitor,
    *,
    key: str | None = None,
    body: dict[str, Any] | None = None,
    moment: dict[str, int] | None = None,
    **headers: str,
) -> Heard:
    """Use a route as its row says; the moment is that of whoever sits first."""
    row = ALL[route]
    names = {"table": scene.table, "key": scene.key, "guest": scene.guest, "number": 1, "what": "bet"}
    names |= {"share": 64 * "0", "secret": 43 * "x", "game": "baccarat"}
    path = route.split()[1].format(name=name_of_file(scene, route), **names)
    if row.body is None:
        return await who.get(path, **headers)
    sent = dict(row.body if body is None else body)
    if row.is_timed:
        against = moment or await scene.seated.against(scene.table)
        sent |= against if route in FORMS else {"against": against}
    if route in FORMS:
        kind = "application/x-www-form-urlencoded"
        form = urlencode({"key": key or new_key(), **sent}).encode()
        return await who.ask("POST", path, None, {"origin": ORIGIN, "content-type": kind, **headers}, raw=form)
    return await who.post(path, sent, key=key, **headers)


def name_of_file(scene: Scene, route: str) -> str:
    """A file that there is."""
    book = scene.live.house.table(scene.table).state.rulebook
    names = {"GET /static/{name}": "table.js", "GET /felt/{name}.css": stylesheet_name(book.felt, book.seats)}
    return names.get(route, "back-red.svg")


async def denied(scene: Scene, route: str, who: Visitor, status: int, **more: Any) -> Heard:
    """Ask something that is denied: nothing has changed, and it is on record."""
    before, refused = await scene.live.kept(), len(await scene.live.refusals())
    heard = await send(scene, route, who, **more)
    assert heard.status == status, (route, heard.status, heard.body)
    assert await scene.live.kept() == before, route
    assert len(await scene.live.refusals()) > refused, route
    return heard


def play(story: Callable[[Scene], Awaitable[None]]) -> None:
    """Set the scene and let something happen."""

    async def told() -> None:
        async with running() as live:
            await story(await Scene.set(live))

    asyncio.run(told())


def test_no_session() -> None:
    async def story(scene: Scene) -> None:
        nobody = Visitor(scene.live)
        for route in routes(GUEST, SEAT, OWNER, OPERATOR):
            await denied(scene, route, nobody, 401)
        for route in routes(PUBLIC):
            heard = await send(scene, route, Visitor(scene.live), key="")
            assert heard.status in (200, 303, 401, 403, 404), "everybody may ask; a wrong key or link is refused"

    play(story)


def test_an_expired_session() -> None:
    async def story(scene: Scene) -> None:
        visitors = dict.fromkeys((GUEST, SEAT, OWNER), scene.seated) | {OPERATOR: scene.operator}
        moment = await scene.seated.against(scene.table)
        await scene.live.pass_time(scene.live.house.settings.idle + 1)
        for route in routes(*visitors):
            await denied(scene, route, visitors[ALL[route].access], 401, moment=moment)

    play(story)


def test_another_seats() -> None:
    """What was made at one seat cannot be used from another, and what is one's own is shown to nobody else."""

    async def story(scene: Scene) -> None:
        for route in routes(GUEST, SEAT):
            if ALL[route].is_own:
                await denied(scene, route, scene.other, 404)
            elif ALL[route].is_timed:
                await denied(scene, route, scene.other, 409)

    play(story)


def test_a_spectators() -> None:
    async def story(scene: Scene) -> None:
        for route in routes(SEAT, OWNER):
            await denied(scene, route, scene.spectator, 403)
        for route in routes(OWNER):
            await denied(scene, route, scene.seated, 403)

    play(story)


def test_a_rotated_token() -> None:
    async def story(scene: Scene) -> None:
        stolen, left = Visitor(scene.live, scene.seated.cookie), Visitor(scene.live, scene.operator.cookie)
        assert (await scene.seated.post("/api/me/rotate")).status == 200
        assert scene.seated.cookie != stolen.cookie
        assert (await scene.operator.post("/api/operator/leave", key="")).status == 200
        for route in routes(GUEST, SEAT, OWNER, OPERATOR):
            await denied(scene, route, left if ALL[route].access == OPERATOR else stolen, 401)

    play(story)


def test_the_wrong_role() -> None:
    async def story(scene: Scene) -> None:
        guests, operators = (each.cookie.partition("=") for each in (scene.seated, scene.operator))
        for route in routes(GUEST, SEAT, OWNER, OPERATOR):
            wrong, name = (guests, operators[0]) if ALL[route].access == OPERATOR else (operators, guests[0])
            for cookie in ("".join(wrong), f"{name}={wrong[2]}"):
                await denied(scene, route, Visitor(scene.live, cookie), 401)

    play(story)


@pytest.mark.parametrize("header", [{"origin": "http://evil.example"}, {"sec-fetch-site": "cross-site"}])
def test_a_foreign_origin(header: dict[str, str]) -> None:
    async def story(scene: Scene) -> None:
        for route in ALL:
            await denied(scene, route, right(scene, route), 403, **header)

    play(story)


def test_a_foreign_host() -> None:
    async def story(scene: Scene) -> None:
        for route in ALL:
            await denied(scene, route, right(scene, route), 421, host="evil.example")

    play(story)


def right(scene: Scene, route: str) -> Visitor:
    """Somebody who may use a route."""
    return scene.operator if ALL[route].access == OPERATOR else scene.seated


def has_key(route: str) -> bool:
    """Whether a route takes commands under a key."""
    operation = Live().document["paths"][route.split()[1]][route.split(maxsplit=1)[0].lower()]
    return any(each["name"] == "Idempotency-Key" for each in operation.get("parameters", ()))


WITH_KEYS: Final = [route for route, row in ROWS.items() if row.other and route != "POST /api/me/end"]


@pytest.mark.parametrize("route", WITH_KEYS)
def test_a_replayed_key(route: str) -> None:
    """The same key for the same command changes nothing more; for another one it is refused."""

    async def story(scene: Scene) -> None:
        who, row = right(scene, route), ALL[route]
        moment = await scene.seated.against(scene.table)
        first = await send(scene, route, who, key="the-same-key", moment=moment)
        before = await scene.live.kept()
        again = await send(scene, route, who, key="the-same-key", moment=moment)
        assert (again.status, again.json) == (first.status, first.json)
        assert await scene.live.kept() == before
        heard = await denied(scene, route, who, 409, key="the-same-key", body=row.other, moment=moment)
        assert heard.json["error"] == "key"

    play(story)


SAME_BODY: Final = [f"POST /api/{path}" for path in ("me/rotate", "me/link", "me/top-up")] + [
    f"POST /api/tables/{{table}}/{path}" for path in ("stand", "return", "done")
]
"""Commands with keys that have one body only."""


@pytest.mark.parametrize("route", SAME_BODY)
def test_the_key_of_one_command_is_refused_for_another(route: str) -> None:
    async def story(scene: Scene) -> None:
        moment = await scene.seated.against(scene.table)
        first = await send(scene, route, scene.seated, key="the-same-key", moment=moment)
        assert first.status == 200
        heard = await denied(scene, "POST /api/me/rename", scene.seated, 409, key="the-same-key")
        assert heard.json["error"] == "key"

    play(story)


@pytest.mark.parametrize("path", ["stand", "return", "done"])
def test_a_replayed_key_of_a_command_with_one_body(path: str) -> None:
    async def story(scene: Scene) -> None:
        route, moment = f"POST /api/tables/{{table}}/{path}", await scene.seated.against(scene.table)
        first = await send(scene, route, scene.seated, key="the-same-key", moment=moment)
        before = await scene.live.kept()
        again = await send(scene, route, scene.seated, key="the-same-key", moment=moment)
        assert (again.status, again.json) == (first.status, first.json)
        assert await scene.live.kept() == before

    play(story)


def test_the_key_of_a_command_is_refused_at_another_moment_and_at_another_table() -> None:
    async def story(scene: Scene) -> None:
        route = "POST /api/tables/{table}/bet"
        moment = await scene.seated.against(scene.table)
        first = await send(scene, route, scene.seated, key="the-same-key", moment=moment)
        assert first.status == 200
        later = await scene.seated.against(scene.table)
        assert later != moment
        heard = await denied(scene, route, scene.seated, 409, key="the-same-key", moment=later)
        assert heard.json["error"] == "key"
        scene.table = await scene.live.open()
        heard = await denied(scene, route, scene.seated, 409, key="the-same-key", moment=moment)
        assert heard.json["error"] == "key"

    play(story)


def test_every_command_with_a_key_is_replayed() -> None:
    async def story() -> set[str]:
        return {route for route, row in ROWS.items() if row.body is not None and has_key(route)}

    without_session = {"POST /api/me/end", "POST /api/links/redeem"}  # after the one, and before the other
    after_a_round = {"POST /api/tables/{table}/rounds/{number}/share", "POST /api/shares/{share}/revoke"}
    assert asyncio.run(story()) == {*WITH_KEYS, *SAME_BODY, *without_session, *after_a_round}  # test_round_pages


@pytest.mark.parametrize("path", ["rotate", "link", "top-up"])
def test_a_secret_is_told_once(path: str) -> None:
    async def story(scene: Scene) -> None:
        first = await scene.seated.post(f"/api/me/{path}", key="the-same-key")
        cookie = scene.seated.cookie
        before = await scene.live.kept()
        again = await scene.seated.post(f"/api/me/{path}", key="the-same-key")
        assert again.json == {name: value for name, value in first.json.items() if name != "link"}
        assert scene.seated.cookie == cookie
        assert await scene.live.kept() == before

    play(story)


def test_every_command_but_those_that_begin_or_export_has_a_key() -> None:
    async def story() -> set[str]:
        return {route for route, row in ROWS.items() if row.body is not None and not has_key(route)}

    assert asyncio.run(story()) == {
        "POST /api/guests",
        "POST /api/operator/enter",
        "POST /api/operator/leave",
        "POST /api/operator/tables/{table}/journal",
        "POST /api/operator/tables/{table}/openings",
        "POST /api/operator/verify",
    }


def test_a_command_without_a_key_or_with_a_wrong_one_is_refused() -> None:
    async def story(scene: Scene) -> None:
        for key in ("", "short", "x" * 65, "with blanks in it"):
            await denied(scene, "POST /api/me/rename", scene.seated, 422, key=key)

    play(story)
