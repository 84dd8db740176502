"""The draws of a model as a seat observes them."""

from croupier.cards import NO_CARD
from croupier.rulebook import Rulebook
from croupier.rulebook.deal import Draw, Drawn
from croupier.table.seen import SeenRound


def draws(seen: SeenRound, book: Rulebook) -> dict[str, tuple[int, ...]]:
    """The model's draws by name as far as they are known: a card's number plus one, or a face; 0 for unknown."""
    facts = book.drawn(seen, seen.now.seat)
    exchanged = {drawn.of for drawn in book.model.late}
    return {
        drawn.name: numbered(drawn, facts.get(drawn.name, ()), is_placed=drawn.name in exchanged)
        for drawn in book.model.draws
    }


def numbered(drawn: Drawn, values: tuple[int, ...], *, is_placed: bool) -> tuple[int, ...]:
    """One draw as observed; cards whose order no rule can see come highest first, unless options name their places."""
    if drawn.kind is Draw.DIE:
        return values[:1] or (0,)
    missing = (0,) * (drawn.count - len(values))
    cards = (*(card - NO_CARD for card in values), *missing)[: drawn.count]
    return tuple(sorted(cards, reverse=True)) if drawn.kind is Draw.SET and not is_placed else cards
