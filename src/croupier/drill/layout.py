"""A resolved layout: everything lies open, nothing is paid yet."""

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TypeVar

from croupier.drill.question import Question, questions_of
from croupier.rulebook import CardPlaces, Rulebook
from croupier.settlement.description import Described, description_of
from croupier.settlement.sampler import STACK, Sample
from croupier.table.seen import SeenCards
from croupier.table.view import SPECTATOR, View, view


@dataclass(frozen=True)
class Layout:
    """One round to practise on."""

    sample: Sample
    book: Rulebook
    """The rulebook by which it is drawn."""

    @cached_property
    def questions(self) -> tuple[Question, ...]:
        """What may be asked about it: every fee, and every wager in the order of settlement."""
        return questions_of(self.sample)

    @cached_property
    def described(self) -> Described:
        """The round as `croupier settle` takes it."""
        return description_of(self.sample.before)

    @cached_property
    def view(self) -> View:
        """The table as everybody sees it once all cards that are turned over have been, with no wager settled."""
        seen = SeenCards(SPECTATOR)
        seen.hear(self.sample.events)
        now = view(self.sample.before)
        told = tuple((slot, tuple(seen.slots.get(slot, cards))) for slot, cards in now.cards)
        seats = tuple(
            replace(seat, chips=STACK) if seat.seat == now.player_dealer else seat for seat in now.seats
        )  # a bank's chips are as many as it could ever need
        return replace(now, cards=told, seats=seats)


def without_captions(book: Rulebook) -> Rulebook:
    """The same rulebook with a felt that says nothing of the hands on it."""
    felt = book.felt
    rows = tuple(tuple(without_caption(item) for item in row) for row in felt.rows)
    seat = tuple(without_caption(item) for item in felt.seat)
    return replace(book, layout=replace(felt, rows=rows, seat=seat))


T = TypeVar("T")


def without_caption(item: T) -> T:
    return item._replace(caption=None) if isinstance(item, CardPlaces) else item
