"""Jokers in pictures, in words and at a terminal."""

from xml.etree import ElementTree as ET

import pytest

from croupier.cards import CARD_NAMES, JOKER, RED_JOKER
from croupier.cli.play.drawing import card_inline, card_rows
from croupier.errors import Refused
from croupier.pages.art import card_face, pictures
from croupier.pages.settle_page import card_options, picker
from croupier.pages.spoken import in_words
from croupier.settlement.round import settle
from croupier.settlement.schema import schema_of
from examples.games.match_the_dealer import MATCH_THE_DEALER, SPANISH_DECK
from examples.games.pai_gow_mania import PAI_GOW_DECK, PAI_GOW_MANIA
from tests.json_schema import faults


def test_every_card_has_a_picture_and_no_two_are_the_same() -> None:
    assert {f"{name}.svg" for name in CARD_NAMES} | {f"{name}-small.svg" for name in CARD_NAMES} <= set(pictures())
    assert len({card_face(name) for name in CARD_NAMES}) == 54
    for name in ("Jk", "Jr"):
        ET.fromstring(card_face(name))  # noqa: S314  # our own


def test_a_joker_is_said_in_words() -> None:
    assert in_words("Cards: 10♣ Jk Jr") == "Cards: ten of clubs, joker, red joker"
    assert in_words("Jk alone, and Jkl is a name") == "joker alone, and Jkl is a name"


def test_a_joker_is_drawn_at_a_terminal() -> None:
    assert card_inline(JOKER, "").plain == "Jk★"
    assert [row.plain for row in card_rows(RED_JOKER, "")] == ["╭───╮", "│Jr │", "│ ★ │", "╰───╯"]


def test_a_form_offers_the_cards_of_its_deck() -> None:
    assert "joker" in str(card_options("", "choose", PAI_GOW_DECK))
    assert "ten of" not in str(card_options("", "choose", SPANISH_DECK))
    assert str(picker(PAI_GOW_DECK)).count("<input") == 53
    assert 'value="Th"' not in str(picker(SPANISH_DECK))


def test_a_described_round_may_hold_a_joker_where_its_deck_does() -> None:
    seat = {"seat": 1, "three": 5, "cards": "As Ad Jk 2c 3d 9h Tc"}
    described = {"game": "pai-gow-mania", "seats": [seat]}
    assert not list(faults(described, schema_of(PAI_GOW_MANIA.rulebook())))
    settled = settle(described, game=PAI_GOW_MANIA)
    assert settled.state.settled[0].result == 150_00
    plain = {"game": "match-the-dealer", "dealer": "9d", "seats": [{"seat": 1, "match": 5, "cards": "9s Jk"}]}
    assert list(faults(plain, schema_of(MATCH_THE_DEALER.rulebook())))
    with pytest.raises(Refused, match="the deck has no joker"):
        settle(plain, game=MATCH_THE_DEALER)
