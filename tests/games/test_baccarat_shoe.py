"""Baccarat: decks, the shoe, its cut card and its burn."""

import random
from collections.abc import Iterator

import pytest

from croupier.cards import card_from, card_name
from croupier.errors import Refused
from croupier.games import game
from croupier.table import commands as c
from croupier.table import events as e
from croupier.table.awaiting import AwaitBurn, AwaitCards, AwaitRound, AwaitShuffle
from croupier.table.core import open_table
from croupier.table.seen import SeenCards
from tests.clauses import guards, proves
from tests.games.described import coup, refusal
from tests.rounds import Script


def shuffled(table: Script, shown: str = "2c") -> None:
    """Shuffle and burn by the card shown."""
    table.do(c.Shuffle("shoe", ""))
    if isinstance(table.awaits, AwaitBurn):
        table.do(c.BurnCards(card_from(shown)))


def play_coup(table: Script, cards: Iterator[str]) -> list[e.Event]:
    """Deal one coup to a Tie bettor and give its events."""
    before = len(table.events)
    table.do(c.OpenRound())
    table.bet(1, tie=1)
    table.close()
    while isinstance(table.awaits, AwaitCards):
        table.deal(next(cards))
    table.settle()
    return table.events[before:]


@proves("BAC-1", "LM-R3")
@pytest.mark.parametrize(("decks", "cards"), [(6, 312), (8, 416)])
def test_BAC_1_eight_or_six_decks_hold_that_many_of_each_card(decks: int, cards: int) -> None:
    table = Script("baccarat", {"decks": decks}, seats=1)
    assert table.awaits == AwaitShuffle(cards)
    shuffled(table)
    king_high = ["Kc", "Ks", "9h", "8h"]  # four cards a coup: 9 against 8
    for _ in range(decks):
        play_coup(table, iter(king_high))
    table.open()
    table.bet(1, tie=1)
    table.close()
    refused = table.refused(c.DealCards((card_from("Kc"),)))
    assert refused.clause == "BAC-1"
    assert refused.reason == f"Kc would be dealt more often than the {decks} decks hold it"
    table.deal("Kd")


@guards("BAC-1", "LM-R3")
@pytest.mark.parametrize("decks", [1, 2, 4, 5, 7, 9, 16])
def test_BAC_1_no_table_deals_another_number_of_decks(decks: int) -> None:
    with pytest.raises(Refused) as refused:
        open_table(game("baccarat"), {"decks": decks})
    assert (refused.value.clause, refused.value.field) == ("BAC-1", "house.decks")
    assert refused.value.reason == f"{decks} may be analysed but not dealt; at a table give 6 or 8"
    assert refusal(coup("Kh 7d", "Kc 6d", {"player": 5}, decks=decks)).clause == "BAC-1"


@proves("LM-R3")
@pytest.mark.parametrize("decks", [1, 4, 16])
def test_LM_R3_the_analysis_takes_one_to_sixteen_decks(decks: int) -> None:
    baccarat = game("baccarat")
    assert baccarat.rulebook(baccarat.house({"decks": decks})).supply.size == 52 * decks


@guards("LM-R3")
@pytest.mark.parametrize("decks", [0, 17])
def test_LM_R3_the_analysis_takes_no_other_number_of_decks(decks: int) -> None:
    with pytest.raises(Refused, match="give 1 to 16") as refused:
        game("baccarat").house({"decks": decks})
    assert (refused.value.clause, refused.value.field) == ("BAC-1", "house.decks")


@proves("LM-R6", "BAC-9")
@pytest.mark.parametrize(
    ("shown", "more"),
    [
        *(("Ac", 1), ("2d", 2), ("3h", 3), ("4s", 4), ("5c", 5), ("6d", 6), ("7h", 7), ("8s", 8), ("9c", 9)),
        *(("Td", 10), ("Jh", 10), ("Qs", 10), ("Kc", 10)),
    ],
)
def test_LM_R6_a_new_shoe_shows_its_first_card_and_burns_by_its_value(shown: str, more: int) -> None:
    table = Script("baccarat", seats=1)
    card = card_from(shown)
    assert table.do(c.Shuffle("shoe", "sealed"), c.BurnCards(card)) == (
        e.CardsShuffled("shoe", "sealed", 1),
        e.CardsBurned(card, 1 + more, "LM-R6"),
    )
    assert table.state.drawn == 1 + more
    assert (table.state.remaining[card], sum(table.state.remaining)) == (7, 415)  # only the card shown is known
    assert isinstance(table.awaits, AwaitRound)


@proves("LM-R10")
def test_LM_R10_of_a_burn_every_seat_has_seen_the_first_card_alone() -> None:
    table = Script("baccarat", seats=1)
    seen = SeenCards(1)
    seen.hear(table.do(c.Shuffle("shoe", ""), c.BurnCards(card_from("Tc"))))
    assert dict(seen.counts()) == {card_from("Tc"): 1}
    assert table.state.drawn == 11


@guards("LM-R10")
def test_LM_R10_a_burned_card_that_was_not_shown_may_still_come() -> None:
    table = Script("baccarat", {"decks": 6}, seats=1)
    table.do(c.Shuffle("shoe", ""), c.BurnCards(card_from("Tc")))
    assert [table.state.remaining[card_from(name)] for name in ("Tc", "Td", "As")] == [5, 6, 6]
    assert sum(table.state.remaining) == 6 * 52 - 1


@guards("LM-R6", "BAC-9")
def test_LM_R6_the_burn_is_due_once_after_the_shuffle_and_with_a_card_shown() -> None:
    table = Script("baccarat")
    table.do(c.Shuffle("shoe", ""))
    assert table.awaits == AwaitBurn()
    refused = table.refused(c.OpenRound())
    assert (refused.clause, refused.reason) == ("BAC-9", "the cards are not ready; they are shuffled first")
    refused = table.refused(c.BurnCards(None))
    assert (refused.clause, refused.reason) == ("LM-R6", "the first card is shown, and burns by its value")
    table.do(c.BurnCards(card_from("Ac")))
    refused = table.refused(c.BurnCards(card_from("Ac")))
    assert (refused.clause, refused.reason) == ("LM-R6", "no card is to be burned now")


@proves("LM-R6")
def test_LM_R6_a_house_may_burn_nothing() -> None:
    table = Script("baccarat", {"burn": "no"})
    table.do(c.Shuffle("shoe", ""))
    assert (table.awaits, table.state.drawn) == (AwaitRound(), 0)
    refused = table.refused(c.BurnCards(card_from("Ac")))
    assert (refused.clause, refused.reason) == ("LM-R6", "no card is to be burned now")


def shoe(decks: int, without: str) -> Iterator[str]:
    """All the cards of a shoe but one, in some order."""
    cards = [card_name(card) for card in range(52) for _ in range(decks)]
    cards.remove(without)
    random.Random(decks).shuffle(cards)
    return iter(cards)


@proves("BAC-9", "LM-R6")
@pytest.mark.parametrize(("decks", "behind"), [(8, 16), (6, 16), (8, 100)])
def test_LM_R6_the_coup_in_which_the_cut_card_comes_out_is_finished_and_one_more_is_dealt(
    decks: int, behind: int
) -> None:
    table = Script("baccarat", {"decks": decks, "cut_card": behind}, seats=1)
    shuffled(table, "2c")
    cards = shoe(decks, "2c")
    while not table.all(e.CutCardAppeared):
        assert isinstance(table.awaits, AwaitRound)
        play_coup(table, cards)
    before = table.events.index(e.CutCardAppeared("LM-R6"))
    dealt = sum(isinstance(event, e.CardsDealt) for event in table.events[:before])
    assert 3 + dealt == 52 * decks - behind + 1  # the deuce shown, the two it burned, and the card behind the cut
    assert isinstance(table.events[-1], e.RoundClosed)
    assert isinstance(table.awaits, AwaitRound)
    last = play_coup(table, cards)
    assert isinstance(last[-1], e.RoundClosed)
    assert table.all(e.CutCardAppeared) == [e.CutCardAppeared("LM-R6")]
    assert isinstance(table.awaits, AwaitShuffle)


@guards("BAC-9", "LM-R6")
def test_LM_R6_no_second_coup_is_dealt_behind_the_one_with_the_cut_card() -> None:
    table = Script("baccarat", {"decks": 6, "cut_card": 260}, seats=1)
    shuffled(table)
    cards = shoe(6, "2c")
    while not table.all(e.CutCardAppeared):
        play_coup(table, cards)
    play_coup(table, cards)
    refused = table.refused(c.OpenRound())
    assert (refused.clause, refused.reason) == ("BAC-9", "the cards are not ready; they are shuffled first")
    shuffled(table)
    assert (table.awaits, table.state.drawn, table.state.cut_card_out) == (AwaitRound(), 3, False)


def use_up(table: Script, cards: list[str]) -> None:
    """Deal cards away in coups that are called off."""
    while cards:
        table.do(c.OpenRound())
        table.bet(1, tie=1)
        table.close()
        table.deal(*cards[:4])
        del cards[:4]
        table.do(c.VoidRound("dealt away"))


SIX_CARDS = ("Kc", "Kd", "Kh", "Ks", "2c", "3c")
"""A coup of six cards: both hands hold nothing and draw."""


@proves("LM-R6")
@pytest.mark.parametrize("place", range(6))
def test_LM_R6_the_cut_card_is_told_with_whichever_card_of_the_coup_lies_behind_it(place: int) -> None:
    table = Script("baccarat", {"decks": 6, "cut_card": 260, "burn": False}, seats=1)
    table.shuffle()
    use_up(table, [card_name(card) for card in range(52 - place)])
    happened = [
        type(event).__name__
        for event in play_coup(table, iter(SIX_CARDS))
        if isinstance(event, e.CardsDealt | e.CutCardAppeared)
    ]
    expected = ["CardsDealt"] * 6
    expected.insert(place + 1, "CutCardAppeared")
    assert happened == expected


CUT_CARD_FIRST = {"this_only": 0, "this_and_one_more": 1, "this_and_two_more": 2}


@proves("LM-R6")
@pytest.mark.parametrize("gone", [51, 52, 53])
@pytest.mark.parametrize("reading", CUT_CARD_FIRST)
def test_LM_R6_how_many_coups_follow_where_the_cut_card_comes_before_the_first_card_of_a_coup(
    reading: str, gone: int
) -> None:
    # Of 312 cards 260 lie behind the cut card. After 52 it comes before the next coup's first card, after 51 behind it;
    # after 53 it has come out with the last card of the coup before.
    table = Script("baccarat", {"decks": 6, "cut_card": 260, "burn": False, "cut_card_first": reading}, seats=1)
    table.shuffle()
    use_up(table, ["Ah"])
    use_up(table, [card_name(card) for card in range(gone - 1)])
    follow = {51: 1, 52: CUT_CARD_FIRST[reading], 53: 0}[gone]  # in coups after the one that is dealt next
    for coups_left in range(1 + follow, 0, -1):
        assert (coups_left, table.awaits) == (coups_left, AwaitRound())
        play_coup(table, iter(SIX_CARDS))
    assert isinstance(table.awaits, AwaitShuffle)
    assert table.all(e.CutCardAppeared) == [e.CutCardAppeared("LM-R6")]


@guards("LM-R6")
@pytest.mark.parametrize(("cut_card", "reading"), [(17, "this_and_two_more"), (16, "this_and_two_more")])
def test_LM_R6_three_coups_behind_the_cut_card_need_eighteen_cards(cut_card: int, reading: str) -> None:
    refused = refusal(coup("Kh 7d", "Kc 6d", {"player": 5}, cut_card=cut_card, cut_card_first=reading))
    assert (refused.clause, refused.field) == ("LM-R6", "house.cut_card_first")
    assert refused.reason == "3 coups may take 18 cards; set cut_card to at least 18"
    open_table(game("baccarat"), {"cut_card": 18, "cut_card_first": reading})
    open_table(game("baccarat"), {"cut_card": 12, "cut_card_first": "this_only"})


@guards("LM-R6")
def test_LM_R6_there_is_no_fourth_reading_of_a_cut_card_that_comes_first() -> None:
    refused = refusal(coup("Kh 7d", "Kc 6d", {"player": 5}, cut_card_first="none"))
    assert (refused.clause, refused.field) == ("LM-R6", "house.cut_card_first")
    assert refused.reason == '"none" is not one of this_and_one_more, this_only, this_and_two_more'


@proves("LM-R6")
def test_LM_R6_the_least_cut_card_leaves_two_coups_of_six_cards() -> None:
    table = Script("baccarat", {"decks": 6, "cut_card": 12, "burn": False}, seats=1)
    table.shuffle()
    cards = [card_name(card) for card in range(52) for _ in range(6)]
    for kept in SIX_CARDS * 2:
        cards.remove(kept)
    use_up(table, cards)
    for _ in range(2):
        assert isinstance(table.awaits, AwaitRound)
        play_coup(table, iter(SIX_CARDS))
    assert (table.state.drawn, table.awaits) == (312, AwaitShuffle(312))


@guards("LM-R6")
@pytest.mark.parametrize("cut_card", [11, 261])
def test_LM_R6_a_cut_card_that_might_leave_a_coup_without_cards_or_hardly_a_shoe_is_refused(cut_card: int) -> None:
    refused = refusal(coup("Kh 7d", "Kc 6d", {"player": 5}, cut_card=cut_card))
    assert (refused.clause, refused.field) == ("LM-R6", "house.cut_card")
    assert refused.reason == f"{cut_card} is out of range; give 12 to 260"


@guards("BAC-9")
def test_BAC_9_cards_are_not_shuffled_in_the_middle_of_a_coup() -> None:
    table = Script("baccarat")
    table.open()
    refused = table.refused(c.Shuffle("shoe", ""))
    assert (refused.clause, refused.reason) == (
        "BAC-9",
        "shuffled cards come in only between rounds, and round 1 is open",
    )
