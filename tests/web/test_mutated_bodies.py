"""Bodies that nobody would send on purpose: each is answered as the document says, and never by a mistake of ours."""

import asyncio
import json
from copy import deepcopy
from dataclasses import replace
from typing import Any, Final

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from croupier.house.guest import hash_of
from croupier.house.table import OPEN
from croupier.web.settings import Lockout, settings_for
from tests.web.live import LIMITS, running
from tests.web.test_access import GUEST, OPERATOR, OWNER, PUBLIC, ROWS, SEAT, Scene

ODD: Final[tuple[Any, ...]] = (
    *(None, True, 0, -1, 1, 2**31, 2**53 + 1, 2**63, 10**30, -(10**30), 0.5, 1e308, "", " ", "0", "1e9", "-1"),
    *("\x00", "\u202e", "\ud800", "ß" * 65, "a" * 300, "../..", "%00", "'; --", "{}", "null", [], [[]], {}, {"": {}}),
)
SENT: Final = sorted(route for route, row in ROWS.items() if row.body is not None and "verify" not in route)
VALUES: Final = st.one_of(
    st.sampled_from(ODD),
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
        lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=10), inner, max_size=4),
        max_leaves=8,
    ),
)
USUAL: Final = settings.default.max_examples if settings.default else 60
AT_ONCE: Final = 20 + USUAL // 50
"""Bodies for one house: 200 in all, and a hundred thousand when tortured."""
SETTINGS: Final = replace(settings_for("127.0.0.1", 8777, None, limits=LIMITS), lockout=Lockout(failures=10**6))
"""Wrong keys of operators are among what is sent."""
REFUSED: Final = {200, 400, 404, 409, 413, 422}
STATUSES: Final = {
    PUBLIC: {*REFUSED, 401, 403, 429},
    OWNER: {*REFUSED, 403},  # of a table of the house nobody is the owner
    **dict.fromkeys((GUEST, SEAT, OPERATOR), REFUSED),
}
"""How those are answered who may ask; a key or link that is made up is refused otherwise."""
NAMES: Final = st.sampled_from(("against", "cents", "wagers", "seat", "round", "changes", "bet", "decks", "reason", ""))


@st.composite
def mutated(draw: st.DrawFn) -> tuple[str, bytes]:
    """A route, and a body that would be taken but for a few changes."""
    route = draw(st.sampled_from(SENT))
    row = ROWS[route]
    body: dict[str, Any] = json.loads(json.dumps(row.body))
    if row.is_timed:
        body["against"] = {"round": 1, "step": 0, "version": draw(st.integers(-1, 9))}
    for _ in range(draw(st.integers(0, 3))):
        place: dict[str, Any] = body
        inner = [value for value in body.values() if isinstance(value, dict)]
        goes_in, is_known, is_left_out = draw(st.tuples(st.booleans(), st.booleans(), st.booleans()))
        if inner and goes_in:
            place = draw(st.sampled_from(inner))
        name = draw(st.sampled_from(sorted(place)) if place and is_known else NAMES)
        if name in place and is_left_out:
            del place[name]
        else:
            place[name] = deepcopy(draw(VALUES))  # a later change may go inside
    text = json.dumps(body).encode()
    if draw(st.integers(0, 9)) == 0:
        cut = draw(st.integers(0, len(text)))
        text = text[:cut] + draw(st.binary(max_size=5)) + text[cut + draw(st.integers(0, 3)) :]
    return route, text


@pytest.mark.slow
@settings(max_examples=USUAL // 6, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(st.lists(mutated(), min_size=AT_ONCE, max_size=AT_ONCE))
def test_a_mutated_body_is_answered_as_the_document_says(sent: list[tuple[str, bytes]]) -> None:
    async def story() -> None:
        async with running(SETTINGS) as live:
            scene = await Scene.set(live)
            for number, (route, body) in enumerate(sent):
                if not goes_on(scene):
                    scene = await Scene.set(live)
                assert await status(scene, route, body, f"key-{number:06}") in STATUSES[ROWS[route].access]

    asyncio.run(story())


def goes_on(scene: Scene) -> bool:
    """Whether everybody still has a session, somebody sits, and the table is open: else nothing more is tried out."""
    live, table = scene.live, scene.live.house.table(scene.table)
    tokens = [who.cookie.partition("=")[2] for who in (scene.seated, scene.spectator)]
    return (
        all(live.house.guest_by_token(hash_of(token), live.time) for token in tokens)
        and bool(live.operators.operator(scene.operator.cookie.partition("=")[2], live.time))
        and bool(table.seat_of(scene.guest))
        and table.status == OPEN
    )


async def status(scene: Scene, route: str, body: bytes, key: str) -> int:
    """Send a body as whoever may, under a key of its own."""
    row = ROWS[route]
    who = {SEAT: scene.seated, OPERATOR: scene.operator}.get(row.access, scene.spectator)
    path = route.split()[1].format(table=scene.table, guest=scene.guest, number=1, share=64 * "0")
    headers = {"cookie": who.cookie, "idempotency-key": key}
    return (await scene.live.ask("POST", path, raw=body, headers=headers)).status
