"""Whole rounds by the forms of a page alone: each game has something to press for all that may be done."""

import asyncio
import re
from html import unescape
from random import Random
from typing import Any
from urllib.parse import urlencode

import pytest

from croupier.games import GAMES, game
from croupier.rulebook import Game
from tests.example_games import EXAMPLES
from tests.web.asgi import ORIGIN
from tests.web.live import Live, Visitor, running

ROUNDS = 3
STEPS_MAX = 200
ALL = {id_: game(id_) for id_ in GAMES} | {id_: each.game for id_, each in EXAMPLES.items()}
Form = dict[str, str]


class Person:
    """Somebody without scripts, who presses what the page shows."""

    def __init__(self, live: Live, visitor: Visitor, table: str) -> None:
        self.live = live
        self.visitor = visitor
        self.table = table
        self.pressed = 0

    async def view(self) -> dict[str, Any]:
        return dict(await self.visitor.view(self.table))

    async def forms(self, action: str) -> list[tuple[Form, str]]:
        """The hidden fields of each form of a kind, and the form's markup."""
        heard = await self.visitor.get(f"/table/{self.table}", accept="text/html")
        assert heard.status == 200
        found = re.findall(rf'<form[^>]*/table/{self.table}/{action}".*?</form>', heard.body.decode(), re.DOTALL)
        return [(fields_of(form), form) for form in found]

    async def press(self, action: str, fields: Form) -> None:
        sent = {"origin": ORIGIN, "content-type": "application/x-www-form-urlencoded", "accept": "text/html"}
        raw = urlencode(fields).encode()
        heard = await self.visitor.ask("POST", f"/table/{self.table}/{action}", None, sent, raw=raw)
        assert heard.status == 303, (action, fields, re.findall(r'id="refused"[^>]*>(.*?)</p>', heard.body.decode()))
        self.pressed += 1

    async def go_on(self) -> None:
        """Do what the table waits for, by a form that the page has for it."""
        view = await self.view()
        may, kind = view["you"]["legal"], view["awaiting"]["kind"]
        own = next(place for place in view["places"] if place["seat"] == view["you"]["seat"])
        if may["decision"]:
            await self.decide(may["decision"])
        elif kind == "bank" and may["answer_bank"]:
            answers = [fields for fields, _ in await self.forms("bank")]
            await self.press("bank", next(fields for fields in answers if fields["answer"] == "decline"))
        elif kind == "wagers" and not own["wagers"] and not own["done"]:
            fields, text = next(form for form in await self.forms("bet") if 'id="bets"' in form[1])
            wagers = {wager["wager"] for wager in may["wagers"]}
            pads = re.findall(r'name="on" value="([^"]+)"', await self.html())
            assert wagers == {pad.partition(":")[0] for pad in pads}
            first = next(pad for pad in pads if pad.startswith(f"{may['wagers'][0]['wager']}:"))
            assert 'name="chip" value="100"' in text
            await self.press("bet", fields | {"on": first, "chip": "100"})
        elif kind == "wagers" and not own["done"]:
            ((fields, _),) = await self.forms("done")
            await self.press("done", fields)
        else:
            await self.live.pass_time(1)

    async def html(self) -> str:
        return (await self.visitor.get(f"/table/{self.table}", accept="text/html")).body.decode()

    async def decide(self, decision: dict[str, Any]) -> None:
        """Press one of the options, each time another; every one that may be chosen is there, and no other."""
        options = [option["option"] for option in decision["options"] if option["affordable"]]
        chosen = options[self.pressed % len(options)]
        forms = [fields for fields, _ in await self.forms("choose")]
        if "holds" not in forms[0]:
            shown = {fields["option"]: fields for fields in forms}
            assert list(shown) == options
            await self.press("choose", shown[chosen])
            return
        ((fields, text),) = await self.forms("choose")
        masks = {id_: int(mask) for mask, _, id_ in (each.partition(":") for each in fields["holds"].split())}
        assert set(masks) == set(options)
        boxes = re.findall(r'name="(keep-\d)"', text)
        kept = {box: "on" for place, box in enumerate(boxes) if masks[chosen] >> place & 1}
        await self.press("choose", fields | kept)


def fields_of(form: str) -> Form:
    found = re.findall(r'type="hidden" name="([\w-]+)" value="([^"]*)"', form)
    return {name: unescape(value) for name, value in found}


@pytest.mark.slow
@pytest.mark.parametrize("of", ALL.values(), ids=ALL)
def test_whole_rounds_are_played_by_what_the_page_shows(of: Game) -> None:
    async def story() -> int:
        async with running(more_games=[of], entropy=Random(of.id).randbytes) as live:
            visitor, table = await live.visitor(), await live.open(of.id, house_run=1)
            await visitor.sit(table)
            person = Person(live, visitor, table)
            closed = 0
            for _ in range(STEPS_MAX):
                await person.go_on()
                over = (await person.view())["closed"]
                if over and over["round"] > closed:
                    closed = over["round"]
                    assert re.search(r'id="paid"(?![^>]*hidden)', await person.html()), "it says what was paid"
                if closed >= ROUNDS:
                    break
            return int(closed)

    assert asyncio.run(story()) >= ROUNDS
