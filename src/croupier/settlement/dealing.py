"""A described round on its way through the table: every check is the table's, named by the field that described it."""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache

from croupier.errors import Refused
from croupier.rulebook import Burn, Deal, Game, House, Rulebook
from croupier.settlement.reading import Fields
from croupier.table import commands as c
from croupier.table.awaiting import AwaitCards, AwaitDecision, AwaitDie, Awaiting
from croupier.table.core import next_colour, step
from croupier.table.driver import drive
from croupier.table.state import State


@cache
def unburned(game: Game) -> Game:
    """A game at which no card is burned: those that came before a described round are not described."""

    def build(of: Game, house: House) -> Rulebook:
        book = game.build(of, house)
        return replace(book, supply=replace(book.supply, burn=Burn.NONE))

    return replace(game, build=build)


class Dealing:
    """A described round on its way through the table."""

    def __init__(self, state: State) -> None:
        """Begin at an open table."""
        self.state = state
        self.book = state.rulebook
        self.slots: dict[str, tuple[list[int], str]] = {}
        """Cards still to be dealt to each slot, and the field that described them."""
        self.decisions: dict[int, tuple[str, str]] = {}
        """What each seat decides, and the field that says so."""
        self.answered_by = ""
        """The field that described what is done now."""

    def do(self, command: c.Command, field: str) -> None:
        """Hand a command to the table; a refusal is the field's."""
        try:
            self.state = step(self.state, command).state
        except Refused as refused:
            raise refused.at(field) from None

    def cards(self, fields: Fields, name: str, least: int, most: int) -> list[int]:
        """Take the cards of a field: the deal says how many there are, the decks what a card is."""
        deal = next(step.clause for step in self.book.procedure if isinstance(step, Deal))
        return fields.cards(name, least, most, deal, self.book.supply.decks_clause)

    def sit(self, fields: Fields, name: str = "") -> int:
        """Seat whom an object describes."""
        seat = fields.number("seat", self.book.seats_clause)
        self.do(c.Sit(seat, name or f"Seat {seat}", c.AMPLE_CENTS), fields.where("seat"))
        return seat

    def sit_all(self, fields: Fields) -> list[tuple[int, Fields]]:
        """Seat everybody that is described."""
        value = fields.take("seats")
        if not isinstance(value, list | tuple) or not value:
            raise Refused("a list of at least one seat belongs here", field="seats")
        entries = [Fields(entry, f"seats[{place}]") for place, entry in enumerate(value)]
        return [(self.sit(entry), entry) for entry in entries]

    def open(self, action_button: int = 0) -> None:
        """Shuffle and open the round."""
        self.do(c.Shuffle(next_colour(self.state), ""), "house")
        self.do(c.OpenRound(action_button), "action_button")

    def place(self, seat: int, fields: Fields, spot: int = 0) -> None:
        """Place the wagers that a seat's fields describe, in the order of the layout."""
        for wager in self.book.placed_wagers:
            cents = fields.money(wager.id, wager.clause)
            if cents:
                chooses = spot if wager is self.book.wagers[0] else 0
                self.do(c.PlaceWager(seat, wager.id, cents, chooses), fields.where(wager.id))

    def deal(self) -> None:
        """Let the table take the described cards and decisions until it can settle."""
        self.do(c.CloseBets(), "seats")
        drive(self.state, self.answer, self.do_next)
        for slot in self.slots:
            self.check_no_more(slot)

    def do_next(self, _: State, commands: Sequence[c.Command]) -> State:
        """Do what the description answered; a refusal is its field's."""
        for command in commands:
            self.do(command, self.answered_by)
        return self.state

    def answer(self, _: State, waiting: Awaiting) -> Sequence[c.Command]:
        """What the description says next, nothing once the round can be settled."""
        match waiting:
            case AwaitCards(slot=slot, count=count):
                return (self.cards_for(slot, count),)
            case AwaitDie():
                self.answered_by = "die"
                return (c.RollDie(1),)  # no settlement depends on the face
            case AwaitDecision(seats=(seat, *_)):
                option, self.answered_by = self.decisions[seat]
                return (c.Decide(seat, option),)
            case _:
                return ()

    def cards_for(self, slot: str, count: int) -> c.DealCards:
        """The described cards of a slot."""
        cards, field = self.slots[slot]
        if slot == "banker" and len(self.state.cards(slot)) == 2:
            self.check_no_more("player")  # a third card too many for Player comes before what Banker then lacks
        if len(cards) < count:
            clause = drawing_clause(self.state, slot)
            raise Refused(f"the {slot} draws a third card here and none is described", field=field, clause=clause)
        self.answered_by = field
        dealt = tuple(cards[:count])
        del cards[:count]
        return c.DealCards(dealt)

    def check_no_more(self, slot: str) -> None:
        """Refuse a described card that the drawing rules do not give."""
        cards, field = self.slots[slot]
        if cards:
            clause = drawing_clause(self.state, slot)
            raise Refused(f"the drawing rules give the {slot} no third card here", field=field, clause=clause)


def drawing_clause(coup: State, slot: str) -> str:
    """The clause that says whether a side of a coup draws."""
    from croupier.games.baccarat import (  # noqa: PLC0415  # other games are settled without waiting for baccarat
        banker_clause,
        player_clause,
        two_card_totals,
    )

    totals = two_card_totals(coup)
    if slot == "player":
        return player_clause(*totals)
    return banker_clause(*totals, player_drew=len(coup.cards("player")) > 2)
