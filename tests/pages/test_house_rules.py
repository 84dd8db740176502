"""House rules, limits and fees in words."""

import pytest

from croupier.games import GAMES, game
from croupier.pages.house_rules import bank_words, caption, changes, fees, limit_words, value_words
from croupier.rulebook import Rulebook
from tests.example_games import EXAMPLES


def book(id_: str, **house: object) -> Rulebook:
    return game(id_).rulebook(game(id_).house(house))


@pytest.mark.parametrize("id_", GAMES)
def test_the_usual_rules_are_no_changes(id_: str) -> None:
    assert changes(book(id_)) == []


def test_changes_are_told_with_what_is_usual() -> None:
    found = changes(book("baccarat", decks=6, commission="4%", burn="no", lucky_monkey_paytable=2, minimum="$25"))
    assert found == [
        ("Decks", "6", "8"),
        ("Commission", "4%", "5%"),
        ("Burn", "no", "yes"),
        ("Minimum", "$25", "$5"),
        ("Lucky monkey paytable", "printed paytable 2", "printed paytable 1"),
    ]


def test_odds_of_ones_own_are_told_line_by_line() -> None:
    ((_, value, _),) = changes(book("casino-monte", full_monte_paytable="100, 25, 10, 5, 4, 1"))
    assert value.endswith("flush 4 to 1, pair 1 to 1")


def test_fees_and_who_banks() -> None:
    assert [fee.text for fee in fees(book("three-card-poker"))] == [
        "$1 a round from each seat that bets",
        "up to $2 a round from whoever banks",
    ]
    assert [fee.text for fee in fees(book("baccarat"))] == ["5% commission on what Banker wins"]
    assert fees(book("casino-monte")) == []
    assert bank_words(book("casino-monte")) == "The house banks."
    assert bank_words(book("three-card-poker")).startswith("Players bank in turn, for 2 rounds in a row")


@pytest.mark.parametrize("name", EXAMPLES)
def test_every_game_can_be_told(name: str) -> None:
    found = EXAMPLES[name].game.rulebook()
    for parameter in found.game.parameters:
        assert value_words(parameter, parameter.default)
        assert caption(parameter.name)[0].isupper()
    for wager in found.placed_wagers:
        assert limit_words(wager, found).startswith(("$", "from $"))
