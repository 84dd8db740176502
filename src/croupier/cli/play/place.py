"""Your place at a table: its rules, what you see, what you may do, and what your chips pay for."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from croupier.cli.play.answers import Bets
from croupier.company import me
from croupier.money import CENTS_PER_DOLLAR
from croupier.rulebook import PlayerDealerBank, Rulebook
from croupier.table import commands as c
from croupier.table.legal import Legal
from croupier.table.view import View

FIRST_BET: Final = 10_00


@dataclass(frozen=True)
class Place:
    """A seat with somebody at it, who asks the table what there is and what may be done."""

    book: Rulebook
    look: Callable[[], View]
    may: Callable[[], Legal]
    do: Callable[[c.Command], None]

    @property
    def chips(self) -> int:
        """The chips before you."""
        return me(self.look()).chips

    @property
    def banks(self) -> PlayerDealerBank | None:
        """The bank, where it is yours."""
        view, bank = self.look(), self.book.bank
        return bank if isinstance(bank, PlayerDealerBank) and view.player_dealer == view.seat else None

    @property
    def least_needed(self) -> int:
        """The chips without which nothing can be bet."""
        if self.banks:
            return self.banks.least + self.banks.fee_reserve
        alone = (wager for wager in self.book.placed_wagers if not wager.needs)
        return min(wager.least * self.times_placed(wager.id) for wager in alone) + self.book.seat_fee

    def cost(self, bets: Bets) -> int:
        """The chips that bets take, with the fee."""
        return sum(bet.cents * self.times_placed(bet.wager) for bet in bets) + self.book.seat_fee

    def pays(self, bets: Bets) -> bool:
        """Whether the chips pay for bets; for none they do."""
        return not bets or self.cost(bets) <= self.chips

    def first_bet(self) -> Bets:
        """What Enter bets where there is nothing to repeat, or too few chips to: the first wager that can be paid for.

        No more is bet than leaves enough for the smallest raise; where no raise can be paid, the least.
        """
        for offer in self.may().wagers:
            if not self.book.wagers_by_id[offer.wager].needs:
                with_raise = (self.chips - self.book.seat_fee) // self.times_staked(offer.wager)
                wanted = min(max(FIRST_BET, offer.least), with_raise // CENTS_PER_DOLLAR * CENTS_PER_DOLLAR, offer.most)
                cents = wanted if offer.takes(wanted) else offer.least
                return (c.PlaceWager(self.look().seat, offer.wager, cents, (*offer.spots, 0)[0]),)
        return ()

    def times_staked(self, wager: str) -> int:
        """How many times a wager is staked in all with the smallest raise that rests on it."""
        raised = (option.multiple for d in self.book.decisions if d.base == wager for option in d.options)
        return self.times_placed(wager) + min((multiple for multiple in raised if multiple > 0), default=0)

    def times_placed(self, wager: str) -> int:
        """How many times the stake on a wager is placed, with what goes with it."""
        return 1 + len(self.book.companions.get(wager, ()))
