"""The table in words, as the player sees it."""

from collections.abc import Iterator

from croupier.cards import card_words
from croupier.envs.sitting import SEAT, Sitting
from croupier.envs.witness import Cards, Seen
from croupier.money import price


def in_words(sitting: Sitting, asked: str, answers: tuple[str, ...]) -> str:
    """Tell the round so far, and what is asked."""
    return "\n".join((*told(sitting), f"{asked}: {', '.join(answers)}" if answers else "The round is over."))


def told(sitting: Sitting) -> Iterator[str]:
    """Tell the round so far, line by line."""
    seen, book = sitting.seen(), sitting.state.rulebook
    yield f"{book.game.title}, round {seen.now.round}"
    placed = seen.at(SEAT).wagers
    if placed:
        on = f" on {book.spots[seen.spot(SEAT) - 1].colour}" if seen.spot(SEAT) else ""
        yield f"Wagers: {', '.join(f'{book.wagers_by_id[id_].label} {price(cents)}' for id_, cents in placed)}{on}"
    if seen.die:
        yield f"Die: {seen.die}"
    yield from (f"{slot.capitalize()}: {cards_told(cards)}" for slot, cards in held(seen))
    for settled in sitting.settled:
        outcome = settled.outcome.replace("_", " ")
        yield f"{book.wagers_by_id[settled.wager].label}: {outcome}, {price(settled.result)}"


def held(seen: Seen) -> Iterator[tuple[str, Cards]]:
    """The places with cards."""
    return ((slot, cards) for slot, cards in seen.slots.items() if cards)


def cards_told(cards: Cards) -> str:
    """Name the cards that are known."""
    return ", ".join("face down" if card is None else card_words(card) for card in cards)
