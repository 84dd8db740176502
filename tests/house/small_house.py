"""A small house for tests: one process, a store in memory, a clock that is set by hand."""

from collections.abc import Mapping
from itertools import count
from random import Random
from typing import Any

from croupier.games import every_game
from croupier.house import requests as r
from croupier.house.house import House
from croupier.house.recorder import SealKeys
from croupier.house.settings import SECOND, HouseSettings
from croupier.house.table import Table
from croupier.house.unit import Unit
from croupier.record.audit import Audit, audit
from croupier.record.journal import read
from croupier.record.proofs import Proof, check
from croupier.rulebook import Game
from croupier.table import events as e
from tests.house.memory_store import MemoryStore
from tests.house.simulator import KEYS, OPERATOR, START


class SmallHouse:
    """A house, and short ways to ask it."""

    def __init__(self, seed: int = 1, games: Mapping[str, Game] | None = None, **settings: int) -> None:
        self.games = games or {game.id: game for game in every_game()}
        self.settings = HouseSettings(**settings)
        self.rng = Random(seed)
        self.store = MemoryStore()
        self.keys = count()
        self.now = START
        self.house = self.new_house()

    def new_house(self, keys: SealKeys = KEYS) -> House:
        return House(self.settings, keys, self.rng.randbytes, self.games)

    def restart(self, keys: SealKeys = KEYS, *, is_restored: bool = False) -> None:
        """Begin anew with what the store has."""
        self.house = self.new_house(keys)
        self.store.load(self.house)
        for id_ in self.house.tables():
            self.ask(r.Restart(is_restored), table=id_)

    def ask(self, request: r.Request, *, status: int = 200, **more: Any) -> Unit:
        """Ask, expect a status, and keep what follows."""
        unit = self.house.handle(r.Asked(request, **more), self.now)
        assert unit.answer.status == status, unit.answer
        assert self.store.commit(unit.rows)
        return unit

    def operate(self, request: r.Request, table: str = "", status: int = 200) -> Unit:
        return self.ask(request, status=status, operator=OPERATOR, table=table)

    def open(self, game: str, house: Mapping[str, Any] | None = None, **settings: Any) -> str:
        unit = self.operate(r.OpenTable(game, "Table 1", house or {}, settings))
        return str(unit.answer.body["table"])

    def enter(self, name: str = "Ada") -> str:
        return str(self.ask(r.Enter(name)).answer.body["guest"])

    def seated(self, table: str, seat: int = 0, cents: int = 500_00, name: str = "Ada") -> str:
        """Somebody who has just sat down."""
        guest = self.enter(name)
        self.ask(r.Sit(seat, cents), guest=guest, table=table)
        return guest

    def pair(self, table: str, *seats: int) -> list[str]:
        """People who sit down together, before anything goes on."""
        self.operate(r.PauseTable("wait for all"), table)
        people = [self.seated(table, seat, name=f"Player {seat}") for seat in seats]
        self.operate(r.ResumeTable(), table)
        return people

    def act(self, table: str, guest: str, request: r.Request, status: int = 200, key: str = "") -> Unit:
        """Ask at a table, against this very moment."""
        return self.ask(
            request,
            status=status,
            guest=guest,
            table=table,
            key=key or f"key {next(self.keys)}",
            against=self.moment(table, guest),
        )

    def moment(self, table: str, guest: str) -> r.Against:
        seen = self.house.view(table, guest)
        return r.Against(seen["round"], seen["step"], seen["you"]["version"])

    def until_betting(self, table: str, *people: str, bank: str = "") -> None:
        """Let time pass until a round is open; only one of the people takes the bank, if any."""
        for _ in range(200):
            seen = self.house.view(table)["awaiting"]
            if seen["kind"] == "wagers":
                return
            asked = [guest for guest in people if self.table(table).seat_of(guest) in seen["seats"]]
            if seen["kind"] == "bank" and asked:
                self.act(table, asked[0], r.AnswerOffer(take=asked[0] == bank))
            else:
                self.wait(1)
        raise AssertionError("no round opens")

    def bet(self, table: str, guest: str) -> None:
        """Bet the least on the first wager that may be placed, and be done."""
        wager = self.house.view(table, guest)["you"]["legal"]["wagers"][0]
        spot = wager["spots"][0] if wager["spots"] else 0
        self.act(table, guest, r.Bet({wager["wager"]: wager["least"]}, spot))
        if self.house.view(table, guest)["awaiting"]["kind"] == "wagers":
            self.act(table, guest, r.Done())

    def decide(self, table: str, guest: str, place: int = 0) -> None:
        decision = self.house.view(table, guest)["you"]["legal"]["decision"]
        self.act(table, guest, r.Choose(decision["options"][place]["option"], decision["decision"]))

    def wait(self, seconds: float) -> None:
        """Let time pass, second by second, with everything done that is due."""
        end = self.now + int(seconds * SECOND)
        for _ in range(10_000):
            due = self.house.due()
            if due is None or due > end:
                break
            self.now = max(self.now, due)
            for id_ in self.house.overdue(self.now):
                self.ask(r.Tick(), table=id_)
            assert not self.house.overdue(self.now), "a tick did not do what was due"
        self.now = end

    def table(self, id_: str) -> Table:
        return self.house.table(id_)

    def events(self, id_: str) -> list[e.Event]:
        """What the journal holds."""
        return [record.event for record in read(self.store.lines[id_])]

    def last(self, id_: str, kind: type) -> Any:
        """The last event of a kind."""
        return next(event for event in reversed(self.events(id_)) if isinstance(event, kind))

    def logged(self, what: str) -> list[Any]:
        return [entry for entry in self.store.log if entry.what == what]

    def wallet(self, guest: str) -> int:
        return sum(posting.cents for posting in self.store.postings if posting.guest == guest)

    def audited(self, id_: str) -> tuple[Audit, Proof]:
        """The audit of a journal, which has to pass, with its openings."""
        game = self.table(id_).state.game
        found = audit(self.store.lines[id_], game=game)
        assert found.passed, found.headline
        return found, check(self.store.opened(id_), found.uses)
