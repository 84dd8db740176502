"""What a seat may do now, with its limits, so that nobody has to try and be refused.

Who may act is asked of the very checks that `step` makes; amounts come from the same clauses. Everything that is listed
here the table takes, and everything it takes from a seat is listed here: a property of the tests.
"""

from collections.abc import Callable
from dataclasses import dataclass

from croupier.errors import Refused
from croupier.money import CENTS_PER_DOLLAR
from croupier.rulebook import Decide, PlayerDealerBank, Wagering
from croupier.table.commands import NUMBER_MAX
from croupier.table.core import (
    check_banker,
    check_bettor,
    check_free,
    check_leaving,
    check_occupied,
    check_offered,
    check_passing,
    check_withdrawable,
    chips_at_hand,
    cost_of,
    decision_at,
    placed_with,
    spots_open,
)
from croupier.table.state import BANK_WAGER, State, offers


@dataclass(frozen=True, slots=True)
class LegalWager:
    """A wager that a seat may place: from `least` to `most` cents in steps of `unit`."""

    wager: str
    least: int
    most: int
    """As far as limits and chips go, once the collection is set aside."""
    unit: int
    spots: tuple[int, ...] = ()
    """The betting spots it may name; empty where it names none."""

    def takes(self, cents: int) -> bool:
        """Whether so many cents may be placed."""
        return self.least <= cents <= self.most and cents % self.unit == 0


@dataclass(frozen=True, slots=True)
class LegalOption:
    """An option of the decision that a seat is asked."""

    option: str
    cents: int
    """What it takes from the chips; below zero where it gives them back."""
    affordable: bool


@dataclass(frozen=True, slots=True)
class LegalDecision:
    """The decision that a seat is asked."""

    decision: str
    turn: int
    options: tuple[LegalOption, ...]


@dataclass(frozen=True, slots=True)
class Legal:
    """Everything that one seat may do now."""

    seat: int
    sit: bool
    """Whether somebody may take the seat."""
    buy_chips: bool
    leave: bool
    answer_bank: bool
    """Whether the bank is the seat's to take or to decline."""
    pass_bank: bool
    wagers: tuple[LegalWager, ...]
    withdraw: tuple[str, ...]
    """The wagers it may take back."""
    decision: LegalDecision | None

    def wager(self, id_: str) -> LegalWager | None:
        """Find a wager that may be placed."""
        return next((wager for wager in self.wagers if wager.wager == id_), None)


def legal(state: State, seat: int) -> Legal:
    """List what a seat may do now; what a check refuses most often is looked at first, for refusing takes long."""
    return Legal(
        seat=seat,
        sit=seat not in state.seated and passes(check_free, state, seat),
        buy_chips=passes(check_occupied, state, seat),
        leave=passes(check_leaving, state, seat),
        answer_bank=state.bank_offer == seat and passes(check_offered, state, seat),
        pass_bank=state.bank_holder == seat and passes(check_passing, state, seat),
        wagers=legal_now(state, seat),
        withdraw=tuple(
            wager
            for owner, wager in state.stakes
            if owner == seat and isinstance(state.step, Wagering) and passes(check_withdrawable, state, seat, wager)
        ),
        decision=legal_decision(state, seat),
    )


def passes(check: Callable[..., object], *what: object) -> bool:
    """Whether a check of the table refuses nothing."""
    try:
        check(*what)
    except Refused:
        return False
    return True


def legal_now(state: State, seat: int) -> tuple[LegalWager, ...]:
    """The wagers that a seat may place, if somebody sits there and the betting is open."""
    return legal_wagers(state, seat) if seat in state.seated and isinstance(state.step, Wagering) else ()


def legal_wagers(state: State, seat: int) -> tuple[LegalWager, ...]:
    """The wagers that a seat may place and can pay, in the order of the layout."""
    if seat == state.player_dealer:
        bank = check_banker(state, seat, None)
        offered = [within(state, seat, BANK_WAGER, (bank.least, None, bank_unit(bank)), bank.fee_reserve)]
    else:
        fee = state.rulebook.seat_fee
        offered = [
            within(
                state,
                seat,
                wager.id,
                (wager.least, wager.most, CENTS_PER_DOLLAR if wager.whole_dollars else 1),
                fee,
                spots_open(state, wager, seat),
            )
            for wager in state.rulebook.placed_wagers
            if passes(check_bettor, state, seat, wager.id, None)
        ]
    return tuple(wager for wager in offered if wager.least <= wager.most)


def bank_unit(bank: PlayerDealerBank) -> int:
    """The steps of a wager to bank with, in cents."""
    return CENTS_PER_DOLLAR if bank.whole_dollars else 1


def bank_least(state: State) -> int:
    """The chips that whoever banks a round needs: for the least wager, in whole units, and for the collection."""
    bank = state.rulebook.bank
    if not isinstance(bank, PlayerDealerBank):
        return 0
    least = max(bank.least, 1)
    return least + -least % bank_unit(bank) + bank.fee_reserve


def within(
    state: State,
    seat: int,
    wager: str,
    limits: tuple[int, int | None, int],
    reserve: int,
    spots: tuple[int, ...] = (),
) -> LegalWager:
    """A wager within its limits and the seat's chips, in whole units."""
    least, most, unit = limits
    least = max(least, 1)
    at_hand = (chips_at_hand(state, seat, wager) - reserve) // len(placed_with(state, wager))
    most = min(NUMBER_MAX if most is None else most, at_hand)
    return LegalWager(wager, least + -least % unit, most - most % unit, unit, spots)


def legal_decision(state: State, seat: int) -> LegalDecision | None:
    """The decision that a seat is asked now, with what each option costs."""
    if not isinstance(state.step, Decide):
        return None
    try:
        _, decision = decision_at(state, seat)
    except Refused:
        return None
    costs = [(option.id, cost_of(state, seat, decision, option)) for option in offers(state, seat, decision)]
    chips = state.chips(seat)
    return LegalDecision(
        decision.id,
        state.turn(seat),
        tuple(LegalOption(id_, cents, affordable=cents <= chips) for id_, cents in costs),
    )
