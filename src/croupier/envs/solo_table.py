"""One seat at a table that runs by itself: chance deals, a bank covers everything, and only the seat is asked."""

from collections.abc import Sequence
from typing import Final

from croupier.chance import Chance
from croupier.dealer import Dealer
from croupier.envs.actions import BET, Bet, placing
from croupier.errors import Refused
from croupier.money import price
from croupier.rulebook import Game
from croupier.table import commands as c
from croupier.table import events as e
from croupier.table.awaiting import AwaitBank, AwaitDecision, Awaiting, AwaitRound, AwaitWagers, awaiting
from croupier.table.core import open_table, step
from croupier.table.driver import drive
from croupier.table.legal import LegalOption, legal
from croupier.table.seen import SeenCards, SeenRound
from croupier.table.state import BANK_WAGER, State
from croupier.table.view import view

SEAT: Final = 1
OVER: Final = ""
"""Stands for a question where a round is over and nothing is asked."""


def seated(game: Game, house: dict[str, object], chips: int) -> State:
    """A table with one player, and with a player-dealer where a player banks."""
    state = open_table(game, house).state
    state = step(state, c.Sit(SEAT, "Player", chips)).state
    if state.player_banked:
        state = step(state, c.Sit(state.rulebook.seats, "Bank", c.AMPLE_CENTS)).state
    return drive(state, lambda _, waiting: about_the_bank(waiting))


def about_the_bank(waiting: Awaiting) -> tuple[c.Command, ...]:
    """Offer the bank until it is taken; the player always declines."""
    match waiting:
        case AwaitBank(seat=None):
            return (c.OfferBank(),)
        case AwaitBank(seat=int(seat)):
            return (c.DeclineBank(seat) if seat == SEAT else c.TakeBank(seat),)
        case _:
            return ()


class SoloTable:
    """One player's rounds at one table."""

    def __init__(self, state: State, chance: Chance, cents: int) -> None:
        """Take a seat's place at a table; every wager is of so many cents."""
        self.dealer = Dealer(state, chance, listener=self.hear)
        self.cards = SeenCards(SEAT)
        self.cents = cents
        self.settled: list[e.WagerSettled] = []
        self.fee = 0

    @property
    def state(self) -> State:
        return self.dealer.state

    @property
    def chips(self) -> int:
        """The player's chips in cents."""
        return self.state.chips(SEAT)

    @property
    def result(self) -> int:
        """The cents that this round's wagers have won or lost; collection does not count."""
        return sum(settled.result for settled in self.settled)

    def seen(self) -> SeenRound:
        return SeenRound(view(self.state, SEAT), self.cards.slots)

    def hear(self, events: tuple[e.Event, ...], _: State) -> None:
        """Remember what was seen, settled and charged."""
        self.cards.hear(events)
        for event in events:
            match event:
                case e.RoundOpened():
                    self.settled, self.fee = [], 0
                case e.WagerSettled(seat=seat) if seat == SEAT:
                    self.settled.append(event)
                case e.FeeCollected(seat=seat, cents=cents) if seat == SEAT:
                    self.fee += cents

    def go_on(self) -> str:
        """Deal on until the player is asked or a round is over, and give the question's id."""
        self.dealer.go_on()
        match awaiting(drive(self.state, self.answer, self.act)):
            case AwaitWagers():
                return BET
            case AwaitDecision(decision=decision):
                return decision
            case _:
                self.dealer.do(c.SettleRound())
                return OVER

    def act(self, _: State, commands: Sequence[c.Command]) -> State:
        self.dealer.do(*commands)
        self.dealer.go_on()
        return self.state

    def answer(self, state: State, waiting: Awaiting) -> Sequence[c.Command]:
        """What is answered without asking the player: the bank, and the opening of a round with its wager."""
        match waiting:
            case AwaitRound():
                opens = c.OpenRound(SEAT if state.rulebook.action_button else 0)
                banks = (c.PlaceWager(state.bank_holder, BANK_WAGER, c.AMPLE_BANK),) if state.player_banked else ()
                return (opens, *banks)
            case _:
                return about_the_bank(waiting)

    def bet(self, bet: Bet) -> None:
        """Place a bet, all of it or nothing."""
        if bet.cost > self.chips:
            raise Refused(f"the player has {price(self.chips)}, not the {price(bet.cost)} for {bet}")
        self.dealer.do(*placing(self.state.rulebook, SEAT, bet, self.cents))

    def decide(self, option: str) -> None:
        self.dealer.do(c.Decide(SEAT, option))

    def options(self) -> tuple[LegalOption, ...]:
        """The options of the decision that the player is asked, with what each costs."""
        asked = legal(self.state, SEAT).decision
        return asked.options if asked else ()
