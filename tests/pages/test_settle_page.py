"""What does this pay? Every game has its form, which says what a description says, and is refused by its fields."""

import re
from html import unescape
from typing import Any

import pytest

from croupier.errors import Refused
from croupier.games import every_game
from croupier.pages.settle_form import described, example, field_of, filled
from croupier.pages.settle_page import Question, anchor, page
from croupier.rulebook import Game, Rulebook
from croupier.settlement.example import example_of
from croupier.settlement.round import settle
from croupier.settlement.shape import shape_of
from croupier.web.settle_pages import asked
from tests.example_games import EXAMPLES

GAMES = {game.id: game for game in every_game()}
ALL = {**GAMES, **{game.id: game for game in (each.game for each in EXAMPLES.values())}}
VARIANTS: dict[str, list[dict[str, object]]] = {
    "casino-monte": [{"procedure": "alternate"}, {"decks": 8}],
    "baccarat": [{"seats": 14, "commission": "4%"}, {"lucky_monkey_alone": True}],
    "three-card-poker": [
        {"coverage": "net"},
        {"first_action": "action_button"},
        {"exposed_card": False},
        {"forfeits": "at_fold"},
    ],
}
CASES = [(game, rules) for id_, game in ALL.items() for rules in ({}, *VARIANTS.get(id_, []))]


def book_of(game: Game, rules: dict[str, object]) -> Rulebook:
    return game.rulebook(game.house(rules))


def normal(settlement: Any) -> Any:
    return settlement.data()


@pytest.mark.parametrize(("game", "rules"), CASES)
def test_a_form_says_what_its_description_says(game: Game, rules: dict[str, object]) -> None:
    book = book_of(game, rules)
    description = example_of(book)
    form = filled(book, description)
    assert normal(settle(described(book, form), game=game)) == normal(settle(description, game=game))


@pytest.mark.parametrize(("game", "rules"), CASES)
def test_every_field_of_a_description_is_in_the_form(game: Game, rules: dict[str, object]) -> None:
    book = book_of(game, rules)
    shape = shape_of(book)
    text = str(page(asked(game, filled(book, example_of(book)))))
    names = set(re.findall(r'(?:name|id)="(?:f-)?([^"]+)"', text))
    stakes = {name for name, _ in shape.stakes}  # given by the option that stakes them
    for field in shape.seat_fields:
        if field not in stakes:
            assert {f"seats.0.{field}", f"seats.0.{field}.0"} & names, field
    for field in set(shape.fields) - {"game", "house", "seats"}:
        assert {field, f"{field}.0", f"{field}.seat"} & names, field
    assert {f"house.{parameter.name}" for parameter in game.parameters} <= names


@pytest.mark.parametrize("game", ALL.values(), ids=ALL)
def test_the_example_is_settled_on_the_felt_and_in_words(game: Game) -> None:
    question = asked(game, {})
    assert question.is_example
    assert question.settlement
    text = unescape(str(page(question)))
    for settled in question.settlement.state.settled:
        assert question.book.wagers_by_id[settled.wager].label in text
        for clause in settled.clauses:
            assert f'href="/rules/{game.id}#{clause}"' in text
    cards = {card for laid in question.scene.slots.values() for card in laid}
    assert bool(cards) == bool(question.book.supply.decks)
    assert all(laid.card is not None for laid in cards), "all cards of a described round are known"
    assert question.said()[-1].text in text


def refusal(game: str, **changes: str) -> tuple[Question, str]:
    """The example with some fields changed: where it is refused, and the page."""
    form = example(GAMES[game].rulebook())
    question = asked(GAMES[game], {**form, **{name.replace("__", "."): value for name, value in changes.items()}})
    assert question.refused, "this must be refused"
    return question, str(page(question))


@pytest.mark.parametrize(
    ("game", "changes", "where", "clause"),
    [
        ("three-card-poker", {"seats__0__ante": "0"}, "seats.0.ante", "TCP-D3"),
        ("three-card-poker", {"seats__0__ante": "many"}, "seats.0.ante", "TCP-D3"),
        ("three-card-poker", {"seats__0__cards__1": ""}, "seats.0.cards", "TCP-D6"),
        ("three-card-poker", {"seats__1__decision__0": ""}, "seats.1.decision", "TCP-D11"),
        ("three-card-poker", {"player_dealer__wager": ""}, "player_dealer.wager", "TCP-T2"),
        ("three-card-poker", {"seats__1__seat": "1"}, "seats.1.seat", ""),
        ("baccarat", {"player__2": "As"}, "player", "BAC-P"),
        ("casino-monte", {"seats__0__spot": ""}, "seats.0.spot", ""),
        ("casino-monte", {"house__decks": "99"}, "house.decks", "CM-I1"),
    ],
)
def test_a_refusal_stands_beside_its_field_with_its_clause(
    game: str, changes: dict[str, str], where: str, clause: str
) -> None:
    question, text = refusal(game, **changes)
    assert anchor(question) == where
    (message,) = re.findall(rf'<p[^>]* id="e-{re.escape(where)}"[^>]*>(.*?)</p>', text)
    assert question.refused
    said = question.refused.reason
    assert unescape(re.sub("<[^>]+>", "", message)).startswith(said[:1].upper() + said[1:])
    assert clause in message
    assert f'href="#e-{where}"' in text, "the summary leads there"


def test_the_same_card_twice_is_refused_where_there_is_one_deck() -> None:
    form = example(GAMES["three-card-poker"].rulebook())
    question, _ = refusal("three-card-poker", seats__0__cards__0=form["seats.1.cards.0"])
    assert anchor(question).startswith("seats.")


@pytest.mark.parametrize("game", ALL.values(), ids=ALL)
def test_an_empty_form_is_no_refusal_and_any_number_of_seats_is_bounded(game: Game) -> None:
    question = asked(game, {"n": "1"})
    assert (question.refused, question.settlement) == (None, None)
    text = str(page(asked(game, {"n": "999"})))
    seats = game.rulebook().seats
    assert text.count('class="box seat-form"') == seats


ATTACKS = ('"><script>alert(1)</script>', "' onfocus='x", "\x00\ud800", "٣", "-1", "1e9")


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_whatever_is_written_into_the_form_stays_text(game: Game) -> None:
    form = example(game.rulebook())
    for place, name in enumerate([*form, "house.decks", "house.coverage", "n", "seats", "nothing"]):
        for attack in (ATTACKS[0], ATTACKS[place % len(ATTACKS)]):
            question = asked(game, {**form, name: attack})
            text = str(page(question))
            assert "<script>" not in text
            assert "onfocus='x" not in text
            assert question.refused or question.settlement


def test_paths_of_refusals_are_names_of_fields() -> None:
    assert field_of("seats[0].cards[2]") == "seats.0.cards.2"
    assert field_of("house") == "house"


def test_a_raise_is_chosen_and_not_worked_out() -> None:
    monte = GAMES["casino-monte"].rulebook()
    form = {**example(monte), "seats.0.initial": "7", "seats.0.raise.0": "raise_2"}
    seat = described(monte, form)["seats"][0]  # type: ignore[index]
    assert seat["raise"] == "14.00"
    with pytest.raises(Refused):
        settle(described(monte, {**form, "seats.0.initial": "x"}), game=GAMES["casino-monte"])
