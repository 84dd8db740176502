"""A new token whose answer was lost: whoever asked for it gets it, and nobody else does."""

import asyncio
from collections.abc import Awaitable, Callable

from tests.web.live import Live, Visitor, running


def play(story: Callable[[Live], Awaitable[None]]) -> None:
    async def told() -> None:
        async with running() as live:
            await story(live)

    asyncio.run(told())


def test_a_rotation_whose_answer_was_lost_can_be_repeated_with_the_same_key() -> None:
    async def story(live: Live) -> None:
        ada = await live.visitor("Ada")
        lost, thief = Visitor(live, ada.cookie), Visitor(live, ada.cookie)
        first = await ada.post("/api/me/rotate", key="the-lost-answer")
        kept = await live.kept()
        assert (await lost.get("/api/me")).status == 401, "the old token is for nothing else"
        for path in ("rename", "link", "top-up", "end"):
            body = {"name": "Eve"} if path == "rename" else {}
            assert (await lost.post(f"/api/me/{path}", body, key="the-lost-answer")).status == 401
        assert (await lost.get("/api/answers/the-lost-answer")).status == 401
        assert (await thief.post("/api/me/rotate", key="another-key")).status == 401
        again = await lost.post("/api/me/rotate", key="the-lost-answer")
        assert (again.status, again.json, lost.cookie) == (200, first.json, ada.cookie)
        assert await live.kept() == kept, "nothing has changed"
        assert (await lost.get("/api/me")).status == 200
        await live.pass_time(live.house.settings.again)
        assert (await thief.post("/api/me/rotate", key="the-lost-answer")).status == 401, "too late"
        assert (await ada.get("/api/me")).status == 200

    play(story)


def test_a_link_that_was_redeemed_with_a_key_can_be_redeemed_again_with_it() -> None:
    async def story(live: Live) -> None:
        ada, device, thief = await live.visitor("Ada"), Visitor(live), Visitor(live)
        link = {"secret": (await ada.post("/api/me/link")).json["link"]}
        first = await device.post("/api/links/redeem", link, key="the-lost-answer")
        lost = Visitor(live)
        again = await lost.post("/api/links/redeem", link, key="the-lost-answer")
        assert (again.status, again.json, lost.cookie) == (200, first.json, device.cookie)
        for key in ("", "another-key"):
            assert (await thief.post("/api/links/redeem", link, key=key)).status == 403
        assert thief.cookie == ""
        assert (await Visitor(live).post("/api/links/redeem", link, key="short")).status == 422

    play(story)
