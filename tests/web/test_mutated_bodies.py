"""Bodies that nobody would send on purpose: each is answered as the document says, and never by a mistake of ours."""

import asyncio
import json
from typing import Any, Final

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.web.live import Visitor, running
from tests.web.test_access import OPERATOR, ROWS, SEAT, Scene

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
            place[name] = draw(VALUES)
    text = json.dumps(body).encode()
    if draw(st.integers(0, 9)) == 0:
        cut = draw(st.integers(0, len(text)))
        text = text[:cut] + draw(st.binary(max_size=5)) + text[cut + draw(st.integers(0, 3)) :]
    return route, text


@pytest.mark.slow
@settings(max_examples=USUAL // 6, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(st.lists(mutated(), min_size=AT_ONCE, max_size=AT_ONCE))
def test_a_mutated_body_is_answered_as_the_document_says(sent: list[tuple[str, bytes]]) -> None:
    async def story() -> set[int]:
        async with running() as live:
            scene = await Scene.set(live)
            return {await status(scene, route, body) for route, body in sent}

    assert asyncio.run(story()) <= {200, 400, 401, 403, 404, 409, 413, 422, 429}


async def status(scene: Scene, route: str, body: bytes) -> int:
    """Send a body as whoever may, under a key of its own."""
    row = ROWS[route]
    who = Visitor(scene.live, scene.operator.cookie) if row.access == OPERATOR else scene.seated
    if row.access not in (SEAT, OPERATOR):
        who = Visitor(scene.live, scene.spectator.cookie)
    path = route.split()[1].format(table=scene.table, guest=scene.guest)
    headers = {"cookie": who.cookie, "idempotency-key": f"key-{abs(hash(body))}"}
    return (await scene.live.ask("POST", path, raw=body, headers=headers)).status
