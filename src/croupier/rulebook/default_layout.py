"""A layout that follows from a rulebook, for a game that declares none or names only some of its wagers."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Protocol

from croupier.odds import odds_text
from croupier.rulebook.deal import Renewal, Supply
from croupier.rulebook.layout import OWN_HAND, CardPlaces, Circle, Fixture, FixtureKind, Layout, Row, Sign
from croupier.rulebook.procedure import CollectFees, PickUp, Roll, Slot, Spot, Step, Unload
from croupier.rulebook.slots import DealtSlot
from croupier.rulebook.wager import Decision, Wager


class Dealt(Protocol):
    """What a layout follows from."""

    @property
    def procedure(self) -> tuple[Step, ...]: ...
    @property
    def wagers(self) -> tuple[Wager, ...]: ...
    @property
    def decision_of_wager(self) -> Mapping[str, Decision]: ...
    @property
    def supply(self) -> Supply: ...
    @property
    def spots(self) -> tuple[Spot, ...]: ...
    @property
    def slots(self) -> Mapping[Slot, DealtSlot]: ...
    @property
    def player_banked(self) -> bool: ...


def default_layout(book: Dealt) -> Layout:
    """The felt of a game: its card places, fixtures and paytables before the dealer, its wagers before the seats."""
    own = max((dealt.most for dealt in book.slots.values() if dealt.seat), default=0)
    cards = card_places(dealt for dealt in book.slots.values() if not dealt.seat)
    if book.player_banked and len(cards) == 1:
        cards = (cards[0]._replace(banks=True),)
    posted = tuple(posted_paytables(book.wagers))
    before: Row = (*fixtures_left(book.procedure), *posted[::2])
    after: Row = (*posted[1::2], *fixtures_right(book))
    bank: tuple[Row, ...] = ((Fixture(FixtureKind.BANK_WAGER),),) if book.player_banked else ()
    hand = (CardPlaces(OWN_HAND, own),) if own else ()
    return Layout(rows=((*before, *cards, *after), *bank), seat=(*hand, *circles(book, book.wagers)))


def completed(layout: Layout, book: Dealt) -> Layout:
    """A declared layout with a place for every wager, slot and paytable that it leaves out."""
    there = {circle.wager for circle in layout.circles}
    missing = circles(book, (wager for wager in book.wagers if wager.id not in there))
    unnamed = card_places(d for d in book.slots.values() if not d.seat and not layout.cards(d.slot).places)
    posted = {fixture.wager for fixture in layout.posted}
    unposted = tuple(posted_paytables(wager for wager in book.wagers if wager.id not in posted))
    rows: tuple[Row, ...] = (*layout.rows, *(row for row in (unnamed, unposted) if row))
    return replace(layout, rows=rows, seat=(*layout.seat, *missing)) if missing or unnamed or unposted else layout


def card_places(slots: Iterable[DealtSlot]) -> tuple[CardPlaces, ...]:
    """Places for the cards of slots, as many as are always dealt, with room for the rest."""
    return tuple(CardPlaces(each.slot, each.least or each.most, Sign(each.slot), room=each.most) for each in slots)


def circles(book: Dealt, wagers: Iterable[Wager]) -> tuple[Circle, ...]:
    """A place for each wager; the wager that chooses a spot has one for each spot."""
    found: list[Circle] = []
    for wager in wagers:
        if book.spots and wager.id not in book.decision_of_wager and not wager.needs:
            found += [Circle(wager.id, spot_sign(spot), spot.number) for spot in book.spots]
        else:
            found.append(Circle(wager.id, Sign(wager.label), pays=pays(wager)))
    return tuple(found)


def spot_sign(spot: Spot) -> Sign:
    return Sign(spot.colour, spot.symbol, spot.colour)


def pays(wager: Wager) -> str:
    """What a wager pays, if all its wins pay alike."""
    odds = {line.odds for line in wager.lines if line.pays > 0}
    return odds_text(odds.pop()).replace(":", " to ") if len(odds) == 1 else ""


def posted_paytables(wagers: Iterable[Wager]) -> Iterable[Fixture]:
    """A posted table for each wager that pays by one, each table once."""
    for wager in wagers:
        if len({line.odds for line in wager.lines if line.pays > 0}) > 2:
            cited = [line.clauses for line in wager.lines if line.pays > 0]
            shared = tuple(id_ for id_ in cited[0] if all(id_ in ids for ids in cited))
            yield Fixture(FixtureKind.PAYTABLE, Sign(wager.label), wager.id, shared)


def fixtures_left(procedure: tuple[Step, ...]) -> Iterable[Fixture]:
    """What stands at the dealer's right hand."""
    if any(isinstance(step, Roll) for step in procedure):
        yield Fixture(FixtureKind.DIE_CUP, Sign("die"))
    if any(isinstance(step, PickUp | Unload) for step in procedure):
        yield Fixture(FixtureKind.DISCARD_RACK, Sign("discards"))


def fixtures_right(book: Dealt) -> Iterable[Fixture]:
    """What stands at the dealer's left hand."""
    if book.supply.decks:
        shoe = book.supply.renewal is Renewal.SHOE
        yield Fixture(FixtureKind.SHOE, Sign("shoe")) if shoe else Fixture(FixtureKind.SHUFFLER, Sign("shuffler"))
    if any(isinstance(step, CollectFees) for step in book.procedure):
        yield Fixture(FixtureKind.DROP_BOX, Sign("drop box"))
