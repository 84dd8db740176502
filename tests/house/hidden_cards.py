"""What a viewer did not know of a round, and the same round with other cards there."""

from collections.abc import Sequence
from copy import copy

from croupier.chance import Drawn
from croupier.table import events as e
from croupier.table.view import may_see

UNUSED = 5
"""So many cards that nobody got are among those that nobody knew."""


def hidden_places(events: Sequence[e.Event], seat: int, size: int) -> list[int]:
    """Of a round that was played: the places whose cards a seat did not know before the last decision.

    The events begin with the shuffle, or later if none of its cards were used before. Cards that were dealt later are
    among them, and some that nobody got come last.
    """
    last = max(number for number, event in enumerate(events) if isinstance(event, e.DecisionMade))
    slots: dict[str, list[int]] = {}
    hidden: set[int] = set()
    following = 0
    for number, event in enumerate(events):
        if isinstance(event, e.CardsDealt):
            places = range(following, following + len(event.cards))
            slots.setdefault(event.slot, []).extend(places)
            following += len(event.cards)
            if number > last or not may_see(seat, event.slot, face_up=event.face_up):
                hidden.update(places)
        elif isinstance(event, e.CardsExposed) and number < last:
            hidden -= {slots[event.slot][place] for place in event.places}
        elif isinstance(event, e.CardsBurned | e.CardsDiscarded | e.CardsUnloaded):
            following += event.count
    return [*sorted(hidden), *range(following, min(following + UNUSED, size))]


def swapped(drawn: Drawn | None, places: list[int], by: int = 3) -> Drawn:
    """Other cards in some places, as if the shuffle had come out so, under the same commitment."""
    assert drawn is not None
    assert drawn.commitment
    assert drawn.leaves
    values = list(drawn.values)
    for place, other in zip(places, [*places[by:], *places[:by]], strict=True):
        values[place] = drawn.values[other]
    other_cards = copy(drawn)
    other_cards.values = tuple(values)
    return other_cards
