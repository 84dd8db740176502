"""A table rendered as text, as the player sees it."""

from collections.abc import Iterator

from croupier.cards import card_words
from croupier.envs.solo_table import SEAT, SoloTable
from croupier.money import price
from croupier.table.seen import Cards


def rendered(table: SoloTable, asked: str, answers: tuple[str, ...]) -> str:
    return "\n".join((*lines(table), f"{asked}: {', '.join(answers)}" if answers else "The round is over."))


def lines(table: SoloTable) -> Iterator[str]:
    seen, book = table.seen(), table.state.rulebook
    yield f"{book.game.title}, round {seen.now.round}"
    placed = seen.at(SEAT).wagers
    if placed:
        on = f" on {book.spots[seen.spot(SEAT) - 1].colour}" if seen.spot(SEAT) else ""
        yield f"Wagers: {', '.join(f'{book.wagers_by_id[id_].label} {price(cents)}' for id_, cents in placed)}{on}"
    if seen.dice:
        yield f"{'Dice' if len(book.dice) > 1 else 'Die'}: {' '.join(map(str, seen.dice))}"
    yield from (f"{slot.capitalize()}: {cards_named(cards)}" for slot, cards in seen.slots.items() if cards)
    for settled in table.settled:
        outcome = settled.outcome.replace("_", " ")
        yield f"{book.wagers_by_id[settled.wager].label}: {outcome}, {price(settled.result)}"


def cards_named(cards: Cards) -> str:
    return ", ".join("face down" if card is None else card_words(card) for card in cards)
