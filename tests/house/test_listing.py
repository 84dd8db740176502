"""What seats and spectators see: nothing hidden, neither in views nor in events, heads and openings."""

import json
from collections.abc import Iterator
from dataclasses import replace
from hashlib import sha256
from typing import Any

import pytest

from croupier.cards import CARD_NAMES
from croupier.house import requests as r
from croupier.house.listing import TOLD
from croupier.house.rows import Opening
from croupier.house.telling import round_told
from croupier.house.unit import Denied
from croupier.record.journal import read
from croupier.rulebook import Game
from croupier.table import events as e
from tests.example_games import EXAMPLES
from tests.house.hidden_cards import hidden_places, swapped
from tests.house.small_house import SmallHouse

MONTE = "casino-monte"
POKER = "three-card-poker"
STUD = EXAMPLES["caribbean-stud"].game


def of(game: str, seed: int = 1) -> SmallHouse:
    games: dict[str, Game] | None = {STUD.id: STUD} if game == STUD.id else None
    return SmallHouse(seed, games)


# ── Non-interference ─────────────────────────────────────────────────────────────────────────────────────────────────


class Twin:
    """A table of people only, at which a round is played by script and everything that is seen is noted."""

    def __init__(self, game: str, viewer: int) -> None:
        self.small = of(game)
        self.table = self.small.open(game)
        self.people = self.small.pair(self.table, 1, 2, 3)
        self.small.until_betting(self.table, *self.people, bank=self.people[2])
        self.viewer = self.people[viewer - 1] if viewer else ""
        self.seat = viewer
        self.start = len(self.small.store.lines[self.table])
        self.noted: list[str] = []

    def note(self) -> None:
        """Note what the viewer sees, and what is told of the round so far."""
        house = self.small.house
        seen = [house.view(self.table, self.viewer), house.since(self.table, self.viewer, self.start - 1)]
        self.noted.append(json.dumps(seen))

    def play(self) -> Iterator[None]:
        """Bet and decide, one request after the other."""
        for guest in self.people:
            legal = self.small.house.view(self.table, guest)["you"]["legal"]["wagers"]
            spot = legal[0]["spots"][0] if legal[0]["spots"] else 0
            self.small.act(self.table, guest, r.Bet({legal[0]["wager"]: legal[0]["least"]}, spot))
            yield
        for guest in self.people:
            self.small.act(self.table, guest, r.Done())
            yield
        for place in (0, 1, 0):
            seats = self.small.house.view(self.table)["awaiting"]["seats"]
            if not seats:
                return
            guest = next(each for each in self.people if self.small.table(self.table).seat_of(each) == seats[0])
            self.small.decide(self.table, guest, place)
            yield

    @property
    def is_over(self) -> bool:
        return not self.small.table(self.table).state.in_round

    def hidden_places(self) -> list[int]:
        """Of a round that was played: the places whose cards the viewer did not know before the last decision."""
        size = self.small.table(self.table).state.rulebook.supply.size
        return hidden_places(self.small.events(self.table)[self.start :], self.seat, size)

    def swap(self, places: list[int]) -> None:
        """Have other cards in some places, as if the shuffle had come out so."""
        dealer = self.small.table(self.table).dealer
        dealer.cards = swapped(dealer.cards, places)


@pytest.mark.parametrize("viewer", [0, 1, 2, 3])
@pytest.mark.parametrize("game", [MONTE, POKER, STUD.id])
def test_other_hidden_cards_give_every_viewer_the_same_bytes_until_exposure(game: str, viewer: int) -> None:
    trial = Twin(game, viewer)
    assert len(list(trial.play())) > 2 * len(trial.people)
    assert trial.is_over
    one, other = Twin(game, viewer), Twin(game, viewer)
    other.swap(trial.hidden_places())
    for _ in zip(one.play(), other.play(), strict=False):
        if one.is_over:
            break
        one.note()
        other.note()
    assert one.noted == other.noted
    assert len(one.noted) > 2 * len(one.people)  # after the cards were dealt, too
    dealt = [event for event in one.small.events(one.table)[one.start :] if isinstance(event, e.CardsDealt)]
    swapped = [event for event in other.small.events(other.table)[other.start :] if isinstance(event, e.CardsDealt)]
    assert [event.slot for event in dealt] == [event.slot for event in swapped]
    assert dealt != swapped  # the cards were others indeed


def test_the_check_above_finds_a_view_that_tells_too_much(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("croupier.table.view.may_see", lambda *_, **__: True)
    with pytest.raises(AssertionError):
        test_other_hidden_cards_give_every_viewer_the_same_bytes_until_exposure(POKER, 0)


@pytest.mark.parametrize("game", [MONTE, POKER, STUD.id])
def test_no_salt_and_no_head_of_a_round_in_progress_is_ever_shown(game: str) -> None:
    """A head after a round hides face-down cards behind their salts, which nobody is told; others are not shown."""
    twin = Twin(game, 1)
    texts = []
    for _ in twin.play():
        for guest in ("", *twin.people):
            house = twin.small.house
            texts.append(json.dumps([house.view(twin.table, guest), house.since(twin.table, guest, 0)]))
    records = list(read(twin.small.store.lines[twin.table]))
    salts = [record.event.salt for record in records if isinstance(record.event, e.CardsDealt) and record.event.salt]
    assert salts
    face_down = [
        record.event for record in records if isinstance(record.event, e.CardsDealt) and not record.event.face_up
    ]
    assert all(len(event.salt) == 32 for event in face_down)
    closed = twin.small.house.view(twin.table)["closed"]
    heads = {record.hash for record in records} - {closed["head"]}
    shown = "".join(texts)
    assert not [salt for salt in salts if salt in shown]
    assert not [head for head in heads if head in shown]
    assert closed["head"] == records[closed["number"]].hash


def test_every_field_of_every_event_is_told_or_left_out_on_purpose() -> None:
    left_out = {
        (kind, name) for kind in e.Event.__args__ for name in kind.__dataclass_fields__ if name not in TOLD[kind]
    }
    assert left_out == {
        (e.CardsDealt, "cards"),  # told as far as they may be known
        (e.CardsDealt, "salt"),
        (e.CardsExposed, "cards"),  # told as names
        (e.CardsShuffled, "number"),  # told as `shuffle`
        (e.SeatTaken, "player"),  # a name instead of the pseudonym
    }


def test_no_view_tells_a_pseudonym() -> None:
    small = SmallHouse()
    table = small.open(MONTE, house_run=1)
    ada, bob = small.seated(table), small.seated(table, name="Bob")
    text = json.dumps([small.house.view(table, bob), small.house.since(table, bob, 0), small.house.lobby()])
    assert ada not in text
    assert '"Ada"' in text


@pytest.mark.parametrize("game", [POKER, STUD.id])
def test_who_takes_a_seat_does_not_see_the_cards_of_who_sat_there_before(game: str) -> None:
    small = of(game)
    table = small.open(game, between=60)
    people = small.pair(table, 1, 2, 3)
    small.until_betting(table, *people, bank=people[2])
    for guest in people:
        small.bet(table, guest)
    own = set(small.house.view(table, people[0])["cards"]["seat 1"])
    assert None not in own
    while seats := small.house.view(table)["awaiting"]["seats"]:
        if small.house.view(table)["awaiting"]["kind"] != "decision":
            break
        guest = next(each for each in people if small.table(table).seat_of(each) == seats[0])
        legal = small.house.view(table, guest)["you"]["legal"]["decision"]
        fold = next(option["option"] for option in legal["options"] if not option["cents"])
        small.act(table, guest, r.Choose(fold))
    small.ask(r.Stand(), guest=people[0], table=table)
    before = json.dumps([small.house.view(table), small.house.since(table, "", -1)])
    bob = small.seated(table, 1, name="Bob")
    after = json.dumps([small.house.view(table, bob), small.house.since(table, bob, -1)])
    hidden = [card for card in own if f'"{card}"' not in before]
    assert hidden
    assert not [card for card in hidden if f'"{card}"' in after]


# ── What was missed ──────────────────────────────────────────────────────────────────────────────────────────────────


def test_who_reconnects_gets_what_was_missed_or_has_to_ask_for_all() -> None:
    small = SmallHouse(recent=8)
    table = small.open(MONTE)
    guest = small.seated(table)
    number = small.house.view(table)["number"]
    assert small.house.since(table, guest, number) == []
    small.until_betting(table)
    small.bet(table, guest)
    small.decide(table, guest)
    missed = small.house.since(table, guest, number)
    assert missed is None  # more than 8 records ago
    last = small.house.view(table)["number"]
    recent = small.house.since(table, guest, last - 5)
    assert recent is not None
    assert [event["number"] for event in recent] == list(range(last - 4, last + 1))
    assert small.house.since(table, guest, last + 1) is None  # of a journal that is not this one


def test_a_seat_is_told_its_own_cards_and_others_are_not() -> None:
    small = SmallHouse()
    table = small.open(POKER)
    people = small.pair(table, 1, 2, 3)
    small.until_betting(table, *people, bank=people[2])
    for guest in people:
        small.bet(table, guest)
    own = small.house.view(table, people[0])["cards"]
    assert None not in own["seat 1"]
    assert own["seat 2"] == [None] * 3
    assert small.house.view(table)["cards"]["seat 1"] == [None] * 3
    events = small.house.since(table, people[0], -1) or []
    dealt = {event["slot"]: event["cards"] for event in events if event["event"] == "cards_dealt"}
    assert None not in dealt["seat 1"]
    assert set(dealt["seat 2"]) == {None}


# ── Own earlier rounds ───────────────────────────────────────────────────────────────────────────────────────────────


def own_round(small: SmallHouse, table: str, guest: str, number: int) -> dict[str, Any]:
    played = next(row for row in small.store.played.values() if (row.guest, row.round) == (guest, number))
    lines = small.store.lines[table][played.first : played.last + 1]
    openings = [
        Opening(table, json.loads(text)["of"], json.loads(text)["number"], text, 0)
        for text in small.store.opened(table)
    ]
    found = small.house.own_round(small.store.documents["table", table], played, lines, openings)
    return dict(found.listing(small.house.name_of))


def test_an_earlier_round_is_seen_again_as_the_seat_saw_it_with_proof_of_its_cards() -> None:
    small = SmallHouse()
    table = small.open(POKER)
    people = small.pair(table, 1, 2, 3)
    for _ in range(2):
        small.until_betting(table, *people, bank=people[2])
        for guest in people:
            small.bet(table, guest)
        small.decide(table, people[0], 1)
        small.decide(table, people[1], 0)
    seen = own_round(small, table, people[0], 2)
    found, _ = small.audited(table)
    assert seen["head"] == found.records[seen["number"]].hash
    assert seen["house"] == small.house.view(table)["house"]
    assert seen["digest"] == small.house.view(table)["digest"]
    assert seen["chips_after"] == small.table(table).state.chips(1)
    result = sum(
        event["result"] for event in seen["events"] if event["event"] == "wager_settled" and event["seat"] == 1
    )
    fees = sum(event["cents"] for event in seen["events"] if event["event"] == "fee_collected" and event["seat"] == 1)
    assert seen["chips_after"] - seen["chips_before"] == result - fees
    assert {each["wager"] for each in seen["paytables"]} >= {"ante", "play"}
    dealt = {event["slot"]: event["cards"] for event in seen["events"] if event["event"] == "cards_dealt"}
    assert None not in dealt["seat 1"]
    (opening,) = seen["openings"]
    opened = json.loads(opening)
    cards = {card for _, card, _ in opened["shown"]}
    assert set(dealt["seat 1"]) <= cards
    exposed = {card for event in seen["events"] if event["event"] == "cards_exposed" for card in event["cards"]}
    face_up = {card for event in seen["events"] if event["event"] == "cards_dealt" for card in event["cards"]} - {None}
    assert cards == exposed | face_up


def test_the_opening_that_a_player_gets_proves_each_card_in_a_few_lines() -> None:
    small = SmallHouse()
    table = small.open("baccarat")
    guest = small.seated(table)
    small.until_betting(table)
    small.bet(table, guest)
    small.operate(r.CloseTable("over"), table)
    seen = own_round(small, table, guest, 1)
    (text,) = seen["openings"]
    opening = json.loads(text)
    first = next(iter(small.store.played.values()))
    assert {place for place, _, _ in opening["shown"]} == set(range(first.drawn, first.drawn + len(opening["shown"])))
    decks = len(opening["leaves"]) // 52
    subject = ["croupier commitment 2", "shuffle", "baccarat", opening["table"], opening["number"], [decks]]
    digest = sha256(json.dumps(subject, separators=(",", ":")).encode()).digest()
    leaves = [bytes.fromhex(leaf) for leaf in opening["leaves"]]
    assert sha256(b"commitment" + digest + b"".join(leaves)).hexdigest() == opening["commitment"]
    for place, card, salt in opening["shown"]:
        proofs = {
            name: sha256(b"leaf" + digest + place.to_bytes(4, "big") + bytes.fromhex(salt) + bytes([number])).digest()
            for number, name in enumerate(CARD_NAMES)
        }
        assert proofs[card] == leaves[place]


def test_the_opening_of_a_folded_hand_goes_to_its_player_alone() -> None:
    small = SmallHouse()
    table = small.open(POKER)
    people = small.pair(table, 1, 2, 3)
    small.until_betting(table, *people, bank=people[2])
    for guest in people:
        small.bet(table, guest)
    options = small.house.view(table, people[0])["you"]["legal"]["decision"]["options"]
    fold = next(place for place, option in enumerate(options) if option["option"] == "fold")
    folded = set(small.house.view(table, people[0])["cards"]["seat 1"])
    small.decide(table, people[0], fold)
    small.decide(table, people[1], 1 - fold)
    mine, theirs = (own_round(small, table, guest, 1) for guest in people[:2])
    assert folded <= {card for _, card, _ in json.loads(mine["openings"][0])["shown"]}
    assert not folded & {card for _, card, _ in json.loads(theirs["openings"][0])["shown"]}
    assert not [card for card in folded if f'"{card}"' in json.dumps(theirs["events"])]


def test_a_round_of_a_shoe_in_use_has_no_opening_yet() -> None:
    small = SmallHouse()
    table = small.open("baccarat")
    guest = small.seated(table)
    small.until_betting(table)
    small.bet(table, guest)
    assert own_round(small, table, guest, 1)["openings"] == []


def test_a_voided_round_is_seen_again_too() -> None:
    small = SmallHouse()
    table = small.open(MONTE)
    guest = small.seated(table)
    small.until_betting(table)
    small.bet(table, guest)
    small.operate(r.VoidRound("a card fell"), table)
    seen = own_round(small, table, guest, 1)
    assert seen["events"][-1]["event"] == "round_voided"
    assert seen["chips_before"] == seen["chips_after"] == 500_00


def test_a_round_under_rules_that_are_not_known_any_more_is_not_shown() -> None:
    small = SmallHouse()
    table = small.open("casino-monte")
    guest = small.seated(table)
    small.until_betting(table, guest)
    small.bet(table, guest)
    while small.house.view(table, guest)["you"]["legal"]["decision"]:
        small.decide(table, guest)
    (played,) = small.store.played.values()
    document = small.store.documents["table", table]
    lines = small.store.lines[table][played.first : played.last + 1]
    assert small.house.own_round(document, played, lines, ()).played.round == 1
    for unknown in ({**(document.body or {}), "rules": {}}, {**(document.body or {}), "game": "roulette"}):
        with pytest.raises(Denied, match="the rules of this round are not known any more") as denied:
            small.house.own_round(replace(document, body=unknown), played, lines, ())
        assert denied.value.status == 404


# ── Names ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_no_house_run_player_is_called_like_a_person_or_another_there() -> None:
    small = SmallHouse()
    table = small.open(MONTE, house_run=3)
    guest = small.seated(table, 6, name="Somebody")
    small.until_betting(table, guest)
    first, second, *_ = (each["name"] for each in small.house.view(table)["places"] if each["house_run"])
    small.seated(table, 5, name=first.upper())
    small.seated(table, 4, name=second)
    names = [each["name"].casefold() for each in small.house.view(table)["places"]]
    assert len(set(names)) == len(names) > 4
    said = [each.text for each in round_told(small.table(table), guest, small.house.name_of)]
    assert not any(text.startswith(f"{first} bets") for text in said), "somebody is called so who has not bet"
