"""House-run players: they bet, decide and bank by simple habits, from what their seat may see and from chance."""

from collections.abc import Iterable, Iterator
from typing import Final

from croupier.chance import Chance, Choices
from croupier.rulebook import Decision, PlayerDealerBank, Rulebook, Wager
from croupier.table import commands as c
from croupier.table.core import step
from croupier.table.legal import legal_now
from croupier.table.seen import SeenRound
from croupier.table.state import BANK_WAGER, State
from croupier.table.view import SeatView, View, view

NAMES: Final = (
    *("Blaise", "Ada", "Jacob", "Sofia", "Pierre", "Emmy", "Thomas", "Maryam", "Abraham", "Hypatia"),
    *("Carl", "Emilie", "Leonhard", "Florence", "Andrey"),
)
COMPANY: Final = 3
"""How many house-run players sit down beside you."""

UNITS: Final = (1, 1, 2, 2, 3, 5)
"""Stakes in units of the least wager."""
SIDE_BET_ONE_IN: Final = 3
TAKES_BANK_ONE_IN: Final = 2
WHIM_ONE_IN: Final = 12
"""How often somebody decides on a whim."""
BANK_UNITS: Final = (20, 30, 40, 60)
"""A player-dealer's wager in units of the least first wager."""
STACK_UNITS: Final = 100
STACK_LEAST: Final = 1_000_00


class Company:
    """The house-run players of one table; a seed repeats all they do."""

    def __init__(self, book: Rulebook, chance: Chance) -> None:
        self.book = book
        self.chance = chance
        self.streams: dict[tuple[int, int], Choices] = {}

    def choices(self, view: View) -> Choices:
        """This seat's own chance for this round."""
        key = (view.round, view.seat)
        if key not in self.streams:
            self.streams = {k: stream for k, stream in self.streams.items() if k[0] == view.round}
            self.streams[key] = self.chance.choices(f"round {view.round} seat {view.seat}")
        return self.streams[key]

    @property
    def unit(self) -> int:
        """What habits are measured in: the least first wager."""
        return self.book.placed_wagers[0].least

    @property
    def stack(self) -> int:
        """The chips a house-run player sits down with: enough to bet for a while, and to bank."""
        bank = self.book.bank
        to_bank = 2 * (bank.least + bank.fee_reserve) if isinstance(bank, PlayerDealerBank) else 0
        return max(STACK_LEAST, STACK_UNITS * self.unit, to_bank)

    def buys(self, chips: int) -> int:
        """The chips that a seat with so many brings when it runs low, else 0."""
        return self.stack if chips < self.stack // 2 else 0

    # The bank

    def takes_bank(self, view: View) -> bool:
        """Answer an offer; whoever had the bank takes it again when all others have declined."""
        if me(view).chips < self.bank_wager(view):
            return False
        return view.player_dealer == view.seat or self.choices(view).below(TAKES_BANK_ONE_IN) == 0

    def bank_wager(self, view: View) -> int:
        """The wager to bank with, as far as the chips go."""
        bank = self.book.bank
        if not isinstance(bank, PlayerDealerBank):
            return 0
        wanted = BANK_UNITS[self.choices(view).below(len(BANK_UNITS))] * self.unit
        return max(bank.least + -bank.least % 100, min(wanted, me(view).chips - bank.fee_reserve) // 100 * 100)

    # Wagers

    def bets(self, view: View) -> Iterator[c.PlaceWager]:
        """Place a main wager, and now and then a side bet."""
        choices = self.choices(view)
        if view.player_dealer == view.seat:
            yield c.PlaceWager(view.seat, BANK_WAGER, self.bank_wager(view))
            return
        open_now = self.book.placed_wagers
        main = self.choose([wager for wager in open_now if not wager.needs], choices)
        spot = choices.below(len(self.book.spots)) + 1 if self.book.spots else 0
        yield c.PlaceWager(view.seat, main.id, self.stake(main, choices), spot)
        for wager in open_now:
            if main.id in wager.needs and choices.below(SIDE_BET_ONE_IN) == 0:
                yield c.PlaceWager(view.seat, wager.id, self.stake(wager, choices))

    def bets_of(self, state: State, seats: Iterable[int]) -> list[c.PlaceWager]:
        """What some seats bet one after the other, less what the table would refuse them."""
        bets: list[c.PlaceWager] = []
        for seat in seats:
            for bet in self.bets(view(state, seat)):
                offers = (offer for offer in legal_now(state, seat) if offer.wager == bet.wager)
                if any(offer.takes(bet.cents) for offer in offers):
                    state = step(state, bet).state
                    bets.append(bet)
        return bets

    def stake(self, wager: Wager, choices: Choices) -> int:
        """A few units of a wager, within its limits."""
        cents = wager.least * UNITS[choices.below(len(UNITS))]
        if wager.whole_dollars:
            cents += -cents % 100
        return cents if wager.most is None else min(cents, wager.most)

    # Decisions

    def decides(self, view: View, decision: Decision) -> str:
        """Decide by the habits of the game, or on a whim; by the game's default if that cannot be paid for."""
        base, choices = dict(me(view).wagers).get(decision.base, 0), self.choices(view)
        offered = self.book.offers(SeenRound(view, dict(view.cards)), view.seat, decision)
        payable = [option.id for option in offered if option.multiple * base <= me(view).chips]
        habit = self.book.habits.decisions.get(decision.id)
        if habit is None or choices.below(WHIM_ONE_IN) == 0:
            return payable[choices.below(len(payable))] if payable else decision.default
        facts = self.book.drawn(SeenRound(view, dict(view.cards)), view.seat)
        chosen = self.book.as_dealt(decision, habit(self.book.outcome(decision.sees, facts)), facts)
        return chosen if chosen in payable else decision.default

    def choose(self, wagers: list[Wager], choices: Choices) -> Wager:
        """Choose a wager, one that is liked more being likelier."""
        weighed = [wager for wager in wagers for _ in range(self.book.habits.wagers.get(wager.id, 1))]
        return weighed[choices.below(len(weighed))]


def me(view: View) -> SeatView:
    return next(seat for seat in view.seats if seat.seat == view.seat)
