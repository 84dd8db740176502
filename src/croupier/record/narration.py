"""Events in words: what happens at a table, as sentences with their clauses, for an operator or for one seat.

The same sentences are told at a table, event by event, and from its journal afterwards. Who listens decides which cards
are named: a journal holds every card, so the operator is told those that lay face down too; at a table only cards that
everybody sees are named. Nothing here knows a game: names of wagers, slots and options come from its rulebook.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from croupier.cards import card_sign
from croupier.money import price
from croupier.record.journal import Record
from croupier.record.names import named
from croupier.rulebook import (
    CollectFees,
    Deal,
    Decide,
    Discard,
    Expose,
    PickUp,
    Ready,
    Renewal,
    Roll,
    Rulebook,
    Settle,
    Stack,
    Step,
    Unload,
    Wagering,
    owner_of,
)
from croupier.rulebook.house import rule_text
from croupier.table import events as e
from croupier.table.state import BANK_WAGER, State, apply

YOU: Final = "You"
"""The name of whoever is told."""
SHUFFLED: Final = {
    Renewal.CONTINUOUS: "The cards come out of the continuous shuffler",
    Renewal.SHOE: "The shoe is shuffled and cut",
    Renewal.ALTERNATING: "The {colour} deck comes out of the shuffler, the other goes in",
}


class Sentence(NamedTuple):
    """What an event is told as: who does what, or only what happens."""

    what: str
    who: str = ""
    verb: str = ""
    """As `you` would do it; without one, what follows is what somebody says or holds."""

    def __str__(self) -> str:
        return f"{self.start} {self.what}.".lstrip()

    @property
    def start(self) -> str:
        """Who and the verb."""
        if not self.verb:
            return f"{self.who}:" if self.who else ""
        does, _, rest = self.verb.partition(" ")
        if self.who != YOU:
            does += "es" if does.endswith("s") else "s"
        return f"{self.who} {does} {rest}".rstrip()


def signed(cents: int) -> str:
    return f"+{price(cents)}" if cents > 0 else price(cents)


def cards_text(cards: Iterable[int]) -> str:
    return " ".join(map(card_sign, cards))


def slot_text(slot: str, book: Rulebook) -> str:
    """What a place of the table's is called on its felt."""
    printed = str(book.felt.cards(slot).sign) or slot
    return printed[0].upper() + printed[1:]


def wager_text(wager: str, book: Rulebook) -> str:
    """A wager's printed name."""
    return "the bank" if wager == BANK_WAGER else book.wagers_by_id[wager].label


def silent(by: str) -> str:
    """Whether the table decided for a player who was silent."""
    return ", by the table for a silent player" if by == e.TABLE else ""


@dataclass(frozen=True)
class Narrator:
    """Tells a table to an operator, or to somebody at it."""

    names: Mapping[str, str] = field(default_factory=dict)
    """Who the pseudonyms are."""
    sees_all: bool = True
    """Whether cards that lie face down are named: an operator reads them in the journal."""

    def who(self, seat: int, *states: State) -> str:
        """Who sits at a seat; the operator is told the seat too."""
        known = next((name for state in states if (name := named(state, self.names).get(seat))), f"Seat {seat}")
        return f"Seat {seat} ({known})" if self.sees_all and known != f"Seat {seat}" else known

    def tell(self, event: e.Event, before: State, after: State) -> Sentence | None:
        """An event in words, from the tables before and after the step in which it happened; None if it needs none."""
        told = SENTENCES.get(type(event))
        return told(self, event, before, after) if told else None

    # One function per event

    def continued(self, event: e.TableContinued, _: State, __: State) -> Sentence:
        cut = f"; {event.cut} bytes of a torn record were cut off" if event.cut else ""
        return Sentence(f"The table is taken over from its journal{cut}")

    def house_changed(self, event: e.HouseChanged, before: State, after: State) -> Sentence:
        old, new = before.rulebook.house.show(), after.rulebook.house.show()
        changed = ", ".join(f"{name} = {rule_text(value)}" for name, value in new.items() if value != old[name])
        why = f" ({event.reason})" if event.reason else ""
        return Sentence(f"House rules change: {changed or 'to what they were'}{why}")

    def seat_taken(self, event: e.SeatTaken, _: State, after: State) -> Sentence:
        where = "" if self.sees_all else f"at seat {event.seat} "
        return Sentence(price(event.cents), self.who(event.seat, after), f"sit down {where}with")

    def chips_bought(self, event: e.ChipsBought, before: State, _: State) -> Sentence:
        return Sentence(f"{price(event.cents)} more in chips", self.who(event.seat, before), "buy")

    def seat_left(self, event: e.SeatLeft, before: State, _: State) -> Sentence:
        return Sentence(price(event.cents), self.who(event.seat, before), "leave with")

    def bank_offered(self, event: e.BankOffered, before: State, _: State) -> Sentence:
        return Sentence(f"The bank is offered to {self.seat(event.seat, before)}")

    def bank_taken(self, event: e.BankTaken, before: State, _: State) -> Sentence:
        return Sentence("the bank", self.who(event.seat, before), "take")

    def bank_declined(self, event: e.BankDeclined, before: State, _: State) -> Sentence:
        return Sentence(f"the bank{silent(event.by)}", self.who(event.seat, before), "decline")

    def bank_passed(self, event: e.BankPassed, before: State, _: State) -> Sentence:
        return Sentence("the bank on", self.who(event.seat, before), "pass")

    def shuffled(self, event: e.CardsShuffled, before: State, _: State) -> Sentence:
        return Sentence(SHUFFLED[before.rulebook.supply.renewal].format(colour=event.colour))

    def burned(self, event: e.CardsBurned, _: State, __: State) -> Sentence:
        if event.shown is None:
            return Sentence("One card is burned, unseen")
        return Sentence(f"The first card is {card_sign(event.shown)}: {event.count - 1} more are burned")

    def cut_card(self, _: e.CutCardAppeared, __: State, ___: State) -> Sentence:
        return Sentence("The cut card is out")

    def round_opened(self, event: e.RoundOpened, before: State, _: State) -> Sentence | None:
        button = f"The action button is at {self.seat(event.action_button, before)}" if event.action_button else ""
        if not self.sees_all:
            return Sentence(button) if button else None
        dealer = f"{self.who(event.player_dealer, before)} banks" if event.player_dealer else ""
        return Sentence(". ".join(filter(None, (f"Round {event.round} opens", dealer, button))))

    def seat(self, seat: int, state: State) -> str:
        """A seat within a sentence, with who sits there."""
        who = self.who(seat, state)
        return f"s{who[1:]}" if who.startswith("Seat ") else f"seat {seat}, {who}"

    def placed(self, event: e.WagerPlaced, before: State, after: State) -> Sentence:
        who = self.who(event.seat, before)
        if event.wager == BANK_WAGER:
            return Sentence(price(event.cents), who, "bank with")
        spots = {circle.spot: str(circle.sign) for circle in after.rulebook.felt.circles if circle.spot}
        where = f", {spots[event.spot]}" if event.spot else ""
        had = before.stake(event.seat, event.wager) if before.in_round else 0
        instead = f" instead of {price(had)}" if had else ""
        return Sentence(
            f"{price(event.cents)}{instead} on {wager_text(event.wager, after.rulebook)}{where}", who, "bet"
        )

    def withdrawn(self, event: e.WagerWithdrawn, before: State, _: State) -> Sentence:
        what = f"{price(event.cents)} back from {wager_text(event.wager, before.rulebook)}"
        return Sentence(what, self.who(event.seat, before), "take")

    def fee(self, event: e.FeeCollected, before: State, _: State) -> Sentence:
        return Sentence(price(event.cents), self.who(event.seat, before), "pay a fee of")

    def dealt(self, event: e.CardsDealt, before: State, _: State) -> Sentence | None:
        if not (event.face_up or self.sees_all):
            return None
        side = "" if event.face_up else ", face down"
        return Sentence(cards_text(event.cards) + side, self.holder(event.slot, before))

    def die(self, event: e.DieRolled, before: State, _: State) -> Sentence:
        which = f"Die {event.die}" if len(before.rulebook.dice) > 1 else "It"
        return Sentence(f"{which} shows {event.face}")

    def exposed(self, event: e.CardsExposed, before: State, _: State) -> Sentence:
        return Sentence(cards_text(event.cards), self.holder(event.slot, before), "show")

    def holder(self, slot: str, state: State) -> str:
        """Whose cards, or which card."""
        return self.who(owner_of(slot), state) if owner_of(slot) else slot_text(slot, state.rulebook)

    def put_away(self, event: e.CardsDiscarded | e.CardsUnloaded, _: State, __: State) -> Sentence:
        return Sentence(f"{event.count} card{'' if event.count == 1 else 's'}")

    def decided(self, event: e.DecisionMade, before: State, _: State) -> Sentence:
        book, id_ = before.rulebook, event.decision
        asked = (book.decisions_by_id[id_],) if id_ in book.decisions_by_id else book.decisions  # version 1 says none
        option = next((option for decision in asked if (option := decision.option(event.option))), None)
        back = " back" if event.cents < 0 else ""
        staked = f", {price(abs(event.cents))}{back}" if event.cents else ""
        chosen = option.label if option else event.option
        return Sentence(f"{chosen}{staked}{silent(event.by)}", self.who(event.seat, before))

    def stacked(self, event: e.WagersStacked, _: State, __: State) -> Sentence:
        return Sentence(f"{'Seats' if len(event.seats) > 1 else 'Seat'} {', '.join(map(str, event.seats))}")

    def settled(self, event: e.WagerSettled, before: State, _: State) -> Sentence:
        pays = f", pays {event.odds}" if event.odds else ""
        covered = f", {price(event.covered)} of it covered" if event.covered is not None else ""
        came_to = f"{event.outcome.replace('_', ' ')}{pays}{covered}: {signed(event.result)}"
        on = f"{price(event.stake)} on {wager_text(event.wager, before.rulebook)}"
        return Sentence(came_to, f"{self.who(event.seat, before)}, {on}")

    def closed(self, event: e.RoundClosed, before: State, after: State) -> Sentence:
        bank = self.who(after.player_dealer, before) if after.player_banked else "the house"
        used = f", {price(after.bank_used)} of {price(after.bank_wager)} used" if after.player_banked else ""
        closes = f"Round {event.round} closes. " if self.sees_all else ""
        return Sentence(f"{closes}Bank: {bank} {signed(event.bank_result)}{used}")

    def voided(self, event: e.RoundVoided, _: State, __: State) -> Sentence:
        return Sentence(f"Round {event.round} is void: {event.reason}. Every wager and fee goes back")


SENTENCES: Final[dict[type, Callable[[Narrator, Any, State, State], Sentence | None]]] = {
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
    e.FeeCollected: Narrator.fee,
    e.CardsDealt: Narrator.dealt,
    e.DieRolled: Narrator.die,
    e.CardsExposed: Narrator.exposed,
    e.CardsDiscarded: Narrator.put_away,
    e.CardsUnloaded: Narrator.put_away,
    e.DecisionMade: Narrator.decided,
    e.WagersStacked: Narrator.stacked,
    e.WagerSettled: Narrator.settled,
    e.RoundClosed: Narrator.closed,
    e.RoundVoided: Narrator.voided,
}


# ── What the dealer says at a step ───────────────────────────────────────────────────────────────────────────────────

STEP_OF_EVENT: Final[dict[type, type]] = {
    e.BetsClosed: Wagering,
    e.FeeCollected: CollectFees,
    e.CardsDealt: Deal,
    e.DieRolled: Roll,
    e.CardsExposed: Expose,
    e.CardsDiscarded: Discard,
    e.CardsUnloaded: Unload,
    e.DecisionMade: Decide,
    e.SettlementBegan: Ready,
    e.WagersStacked: Stack,
    e.WagerSettled: Settle,
    e.CardsPickedUp: PickUp,
}


@dataclass
class StepWords:
    """The dealer's own words: each step of the procedure speaks once in a round, when the first of its events comes."""

    said: tuple[int, int] = (0, -1)
    """The round and step that spoke last."""
    at: tuple[int, int] = (0, -1)
    """The round and step of the last event."""
    since: tuple[int, int] = (0, -1)
    """The round and the step that the table had come to before the command that caused it."""

    def step(self, event: e.Event, before: State) -> Step | None:
        """The step that an event belongs to, from the table before the command that caused it; None if to none.

        A command happens at the step that the table has come to. What follows by itself belongs to later steps: to the
        next one of its kind, and if several come, to the one with its clause and its cards.
        """
        kind = STEP_OF_EVENT.get(type(event))
        if kind is None or before.at < 0:
            return None
        since, self.since = self.since, (before.round, before.at)
        first = max(before.at, self.at[1]) if since == self.since else before.at  # a step may be done again
        procedure = before.rulebook.procedure
        later = [place for place in range(first, len(procedure)) if isinstance(procedure[place], kind)]
        if not later:
            return None
        if later[0] != before.at or not isinstance(before.step, kind):
            clause = getattr(event, "clause", "")
            later = [place for place in later if procedure[place].clause == clause] or later
            later = [place for place in later if is_about(procedure[place], event, before)] or later
        self.at = (before.round, later[0])
        return procedure[later[0]]

    @property
    def has_spoken(self) -> bool:
        """Whether the step of the last event has spoken."""
        return self.at == self.said

    def speaks(self, step: Step | None) -> str:
        """What a step says, if it has not spoken yet."""
        if step is None or self.has_spoken:
            return ""
        self.said = self.at
        return step.closing if isinstance(step, Wagering) else step.says


def is_about(step: Step, event: e.Event, so_far: State) -> bool:
    """Whether a step is about the cards of an event."""
    match step, event:
        case Expose(which=which), e.CardsExposed(slot=slot):
            return any(slot == turned for turned, _ in which(so_far))
        case _:
            return True


def clauses_of(event: e.Event, book: Rulebook) -> tuple[str, ...]:
    """The clauses that an event cites, or its wager or supply does."""
    if isinstance(event, e.CardsShuffled):
        return (book.supply.clause,)
    if isinstance(event, e.RoundOpened):
        return (book.button_clause,) if event.action_button else ()
    if isinstance(event, e.WagerPlaced) and event.wager in book.wagers_by_id:
        return (book.wagers_by_id[event.wager].clause,)
    cited: tuple[str, ...] = getattr(event, "clauses", ()) or (getattr(event, "clause", ""),)
    return tuple(filter(None, cited))


# ── From a journal ───────────────────────────────────────────────────────────────────────────────────────────────────


class Told(NamedTuple):
    """A record in words."""

    record: Record
    text: str
    clauses: tuple[str, ...]


def told_records(records: Iterable[Record], state: State, names: Mapping[str, str]) -> Iterator[Told]:
    """Every record that needs words, from the table before the first; the state moves along."""
    operator, dealer = Narrator(names), StepWords()
    for record in records:
        event, before = record.event, state.copy()
        step = dealer.step(event, before)
        apply(state, event)
        sentence = operator.tell(event, before, state)
        text = " ".join(filter(None, (dealer.speaks(step), str(sentence) if sentence else "")))
        if text:
            yield Told(record, text, clauses_of(event, before.rulebook))
