"""Bodies that nobody would send on purpose: each is answered as the document says, and never by a mistake of ours."""

import asyncio
import json
from collections import Counter
from copy import deepcopy
from dataclasses import replace
from random import Random
from typing import Any, Final

import pytest

from croupier.house.guest import hash_of
from croupier.house.table import OPEN
from croupier.web.settings import Lockout, settings_for
from tests.lengths import WANTED, told
from tests.web.live import LIMITS, running
from tests.web.test_access import GUEST, OPERATOR, OWNER, PUBLIC, ROWS, SEAT, Scene

ODD: Final[tuple[Any, ...]] = (
    *(None, True, 0, -1, 1, 2**31, 2**53 + 1, 2**63, 10**30, -(10**30), 0.5, 1e308, "", " ", "0", "1e9", "-1"),
    *("\x00", "\u202e", "\ud800", "ß" * 65, "a" * 300, "../..", "%00", "'; --", "{}", "null", [], [[]], {}, {"": {}}),
)
SENT: Final = sorted(route for route, row in ROWS.items() if row.body is not None and "verify" not in route)
USUAL: Final = 200
"""Bodies that are sent, unless somebody tortures."""
A_TURN: Final = 5_000
"""Bodies in one test, when somebody does."""
AT_ONCE: Final = 200
"""Bodies for one house."""
SETTINGS: Final = replace(settings_for("127.0.0.1", 8777, None, limits=LIMITS), lockout=Lockout(failures=10**6))
"""Wrong keys of operators are among what is sent."""
REFUSED: Final = {200, 400, 404, 409, 413, 422}
STATUSES: Final = {
    PUBLIC: {*REFUSED, 401, 403, 429},
    OWNER: {*REFUSED, 403},  # of a table of the house nobody is the owner
    **dict.fromkeys((GUEST, SEAT, OPERATOR), REFUSED),
}
"""How those are answered who may ask; a key or link that is made up is refused otherwise."""
NAMES: Final = ("against", "cents", "wagers", "seat", "round", "changes", "bet", "decks", "reason", "")
LETTERS: Final = "aZ09 _-.'\"\\/<&%\n\t\x00\u00df\u0301\u200b\u202e\ud800\uffff\U0001f0a1"


def value(chance: Random, depth: int = 2) -> object:
    """Something that JSON can say, and Python's JSON beyond that."""
    match chance.randrange(8 if depth else 6):
        case 0 | 1:
            return deepcopy(chance.choice(ODD))  # a later change may go inside
        case 2:
            return chance.choice((chance.randrange(-9, 9), chance.getrandbits(chance.randrange(1, 90))))
        case 3:
            return chance.choice((chance.random(), -1e300 * chance.random(), float("nan"), float("inf")))
        case 4 | 5:
            return "".join(chance.choices(LETTERS, k=chance.randrange(20)))
        case 6:
            return [value(chance, depth - 1) for _ in range(chance.randrange(5))]
        case _:
            return {str(value(chance, 0))[:10]: value(chance, depth - 1) for _ in range(chance.randrange(5))}


def mutated(chance: Random) -> tuple[str, bytes]:
    """A route, and a body that would be taken but for a few changes."""
    route = chance.choice(SENT)
    row = ROWS[route]
    body: dict[str, Any] = json.loads(json.dumps(row.body))
    if row.is_timed:
        body["against"] = {"round": 1, "step": 0, "version": chance.randrange(-1, 10)}
    for _ in range(chance.randrange(4)):
        place: dict[str, Any] = body
        inner = [each for each in body.values() if isinstance(each, dict)]
        if inner and chance.randrange(2):
            place = chance.choice(inner)
        name = chance.choice(sorted(place)) if place and chance.randrange(2) else chance.choice(NAMES)
        if name in place and chance.randrange(2):
            del place[name]
        else:
            place[name] = value(chance)
    text = json.dumps(body).encode()
    if chance.randrange(10) == 0:
        cut = chance.randrange(len(text) + 1)
        text = text[:cut] + chance.randbytes(chance.randrange(6)) + text[cut + chance.randrange(4) :]
    return route, text


@pytest.mark.parametrize(
    ("first", "number"),
    [
        pytest.param(0, USUAL, marks=pytest.mark.slow),
        *(
            pytest.param(first, min(A_TURN, WANTED["bodies"] - first), marks=pytest.mark.torture)
            for first in range(0, WANTED["bodies"], A_TURN)
        ),
    ],
)
def test_a_mutated_body_is_answered_as_the_document_says(first: int, number: int) -> None:
    async def story(seeds: range) -> Counter[int]:
        found = Counter[int]()
        async with running(SETTINGS) as live:
            scene = await Scene.set(live)
            for seed in seeds:
                route, body = mutated(Random(seed))
                if not goes_on(scene):
                    scene = await Scene.set(live)
                answer = await status(scene, route, body, f"key-{seed:06}")
                assert answer in STATUSES[ROWS[route].access], (seed, route, body)
                found[answer] += 1
        return found

    found = Counter[int]()
    for start in range(first, first + number, AT_ONCE):
        found += asyncio.run(story(range(start, min(start + AT_ONCE, first + number))))
    told(f"{found.total()} bodies from {first} on: {dict(sorted(found.items()))}")
    assert found.total() == number
    assert {200, 422} <= found.keys()


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
