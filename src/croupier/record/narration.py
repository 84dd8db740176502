"""Events in words: every record of a round as a sentence with its clauses.

An operator's journal holds every card, so cards that lay face down are told here too, and marked as such; what a seat
may see is the business of `croupier.table.view`.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from croupier.cards import card_sign
from croupier.money import price
from croupier.record.journal import Record
from croupier.record.names import named
from croupier.rulebook import Renewal, Wagering, owner_of
from croupier.rulebook.house import rule_text
from croupier.table import events as e
from croupier.table.state import BANK_WAGER, State, apply

SHUFFLED: Final = {
    Renewal.CONTINUOUS: "The cards come out of the continuous shuffler.",
    Renewal.SHOE: "The shoe is shuffled and cut.",
    Renewal.ALTERNATING: "The {colour} deck comes out of the shuffler, the other goes in.",
}
FACE_DOWN: Final = "face down"


class Told(NamedTuple):
    """A record in words."""

    record: Record
    text: str
    clauses: tuple[str, ...]


def signed(cents: int) -> str:
    """What was won or lost, with its sign."""
    return f"+{price(cents)}" if cents > 0 else price(cents)


def cards_text(cards: Iterable[int]) -> str:
    """Cards as they are printed."""
    return " ".join(map(card_sign, cards))


@dataclass
class Narrator:
    """Tells records one after the other; the table moves along."""

    state: State
    names: Mapping[str, str]
    said: tuple[int, int] = (0, -1)
    """The round and step that were told last."""

    def tell(self, records: Iterable[Record]) -> Iterator[Told]:
        """Every record that needs words."""
        for record in records:
            event, before = record.event, self.state.copy()
            apply(self.state, event)
            text = TELL[type(event)](self, event, before) if type(event) in TELL else ""
            whole = " ".join(filter(None, (self.step_said(before, event), text)))
            if whole:
                yield Told(record, whole, self.clauses(event, before))

    def step_said(self, before: State, event: e.Event) -> str:
        """What the step of the procedure says, once in a round."""
        step, here = before.step, (before.round, before.at)
        if step is None or isinstance(step, Wagering) or here == self.said or isinstance(event, ASIDE):
            return ""
        self.said = here
        return step.says

    @staticmethod
    def clauses(event: e.Event, before: State) -> tuple[str, ...]:
        """The clauses that an event cites, or its step does."""
        if isinstance(event, e.CardsShuffled):
            return (before.rulebook.supply.clause,)
        if isinstance(event, e.WagerPlaced) and event.wager in before.rulebook.wagers_by_id:
            return (before.rulebook.wagers_by_id[event.wager].clause,)
        cited: tuple[str, ...] = getattr(event, "clauses", ()) or (getattr(event, "clause", ""),)
        return tuple(filter(None, cited))

    def who(self, seat: int, state: State) -> str:
        """A seat, and who sits there."""
        known = named(state, self.names).get(seat)
        return f"Seat {seat} ({known})" if known and known != f"Seat {seat}" else f"Seat {seat}"

    def slot(self, slot: str, state: State) -> str:
        """Whose cards, or which card."""
        if owner_of(slot):
            return self.who(owner_of(slot), state)
        number = slot.removeprefix("position ")
        if state.rulebook.spots and number.isdigit():
            spot = state.rulebook.spots[int(number) - 1]
            return f"{spot.symbol} {spot.colour}"
        return slot.capitalize()

    def wager(self, wager: str, state: State) -> str:
        """A wager's printed name."""
        return state.rulebook.wagers_by_id[wager].label

    # One function per event

    def continued(self, event: e.TableContinued, _: State) -> str:
        cut = f"; {event.cut} bytes of a torn record were cut off" if event.cut else ""
        return f"The table is taken over from its journal{cut}."

    def house_changed(self, event: e.HouseChanged, before: State) -> str:
        old = before.rulebook.house.show()
        new = ", ".join(
            f"{name} = {rule_text(value)}"
            for name, value in self.state.rulebook.house.show().items()
            if value != old[name]
        )
        return f"House rules change: {new or 'to what they were'}{f' ({event.reason})' if event.reason else ''}."

    def seat_taken(self, event: e.SeatTaken, _: State) -> str:
        return f"{self.who(event.seat, self.state)} sits down with {price(event.cents)}."

    def chips_bought(self, event: e.ChipsBought, before: State) -> str:
        return f"{self.who(event.seat, before)} buys {price(event.cents)} more in chips."

    def seat_left(self, event: e.SeatLeft, before: State) -> str:
        return f"{self.who(event.seat, before)} leaves with {price(event.cents)}."

    def bank_offered(self, event: e.BankOffered, before: State) -> str:
        return f"The bank is offered to seat {self.who(event.seat, before).removeprefix('Seat ')}."

    def bank_taken(self, event: e.BankTaken, before: State) -> str:
        return f"{self.who(event.seat, before)} takes the bank."

    def bank_declined(self, event: e.BankDeclined, before: State) -> str:
        return f"{self.who(event.seat, before)} declines the bank{silent(event.by)}."

    def bank_passed(self, event: e.BankPassed, before: State) -> str:
        return f"{self.who(event.seat, before)} passes the bank on."

    def shuffled(self, event: e.CardsShuffled, before: State) -> str:
        return SHUFFLED[before.rulebook.supply.renewal].format(colour=event.colour)

    def burned(self, event: e.CardsBurned, _: State) -> str:
        if event.shown is None:
            return "One card is burned, unseen."
        return f"The first card is {card_sign(event.shown)}: {event.count - 1} more are burned."

    def cut_card(self, _: e.CutCardAppeared, __: State) -> str:
        return "The cut card is out."

    def round_opened(self, event: e.RoundOpened, before: State) -> str:
        dealer = f" {self.who(event.player_dealer, before)} banks." if event.player_dealer else ""
        button = f" The action button is at seat {event.action_button}." if event.action_button else ""
        return f"Round {event.round} opens.{dealer}{button}"

    def placed(self, event: e.WagerPlaced, before: State) -> str:
        if event.wager == BANK_WAGER:
            return f"{self.who(event.seat, before)} banks with {price(event.cents)}."
        spot = self.state.rulebook.spots[event.spot - 1] if event.spot else None
        where = f", {spot.symbol} {spot.colour}" if spot else ""
        had = before.stake(event.seat, event.wager)
        instead = f" instead of {price(had)}" if had else ""
        label = self.wager(event.wager, before)
        return f"{self.who(event.seat, before)} bets {price(event.cents)}{instead} on {label}{where}."

    def withdrawn(self, event: e.WagerWithdrawn, before: State) -> str:
        label = "the bank" if event.wager == BANK_WAGER else self.wager(event.wager, before)
        return f"{self.who(event.seat, before)} takes {price(event.cents)} back from {label}."

    def bets_closed(self, _: e.BetsClosed, before: State) -> str:
        return before.step.closing if isinstance(before.step, Wagering) else ""

    def fee(self, event: e.FeeCollected, before: State) -> str:
        return f"{self.who(event.seat, before)} pays a fee of {price(event.cents)}."

    def dealt(self, event: e.CardsDealt, before: State) -> str:
        side = "" if event.face_up else f", {FACE_DOWN}"
        return f"{self.slot(event.slot, before)}: {cards_text(event.cards)}{side}."

    def die(self, event: e.DieRolled, _: State) -> str:
        return f"It shows {event.face}."

    def exposed(self, event: e.CardsExposed, before: State) -> str:
        return f"{self.slot(event.slot, before)} shows {cards_text(event.cards)}."

    def unloaded(self, event: e.CardsUnloaded, _: State) -> str:
        return f"{event.count} cards."

    def decided(self, event: e.DecisionMade, before: State) -> str:
        option = next((o for d in before.rulebook.decisions for o in d.options if o.id == event.option), None)
        staked = f", {price(event.cents)}" if event.cents else ""
        return f"{self.who(event.seat, before)}: {option.label if option else event.option}{staked}{silent(event.by)}."

    def stacked(self, event: e.WagersStacked, _: State) -> str:
        return f"Seats {', '.join(map(str, event.seats))}."

    def settled(self, event: e.WagerSettled, before: State) -> str:
        pays = f", pays {event.odds}" if event.odds else ""
        covered = f", {price(event.covered)} of it covered" if event.covered is not None else ""
        label, outcome = self.wager(event.wager, before), event.outcome.replace("_", " ")
        came_to = f"{outcome}{pays}{covered}: {signed(event.result)}"
        return f"{self.who(event.seat, before)}, {price(event.stake)} on {label}: {came_to}."

    def closed(self, event: e.RoundClosed, before: State) -> str:
        bank = self.who(before.player_dealer, before) if before.player_banked else "The house"
        used = f", {price(before.bank_used)} of {price(before.bank_wager)} used" if before.player_banked else ""
        return f"Round {event.round} closes. Bank: {bank} {signed(event.bank_result)}{used}."

    def voided(self, event: e.RoundVoided, _: State) -> str:
        return f"Round {event.round} is void: {event.reason}. Every wager and fee goes back."


def silent(by: str) -> str:
    """Whether the table decided for a player who was silent."""
    return ", by the table for a silent player" if by == e.TABLE else ""


ASIDE: Final = (e.CutCardAppeared, e.RoundVoided, e.RoundClosed)
"""Events that may come at any step and do nothing of it."""

TELL: Final[dict[type, Callable[[Narrator, Any, State], str]]] = {
    e.TableContinued: Narrator.continued,
    e.HouseChanged: Narrator.house_changed,
    e.SeatTaken: Narrator.seat_taken,
    e.ChipsBought: Narrator.chips_bought,
    e.SeatLeft: Narrator.seat_left,
    e.BankOffered: Narrator.bank_offered,
    e.BankTaken: Narrator.bank_taken,
    e.BankDeclined: Narrator.bank_declined,
    e.BankPassed: Narrator.bank_passed,
    e.CardsShuffled: Narrator.shuffled,
    e.CardsBurned: Narrator.burned,
    e.CutCardAppeared: Narrator.cut_card,
    e.RoundOpened: Narrator.round_opened,
    e.WagerPlaced: Narrator.placed,
    e.WagerWithdrawn: Narrator.withdrawn,
    e.BetsClosed: Narrator.bets_closed,
    e.FeeCollected: Narrator.fee,
    e.CardsDealt: Narrator.dealt,
    e.DieRolled: Narrator.die,
    e.CardsExposed: Narrator.exposed,
    e.CardsUnloaded: Narrator.unloaded,
    e.DecisionMade: Narrator.decided,
    e.WagersStacked: Narrator.stacked,
    e.WagerSettled: Narrator.settled,
    e.RoundClosed: Narrator.closed,
    e.RoundVoided: Narrator.voided,
}
