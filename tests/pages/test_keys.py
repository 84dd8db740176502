"""Keys at a table: everything has one, no two things share one, and what is on the page is what is listed."""

import pytest

from croupier.games import GAMES, game
from croupier.pages.keys import GENERAL, READING, free_key, keys_of
from croupier.rulebook import Rulebook
from tests.example_games import EXAMPLES

BOOKS = {id_: game(id_).rulebook() for id_ in GAMES} | {id_: each.game.rulebook() for id_, each in EXAMPLES.items()}


@pytest.mark.parametrize("book", BOOKS.values(), ids=BOOKS)
def test_everything_has_a_key_of_its_own(book: Rulebook) -> None:
    keys = keys_of(book)
    presses = [key.press for key in keys.values()]
    assert all(presses)
    assert len(set(presses)) == len(presses)
    for decision in book.decisions:
        if decision.exchanges:
            assert f"choose {decision.id}" in keys
            assert all(f"hold {decision.id}:{place}" in keys for place in range(decision.hand_cards))
            continue
        assert all(f"choose {decision.id}:{option.id}" in keys for option in decision.options)
    for wager in book.placed_wagers:
        spots = {circle.spot for circle in book.felt.circles if circle.wager == wager.id} or {0}
        assert all(f"bet {wager.id}:{spot}" in keys for spot in spots)


def test_general_keys_are_the_same_at_every_table() -> None:
    for book in BOOKS.values():
        assert GENERAL.items() <= keys_of(book).items()
        assert READING.items() <= keys_of(book).items()


def test_a_name_without_a_free_letter_gets_a_key_that_is_left() -> None:
    assert free_key("Aa", {"A"}) == "1"
    assert free_key("6 Card Bonus", set()) == "6"
    assert free_key("◆", {"1", "2"}) == "3"
