"""A table driven by hand in tests: short to write, nothing decided behind the test's back."""

from collections.abc import Mapping
from typing import TypeVar

import pytest

from croupier.cards import cards_from
from croupier.errors import Refused
from croupier.games import game
from croupier.rulebook import Game
from croupier.table import commands as c
from croupier.table import events as e
from croupier.table.awaiting import AwaitBank, Awaiting, awaiting
from croupier.table.core import next_colour, open_table, step
from croupier.table.state import BANK_WAGER, State, fold

E = TypeVar("E")
A = TypeVar("A")


class Script:
    """One table and all that happened at it."""

    def __init__(
        self,
        of: str | Game,
        house: Mapping[str, object] | None = None,
        seats: int | tuple[int, ...] = 3,
        chips: int = 10_000_00,
    ) -> None:
        self.game = game(of) if isinstance(of, str) else of
        self.state, opened = open_table(self.game, dict(house or {}))
        self.events: list[e.Event] = list(opened)
        for seat in range(1, seats + 1) if isinstance(seats, int) else seats:
            self.do(c.Sit(seat, f"Player {seat}", chips))

    def do(self, *commands: c.Command) -> tuple[e.Event, ...]:
        """Hand commands to the table and give the events of all of them."""
        happened: list[e.Event] = []
        for command in commands:
            self.state, events = step(self.state, command)
            happened += events
        self.events += happened
        return tuple(happened)

    def refused(self, command: c.Command) -> Refused:
        """The refusal of a command, which must have changed nothing."""
        before = self.folded()
        with pytest.raises(Refused) as refusal:
            step(self.state, command)
        assert self.state == before, "a refused command changed the table"
        return refusal.value

    def folded(self) -> State:
        """The state that the events alone lead to."""
        return fold(self.game, self.events)

    @property
    def awaits(self) -> Awaiting:
        """What the table waits for."""
        return awaiting(self.state)

    def awaited(self, kind: type[A]) -> A:
        """What the table waits for, which must be of this kind."""
        awaits = self.awaits
        assert isinstance(awaits, kind)
        return awaits

    def shuffle(self) -> None:
        """Bring shuffled cards and burn as the house does, the shown card being a deuce."""
        if not self.state.deck_ready:
            self.do(c.Shuffle(next_colour(self.state), "commitment"))
        if self.state.burn_due:
            self.do(c.BurnCards(0 if self.state.rulebook.supply.burn == "by value" else None))

    def bank(self, seat: int) -> None:
        """Give the bank to a seat: others decline."""
        if self.awaits == AwaitBank():
            self.do(c.OfferBank())
        while (offered := self.state.bank_offer) and offered != seat:
            self.do(c.DeclineBank(offered))
        self.do(c.TakeBank(seat))

    def open(self, action_button: int = 0) -> None:
        """Shuffle if needed and open a round."""
        self.shuffle()
        self.do(c.OpenRound(action_button))

    def bet(self, seat: int, *, spot: int = 0, **wagers: int) -> None:
        """Place wagers in dollars; the spot goes with the first."""
        for wager, dollars in wagers.items():
            self.do(c.PlaceWager(seat, wager, dollars * 100, spot))
            spot = 0

    def bet_bank(self, dollars: int) -> None:
        """Place the player-dealer's wager."""
        self.do(c.PlaceWager(self.state.player_dealer, BANK_WAGER, dollars * 100))

    def close(self) -> tuple[e.Event, ...]:
        """No more bets."""
        return self.do(c.CloseBets())

    def deal(self, *stacks: str) -> tuple[e.Event, ...]:
        """Deal stacks of cards in the order the table asks for them, each written `As Kd 4h`."""
        return self.do(*(c.DealCards(cards_from(cards)) for cards in stacks))

    def roll(self, face: int) -> tuple[e.Event, ...]:
        """Roll the die."""
        return self.do(c.RollDie(face))

    def decide(self, **options: str) -> tuple[e.Event, ...]:
        """Let seats decide, `seat_1="play"`."""
        return self.do(*(c.Decide(int(seat.removeprefix("seat_")), option) for seat, option in options.items()))

    def settle(self) -> dict[tuple[int, str], e.WagerSettled]:
        """Settle the round and give what each wager won."""
        events = self.do(c.SettleRound())
        return {(s.seat, s.wager): s for s in events if isinstance(s, e.WagerSettled)}

    def all(self, kind: type[E]) -> list[E]:
        """Every event of a kind."""
        return [event for event in self.events if isinstance(event, kind)]
