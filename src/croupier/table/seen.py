"""What one seat has seen: this round's cards by place, and those that have gone by since the shuffle.

Cards are remembered from the events that show them, face down as None, so that nothing hidden can get in. `SeenRound`
is the round as that seat knows it: asked for a card that it was not shown, it answers `NO_CARD`, so that a rulebook's
own `facts` name the draws of a half-known round.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from croupier.cards import NO_CARD
from croupier.table import events as e
from croupier.table.known import Known
from croupier.table.view import SeatView, View, may_see

Cards = Sequence[int | None]
"""Cards of one place; None for one that lies face down."""


class SeenCards:
    """The cards that a seat remembers."""

    def __init__(self, seat: int) -> None:
        """Watch from an empty layout and a fresh shuffle on."""
        self.seat = seat
        self.slots: dict[str, list[int | None]] = {}
        """This round's, by place; those that were picked up are not forgotten."""
        self.gone: Counter[int] = Counter()
        """How often each was seen in earlier rounds since the shuffle."""

    def hear(self, events: Iterable[e.Event]) -> None:
        """Take in what happened."""
        for event in events:
            match event:
                case e.CardsDealt(slot=slot, cards=cards, face_up=face_up):
                    known = may_see(self.seat, slot, face_up=face_up)
                    self.slots.setdefault(slot, []).extend(cards if known else [None] * len(cards))
                case e.CardsExposed(slot=slot, places=places, cards=cards):
                    for place, card in zip(places, cards, strict=True):
                        self.slots[slot][place] = card
                case e.CardsBurned(shown=int(card)):
                    self.gone[card] += 1
                case e.CardsShuffled():
                    self.slots, self.gone = {}, Counter()
                case e.RoundOpened():
                    self.gone, self.slots = self.counts(), {}

    def counts(self) -> Counter[int]:
        """How often each card has been seen since the shuffle."""
        counts = self.gone.copy()
        for cards in self.slots.values():
            for card in cards:
                if card is not None:
                    counts[card] += 1
        return counts


@dataclass(frozen=True, slots=True)
class SeenRound:
    """A round as one seat knows it: what a procedure may ask (`rulebook.Round`), answered from a view."""

    now: View
    slots: Mapping[str, Cards]

    @property
    def die(self) -> int:
        """The face of the die rolled last, 0 before one is rolled."""
        return self.now.die

    @property
    def dice(self) -> tuple[int, ...]:
        """The faces of all dice rolled so far, in order."""
        return self.now.dice

    @property
    def player_dealer(self) -> int:
        """The seat that banks, 0 where the house does."""
        return self.now.player_dealer

    @property
    def action_button(self) -> int:
        """The seat with the action button, 0 where none is used."""
        return self.now.action_button

    @property
    def players(self) -> tuple[int, ...]:
        """The seats with a wager, or with one that they took back, in ascending order."""
        return tuple(seat.seat for seat in self.now.seats if seat.wagers or seat.decisions)

    def cards(self, slot: str) -> Known:
        """The cards in a place, `NO_CARD` for one that lies face down."""
        return Known(NO_CARD if card is None else card for card in self.slots.get(slot, ()))

    def stake(self, seat: int, wager: str) -> int:
        """The cents a seat has on a wager, 0 when none."""
        return next((dict(each.wagers).get(wager, 0) for each in self.now.seats if each.seat == seat), 0)

    def spot(self, seat: int) -> int:
        """The betting spot a seat chose, 0 where the game has none."""
        return next((each.spot for each in self.now.seats if each.seat == seat), 0)

    def decided(self, seat: int, decision: str = "") -> str:
        """The option a seat chose last, in one decision or in any; empty before."""
        return next(reversed(self.choices(seat, decision)), "")

    def choices(self, seat: int, decision: str = "") -> tuple[str, ...]:
        """Every option a seat chose, in order; of one decision, or of all."""
        made = next((each.decisions for each in self.now.seats if each.seat == seat), ())
        return tuple(option for id_, option in made if not decision or id_ == decision)

    def at(self, seat: int) -> SeatView:
        """A seat as everybody sees it."""
        return next(each for each in self.now.seats if each.seat == seat)
