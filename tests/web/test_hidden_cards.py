"""Hidden cards over the wire: every byte that a seat or a spectator gets would be the same with other hidden cards.

The bytes are those of answers, refusals and streams, headers included, so their sizes are the same too. What is shown
after a round does not let anybody test a guess of a card that stayed hidden.
"""

import asyncio
import json
import re
from collections.abc import AsyncIterator, Iterator, Sequence
from dataclasses import replace
from hashlib import sha256
from itertools import count, product
from random import Random
from typing import Any

import pytest

from croupier.cards import CARD_OF_NAME, DECK
from croupier.chance import SHUFFLE, Drawn, Subject
from croupier.record.journal import WRITERS_NOW, Record, read, stamp
from croupier.table import events as e
from croupier.table.view import may_see
from tests.example_games import EXAMPLES
from tests.house.hidden_cards import UNUSED, hidden_places, swapped
from tests.web.asgi import Heard
from tests.web.live import Live, Visitor, running
from tests.web.reader import Reader

MONTE = "casino-monte"
POKER = "three-card-poker"
VIEWER = 2
"""Seat 1 folds first, and nobody else ever sees that hand."""
DECISIONS_MAX = 30
COMPARED = 2
"""How many other orders of hidden cards a round is held against."""
NAMES = ("Ada", "Bob", "Cay", "Dee")
HEXADECIMAL = re.compile(r"[0-9a-f]{32,}")


class Scene:
    """Three people at a table and one who watches; what one of them gets is noted, byte by byte."""

    def __init__(self, live: Live, viewer: int, seed: int = 1) -> None:
        self.live = live
        self.viewer = viewer
        """A seat, 0 for who watches."""
        self.keys = count()
        self.noted: list[object] = []
        self.chosen: list[str] = []
        """What was decided, in order; what is there beforehand is decided again."""
        self.seed = seed
        live.house.entropy = Random(seed).randbytes

    async def begin(self, game: str) -> None:
        self.table = await self.live.open(game)
        book = self.live.house.table(self.table).state.rulebook
        self.seats = range(1, min(book.seats, 3) + 1)
        options = {option.id for decision in book.decisions for option in decision.options}
        self.no_option = next(word for word in ("raise", "call", "double up") if word not in options)
        self.people = [await self.live.visitor(name) for name in NAMES]
        boss = await self.live.operator()
        for act in ("pause", "resume"):  # all sit before anything goes on
            if act == "resume":
                for seat in self.seats:
                    await self.people[seat - 1].sit(self.table, seat)
            await boss.post(f"/api/operator/tables/{self.table}/{act}", {"reason": "together"})
        while (awaiting := (await self.people[3].view(self.table))["awaiting"])["kind"] == "bank":
            (seat,) = awaiting["seats"]
            await self.send(seat, "bank", {"act": "take" if seat == 3 else "decline"})
        self.start = self.live.house.table(self.table).recorder.length
        watching = {"cookie": self.who.cookie}
        self.reader = Reader(self.live.app, f"/api/stream?watch={self.table}", watching)
        await self.reader.until(2)

    @property
    def who(self) -> Visitor:
        return self.people[self.viewer - 1 if self.viewer else 3]

    @property
    def events(self) -> list[e.Event]:
        lines = self.live.store.held.lines[self.table]
        return [record.event for record in read(lines)]

    @property
    def is_over(self) -> bool:
        return self.live.house.table(self.table).state.round > 1 or not self.live.house.table(self.table).state.in_round

    async def send(self, seat: int, act: str, body: dict[str, object], **against: int) -> Heard:
        """Send a command under a key that would be the same in another run."""
        visitor = self.people[seat - 1]
        moment = await visitor.against(self.table) | against
        sent = {**body, "against": moment}
        return await visitor.post(f"/api/tables/{self.table}/{act}", sent, key=f"key-{next(self.keys):08}")

    async def note(self) -> None:
        """Note all that the viewer gets now: what was streamed, what can be asked for, and why requests are refused."""
        number = self.live.house.table(self.table).recorder.length - 1
        while f'"number":{number},' not in self.reader.raw.rpartition("event: table")[2]:  # noqa: ASYNC110  # as it comes
            await asyncio.sleep(0.001)
        heard = [
            await self.who.get(path) for path in (f"/api/tables/{self.table}", "/api/tables", "/api/me", "/api/rounds")
        ]
        heard.append(await self.who.get(f"/api/tables/{self.table}/rounds/1"))
        seat = self.viewer or 4
        for act, body in (
            ("choose", {"option": "nonsense"}),
            ("choose", {"option": self.no_option}),
            ("bet", {"wagers": {"nonsense": 100}}),
            ("bet", {"wagers": {"ante": 10**9, "initial": 10**9}}),
            ("bank", {"act": "pass"}),
            ("buy", {"cents": 10**9}),
            ("done", {}),
        ):
            wrong = {"version": 0} if act == "done" else {}
            heard.append(await self.send(seat, act, dict(body), **wrong))
            assert heard[-1].status >= 400, (act, heard[-1].body)
        self.noted += [(each.status, each.headers, each.body) for each in heard]
        self.noted.append(self.reader.raw)

    async def play(self) -> AsyncIterator[None]:
        """Bet, be done and decide, one request after the other."""
        for seat in self.seats:
            legal = (await self.people[seat - 1].view(self.table))["you"]["legal"]["wagers"][0]
            spot = legal["spots"][0] if legal["spots"] else 0
            body = {"wagers": {legal["wager"]: legal["least"]}, "spot": spot}
            assert (await self.send(seat, "bet", body)).status == 200
            yield
        for seat in self.seats:
            assert (await self.send(seat, "done", {})).status == 200
            yield
        for number in range(DECISIONS_MAX):
            awaiting = (await self.people[3].view(self.table))["awaiting"]
            if awaiting["kind"] != "decision":
                return
            seat = awaiting["seats"][0]
            if len(self.chosen) == number:
                options = (await self.people[seat - 1].view(self.table))["you"]["legal"]["decision"]["options"]
                self.chosen.append(options[(number + self.seed + 1) % 2 * (len(options) > 1)]["option"])
            assert (await self.send(seat, "choose", {"option": self.chosen[number]})).status == 200, "not offered now"
            yield


async def noted(
    game: str, viewer: int, places: list[int], *, chosen: Sequence[str] = (), by: int = 3, seed: int = 1, **more: Any
) -> Scene:
    """Play until cards are exposed, with other cards in some places, and what was chosen before if that is given."""
    async with asyncio.timeout(120), running(**more) as live:
        scene = Scene(live, viewer, seed)
        scene.chosen = [*chosen]
        await scene.begin(game)
        if places:
            dealer = live.house.table(scene.table).dealer
            dealer.cards = swapped(dealer.cards, places, by)
        async for _ in scene.play():
            if scene.is_over:
                break
            if not scene.noted or any(isinstance(event, e.CardsDealt) for event in scene.events):
                await scene.note()
        await scene.reader.close()
        return scene


@pytest.mark.parametrize("viewer", [0, 1, 2, 3])
@pytest.mark.parametrize("game", [MONTE, POKER])
def test_other_hidden_cards_give_every_viewer_the_same_bytes_until_exposure(game: str, viewer: int) -> None:
    one = asyncio.run(noted(game, viewer, []))
    size = one.live.house.table(one.table).state.rulebook.supply.size
    round_ = next(number for number, event in enumerate(one.events) if isinstance(event, e.RoundOpened))
    closed = next(number for number, event in enumerate(one.events) if isinstance(event, e.RoundClosed))
    other = asyncio.run(noted(game, viewer, hidden_places(one.events[round_:closed], viewer, size)))
    assert one.table == other.table
    assert [number for number, both in enumerate(zip(one.noted, other.noted, strict=True)) if both[0] != both[1]] == []
    cards = [[event for event in scene.events if isinstance(event, e.CardsDealt)] for scene in (one, other)]
    assert [event.slot for event in cards[0]][:3] == [event.slot for event in cards[1]][:3]
    assert cards[0] != cards[1]  # the cards were others indeed
    assert sum('"kind":"decision"' in str(each) for each in one.noted) >= 2  # after they were dealt, too


WITH_DECISIONS = sorted(
    id_ for id_, each in EXAMPLES.items() if each.game.rulebook().decisions and each.game.rulebook().supply.decks
)


@pytest.mark.slow
@pytest.mark.parametrize("viewer", [0, 1])
@pytest.mark.parametrize("game", WITH_DECISIONS)
def test_what_is_offered_and_asked_by_hidden_cards_tells_other_viewers_nothing(game: str, viewer: int) -> None:
    """The same people decide the same with other hidden cards, where these let them; some end the round at once."""
    of = EXAMPLES[game].game
    book = of.rulebook()
    for seed in range(1, 50):  # a round in which somebody is asked, and there is something to hide
        one = asyncio.run(noted(game, viewer, [], seed=seed, more_games=[of]))
        closed = next(number for number, event in enumerate(one.events) if isinstance(event, e.RoundClosed))
        places = hidden_places(one.events[:closed], viewer, book.supply.size) if one.chosen else []
        if len(places) > UNUSED:
            break
    compared = 0
    for by in range(1, len(places)):
        try:
            other = asyncio.run(noted(game, viewer, places, chosen=one.chosen, by=by, seed=seed, more_games=[of]))
        except AssertionError as error:
            assert "not offered now" in str(error)  # noqa: PT017  # that round cannot be played with these cards
            continue
        if len(other.noted) == len(one.noted):
            compared += 1
            assert one.noted == other.noted, f"with hidden cards moved by {by}"
            assert [each for each in one.events if isinstance(each, e.CardsDealt)] != [
                each for each in other.events if isinstance(each, e.CardsDealt)
            ]
        if compared == COMPARED:
            break
    assert compared == COMPARED


def test_the_check_above_finds_a_view_that_tells_too_much(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("croupier.table.view.may_see", lambda *_, **__: True)
    with pytest.raises(AssertionError):
        test_other_hidden_cards_give_every_viewer_the_same_bytes_until_exposure(POKER, 0)


def test_the_check_above_finds_an_event_that_tells_too_much(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("croupier.house.listing.may_see", lambda *_, **__: True)
    with pytest.raises(AssertionError):
        test_other_hidden_cards_give_every_viewer_the_same_bytes_until_exposure(POKER, 1)


# ── Guesses ──────────────────────────────────────────────────────────────────────────────────────────────────────────


async def after_a_round(seat: int) -> tuple[Scene, list[Record], str]:
    """A round that was played, all records, and every byte that a seat has got, openings of its own round included."""
    async with asyncio.timeout(120), running() as live:
        scene = Scene(live, seat)
        await scene.begin(POKER)
        async for _ in scene.play():
            pass
        views = [(await scene.who.get(path)).body.decode() for path in (f"/api/tables/{scene.table}", "/api/rounds")]
        own = (await scene.who.get(f"/api/tables/{scene.table}/rounds/1")).body.decode()
        await scene.reader.close()
        return scene, list(read(live.store.held.lines[scene.table])), "".join([scene.reader.raw, *views, own])


def hidden_deal(records: list[Record], seat: int) -> int:
    """Where a hand was dealt that a seat never came to see."""
    exposed = {record.event.slot for record in records if isinstance(record.event, e.CardsExposed)}
    return next(
        number
        for number, record in enumerate(records)
        if isinstance(record.event, e.CardsDealt)
        and record.event.slot not in exposed
        and not may_see(seat, record.event.slot, face_up=record.event.face_up)
    )


def salts_in(text: str) -> set[str]:
    """Every salt that could be meant by what somebody was told, and the obvious ones."""
    found = {run[start : start + 32] for run in HEXADECIMAL.findall(text) for start in range(0, len(run) - 31, 32)}
    return {"", "0" * 32, "f" * 32, *found}


def heads(records: list[Record], place: int, salts: set[str]) -> Iterator[tuple[tuple[int, ...], str]]:
    """What the head after a round would be, by each guess of the last card of a hidden hand and each salt.

    All else is given: the other cards of the hand, every other record of the round, the head before it.
    """
    last = max(number for number, record in enumerate(records) if isinstance(record.event, e.RoundClosed))
    texts = [
        WRITERS_NOW[type(record.event)](record.number, stamp(None, record.at, record.software), record.event)
        for record in records[: last + 1]
    ]
    dealt = records[place].event
    assert isinstance(dealt, e.CardsDealt)
    for card, salt in product(DECK, sorted(salts)):
        guess = replace(dealt, cards=(*dealt.cards[:-1], card), salt=salt)
        text = WRITERS_NOW[e.CardsDealt](place, stamp(None, records[place].at, None), guess)
        head = sha256((records[place - 1].hash + text).encode()).hexdigest()
        for later in texts[place + 1 :]:
            head = sha256((head + later).encode()).hexdigest()
        yield guess.cards, head


def test_no_head_lets_a_seat_test_a_guess_of_a_hidden_card() -> None:
    """The last card of a hand is guessed by somebody who knows the others: 52 guesses, with every salt ever seen."""
    _, records, told = asyncio.run(after_a_round(VIEWER))
    place = hidden_deal(records, VIEWER)
    dealt = records[place].event
    assert isinstance(dealt, e.CardsDealt)
    head = json.loads(told[told.rindex('{"table":') :])["head"]
    assert head in {record.hash for record in records}
    salts = salts_in(told)
    assert len(salts) > 100  # leaves of the opening, salts of cards that were seen, commitments, digests, heads
    assert not [cards for cards, found in heads(records, place, salts) if found == head]
    assert [cards for cards, found in heads(records, place, {dealt.salt}) if found == head] == [
        dealt.cards
    ]  # it would do


def test_the_search_above_finds_a_card_whose_salt_can_be_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Drawn, "face_down_salt", lambda drawn, _: drawn.commitment[:32])
    with pytest.raises(AssertionError, match="assert not"):
        test_no_head_lets_a_seat_test_a_guess_of_a_hidden_card()


def test_no_opening_lets_a_seat_test_a_guess_of_a_hidden_card() -> None:
    """An opening has a leaf for every card; who has not seen a card has not got its salt."""
    scene, _, told = asyncio.run(after_a_round(VIEWER))
    own = json.loads(told[told.rindex('{"table":') :])
    opening = json.loads(next(text for text in own["openings"] if json.loads(text)["of"] == SHUFFLE))
    whole = next(row for row in scene.live.store.held.openings.values() if row.of == SHUFFLE and row.number == 1)
    subject = Subject(SHUFFLE, POKER, scene.table, 1, (1,))
    leaves = [bytes.fromhex(leaf) for leaf in opening["leaves"]]
    seen = {place for place, *_ in opening["shown"]}
    known = [bytes.fromhex(salt) for salt in salts_in(told)]
    for place in set(range(52)) - seen:
        assert leaves[place] not in {subject.leaf(place, salt, card) for salt in known for card in DECK}
    hidden = [shown for shown in json.loads(whole.text)["shown"] if shown[0] not in seen]
    assert hidden  # a folded hand, which the operator's own copy opens
    for place, card, salt in hidden:
        assert subject.leaf(place, bytes.fromhex(salt), CARD_OF_NAME[card]) == leaves[place]
