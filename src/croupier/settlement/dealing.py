"""A described round on its way through the table: every check is the table's, named by the field that described it."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Final

from croupier.errors import Refused
from croupier.money import price
from croupier.rulebook import Burn, Deal, Decision, Game, House, Option, Rulebook, owner_of
from croupier.settlement.reading import Fields
from croupier.table import commands as c
from croupier.table.awaiting import AwaitCards, AwaitDecision, AwaitDie, Awaiting
from croupier.table.core import next_colour, step
from croupier.table.driver import drive
from croupier.table.events import Event
from croupier.table.state import State, offers

ORDINALS: Final = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")


@cache
def unburned(game: Game) -> Game:
    """A game at which no card is burned: those that came before a described round are not described."""

    def build(of: Game, house: House) -> Rulebook:
        book = game.build(of, house)
        return replace(book, supply=replace(book.supply, burn=Burn.NONE))

    return replace(game, build=build)


@dataclass(slots=True)
class Said:
    """What a description says about a decision of a seat, as far as the table has not asked for it."""

    decision: Decision
    where: str
    clause: str
    """The clause against a stake that no option makes."""
    options: list[str] = field(default_factory=list)
    in_dollars: bool = False
    cents: int = 0
    """The stake that stands for an option."""
    staked: tuple[int, str] = (0, "")
    """A stake that is given beside the option, and its field."""


class Dealing:
    """A described round on its way through the table."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.events: list[Event] = []
        """What has happened since the table was opened."""
        self.book = state.rulebook
        self.slots: dict[str, list[int]] = {}
        """Cards still to be dealt to each slot."""
        self.described_at: dict[str, str] = {}
        """The field that describes the cards of each slot."""
        self.dice: list[int] = []
        """Faces still to be rolled; where none are described, any face will do."""
        self.said: dict[tuple[int, str], Said] = {}
        """What each seat decides, by seat and decision."""
        self.answered_by = ""
        """The field that described what is done now."""

    def do(self, command: c.Command, field: str) -> None:
        """Hand a command to the table; a refusal is the field's."""
        try:
            stepped = step(self.state, command)
        except Refused as refused:
            raise refused.at(field) from None
        self.state = stepped.state
        self.events += stepped.events

    def sit(self, fields: Fields, name: str = "") -> int:
        """Seat whom an object describes."""
        seat = fields.number("seat", self.book.seats_clause)
        self.do(c.Sit(seat, name or f"Seat {seat}", c.AMPLE_CENTS), fields.where("seat"))
        return seat

    def open(self, action_button: int = 0) -> None:
        """Shuffle, if there are cards, and open the round."""
        if self.book.supply.decks:
            self.do(c.Shuffle(next_colour(self.state), ""), "house")
        self.do(c.OpenRound(action_button), "action_button")

    def deal(self) -> None:
        """Let the table take the described cards and decisions until it can settle."""
        self.do(c.CloseBets(), "seats")
        drive(self.state, self.answer, self.do_next)
        for (seat, _), said in self.said.items():
            if said.options or said.cents or said.staked[0]:
                where = said.where if said.options or said.cents else said.staked[1]
                reason = f"seat {seat} is not asked to decide this here; leave it out"
                raise Refused(reason, field=where, clause=said.decision.clause)

    def do_next(self, _: State, commands: Sequence[c.Command]) -> State:
        """Do what the description answered; a refusal is its field's."""
        for command in commands:
            self.do(command, self.answered_by)
        return self.state

    def answer(self, _: State, waiting: Awaiting) -> Sequence[c.Command]:
        """What the description says next, nothing once the round can be settled."""
        self.check_no_more()
        match waiting:
            case AwaitCards(slot=slot, count=count):
                return (self.cards_for(slot, count),)
            case AwaitDie():
                self.answered_by = "dice"
                return (c.RollDie(self.dice.pop(0) if self.dice else 1),)
            case AwaitDecision(decision=id_, seats=(seat, *_)):
                return (c.Decide(seat, self.decided(seat, id_)),)
            case _:
                return ()

    # Cards

    def cards_for(self, slot: str, count: int) -> c.DealCards:
        cards = self.slots.get(slot, [])
        self.answered_by = self.described_at.get(slot, "seats")
        if len(cards) < count:
            few = f"{len(cards) or 'none'} {'are' if len(cards) > 1 else 'is'} described"
            what = nth_card(len(self.state.cards(slot))) if count == 1 else f"{count} more cards"
            clause = self.state.step.clause_now(self.state) if isinstance(self.state.step, Deal) else ""
            raise Refused(f"{owned(slot)} gets {what} here and {few}", field=self.answered_by, clause=clause)
        self.slots[slot] = cards[count:]
        return c.DealCards(tuple(cards[:count]))

    def check_no_more(self) -> None:
        """Refuse a described card that the procedure has passed over."""
        for slot, cards in self.slots.items():
            last = self.book.slots[slot].steps[-1]
            deal = self.book.procedure[last]
            if cards and last < self.state.at and isinstance(deal, Deal):
                nth = nth_card(len(self.state.cards(slot))).removeprefix("a ")
                raise Refused(
                    f"the rules give {owned(slot)} no {nth} here",
                    field=self.described_at[slot],
                    clause=deal.clause_now(self.state),
                )

    # Decisions

    def decided(self, seat: int, id_: str) -> str:
        said = self.said.get((seat, id_))
        decision = self.book.decisions_by_id[id_]
        self.answered_by = said.where if said else "seats"
        option = None
        if said and said.in_dollars:
            option = self.option_staking(seat, said)
        elif said and said.options:
            option = decision.option(said.options.pop(0))
        if said is None or option is None:
            offered = offers(self.state, seat, decision)
            options = " or ".join(", ".join(o.id for o in offered).rsplit(", ", 1))
            raise Refused(
                f"seat {seat} decides here and no decision is described; give {options}",
                field=self.answered_by,
                clause=decision.clause,
            )
        self.check_staked(seat, said, option)
        return option.id

    def option_staking(self, seat: int, said: Said) -> Option | None:
        """The option that a stake in dollars stands for; None if nothing is staked and an option has to be named."""
        base, decision = self.state.stake(seat, said.decision.base), said.decision
        offered = offers(self.state, seat, decision)
        found = next((option for option in offered if option.multiple * base == said.cents), None)
        if found is None and said.cents:
            multiples = sorted({option.multiple for option in offered if option.multiple})
            times = " or ".join(", ".join(map(str, multiples)).rsplit(", ", 1))
            label = self.book.wagers_by_id[decision.base].label.lower()
            reason = f"{price(said.cents)} is not {times} times the {label} {price(base)}"
            raise Refused(reason, field=said.where, clause=said.clause)
        said.cents = 0
        return found

    def check_staked(self, seat: int, said: Said, option: Option) -> None:
        """Refuse a stake beside an option that makes another, or none."""
        (cents, where), said.staked = said.staked, (0, "")
        right = option.multiple * self.state.stake(seat, said.decision.base)
        if cents and cents != right:
            label = self.book.wagers_by_id[said.decision.wager].label
            stakes = f"{price(right)} on {label}" if right else f"nothing on {label}"
            reason = f"{price(cents)} is wrong; {option.id} stakes {stakes}"
            raise Refused(reason, field=where, clause=said.decision.clause)


def owned(slot: str) -> str:
    """A slot as a sentence names it."""
    return slot if owner_of(slot) else f"the {slot}"


def nth_card(held: int) -> str:
    """The next card of a slot that holds some."""
    return f"a {ORDINALS[held]} card" if held < len(ORDINALS) else f"another card after {held}"
