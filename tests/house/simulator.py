"""A deterministic simulator of the house: people over a bad network, crashes at any write, and clocks that jump.

Everything follows from a seed. The production house runs over a store in memory that keeps units whole. A crash drops
the house and what was not written; a new one is loaded from the store. After a run, `check` proves what was promised.
"""

import json
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from heapq import heappop, heappush
from itertools import count
from random import Random
from typing import Any, Final

from croupier.cards import card_name
from croupier.house import requests as r
from croupier.house.house import House, is_kept
from croupier.house.recorder import SealKeys
from croupier.house.settings import HouseSettings
from croupier.house.table import CLOSED, CLOSING, FAULTED, PAUSED
from croupier.house.unit import GUEST, Answered, Unit
from croupier.record.audit import audit
from croupier.record.journal import read
from croupier.record.proofs import check
from croupier.rulebook import Game
from croupier.table import events as e
from croupier.table.view import may_see
from tests.house.memory_store import MemoryStore

KEYS: Final = SealKeys((bytes(range(32)),))
START: Final = 1_800_000_000_000
OPERATOR: Final = "operator-1"
ACTS: Final = (r.Buy, r.Bet, r.Done, r.Choose, r.AnswerOffer, r.GiveUpBank)
"""What is done against the moment that somebody saw, and refused once the seat has moved on."""
SETTINGS: Final = HouseSettings(snapshot_every=7, answers=10**6, tables_of_guest=2)


@dataclass
class Odds:
    """How often things go wrong: one in so many, 0 for never."""

    lost: int = 12
    """A request or its answer."""
    doubled: int = 10
    crash: int = 150
    """Before a batch is written, or after."""
    jump: int = 500
    """The clock, forwards or backwards."""
    nap: int = 100
    """Somebody falls silent for a while."""


@dataclass
class Sent:
    """A request that somebody sent and has no answer to yet."""

    asked: r.Asked
    tries: int = 1


@dataclass
class Player:
    """Somebody with a browser."""

    name: str
    table: str = ""
    """The table that somebody comes for; none for whoever looks around."""
    guest: str = ""
    token: str = ""
    waiting: Sent | None = None
    acknowledged: dict[str, Answered] = field(default_factory=dict)
    known: dict[str, tuple[int, int]] = field(default_factory=dict)
    """How far each table has been looked at."""


class Simulation:
    """People, a network, a house and its store, all from one seed."""

    def __init__(self, seed: int, games: Mapping[str, Game], people: int, odds: Odds | None = None) -> None:
        self.rng = Random(seed)
        self.games = games
        self.odds = odds or Odds()
        self.store = MemoryStore()
        self.now = START
        self.house = self.new_house()
        self.numbers = count()
        self.queue: list[tuple[int, int, str, Any]] = []
        """What happens when: a number that keeps the order, what, and to whom."""
        self.asked: dict[tuple[str, str], r.Asked] = {}
        """Every request with a key, by who sent it."""
        self.stale: set[str] = set()
        """The keys of requests against a moment of a seat that was over when they were made."""
        self.commits = 0
        self.crashes = 0
        self.crash_at: tuple[int, str] | None = None
        """Crash at a certain write, `before` or `after`, whatever the odds."""
        self.looks = 0
        self.wallets: Counter[str] = Counter()
        """What the postings that were looked at add up to, by guest."""
        self.posted = 0
        """How many those are."""
        self.counted: dict[str, tuple[int, int]] = {}
        """By table: how many of its records were looked at, and how many rounds were over in them."""
        self.people: list[Player] = []
        self.come(people)

    def new_house(self) -> House:
        return House(SETTINGS, KEYS, self.rng.randbytes, self.games)

    def come(self, people: int, table: str = "") -> None:
        """Let people come to the house, to look around or for one table."""
        for _ in range(people):
            player = Player(f"Player {len(self.people)}", table)
            self.people.append(player)
            self.wake(player, self.rng.randrange(5_000))

    def one_in(self, odds: int) -> bool:
        """As chance has it: what `randrange` gives, without its checks, which take longer than the drawing."""
        if odds <= 0:
            return False
        bits, drawn = odds.bit_length(), odds
        while drawn >= odds:
            drawn = self.rng.getrandbits(bits)
        return drawn == 0

    # Running

    def operate(self, request: r.Request, table: str = "") -> Unit:
        """Have an operator do something, over a network that works."""
        unit = self.house.handle(r.Asked(request, operator=OPERATOR, table=table), self.now)
        assert unit.answer.status == 200, unit.answer
        assert self.store.commit(unit.rows)
        return unit

    def meddle(self) -> None:
        """Have an operator do something at some tables: pause, resume, void, change settings."""
        for id_ in self.house.tables():
            table = self.house.table(id_)
            wish = self.rng.randrange(6)
            if table.status in (CLOSING, CLOSED):
                continue
            if table.status == PAUSED:
                self.operate(r.ResumeTable(), id_)
            elif wish == 0:
                self.operate(r.PauseTable("a pause"), id_)
            elif wish == 1 and table.state.in_round:
                self.operate(r.VoidRound("a card fell"), id_)
            elif wish == 2:  # one of six
                self.operate(r.ChangeSettings({"house_run": self.rng.randrange(4)}, "company"), id_)

    def later(self, delay: int, what: str, whom: object) -> None:
        heappush(self.queue, (self.now + delay, next(self.numbers), what, whom))

    def wake(self, player: Player, delay: int) -> None:
        self.later(delay, "wake", player)

    def run(self, events: int) -> None:
        """Let so many things happen."""
        for _ in range(events):
            self.step()

    def step(self) -> None:
        """Let the next thing happen: a tick, a request that arrives, or somebody who looks at the screen."""
        if self.one_in(self.odds.jump):
            self.now += self.rng.choice((-600_000, -5_000, 45_000, 3_600_000))
        if self.one_in(3):
            self.house.prepare()
        due = self.house.due()
        if not self.queue or (due is not None and due <= self.queue[0][0]):
            self.now = max(self.now, due or self.now)
            self.serve([(r.Asked(r.Tick(), table=id_), None) for id_ in self.house.overdue(self.now)])
            return
        at, _, what, whom = heappop(self.queue)
        self.now = max(self.now, at)
        if what == "wake":
            self.act(whom)
            return
        batch = [whom]
        while self.queue and self.queue[0][0] <= self.now + 5 and self.queue[0][2] == "arrive":
            batch.append(heappop(self.queue)[3])
        self.serve(batch)

    def serve(self, batch: list[tuple[r.Asked, Player | None]]) -> None:
        """Handle requests, write what they lead to, then answer; or crash."""
        handled = [(player, asked, self.house.handle(asked, self.now)) for asked, player in batch]
        self.commits += 1
        if self.crashes_now("before"):
            return
        for _, _, unit in handled:
            assert self.store.commit(unit.rows), "a unit of the only process lost its place"
        if self.crashes_now("after"):
            return
        for player, asked, unit in handled:
            if player and not self.one_in(self.odds.lost):
                self.hear(player, asked, unit)
            if isinstance(asked.request, r.Tick):
                assert asked.table not in self.house.overdue(self.now), "a tick did not do what was due"

    def crashes_now(self, when: str) -> bool:
        """Crash, now and then or when it was said to; the house is then loaded from the store."""
        if self.crash_at != (self.commits, when) and not self.one_in(2 * self.odds.crash):
            return False
        self.crashes += 1
        self.now += self.rng.randrange(120_000)
        self.restart()
        return True

    def restart(self, *, is_restored: bool = False) -> None:
        """Begin anew with what the store has; what only the house knows by then is looked at first."""
        self.check_seats()
        self.house = self.new_house()
        self.store.load(self.house, self.under_way())
        for id_ in self.house.tables():
            unit = self.house.handle(r.Asked(r.Restart(is_restored), table=id_), self.now)
            assert self.store.commit(unit.rows)

    def under_way(self) -> Iterable[tuple[str, str]]:
        """The keys, with who sent them, of requests that may arrive again: the answers to others are not needed."""
        waiting = (player.waiting.asked for player in self.people if player.waiting)
        arriving = (whom[0] for _, _, what, whom in self.queue if what == "arrive")
        return dict.fromkeys((asked.guest, asked.key) for asked in (*waiting, *arriving))

    @property
    def rounds(self) -> int:
        """How many rounds are over, at tables of guests too, whether they are open or closed."""
        marks = '"event":"round_closed"', '"event":"round_voided"'
        for id_, lines in self.store.lines.items():
            counted, number = self.counted.get(id_, (0, 0))
            number += sum(any(mark in line for mark in marks) for line in lines[counted:])
            self.counted[id_] = len(lines), number
        return sum(number for _, number in self.counted.values())

    # People

    def hear(self, player: Player, asked: r.Asked, unit: Unit) -> None:
        """An answer arrives."""
        answer = unit.answer
        if asked.key and is_kept(answer.status):
            before = player.acknowledged.setdefault(asked.key, answer)
            assert before == answer, "the same request was answered differently"
        if player.waiting and player.waiting.asked == asked:
            player.waiting = None
        if "token" in unit.secrets:
            player.guest, player.token = str(answer.body["guest"]), unit.secrets["token"]
        if answer.status == 401:
            player.guest = ""

    def send(self, player: Player, asked: r.Asked) -> None:
        """Send a request over the network, which may lose it or deliver it twice, and late."""
        if asked.key:
            self.asked[asked.guest, asked.key] = asked
        for _ in range(2 if self.one_in(self.odds.doubled) else 1):
            if not self.one_in(self.odds.lost):
                self.later(self.rng.choice((5, 20, 50, 50, 900)), "arrive", (asked, player))

    def act(self, player: Player) -> None:
        """Look at the screen, and do something or nothing."""
        self.wake(player, self.rng.randrange(10_000, 200_000) if self.one_in(self.odds.nap) else 1_000)
        if player.waiting:  # no answer: ask again, the very same
            player.waiting.tries += 1
            self.send(player, player.waiting.asked)
            if player.waiting.tries > 8:
                player.waiting = None
            return
        asked = self.wish(player)
        if asked:
            player.waiting = Sent(asked)
            self.send(player, asked)

    def wish(self, player: Player) -> r.Asked | None:
        """What somebody wants to do now."""
        if not player.guest:
            return r.Asked(r.Enter(player.name))
        tables, seats = self.house.tables(), self.house.seats_of(player.guest)
        mine = [id_ for id_ in tables if id_ in seats]
        anywhere = player.table if player.table and not mine else self.rng.choice(tables)
        table = self.rng.choice(mine) if mine and self.rng.randrange(8) else anywhere
        found = self.house.table(table)
        news = found.edition, found.recorder.length
        if player.known.get(table) == news and self.rng.randrange(10):
            return None
        player.known[table] = news
        key = self.rng.randbytes(8).hex()
        seen = self.look(table, player.guest)
        request: r.Request | None
        if seen["you"] is None:
            request = self.wish_standing(player, table)
            on_table = isinstance(request, r.TableRequest | r.OwnersRequest | r.ShareRound)
            return r.Asked(request, guest=player.guest, table=table if on_table else "", key=key) if request else None
        request = self.wish_seated(seen)
        against = r.Against(seen["round"], seen["step"], seen["you"]["version"])
        if self.one_in(40):
            against = replace(against, version=against.version - 1)
            self.stale.add(key)
        return r.Asked(request, guest=player.guest, table=table, key=key, against=against) if request else None

    def wish_standing(self, player: Player, table: str) -> r.Request | None:
        """What somebody without a seat wants."""
        wallet = self.house.guest_view(player.guest, self.now)["chips"] if self.knows(player.guest) else 0
        if wallet < 300_00:
            return r.TopUp()
        choices: list[r.Request | None] = [r.Sit(0, 200_00), r.Sit(self.rng.randrange(1, 8), 300_00), None]
        choices += [r.Sit(0, 250_00)] * 6
        if self.one_in(30):
            choices = [r.RotateToken(), r.MakeLink(), r.Rename(f"Player {self.rng.randrange(99)}"), r.EndSession(True)]
            choices += [r.SetPace(self.rng.choice(("usual", "slow", "off")))]
            choices += [r.ShareRound(1), *(r.RevokeShare(each["share"]) for each in self.house.shares_of(player.guest))]
        if self.house.table(table).owner == player.guest and self.one_in(4):
            choices = [r.PauseTable("a pause"), r.ResumeTable("go on"), r.CloseTable("enough")]
        elif self.one_in(20):
            game, cents = self.rng.choice(list(self.games)), self.rng.choice((0, 100_00))
            company = {"house_run": self.rng.randrange(4), "allow_off": self.one_in(2)}
            choices = [r.OpenOwnTable(game, "Mine", {}, company, self.one_in(2), cents, banks=self.one_in(2))]
        return self.rng.choice(choices)

    def knows(self, guest: str) -> bool:
        return guest in self.house.memory.guests

    def wish_seated(self, seen: Mapping[str, Any]) -> r.Request | None:
        """What somebody at a seat wants."""
        you, may = seen["you"], seen["you"]["legal"]
        rng = self.rng
        if you["away"]:
            return r.Return()
        if self.one_in(120):
            return rng.choice((r.Stand(), r.SetClock("slow"), r.SetClock("usual"), r.SetClock("off"), r.Buy(50_00)))
        if may["answer_bank"]:
            return r.AnswerOffer(rng.randrange(2) == 0)
        if may["pass_bank"] and self.one_in(4):
            return r.GiveUpBank()
        if may["decision"]:
            options = [each["option"] for each in may["decision"]["options"]]
            return r.Choose(rng.choice(options), may["decision"]["decision"])
        own = next(place for place in seen["places"] if place["seat"] == you["seat"])
        if own["done"]:
            return None
        if seen["player_dealer"] == you["seat"] and seen["bank"]["wager"]:
            return r.Done() if may["wagers"] else None
        if may["wagers"] and own["wagers"]:
            return r.Done() if rng.randrange(10) else r.Bet({rng.choice(may["withdraw"] or list(own["wagers"])): 0})
        if may["wagers"]:
            first = rng.choice(may["wagers"])
            cents = min(first["most"], first["least"] + first["unit"] * rng.randrange(3))
            spot = rng.choice(first["spots"]) if first["spots"] else 0
            return r.Bet({first["wager"]: cents}, spot)
        return r.Buy(100_00) if own["chips"] < 20_00 and not own["wagers"] else None

    # What everybody may see

    def look(self, table: str, guest: str) -> dict[str, Any]:
        """Look at a table, and prove that nothing hidden was shown."""
        self.looks += 1
        seen = self.house.view(table, guest)
        found = self.house.table(table)
        seat = found.seat_of(guest)
        state = found.state
        hidden = {
            card_name(held.card)
            for slot, cards in state.held.items()
            for held in cards
            if not may_see(seat, slot, face_up=held.face_up)
        }
        shown = {card for cards in seen["cards"].values() for card in cards if card}
        if state.rulebook.supply.decks == 1 and hidden:
            assert not hidden & shown
            opened = found.recorder.track.begun.first
            events = self.house.since(table, guest, opened - 1) or []
            in_round = [event for event in events if event["number"] > found.recorder.track.closed.number]
            text = json.dumps([seen, in_round])
            assert not [card for card in hidden if f'"{card}"' in text], "somebody saw a hidden card"
        return seen

    # What was promised

    def events(self, id_: str) -> list[e.Event]:
        """What a journal holds."""
        return [record.event for record in read(self.store.lines[id_])]

    def check(self) -> None:
        """Prove what was promised, from what the store has."""
        events = {id_: self.check_table(id_) for id_ in self.store.lines}
        self.check_wallets()
        self.check_parts(events)
        self.check_seats()
        self.check_answers(events)

    def check_wallets(self) -> None:
        """Every wallet is there and the sum of its postings; those that were added up are not added up again."""
        wallets = self.wallets
        for posting in self.store.postings[self.posted :]:
            wallets[posting.guest] += posting.cents
            assert wallets[posting.guest] >= 0
        self.posted = len(self.store.postings)
        guests = {id_: document.body for (kind, id_), document in self.store.documents.items() if kind == GUEST}
        assert wallets.keys() <= guests.keys()
        for id_, body in guests.items():
            assert body is None or body["chips"] == wallets[id_]

    def check_table(self, id_: str) -> list[e.Event]:
        """The journal passes its audit, openings prove all cards, and chips are neither made nor lost; its events."""
        lines = self.store.lines[id_]
        body = self.store.documents["table", id_].body
        assert body is not None
        assert body["status"] != FAULTED, body["reason"]
        found = audit(lines, game=self.games[body["game"]])
        assert found.passed, found.headline
        check(self.store.opened(id_), found.uses)
        events = [record.event for record in found.records]
        brought = sum(person_chips(events))
        posted = sum(posting.cents for posting in self.store.postings if posting.table == id_)
        assert brought == -posted
        assert found.state is not None
        assert sum(found.state.ledger.accounts.values()) == 0
        return events

    def check_parts(self, events: Mapping[str, Iterable[e.Event]]) -> None:
        """Everybody finds the rounds again that they had a part in, and no others."""
        found = {(row.table, row.guest, row.round) for row in self.store.played.values()}
        assert found == {(id_, guest, round_) for id_, those in events.items() for guest, round_ in parts(those)}

    def check_seats(self) -> None:
        """The house knows by guest, too, who sits where."""
        seats: dict[str, dict[str, int]] = {}
        for id_ in self.house.tables():
            for seat, person in self.house.table(id_).people.items():
                seats.setdefault(person.guest, {})[id_] = seat
        assert seats == self.house.memory.seats

    def check_answers(self, events: Mapping[str, Iterable[e.Event]]) -> None:
        """Whatever was acknowledged is kept, and everything that was kept happened exactly once."""
        kept = {key: row for (_, key, _), row in self.store.answers.items()}
        assert len(kept) == len(self.store.answers)
        for player in self.people:
            for key, answer in player.acknowledged.items():
                assert (kept[key].status, json.loads(kept[key].body)) == (answer.status, answer.body)
        expected: Counter[tuple[str, str]] = Counter()
        beforehand = set()
        """Where somebody has declined the bank once for all: how often it is offered is not said."""
        for (who, key, _), row in self.store.answers.items():
            asked = self.asked[who, key]
            if row.status == 200:
                assert key not in self.stale or not isinstance(asked.request, ACTS), "an earlier moment was accepted"
                table = asked.table or json.loads(row.body).get("table", "")
                expected.update({(table, kind): number for kind, number in effects(asked.request).items()})
                if isinstance(asked.request, r.OpenOwnTable | r.SetBanking) and not asked.request.banks:
                    beforehand.add((table, "decline"))
        of_others = {w.id for game in self.games.values() for w in game.rulebook().wagers if w.equals}
        happened = Counter((id_, kind) for id_, those in events.items() for kind in happenings(those, of_others))
        for declined in beforehand:
            assert happened.pop(declined, 0) >= expected.pop(declined, 0)
        assert happened == +expected


def effects(request: r.Request) -> dict[str, int]:
    """How many records of which kind a request leads to by itself."""
    match request:
        case r.Sit():
            return {"sit": 1}
        case r.OpenOwnTable(cents=cents):
            return {"sit": int(cents > 0)}
        case r.Buy():
            return {"buy": 1}
        case r.Bet(wagers=wagers):
            return {"bet": sum(cents > 0 for cents in wagers.values()), "undo": sum(not c for c in wagers.values())}
        case r.Choose():
            return {"choose": 1}
        case r.AnswerOffer(take=take):
            return {"take" if take else "decline": 1}
        case _:
            return {}


DID: Final[dict[type, str]] = {
    e.SeatTaken: "sit",
    e.ChipsBought: "buy",
    e.WagerPlaced: "bet",
    e.WagerWithdrawn: "undo",
    e.DecisionMade: "choose",
    e.BankTaken: "take",
    e.BankDeclined: "decline",
}


def happenings(events: Iterable[e.Event], of_others: Collection[str]) -> Iterable[str]:
    """What people did, as the journal tells it; wagers that are placed with others are not done by themselves."""
    house_run: set[int] = set()
    for event in events:
        if isinstance(event, e.WagerPlaced | e.WagerWithdrawn) and event.wager in of_others:
            continue
        seat = getattr(event, "seat", 0)
        if isinstance(event, e.SeatTaken) and event.house_run:
            house_run.add(seat)
        elif isinstance(event, e.SeatLeft):
            house_run.discard(seat)
        elif seat not in house_run and type(event) in DID and getattr(event, "by", e.PLAYER) == e.PLAYER:
            yield DID[type(event)]


def person_chips(events: Iterable[e.Event]) -> Iterable[int]:
    """What people brought to a table, less what they took away."""
    house_run: set[int] = set()
    for event in events:
        match event:
            case e.SeatTaken(seat=seat, house_run=True):
                house_run.add(seat)
            case e.SeatLeft(seat=seat) if seat in house_run:
                house_run.discard(seat)
            case e.SeatTaken(cents=cents) | e.ChipsBought(cents=cents) if event.seat not in house_run:
                yield cents
            case e.SeatLeft(cents=cents):
                yield -cents


def parts(events: Iterable[e.Event]) -> Iterable[tuple[str, int]]:
    """Who had a part in which round that is over: people who bet or banked."""
    people: dict[int, str] = {}
    seats: set[int] = set()
    for event in events:
        match event:
            case e.SeatTaken(seat=seat, house_run=False):
                people[seat] = event.player
            case e.SeatLeft(seat=seat):
                people.pop(seat, None)
            case e.RoundOpened(player_dealer=seat):
                seats = {seat}
            case e.WagerPlaced(seat=seat):
                seats.add(seat)
            case e.RoundClosed() | e.RoundVoided():
                yield from ((people[seat], event.round) for seat in seats & people.keys())
