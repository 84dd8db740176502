"""Cards, games, spots and money are read as people write them, and only journals are strict."""

import json
from hashlib import sha256
from typing import Any

import pytest

from croupier.cards import (
    CARD_NAMES,
    DECK,
    EVERY_CARD,
    JOKER,
    RED_JOKER,
    TEN,
    card_from,
    card_name,
    card_sign,
    card_words,
    cards_from,
    deck_words,
    is_joker,
    rank_of,
)
from croupier.errors import Refused
from croupier.games import game
from croupier.record.journal import Chain, Fault, read
from croupier.settlement.round import settle
from croupier.table.core import open_table

HAND = cards_from(["Qs", "6d", "4c"])
SIGNS = dict(zip("cdhs", "♣♦♥♠", strict=True))


def test_every_card_is_read_in_every_way_that_people_write_it() -> None:
    for card, name in zip(DECK, CARD_NAMES[:52], strict=True):
        rank, suit = name[0], name[1]
        ranks = {rank, rank.lower()} | ({"10"} if rank == "T" else set())
        suits = {suit, suit.upper(), SIGNS[suit], f"{SIGNS[suit]}\ufe0f"}
        assert {card_from(f" {r}{s}") for r in ranks for s in suits} == {card}


def test_a_joker_is_read_and_written() -> None:
    for text in ("Jk", "jk", "JK", "joker", "Joker"):
        assert card_from(text) == JOKER
    assert card_from("Jr") == card_from("red joker") == RED_JOKER
    assert cards_from("JkQsJr") == cards_from("Jk, Qs Jr") == (JOKER, card_from("Qs"), RED_JOKER)
    assert (
        [card_name(card) for card in (JOKER, RED_JOKER)]
        == [card_sign(card) for card in (JOKER, RED_JOKER)]
        == ["Jk", "Jr"]
    )
    assert [card_words(card) for card in (JOKER, RED_JOKER)] == ["joker", "red joker"]
    assert [is_joker(card) for card in (51, JOKER, RED_JOKER)] == [False, True, True]
    assert len(set(CARD_NAMES)) == len(EVERY_CARD) == 54


@pytest.mark.parametrize(
    ("deck", "words"),
    [
        (DECK, "52 cards"),
        ((*DECK, JOKER), "53 cards, with a joker"),
        ((*DECK, JOKER, RED_JOKER), "54 cards, with two jokers"),
        (tuple(card for card in DECK if rank_of(card) != TEN), "48 cards, without tens"),
        (DECK[16:], "36 cards, without deuces, threes, fours and fives"),
        (DECK[1:], "51 cards, without 2c"),
        ((*DECK[4 * 5 :], JOKER), "33 cards, without deuces, threes, fours, fives and sixes, with a joker"),
    ],
)
def test_a_deck_is_told_in_words(deck: tuple[int, ...], words: str) -> None:
    assert deck_words(deck) == words


@pytest.mark.parametrize(
    "text",
    ["Qs 6d 4c", "qs 6D 4C", "Qs,6d,4c", "Qs, 6d, 4c", "Qs6d4c", "Q♠ 6♦ 4♣", "Q♠6♦4♣", " Qs  6d\t4c ", "Qs 6d4c"],
)
def test_a_hand_is_read_with_or_without_what_parts_its_cards(text: str) -> None:
    assert cards_from(text) == HAND


def test_a_ten_is_two_digits_wherever_it_stands() -> None:
    assert cards_from("10c10♦Ts") == cards_from("Tc Td Ts")


@pytest.mark.parametrize(
    ("text", "quoted"),
    [
        *(("Qs 6x 4c", '"6x"'), ("Qs6d4", '"4"'), ("1c", '"1c"'), ("Qsx", '"x"'), ("jester", '"jester"')),
        *(("Q\N{LATIN SMALL LETTER LONG S}", '"Q\u017f"'), ("Q S", '"Q"'), ("11c", '"11c"'), ("Qs;6d", '";6d"')),
    ],
)
def test_what_is_not_a_card_is_quoted_in_one_sentence(text: str, quoted: str) -> None:
    with pytest.raises(Refused) as refused:
        cards_from(text)
    assert str(refused.value) == f"{quoted} is not a card; write a rank and a suit, such as Qs, Td, 10d or 10♦."


@pytest.mark.parametrize("value", [5, None, True, 1.5, {"Qs": 1}])
def test_what_is_not_a_text_is_refused_too(value: object) -> None:
    for read_it in (card_from, cards_from, lambda v: cards_from([v])):
        with pytest.raises(Refused, match=r"not a card|not cards"):
            read_it(value)


@pytest.mark.parametrize(
    ("name", "id_"),
    [("tcp", "three-card-poker"), ("TCP", "three-card-poker"), ("poker", "three-card-poker"), ("bac", "baccarat")],
)
def test_a_game_is_named_as_people_name_it(name: str, id_: str) -> None:
    assert game(name).id == id_


@pytest.mark.parametrize("name", ["", " ", "c", "whist", None, 3, ["tcp"]])
def test_a_name_that_is_no_game_or_could_be_two_is_refused(name: object) -> None:
    with pytest.raises(Refused, match="is not a game"):
        game(name)


def described(**changes: Any) -> dict[str, object]:  # anything may be described
    seat = {"seat": 1, "spot": 1, "initial": 1000, "raise": 2000} | changes.pop("seat", {})
    return (
        {"game": "casino-monte", "house": {"initial_maximum": 1000}, "cards": ["Jd", "Ts", "2c"]}
        | changes
        | {"seats": [seat]}
    )


@pytest.mark.parametrize(
    "changes",
    [
        {"game": "cm"},
        {"game": "Monte"},
        {"cards": "Jd Ts 2c"},
        {"cards": "jd10s2c"},
        {"cards": "J♦, 10♠, 2♣"},
        {"cards": ["J♦", "10S", "2c"]},
        {"seat": {"spot": "red"}},
        {"seat": {"spot": "▲"}},
        {"seat": {"spot": "1"}},
        {"seat": {"initial": "$1,000", "raise": "2000.00"}},
        {"house": {"initial_maximum": "$1,000"}},
    ],
)
def test_a_round_described_as_people_write_is_settled_like_the_strict_one(changes: dict[str, object]) -> None:
    assert settle(described(**changes)).data() == settle(described()).data()


@pytest.mark.parametrize(
    ("spot", "reason"),
    [
        (4, "seats[0].spot: there is no spot 4; choose 1 to 3 (CM-1)."),
        ("green", 'seats[0].spot: "green" is not a betting spot; choose 1 (red), 2 (white), 3 (blue) (CM-1d).'),
        (True, "seats[0].spot: true is not a betting spot; choose 1 (red), 2 (white), 3 (blue) (CM-1d)."),
    ],
)
def test_a_spot_that_is_none_is_refused_with_those_there_are(spot: object, reason: str) -> None:
    with pytest.raises(Refused) as refused:
        settle(described(seat={"spot": spot}))
    assert str(refused.value) == reason


@pytest.mark.parametrize("name", ["10c", "qs", "Q♠"])
def test_a_journal_is_read_strictly_all_the_same(name: str) -> None:
    text = json.dumps(name)
    dealt = f'{{"n":1,"event":"cards_dealt","slot":"player","cards":[{text}],"face_up":true,"clause":"","salt":""'
    chain = Chain()
    line = chain.line(open_table(game("baccarat")).events[0])
    head = sha256((chain.head + dealt).encode()).hexdigest()
    with pytest.raises(Fault, match="the field cards of cards_dealt is malformed"):
        list(read([line, f'{dealt},"hash":"{head}"}}\n']))


def test_a_game_misspelt_is_answered_with_the_closest() -> None:
    for written, meant in (("tpc", "three-card-poker"), ("bacarat", "baccarat")):
        with pytest.raises(Refused, match=f"is not a game; the closest is {meant}"):
            game(written)
